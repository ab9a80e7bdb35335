"""Errors for sizes that a movement of the library does not have. Each names the nearest sizes."""

from collections.abc import Sequence

from tournaments.core.errors import NoSuchMovement


def require_tables(table_count: int, choices: Sequence[int]) -> None:
    """Raise `library_tables`, with the nearest numbers, unless a movement has this number of tables."""
    if table_count in choices:
        return
    nearest = nearest_numbers(table_count, choices)
    raise NoSuchMovement(
        "library_tables",
        f"{table_count} tables: this movement exists for {_listed(nearest)}",
        field="table_count",
        table_count=table_count,
        known=nearest,
    )


def require_rounds(round_count: int, choices: Sequence[int], *, table_count: int) -> None:
    """Raise `library_rounds`, with the nearest numbers, unless a movement has this number of rounds."""
    if round_count in choices:
        return
    nearest = nearest_numbers(round_count, choices)
    raise NoSuchMovement(
        "library_rounds",
        f"{round_count} rounds of {table_count} tables: this movement has {_listed(nearest)}",
        field="round_count",
        round_count=round_count,
        table_count=table_count,
        known=nearest,
    )


def require_units(unit_count: int, choices: Sequence[int], *, table_count: int) -> None:
    """Raise `library_units`, with the nearest numbers, unless a movement seats so many units.

    Units are players or teams.
    """
    if unit_count in choices:
        return
    # numbers of units come with full tables first
    nearest = nearest_numbers(unit_count, sorted(choices))
    raise NoSuchMovement(
        "library_units",
        f"{unit_count} players or teams at {table_count} tables: this movement seats {_listed(nearest)}",
        field="player_count",
        unit_count=unit_count,
        table_count=table_count,
        known=nearest,
    )


def nearest_numbers(number: int, choices: Sequence[int]) -> tuple[int, ...]:
    """Return the choices just below and just above a number. There is only one beyond the ends of the list.

    Args:
        choices: ascending.
    """
    lower = [choice for choice in choices if choice < number][-1:]
    higher = [choice for choice in choices if choice > number][:1]
    return (*lower, *higher)


def _listed(numbers: tuple[int, ...]) -> str:
    return " and ".join(map(str, numbers)) or "none"
