"""The tournaments app: at start its tasks can be asked for by name, and its rooms bring their sentences."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournois")

    def ready(self) -> None:
        from tournaments import tasks  # noqa: F401
        from tournaments.base.words import wording
        from tournaments.movements.words.movement_sentences import MOVEMENT_SENTENCES
        from tournaments.rankings.words.ranking_sentences import RANKING_SENTENCES
        from tournaments.results.words.sheet_sentences import SHEET_SENTENCES

        for sentences in (MOVEMENT_SENTENCES, RANKING_SENTENCES, SHEET_SENTENCES):
            wording.learn(sentences)
