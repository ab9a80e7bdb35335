"""The app of shared events.

At start it registers its tasks, its line on the desk of an event, and its rows for the
erasure and the merge of people.
"""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublishingConfig(AppConfig):
    name = "publishing"
    verbose_name = _("Salle et site")

    def ready(self) -> None:
        from publishing import tasks  # noqa: F401 - registers the names of tasks
        from publishing.models import SharedPerson
        from publishing.web.desk import shared_notice
        from publishing.words.states import reason_to_keep_copy
        from tournaments.evening.organiser.desk_notices import NOTICES
        from tournaments.evening.services.announcement import HOLDERS
        from tournaments.people.services.merges import MOVED
        from tournaments.site.services.erasure import KEPT

        # an erased person stays known between installations, and erased on all of them
        KEPT.append((SharedPerson, "person"))
        MOVED["shared"] = (SharedPerson, "person")
        NOTICES.append(shared_notice)
        HOLDERS.append(reason_to_keep_copy)
