"""Whole numbers of many rows as arrays, without a Python object for each of them."""

from typing import Any

import numpy as np
import numpy.typing as npt
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Model, QuerySet

IntArray = npt.NDArray[np.int64]
WIDTH = 8
"""Bytes of a number sent by PostgreSQL."""


def read_columns(rows: "QuerySet[Model, Any]", *names: str, missing: int = -1) -> tuple[IntArray, ...]:
    """Return columns of whole numbers in one common, arbitrary order of rows. One query.

    PostgreSQL packs each column into one string of bytes, SQLite into one text: reading a hundred thousand
    rows takes little longer than finding them. Other databases send their rows.

    Args:
        names: fields, annotations or paths of them as `values_list` takes them. Their values are whole
            numbers of at most 64 bits or NULL.
        missing: value that replaces NULL.

    Returns:
        For each name an array of shape (rows,), int64.
    """
    selection = rows.order_by().values_list(*names)
    connection = connections[selection.db]
    readers = {"postgresql": _read_packed, "sqlite": _read_joined}
    if reader := readers.get(connection.vendor):
        return reader(selection, len(names), missing)
    columns = [
        [missing if value is None else value for value in column] for column in zip(*selection, strict=True)
    ]
    return tuple(np.array(column, dtype=np.int64) for column in columns or [[] for _ in names])


def _read_packed(selection: "QuerySet[Model, Any]", count: int, missing: int) -> tuple[IntArray, ...]:
    """Read the columns as byte strings of one row, with numbers in network byte order."""
    packing = "string_agg(int8send(coalesce({name}, %s)::int8), ''::bytea)"
    row = _read_aggregates(selection, packing, count, missing)
    return tuple(np.frombuffer(column or b"", dtype=f">i{WIDTH}").astype(np.int64) for column in row)


def _read_joined(selection: "QuerySet[Model, Any]", count: int, missing: int) -> tuple[IntArray, ...]:
    """Read the columns as texts of one row, with commas between the numbers."""
    row = _read_aggregates(selection, "group_concat(coalesce({name}, %s))", count, missing)
    return tuple(
        np.fromstring(column, dtype=np.int64, sep=",") if column else np.empty(0, dtype=np.int64)
        for column in row
    )


def _read_aggregates(
    selection: "QuerySet[Model, Any]", aggregate: str, count: int, missing: int
) -> tuple[Any, ...]:
    """Return one aggregate for each column; None for each without rows.

    Args:
        aggregate: SQL with the column as `{name}`, and the value that replaces NULL as parameter.
    """
    try:
        sql, parameters = selection.query.sql_with_params()
    except EmptyResultSet:  # Django knows that `IN ()` is empty and builds no SQL
        return (None,) * count
    columns = [f"c{number}" for number in range(count)]
    # one pass over the rows, so that all columns come in the same order
    aggregates = ", ".join(aggregate.format(name=name) for name in columns)
    with connections[selection.db].cursor() as cursor:
        cursor.execute(
            f"WITH asked({', '.join(columns)}) AS ({sql}) SELECT {aggregates} FROM asked",  # noqa: S608
            (*parameters, *[missing] * count),
        )
        return tuple(cursor.fetchone())
