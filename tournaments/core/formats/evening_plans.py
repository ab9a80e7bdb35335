"""What could be played at all: shapes of the catalogue that so many players can fill, before one is made."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.parallel_sections import Split
from tournaments.core.formats.proposals import Needs, Pace
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.catalogue import list_shapes
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.remarks import Remark, remark
from tournaments.core.movements.request import MovementShape

_MOST_RESERVES = 2
_MOST_SUBSTITUTES = 2


@dataclass(frozen=True, slots=True)
class _Field:
    """Units to seat, and the players who do not make a unit."""

    units: int
    odd: Remark | None = None


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """Shapes of the catalogue for each colour, before any movement is made."""

    format: TournamentFormat
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

    @property
    def is_federal(self) -> bool:
        """As long as the federation wants it."""
        return self.format.has_federal_length(self.round_count, self.boards_per_round)

    def federal_lengths(self) -> list[tuple[int, int]]:
        """(rounds, deals of a round) that these tables can play and the federation wants."""
        return [
            (rounds, boards)
            for rounds in _common([shape.round_counts for shape in self.shapes])
            for boards in _common([shape.boards_per_set for shape in self.shapes])
            if self.format.has_federal_length(rounds, boards)
        ]


def list_plans(played: TournamentFormat, player_count: int, needs: Needs) -> Iterator[EveningPlan]:
    """Every shape of the catalogue for these players, with each number of boards that it can have."""
    for field in _fields(played, player_count):
        for shapes in _shapes_by_colour(played, field.units):
            rounds = _common([shape.round_counts for shape in shapes])
            for boards_per_round in _common([shape.boards_per_set for shape in shapes]):
                if rounds and max(shape.copies(boards_per_round) for shape in shapes) <= needs.copies:
                    yield EveningPlan(played, shapes, rounds, boards_per_round, field.odd)


def _common(choices: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The numbers that all choices have, in the order of the first."""
    return tuple(number for number in choices[0] if all(number in other for other in choices))


def _fields(played: TournamentFormat, player_count: int) -> Iterator[_Field]:
    """The units that these players make: themselves, with substitutes for a last table, or teams."""
    smallest, largest = played.plan.unit_sizes[0], played.plan.unit_sizes[-1]
    if not played.has_teams:
        yield _Field(player_count)
        wanted = -player_count % SEAT_COUNT
        if played.may_want_substitutes and 0 < wanted <= _MOST_SUBSTITUTES:
            yield _Field(player_count + wanted, remark("odd_substitutes", people=wanted))
    elif smallest == largest:
        teams, left_over = divmod(player_count, smallest)
        if left_over <= _MOST_RESERVES:
            yield _Field(teams, remark("odd_reserves", people=left_over) if left_over else None)
    else:
        for teams in (tables * played.units_per_table for tables in played.table_counts):
            if teams * smallest <= player_count <= teams * largest:
                yield _Field(teams)


def _shapes_by_colour(played: TournamentFormat, units: int) -> Iterator[tuple[MovementShape, ...]]:
    """One section, then parallel sections as the federation splits players or triplets."""
    movements = played.movement_format
    for shape in list_shapes(movements, units):
        yield (shape,)
    for split in _splits(played, units):
        choices = [
            [shape for shape in list_shapes(movements, each) if source in (None, shape.source)][:1]
            for each, source in split
        ]
        if all(choices):
            yield tuple(shape for (shape,) in choices)


def _splits(played: TournamentFormat, units: int) -> list[Split]:
    """The recommended ways to part them into several colours."""
    try:
        return [split for split in played.splits(units) if len(split) > 1]
    except NoSuchMovement:
        return []


def fit(plan: EveningPlan, minutes: int, pace: Pace, needs: Needs) -> Iterator[EveningPlan]:
    """The plan with the rounds that there is time for, and before it with those that the federation wants."""
    most = pace.most_rounds(plan.format, minutes, plan.boards_per_round)
    rounds = tuple(number for number in preferred_rounds(plan, needs) if number <= most)
    federal = tuple(
        number for number in rounds if plan.format.has_federal_length(number, plan.boards_per_round)
    )
    if federal:
        yield replace(plan, round_counts=federal)
    if rounds[-1:] != federal[-1:]:
        yield replace(plan, round_counts=rounds)


def preferred_rounds(plan: EveningPlan, needs: Needs) -> tuple[int, ...]:
    """The numbers of rounds that make an evening, whatever the time."""
    fewest = max(needs.fewest_rounds, -(-needs.fewest_deals // plan.boards_per_round))
    return tuple(number for number in plan.round_counts if number >= fewest)
