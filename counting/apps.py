"""The counting app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CountingConfig(AppConfig):
    name = "counting"
    verbose_name = _("Compter")

    def ready(self) -> None:
        from counting import tasks  # noqa: F401 - names of tasks are known
