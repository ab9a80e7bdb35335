"""Hot queries of a hall, turned into SQL once and run with other values afterwards.

Building the SQL takes Django longer than the database takes to run it: without this module the requests of a
phone at a table take 1.7 to 1.9 times the processor (docs/performance.md).
"""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.expressions import Expression

from common.requests.bounds import LARGEST_NUMBER

M = TypeVar("M", bound=Model)
Value = int | datetime | str | uuid.UUID
"""A parameter of a prepared query."""

# fits a smallint: on PostgreSQL, Django raises EmptyResultSet for a number that the column cannot hold
FIRST_STAND_IN = 32_101
STAND_INS: Mapping[type[Value], Callable[[int], Value]] = {
    int: lambda number: FIRST_STAND_IN + number,
    datetime: lambda number: datetime(1900, 1, 1, tzinfo=UTC) + timedelta(days=number),
    str: lambda number: f"\N{REPLACEMENT CHARACTER}stand-in {number}",
    uuid.UUID: lambda number: uuid.UUID(int=FIRST_STAND_IN + number),
}
"""Placeholders for the parameters while the SQL is built, by type. No query contains these values itself."""


class PreparedQuery:
    """A query of `values_list` whose SQL is built once for each kind of database.

    Args:
        build: makes the query from its parameters. It runs once, with placeholders: a value that it computes
            from a parameter would stay the same in later runs.
        kinds: types of the parameters, in their order.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *kinds: type[Value]) -> None:
        self._build = build
        self._stand_ins = tuple(STAND_INS[kind](number) for number, kind in enumerate(kinds))
        self._compiled: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def rows(self, *values: Value) -> list[tuple[Any, ...]]:
        """Return the rows as the database sends them: a date may be a text, true may be 1."""
        if any(isinstance(value, int) and abs(value) > LARGEST_NUMBER for value in values):
            return []  # no column holds it; the database would refuse it
        if connection.vendor not in self._compiled:
            self._compiled[connection.vendor] = self._compile()
        sql, parameters = self._compiled[connection.vendor]
        actual = dict(zip(map(_database_value, self._stand_ins), map(_database_value, values), strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [actual.get(parameter, parameter) for parameter in parameters])
            return list(cursor.fetchall())

    def _compile(self) -> tuple[str, tuple[Any, ...]]:
        sql, parameters = self._build(*self._stand_ins).query.sql_with_params()
        assert set(map(_database_value, self._stand_ins)) <= set(parameters), (
            "a parameter is not in the query"
        )
        return sql, parameters


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of one model in a row, and the relation that leads to it from another one."""

    model: type[Model]
    names: tuple[str, ...]
    begin: int
    end: int
    key: int
    parent: int = -1
    relation: Any = None
    """Field of the parent, or the name of a FilteredRelation."""


class PreparedModels(Generic[M]):
    """Objects of a prepared query, with its annotations and the `related` objects.

    Args:
        build: makes the query of a model; without `select_related` and `prefetch_related`.
        kinds: types of the parameters, in their order.
        related: paths as `select_related` takes them.
        without: fields of related models to leave out, as `defer` takes them; their first use is a query.
        filtered: model of each FilteredRelation of the query that begins a path; its object or None is set
            under that name.
    """

    def __init__(
        self,
        build: "Callable[..., QuerySet[M, M]]",
        *kinds: type[Value],
        related: tuple[str, ...] = (),
        without: tuple[str, ...] = (),
        filtered: Mapping[str, type[Model]] | None = None,
    ) -> None:
        self._build, self._related, self._filtered = build, related, filtered or {}
        self._without = without
        self._query = PreparedQuery(self._values, *kinds)
        self._columns: list[_Columns] = []
        self._annotations: tuple[str, ...] = ()
        self._expressions: list[Expression] = []
        self._converters: dict[str, list[tuple[int, Expression, list[Any]]]] = {}

    def all(self, *values: Value) -> list[M]:
        rows = self._query.rows(*values)
        if not rows:
            return []
        if connection.vendor not in self._converters:
            self._converters[connection.vendor] = list(self._list_converters())
        return [self._object(list(row)) for row in rows]

    def first(self, *values: Value) -> M | None:
        return next(iter(self.all(*values)), None)

    def _values(self, *values: Value) -> QuerySet[Any, Any]:
        """Return the query of all columns, in the order of `_columns` and `_annotations`."""
        queryset = self._build(*values)
        annotations: dict[str, Any] = queryset.query.annotations
        prefixes, columns = [""], [_columns_of(queryset.model, 0)]
        names = [*columns[0].names]
        for path in self._related:
            prefix, parent = "", 0
            for step in path.split("__"):
                prefix += f"{step}__"
                if prefix not in prefixes:
                    relation: Any = step
                    if step not in self._filtered:
                        relation = columns[parent].model._meta.get_field(step)
                    model: Any = self._filtered.get(step) or relation.related_model
                    prefixes.append(prefix)
                    left_out = [
                        name.removeprefix(prefix) for name in self._without if name.startswith(prefix)
                    ]
                    columns.append(_columns_of(model, len(names), parent, relation, left_out))
                    names += [f"{prefix}{name}" for name in columns[-1].names]
                parent = prefixes.index(prefix)
        fields = [
            field
            for part in columns
            for field in part.model._meta.concrete_fields
            if field.attname in part.names
        ]
        # as columns: SQLite gives the digits of a decimal column, and of no other expression
        cols = (field.get_col(field.model._meta.db_table) for field in fields)
        self._expressions = [*cols, *annotations.values()]
        # set while the SQL is built, which happens once; all rows are read with these
        self._columns, self._annotations = columns, tuple(annotations)
        return queryset.values_list(*names, *annotations)

    def _list_converters(self) -> Iterator[tuple[int, Expression, list[Any]]]:
        """Yield place, expression and converters of each column that Python has in another form."""
        for place, expression in enumerate(self._expressions):
            converters = [
                *connection.ops.get_db_converters(expression),
                *expression.get_db_converters(connection),
            ]
            if converters:
                yield place, expression, converters

    def _object(self, row: list[Any]) -> M:
        for place, expression, converters in self._converters[connection.vendor]:
            for convert in converters:
                row[place] = convert(row[place], expression, connection)
        objects: list[Any] = []
        for part in self._columns:
            parent = objects[part.parent] if objects else None
            child = None
            # an outer join without a match has NULL as the key
            if row[part.key] is not None:
                child = part.model.from_db(connection.alias, part.names, row[part.begin : part.end])
            objects.append(child)
            if parent is not None and isinstance(part.relation, str):
                setattr(parent, part.relation, child)
            elif parent is not None:
                part.relation.set_cached_value(parent, child)
                # the reverse access of a one-to-one relation needs no query either
                if part.relation.one_to_one and child is not None:
                    part.relation.remote_field.set_cached_value(child, parent)
        for name, value in zip(self._annotations, row[self._columns[-1].end :], strict=True):
            setattr(objects[0], name, value)
        root: M = objects[0]
        return root


def _columns_of(
    model: type[Model], begin: int, parent: int = -1, relation: Any = None, left_out: Sequence[str] = ()
) -> _Columns:
    names = tuple(field.attname for field in model._meta.concrete_fields if field.name not in left_out)
    assert model._meta.pk is not None
    key = begin + names.index(model._meta.pk.attname)
    return _Columns(model, names, begin, begin + len(names), key, parent, relation)


def _database_value(value: Value) -> Any:
    """Return a value as the database takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, uuid.UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    return value
