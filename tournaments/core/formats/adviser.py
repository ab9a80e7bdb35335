"""Proposals for an evening with a number of players and a number of minutes, ranked, from the catalogue."""

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.evening_plans import EveningPlan, fit_plan, list_plans, preferred_rounds
from tournaments.core.formats.proposals import Advice, Needs, Pace, Proposal, ProposedSection
from tournaments.core.movements.catalogue import FoundMovement, find_movement
from tournaments.core.movements.counts import count_unit_deals, table_numbers
from tournaments.core.movements.figures import MovementFigures, measure_movement
from tournaments.core.movements.library.registry import FIVES_SOURCES
from tournaments.core.movements.movement import SEAT_COUNT, IntArray
from tournaments.core.movements.remarks import Remark, describe_meetings, describe_rests, remark
from tournaments.core.movements.request import MovementRequest

FEWEST_PLAYERS, MOST_PLAYERS = 3, 1_200
SHORTEST, LONGEST = 30, 720
"""Shortest and longest evening, in minutes."""
MOST_PER_FORMAT = 3
"""Largest number of proposals of one format."""
SPARE_PLANS = 2
"""Number of plans that are made and measured beyond the requested number of proposals."""


def advise(
    player_count: int, minutes: int, *, pace: Pace | None = None, needs: Needs | None = None
) -> Advice:
    """Return proposals for these players and this time, the best first.

    Each format has up to three proposals, plus one with tables of five, one in parallel colours and one for a
    number of players that does not fit. No error is raised: numbers out of range, too little time, too few
    étuis or a gap in the catalogue give an advice without proposals, with a reason.

    Args:
        player_count: 3 to 1,200.
        minutes: 30 to 720.
    """
    pace, needs = pace or Pace(), needs or Needs()
    if not (FEWEST_PLAYERS <= player_count <= MOST_PLAYERS and SHORTEST <= minutes <= LONGEST):
        return Advice((), remark("advice_out_of_range", player_count=player_count, minutes=minutes))
    plans = [plan for event_format in needs.formats for plan in list_plans(event_format, player_count, needs)]
    timely_plans = [timed_plan for plan in plans for timed_plan in fit_plan(plan, minutes, pace, needs)]
    if not timely_plans:
        return Advice((), _why_no_plan(plans, pace, needs, player_count))
    proposals = [
        proposal
        for event_format in needs.formats
        for proposal in _best_of_format(
            [plan for plan in timely_plans if plan.format is event_format], minutes, pace
        )
    ]
    # without a limit of étuis every proposal is affordable
    affordable = [row for row in proposals if row.board_count <= (needs.most_boards or row.board_count)]
    if not affordable:
        fewest_boards = min((proposal.board_count for proposal in proposals), default=0)
        code = "advice_too_few_boards" if fewest_boards else "advice_no_movement"
        return Advice((), remark(code, needed=fewest_boards, player_count=player_count))
    return Advice(tuple(sorted(affordable, key=lambda proposal: -proposal.worth)))


def _why_no_plan(plans: list[EveningPlan], pace: Pace, needs: Needs, player_count: int) -> Remark:
    """Return the reason why no plan fits: the length of the shortest evening, if one exists."""
    times = [
        pace.minutes(plan.format, rounds, plan.boards_per_round)
        for plan in plans
        for rounds in preferred_rounds(plan, needs)
    ]
    if not times:
        return remark("advice_no_movement", needed=0, player_count=player_count)
    return remark("advice_too_short", minutes=min(times), player_count=player_count)


def _best_of_format(plans: list[EveningPlan], minutes: int, pace: Pace) -> list[Proposal]:
    """Return the proposals of one format.

    These are single sections, one with tables of five, one in colours and one for a number of players that
    does not fit.
    """
    complete = [plan for plan in plans if plan.odd is None]
    fives = [plan for plan in complete if plan.shapes[0].source in FIVES_SOURCES]
    single = [plan for plan in complete if len(plan.shapes) == 1 and plan not in fives]
    colours = [plan for plan in complete if len(plan.shapes) > 1]
    odd_plans = [plan for plan in plans if plan.odd is not None]
    return [
        *_best(single, MOST_PER_FORMAT, minutes, pace),
        *_best(fives, 1, minutes, pace),
        *_best(colours, 1, minutes, pace),
        *_best(odd_plans, 1 if complete else MOST_PER_FORMAT, minutes, pace),
    ]


def _best(plans: list[EveningPlan], count: int, minutes: int, pace: Pace) -> list[Proposal]:
    """Return up to `count` proposals of different sizes, the best of the plans with the most deals."""
    # making and measuring a movement is slow: only the most promising plans get one
    promising = sorted(plans, key=lambda plan: (not plan.is_federal, -plan.deals))[: count + SPARE_PLANS]
    proposals = [proposal for plan in promising if (proposal := _propose(plan, minutes, pace)) is not None]
    by_size: dict[tuple[object, ...], Proposal] = {}
    for proposal in sorted(proposals, key=lambda row: -row.worth):
        size = (proposal.table_counts, proposal.round_count, proposal.boards_per_round)
        # sorted by worth: the first proposal of each size is its best
        by_size.setdefault(size, proposal)
    return list(by_size.values())[:count]


def _propose(plan: EveningPlan, minutes: int, pace: Pace) -> Proposal | None:
    """Return the plan with its movements.

    None if the catalogue cannot make one after all, or if one table plays all boards and nothing is compared.
    """
    requests = [
        MovementRequest(
            format=plan.format.movement_format,
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
        movements = [find_movement(request) for request in requests]
    except NoSuchMovement:
        return None
    figures = [measure_movement(entry.movement, entry.boards_per_set) for entry in movements]
    # parallel colours compare their results with one another
    if len(figures) == 1 and figures[0].compares_nothing:
        return None
    worst = min(figures, key=lambda row: row.quality)
    deals = np.concatenate([count_unit_deals(entry.movement, entry.boards_per_set) for entry in movements])
    tables = tuple(len(table_numbers(entry.movement)) for entry in movements)
    minutes_of_play = pace.minutes(plan.format, plan.round_count, plan.boards_per_round)
    return Proposal(
        format=plan.format,
        sections=tuple(_section(request, entry) for request, entry in zip(requests, movements, strict=True)),
        round_count=plan.round_count,
        boards_per_round=plan.boards_per_round,
        minutes=minutes_of_play,
        board_count=sum(row.board_count * row.copies for row in figures),
        quality=worst.quality,
        met=min(100 * row.opponents.lowest // (row.unit_count - 1) for row in figures),
        used=100 * minutes_of_play // minutes,
        odd=plan.odd or _odd(worst),
        federal=_federal_length(plan, pace),
        tables=tables,
        deals=(int(deals.min()), int(deals.max())),
        three_gap=max(
            100 * (row.three_seats.highest - row.three_seats.lowest) // row.round_count for row in figures
        ),
        lines=(_size(plan, minutes_of_play, tables, deals), describe_meetings(worst)),
    )


def _section(request: MovementRequest, entry: FoundMovement) -> ProposedSection:
    return ProposedSection(request=request, source=entry.source)


def _odd(figures: MovementFigures) -> Remark:
    if figures.three_seats.counts:
        tables = figures.three_seats.total // (3 * figures.round_count)
        most, is_alone = figures.three_seats.highest, figures.unit_count == SEAT_COUNT - 1
        return remark("odd_threes" if most == 1 or is_alone else "odd_threes_again", tables=tables, most=most)
    if figures.five_seats.counts:
        tables = figures.five_seats.total // (SEAT_COUNT * figures.round_count)
        most, is_alone = figures.five_seats.highest, figures.unit_count == SEAT_COUNT + 1
        return remark("odd_fives" if most == 1 or is_alone else "odd_fives_again", tables=tables, most=most)
    if figures.half_rests.counts:
        return describe_rests(figures)
    if figures.rests.highest:
        return remark("odd_rest", most=figures.rests.highest)
    return remark("odd_nobody")


def _federal_length(plan: EveningPlan, pace: Pace) -> Remark | None:
    """Return the shortest federal length for these tables; None if the plan has a federal length."""
    times = [
        (pace.minutes(plan.format, rounds, boards), rounds, boards)
        for rounds, boards in ([] if plan.is_federal else plan.federal_lengths())
    ]
    if not times:
        return None
    minutes, rounds, boards = min(times)
    return remark("length_federal", rounds=rounds, deals=rounds * boards, minutes=minutes)


def _size(plan: EveningPlan, minutes: int, tables: tuple[int, ...], deals: IntArray) -> Remark:
    """Return the size of a plan: `size_alone`, `size_one` or `size_colours`, with its figures.

    The code ends in `_between` if some units play fewer deals than others; the fewest are in `least`.
    """
    code = "size_alone" if tables == (1,) else "size_one" if len(tables) == 1 else "size_colours"
    least, most = int(deals.min()), int(deals.max())
    return remark(
        code if least == most else f"{code}_between",
        tables=" + ".join(map(str, tables)),
        rounds=plan.round_count,
        boards=plan.boards_per_round,
        deals=most,
        minutes=minutes,
        **({} if least == most else {"least": least}),
    )
