"""Which requests of strangers ask the same, so that one answer serves them all."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

Address = tuple[str | bytes, ...]
"""What makes two questions the same, whatever the pages of those who ask show."""

POLLED = "/direct/"
"""How the addresses end that pages ask again and again."""
SHOWN = "shown"
"""How a poll names the mark of what its page shows."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
ALONE = frozenset({b"authorization", b"range", b"hx-request"})
"""Headers of those who ask for themselves, or for a part of an answer."""
AMBIGUOUS = b"_"
"""In the name of a header: the site reads it like another one, with a hyphen."""
TOLD_APART = (b"host", b"x-forwarded-proto", b"if-none-match", b"if-modified-since")


@dataclass(frozen=True, slots=True)
class Question:
    """What a stranger asks."""

    address: Address
    shown: str
    """The mark of what the page shows that polls, "" without one."""
    seconds: float
    """How long an answer is good."""
    is_file: bool = False
    """The same until the site is started again."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """What is shared, and among whom."""

    pages: re.Pattern[str]
    """Whole paths of pages that are the same for everybody who brings no cookie of his own."""
    files: str
    """How the paths of static files begin."""
    harmless: re.Pattern[str]
    """How the paths of changes begin that hide nothing, and are many."""
    session_cookie: str
    language_cookie: str
    quiet_cookies: frozenset[str]
    """Names of cookies that change no page."""
    language_of: Callable[[str, str], str]
    """The language of a stranger, from his header and his cookie."""
    moment: float
    """Seconds for which an answer is good."""
    file_seconds: float

    def question_of(self, scope: Mapping[str, Any]) -> Question | None:
        """What a request asks in common with others; None for whoever is known or asks for himself."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        headers = _plain_headers(scope["headers"])
        if headers is None:
            return None
        path: str = scope["path"]
        packing = headers.get(b"accept-encoding", b"")
        address = scope["scheme"], path, *(headers.get(name, b"") for name in TOLD_APART)
        if path.startswith(self.files):
            return Question((*address, packing, scope["query_string"]), "", self.file_seconds, is_file=True)
        cookies = _cookies_in(headers)
        if not self._is_for_all(path, cookies):
            return None
        shown, rest = _shown_in(scope["query_string"])
        spoken = headers.get(b"accept-language", b"").decode("latin-1")
        language = self.language_of(spoken, cookies.get(self.language_cookie, ""))
        return Question((*address, str(b"gzip" in packing), rest, language), shown, self.moment)

    def may_hide(self, scope: Mapping[str, Any]) -> bool:
        """Whether what a request changes may have to be seen by the next one."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            return False
        return self.harmless.match(scope["path"]) is None

    def _is_for_all(self, path: str, cookies: Mapping[str, str]) -> bool:
        """Whether the path is shared with somebody who brings these cookies."""
        if path.endswith(POLLED):
            return self.session_cookie not in cookies
        is_stranger = cookies.keys() <= self.quiet_cookies | {self.language_cookie}
        return is_stranger and self.pages.fullmatch(path) is not None


def _plain_headers(headers: list[tuple[bytes, bytes]]) -> dict[bytes, bytes] | None:
    """By name; None where one says that this question is its sender's own, or could be read in two ways."""
    named = dict(headers)
    is_plain = len(named) == len(headers) and not any(AMBIGUOUS in name for name in named)
    return named if is_plain and ALONE.isdisjoint(named) else None


def _cookies_in(headers: Mapping[bytes, bytes]) -> dict[str, str]:
    """The cookies by name; what is no cookie is one with a strange name."""
    parts = headers.get(b"cookie", b"").decode("latin-1").split(";")
    pairs = (part.partition("=") for part in parts if part.strip())
    return {name.strip(): value.strip() for name, _equals, value in pairs}


def _shown_in(query: bytes) -> tuple[str, bytes]:
    """The mark that a poll names, and what else it asks."""
    parts = query.split(b"&")
    named = [part for part in parts if part.startswith(SHOWN.encode() + b"=")]
    rest = b"&".join(part for part in parts if part not in named)
    return unquote(b"&".join(named).decode("latin-1").removeprefix(f"{SHOWN}=")), rest
