"""Remarks on a movement, as codes and values that the pages turn into sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.core.movements.figures import MovementFigures


@dataclass(frozen=True, slots=True)
class Remark:
    """A stable code of a sentence and the values in it."""

    code: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.code}: {', '.join(f'{name} {value}' for name, value in self.values.items())}"


def remark(code: str, **values: object) -> Remark:
    return Remark(code, values)


def describe(figures: MovementFigures) -> tuple[Remark, ...]:
    """Return all remarks, most important first: meetings, comparisons, attacks, sets, rests.

    `nothing_compared` follows the sets where each of them is played once.
    """
    return (
        describe_meetings(figures),
        *describe_comparisons(figures),
        *_describe_spread(figures, "attacks"),
        *_describe_spread(figures, "sets"),
        *([remark("nothing_compared")] if figures.compares_nothing else []),
        describe_rests(figures),
        *_describe_odd_tables(figures),
    )


def describe_meetings(figures: MovementFigures) -> Remark:
    """Describe how many opponents each unit meets, and whether pairs meet twice.

    Returns:
        One of these codes, with its values:

        - `meets_all_once` (others)
        - `meets_once` (met, others) or `meets_once_between` (lowest, highest, others)
        - `meets_again` and `meets_again_between`, also with the number of such pairs and the most times
        - `meets_all_again` (others, most), if all units meet one another
        - `two_teams` and `two_players`, if there are no others

        The codes have the prefix `teams_` where teams play.
    """
    if figures.unit_count == 2:
        return remark("two_teams") if figures.has_teams else remark("two_players")
    opponent_count = figures.unit_count - 1
    lowest, highest = figures.opponents.lowest, figures.opponents.highest
    repeat_values: dict[str, object] = {}
    if figures.meetings.highest > 1:
        repeat_values = {"pairs": figures.meetings.count_above(1), "most": figures.meetings.highest}
    prefix = "teams_" if figures.has_teams else ""
    code = f"{prefix}meets_again" if repeat_values else f"{prefix}meets_once"
    if lowest < highest:
        return remark(
            f"{code}_between", lowest=lowest, highest=highest, others=opponent_count, **repeat_values
        )
    # from here on all units meet equally many others
    if lowest < opponent_count:
        return remark(code, met=lowest, others=opponent_count, **repeat_values)
    return _describe_all_met(figures, opponent_count)


def _describe_all_met(figures: MovementFigures, opponent_count: int) -> Remark:
    most = figures.meetings.highest
    if figures.has_teams:
        return (
            remark("teams_meets_all_again", others=opponent_count, most=most)
            if most > 1
            else remark("teams_meets_all_once", others=opponent_count)
        )
    if most > 1:
        return remark("meets_all_again", others=opponent_count, most=most)
    return remark("meets_all_once", others=opponent_count)


def describe_comparisons(figures: MovementFigures) -> tuple[Remark, ...]:
    """Describe how often two units that are ranked together hold the same cards.

    Returns:
        `compared_equal` (times) or `compared_between` (lowest, highest), with the prefix `lines_` where each
        line is compared by itself. Nothing where marks are not compared.
    """
    if not figures.comparisons.counts:
        return ()
    start = "lines_compared" if figures.keeps_lines else "compared"
    lowest, highest = figures.comparisons.lowest, figures.comparisons.highest
    if figures.comparisons.is_even:
        return (remark(f"{start}_equal", times=lowest),)
    return (remark(f"{start}_between", lowest=lowest, highest=highest),)


def describe_rests(figures: MovementFigures) -> Remark:
    """Describe how often units rest.

    Returns:
        One of these codes, with its values:

        - `nobody_rests`
        - `rests_equal` (times)
        - `rests_once` (units that rest)
        - `rests_at_most` (times, units)
        - `rests_between` (lowest, highest)
        - `half_rests` (most)

        All but the first and the last have the prefix `teams_` where teams play.
    """
    # a relay of quartets takes one side of a team; the other side plays
    if figures.half_rests.counts:
        return remark("half_rests", most=figures.half_rests.highest)
    if not figures.rests.highest:
        return remark("nobody_rests")
    prefix = "teams_" if figures.has_teams else ""
    if figures.rests.is_even:
        return remark(f"{prefix}rests_equal", times=figures.rests.lowest)
    if not figures.rests.lowest:
        return _describe_some_rest(figures)
    return remark(f"{prefix}rests_between", lowest=figures.rests.lowest, highest=figures.rests.highest)


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
    """Return `attacks_equal` or `sets_equal` (times), or `…_between` (lowest, highest).

    Attacks of teams have the prefix `teams_`.
    """
    spread = figures.attacks if subject == "attacks" else figures.set_plays
    if not spread.counts:
        return ()
    if subject == "attacks" and figures.has_teams:
        subject = "teams_attacks"
    if spread.is_even:
        return (remark(f"{subject}_equal", times=spread.lowest),)
    return (remark(f"{subject}_between", lowest=spread.lowest, highest=spread.highest),)


def _describe_odd_tables(figures: MovementFigures) -> Iterator[Remark]:
    """Yield `three_at_most` and `five_at_most` (times, units).

    The times are the most rounds of a unit at a table of three, or in the first four seats of a table of
    five. The units are those with at least one such round.
    """
    threes, fives = figures.three_seats, figures.five_seats
    if threes.counts:
        yield remark("three_at_most", times=threes.highest, units=threes.count_above(0))
    if fives.counts:
        yield remark("five_at_most", times=fives.highest, units=fives.count_above(0))
