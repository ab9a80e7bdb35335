"""A query that every page asks, its SQL written once: that takes longer than the database needs to answer."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

Asked = int | datetime


class CompiledQuery:
    """A queryset of texts and whole numbers (`values_list`), asked again and again with other values."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], **stand_ins: Asked) -> None:
        """Compile nothing before the first question.

        Args:
            build: makes the queryset; its arguments are ids and moments.
            stand_ins: for each argument, a value of its kind that the queryset has nowhere else.
        """
        self._build = build
        self._stand_ins = stand_ins
        self._sql = ""
        self._parameters: tuple[tuple[str, Any], ...] = ()
        """Each with the argument whose place it takes, "" for one that stays."""

    def rows(self, **values: Asked) -> list[tuple[Any, ...]]:
        """The rows as the database gives them. One query."""
        connection = connections[DEFAULT_DB_ALIAS]
        if not self._sql:
            self._compile()
        bound = {name: _bound(value) for name, value in values.items()}
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [bound.get(name, kept) for name, kept in self._parameters])
            rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows

    def _compile(self) -> None:
        names = {_bound(value): name for name, value in self._stand_ins.items()}
        query = self._build(**self._stand_ins).query
        sql, parameters = query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        self._parameters = tuple((names.get(value, ""), value) for value in parameters)
        self._sql = sql


def _bound(value: Asked) -> Any:
    """A value as the database takes it."""
    if isinstance(value, datetime):
        return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(value)
    return value
