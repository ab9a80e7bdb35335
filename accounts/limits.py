"""Rate limits of accounts: passwords, codes, messages, names.

Limits of passwords and codes count failures: a success gives its try back. One attacker cannot use up the
limit of an address that a whole hall shares: the limit of a device is less than half of it. Clients without a
cookie count as one device.
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
"""Limit for a device that has signed in to the account before. Failures on other devices do not count."""
PASSWORD = limit_kind("password", Limit(By.DEVICE, 8, QUARTER), Limit(By.PERSON, 5, QUARTER))
"""Limit for the password that a signed-in account types again."""
SECOND_FACTOR = limit_kind(
    "second-factor",
    Limit(By.SITE, 600, QUARTER),
    Limit(By.ADDRESS, 20, QUARTER),
    Limit(By.DEVICE, 8, QUARTER),
    Limit(By.PERSON, 5, QUARTER),
)
"""Limit for codes of an authenticator app, after the password."""
SECOND_FACTOR_KNOWN = limit_kind("second-factor-known", Limit(By.DEVICE, 8, QUARTER))
"""Limit for codes on a device that has signed in to the account before, as SIGN_IN_KNOWN."""
RECOVERY_CODE = limit_kind(
    "recovery-code",
    Limit(By.SITE, 600, QUARTER),
    Limit(By.ADDRESS, 20, QUARTER),
    Limit(By.DEVICE, 8, QUARTER),
)
"""Limit for recovery codes, which are too long to guess.

There is no limit by person: an attacker who knows the password could use it to lock the owner out.
"""
ACCOUNT_MAIL = limit_kind(
    "account-mail",
    Limit(By.SITE, 240, HOUR),
    Limit(By.ADDRESS, 12, HOUR),
    Limit(By.DEVICE, 5, HOUR),
    Limit(By.PERSON, 3, HOUR),
)
"""Limit for messages requested without signing in: a new password, a link to sign in."""
SIGN_UP = limit_kind(
    "sign-up",
    Limit(By.SITE, 600, HOUR),
    Limit(By.ADDRESS, 60, HOUR),
    Limit(By.DEVICE, 10, HOUR),
    Limit(By.PERSON, 3, HOUR),
)
"""Limit for new accounts, each with a message and a hash. A hall may sign up behind one address."""
PROFILE = limit_kind("profile", Limit(By.PERSON, 30, HOUR))
"""Limit for pseudonyms tried: the response shows whether a pseudonym is in use."""
ACCOUNT_LOOKUP = limit_kind("account-lookup", Limit(By.PERSON, 30, HOUR))
"""Limit for addresses typed to give a role: the response shows whether they have an account."""
