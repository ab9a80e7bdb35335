"""Parts of the scores of a deal of Tarot, which a page adds up while it cannot reach the site."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import lcm
from typing import Any

from games.core.errors import ImpossibleOutcome
from games.core.facts import facts_form
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.rules import RuleSet
from games.core.scoring import check_outcome, need_for, score_outcome, share_score
from games.core.scoring.score import share_miseres
from games.core.tarot_rules import TarotRules, tarot_rules
from games.core.variant import Variant
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

TAKER = 0
"""Seat of the taker in the measured deals."""
MEASURED_MARGIN = 10
"""Half points above the need in the deal on which the parts are measured."""
MADE_SLAMS = (Slam.MADE, Slam.DEFENCE)
"""Slams with counts that no other deal has."""

Count = tuple[int, int]
"""Bouts and half points of the attack."""


@dataclass(frozen=True, slots=True)
class AdditiveScores:
    """Parts of a score. Each is measured with the engine, so that no rule is written twice."""

    counts: tuple[tuple[int | None, ...], ...]
    """counts[bouts][half points]: a defender's payment for a prise, negative if it fails, or None."""
    slam_counts: Set[Count]
    """Counts that only a slam can have."""
    bids: Mapping[Bid, tuple[int, int]]
    """Factor of each bid that the table plays, and its points beyond those of a prise."""
    petit: Mapping[PetitAtEnd, int]
    """Part of the petit au bout by its side, for a prise."""
    handfuls: Mapping[Handful, int]
    """Part of a handful, which goes to the winners."""
    slams: Mapping[Slam, int]
    margins: Mapping[int, int]
    """Payment for a prise by the points by which it was made, or failed with a minus."""
    miseres: tuple[int, Mapping[int, int]] | None
    """Gain of a misère, and the part of each winner by their number, in units of 1/`scale`; None without."""
    camps: tuple[tuple[int, ...], ...]
    """camps[seat]: seats that attack or defend with a seat in every deal, itself included."""
    shares: Mapping[str, int]
    """Shares of an attacker in what a defender pays, in units of 1/`scale`: see `_share_key`."""
    scale: int

    def as_json(self) -> dict[str, object]:
        """Return the parts as plain values, for the page's script."""
        return {
            "counts": self.counts,
            "slamCounts": [f"{bouts}/{half_points}" for bouts, half_points in sorted(self.slam_counts)],
            "bids": self.bids,
            "petit": self.petit,
            "handfuls": self.handfuls,
            "slams": self.slams,
            "margins": self.margins,
            "miseres": self.miseres,
            "camps": self.camps,
            "shares": self.shares,
            "scale": self.scale,
        }


def _share_key(seat: int, attackers: tuple[int, ...], camps: tuple[tuple[int, ...], ...]) -> str:
    """Return the key of an attacker's share: attackers, their camps, size of the own one, taker or partner.

    The taker is the first attacker.
    """
    camp_count = len({camps[attacker] for attacker in attackers})
    role = "taker" if seat == attackers[0] else "partner"
    return f"{len(attackers)}/{camp_count}/{len(camps[seat])}/{role}"


@lru_cache(maxsize=32)
def additive_scores(game: str, rules: RuleSet) -> AdditiveScores | None:
    """Return the parts of the scores of a game; None if it is not Tarot."""
    variant = find_variant(game)
    if not isinstance(variant, Tarot):
        return None
    row, options = variant.row, tarot_rules(variant.row, rules)
    plain = _plain(row)

    def paid_with(**facts: Any) -> int:
        return score_outcome(replace(plain, **facts), row, options)

    base = paid_with()
    bids = {}
    for bid in options.ladder(row):
        factor = paid_with(bid=bid, half_points=plain.half_points + 2) - paid_with(bid=bid)
        bids[bid] = factor, paid_with(bid=bid) // factor - base
    slams = [slam for slam in Slam if options.petit_slam or not slam.is_petit]
    counts, slam_counts = [], set()
    for bouts in range(row.bout_count + 1):
        payments: list[int | None] = []
        for half_points in range(row.total_half_points + 1):
            count = replace(plain, bouts=bouts, half_points=half_points)
            is_plain = _is_possible(count, (Slam.NONE,), row, options)
            if not is_plain and _is_possible(count, MADE_SLAMS, row, options):
                slam_counts.add((bouts, half_points))
                is_plain = True
            payments.append(score_outcome(count, row, options) if is_plain else None)
        counts.append(tuple(payments))
    fields = {field.name: field for field in facts_form(game, rules).fields}
    need, margin = 2 * need_for(plain.bouts, row), fields["margin"]
    shares, payers = _measure_shares(row, options), _measure_miseres(row, options)
    scale = lcm(*(share.denominator for share in (*shares.values(), *payers.values())))
    return AdditiveScores(
        counts=tuple(counts),
        slam_counts=frozenset(slam_counts),
        bids=bids,
        petit={side: paid_with(petit=side) - base for side in PetitAtEnd},
        handfuls={level: paid_with(handfuls=(level,)) - base for level in Handful},
        slams={slam: paid_with(slam=slam) - base for slam in slams},
        margins={
            points: paid_with(half_points=need + 2 * points)
            for points in range(margin.least, margin.most + 1)
        },
        miseres=(options.misere_points * scale, _scaled(payers, scale)) if payers else None,
        camps=_camps(row),
        shares=_scaled(shares, scale),
        scale=scale,
    )


def _plain(row: Variant) -> Outcome:
    """Return the deal on which the parts are measured: a prise that is made, without a bonus."""
    half_points = 2 * need_for(row.bout_count, row) + MEASURED_MARGIN
    return Outcome(TAKER, Bid.PRISE, row.bout_count, half_points, partners=_others(row, (TAKER,)))


def _camps(row: Variant) -> tuple[tuple[int, ...], ...]:
    return tuple(row.team_members(seat) for seat in range(row.player_count))


def _others(row: Variant, first_seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that attack with the taker and the called players."""
    camps = _camps(row)
    attackers = {member for seat in first_seats for member in camps[seat]}
    return tuple(sorted(attackers - {first_seats[0]}))


def _attacks(row: Variant) -> Iterator[tuple[int, ...]]:
    """Yield the attackers of every possible attack, the taker first."""
    for taker in range(row.player_count):
        camps = {row.team_members(seat) for seat in range(row.player_count)}
        others = sorted(camp[0] for camp in camps if taker not in camp)
        for called_count in range(row.most_called_holders + 1):
            for called in combinations(others, called_count):
                yield (taker, *_others(row, (taker, *called)))


def _measure_shares(row: Variant, options: TarotRules) -> dict[str, Fraction]:
    camps = _camps(row)
    shares: dict[str, Fraction] = {}
    for taker, *partners in _attacks(row):
        points = share_score(1, row, taker=taker, partners=tuple(partners), rules=options)
        attackers = (taker, *partners)
        shares |= {_share_key(seat, attackers, camps): Fraction(points[seat]) for seat in attackers}
    return shares


def _measure_miseres(row: Variant, options: TarotRules) -> dict[int, Fraction]:
    """Return the part of each winner in a misère of a loser, by the number of winners; {} without misères."""
    payers: dict[int, Fraction] = {}
    for attackers in _attacks(row) if options.misere_points else ():
        defenders = [seat for seat in range(row.player_count) if seat not in attackers]
        taker, other = attackers[0], (*defenders, *attackers[1:])[0]
        made = share_miseres((other,), attackers, row, made=True, rules=options)
        payers[len(attackers)] = made[taker]
        failed = share_miseres((taker,), attackers, row, made=False, rules=options)
        payers[len(defenders)] = failed[other]
    return payers


def _scaled(values: Mapping[Any, Fraction], scale: int) -> dict[Any, int]:
    return {key: int(value * scale) for key, value in values.items()}


def _is_possible(outcome: Outcome, slams: Sequence[Slam], row: Variant, options: TarotRules) -> bool:
    # under a garde contre the attack may have a count that the dog forbids to others
    for bid, slam in product((Bid.PRISE, Bid.GARDE_CONTRE), slams):
        try:
            check_outcome(replace(outcome, bid=bid, slam=slam), row, options)
        except ImpossibleOutcome:
            continue
        return True
    return False
