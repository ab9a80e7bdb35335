"""How often a program may ask; a hall of phones behind one address stays far below."""

from rest_framework.throttling import UserRateThrottle


class ReadThrottle(UserRateThrottle):
    """Per user, or per address without one."""

    scope = "api-read"
    rate = "600/min"


class WriteThrottle(UserRateThrottle):
    scope = "api-write"
    rate = "240/min"
