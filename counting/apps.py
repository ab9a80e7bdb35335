"""The counting app. At start it registers the names in a club's evenings for the erasure of personal data."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CountingConfig(AppConfig):
    name = "counting"
    verbose_name = _("Compter")

    def ready(self) -> None:
        from counting import tasks  # noqa: F401 - registers the names of tasks
        from counting.models import HomeEvening
        from tournaments.site.queries.personal import CLUB_TEXTS

        CLUB_TEXTS.append((HomeEvening, "club", ("names",)))
