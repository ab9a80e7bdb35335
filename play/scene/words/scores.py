"""The score of a finished deal, explained line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.core.facts.sums import score_sum
from games.core.outcome import Outcome
from games.core.play import NotPlayed, State
from games.core.scoring.score import difference, is_made, need_for
from games.core.tarot_rules import tarot_rules
from games.core.variants.tarot.game import Tarot
from play.scene.words.steps import NAMES
from tournaments.results.words.facts import line_words, points_words


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the explanation."""

    words: str
    points: str
    """Signed points; "" for a line without points."""
    is_total: bool = False


def score_words(score: str) -> str:
    """Return a stored score (an integer or a fraction) in words."""
    return points_words(Fraction(score))


def end_words(state: State, me: int | None, names: Sequence[str]) -> str:
    """Return the result of a finished deal as a sentence, for seat `me`, with the `names` of all seats."""
    outcome = state.outcome()
    if isinstance(outcome, NotPlayed):
        return _("Tout le monde a passé : la donne ne compte pas.")
    if not isinstance(outcome, Outcome):
        return _("La donne est finie.")
    variant = state.variant
    assert isinstance(variant, Tarot)
    values = {
        "seat": names[outcome.taker],
        "bid": str(NAMES[outcome.bid.value]),
        "points": abs(difference(outcome.half_points, need_for(outcome.bouts, variant.row))),
    }
    if is_made(outcome, variant.row) and not values["points"]:
        if outcome.taker == me:
            return _("Vous réussissez tout juste votre %(bid)s.") % values
        return _("%(seat)s réussit tout juste sa %(bid)s.") % values
    if outcome.taker == me:
        if is_made(outcome, variant.row):
            return _("Vous réussissez votre %(bid)s de %(points)d.") % values
        return _("Vous chutez de %(points)d à la %(bid)s.") % values
    if is_made(outcome, variant.row):
        return _("%(seat)s réussit sa %(bid)s de %(points)d.") % values
    return _("%(seat)s chute de %(points)d à la %(bid)s.") % values


def score_lines(state: State) -> list[ScoreLine]:
    """Return the explanation of a finished deal of Tarot; empty for other games, whose scores are enough."""
    outcome, variant = state.outcome(), state.variant
    if not isinstance(outcome, Outcome) or not isinstance(variant, Tarot):
        return []
    *lines, unit = score_sum(outcome, variant.row, tarot_rules(variant.row, state.rules))
    explanation = [
        ScoreLine(line_words(line), "" if line.points is None else points_words(line.points))
        for line in lines
    ]
    assert unit.points is not None
    return [*explanation, ScoreLine(line_words(unit), str(abs(unit.points)), is_total=True)]
