"""The ranking of an evening worked out from raw scores the long way round: plain fractions, no array.

Written from the federation's rules, apart from the code of the site: marks by counting on each board, a
quarter of the attack and three quarters of the defence, places by counting those who are better.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction


@dataclass(frozen=True)
class Played:
    """One line of a traveller: who attacked, who defended, the attack's signed score."""

    board: int
    taker: str
    defenders: tuple[str, ...]
    score: int


def garde_score(bouts: int, points: int) -> int:
    """The signed score of a garde per defender, without bonus; points are whole."""
    gap = points - (56, 51, 41, 36)[bouts]
    return (25 + abs(gap)) * 2 * (1 if gap >= 0 else -1)


def attack_mark(play: Played, plays: list[Played]) -> Fraction:
    """Percentage of the other tables of the board that the attack beat, a tie for half."""
    others = [other.score for other in plays if other.board == play.board and other is not play]
    if not others:
        return Fraction(50)
    beaten = sum(score < play.score for score in others)
    equal = sum(score == play.score for score in others)
    return Fraction(100 * (2 * beaten + equal), 2 * len(others))


def percentages(plays: list[Played], penalties: dict[str, Fraction]) -> dict[str, Fraction]:
    """Everybody's overall percentage; everybody attacks and defends at least once."""
    attack: dict[str, list[Fraction]] = {}
    defence: dict[str, list[Fraction]] = {}
    for play in plays:
        mark = attack_mark(play, plays)
        attack.setdefault(play.taker, []).append(mark)
        for name in play.defenders:
            defence.setdefault(name, []).append(100 - mark)
    return {
        name: mean(attack[name]) / 4 + 3 * mean(defence[name]) / 4 - penalties.get(name, Fraction(0))
        for name in defence
    }


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def overall_places(totals: dict[str, Fraction]) -> dict[str, int]:
    return {name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()}


def alternated_places(totals: dict[str, Fraction], lines: dict[str, str]) -> dict[str, int]:
    """The firsts of the four lines, then the seconds…; inside a group the better percentage first."""
    place_in_line = {
        name: 1 + sum(totals[other] > total for other in totals if lines[other] == lines[name])
        for name, total in totals.items()
    }
    keys = {name: (place_in_line[name], -totals[name]) for name in totals}
    return {name: 1 + sum(other < key for other in keys.values()) for name, key in keys.items()}


def shown(percentage: Fraction) -> str:
    """Two decimals, half up, with a comma: "57,64"."""
    exact = Decimal(percentage.numerator) / Decimal(percentage.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP)).replace(".", ",")
