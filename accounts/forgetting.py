"""What is forgotten of accounts: by the sweep what has lapsed, and everything when an account is closed."""

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from accounts.profiles import RESERVED_FOR, forget_pseudonyms_before
from accounts.sign_up import forget_sign_ups
from accounts.signed_in_devices import forget_ended_devices

FORGETTERS: list[Callable[[User], None]] = []
"""Functions of apps above that forget what a closed account wrote or was called; see `close_account`."""


def forget_lapsed(*, now: datetime) -> int:
    """Delete what has no use any more; how many rows."""
    forgotten = forget_sign_ups(now) + forget_ended_devices(now)
    return forgotten + forget_pseudonyms_before(now - RESERVED_FOR)
