"""How the units of a large event split into sections of several colours that play the same deals."""

from tournaments.core.movements.library.colours import recommended_colours
from tournaments.core.movements.library.triplet_setups import triplet_setups
from tournaments.core.movements.movement import SEAT_COUNT

Split = tuple[tuple[int, str | None], ...]
"""For each colour its units and the source of its movement, None for any."""


def no_splits(units: int) -> tuple[Split, ...]:
    """The formats for which the federation recommends nothing."""
    return ()


def split_players(units: int) -> tuple[Split, ...]:
    """The recommended colours of full tables of individual players.

    Raises:
        NoSuchMovement: fewer or more tables than are known.
    """
    if units % SEAT_COUNT:
        return ()
    return (tuple((SEAT_COUNT * size, None) for size in recommended_colours(units // SEAT_COUNT)),)


def split_triplets(units: int) -> tuple[Split, ...]:
    """The recommended setups of triplets, best first.

    Raises:
        NoSuchMovement: fewer or more teams than are known.
    """
    return tuple(tuple((each.team_count, each.source) for each in setup) for setup in triplet_setups(units))
