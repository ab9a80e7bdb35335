"""Columns for cards, and the sealed values that a query returns for them: these show no content.

Only a few modules may import this one (pyproject.toml, "Sealed columns"): the models, which declare such
columns, and `games.opening`, which opens them.
"""

import hashlib
from typing import Any, NoReturn

from django.db import models
from django.db.models.query_utils import DeferredAttribute

COMPARED = ("exact", "in", "isnull")
"""Lookups of a sealed column. Any other would reveal it card by card."""


class Sealed:
    """Cards, or their seed, as the database returns them.

    They can be compared and tested for content only.
    """

    __slots__ = ("__content",)

    def __init__(self, content: str | bytes) -> None:
        self.__content = content

    def __repr__(self) -> str:
        return "<sealed>"

    def __bool__(self) -> bool:
        return bool(self.__content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self.__content == other.__content

    def __hash__(self) -> int:
        return hash(self.__content)

    def __copy__(self) -> "Sealed":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Sealed":
        return self

    def __reduce__(self) -> NoReturn:
        # A cache pickles the values that it stores, so this keeps cards out of it.
        raise TypeError("sealed values are not put away: no cache, queue or file holds them")

    @property
    def fingerprint(self) -> str:
        """Hash that distinguishes two contents without showing a card."""
        content = self.__content
        return hashlib.sha256(content if isinstance(content, bytes) else content.encode()).hexdigest()[:16]


def open_sealed(value: Sealed) -> Any:
    """Return the content: a text, or bytes."""
    # The mangled name is private to the class: only this function passes around it.
    return value._Sealed__content  # type: ignore[attr-defined]


class _SealedAttribute(DeferredAttribute):
    """Descriptor that seals a value when it is assigned to a row, before it is stored."""

    def __set__(self, row: models.Model, value: Any) -> None:
        row.__dict__[self.field.attname] = _seal(value)


class _SealedField(models.Field):  # type: ignore[type-arg] # generic in the stubs only
    """Common base of both kinds of column."""

    descriptor_class = _SealedAttribute

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Sealed | None:
        return _seal(value)  # type: ignore[no-any-return]

    def to_python(self, value: Any) -> Any:
        return value

    def get_prep_value(self, value: Any) -> Any:
        return open_sealed(value) if isinstance(value, Sealed) else value

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(self.get_prep_value(value), connection, prepared)

    def value_to_string(self, obj: models.Model) -> str:
        raise TypeError("sealed columns are not serialized: a backup copies the database")

    def get_lookup(self, lookup_name: str) -> Any:
        return super().get_lookup(lookup_name) if lookup_name in COMPARED else None

    # A transform, such as the length or a part of the text, would reveal cards.
    def get_transform(self, lookup_name: str) -> None:
        return None


class SealedTextField(_SealedField, models.TextField):  # type: ignore[type-arg]
    """A column for a text of cards."""


class SealedBytesField(_SealedField, models.BinaryField):  # type: ignore[type-arg]
    """A column for the secret of a set."""


def _seal(value: Any) -> Any:
    """Seal a value of the database or of a caller. Expressions stay as they are, for use in a query."""
    # Some database drivers return binary columns as memory views.
    if isinstance(value, memoryview):
        value = bytes(value)
    return Sealed(value) if isinstance(value, str | bytes) else value
