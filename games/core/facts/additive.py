"""Parts of the scores of a deal of Tarot, which a page adds up while it cannot reach the site."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from games.core.cards import TOTAL_HALF_POINTS
from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.play import Points
from games.core.rules import RuleSet
from games.core.scoring import check_outcome, score_seats
from games.core.tarot_rules import TarotRules, tarot_rules
from games.core.variant import BOUTS_IN_PACK, Variant
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

SIZES = (3, 4, 5)
"""Numbers of players with at most one partner of the taker."""
TAKER, PARTNER = 0, 1
"""Seats of the attack in the measured deals."""
MEASURED = (2, 120)
"""Bouts and half points of the deal on which the parts are measured."""
CHECKED_COUNTS = ((0, 0), (0, 112), (1, 60), (2, 82), (2, 99), (3, 72), (3, 182))
"""Bouts and half points of the deals with which the parts are checked."""


@dataclass(frozen=True, slots=True)
class AdditiveScores:
    """Parts of a score. Each is measured with the engine, so that no rule is written twice."""

    counts: tuple[tuple[int | None, ...], ...]
    """counts[bouts][half points]: a defender's payment for a prise, negative if it fails, or None."""
    factors: Mapping[Bid, int]
    """Factor of each bid that the table plays."""
    petit: Mapping[PetitAtEnd, int]
    """Part of the petit au bout by its side, for a prise."""
    handfuls: Mapping[Handful, int]
    """Part of a handful, which goes to the winners."""
    slams: Mapping[Slam, int]
    """Part of a slam. One that is made has a count of its own, which has no parts."""
    shares: Mapping[int, tuple[int, int, int]]
    """Shares of taker, partner and defender in what a defender pays, by number of partners."""

    def as_json(self) -> dict[str, object]:
        """Return the parts as plain values, for the page's script."""
        return {
            "counts": self.counts,
            "factors": self.factors,
            "petit": self.petit,
            "handfuls": self.handfuls,
            "slams": self.slams,
            "shares": self.shares,
        }

    def scores(self, outcome: Outcome, player_count: int) -> list[int] | None:
        """Return the score of each seat, added up as by the page's script; None for other deals."""
        count = self.counts[outcome.bouts][outcome.half_points]
        if count is None or outcome.bid not in self.factors or outcome.slam not in self.slams:
            return None
        sign = 1 if count > 0 else -1
        unit = (count + self.petit[outcome.petit]) * self.factors[outcome.bid]
        unit += self.slams[outcome.slam] + sign * sum(self.handfuls[level] for level in outcome.handfuls)
        taker, partner, defender = self.shares[len(outcome.partners)]
        return [
            unit * (taker if seat == outcome.taker else partner if seat in outcome.partners else defender)
            for seat in range(player_count)
        ]


@lru_cache(maxsize=32)
def additive_scores(game: str, rules: RuleSet) -> AdditiveScores | None:
    """Return the parts of the scores of a game; None if its scores are not the sum of such parts."""
    variant = find_variant(game)
    if not isinstance(variant, Tarot) or variant.row.player_count not in SIZES:
        return None
    row, options = variant.row, tarot_rules(variant.row, rules)
    plain = Outcome(TAKER, Bid.PRISE, *MEASURED)

    def paid_with(**facts: Any) -> int | None:
        return _paid(replace(plain, **facts), row, options)

    base = paid_with()
    if base is None:
        return None
    factors = {bid: paid // base for bid in Bid if (paid := paid_with(bid=bid))}

    def count(bouts: int, half_points: int) -> int | None:
        # under a garde contre the attack may have a count that the dog forbids to others
        payments = (
            (paid_with(bid=bid, bouts=bouts, half_points=half_points), factors[bid])
            for bid in (Bid.PRISE, Bid.GARDE_CONTRE)
        )
        return next((paid // factor for paid, factor in payments if paid is not None), None)

    parts = AdditiveScores(
        counts=tuple(
            tuple(count(bouts, half_points) for half_points in range(TOTAL_HALF_POINTS + 1))
            for bouts in range(BOUTS_IN_PACK + 1)
        ),
        factors=factors,
        petit={side: (paid_with(petit=side) or base) - base for side in PetitAtEnd},
        handfuls={level: (paid_with(handfuls=(level,)) or base) - base for level in Handful},
        slams={slam: (paid_with(slam=slam) or base) - base for slam in (Slam.NONE, Slam.ANNOUNCED_FAILED)},
        shares={
            count: _shares(replace(plain, partners=(PARTNER,) * count), row, options)
            for count in range(row.call_count + 1)
        },
    )
    return parts if _adds_up(parts, row, options) else None


def _paid(outcome: Outcome, row: Variant, options: TarotRules) -> int | None:
    """Return what the last defender pays; None for an impossible outcome."""
    scores = _scores(outcome, row, options)
    return None if scores is None else -int(scores[-1])


def _scores(outcome: Outcome, row: Variant, options: TarotRules) -> tuple[Points, ...] | None:
    try:
        check_outcome(outcome, row, options)
    except ImpossibleOutcome:
        return None
    return tuple(score_seats(outcome, row, options))


def _shares(outcome: Outcome, row: Variant, options: TarotRules) -> tuple[int, int, int]:
    scores = _scores(outcome, row, options)
    assert scores is not None
    unit = -int(scores[-1])
    return int(scores[TAKER]) // unit, int(scores[PARTNER]) // unit, -1


def _adds_up(parts: AdditiveScores, row: Variant, options: TarotRules) -> bool:
    """Return whether the sums of the parts are the scores of the engine, over all kinds of deals."""
    for outcome in _checked_outcomes(parts):
        scores, sums = _scores(outcome, row, options), parts.scores(outcome, row.player_count)
        if scores is not None and sums is not None and list(scores) != sums:
            return False
    return True


def _checked_outcomes(parts: AdditiveScores) -> Iterator[Outcome]:
    handfuls = ((), *((level,) for level in Handful), (Handful.SIMPLE, Handful.SIMPLE))
    kinds = product(CHECKED_COUNTS, Bid, PetitAtEnd, handfuls, parts.slams, parts.shares)
    for (bouts, half_points), bid, petit, levels, slam, partner_count in kinds:
        yield Outcome(TAKER, bid, bouts, half_points, levels, petit, slam, (PARTNER,) * partner_count)
