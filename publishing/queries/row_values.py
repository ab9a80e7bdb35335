"""Values of rows as JSON, and back."""

import json
from typing import Any

from django.db.models import Field, ForeignKey, JSONField, Model


def column_of(model: type[Model], name: str) -> "Field[Any, Any]":
    """Return the column of a model by name."""
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def value_to_json(field: "Field[Any, Any]", row: Model) -> Any:
    """Return the value of a field of a row as JSON. The value of a foreign key is the number of its row."""
    value = field.value_from_object(row)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(field, JSONField):
        return json.loads(json.dumps(value, cls=field.encoder))
    return field.value_to_string(row)


def value_from_json(field: "Field[Any, Any]", value: Any) -> Any:
    """Return the value of a field for a row.

    Raises:
        ValidationError: the field takes no such value.
    """
    if isinstance(field, JSONField):
        return None if value is None else json.loads(json.dumps(value), cls=field.decoder)
    if isinstance(field, ForeignKey):
        return value
    value = field.to_python(value)
    # SQLite keeps a text of any length
    field.run_validators(value)
    return value
