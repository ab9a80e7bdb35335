"""Rates of the API for programs (figures in `common.requests.limits`); a hall of one address stays below."""

from common.requests.limits import ApiLimit


class ReadThrottle(ApiLimit):
    """Per account, or per network address without one."""

    kind = "api-read"


class WriteThrottle(ApiLimit):
    kind = "api-write"
