"""The counting app. At start it registers the names of evenings that clubs keep, for erasing."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CountingConfig(AppConfig):
    name = "counting"
    verbose_name = _("Compter")

    def ready(self) -> None:
        from counting import tasks  # noqa: F401 - names of tasks are known
        from counting.models import HomeEvening
        from tournaments.site.queries.personal import CLUB_TEXTS

        CLUB_TEXTS.append((HomeEvening, "club", ("names",)))
