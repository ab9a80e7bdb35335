"""Splits of a large event into sections of several colours that play the same deals."""

from tournaments.core.movements.library.colours import recommended_colours
from tournaments.core.movements.library.triplet_setups import triplet_setups
from tournaments.core.movements.movement import SEAT_COUNT

Split = tuple[tuple[int, str | None], ...]
"""Number of units of each colour, with the source of its movement; None for any source."""


def no_splits(units: int) -> tuple[Split, ...]:
    """Return no split, for formats without a recommendation of the federation."""
    return ()


def split_players(units: int) -> tuple[Split, ...]:
    """Return the recommended colours for full tables of individual players.

    Raises:
        NoSuchMovement: no recommendation exists for so few or so many tables.
    """
    if units % SEAT_COUNT:
        return ()
    return (tuple((SEAT_COUNT * size, None) for size in recommended_colours(units // SEAT_COUNT)),)


def split_triplets(units: int) -> tuple[Split, ...]:
    """Return the recommended setups of triplets, the best first.

    Raises:
        NoSuchMovement: no recommendation exists for so few or so many teams.
    """
    return tuple(
        tuple((section.team_count, section.source) for section in setup) for setup in triplet_setups(units)
    )
