"""What could be played at all: shapes of the catalogue that so many players can fill, before one is made."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.catalogue import list_shapes
from tournaments.core.movements.library.colours import recommended_colours
from tournaments.core.movements.library.triplet_setups import triplet_setups
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.proposals import Needs, Pace
from tournaments.core.movements.remarks import Remark, remark
from tournaments.core.movements.request import MovementShape

_TEAM_SIZES = {"triplets": 3, "quartets": 4}
_SMALL_MATCHES = {"teams": (2, range(8, 13)), "triangular": (3, range(12, 19))}
"""Teams of 4 to 6: their number, and the players that they can be."""
_MOST_RESERVES = 2
_MOST_SUBSTITUTES = 2


@dataclass(frozen=True, slots=True)
class _Field:
    """Units to seat, and the players who do not make a unit."""

    units: int
    odd: Remark | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Shapes of the catalogue for each colour, before any movement is made."""

    format: str
    shapes: tuple[MovementShape, ...]
    round_counts: tuple[int, ...]
    """Numbers of rounds that all colours can play, ascending."""
    boards_per_round: int
    odd: Remark | None

    @property
    def round_count(self) -> int:
        """Most rounds."""
        return self.round_counts[-1]

    @property
    def deals(self) -> int:
        return self.round_count * self.boards_per_round


def list_plans(format_code: str, player_count: int, needs: Needs) -> Iterator[Plan]:
    """Every shape of the catalogue for these players, with each number of boards that it can have."""
    for field in _fields(format_code, player_count):
        for shapes in _shapes_by_colour(format_code, field.units):
            rounds = _common([shape.round_counts for shape in shapes])
            for boards_per_round in _common([shape.boards_per_set for shape in shapes]):
                if rounds and max(shape.copies(boards_per_round) for shape in shapes) <= needs.copies:
                    yield Plan(format_code, shapes, rounds, boards_per_round, field.odd)


def _common(choices: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The numbers that all choices have, in the order of the first."""
    return tuple(number for number in choices[0] if all(number in other for other in choices))


def _fields(format_code: str, player_count: int) -> Iterator[_Field]:
    """The units that these players make: themselves, with substitutes for a last table, or teams."""
    if format_code in _SMALL_MATCHES:
        teams, sizes = _SMALL_MATCHES[format_code]
        if player_count in sizes:
            yield _Field(teams)
    elif format_code in _TEAM_SIZES:
        teams, left_over = divmod(player_count, _TEAM_SIZES[format_code])
        if left_over <= _MOST_RESERVES:
            yield _Field(teams, remark("odd_reserves", people=left_over) if left_over else None)
    else:
        yield _Field(player_count)
        wanted = -player_count % SEAT_COUNT
        if format_code == "duplicate_individual" and 0 < wanted <= _MOST_SUBSTITUTES:
            yield _Field(player_count + wanted, remark("odd_substitutes", people=wanted))


def _shapes_by_colour(format_code: str, units: int) -> Iterator[tuple[MovementShape, ...]]:
    """One section, then parallel sections as the federation splits players or triplets."""
    for shape in list_shapes(format_code, units):
        yield (shape,)
    for setup in _setups(format_code, units):
        choices = [
            [shape for shape in list_shapes(format_code, each) if source in (None, shape.source)][:1]
            for each, source in setup
        ]
        if all(choices):
            yield tuple(shape for (shape,) in choices)


def _setups(format_code: str, units: int) -> list[list[tuple[int, str | None]]]:
    """The recommended setups of several colours: units and construction (None for any) of each colour."""
    try:
        if format_code == "triplets":
            setups = triplet_setups(units)
            return [[(each.team_count, each.source) for each in setup] for setup in setups if len(setup) > 1]
        if format_code == "duplicate_individual" and units % SEAT_COUNT == 0:
            colours = recommended_colours(units // SEAT_COUNT)
            return [[(SEAT_COUNT * size, None) for size in colours]] if len(colours) > 1 else []
    except NoSuchMovement:
        return []
    return []


def fit(plan: Plan, minutes: int, pace: Pace, needs: Needs) -> Plan | None:
    """The plan with the rounds that there is time for; None when they are too few."""
    most = pace.most_rounds(plan.format, minutes, plan.boards_per_round)
    rounds = tuple(number for number in welcome_rounds(plan, needs) if number <= most)
    return replace(plan, round_counts=rounds) if rounds else None


def welcome_rounds(plan: Plan, needs: Needs) -> tuple[int, ...]:
    """The numbers of rounds that make an evening, whatever the time."""
    fewest = max(needs.fewest_rounds, -(-needs.fewest_deals // plan.boards_per_round))
    return tuple(number for number in plan.round_counts if number >= fewest)
