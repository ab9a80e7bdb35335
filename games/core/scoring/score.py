"""Score of an outcome and its shares among the players."""

from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Outcome, PetitAtEnd
from games.core.tarot_rules import FFT_TAROT, FLAT_POINTS, TarotRules
from games.core.variant import TAROT_4, Share, Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

CONTRACT_POINTS = 25
"""Points of any contract before its multiplier (rules R, page 8)."""
PETIT_POINTS = 10
"""Points of the Petit at the end before the multiplier (rules R, page 7)."""

PETIT_SIGNS = {PetitAtEnd.ATTACK: 1, PetitAtEnd.DEFENCE: -1, PetitAtEnd.NONE: 0}
"""Sign of the Petit at the end for the attack."""

Whole = TypeVar("Whole", int, "npt.NDArray[np.int64]")
"""Integer, or array of integers in the compiled code."""


def need_for(bouts: int, variant: Variant = TAROT_4) -> int:
    """Return the points that the attack needs with this many bouts, 0 to 3 (6 with two packs).

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
    """Return the whole points by which the contract is made (0 or more) or failed (less than 0).

    A half point goes to the camp that wins the deal: with two bouts 40½ fails by 1 and 41½ makes by 1.

    Args:
        half_points: card points of the attack, in half points.
        need: points needed, as `need_for` gives them.

    Source:
        Federation rules of 2012, page 11.
    """
    # Rounds away from zero on both sides, because the half point goes to the winner.
    half_difference = half_points - 2 * need
    if half_difference >= 0:
        return (half_difference + 1) // 2
    return half_difference // 2


def score_outcome(outcome: Outcome, variant: Variant, rules: TarotRules = FFT_TAROT) -> int:
    """Return the score of a deal as on a traveller: the points that each defender pays, negative if received.

    The outcome is not checked: see `check_outcome`. Misères are not in it: see `score_seats`.

    Raises:
        ImpossibleOutcome: the number of bouts is not in 0..3 (6 with two packs).

    Source:
        Federation rules of 2012, pages 6 to 9: contract and Petit multiplied, handfuls and slam not. Flat
        contracts of the ladder with a pousse: document 001.
    """
    passed_by = difference(outcome.half_points, need_for(outcome.bouts, variant))
    return combine_score(
        sign=1 if passed_by >= 0 else -1,
        passed_by=abs(passed_by),
        base=contract_points(outcome.bid, rules),
        multiplier=rules.multiplier(outcome.bid),
        handfuls=sum(handful.points for handful in outcome.handfuls),
        petits=PETIT_SIGNS[outcome.petit] * outcome.petits,
        slam=outcome.slam.points,
    )


def contract_points(bid: Bid, rules: TarotRules = FFT_TAROT) -> int:
    """Return the points of a contract before its multiplier."""
    return FLAT_POINTS[bid] if rules.pousse else CONTRACT_POINTS


def combine_score(
    *,
    sign: Whole,
    passed_by: Whole,
    base: Whole,
    multiplier: Whole,
    handfuls: Whole,
    petits: Whole,
    slam: Whole,
) -> Whole:
    """Return the score from its parts, as integers or as arrays of them.

    Args:
        sign: 1 for a contract made, -1 for one failed.
        passed_by: points by which it was made or failed, 0 or more.
        base: points of the contract before its multiplier.
        handfuls: bonuses of all the handfuls.
        petits: Petits at the end, counted for the attack; negative for the defence.
        slam: bonus of the slam, signed from the attack's side.
    """
    contract = (base + passed_by) * multiplier
    score: Whole = sign * (contract + handfuls) + petits * PETIT_POINTS * multiplier + slam
    return score


def contract_score(
    half_points: int, bouts: int, bid: Bid, variant: Variant, rules: TarotRules, handfuls: int
) -> int:
    """Return the score of the attack's half points and bouts, without Petit and slam.

    Args:
        half_points, bouts: count of the attack.
        bid: the contract.
        variant: the game.
        rules: rules of the event.
        handfuls: bonuses of all the handfuls.
    """
    passed_by = difference(half_points, need_for(bouts, variant))
    return combine_score(
        sign=1 if passed_by >= 0 else -1,
        passed_by=abs(passed_by),
        base=contract_points(bid, rules),
        multiplier=rules.multiplier(bid),
        handfuls=handfuls,
        petits=0,
        slam=0,
    )


def is_made(outcome: Outcome, variant: Variant) -> bool:
    """Return whether the attack has the points that it needs.

    Raises:
        ImpossibleOutcome: the number of bouts is not in 0..3 (6 with two packs).
    """
    return outcome.half_points >= 2 * need_for(outcome.bouts, variant)


def share_score(
    score: int,
    variant: Variant,
    *,
    taker: int,
    partners: tuple[int, ...] = (),
    rules: TarotRules = FFT_TAROT,
) -> tuple[int | Fraction, ...]:
    """Return each seat's points for one deal, in seat order. Their sum is 0.

    Each defender pays the score and the attackers share the sum. Where all seats attack, all get 0.

    Args:
        score: as `score_outcome` gives it, signed from the attack's side.
        taker: seat of the taker, from 0.
        partners: seats of the other attackers; none when the taker plays alone.

    Returns:
        Integers wherever the share is whole, else exact fractions; always integers in the federation's games.
    """
    attackers = (taker, *partners)
    total = score * (variant.player_count - len(attackers))
    points: list[int | Fraction] = [-score] * variant.player_count
    for seat, part in zip(attackers, _parts(attackers, variant, rules.share(variant)), strict=True):
        points[seat] = _whole(total * part)
    return tuple(points)


def score_seats(
    outcome: Outcome, variant: Variant, rules: TarotRules = FFT_TAROT
) -> tuple[int | Fraction, ...]:
    """Return each seat's points for one deal, misères included, in seat order. Their sum is 0.

    A misère gives its points to its holder; the winning camp pays them, in equal parts. Where all seats
    attack and fail, the winning camp is empty and misères bring nothing.

    Raises:
        ImpossibleOutcome: the number of bouts is not in 0..3 (6 with two packs).
    """
    score = score_outcome(outcome, variant, rules)
    shares = share_score(score, variant, taker=outcome.taker, partners=outcome.partners, rules=rules)
    bonuses = share_miseres(
        outcome.miseres, outcome.attackers, variant, made=is_made(outcome, variant), rules=rules
    )
    return tuple(_whole(share + bonus) for share, bonus in zip(shares, bonuses, strict=True))


def share_miseres(
    miseres: tuple[int, ...],
    attackers: tuple[int, ...],
    variant: Variant,
    *,
    made: bool,
    rules: TarotRules = FFT_TAROT,
) -> tuple[Fraction, ...]:
    """Return each seat's points for the misères of a deal alone, in seat order. Their sum is 0.

    Args:
        miseres: the seat of each misère.
        made: whether the attack has the points that it needs.

    Source:
        Document 001 (a bonus to the holder, taken from the points of the winning camp).
    """
    points = [Fraction(0)] * variant.player_count
    defenders = tuple(seat for seat in range(variant.player_count) if seat not in attackers)
    winners = attackers if made else defenders
    # A holder of the winning camp pays a part of their own misère.
    for holder in miseres if winners else ():
        points[holder] += rules.misere_points
        for seat in winners:
            points[seat] -= Fraction(rules.misere_points, len(winners))
    return tuple(points)


def _parts(attackers: tuple[int, ...], variant: Variant, share: Share) -> list[Fraction]:
    """Return the part of each attacker, taker first; the sum is 1.

    Without teams each seat is its own team.
    """
    if share is Share.TWO_THIRDS and len(attackers) > 1:
        return [Fraction(2, 3), Fraction(1, 3)]
    teams = [variant.team_of(seat) for seat in attackers]
    return [Fraction(1, len(set(teams)) * teams.count(team)) for team in teams]


def _whole(points: int | Fraction) -> int | Fraction:
    """Return the same number, as an integer when it is one."""
    return int(points) if points == int(points) else points
