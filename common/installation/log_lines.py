"""Lines of the log: short, without a secret, never without bound.

All of them are written by the handlers of this module, whoever logs: Django, Celery, uvicorn or Étui
(`LOGGING` in the settings). What is masked is masked in the finished line, so that it matters nowhere whether
a secret came in a message, in its values, in a traceback or in the address of a request.
"""

import copy
import logging
import re
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, TextIO

from django.conf import settings
from django.core.exceptions import BadRequest, PermissionDenied, RequestAborted, SuspiciousOperation
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.log import configure_logging

from common.installation.private_files import private_folder
from common.requests.secret_addresses import secret_addresses

MASK = "***"
SECRET_NAME = re.compile(
    r"secret|token|passwo?r?d|mot_de_passe|authorization|cookie|sessionid|api_?key|nonce|seed", re.IGNORECASE
)
NAMED = re.compile(
    r"""(?<![\w-])(?P<name>[\w-]{1,80}+)["')\]]*+\s{0,4}(?:=>|[:=]|%3[Dd])\s{0,4}["'(\[]*+"""
    r"(?:(?:[Bb]earer|[Tt]oken|[Bb]asic)\s+)?"
)
"""What stands before a value that has a name: in a query, in a header, in what a database complains about.

Words are tried from their beginnings alone, and never again: a stranger's line of one long word costs no more
than another.
"""
VALUE = re.compile(r"""[^\s"'&;,(){}\[\]<>]+""")
IN_SERVER_ADDRESS = re.compile(r"(?P<before>://[^/\s:@]*:)(?P<secret>[^/\s@]+)(?=@)")
RANDOM = re.compile(
    r"(?P<before>(?<![\w-]))(?P<secret>(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{22,})(?![\w-])"
)
"""What looks like one of our tokens, wherever it comes from."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

VISITORS_ERRORS = (
    Http404,
    PermissionDenied,
    BadRequest,
    SuspiciousOperation,
    MultiPartParserError,
    UnreadablePostError,
    RequestAborted,
    ConnectionError,
)
"""What somebody on the other side brings about: no fault of the site's."""
LONGEST_REFUSAL, LONGEST_MESSAGE, LONGEST_ENTRY = 240, 2_000, 16_000
"""Characters of a line, and of an entry with its traceback."""

MINUTE = 60.0
EQUAL_LINES = 20
"""Lines of one kind that are written in a minute; the others are counted."""
MOST_KINDS = 200
"""Different kinds that are counted apart in a minute; the others are one kind."""

FILE_BYTES, FILES_KEPT = 1_000_000, 5
"""Of a laptop's log, for each of its processes: the file in use and those before it."""


def masked(text: str) -> str:
    """The text without what opens something."""
    try:
        text = secret_addresses().sub(_mask, text)
    except Exception:  # a line written while the addresses are being read: what is random is masked below
        text = re.sub(r"(?P<before>/)(?P<secret>[\w-]{16,})", _mask, text)
    for pattern in (IN_SERVER_ADDRESS, RANDOM):
        text = pattern.sub(_mask, text)
    return _mask_named(text)


def _mask(match: re.Match[str]) -> str:
    return match["before"] + MASK


def _mask_named(text: str) -> str:
    pieces, done = [], 0
    for before in NAMED.finditer(text):
        if before.start() >= done and SECRET_NAME.search(before["name"]):
            value = VALUE.match(text, before.end())
            if value is not None:
                pieces += [text[done : before.end()], MASK]
                done = value.end()
    return "".join([*pieces, text[done:]])


def _written_out(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def is_refusal(record: logging.LogRecord) -> bool:
    """Whether a line tells of something that a visitor brought about, not of a fault."""
    if 400 <= getattr(record, "status_code", 0) < 500 or record.name.startswith("django.security"):
        return True
    return bool(record.exc_info and isinstance(record.exc_info[1], VISITORS_ERRORS))


class LineFormatter(logging.Formatter):
    """One line for a message, and what follows it of a fault; a refusal is one short line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        longest = LONGEST_ENTRY
        if is_refusal(record):
            record, longest = _without_trace(record), LONGEST_REFUSAL
        return _cut(masked(super().format(record)), longest)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """What a stranger wrote cannot pass for two lines."""
        return _cut(CONTROL.sub(_written_out, super().formatMessage(record)), LONGEST_MESSAGE)


class ShortLine(LineFormatter):
    """For the person at the keyboard: what happened, without where in the code."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(_without_trace(record))


class Faults(logging.Filter):
    """Lets through what the site itself did wrong."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not is_refusal(record)


def _without_trace(record: logging.LogRecord) -> logging.LogRecord:
    short = copy.copy(record)
    short.exc_info = short.exc_text = short.stack_info = None
    return short


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


@dataclass(slots=True)
class _Kind:
    """Lines that are equal, in one minute."""

    first: logging.LogRecord
    since: float
    count: int = 0


class Bounded(logging.Handler):
    """A handler that writes the first equal lines of a minute, then says how many more there were.

    Equal are lines of one logger, level and text before its values, and of one place for a fault; all
    refusals of one status are equal.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kinds: dict[tuple[object, ...], _Kind] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Called with the handler's lock held."""
        self._sum_up(MINUTE)
        name = _kind_of(record)
        if name not in self._kinds and len(self._kinds) >= MOST_KINDS:
            name = ("more kinds of lines",)
        kind = self._kinds.setdefault(name, _Kind(record, time.monotonic()))
        kind.count += 1
        if kind.count <= EQUAL_LINES:
            super().emit(record)
        elif self._timer is None:
            self._timer = threading.Timer(MINUTE, self._tell)
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """Say what was left out, and end."""
        self.acquire()
        try:
            if self._timer is not None:
                self._timer.cancel()
            self._sum_up(0)
        finally:
            self.release()
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """A line that cannot be written is said to be one; Python would write its values as they are.

        Where it cannot be said either, as on a full disk, whoever logs goes on.
        """
        why = sys.exc_info()[0]
        with suppress(OSError, ValueError):
            print(f"a line of {record.name} could not be logged: {why}", file=sys.stderr)  # noqa: T201

    def _tell(self) -> None:
        self.acquire()
        try:
            self._timer = None
            self._sum_up(0)
        finally:
            self.release()

    def _sum_up(self, age: float) -> None:
        now = time.monotonic()
        for name, kind in list(self._kinds.items()):
            if now - kind.since < age:
                continue
            del self._kinds[name]
            if (left := kind.count - EQUAL_LINES) > 0:
                told = _without_trace(kind.first)
                told.msg = f"{left} more such lines in {now - kind.since:.0f} s, the first: {told.msg}"
                super().emit(told)


def _kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    if is_refusal(record):
        return record.name, getattr(record, "status_code", 0)
    place: tuple[object, ...] = ()
    if record.exc_info and (trace := record.exc_info[2]) is not None:
        while trace.tb_next is not None:
            trace = trace.tb_next
        place = record.exc_info[0], trace.tb_frame.f_code.co_filename, trace.tb_lineno
    return record.name, record.levelno, str(record.msg), *place


class Console(Bounded, logging.StreamHandler[TextIO]):
    """Lines for whoever started the process, or for what collects them on a server."""


class KeptFile(Bounded, RotatingFileHandler):
    """Lines in a file of bounded size, beside the ones before it; nobody else reads them."""

    def __init__(self, filename: str) -> None:
        with suppress(OSError):  # said at the first line
            private_folder(Path(filename).parent)
        super().__init__(
            filename,
            maxBytes=FILE_BYTES,
            backupCount=FILES_KEPT,
            encoding="utf-8",
            delay=True,
            errors="replace",
        )


def keep_lines(name: str) -> None:
    """Have this process write its lines to VAR_DIR/logs/<name>.log; the console then tells faults, shortly.

    One process writes to a file: two that turn it over would lose lines.
    """
    path = Path(settings.VAR_DIR) / "logs" / f"{name}.log"
    wanted = copy.deepcopy(settings.LOGGING)
    wanted["formatters"]["short"] = {"()": "common.installation.log_lines.ShortLine"}
    wanted["filters"]["faults"] = {"()": "common.installation.log_lines.Faults"}
    wanted["handlers"]["console"] |= {"formatter": "short", "level": "ERROR", "filters": ["faults"]}
    wanted["handlers"]["file"] = {
        "()": "common.installation.log_lines.KeptFile",
        "filename": str(path),
        "formatter": "line",
    }
    wanted["root"]["handlers"] = ["console", "file"]
    settings.LOGGING = wanted  # whoever sets Django up again, as Celery does, finds the same
    configure_logging(settings.LOGGING_CONFIG, wanted)


def keep_no_lines() -> None:
    """In a child that was forked: leave the file of its parent alone; the console tells faults."""
    for each in logging.getLogger().handlers[:]:
        if isinstance(each, KeptFile):
            logging.getLogger().removeHandler(each)
            RotatingFileHandler.close(each)
