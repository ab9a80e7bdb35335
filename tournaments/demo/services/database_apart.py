"""A private database in memory, for made-up data: a specimen, a trial.

Code inside the block sees no row of the site and leaves none in it.
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
    """Send every query of this thread to a database in memory until the block ends.

    Args:
        content: the bytes of an earlier database, from `serialize`; b"" for a database without tables.
    """
    # a second alias would not do: services and `transaction.atomic` name none, and only queries ask a router;
    # an assignment to `connections` replaces the connection of this thread alone
    memory = ConnectionHandler(IN_MEMORY)[DEFAULT_DB_ALIAS]
    site_connection = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = memory
    try:
        memory.ensure_connection()
        raw: sqlite3.Connection = memory.connection
        if content:
            raw.deserialize(content)
        yield raw
    finally:
        connections[DEFAULT_DB_ALIAS] = site_connection
        if memory.connection is not None:
            memory.connection.close()


def create_tables() -> None:
    """Create the table of every model, without rows. Call it inside `database_apart` only."""
    with connections[DEFAULT_DB_ALIAS].schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)


@contextmanager
def nothing_sent() -> Iterator[None]:
    """Run the block in one transaction and drop all work that it would queue at its end."""
    with transaction.atomic():
        yield
        # a worker would look for the rows in the site's database
        connections[DEFAULT_DB_ALIAS].run_on_commit.clear()
