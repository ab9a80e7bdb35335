"""The Django app of tournaments. It imports the tasks and registers the sentences of its areas at start."""

import gc

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournois")

    def ready(self) -> None:
        # imported here, because models are not loaded yet when Django imports this module;
        # the import of the tasks registers them with Celery under their names
        from tournaments import tasks  # noqa: F401
        from tournaments.base.web.organising import connect_organiser_note
        from tournaments.base.words import wording
        from tournaments.movements.words.movement_sentences import MOVEMENT_SENTENCES
        from tournaments.rankings.words.ranking_sentences import RANKING_SENTENCES
        from tournaments.results.words.sheet_sentences import SHEET_SENTENCES

        for sentences in (MOVEMENT_SENTENCES, RANKING_SENTENCES, SHEET_SENTENCES):
            wording.register_sentences(sentences)
        connect_organiser_note()
        gc.enable()  # most of the site is imported: config/__init__.py disabled it until then
