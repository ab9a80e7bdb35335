"""Checks that an outcome is possible.

There is one small function per rule; the first broken rule is reported.
"""

from collections import Counter

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring.counts import (
    attack_slam_counts,
    count_step,
    defence_slam_counts,
    possible_half_points,
    shared_counts,
)
from games.core.scoring.score import need_for
from games.core.tarot_rules import FFT_TAROT, TarotRules
from games.core.variant import Variant

MISERE_KINDS = 2
"""Number of kinds of misère: a seat may announce that it holds no trump and that it holds no figure."""


def check_seats(outcome: Outcome, variant: Variant, rules: TarotRules = FFT_TAROT) -> None:
    """Refuse a seat that is not at the table, and partners that no call or team can bring to the attack.

    Raises:
        ImpossibleOutcome: `seat_out_of_range`, `partner_is_taker`, `partner_twice`, `partner_not_allowed`,
            `too_many_partners`, `team_split`, `misere_not_allowed` or `too_many_miseres`.
    """
    _check_at_table(outcome, variant)
    _check_partners(outcome, variant)
    _check_teams(outcome, variant)
    _check_miseres(outcome, rules)


def _check_at_table(outcome: Outcome, variant: Variant) -> None:
    last = variant.player_count - 1
    fields = [("taker", outcome.taker)]
    fields += [("partners", seat) for seat in outcome.partners]
    fields += [("miseres", seat) for seat in outcome.miseres]
    for field, seat in fields:
        if not 0 <= seat <= last:
            message = f"{field} {seat} not in 0..{last}"
            raise ImpossibleOutcome("seat_out_of_range", message, field=field, seat=seat, last=last)


def _check_partners(outcome: Outcome, variant: Variant) -> None:
    if outcome.partners and not (variant.call_count or variant.team_count):
        seats = " ".join(map(str, outcome.partners))
        message = f"partners {seats} in {variant.name}, where the taker plays alone"
        raise ImpossibleOutcome("partner_not_allowed", message, field="partners", variant=variant.name)
    if outcome.taker in outcome.partners:
        message = f"partner {outcome.taker} is the taker"
        raise ImpossibleOutcome("partner_is_taker", message, field="partners", seat=outcome.taker)
    for seat, count in Counter(outcome.partners).items():
        if count > 1:
            message = f"partner {seat} named {count} times"
            raise ImpossibleOutcome("partner_twice", message, field="partners", seat=seat)


def _check_teams(outcome: Outcome, variant: Variant) -> None:
    """Refuse a split team, and more teams than the taker's and those that the calls can bring."""
    teams = {variant.team_of(seat) for seat in outcome.attackers}
    most = variant.most_called_holders
    if len(teams) - 1 > most:
        message = f"{len(teams) - 1} called partners or teams not in 0..{most}"
        raise ImpossibleOutcome(
            "too_many_partners", message, field="partners", called=len(teams) - 1, most=most
        )
    for seat in outcome.attackers:
        absent_members = [member for member in variant.team_members(seat) if member not in outcome.attackers]
        if absent_members:
            message = f"seat {seat} attacks without seat {absent_members[0]} of the same team"
            raise ImpossibleOutcome(
                "team_split", message, field="partners", seat=seat, missing=absent_members[0]
            )


def _check_miseres(outcome: Outcome, rules: TarotRules) -> None:
    if outcome.miseres and not rules.misere_points:
        message = f"miseres {len(outcome.miseres)} not in 0..0: these rules know none"
        raise ImpossibleOutcome("misere_not_allowed", message, field="miseres")
    for seat, count in Counter(outcome.miseres).items():
        if count > MISERE_KINDS:
            message = f"miseres of seat {seat} {count} not in 0..{MISERE_KINDS}"
            raise ImpossibleOutcome("too_many_miseres", message, field="miseres", seat=seat, count=count)


def check_outcome(outcome: Outcome, variant: Variant, rules: TarotRules = FFT_TAROT) -> None:
    """Refuse an outcome that no deal can have produced.

    Raises:
        ImpossibleOutcome: with one of the codes of `check_seats`, `check_bonuses` and `check_count`, or
            `bid_not_allowed`.
    """
    check_seats(outcome, variant, rules)
    check_bid(outcome.bid, variant, rules)
    check_bonuses(
        variant,
        handfuls=outcome.handfuls,
        petit=outcome.petit,
        slam=outcome.slam,
        petits=outcome.petits,
        rules=rules,
    )
    check_count(outcome, variant, rules)


def check_bid(bid: Bid, variant: Variant, rules: TarotRules = FFT_TAROT) -> None:
    """Refuse a bid that is not on the ladder: a pousse, or a garde sans or contre where there is no dog.

    Raises:
        ImpossibleOutcome: `bid_not_allowed`.
    """
    ladder = rules.ladder(variant)
    if bid not in ladder:
        names = ", ".join(ladder)
        message = f"bid {bid.value} not in {names}"
        raise ImpossibleOutcome("bid_not_allowed", message, field="bid", bid=bid.value, ladder=names)


def check_bonuses(
    variant: Variant,
    *,
    handfuls: tuple[Handful, ...],
    petit: PetitAtEnd,
    slam: Slam,
    petits: int = 1,
    rules: TarotRules = FFT_TAROT,
) -> None:
    """Refuse handfuls that the packs cannot hold and a Petit won by a camp without a trick.

    Raises:
        ImpossibleOutcome: `handfuls_not_allowed`, `too_many_handfuls`, `petits_out_of_range`,
            `petit_slam_not_allowed` or `petit_against_slam`.
    """
    _check_handfuls(variant, handfuls, rules)
    # The default of 1 stands for deals without a Petit at the end, too.
    most = variant.pack_count if petit is not PetitAtEnd.NONE else 1
    if not 1 <= petits <= most:
        message = f"petits {petits} not in 1..{most} with petit {petit.value}"
        raise ImpossibleOutcome("petits_out_of_range", message, field="petits", petits=petits, most=most)
    if slam.is_petit and not rules.petit_slam:
        message = f"slam {slam.value}, which these rules do not know"
        raise ImpossibleOutcome("petit_slam_not_allowed", message, field="slam", slam=slam.value)
    # With a slam one camp has no trick, hence not the last one.
    loser = PetitAtEnd.DEFENCE if slam.is_made_by_attack else PetitAtEnd.ATTACK
    if petit is loser and (slam.is_made_by_attack or slam is Slam.DEFENCE):
        message = f"petit won by the {petit.value}, which won no trick (slam {slam.value})"
        raise ImpossibleOutcome(
            "petit_against_slam", message, field="petit", petit=petit.value, slam=slam.value
        )


def _check_handfuls(variant: Variant, handfuls: tuple[Handful, ...], rules: TarotRules) -> None:
    if handfuls and rules.handful_sizes(variant) is None:
        message = f"handfuls {len(handfuls)} not in 0..0: none is shown in {variant.name}"
        raise ImpossibleOutcome("handfuls_not_allowed", message, field="handfuls", variant=variant.name)
    trump_count = sum(rules.handful_size(handful, variant) for handful in handfuls)
    most = variant.showable_trumps
    if trump_count > most:
        message = f"handfuls of {trump_count} trumps in all, more than {most}"
        raise ImpossibleOutcome("too_many_handfuls", message, field="handfuls", shown=trump_count, most=most)


def check_count(outcome: Outcome, variant: Variant, rules: TarotRules = FFT_TAROT) -> None:
    """Refuse bouts and half points that contradict each other, the Petit or the slam.

    Raises:
        ImpossibleOutcome: `bouts_out_of_range`, `half_points_out_of_range`, `half_points_odd`,
            `petit_needs_bout`, `petit_leaves_bout`, `slam_bouts`, `slam_points`, `slam_missing`,
            `defence_slam_missing`, `too_few_points` or `too_many_points`.
    """
    # Called for its refusal of a number of bouts out of range.
    need_for(outcome.bouts, variant)
    _check_range_and_parity(outcome.half_points, variant)
    _check_petit_bout(outcome, variant)
    counts = possible_half_points(
        outcome.bid, outcome.bouts, outcome.slam, variant, kings_in_discard=rules.kings_in_discard
    )
    if not any(outcome.half_points in possible for possible in counts):
        raise _explain_count(outcome, variant, counts, rules)


def _check_range_and_parity(half_points: int, variant: Variant) -> None:
    most = variant.total_half_points
    if not 0 <= half_points <= most:
        message = f"half points {half_points} not in 0..{most}"
        raise ImpossibleOutcome(
            "half_points_out_of_range", message, field="half_points", half_points=half_points, most=most
        )
    if half_points % count_step(variant):
        message = f"half points {half_points} odd in {variant.name}, where every count is whole"
        raise ImpossibleOutcome("half_points_odd", message, field="half_points", half_points=half_points)


def _check_petit_bout(outcome: Outcome, variant: Variant) -> None:
    """Refuse a Petit at the end that the camp with the last trick does not have among its bouts."""
    least, most = outcome.petits, variant.bout_count
    if outcome.petit is PetitAtEnd.ATTACK and outcome.bouts < least:
        message = f"petit won by the attack, which has {outcome.bouts} bouts, not in {least}..{most}"
        raise ImpossibleOutcome("petit_needs_bout", message, field="petit", bouts=outcome.bouts)
    if outcome.petit is PetitAtEnd.DEFENCE and outcome.bouts > most - least:
        message = (
            f"petit won by the defence, but the attack has {outcome.bouts} bouts, not in 0..{most - least}"
        )
        raise ImpossibleOutcome("petit_leaves_bout", message, field="petit", bouts=outcome.bouts)


def _explain_count(
    outcome: Outcome, variant: Variant, counts: tuple[range, ...], rules: TarotRules
) -> ImpossibleOutcome:
    """Return the error for an impossible count, with the nearest rule that it breaks."""
    bid, bouts, half_points, slam = outcome.bid, outcome.bouts, outcome.half_points, outcome.slam
    if slam.is_made_by_attack or slam is Slam.DEFENCE:
        if not counts:
            message = f"slam {slam.value} with {bouts} bouts"
            return ImpossibleOutcome("slam_bouts", message, field="bouts", slam=slam.value, bouts=bouts)
        return _outside(
            "slam_points",
            outcome,
            min(count_range[0] for count_range in counts),
            max(count_range[-1] for count_range in counts),
        )
    shared_range = shared_counts(bid, bouts, variant)
    kings = rules.kings_in_discard
    slam_counts = attack_slam_counts(bid, bouts, variant, kings_in_discard=kings)
    # The count is possible, but only with a slam that was not recorded.
    if any(half_points in possible for possible in slam_counts):
        return _outside("slam_missing", outcome, shared_range[0], shared_range[-1], field="slam")
    defence_counts = defence_slam_counts(bid, bouts, variant, kings_in_discard=kings)
    if any(half_points in possible for possible in defence_counts):
        return _outside("defence_slam_missing", outcome, shared_range[0], shared_range[-1], field="slam")
    code = "too_few_points" if half_points < shared_range[0] else "too_many_points"
    return _outside(code, outcome, shared_range[0], shared_range[-1])


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
