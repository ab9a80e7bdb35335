"""The rooms app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "rooms"
    verbose_name = _("Jouer")

    def ready(self) -> None:
        from rooms import tasks  # noqa: F401 - names of tasks are known
