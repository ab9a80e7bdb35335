"""A database in memory beside the site's own, for what is made up: a specimen, a trial.

Code inside sees nothing that the site holds, and leaves nothing in it. A second alias would not do: services
and `transaction.atomic` name none, and a router is asked by queries alone. `connections` takes another
connection for this thread by assignment.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.utils import ConnectionHandler

IN_MEMORY = {DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}


@contextmanager
def database_apart(content: bytes = b"") -> Iterator[sqlite3.Connection]:
    """Every query of this thread goes to a database of its own until the block ends.

    Args:
        content: what `serialize` gave of an earlier one; b"" for no table at all.
    """
    apart = ConnectionHandler(IN_MEMORY)[DEFAULT_DB_ALIAS]
    own = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = apart
    try:
        apart.ensure_connection()
        raw: sqlite3.Connection = apart.connection
        if content:
            raw.deserialize(content)
        yield raw
    finally:
        connections[DEFAULT_DB_ALIAS] = own
        if apart.connection is not None:
            apart.connection.close()


def create_tables() -> None:
    """The tables of every model, without rows; inside `database_apart` alone."""
    with connections[DEFAULT_DB_ALIAS].schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)


@contextmanager
def nothing_sent() -> Iterator[None]:
    """One transaction after which no work is asked for: a worker would look for it in the site's database."""
    with transaction.atomic():
        yield
        connections[DEFAULT_DB_ALIAS].run_on_commit.clear()
