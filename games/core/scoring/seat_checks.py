"""Can these seats be the attack, and can these seats have announced a misère?"""

from collections import Counter

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Outcome
from games.core.tarot_rules import FFT_TAROT, TarotRules
from games.core.variant import Variant

MISERE_KINDS = 2
"""A seat may announce that it holds no trump and that it holds no figure."""


def check_seats(outcome: Outcome, variant: Variant, rules: TarotRules = FFT_TAROT) -> None:
    """Refuse a seat that is not at the table and partners that nothing can have brought to the attack.

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
    named = [("taker", outcome.taker)]
    named += [("partners", seat) for seat in outcome.partners]
    named += [("miseres", seat) for seat in outcome.miseres]
    for field, seat in named:
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
    """Whole teams attack, and no more of them than the taker's and those that his calls can bring."""
    teams = {variant.team_of(seat) for seat in outcome.attackers}
    most = variant.most_called_holders
    if len(teams) - 1 > most:
        message = f"{len(teams) - 1} called partners or teams not in 0..{most}"
        raise ImpossibleOutcome(
            "too_many_partners", message, field="partners", called=len(teams) - 1, most=most
        )
    for seat in outcome.attackers:
        absent = [other for other in variant.team_members(seat) if other not in outcome.attackers]
        if absent:
            message = f"seat {seat} attacks without seat {absent[0]} of the same team"
            raise ImpossibleOutcome("team_split", message, field="partners", seat=seat, missing=absent[0])


def _check_miseres(outcome: Outcome, rules: TarotRules) -> None:
    if outcome.miseres and not rules.misere_points:
        message = f"miseres {len(outcome.miseres)} not in 0..0: these rules know none"
        raise ImpossibleOutcome("misere_not_allowed", message, field="miseres")
    for seat, count in Counter(outcome.miseres).items():
        if count > MISERE_KINDS:
            message = f"miseres of seat {seat} {count} not in 0..{MISERE_KINDS}"
            raise ImpossibleOutcome("too_many_miseres", message, field="miseres", seat=seat, count=count)
