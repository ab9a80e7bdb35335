"""Export of the data that the site stores about an account."""

from collections.abc import Callable
from typing import Any

from accounts.models import SignIn, User
from accounts.second_factor import codes_left, has_second_factor

PARTS: dict[str, Callable[[User], Any]] = {}
"""Functions of other apps that return their data about an account, by key of the export.

Each app adds its functions in `AppConfig.ready`.
"""


def load_account(user: User) -> dict[str, Any]:
    """Return all data of an account in this app and in `PARTS`, as plain JSON values.

    Secrets are left out: passwords, keys, codes, sessions, and the addresses of one-time links. Six queries
    and those of `PARTS`.
    """
    return {
        "email": user.email,
        "name": user.name,
        "pseudonym": user.pseudonym,
        "country": user.country,
        "past_pseudonyms": [
            {"pseudonym": past_pseudonym.pseudonym, "until": past_pseudonym.left_at.isoformat()}
            for past_pseudonym in user.past_pseudonyms.order_by("left_at")
        ],
        "language": user.language,
        "since": user.created_at.isoformat(),
        "told_of_devices": user.is_told_of_devices,
        "second_factor": has_second_factor(user),
        "recovery_codes_left": codes_left(user),
        "devices": [
            {
                "browser": device.browser,
                "network": device.network,
                "first_seen": device.first_seen_at.isoformat(),
                "last_seen": device.last_seen_at.isoformat(),
            }
            for device in user.signed_in_devices.order_by("first_seen_at")
        ],
        "sign_ins": [
            {
                "at": sign_in.at.isoformat(),
                "address": sign_in.address,
                "browser": sign_in.browser,
                "good": sign_in.is_good,
            }
            for sign_in in SignIn.objects.filter(typed__iexact=user.email).order_by("at")
        ],
        "links": [
            {"made": link.created_at.isoformat(), "used": link.used_at and link.used_at.isoformat()}
            for link in user.sign_in_links.order_by("created_at")
        ],
        **{name: load(user) for name, load in PARTS.items()},
    }
