"""Lines of the log: short, without secrets, limited in number.

The handlers of this module write all lines, of Django, Celery, uvicorn and Étui (`LOGGING` in the settings).
Secrets are masked in the finished line, so they may come from a message, its values, a traceback or the
address of a request.
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

from common.installation.private_files import make_private_folder
from common.requests.secret_addresses import secret_addresses

MASK = "***"
SECRET_NAME = re.compile(
    r"secret|token|passwo?r?d|mot_de_passe|authorization|cookie|sessionid|api_?key|nonce|seed", re.IGNORECASE
)
NAMED = re.compile(
    r"""(?<![\w-])(?P<name>[\w-]{1,80}+)["')\]]*+\s{0,4}(?:=>|[:=]|%3[Dd])\s{0,4}["'(\[]*+"""
    r"(?:(?:[Bb]earer|[Tt]oken|[Bb]asic)\s+)?"
)
"""Pattern of a name before a value: in a query, in a header, in a message of the database.

Possessive quantifiers and the lookbehind avoid backtracking: a line of one long word costs no more than
another one.
"""
VALUE = re.compile(r"""[^\s"'&;,(){}\[\]<>]+""")
IN_SERVER_ADDRESS = re.compile(r"(?P<before>://[^/\s:@]*:)(?P<secret>[^/\s@]+)(?=@)")
RANDOM = re.compile(
    r"(?P<before>(?<![\w-]))(?P<secret>(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{22,})(?![\w-])"
)
"""Pattern of one of our tokens in any place."""
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
"""Exceptions that a client causes. They are logged as refusals, not as errors of the site."""
LONGEST_REFUSAL, LONGEST_MESSAGE, LONGEST_ENTRY = 240, 2_000, 16_000
"""Longest line of a refusal, longest message, and longest entry with its traceback, in characters."""

MINUTE = 60.0
EQUAL_LINES = 20
"""Largest number of equal lines (`Bounded`) written in a minute. Further ones are only counted."""
MOST_KINDS = 200
"""Largest number of kinds of equal lines counted separately in a minute. All others count as one kind."""

FILE_BYTES, FILES_KEPT = 1_000_000, 5
"""Size of a log file of a laptop, and number of older files, for each process."""


def mask_secrets(text: str) -> str:
    """Return a text with its secrets replaced by MASK."""
    try:
        text = secret_addresses().sub(_mask, text)
    except Exception:  # a line written while the URL patterns are being loaded: mask long path segments
        text = re.sub(r"(?P<before>/)(?P<secret>[\w-]{16,})", _mask, text)
    for pattern in (IN_SERVER_ADDRESS, RANDOM):
        text = pattern.sub(_mask, text)
    return _mask_named(text)


def _mask(match: re.Match[str]) -> str:
    return match["before"] + MASK


def _mask_named(text: str) -> str:
    pieces, end = [], 0
    for match in NAMED.finditer(text):
        if match.start() >= end and SECRET_NAME.search(match["name"]):
            value = VALUE.match(text, match.end())
            if value is not None:
                pieces += [text[end : match.end()], MASK]
                end = value.end()
    return "".join([*pieces, text[end:]])


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def is_refusal(record: logging.LogRecord) -> bool:
    """Return whether a record reports an action of a client, not an error of the site."""
    if 400 <= getattr(record, "status_code", 0) < 500 or record.name.startswith("django.security"):
        return True
    return bool(record.exc_info and isinstance(record.exc_info[1], VISITORS_ERRORS))


class LineFormatter(logging.Formatter):
    """Formatter with one line per message and further ones for a traceback. A refusal is one short line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        longest = LONGEST_ENTRY
        if is_refusal(record):
            record, longest = _without_trace(record), LONGEST_REFUSAL
        return _shorten(mask_secrets(super().format(record)), longest)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Escape control characters, so that text of a client cannot look like two lines."""
        return _shorten(CONTROL.sub(_escape, super().formatMessage(record)), LONGEST_MESSAGE)


class ShortLine(LineFormatter):
    """Formatter for the console of a laptop: messages without tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(_without_trace(record))


class Faults(logging.Filter):
    """Filter that passes only errors of the site."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not is_refusal(record)


def _without_trace(record: logging.LogRecord) -> logging.LogRecord:
    # a copy: other handlers still need the traceback of the record
    short = copy.copy(record)
    short.exc_info = short.exc_text = short.stack_info = None
    return short


def _shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


@dataclass(slots=True)
class _Kind:
    """Equal lines within one minute."""

    first: logging.LogRecord
    since: float
    count: int = 0


class Bounded(logging.Handler):
    """Handler that writes the first equal lines of a minute, then a line with the number of further ones.

    Lines are equal if they have the same logger, level and text before its values, and for errors the same
    place. All refusals with the same status are equal.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kinds: dict[tuple[object, ...], _Kind] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write or count a record. Called with the lock of the handler."""
        self._write_counts(MINUTE)
        name = _kind_of(record)
        if name not in self._kinds and len(self._kinds) >= MOST_KINDS:
            name = ("more kinds of lines",)
        kind = self._kinds.setdefault(name, _Kind(record, time.monotonic()))
        kind.count += 1
        if kind.count <= EQUAL_LINES:
            super().emit(record)
        elif self._timer is None:
            self._timer = threading.Timer(MINUTE, self._write_summary)
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        self.acquire()
        try:
            if self._timer is not None:
                self._timer.cancel()
            self._write_counts(0)
        finally:
            self.release()
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Report that a line could not be written. Python would print its values unmasked."""
        error_type = sys.exc_info()[0]
        # on a full disk this fails, too: the code that logs goes on
        with suppress(OSError, ValueError):
            print(f"a line of {record.name} could not be logged: {error_type}", file=sys.stderr)  # noqa: T201

    def _write_summary(self) -> None:
        self.acquire()
        try:
            self._timer = None
            self._write_counts(0)
        finally:
            self.release()

    def _write_counts(self, age: float) -> None:
        moment = time.monotonic()
        for name, kind in list(self._kinds.items()):
            if moment - kind.since < age:
                continue
            del self._kinds[name]
            if (surplus := kind.count - EQUAL_LINES) > 0:
                summary = _without_trace(kind.first)
                summary.msg = (
                    f"{surplus} more such lines in {moment - kind.since:.0f} s, the first: {summary.msg}"
                )
                super().emit(summary)


def _kind_of(record: logging.LogRecord) -> tuple[object, ...]:
    if is_refusal(record):
        return record.name, getattr(record, "status_code", 0)
    place: tuple[object, ...] = ()
    if record.exc_info and (trace := record.exc_info[2]) is not None:
        while trace.tb_next is not None:
            trace = trace.tb_next
        # the innermost frame: where the exception was raised
        place = record.exc_info[0], trace.tb_frame.f_code.co_filename, trace.tb_lineno
    return record.name, record.levelno, str(record.msg), *place


class Console(Bounded, logging.StreamHandler[TextIO]):
    """Handler for the console, or for a log collector on a server."""


class KeptFile(Bounded, RotatingFileHandler):
    """Handler for a private file of limited size, with older files beside it."""

    def __init__(self, filename: str) -> None:
        with suppress(OSError):  # reported with the first line
            make_private_folder(Path(filename).parent)
        super().__init__(
            filename,
            maxBytes=FILE_BYTES,
            backupCount=FILES_KEPT,
            encoding="utf-8",
            delay=True,
            errors="replace",
        )


def log_to_file(name: str) -> None:
    """Write the lines of this process to VAR_DIR/logs/<name>.log. The console then shows only short errors.

    Only one process may write to a file: two that rotate it would lose lines.
    """
    path = Path(settings.VAR_DIR) / "logs" / f"{name}.log"
    configuration = copy.deepcopy(settings.LOGGING)
    configuration["formatters"]["short"] = {"()": "common.installation.log_lines.ShortLine"}
    configuration["filters"]["faults"] = {"()": "common.installation.log_lines.Faults"}
    configuration["handlers"]["console"] |= {"formatter": "short", "level": "ERROR", "filters": ["faults"]}
    configuration["handlers"]["file"] = {
        "()": "common.installation.log_lines.KeptFile",
        "filename": str(path),
        "formatter": "line",
    }
    configuration["root"]["handlers"] = ["console", "file"]
    settings.LOGGING = configuration  # Celery sets Django up again and reads it
    configure_logging(settings.LOGGING_CONFIG, configuration)


def stop_logging_to_file() -> None:
    """Detach the log file of the parent, in a forked child. The console shows errors."""
    for handler in logging.getLogger().handlers[:]:
        if isinstance(handler, KeptFile):
            logging.getLogger().removeHandler(handler)
            # without `Bounded.close`, which would write the counts of the parent
            RotatingFileHandler.close(handler)
