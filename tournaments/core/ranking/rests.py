"""Compensation for rounds that a player rests while the others play, where points are added up.

The texts of the federation have none, so the organiser chooses one or none (docs/ranking.md). Percentages are
means, so that a rest costs nothing there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.core.ranking.explanation import Explanation, Formula
from tournaments.core.ranking.values import Value, add_values, scale


class RestPay(StrEnum):
    """Points for each deal that a player rests."""

    NONE = "none"
    AVERAGE = "average"
    """The player's own points per deal played."""
    POINTS = "points"
    """A number of points that the organiser sets."""


@dataclass(frozen=True, slots=True)
class RestRule:
    """Compensation of an event."""

    pay: RestPay = RestPay.NONE
    points: int = 0
    """Points of `RestPay.POINTS`, as they are written on a sheet."""

    def value(self, own_points: Value, deal_count: int, rest_deals: int, sign: int = 1) -> Value:
        """Return the points of a player who rests.

        >>> RestRule(RestPay.AVERAGE).value(Fraction(120), 12, 4)
        Fraction(40, 1)

        Args:
            own_points: points of the deals played, before penalties.
            deal_count: number of deals played, at least 1.
            rest_deals: number of deals at rest.
            sign: −1 if the fewest points win, as values then have the opposite sign.
        """
        if self.pay is RestPay.NONE:
            return Fraction(0)
        if self.pay is RestPay.POINTS:
            return Fraction(sign * self.points * rest_deals)
        return add_values([scale(own_points, Fraction(rest_deals, deal_count)) or Fraction(0)])


NO_REST_PAY = RestRule()


def pay_rests(
    values: Sequence[Value | None],
    penalties: Sequence[Fraction | None],
    deal_counts: Sequence[int],
    rest_deals: Sequence[int],
    rule: RestRule,
    sign: int = 1,
) -> list[Value | None]:
    """Return values[unit] with the compensation. A player without a deal has none.

    Args:
        values: values after penalties.
    """
    paid_values: list[Value | None] = []
    for value, penalty, deal_count, rests in zip(values, penalties, deal_counts, rest_deals, strict=True):
        if value is None or not deal_count or not rests:
            paid_values.append(value)
            continue
        own_points = add_values([value, penalty or Fraction(0)])
        paid_values.append(add_values([value, rule.value(own_points, deal_count, rests, sign)]))
    return paid_values


def explain_rests(explanation: Explanation, rest_deals: int, rule: RestRule, sign: int = 1) -> Explanation:
    """Return the explanation of a sum with the part for the rests."""
    values = [part.value for part in explanation.parts if part.subject == "deal" and part.value is not None]
    if explanation.value is None or not values or not rest_deals or rule.pay is RestPay.NONE:
        return explanation
    value = rule.value(add_values(values), len(values), rest_deals, sign)
    figures: dict[str, object] = {"count": rest_deals, "pay": rule.pay.value}
    rest = Explanation("rest", Formula.REST, value, figures)
    return replace(
        explanation, value=add_values([explanation.value, value]), parts=(*explanation.parts, rest)
    )
