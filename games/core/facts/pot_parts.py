"""Parts of the payments to the pot of a mouche, which a page adds up while it cannot reach the site."""

from functools import lru_cache

from games.core.facts.fields import PASSED
from games.core.facts.over_deals import GameTerms, settle_pot
from games.core.outcome import Bid, Outcome
from games.core.play import GameOutcome, NotPlayed
from games.core.scoring.mouche import DEALER_STAKE, MoucheTurn
from games.core.tarot_rules import tarot_rules
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

TAKER, OTHER = 0, 1
"""Seats of the measured deals."""
MADE, FAILED = 182, 0
"""Half points of the attack of a contract that is made, and of one that fails."""

Line = tuple[int, int]
"""Value for an empty pot, and its growth with each point of the pot."""


@lru_cache(maxsize=32)
def pot_parts(terms: GameTerms) -> dict[str, dict[str, Line]] | None:
    """Return the payments and the next pot by deal: "passed", "garde/made", "garde/failed"…

    `dealer` is what the dealer gets beside the payment of their role, `taker` and `other` are the roles. Each
    is measured with the engine. None for a table without a pot.
    """
    variant = find_variant(terms.game)
    if not terms.plays_for_pot or not isinstance(variant, Tarot):
        return None
    bids = tarot_rules(variant.row, terms.rules).ladder(variant.row)
    outcomes: dict[str, GameOutcome] = {PASSED: NotPlayed(PASSED)}
    for bid in bids:
        outcomes[f"{bid}/made"] = Outcome(TAKER, Bid(bid), variant.row.bout_count, MADE)
        outcomes[f"{bid}/failed"] = Outcome(TAKER, Bid(bid), 0, FAILED)
    return {name: _measure(terms, outcome) for name, outcome in outcomes.items()}


def _measure(terms: GameTerms, outcome: GameOutcome) -> dict[str, Line]:
    def values(pot: int) -> dict[str, int]:
        by_other: MoucheTurn = settle_pot(terms, outcome, pot, OTHER)
        by_taker: MoucheTurn = settle_pot(terms, outcome, pot, TAKER)
        taker, other = by_other.payments[TAKER], by_taker.payments[OTHER]
        return {
            "dealer": by_taker.payments[TAKER] - taker,
            "taker": taker,
            "other": other,
            "pot": by_other.pot,
        }

    empty, filled = values(0), values(DEALER_STAKE)
    return {name: (value, (filled[name] - value) // DEALER_STAKE) for name, value in empty.items()}
