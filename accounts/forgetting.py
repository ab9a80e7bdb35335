"""What the sweep forgets of accounts: what was asked for and never confirmed, names given up long ago."""

from datetime import datetime

from accounts.profiles import RESERVED_FOR, forget_pseudonyms_before
from accounts.sign_up import forget_sign_ups


def forget_lapsed(*, now: datetime) -> int:
    """Delete what has no use any more; how many rows."""
    return forget_sign_ups(now) + forget_pseudonyms_before(now - RESERVED_FOR)
