"""Deletion of account data: expired rows by the sweep, and all data of a closed account."""

from collections.abc import Callable
from datetime import datetime

from accounts.models import User
from accounts.profiles import RESERVED_FOR, forget_pseudonyms_before
from accounts.sign_up import forget_sign_ups
from accounts.signed_in_devices import forget_ended_devices

FORGETTERS: list[Callable[[User], None]] = []
"""Functions of other apps that delete the texts and names of a closed account; see `close_account`."""


def forget_lapsed(*, now: datetime) -> int:
    """Delete expired rows. Return their number."""
    deleted_count = forget_sign_ups(now) + forget_ended_devices(now)
    return deleted_count + forget_pseudonyms_before(now - RESERVED_FOR)
