"""Another installation within a test: a database of its own beside the usual one."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.request import Request

from django.core.cache import cache
from django.db import connection, connections
from django.test import Client

from tests.kept_schema import kept_schema
from tournaments.base.services.link_keys import forget_link_keys


class Elsewhere:
    """A second installation in memory, empty at first."""

    def __init__(self) -> None:
        kind = type(connections[connection.alias])
        self._there = kind({**connection.settings_dict, "NAME": ":memory:"}, connection.alias)
        with (
            self.entered(),
            closing(sqlite3.connect(f"{kept_schema().as_uri()}?mode=ro", uri=True)) as schema,
        ):
            connection.ensure_connection()
            schema.backup(connection.connection)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Everything in the block happens there. The cache of one installation is not that of the other."""
        own_connection = connections[connection.alias]
        _forget()
        connections[connection.alias] = self._there
        try:
            yield
        finally:
            connections[connection.alias] = own_connection
            _forget()

    def answer(self, request: Request) -> tuple[int, bytes]:
        """Answer a request of this installation as the site there does."""
        headers = {name.capitalize(): value for name, value in request.header_items()}
        with self.entered():
            response = Client(raise_request_exception=False).generic(
                request.get_method(),
                request.full_url.partition("://")[2].partition("/")[2].join(["/", ""]),
                request.data or b"",
                content_type=headers.get("Content-type", ""),
                headers=headers,
            )
        return response.status_code, response.content

    def kept(self) -> bytes:
        """The database there as it is now, for `put_back`."""
        with self.entered():
            return bytes(connection.connection.serialize())

    def put_back(self, content: bytes) -> None:
        """Put an earlier database in place of that of the installation, as a restore does."""
        with self.entered():
            connection.connection.deserialize(content)

    def close(self) -> None:
        self._there.close()


def _forget() -> None:
    cache.clear()
    forget_link_keys()
