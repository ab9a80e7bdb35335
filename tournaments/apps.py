"""The tournaments app; its tasks are imported at start so that they can be asked for by name."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournois")

    def ready(self) -> None:
        from tournaments import tasks  # noqa: F401
