"""Queries that a hall asks all the time: turned into SQL once, then asked with other values."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

FIRST_STAND_IN = 32_101
"""Stand-ins for values while the SQL is made: whole numbers that any column takes and no query names."""
FIRST_MOMENT = datetime(1900, 1, 1, tzinfo=UTC)
"""The same for moments."""


class PreparedQuery:
    """Rows of a query, found without building it again.

    Args:
        build: the query of some whole numbers and moments, as `values_list` gives it.
        count: how many numbers it takes.
        moments: how many moments it takes after them.
    """

    def __init__(
        self, build: "Callable[..., QuerySet[Any, tuple[Any, ...]]]", count: int, moments: int = 0
    ) -> None:
        self._build = build
        self._stand_ins = (
            *range(FIRST_STAND_IN, FIRST_STAND_IN + count),
            *(FIRST_MOMENT + timedelta(days=number) for number in range(moments)),
        )
        self._made: dict[str, tuple[str, list[Any]]] = {}
        """By the kind of database: each writes SQL in its own way."""

    def rows(self, *values: int | datetime) -> list[tuple[Any, ...]]:
        """What is found, as the database sends it: a date may be a text, what is true 1."""
        if connection.vendor not in self._made:
            self._made[connection.vendor] = self._make()
        sql, parameters = self._made[connection.vendor]
        given = dict(zip(map(_sent, self._stand_ins), map(_sent, values), strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(each, each) for each in parameters])
            return list(cursor.fetchall())

    def _make(self) -> tuple[str, list[Any]]:
        sql, parameters = self._build(*self._stand_ins).query.sql_with_params()
        assert set(map(_sent, self._stand_ins)) <= set(parameters), "a number is not asked about"
        return sql, list(parameters)


def _sent(value: int | datetime) -> Any:
    """A value as the database takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
