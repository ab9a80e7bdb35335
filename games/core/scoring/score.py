"""The score of an outcome and how the players share it."""

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Outcome, PetitAtEnd
from games.core.variant import TAROT_4, Variant

CONTRACT_POINTS = 25
"""Points of any contract before its multiplier (rules R, page 8)."""
PETIT_POINTS = 10
"""Points of the Petit at the end before the multiplier (rules R, page 7)."""

_PETIT_SIGNS = {PetitAtEnd.ATTACK: 1, PetitAtEnd.DEFENCE: -1, PetitAtEnd.NONE: 0}


def need_for(bouts: int, variant: Variant = TAROT_4) -> int:
    """Points that the attack needs when it ends with this many bouts, 0 to 3.

    Raises:
        ImpossibleOutcome: `bouts` is not in that range.

    Source:
        Federation rules of 2012, page 4.
    """
    most = len(variant.needs) - 1
    if not 0 <= bouts <= most:
        message = f"bouts {bouts} not in 0..{most}"
        raise ImpossibleOutcome("bouts_out_of_range", message, field="bouts", bouts=bouts, most=most)
    return variant.needs[bouts]


def difference(half_points: int, need: int) -> int:
    """Whole points by which the contract is made (0 or more) or failed (less than 0).

    A half point goes to the camp that wins the deal: with two bouts 40½ fails by 1 and 41½ makes by 1.

    Args:
        half_points: card points of the attack, in half points.
        need: points needed, as `need_for` gives them.

    Source:
        Federation rules of 2012, page 11.
    """
    half_difference = half_points - 2 * need
    if half_difference >= 0:
        return (half_difference + 1) // 2
    return half_difference // 2


def score_outcome(outcome: Outcome, variant: Variant) -> int:
    """The score of a deal, as written on a traveller: what each defender pays (or receives, when negative).

    The outcome is not checked: see `check_outcome`.

    Raises:
        ImpossibleOutcome: the number of bouts is not in 0..3.

    Source:
        Federation rules of 2012, pages 6 to 9: contract and Petit multiplied, handfuls and slam not.
    """
    passed_by = difference(outcome.half_points, need_for(outcome.bouts, variant))
    sign = 1 if passed_by >= 0 else -1
    multiplier = outcome.bid.multiplier
    contract = (CONTRACT_POINTS + abs(passed_by)) * multiplier
    handfuls = sum(handful.points for handful in outcome.handfuls)
    petit = _PETIT_SIGNS[outcome.petit] * PETIT_POINTS * multiplier
    return sign * (contract + handfuls) + petit + outcome.slam.points


def share_score(score: int, variant: Variant, *, taker: int, partner: int | None = None) -> tuple[int, ...]:
    """Each seat's points for one deal, in seat order; their sum is 0.

    Args:
        score: as `score_outcome` gives it, signed from the attack's side.
        taker: seat of the taker, from 0.
        partner: seat of the called partner; None when the taker plays alone.
    """
    attackers = (taker,) if partner is None else (taker, partner)
    shares = variant.attack_shares[len(attackers) - 1]
    points = [-score] * variant.player_count
    for seat, share in zip(attackers, shares, strict=True):
        points[seat] = share * score
    return tuple(points)
