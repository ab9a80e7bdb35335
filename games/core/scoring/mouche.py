"""The mouche: a pot beside the scores, carried from one deal to the next."""

from dataclasses import dataclass

from games.core.outcome import Outcome
from games.core.scoring.score import is_made
from games.core.tarot_rules import FLAT_POINTS
from games.core.variant import Variant

DEALER_STAKE = 5
"""Points that the dealer puts into the pot before each deal."""


@dataclass(frozen=True, slots=True)
class MoucheTurn:
    """Effect of one deal on the pot."""

    payments: tuple[int, ...]
    """Points of each seat from the pot (negative when the seat pays), in seat order."""
    pot: int
    """Content of the pot after the deal. Payments and pots together always balance."""


def settle_mouche(pot: int, outcome: Outcome | None, variant: Variant, *, dealer: int) -> MoucheTurn:
    """Return the payments and the pot after a deal.

    - The dealer stakes 5.
    - For a deal that is taken, each player other than the taker adds 10, 20, 40, 80 or 160 by the contract.
    - A taker who makes the contract wins the pot; one who fails puts in as much as it holds.
    - After a passed deal the pot stays.

    Args:
        pot: content before the deal, 0 or more.
        outcome: None for a passed deal.
        dealer: seat of the dealer.

    Source:
        Document 001 ("variante de marquage"). A partner neither wins from the pot nor doubles it: the text
        has
        "the attacker", and each player except the taker adds.
    """
    payments = [0] * variant.player_count
    payments[dealer] -= DEALER_STAKE
    stakes = pot + DEALER_STAKE
    if outcome is None:
        return MoucheTurn(tuple(payments), stakes)
    stake_of_contract = FLAT_POINTS[outcome.bid]
    payments = [
        payment - stake_of_contract * (seat != outcome.taker) for seat, payment in enumerate(payments)
    ]
    stakes += stake_of_contract * (variant.player_count - 1)
    is_contract_made = is_made(outcome, variant)
    payments[outcome.taker] += stakes if is_contract_made else -stakes
    return MoucheTurn(tuple(payments), 0 if is_contract_made else 2 * stakes)
