"""How often a program may ask: `common.limits` has the figures; a hall behind one address stays below."""

from common.limits import ApiLimit


class ReadThrottle(ApiLimit):
    """Per account, or per network address without one."""

    kind = "api-read"


class WriteThrottle(ApiLimit):
    kind = "api-write"
