"""Readers of request fields: from plain JSON values to the values of the games."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from games.core.errors import GameError, quote_value
from games.core.notation.played_deal import LARGEST_INT
from games.core.play import Points
from games.core.rules import OptionValue

Level = TypeVar("Level", bound=StrEnum)


class InvalidRequest(GameError):
    """A request that is no JSON object, or has fields that are missing, unknown or of another kind."""


def read_request_object(request: object) -> Mapping[str, object]:
    """Return a request as a JSON object.

    Raises:
        InvalidRequest: `not_an_object`.
    """
    if not isinstance(request, dict):
        raise InvalidRequest("not_an_object", f"{quote_value(request)} is not a JSON object")
    return request


def check_fields(values: Mapping[str, object], required: Iterable[str], optional: Iterable[str]) -> None:
    """Refuse missing and unknown fields.

    Raises:
        InvalidRequest: `field_missing` or `unknown_field`, naming the first one.
    """
    required_fields = list(required)
    field_names = {*required_fields, *optional}
    for field in required_fields:
        if field not in values:
            raise InvalidRequest("field_missing", f"{field} is missing", field=field)
    for field in values:
        if field not in field_names:
            names = ", ".join(sorted(field_names))
            raise InvalidRequest(
                "unknown_field", f"field {quote_value(field)} not in {names}", field=quote_value(field)
            )


def wrong_value(field: str, value: object, expected: str) -> InvalidRequest:
    """Return the error for a value of another kind (`field_value`)."""
    return InvalidRequest("field_value", f"{field} {quote_value(value)} is not {expected}", field=field)


def read_text_field(values: Mapping[str, object], field: str, default: str | None = None) -> str:
    """Return a text. Raises InvalidRequest: `field_missing` without a default, `field_value`."""
    if default is None:
        check_fields(values, (field,), values)
    value = values.get(field, default)
    if not isinstance(value, str):
        raise wrong_value(field, value, "a text")
    return value


def read_whole_field(values: Mapping[str, object], field: str, default: int | None = None) -> int:
    """Return a whole number of at most nine digits, not a Boolean. Raises InvalidRequest: `field_value`."""
    value = values.get(field, default)
    # A Boolean of Python is an integer, too.
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST_INT:
        raise wrong_value(field, value, "a whole number")
    return value


def read_flag_field(values: Mapping[str, object], field: str) -> bool:
    """Return a Boolean, false when it is absent. Raises InvalidRequest: `field_value`."""
    value = values.get(field, False)
    if not isinstance(value, bool):
        raise wrong_value(field, value, "true or false")
    return value


def read_list_field(values: Mapping[str, object], field: str) -> list[object]:
    """Return a list, empty when it is absent. Raises InvalidRequest: `field_value`."""
    value = values.get(field, [])
    if not isinstance(value, list):
        raise wrong_value(field, value, "a list")
    return value


def read_level_field(values: Mapping[str, object], field: str, kind: type[Level]) -> Level:
    """Return one of the names of an enumeration. Raises InvalidRequest: `field_value`."""
    value = values.get(field)
    if not isinstance(value, str) or value not in set(kind):
        raise wrong_value(field, value, "one of " + ", ".join(kind))
    return kind(value)


def read_half_points_field(values: Mapping[str, object], field: str) -> int:
    """Return points that may end in a half (49.5), as half points.

    Raises:
        InvalidRequest: `field_value`, for anything else.
    """
    value = values.get(field)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST_INT:
        raise wrong_value(field, value, "a number of points")
    # A fraction is exact: 49.3 is no number of halves.
    half_points = 2 * Fraction(value)
    if half_points.denominator != 1:
        raise wrong_value(field, value, "a whole number of points or of halves")
    return int(half_points)


def read_options_field(values: Mapping[str, object], field: str = "options") -> dict[str, OptionValue]:
    """Return options by name, with lists of whole numbers as tuples. The game checks their names and values.

    Raises:
        InvalidRequest: `field_value`.
    """
    value = values.get(field, {})
    if not isinstance(value, dict):
        raise wrong_value(field, value, "an object")
    return {str(name): _option_value(name, option) for name, option in value.items()}


def check_players(values: Mapping[str, object], player_count: int) -> None:
    """Refuse a number of players other than that of the game. The field may be absent.

    Raises:
        InvalidRequest: `field_value`.
    """
    players = read_whole_field(values, "players", player_count)
    if players != player_count:
        raise wrong_value("players", players, f"the {player_count} of this game")


def write_half_points(half_points: int) -> int | float:
    """Return half points as points for JSON: a whole number, or one that ends in .5."""
    return half_points / 2 if half_points % 2 else half_points // 2


def write_points(points: Points) -> int | str:
    """Return a seat's points for JSON: a number if whole, else an exact fraction as text ("106/3")."""
    return points if isinstance(points, int) else f"{points.numerator}/{points.denominator}"


def _option_value(name: object, value: object) -> OptionValue:
    if isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, list) and all(isinstance(part, int) for part in value):
        return tuple(value)
    raise wrong_value(f"options.{name}", value, "a value of an option")
