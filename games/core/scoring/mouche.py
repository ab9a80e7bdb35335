"""The mouche: a pot that the table plays for from one deal to the next, beside the scores."""

from dataclasses import dataclass

from games.core.outcome import Outcome
from games.core.scoring.score import is_made
from games.core.tarot_rules import FLAT_POINTS
from games.core.variant import Variant

DEALER_STAKE = 5


@dataclass(frozen=True, slots=True)
class MoucheTurn:
    """What one deal does to the pot."""

    payments: tuple[int, ...]
    """What each seat receives from the pot (or puts into it, when negative), in seat order."""
    pot: int
    """What the pot holds after the deal; payments and pots together always balance."""


def settle_mouche(pot: int, outcome: Outcome | None, variant: Variant, *, dealer: int) -> MoucheTurn:
    """The pot after a deal.

    The dealer stakes 5. When somebody takes, each other player adds 10, 20, 40, 80 or 160 by the contract; a
    taker who makes it wins the pot, one who fails puts in as much as it holds. When nobody takes, it stays.

    Args:
        pot: what it held before the deal, 0 or more.
        outcome: None for a deal that nobody took.
        dealer: seat of the dealer.

    Source:
        Document 001 ("variante de marquage"). A partner neither wins from the pot nor doubles it: it says
        "the attacker", and each player except the taker adds.
    """
    payments = [0] * variant.player_count
    payments[dealer] -= DEALER_STAKE
    held = pot + DEALER_STAKE
    if outcome is None:
        return MoucheTurn(tuple(payments), held)
    added = FLAT_POINTS[outcome.bid]
    payments = [paid - added * (seat != outcome.taker) for seat, paid in enumerate(payments)]
    held += added * (variant.player_count - 1)
    made = is_made(outcome, variant)
    payments[outcome.taker] += held if made else -held
    return MoucheTurn(tuple(payments), 0 if made else 2 * held)
