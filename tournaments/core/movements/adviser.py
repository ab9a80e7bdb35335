"""So many players, so many minutes: what can they play? Ranked proposals from the catalogue."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.catalogue import FoundMovement, find_movement, list_shapes
from tournaments.core.movements.figures import MovementFigures, measure
from tournaments.core.movements.library.colours import recommended_colours
from tournaments.core.movements.library.triplet_setups import triplet_setups
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.proposals import Advice, Needs, Pace, Proposal, ProposedSection
from tournaments.core.movements.remarks import Remark, describe_meetings, remark
from tournaments.core.movements.request import MovementRequest, MovementShape

FEWEST_PLAYERS, MOST_PLAYERS = 3, 400
SHORTEST, LONGEST = 30, 720
"""Minutes of an evening."""
MOST_PER_FORMAT = 3
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
class _Plan:
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


def advise(
    player_count: int, minutes: int, *, pace: Pace | None = None, needs: Needs | None = None
) -> Advice:
    """Proposals for these players and this time, best first; up to three of each format, one in parallel
    colours, and one for which people are missing or too many.

    Nothing is raised: numbers out of range, too little time, too few étuis or a gap in the catalogue
    become the reason of an advice without proposals.

    Args:
        player_count: 3 to 400.
        minutes: 30 to 720.
    """
    pace, needs = pace or Pace(), needs or Needs()
    if not (FEWEST_PLAYERS <= player_count <= MOST_PLAYERS and SHORTEST <= minutes <= LONGEST):
        return Advice((), remark("advice_out_of_range", player_count=player_count, minutes=minutes))
    plans = [plan for code in needs.formats for plan in _plans(code, player_count, needs)]
    in_time = [timed for plan in plans if (timed := _fit(plan, minutes, pace, needs)) is not None]
    if not in_time:
        return Advice((), _why_no_plan(plans, pace, needs, player_count))
    proposals = [
        proposal
        for code in needs.formats
        for proposal in _best_of_format([plan for plan in in_time if plan.format == code], minutes, pace)
    ]
    affordable = [each for each in proposals if each.board_count <= (needs.most_boards or each.board_count)]
    if not affordable:
        needed = min((proposal.board_count for proposal in proposals), default=0)
        code = "advice_too_few_boards" if needed else "advice_no_movement"
        return Advice((), remark(code, needed=needed, player_count=player_count))
    return Advice(tuple(sorted(affordable, key=lambda proposal: -proposal.worth)))


def _plans(format_code: str, player_count: int, needs: Needs) -> Iterator[_Plan]:
    """Every shape of the catalogue for these players, with each number of boards that it can have."""
    for field in _fields(format_code, player_count):
        for shapes in _shapes_by_colour(format_code, field.units):
            rounds = _common([shape.round_counts for shape in shapes])
            for boards_per_round in _common([shape.boards_per_set for shape in shapes]):
                if rounds and max(shape.copies(boards_per_round) for shape in shapes) <= needs.copies:
                    yield _Plan(format_code, shapes, rounds, boards_per_round, field.odd)


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


def _fit(plan: _Plan, minutes: int, pace: Pace, needs: Needs) -> _Plan | None:
    """The plan with the rounds that there is time for; None when they are too few."""
    most = pace.most_rounds(plan.format, minutes, plan.boards_per_round)
    rounds = tuple(number for number in _welcome_rounds(plan, needs) if number <= most)
    return replace(plan, round_counts=rounds) if rounds else None


def _welcome_rounds(plan: _Plan, needs: Needs) -> tuple[int, ...]:
    """The numbers of rounds that make an evening, whatever the time."""
    fewest = max(needs.fewest_rounds, -(-needs.fewest_deals // plan.boards_per_round))
    return tuple(number for number in plan.round_counts if number >= fewest)


def _why_no_plan(plans: list[_Plan], pace: Pace, needs: Needs, player_count: int) -> Remark:
    """The shortest evening that there is for them, if any."""
    times = [
        pace.minutes(plan.format, rounds, plan.boards_per_round)
        for plan in plans
        for rounds in _welcome_rounds(plan, needs)
    ]
    if not times:
        return remark("advice_no_movement", needed=0, player_count=player_count)
    return remark("advice_too_short", needed=min(times), player_count=player_count)


def _best_of_format(plans: list[_Plan], minutes: int, pace: Pace) -> list[Proposal]:
    """The proposals of one format: the plans that use the time best, made and measured.

    Of the plans for the same tables and boards the one with most rounds is kept, the federation's first.
    """
    by_size: dict[tuple[object, ...], _Plan] = {}
    for plan in plans:
        size = tuple((shape.table_count, shape.player_count, shape.sharing > 1) for shape in plan.shapes)
        kept = by_size.setdefault((size, plan.boards_per_round), plan)
        if plan.round_count > kept.round_count:
            by_size[size, plan.boards_per_round] = plan
    promising = sorted(by_size.values(), key=lambda plan: -plan.deals)
    complete = [plan for plan in promising if plan.odd is None]
    single = [plan for plan in complete if len(plan.shapes) == 1][:MOST_PER_FORMAT]
    colours = [plan for plan in complete if len(plan.shapes) > 1][:1]
    others = [plan for plan in promising if plan.odd is not None][: 1 if complete else MOST_PER_FORMAT]
    made = (_propose(plan, minutes, pace) for plan in (*single, *colours, *others))
    return [proposal for proposal in made if proposal is not None]


def _propose(plan: _Plan, minutes: int, pace: Pace) -> Proposal | None:
    """The plan with its movements; None when the catalogue cannot make one after all."""
    requests = [
        MovementRequest(
            format=plan.format,
            table_count=shape.table_count,
            round_count=plan.round_count,
            player_count=shape.player_count,
            boards_per_set=plan.boards_per_round,
            copies=shape.copies(plan.boards_per_round),
            source=shape.source,
        )
        for shape in plan.shapes
    ]
    try:
        found = [find_movement(request) for request in requests]
    except NoSuchMovement:
        return None
    figures = [measure(each.movement, each.boards_per_set) for each in found]
    worst = min(figures, key=lambda each: each.quality)
    played = pace.minutes(plan.format, plan.round_count, plan.boards_per_round)
    return Proposal(
        format=plan.format,
        sections=tuple(_section(request, each) for request, each in zip(requests, found, strict=True)),
        round_count=plan.round_count,
        boards_per_round=plan.boards_per_round,
        minutes=played,
        board_count=sum(each.board_count * each.copies for each in figures),
        quality=worst.quality,
        met=min(100 * each.opponents.lowest // (each.unit_count - 1) for each in figures),
        used=100 * played // minutes,
        odd=plan.odd or _odd(worst),
        lines=(_size(plan, played), describe_meetings(worst)),
    )


def _section(request: MovementRequest, found: FoundMovement) -> ProposedSection:
    return ProposedSection(request=request, source=found.source)


def _odd(figures: MovementFigures) -> Remark:
    if figures.three_seats.counts:
        tables = figures.three_seats.total // (3 * figures.round_count)
        return remark("odd_threes", tables=tables)
    if figures.rests.highest:
        return remark("odd_rest", most=figures.rests.highest)
    return remark("odd_nobody")


def _size(plan: _Plan, minutes: int) -> Remark:
    """`size_one` or `size_colours`: tables, rounds, boards a round, deals, minutes."""
    tables = tuple(shape.table_count for shape in plan.shapes)
    return remark(
        "size_one" if len(tables) == 1 else "size_colours",
        tables=" + ".join(map(str, tables)),
        rounds=plan.round_count,
        boards=plan.boards_per_round,
        deals=plan.deals,
        minutes=minutes,
    )
