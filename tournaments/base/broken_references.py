"""Errors of the database for a reference to a row that is gone, which it checks at the commit."""

import sqlite3

import psycopg
from django.db import IntegrityError


def is_reference_broken(error: BaseException | None) -> bool:
    """Return whether a transaction failed because a row that it refers to was deleted meanwhile."""
    if not isinstance(error, IntegrityError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.IntegrityError):
        return cause.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
    return isinstance(cause, psycopg.errors.ForeignKeyViolation)
