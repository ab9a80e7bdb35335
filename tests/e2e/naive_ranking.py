"""The ranking of an evening worked out from raw scores the long way round: plain fractions, no array.

Written from the federation's rules, apart from the code of the site: marks by counting on each board, a
quarter of the attack and three quarters of the defence, places by counting those who are better.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


@dataclass(frozen=True)
class Played:
    """One line of a traveller: taker, defenders, signed score of the attack."""

    board: int
    taker: str
    defenders: tuple[str, ...]
    score: int


def garde_score(bouts: int, points: int) -> int:
    """The signed score of a garde per defender, without bonus; points are whole."""
    gap = points - (56, 51, 41, 36)[bouts]
    return (25 + abs(gap)) * 2 * (1 if gap >= 0 else -1)


def attack_mark(play: Played, plays: Collection[Played]) -> Fraction:
    """Percentage of the other tables of the board that the attack beat, a tie for half."""
    rival_scores = [rival.score for rival in plays if rival.board == play.board and rival is not play]
    if not rival_scores:
        return Fraction(50)
    beaten = sum(score < play.score for score in rival_scores)
    equal = sum(score == play.score for score in rival_scores)
    return Fraction(100 * (2 * beaten + equal), 2 * len(rival_scores))


def percentages(
    plays: Collection[Played],
    penalties: Mapping[str, Fraction] | None = None,
    *,
    given: Mapping[str, list[Fraction]] | None = None,
    attack_share: Fraction = Fraction(1, 4),
) -> dict[str, Fraction]:
    """Return the overall percentage of each player. Players who only attack, or only defend, are ranked on
    that.

    Args:
        given: marks in defence that a referee gives, by name.
        attack_share: a quarter (règlement of 2012, individuals); a half for triplets.
    """
    attack: dict[str, list[Fraction]] = {}
    defence = {name: list(marks) for name, marks in (given or {}).items()}
    for play in plays:
        mark = attack_mark(play, plays)
        attack.setdefault(play.taker, []).append(mark)
        for name in play.defenders:
            defence.setdefault(name, []).append(100 - mark)
    sides = {name: (attack.get(name), defence.get(name)) for name in attack.keys() | defence.keys()}
    return {
        name: _both_sides(attack_marks, defence_marks, attack_share)
        - (penalties or {}).get(name, Fraction(0))
        for name, (attack_marks, defence_marks) in sides.items()
    }


def _both_sides(attack: list[Fraction] | None, defence: list[Fraction] | None, share: Fraction) -> Fraction:
    if attack and defence:
        return share * mean(attack) + (1 - share) * mean(defence)
    return mean(attack or defence or [])


def added(*sessions: tuple[int, Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Return the total over sessions, each with its coefficient. A missed session counts nothing."""
    names = {name for _coefficient, values in sessions for name in values}
    return {
        name: sum((times * values.get(name, Fraction(0)) for times, values in sessions), Fraction(0))
        for name in names
    }


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def overall_places(totals: Mapping[str, Fraction]) -> dict[str, int]:
    return {
        name: 1 + sum(rival_total > total for rival_total in totals.values())
        for name, total in totals.items()
    }


def alternated_places(totals: dict[str, Fraction], lines: dict[str, str]) -> dict[str, int]:
    """The firsts of the four lines, then the seconds…; inside a group the better percentage first."""
    place_in_line = {
        name: 1 + sum(totals[rival] > total for rival in totals if lines[rival] == lines[name])
        for name, total in totals.items()
    }
    keys = {name: (place_in_line[name], -totals[name]) for name in totals}
    return {name: 1 + sum(rival < key for rival in keys.values()) for name, key in keys.items()}


def shown(percentage: Fraction) -> str:
    """Two decimals, half up, with a comma: "57,64"."""
    exact = Decimal(percentage.numerator) / Decimal(percentage.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP)).replace(".", ",")
