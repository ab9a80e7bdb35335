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

    PostgreSQL packs each column into one string of bytes: reading a hundred thousand rows takes as long as
    finding them. Other databases send their rows.

    Args:
        names: fields, annotations or paths of them as `values_list` takes them. Their values are whole
            numbers of at most 64 bits or NULL.
        missing: value that replaces NULL.

    Returns:
        For each name an array of shape (rows,), int64.
    """
    selection = rows.order_by().values_list(*names)
    connection = connections[selection.db]
    if connection.vendor == "postgresql":
        return _read_packed(selection, len(names), missing)
    columns = [
        [missing if value is None else value for value in column] for column in zip(*selection, strict=True)
    ]
    return tuple(np.array(column, dtype=np.int64) for column in columns or [[] for _ in names])


def _read_packed(selection: "QuerySet[Model, Any]", count: int, missing: int) -> tuple[IntArray, ...]:
    """Read the columns as byte strings of one row, with numbers in network byte order."""
    try:
        sql, parameters = selection.query.sql_with_params()
    except EmptyResultSet:  # Django knows that `IN ()` is empty and builds no SQL
        return tuple(np.empty(0, dtype=np.int64) for _ in range(count))
    columns = [f"c{number}" for number in range(count)]
    # one pass over the rows, so that all columns come in the same order
    packed_columns = [f"string_agg(int8send(coalesce({name}, %s)::int8), ''::bytea)" for name in columns]
    with connections[selection.db].cursor() as cursor:
        cursor.execute(
            f"SELECT {', '.join(packed_columns)} FROM ({sql}) AS asked({', '.join(columns)})",  # noqa: S608
            (*[missing] * count, *parameters),
        )
        row = cursor.fetchone()
    return tuple(np.frombuffer(column or b"", dtype=f">i{WIDTH}").astype(np.int64) for column in row)
