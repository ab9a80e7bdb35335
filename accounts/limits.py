"""Limits of what is tried at accounts: passwords, codes, messages, names.

Those of passwords and codes count failures: a success gives its try back. One guesser stays below what the
hall behind the same address has: the limit by device counts twice, with a cookie and without, and is smaller.
"""

from common.requests.limits import HOUR, QUARTER, By, Limit, limit_kind

SIGN_IN = limit_kind(
    "sign-in",
    Limit(By.SITE, 600, QUARTER),
    Limit(By.ADDRESS, 20, QUARTER),
    Limit(By.DEVICE, 8, QUARTER),
    Limit(By.PERSON, 5, QUARTER),
)
SIGN_IN_KNOWN = limit_kind("sign-in-known", Limit(By.DEVICE, 8, QUARTER))
"""A device that has signed in with this address before: other people's failures lock no owner out."""
PASSWORD = limit_kind("password", Limit(By.DEVICE, 8, QUARTER), Limit(By.PERSON, 5, QUARTER))
"""A password typed again by an account that is signed in."""
SECOND_FACTOR = limit_kind(
    "second-factor",
    Limit(By.SITE, 600, QUARTER),
    Limit(By.ADDRESS, 20, QUARTER),
    Limit(By.DEVICE, 8, QUARTER),
    Limit(By.PERSON, 5, QUARTER),
)
"""Codes of a telephone, after the password."""
SECOND_FACTOR_KNOWN = limit_kind("second-factor-known", Limit(By.DEVICE, 8, QUARTER))
"""A device that has signed in to this account before."""
RECOVERY_CODE = limit_kind(
    "recovery-code",
    Limit(By.SITE, 600, QUARTER),
    Limit(By.ADDRESS, 20, QUARTER),
    Limit(By.DEVICE, 8, QUARTER),
)
"""Codes too long to be guessed, without a limit by person: a thief of the password locks no owner out."""
ACCOUNT_MAIL = limit_kind(
    "account-mail",
    Limit(By.SITE, 240, HOUR),
    Limit(By.ADDRESS, 12, HOUR),
    Limit(By.DEVICE, 5, HOUR),
    Limit(By.PERSON, 3, HOUR),
)
"""Messages to an address without signing in: a new password, a link to sign in."""
SIGN_UP = limit_kind(
    "sign-up",
    Limit(By.SITE, 600, HOUR),
    Limit(By.ADDRESS, 60, HOUR),
    Limit(By.DEVICE, 10, HOUR),
    Limit(By.PERSON, 3, HOUR),
)
"""New accounts, each a message and a hash. A hall of players may make theirs behind one address."""
PROFILE = limit_kind("profile", Limit(By.PERSON, 30, HOUR))
"""Pseudonyms tried, which shows whether they are taken."""
ACCOUNT_LOOKUP = limit_kind("account-lookup", Limit(By.PERSON, 30, HOUR))
"""Addresses typed to give a role, which shows whether an account has them."""
