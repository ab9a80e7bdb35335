"""Limits of deals begun and of actions at tables.

They admit a hall of 200 phones behind one address. Such a hall enters a round within a minute. Each phone
begins a deal every two or three minutes and acts every four seconds. Robots answer each action.
"""

from common.requests.limits import MINUTE, By, Limit, limit_kind

PLAY_BEGIN = limit_kind(
    "play-begin",
    Limit(By.SITE, 6_000, 10 * MINUTE),
    Limit(By.ADDRESS, 1_500, 10 * MINUTE),
    Limit(By.DEVICE, 30, 10 * MINUTE, known_only=True),
)
PLAY_ACT = limit_kind(
    "play-act",
    Limit(By.SITE, 18_000, MINUTE),
    Limit(By.ADDRESS, 3_600, MINUTE),
    Limit(By.THING, 120, MINUTE),
)
