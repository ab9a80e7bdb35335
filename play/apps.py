"""Django app of playing online.

At start it registers the export and deletion of an account's data about playing.
"""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "play"
    label = "rooms"
    """Label in the tables and migrations of existing installations."""
    verbose_name = _("Jouer")

    def ready(self) -> None:
        from accounts.forgetting import FORGETTERS
        from accounts.own_data import PARTS
        from play import tasks  # noqa: F401 - registers the tasks
        from play.accounts.queries.own_data import (
            load_free_tables,
            load_moderation,
            load_plays,
            load_rated_matches,
        )
        from play.accounts.services.closed_accounts import forget_account

        FORGETTERS.append(forget_account)

        PARTS["plays"] = load_plays
        PARTS["free_tables"] = load_free_tables
        PARTS["moderation"] = load_moderation
        PARTS["rated_matches"] = load_rated_matches
