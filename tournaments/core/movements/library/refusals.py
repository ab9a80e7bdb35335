"""Refusals that all movements of the library share: each names the nearest shapes that exist."""

from collections.abc import Sequence

from tournaments.core.errors import NoSuchMovement


def require_tables(table_count: int, known: Sequence[int]) -> None:
    """Refuse a number of tables that a movement does not have (`library_tables`, with the nearest)."""
    if table_count in known:
        return
    nearest = nearest_numbers(table_count, known)
    raise NoSuchMovement(
        "library_tables",
        f"{table_count} tables: this movement exists for {_listed(nearest)}",
        field="table_count",
        table_count=table_count,
        known=nearest,
    )


def require_rounds(round_count: int, known: Sequence[int], *, table_count: int) -> None:
    """Refuse a number of rounds that a movement does not have (`library_rounds`, with the nearest)."""
    if round_count in known:
        return
    nearest = nearest_numbers(round_count, known)
    raise NoSuchMovement(
        "library_rounds",
        f"{round_count} rounds of {table_count} tables: this movement has {_listed(nearest)}",
        field="round_count",
        round_count=round_count,
        table_count=table_count,
        known=nearest,
    )


def require_units(unit_count: int, known: Sequence[int], *, table_count: int) -> None:
    """Refuse a number of players or teams that a movement does not seat (`library_units`)."""
    if unit_count in known:
        return
    nearest = nearest_numbers(unit_count, sorted(known))
    raise NoSuchMovement(
        "library_units",
        f"{unit_count} players or teams at {table_count} tables: this movement seats {_listed(nearest)}",
        field="player_count",
        unit_count=unit_count,
        table_count=table_count,
        known=nearest,
    )


def nearest_numbers(number: int, known: Sequence[int]) -> tuple[int, ...]:
    """The known numbers just below and just above, of an ascending list; one of them at its ends."""
    below = [one for one in known if one < number][-1:]
    above = [one for one in known if one > number][:1]
    return (*below, *above)


def _listed(numbers: tuple[int, ...]) -> str:
    return " and ".join(map(str, numbers)) or "none"
