"""What an organiser would say of a movement, as codes and values that the pages turn into sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.core.movements.figures import MovementFigures


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence to be: a stable code and its figures."""

    code: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.code}: {', '.join(f'{name} {value}' for name, value in self.values.items())}"


def remark(code: str, **values: object) -> Remark:
    return Remark(code, values)


def describe(figures: MovementFigures) -> tuple[Remark, ...]:
    """Everything worth saying, most important first: meetings, comparisons, attacks, sets, rests."""
    return (
        describe_meetings(figures),
        *describe_comparisons(figures),
        *_describe_spread(figures, "attacks"),
        *_describe_spread(figures, "sets"),
        describe_rests(figures),
        *_describe_odd_tables(figures),
    )


def describe_meetings(figures: MovementFigures) -> Remark:
    """How many of the others one meets, and whether anybody twice.

    Returns:
        `meets_all_once` (others), `meets_once` (met, others) or `meets_once_between` (lowest, highest,
        others); `meets_again` and `meets_again_between` have besides the pairs that do, and the most times;
        `meets_all_again` (others, most) where everybody meets everybody. The same with `teams_` before where
        teams play; `two_teams` and `two_players` where there are no others.
    """
    if figures.unit_count == 2:
        return remark("two_teams") if figures.has_teams else remark("two_players")
    others = figures.unit_count - 1
    lowest, highest = figures.opponents.lowest, figures.opponents.highest
    again: dict[str, object] = {}
    if figures.meetings.highest > 1:
        again = {"pairs": figures.meetings.count_above(1), "most": figures.meetings.highest}
    who = "teams_" if figures.has_teams else ""
    start = f"{who}meets_again" if again else f"{who}meets_once"
    if lowest < highest:
        return remark(f"{start}_between", lowest=lowest, highest=highest, others=others, **again)
    if lowest < others:
        return remark(start, met=lowest, others=others, **again)
    return _describe_all_met(figures, others)


def _describe_all_met(figures: MovementFigures, others: int) -> Remark:
    most = figures.meetings.highest
    if figures.has_teams:
        return (
            remark("teams_meets_all_again", others=others, most=most)
            if most > 1
            else remark("teams_meets_all_once", others=others)
        )
    if most > 1:
        return remark("meets_all_again", others=others, most=most)
    return remark("meets_all_once", others=others)


def describe_comparisons(figures: MovementFigures) -> tuple[Remark, ...]:
    """How often two who are ranked together hold the same cards; nothing where marks are not compared.

    Returns:
        `compared_equal` (times), `compared_between` (lowest, highest), or the same with `lines_` before
        where each line is compared apart.
    """
    if not figures.comparisons.counts:
        return ()
    start = "lines_compared" if figures.keeps_lines else "compared"
    lowest, highest = figures.comparisons.lowest, figures.comparisons.highest
    if figures.comparisons.is_even:
        return (remark(f"{start}_equal", times=lowest),)
    return (remark(f"{start}_between", lowest=lowest, highest=highest),)


def describe_rests(figures: MovementFigures) -> Remark:
    """Returns `nobody_rests`, `rests_equal` (times), `rests_once` (units who rest), `rests_at_most` (times,
    units), `rests_between` (lowest, highest) or `half_rests` (most); `teams_` stands before all but the
    first and the last where teams play."""
    if figures.half_rests.counts:
        return remark("half_rests", most=figures.half_rests.highest)
    if not figures.rests.highest:
        return remark("nobody_rests")
    who = "teams_" if figures.has_teams else ""
    if figures.rests.is_even:
        return remark(f"{who}rests_equal", times=figures.rests.lowest)
    if not figures.rests.lowest:
        return _describe_some_rest(figures)
    return remark(f"{who}rests_between", lowest=figures.rests.lowest, highest=figures.rests.highest)


def _describe_some_rest(figures: MovementFigures) -> Remark:
    units, times = figures.rests.count_above(0), figures.rests.highest
    if figures.has_teams:
        return (
            remark("teams_rests_at_most", times=times, units=units)
            if times > 1
            else remark("teams_rests_once", units=units)
        )
    if times > 1:
        return remark("rests_at_most", times=times, units=units)
    return remark("rests_once", units=units)


def _describe_spread(figures: MovementFigures, subject: str) -> tuple[Remark, ...]:
    """`attacks_equal`/`sets_equal` (times) or `…_between` (lowest, highest), those of teams with `teams_`."""
    spread = figures.attacks if subject == "attacks" else figures.set_plays
    if not spread.counts:
        return ()
    if subject == "attacks" and figures.has_teams:
        subject = "teams_attacks"
    if spread.is_even:
        return (remark(f"{subject}_equal", times=spread.lowest),)
    return (remark(f"{subject}_between", lowest=spread.lowest, highest=spread.highest),)


def _describe_odd_tables(figures: MovementFigures) -> Iterator[Remark]:
    """`three_at_most` and `five_at_most` (times, units): at a table of three, or in the first four seats of
    a table of five, at most so often, so many of the units."""
    threes, fives = figures.three_seats, figures.five_seats
    if threes.counts:
        yield remark("three_at_most", times=threes.highest, units=threes.count_above(0))
    if fives.counts:
        yield remark("five_at_most", times=fives.highest, units=fives.count_above(0))
