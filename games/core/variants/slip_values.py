"""Readers of the plain values of a slip: counts by seat, an optional seat, and their bounds."""

from collections.abc import Iterable, Mapping, Sequence

from games.core.errors import ImpossibleOutcome, quote_value


def check_keys(values: Mapping[str, object], expected_keys: Iterable[str]) -> None:
    """Refuse values with a missing or an unknown key.

    Raises:
        ImpossibleOutcome: `outcome_malformed`.
    """
    expected_names = set(expected_keys)
    if values.keys() != expected_names:
        keys, expected = ", ".join(sorted(values)), ", ".join(sorted(expected_names))
        message = f"outcome with the keys {keys or 'none'}, expected {expected}"
        raise ImpossibleOutcome("outcome_malformed", message, keys=keys, expected=expected)


def read_counts(values: Mapping[str, object], field: str, player_count: int) -> tuple[int, ...]:
    """Return a list of one whole number for each seat, from seat 0.

    Raises:
        ImpossibleOutcome: `outcome_malformed` or `seat_count`.
    """
    numbers = values[field]
    if not isinstance(numbers, list):
        raise _malformed(field, numbers)
    counts = tuple(_read_whole(field, number) for number in numbers)
    check_seat_count(field, counts, player_count)
    return counts


def read_seat_or_none(values: Mapping[str, object], field: str) -> int | None:
    """Return a seat, or None where the value is null. The range of the seat is not checked here.

    Raises:
        ImpossibleOutcome: `outcome_malformed`.
    """
    return None if values[field] is None else _read_whole(field, values[field])


def check_seat_count(field: str, counts: Sequence[object], player_count: int) -> None:
    """Refuse another number of values than of seats.

    Raises:
        ImpossibleOutcome: `seat_count`.
    """
    if len(counts) != player_count:
        message = f"{field} of {len(counts)} seats, expected {player_count}"
        raise ImpossibleOutcome(
            "seat_count", message, field=field, count=len(counts), player_count=player_count
        )


def check_number_range(code: str, field: str, number: int, least: int, most: int) -> None:
    """Refuse a number outside its bounds, both included.

    Raises:
        ImpossibleOutcome: with the code `code`.
    """
    if not least <= number <= most:
        message = f"{field} {number} not in {least}..{most}"
        raise ImpossibleOutcome(code, message, field=field, number=number, least=least, most=most)


def _read_whole(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _malformed(field, value)
    return value


def _malformed(field: str, value: object) -> ImpossibleOutcome:
    return ImpossibleOutcome(
        "outcome_malformed", f"{field} {quote_value(value)}", field=field, value=quote_value(value)
    )
