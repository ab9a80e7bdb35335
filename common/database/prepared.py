"""Queries that a hall asks all the time: turned into SQL once, then asked with other values.

Of what a phone's request takes, a third was Django's making of the same SQL again (docs/performance.md).
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from common.requests.bounds import LARGEST_NUMBER

M = TypeVar("M", bound=Model)
Value = int | datetime | str | uuid.UUID
"""Of what a query is asked."""

FIRST_STAND_IN = 32_101
STAND_INS: Mapping[type[Value], Callable[[int], Value]] = {
    int: lambda number: FIRST_STAND_IN + number,
    datetime: lambda number: datetime(1900, 1, 1, tzinfo=UTC) + timedelta(days=number),
    str: lambda number: f"\N{REPLACEMENT CHARACTER}stand-in {number}",
    uuid.UUID: lambda number: uuid.UUID(int=FIRST_STAND_IN + number),
}
"""What stands for values while the SQL is made, by their kind: any column takes it, and no query names it."""
OWN = frozenset({"query", "connection", "using"})
"""What a compiler of Django does not share with those of the same query in other threads."""


class _Prepared:
    """A query with stand-ins in the place of its values, and its SQL for each kind of database.

    Args:
        build: the query of some values.
        kinds: those of the values, in their order.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *kinds: type[Value]) -> None:
        self._build = build
        self._stand_ins = tuple(STAND_INS[kind](number) for number, kind in enumerate(kinds))

    def _queryset(self) -> QuerySet[Any, Any]:
        return self._build(*self._stand_ins)

    def _checked(self, parameters: list[Any]) -> list[Any]:
        assert set(map(_sent, self._stand_ins)) <= set(parameters), "a value is not asked about"
        return parameters

    def _finds_nothing(self, values: tuple[Value, ...]) -> bool:
        """A number that no column can hold is in none; a database would say that it is too large."""
        return any(isinstance(value, int) and abs(value) > LARGEST_NUMBER for value in values)

    def _with_values(self, parameters: list[Any], values: tuple[Value, ...]) -> list[Any]:
        given = dict(zip(map(_sent, self._stand_ins), map(_sent, values), strict=True))
        return [given.get(each, each) for each in parameters]


class PreparedQuery(_Prepared):
    """Rows of a query, found without building it again; `build` gives them as `values_list` does."""

    def __init__(self, build: "Callable[..., QuerySet[Any, tuple[Any, ...]]]", *kinds: type[Value]) -> None:
        super().__init__(build, *kinds)
        self._made: dict[str, tuple[str, list[Any]]] = {}
        """By the kind of database: each writes SQL in its own way."""

    def rows(self, *values: Value) -> list[tuple[Any, ...]]:
        """What is found, as the database sends it: a date may be a text, what is true 1."""
        if self._finds_nothing(values):
            return []
        if connection.vendor not in self._made:
            self._made[connection.vendor] = self._compile()
        sql, parameters = self._made[connection.vendor]
        with connection.cursor() as cursor:
            cursor.execute(sql, self._with_values(parameters, values))
            return list(cursor.fetchall())

    def _compile(self) -> tuple[str, list[Any]]:
        sql, parameters = self._queryset().query.sql_with_params()
        return sql, self._checked(list(parameters))


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What Django knows of a query once it has made its SQL."""

    queryset: QuerySet[Any, Any]
    sql: str
    parameters: list[Any]
    facts: dict[str, Any]
    """Of its compiler: columns, and the fields of models that they fill."""


class PreparedModels(_Prepared, Generic[M]):
    """Objects of a query, with all that `select_related`, `annotate` and `prefetch_related` bring.

    `build` gives the query. What it works out of a value while it is built stays what it was: give the value
    that the database compares.
    """

    def __init__(self, build: "Callable[..., QuerySet[M, M]]", *kinds: type[Value]) -> None:
        super().__init__(build, *kinds)
        self._made: dict[str, _Compiled] = {}

    def all(self, *values: Value) -> list[M]:
        if self._finds_nothing(values):
            return []
        if connection.vendor not in self._made:
            self._made[connection.vendor] = self._compile()
        made = self._made[connection.vendor]
        queryset = made.queryset.all()
        compiler = queryset.query.get_compiler(connection=connection)
        vars(compiler).update(made.facts)
        sql_and_values = made.sql, tuple(self._with_values(made.parameters, values))
        compiler.as_sql = lambda *_args, **_kwargs: sql_and_values
        queryset.query.get_compiler = lambda *_args, **_kwargs: compiler  # type: ignore[method-assign]
        return list(queryset)

    def first(self, *values: Value) -> M | None:
        return next(iter(self.all(*values)), None)

    def _compile(self) -> _Compiled:
        queryset = self._queryset()
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        facts = {name: fact for name, fact in vars(compiler).items() if name not in OWN}
        return _Compiled(queryset, sql, self._checked(list(parameters)), facts)


def _sent(value: Value) -> Any:
    """A value as the database takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, uuid.UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
