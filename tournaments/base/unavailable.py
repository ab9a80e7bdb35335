"""The response while the disk or the database cannot be used: 503 with `Retry-After`, the same for all users.

Causes are a full disk, a disk or database that refuses writes, or a database that is overloaded or down. They
are temporary and not the user's fault. The client keeps its data and sends it again.
"""

import errno
import logging
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.errors import is_api_path, make_error_body

logger = logging.getLogger(__name__)

NOTED = "etui.noted"
"""Key in the META of a request whose 503 has its own line in the log. It suppresses Django's line."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason why nothing can be stored now, in words for the user."""

    code: str
    title: str | Promise
    told: str | Promise
    """Sentence that describes the effect on the user's data and the next step."""
    seconds: int
    """Seconds after which to retry."""


DISK_FULL = Trouble(
    "disk_full",
    _("Le disque est plein"),
    _(
        "Le disque est plein : rien n’a été enregistré. Prévenez l’organisateur, il faut faire de la "
        "place sur l’ordinateur d’Étui ; revenez ensuite en arrière et renvoyez. Ce qui était déjà "
        "enregistré est intact."
    ),
    10,
)
DISK_REFUSES = Trouble(
    "disk_refuses",
    _("Le disque refuse l’écriture"),
    _(
        "Le disque refuse l’écriture : rien n’a été enregistré. Prévenez l’organisateur, le disque "
        "ou le dossier d’Étui est protégé ou abîmé ; revenez ensuite en arrière et renvoyez. Ce qui "
        "était déjà enregistré est intact."
    ),
    10,
)
BUSY = Trouble(
    "busy",
    _("Étui est très occupé"),
    _(
        "Étui est très occupé : rien n’a été enregistré. Attendez quelques secondes, revenez en "
        "arrière et renvoyez."
    ),
    3,
)
AWAY = Trouble(
    "away",
    _("Étui n’atteint pas ses données"),
    _(
        "Étui n’atteint pas ses données pour le moment : votre envoi n’est peut-être pas enregistré. "
        "Attendez une minute, revenez en arrière et renvoyez. Ce qui était déjà enregistré est "
        "intact."
    ),
    5,
)

BY_ERRNO = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: DISK_REFUSES,
    errno.EACCES: DISK_REFUSES,
    errno.EPERM: DISK_REFUSES,
    errno.EFBIG: DISK_REFUSES,
    errno.EIO: DISK_REFUSES,
    errno.EMFILE: BUSY,
    errno.ENFILE: BUSY,
    errno.ENETUNREACH: AWAY,
}
BY_SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: DISK_REFUSES,
    sqlite3.SQLITE_IOERR: DISK_REFUSES,
    sqlite3.SQLITE_PERM: DISK_REFUSES,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_INTERRUPT: BUSY,  # by the deadline of the request, whose client has its 503
    sqlite3.SQLITE_CANTOPEN: AWAY,
}
"""Trouble by primary code: the low eight bits of SQLite's extended error code."""
BY_SQLSTATE = {
    "53100": DISK_FULL,
    "25006": DISK_REFUSES,
    "58030": DISK_REFUSES,
    "55P03": BUSY,
    "57014": BUSY,
    "40": BUSY,
    "53": BUSY,
    "08": AWAY,
    "57": AWAY,
}
"""Trouble by SQLSTATE of PostgreSQL, or by its class: the first two characters."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble behind an error or one of its causes; None for any other error."""
    while error is not None:
        trouble = _trouble(error)
        if trouble is not None:
            return trouble
        error = error.__cause__
    return None


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        # the low eight bits of an extended code are its primary code
        return BY_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if hasattr(error, "sqlstate"):
        # an error of psycopg, which no command on a laptop needs: it takes 0.06 s to load
        import psycopg  # noqa: PLC0415

        state = error.sqlstate or ""
        if not state and isinstance(error, psycopg.OperationalError):
            return AWAY
        return BY_SQLSTATE.get(state) or BY_SQLSTATE.get(state[:2])
    if isinstance(error, InterfaceError | OperationalError) and error.__cause__ is None:
        return AWAY  # Django's own error, without a cause: the connection was closed
    if isinstance(error, OSError) and not isinstance(error, DatabaseError):
        return BY_ERRNO.get(error.errno or 0)
    return None


def trouble_body(trouble: Trouble) -> dict[str, Any]:
    """Return the body of the API's response, in the shape of all its errors."""
    return make_error_body(trouble.code, str(trouble.told), extra={"retry_after": trouble.seconds})


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Return a 503: a page for people, JSON for programs. No query."""
    if is_api_path(request.path):
        response: HttpResponse = JsonResponse(trouble_body(trouble), status=503)
    else:
        response = render(None, "503.html", {"trouble": trouble}, status=503)
    response.headers["Retry-After"] = str(trouble.seconds)
    response.headers["Cache-Control"] = "no-store"
    return response


def answer_to_trouble(request: HttpRequest) -> HttpResponse | None:
    """Return a 503 for the exception being handled; None for a fault of the site.

    A retry does not help against a fault. The function works wherever Django caught the exception.
    """
    error = sys.exc_info()[1]
    trouble = trouble_of(error)
    if trouble is None:
        return None
    note(trouble, request.path, error)
    request.META[NOTED] = "1"
    return unavailable(request, trouble)


def note(trouble: Trouble, place: str, error: BaseException | None) -> None:
    """Log a trouble in one line."""
    logger.error("%s: %s (%s)", trouble.code, place, str(error).partition("\n")[0])


@contextmanager
def not_needed(purpose: str) -> Iterator[None]:
    """Log and ignore a storage error in the block, which writes data that the page can do without.

    Use it outside a transaction, or around a transaction of its own.
    """
    try:
        yield
    except (DatabaseError, OSError) as error:
        # a fault of the code is no trouble of storage, and is raised
        trouble = trouble_of(error)
        if trouble is None:
            raise
        note(trouble, purpose, error)


class NotNoted(logging.Filter):
    """Filter that drops Django's log record of a 503 that has its own line, without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        return NOTED not in getattr(getattr(record, "request", None), "META", {})
