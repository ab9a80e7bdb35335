"""Explanation of a score, line by line: codes and figures, which a page turns into sentences."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.core.facts.fields import SumLine
from games.core.outcome import Outcome
from games.core.play import Points
from games.core.scoring import contract_points, difference, is_made, need_for, score_outcome, share_score
from games.core.scoring.score import PETIT_POINTS, PETIT_SIGNS, share_miseres
from games.core.tarot_rules import FFT_TAROT, TarotRules
from games.core.variant import Variant
from games.core.variants.contrat import ContratOutcome
from games.core.variants.grelin import WINNER_POINTS, GrelinOutcome
from games.core.variants.nullo import NulloOutcome
from games.core.variants.papayou_play import QUEEN_POINTS


def score_sum(
    outcome: Outcome, row: Variant, rules: TarotRules = FFT_TAROT, *, is_counted: bool = True
) -> tuple[SumLine, ...]:
    """Return the lines that add up to the score of a deal of Tarot, as each defender pays it.

    Args:
        is_counted: True if bouts and points are known; else the first line gives the margin only.

    Returns:
        In order: `count` or `margin` (no points); `contract`, or `flat_contract` on the ladder with a pousse;
            one
        `handful` each; `petit`; `slam`; last `unit`, the sum of the lines above.
    """
    need = need_for(outcome.bouts, row)
    margin = difference(outcome.half_points, need)
    # A contract with exactly the points needed is made.
    sign, times = (1 if margin >= 0 else -1), rules.multiplier(outcome.bid)
    base = contract_points(outcome.bid, rules)
    count = {"bouts": outcome.bouts, "half_points": outcome.half_points, "need": need, "by": margin}
    contract = {"bid": outcome.bid.value, "base": base, "by": abs(margin), "times": times}
    lines = [SumLine("count", values=count) if is_counted else SumLine("margin", values={"by": margin})]
    code = "flat_contract" if rules.pousse else "contract"
    lines.append(SumLine(code, sign * (base + abs(margin)) * times, values=contract))
    for level in outcome.handfuls:
        size = rules.handful_size(level, row)
        lines.append(SumLine("handful", sign * level.points, values={"level": level.value, "size": size}))
    petit = PETIT_SIGNS[outcome.petit] * outcome.petits * PETIT_POINTS * times
    if petit:
        values = {"petit": outcome.petit.value, "petits": outcome.petits, "points": PETIT_POINTS}
        lines.append(SumLine("petit", petit, values={**values, "times": times}))
    if outcome.slam.points:
        lines.append(SumLine("slam", outcome.slam.points, values={"slam": outcome.slam.value}))
    defenders = row.player_count - len(outcome.attackers)
    return (*lines, SumLine("unit", score_outcome(outcome, row, rules), values={"defenders": defenders}))


def tarot_sum(
    outcome: Outcome, row: Variant, rules: TarotRules = FFT_TAROT, *, is_counted: bool = True
) -> tuple[SumLine, ...]:
    """Return the lines of `score_sum`, followed by a line for each payment.

    Returns:
        The lines after those of `score_sum` are:

        - `received`: the sum that all defenders pay together
        - `share` for each attacker and `defender` for each defender, with their seat
        - `misere` for each seat that gains or loses points by a misère

        The lines with a seat add up to the scores.
    """
    unit = score_outcome(outcome, row, rules)
    defenders = row.player_count - len(outcome.attackers)
    shares = share_score(unit, row, taker=outcome.taker, partners=outcome.partners, rules=rules)
    payment_values = {"defenders": defenders, "unit": unit, "attackers": len(outcome.attackers)}
    lines = [SumLine("received", unit * defenders, values=payment_values)]
    for seat in outcome.attackers:
        # No division by 0: all seats attack, or the score is 0.
        part = Fraction(shares[seat], unit * defenders) if unit * defenders else Fraction(0)
        values = {"part": f"{part.numerator}/{part.denominator}"}
        lines.append(SumLine("share", shares[seat], seat, values))
    defender_seats = (seat for seat in range(row.player_count) if seat not in outcome.attackers)
    lines += [SumLine("defender", shares[seat], seat) for seat in defender_seats]
    is_contract_made = is_made(outcome, row)
    misere_points = share_miseres(outcome.miseres, outcome.attackers, row, made=is_contract_made, rules=rules)
    lines += [SumLine("misere", whole(points), seat) for seat, points in enumerate(misere_points) if points]
    return (*score_sum(outcome, row, rules, is_counted=is_counted), *lines)


def nullo_sum(outcome: NulloOutcome) -> tuple[SumLine, ...]:
    """Return a line for each seat with the points of its tricks."""
    counts = zip(outcome.half_points, outcome.scores(), strict=True)
    return tuple(
        SumLine("nullo", points, seat, {"half_points": half}) for seat, (half, points) in enumerate(counts)
    )


def papayou_sum(queens: Sequence[int], trumps: Sequence[int], scores: Sequence[int]) -> tuple[SumLine, ...]:
    """Return a line for each seat with its queens and trumps, or with the cost when one seat took all."""
    totals = [QUEEN_POINTS * seat_queens + height for seat_queens, height in zip(queens, trumps, strict=True)]
    # One seat took all queens and trumps: the points count against the others.
    if max(totals) == sum(totals):
        codes = ("papayou_all" if total else "papayou_other" for total in totals)
        return tuple(
            SumLine(code, score, seat, {"total": sum(totals)})
            for seat, (code, score) in enumerate(zip(codes, scores, strict=True))
        )
    return tuple(
        SumLine(
            "papayou", score, seat, {"queens": queens[seat], "trumps": trumps[seat], "each": QUEEN_POINTS}
        )
        for seat, score in enumerate(scores)
    )


def grelin_sum(outcome: GrelinOutcome) -> tuple[SumLine, ...]:
    """Return a line for each seat with its tokens and its cards left, or with the winner's bonus."""
    return tuple(
        SumLine(
            "grelin" if card_count else "grelin_winner",
            points,
            seat,
            {"tokens": tokens, "cards": card_count, "won": -WINNER_POINTS},
        )
        for seat, (tokens, card_count, points) in enumerate(
            zip(outcome.tokens, outcome.cards_left, outcome.scores(), strict=True)
        )
    )


def contrat_sum(outcome: ContratOutcome) -> tuple[SumLine, ...]:
    """Return a line for each seat with its bet and its tricks, doubled for the seat with the Excuse."""
    return tuple(_contrat_lines(outcome))


def _contrat_lines(outcome: ContratOutcome) -> Iterator[SumLine]:
    counts = zip(outcome.bets, outcome.tricks, outcome.scores(), strict=True)
    for seat, (bet, tricks, points) in enumerate(counts):
        code = "contrat_kept" if bet == tricks else "contrat"
        if bet != tricks and seat == outcome.excuse:
            code = "contrat_doubled"
        yield SumLine(code, points, seat, {"bet": bet, "tricks": tricks, "off": abs(bet - tricks)})


def cold_poker_sum(points: Sequence[int]) -> tuple[SumLine, ...]:
    """Return a line for each seat with the sum of the trumps that it took."""
    return tuple(SumLine("cold_poker", trump_sum, seat) for seat, trump_sum in enumerate(points))


def whole(points: Points) -> Points:
    """Return the same number, as an integer when it is one."""
    return int(points) if points == int(points) else points
