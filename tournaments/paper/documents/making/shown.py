"""Values that an adjusted template may read: the sheets and their content, not the rest of the database.

Text, numbers and dates are passed on. Any other value is wrapped and gives only its public fields and
properties. Database rows give only the columns of `SHOWN_COLUMNS`: no address of a player, no account of a
club.
"""

import datetime
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from django.db.models import Manager, Model, QuerySet
from django.utils.functional import Promise

PLAIN_TYPES = (
    str,
    int,
    float,
    Decimal,
    Fraction,
    Enum,
    Promise,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    type(None),
)

PROPERTIES = property, cached_property

SHOWN_COLUMNS: dict[str, frozenset[str]] = {
    name: frozenset(columns.split())
    for name, columns in {
        "Person": "last_name first_name full_name public_name home_club federation_number series category",
        "Entry": "name public_name person members start_table start_seat arrival",
        "EntryMember": "person",
        "Club": "name city",
        "Tournament": "name starts_on starts_at club format",
        "Session": "number coefficient is_final tournament",
        "Section": "number session player_count table_count round_count board_count",
        "Round": "number",
        "Table": "number",
        "Play": "board round table",
        "Substitution": "entry leaves person first_round",
        "Ruling": "fault play guilty occurrence reason ruled_by get_ruled_as_display created_at withdrawn_by"
        " withdrawn_reason",
        "ResultSlip": "kind seat_scores play taker",
        "PaymentReceipt": "number payer subject reason cents",
    }.items()
}
"""Readable columns, properties and related rows, by name of the model."""


class ShownValue:
    """A value whose public parts a template may read, by name."""

    __slots__ = ("_raw",)

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def __getitem__(self, name: str) -> Any:
        if name not in _names_of(self._raw.__class__):
            raise KeyError(name)
        value = getattr(self._raw, name)
        # Django's `get_…_display` is a method
        return as_template_value(value() if name.endswith("_display") else value)

    def __str__(self) -> str:
        return str(self._raw)

    def __eq__(self, other: object) -> bool:
        return bool(self._raw == raw_of(other))

    def __hash__(self) -> int:
        return hash(self._raw)

    def __bool__(self) -> bool:
        return bool(self._raw)


class ShownList(tuple[Any, ...]):
    """A sequence of wrapped values; `raw_of` returns the original."""

    _raw: object

    @classmethod
    def of(cls, values: Sequence[Any] | Set[Any]) -> "ShownList":
        wrapped_list = cls(map(as_template_value, values))
        wrapped_list._raw = values
        return wrapped_list


def as_template_value(value: Any) -> Any:
    """Return a value as a template may read it."""
    if isinstance(value, (*PLAIN_TYPES, ShownValue, ShownList)):
        return value
    if isinstance(value, Mapping):
        return {key: as_template_value(item) for key, item in value.items()}
    if isinstance(value, Manager):
        return {"all": ShownList.of(list(value.all()))}
    if isinstance(value, QuerySet):
        return ShownList.of(list(value))
    # a named tuple has `_fields` and is read by name
    if isinstance(value, (Sequence, Set)) and not hasattr(value, "_fields"):
        return ShownList.of(value)
    return ShownValue(value)


def raw_of(value: Any) -> Any:
    """Return the original of a wrapped value, for our own filters, which are safe."""
    if isinstance(value, (ShownValue, ShownList)):
        return value._raw
    return value


@cache
def _names_of(kind: type[object]) -> frozenset[str]:
    """Return the readable names of values of a type; none for an unknown type."""
    if issubclass(kind, Model):
        return SHOWN_COLUMNS.get(kind.__name__, frozenset())
    names = {name for name in dir(kind) if isinstance(getattr(kind, name, None), PROPERTIES)}
    if is_dataclass(kind):
        names |= {field.name for field in fields(kind)}
    names |= set(getattr(kind, "_fields", ()))
    return frozenset(name for name in names if not name.startswith("_"))
