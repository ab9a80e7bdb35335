"""The rooms app. At start it registers what an account played and wrote, to be taken along and forgotten."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoomsConfig(AppConfig):
    name = "rooms"
    verbose_name = _("Jouer")

    def ready(self) -> None:
        from accounts.forgetting import FORGETTERS
        from accounts.own_data import PARTS
        from rooms import tasks  # noqa: F401 - names of tasks are known
        from rooms.queries.own_data import (
            load_free_tables,
            load_moderation,
            load_plays,
            load_rated_matches,
        )
        from rooms.services.closed_accounts import forget_account

        FORGETTERS.append(forget_account)

        PARTS["plays"] = load_plays
        PARTS["free_tables"] = load_free_tables
        PARTS["moderation"] = load_moderation
        PARTS["rated_matches"] = load_rated_matches
