"""Plans for an evening: shapes of the catalogue that the players can fill, before a movement is made."""

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
"""Largest number of players without a team that a plan accepts."""
_MOST_SUBSTITUTES = 2
"""Largest number of substitutes that a plan asks for."""


@dataclass(frozen=True, slots=True)
class _Field:
    """Number of units to seat, and a remark on the players who do not form a unit."""

    units: int
    odd: Remark | None = None


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """Shapes of the catalogue for each colour, before a movement is made."""

    format: TournamentFormat
    shapes: tuple[MovementShape, ...]
    round_counts: tuple[int, ...]
    """Numbers of rounds that all colours can play, ascending."""
    boards_per_round: int
    odd: Remark | None

    @property
    def round_count(self) -> int:
        """Largest number of rounds."""
        return self.round_counts[-1]

    @property
    def deals(self) -> int:
        return self.round_count * self.boards_per_round

    @property
    def is_federal(self) -> bool:
        """True if the plan has a length of the federation."""
        return self.format.has_federal_length(self.round_count, self.boards_per_round)

    def federal_lengths(self) -> list[tuple[int, int]]:
        """Return the federal lengths that these tables can play, as (rounds, deals of a round)."""
        return [
            (rounds, boards)
            for rounds in _common([shape.round_counts for shape in self.shapes])
            for boards in _common([shape.boards_per_set for shape in self.shapes])
            if self.format.has_federal_length(rounds, boards)
        ]


def list_plans(event_format: TournamentFormat, player_count: int, needs: Needs) -> Iterator[EveningPlan]:
    """Yield each shape of the catalogue for these players, with each possible number of boards."""
    for field in _fields(event_format, player_count):
        for shapes in _shapes_by_colour(event_format, field.units):
            rounds = _common([shape.round_counts for shape in shapes])
            for boards_per_round in _common([shape.boards_per_set for shape in shapes]):
                if rounds and max(shape.copies(boards_per_round) for shape in shapes) <= needs.copies:
                    yield EveningPlan(event_format, shapes, rounds, boards_per_round, field.odd)


def _common(choices: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the numbers that all choices contain, in the order of the first choice."""
    return tuple(number for number in choices[0] if all(number in choice for choice in choices))


def _fields(event_format: TournamentFormat, player_count: int) -> Iterator[_Field]:
    """Yield the possible numbers of units: the players alone, with substitutes for a last table, or teams."""
    smallest, largest = event_format.plan.unit_sizes[0], event_format.plan.unit_sizes[-1]
    if not event_format.has_teams:
        yield _Field(player_count)
        # people missing at the last table
        substitutes = -player_count % SEAT_COUNT
        if event_format.may_want_substitutes and 0 < substitutes <= _MOST_SUBSTITUTES:
            yield _Field(player_count + substitutes, remark("odd_substitutes", people=substitutes))
    elif smallest == largest:
        teams, reserves = divmod(player_count, smallest)
        if reserves <= _MOST_RESERVES:
            yield _Field(teams, remark("odd_reserves", people=reserves) if reserves else None)
    else:
        for teams in (tables * event_format.units_per_table for tables in event_format.table_counts):
            if teams * smallest <= player_count <= teams * largest:
                yield _Field(teams)


def _shapes_by_colour(event_format: TournamentFormat, units: int) -> Iterator[tuple[MovementShape, ...]]:
    """Yield one section, then parallel sections as the federation splits players or triplets."""
    movements = event_format.movement_format
    for shape in list_shapes(movements, units):
        yield (shape,)
    for split in _splits(event_format, units):
        # one shape for each colour, from the source that the federation names, if it names one
        choices = [
            [shape for shape in list_shapes(movements, unit_count) if source in (None, shape.source)][:1]
            for unit_count, source in split
        ]
        if all(choices):
            yield tuple(shape for (shape,) in choices)


def _splits(event_format: TournamentFormat, units: int) -> list[Split]:
    """Return the recommended splits into several colours."""
    try:
        return [split for split in event_format.splits(units) if len(split) > 1]
    except NoSuchMovement:
        return []


def fit_plan(plan: EveningPlan, minutes: int, pace: Pace, needs: Needs) -> Iterator[EveningPlan]:
    """Yield the plan with a federal number of rounds that fits the time, then with any number that fits."""
    most = pace.most_rounds(plan.format, minutes, plan.boards_per_round)
    rounds = tuple(number for number in preferred_rounds(plan, needs) if number <= most)
    federal = tuple(
        number for number in rounds if plan.format.has_federal_length(number, plan.boards_per_round)
    )
    if federal:
        yield replace(plan, round_counts=federal)
    # the same largest number of rounds would only repeat the federal plan
    if rounds[-1:] != federal[-1:]:
        yield replace(plan, round_counts=rounds)


def preferred_rounds(plan: EveningPlan, needs: Needs) -> tuple[int, ...]:
    """Return the numbers of rounds that are enough for an evening, regardless of the time."""
    # rounded up: enough rounds for the least number of deals
    fewest_rounds = max(needs.fewest_rounds, -(-needs.fewest_deals // plan.boards_per_round))
    return tuple(number for number in plan.round_counts if number >= fewest_rounds)
