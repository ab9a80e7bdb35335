"""The games app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Donnes")

    def ready(self) -> None:
        from games import tasks  # noqa: F401 - registers the names of tasks
