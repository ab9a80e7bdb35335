"""Points of players in attack and in defence, from deals whose attack is known."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.play import Points


@dataclass(slots=True)
class SidePoints:
    """Deals and points of one player on each side."""

    attack_deals: int = 0
    attack_points: Points = 0
    defence_deals: int = 0
    defence_points: Points = 0


@dataclass(frozen=True, slots=True)
class SidedDeal:
    """A deal at a table whose taker is known."""

    units: Sequence[int | None]
    """units[seat]: the player; None for an empty seat."""
    scores: Sequence[Points | None]
    """scores[seat]: signed score; None for a seat that does not play."""
    attack: frozenset[int]
    """Seats of the taker and of the called partners."""


def add_up_sides(deals: Iterable[SidedDeal]) -> dict[int, SidePoints]:
    """Return deals and points of every player by side. A seat without a score is on neither side.

    Source:
        Ours: a called partner attacks, as in the score of the game at five.
    """
    sides: dict[int, SidePoints] = {}
    for deal in deals:
        for seat, (unit, score) in enumerate(zip(deal.units, deal.scores, strict=False)):
            if unit is None or score is None:
                continue
            side = sides.setdefault(unit, SidePoints())
            if seat in deal.attack:
                side.attack_deals += 1
                side.attack_points += score
            else:
                side.defence_deals += 1
                side.defence_points += score
    return sides
