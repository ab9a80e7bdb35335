"""The score of a finished deal, explained line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.core.facts.played import played_sum
from games.core.facts.sums import score_sum
from games.core.outcome import Outcome, Slam
from games.core.play import NotPlayed, State
from games.core.scoring.score import difference, is_made, need_for
from games.core.tarot_rules import tarot_rules
from games.core.variants.tarot.game import Tarot
from play.scene.words.steps import NAMES
from tournaments.results.words.facts import line_words, points_words

FAILED_SLAMS = (Slam.ANNOUNCED_FAILED, Slam.PETIT_FAILED)


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
    """Return the result of a finished deal in words, for seat `me`, with the `names` of all seats.

    A slam that was announced in vain is named, since its payment may outweigh a contract that was made.
    """
    outcome, words = state.outcome(), _result_words(state, me, names)
    if isinstance(outcome, Outcome) and outcome.slam in FAILED_SLAMS:
        failed_words = _("Le chelem annoncé est chuté.")
        return f"{words} {failed_words}"
    return words


def _result_words(state: State, me: int | None, names: Sequence[str]) -> str:
    outcome = state.outcome()
    if isinstance(outcome, NotPlayed):
        return _("Tout le monde a passé : la donne ne compte pas.")
    if not isinstance(outcome, Outcome):
        return winner_words(state.scores(), me, names, lowest_wins=state.variant.lowest_wins)
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


def winner_words(
    scores: Sequence[Fraction | int], me: int | None, names: Sequence[str], *, lowest_wins: bool
) -> str:
    """Return the winners of a match, or of a deal without a taker, and what for.

    Args:
        scores: points by seat.
        me: seat of the reader; None for a spectator.
        names: names by seat.
    """
    best = min(scores) if lowest_wins else max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    # a person is named last: "Est et vous"
    seats = [names[seat] for seat in winners if seat != me]
    if winners == [me]:
        return (
            _("Vous gagnez, avec le moins de points.")
            if lowest_wins
            else _("Vous gagnez, avec le plus de points.")
        )
    if len(winners) == 1:
        template = (
            _("%(seat)s gagne, avec le moins de points.")
            if lowest_wins
            else _("%(seat)s gagne, avec le plus de points.")
        )
        return template % {"seat": seats[0]}
    together = get_text_list([*seats, *([_("vous")] if me in winners else [])], _("et"))
    template = (
        _("À égalité avec le moins de points : %(seats)s.")
        if lowest_wins
        else _("À égalité avec le plus de points : %(seats)s.")
    )
    return template % {"seats": together}


def score_lines(state: State, me: int | None, names: Sequence[str]) -> list[ScoreLine]:
    """Return the explanation of a finished deal for seat `me`, line by line, as *Compter* gives it.

    At Tarot the lines add up to the price that each defender pays. At other games each seat has its line.
    """
    outcome, variant = state.outcome(), state.variant
    if isinstance(outcome, NotPlayed):
        return []
    if not isinstance(outcome, Outcome) or not isinstance(variant, Tarot):
        shown_names = [_("Vous") if seat == me else name for seat, name in enumerate(names)]
        return [
            ScoreLine(
                _("%(seat)s : %(why)s") % {"seat": shown_names[line.seat or 0], "why": line_words(line)},
                points_words(line.points or 0),
            )
            for line in played_sum(state)
        ]
    *lines, unit = score_sum(outcome, variant.row, tarot_rules(variant.row, state.rules))
    explanation = [
        ScoreLine(line_words(line), "" if line.points is None else points_words(line.points))
        for line in lines
    ]
    assert unit.points is not None
    return [*explanation, ScoreLine(line_words(unit), str(abs(unit.points)), is_total=True)]
