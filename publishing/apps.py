"""The app of shared events. At start it registers its tasks, and its line on the desk of an event."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublishingConfig(AppConfig):
    name = "publishing"
    verbose_name = _("Salle et site")

    def ready(self) -> None:
        from publishing import tasks  # noqa: F401 - registers the names of tasks
        from publishing.web.desk import shared_notice
        from tournaments.evening.organiser.desk_notices import NOTICES

        NOTICES.append(shared_notice)
