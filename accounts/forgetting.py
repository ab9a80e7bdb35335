"""What the sweep forgets of accounts: sign-ups never confirmed, sessions that ended, old pseudonyms."""

from datetime import datetime

from accounts.profiles import RESERVED_FOR, forget_pseudonyms_before
from accounts.sign_up import forget_sign_ups
from accounts.signed_in_devices import forget_ended_devices


def forget_lapsed(*, now: datetime) -> int:
    """Delete what has no use any more; how many rows."""
    forgotten = forget_sign_ups(now) + forget_ended_devices(now)
    return forgotten + forget_pseudonyms_before(now - RESERVED_FOR)
