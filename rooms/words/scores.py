"""How the score of a finished deal comes about, line by line."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.outcome import Outcome, Slam
from games.core.play import NotPlayed, Points, State
from games.core.scoring.score import (
    PETIT_POINTS,
    PETIT_SIGNS,
    contract_points,
    difference,
    is_made,
    need_for,
    score_outcome,
)
from games.core.tarot_rules import tarot_rules
from games.core.variants.tarot.game import Tarot
from games.core.written_points import format_points
from rooms.words.steps import NAMES, place_name
from tournaments.base.words.wording import signed

FEW_DECIMALS = 1


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the account."""

    words: str
    points: str
    """Signed, "" where the line only explains."""
    is_total: bool = False


def points_words(points: Points) -> str:
    """Signed points; a third or a half to one decimal."""
    if isinstance(points, Fraction) and points.denominator != 1:
        text = f"{abs(float(points)):.{FEW_DECIMALS}f}".replace(".", _(","))
        return ("+" if points > 0 else "−") + text
    return signed(int(points))


def score_words(score: str) -> str:
    """A score as a table keeps it, an integer or a fraction."""
    return points_words(Fraction(score))


def end_words(state: State, me: int) -> str:
    """How a finished deal ended, in a sentence for who sits at `me`."""
    outcome = state.outcome()
    if isinstance(outcome, NotPlayed):
        return _("Tout le monde a passé : la donne ne compte pas.")
    if not isinstance(outcome, Outcome):
        return _("La donne est finie.")
    variant = state.variant
    assert isinstance(variant, Tarot)
    values = {
        "seat": place_name(outcome.taker, variant.player_count),
        "bid": str(NAMES[outcome.bid.value]),
        "points": abs(difference(outcome.half_points, need_for(outcome.bouts, variant.row))),
    }
    if outcome.taker == me:
        if is_made(outcome, variant.row):
            return _("Vous réussissez votre %(bid)s de %(points)d.") % values
        return _("Vous chutez de %(points)d à la %(bid)s.") % values
    if is_made(outcome, variant.row):
        return _("%(seat)s réussit sa %(bid)s de %(points)d.") % values
    return _("%(seat)s chute de %(points)d à la %(bid)s.") % values


def score_lines(state: State) -> list[ScoreLine]:
    """The account of a finished deal of Tarot; nothing for other games, whose scores say all."""
    outcome, variant = state.outcome(), state.variant
    if not isinstance(outcome, Outcome) or not isinstance(variant, Tarot):
        return []
    row, rules = variant.row, tarot_rules(variant.row, state.rules)
    need = need_for(outcome.bouts, row)
    passed_by = difference(outcome.half_points, need)
    sign, times = (1 if passed_by >= 0 else -1), rules.multiplier(outcome.bid)
    base = contract_points(outcome.bid, rules)
    made = ngettext(
        "L’attaque a %(count)d bout et %(points)s points ; il en fallait %(need)d.",
        "L’attaque a %(count)d bouts et %(points)s points ; il en fallait %(need)d.",
        outcome.bouts,
    ) % {"count": outcome.bouts, "points": format_points(outcome.half_points), "need": need}
    contract = _("%(bid)s : (%(base)d + %(passed)d) × %(times)d") % {
        "bid": str(NAMES[outcome.bid.value]).capitalize(),
        "base": base,
        "passed": abs(passed_by),
        "times": times,
    }
    lines = [ScoreLine(made, ""), ScoreLine(contract, signed(sign * (base + abs(passed_by)) * times))]
    lines += [ScoreLine(_("Poignée"), signed(sign * handful.points)) for handful in outcome.handfuls]
    petit = PETIT_SIGNS[outcome.petit] * outcome.petits * PETIT_POINTS * times
    if petit:
        words = _("Petit au bout : %(points)d × %(times)d") % {"points": PETIT_POINTS, "times": times}
        lines.append(ScoreLine(words, signed(petit)))
    if outcome.slam is not Slam.NONE:
        lines.append(ScoreLine(_("Chelem"), signed(outcome.slam.points)))
    total = score_outcome(outcome, row, rules)
    words = _("Chaque défenseur donne") if total >= 0 else _("Chaque défenseur reçoit")
    lines.append(ScoreLine(words, str(abs(total)), is_total=True))
    return lines
