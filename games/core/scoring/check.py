"""Is an outcome possible? One small function per rule; the first that is broken is reported."""

from games.core.cards import TOTAL_HALF_POINTS, TRUMP_COUNT
from games.core.errors import ImpossibleOutcome
from games.core.outcome import Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring.counts import (
    BOUT_COUNT,
    attack_slam_counts,
    count_step,
    defence_slam_counts,
    possible_half_points,
    shared_counts,
)
from games.core.scoring.score import need_for
from games.core.variant import Variant

SHOWABLE_TRUMPS = TRUMP_COUNT + 1
"""Cards that handfuls can show in one deal: the trumps and the Excuse."""


def check_outcome(outcome: Outcome, variant: Variant) -> None:
    """Refuse an outcome that no deal can have produced.

    Raises:
        ImpossibleOutcome: with one of the codes `seat_out_of_range`, `partner_not_allowed`,
            `partner_is_taker`, `bouts_out_of_range`, `half_points_out_of_range`, `half_points_odd`,
            `too_many_handfuls`, `petit_against_slam`, `petit_needs_bout`, `petit_leaves_bout`,
            `slam_bouts`, `slam_points`, `slam_missing`, `defence_slam_missing`, `too_few_points`,
            `too_many_points`.
    """
    check_seats(outcome, variant)
    check_bonuses(variant, handfuls=outcome.handfuls, petit=outcome.petit, slam=outcome.slam)
    check_count(outcome, variant)


def check_seats(outcome: Outcome, variant: Variant) -> None:
    """Refuse a seat that is not at the table and a partner where nobody is called."""
    last = variant.player_count - 1
    for field, seat in (("taker", outcome.taker), ("partner", outcome.partner)):
        if seat is not None and not 0 <= seat <= last:
            message = f"{field} {seat} not in 0..{last}"
            raise ImpossibleOutcome("seat_out_of_range", message, field=field, seat=seat, last=last)
    if outcome.partner is None:
        return
    if variant.most_partners == 0:
        message = f"partner {outcome.partner} in {variant.name}, where nobody is called"
        raise ImpossibleOutcome("partner_not_allowed", message, field="partner", variant=variant.name)
    if outcome.partner == outcome.taker:
        message = f"partner {outcome.partner} is the taker"
        raise ImpossibleOutcome("partner_is_taker", message, field="partner", seat=outcome.taker)


def check_bonuses(variant: Variant, *, handfuls: tuple[Handful, ...], petit: PetitAtEnd, slam: Slam) -> None:
    """Refuse handfuls that one pack cannot hold and a Petit won by a camp that won no trick."""
    shown = sum(variant.handful_size(handful) for handful in handfuls)
    if shown > SHOWABLE_TRUMPS:
        message = f"handfuls of {shown} trumps in all, more than {SHOWABLE_TRUMPS}"
        raise ImpossibleOutcome(
            "too_many_handfuls", message, field="handfuls", shown=shown, most=SHOWABLE_TRUMPS
        )
    loser = PetitAtEnd.DEFENCE if slam.is_made_by_attack else PetitAtEnd.ATTACK
    if petit is loser and (slam.is_made_by_attack or slam is Slam.DEFENCE):
        message = f"petit won by the {petit.value}, which won no trick (slam {slam.value})"
        raise ImpossibleOutcome(
            "petit_against_slam", message, field="petit", petit=petit.value, slam=slam.value
        )


def check_count(outcome: Outcome, variant: Variant) -> None:
    """Refuse bouts and half points that contradict each other, the Petit or the slam."""
    need_for(outcome.bouts, variant)
    _check_range_and_parity(outcome.half_points, variant)
    _check_petit_bout(outcome)
    counts = possible_half_points(outcome.bid, outcome.bouts, outcome.slam, variant)
    if not any(outcome.half_points in possible for possible in counts):
        raise _explain_count(outcome, variant, counts)


def _check_range_and_parity(half_points: int, variant: Variant) -> None:
    if not 0 <= half_points <= TOTAL_HALF_POINTS:
        message = f"half points {half_points} not in 0..{TOTAL_HALF_POINTS}"
        raise ImpossibleOutcome(
            "half_points_out_of_range",
            message,
            field="half_points",
            half_points=half_points,
            most=TOTAL_HALF_POINTS,
        )
    if half_points % count_step(variant):
        message = f"half points {half_points} odd in {variant.name}, where every count is whole"
        raise ImpossibleOutcome("half_points_odd", message, field="half_points", half_points=half_points)


def _check_petit_bout(outcome: Outcome) -> None:
    """The camp that wins the last trick with the Petit in it has the Petit among its bouts."""
    if outcome.petit is PetitAtEnd.ATTACK and outcome.bouts == 0:
        message = "petit won by the attack, which has 0 bouts, not in 1..3"
        raise ImpossibleOutcome("petit_needs_bout", message, field="petit", bouts=0)
    if outcome.petit is PetitAtEnd.DEFENCE and outcome.bouts == BOUT_COUNT:
        message = "petit won by the defence, but the attack has 3 bouts, not in 0..2"
        raise ImpossibleOutcome("petit_leaves_bout", message, field="petit", bouts=BOUT_COUNT)


def _explain_count(outcome: Outcome, variant: Variant, counts: tuple[range, ...]) -> ImpossibleOutcome:
    """The error for a count outside the possible ones, naming the nearest rule that it breaks."""
    bid, bouts, half_points, slam = outcome.bid, outcome.bouts, outcome.half_points, outcome.slam
    if slam.is_made_by_attack or slam is Slam.DEFENCE:
        if not counts:
            message = f"slam {slam.value} with {bouts} bouts"
            return ImpossibleOutcome("slam_bouts", message, field="bouts", slam=slam.value, bouts=bouts)
        return _outside("slam_points", outcome, min(c[0] for c in counts), max(c[-1] for c in counts))
    shared = shared_counts(bid, bouts, variant)
    if any(half_points in possible for possible in attack_slam_counts(bid, bouts, variant)):
        return _outside("slam_missing", outcome, shared[0], shared[-1], field="slam")
    if any(half_points in possible for possible in defence_slam_counts(bid, bouts, variant)):
        return _outside("defence_slam_missing", outcome, shared[0], shared[-1], field="slam")
    code = "too_few_points" if half_points < shared[0] else "too_many_points"
    return _outside(code, outcome, shared[0], shared[-1])


def _outside(
    code: str, outcome: Outcome, least: int, most: int, *, field: str = "half_points"
) -> ImpossibleOutcome:
    message = (
        f"half points {outcome.half_points} not in {least}..{most}"
        f" with {outcome.bouts} bouts, {outcome.bid.value}, slam {outcome.slam.value}"
    )
    return ImpossibleOutcome(
        code,
        message,
        field=field,
        half_points=outcome.half_points,
        bouts=outcome.bouts,
        least=least,
        most=most,
    )
