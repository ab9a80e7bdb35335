"""The answer while the disk or the database cannot be used: 503 with `Retry-After`, the same for everybody.

A full disk, a disk or database that refuses to be written, a database that is too busy or away: nobody's
fault who asked, and gone by and by. Whoever sent something keeps it and sends it again.
"""

import errno
import logging
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.errors import error_shape, is_for_programs

logger = logging.getLogger(__name__)

NOTED = "etui.noted"
"""Key in the META of a request whose 503 has its line in the log: Django's own line is left out."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why nothing can be stored now, in words for whoever wanted to."""

    code: str
    title: str | Promise
    told: str | Promise
    """What became of what was sent, and what to do."""
    seconds: int
    """After which to try again."""


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
    sqlite3.SQLITE_CANTOPEN: AWAY,
}
"""By primary code: the last eight bits of what an error tells."""
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
"""Of PostgreSQL: a state, else its class."""


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What keeps the site from storing, behind an error or what caused it; None for any other."""
    while error is not None:
        found = _trouble(error)
        if found is not None:
            return found
        error = error.__cause__
    return None


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, sqlite3.Error):
        return BY_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if isinstance(error, psycopg.Error):
        state = error.sqlstate or ""
        if not state and isinstance(error, psycopg.OperationalError):
            return AWAY
        return BY_SQLSTATE.get(state) or BY_SQLSTATE.get(state[:2])
    if isinstance(error, InterfaceError | OperationalError) and error.__cause__ is None:
        return AWAY  # told by Django itself: a connection closed under it
    if isinstance(error, OSError) and not isinstance(error, DatabaseError):
        return BY_ERRNO.get(error.errno or 0)
    return None


def trouble_body(trouble: Trouble) -> dict[str, Any]:
    """In the one shape of errors of the API."""
    return error_shape(trouble.code, str(trouble.told), extra={"retry_after": trouble.seconds})


def unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """503: a page for people, JSON for programs; it asks nothing of the database."""
    if is_for_programs(request.path):
        response: HttpResponse = JsonResponse(trouble_body(trouble), status=503)
    else:
        response = render(None, "503.html", {"trouble": trouble}, status=503)
    response.headers["Retry-After"] = str(trouble.seconds)
    response.headers["Cache-Control"] = "no-store"
    return response


def answer_to_trouble(request: HttpRequest) -> HttpResponse | None:
    """503 for the error at hand, wherever Django met it, where time helps; None for a fault of the site."""
    error = sys.exc_info()[1]
    trouble = trouble_of(error)
    if trouble is None:
        return None
    note(trouble, request.path, error)
    request.META[NOTED] = "1"
    return unavailable(request, trouble)


def note(trouble: Trouble, where: str, error: BaseException | None) -> None:
    """One line of the log."""
    logger.error("%s: %s (%s)", trouble.code, where, str(error).partition("\n")[0])


@contextmanager
def not_needed(what: str) -> Iterator[None]:
    """For what a page notes by the way: when it cannot be stored the page is shown all the same.

    Outside a transaction, or around one of its own.
    """
    try:
        yield
    except (DatabaseError, OSError) as error:
        trouble = trouble_of(error)
        if trouble is None:
            raise
        note(trouble, what, error)


class NotNoted(logging.Filter):
    """Drops Django's line about a 503 that has its own, which is one line without a trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        return NOTED not in getattr(getattr(record, "request", None), "META", {})
