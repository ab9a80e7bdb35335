"""The results of an analysis as text: cost of a card, turn of the contract, best line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.actions import PlayCard
from games.core.analysis.readings import Bounds, CardReading, Estimate
from games.core.exchange.deals import record_of_state, start_of
from games.core.outcome import Outcome
from games.core.play import Points, State, replay
from games.core.written_points import format_points
from tournaments.base.words.cards import the_card
from tournaments.base.words.wording import write_signed_score
from tournaments.core.ranking.comparison import share_below
from tournaments.core.ranking.values import rounded_percent

MOST_COSTLY = 8
"""Largest number of cards in the summary."""


@dataclass(frozen=True, slots=True)
class ReadingWords:
    """Text about one card."""

    lines: tuple[str, ...]
    best: tuple[str, ...]
    """Best line from there, trick by trick; empty if the card cost nothing or no line is known."""


@dataclass(frozen=True, slots=True)
class CostlyCard:
    """A card of the summary that cost its side something."""

    number: int
    """Number of cards played including this one."""
    words: str
    cost: str
    mark: str
    """Cost in topage; "" if it is unknown or nothing."""
    is_me: bool
    turns: bool


@dataclass(frozen=True, slots=True)
class AnalysisWords:
    """Text about the whole deal."""

    reach: str
    """First trick from which the analysis is exact, and the score that was possible then."""
    costly: tuple[CostlyCard, ...]
    """Costly cards, the most costly first."""
    turn: str
    """Card that turned the contract for the last time; "" if none did."""


@dataclass(frozen=True, slots=True)
class DealRead:
    """A finished deal with the data that its readers may see."""

    state: State
    names: Sequence[str]
    """names[seat]: name of the player."""
    field: Sequence[Points] = ()
    """Scores of the attack at the other tables with these cards; empty if they are unknown."""


def reading_words(reading: CardReading, deal: DealRead) -> ReadingWords:
    """Return the cost of a card, the score possible before it, and the best line."""
    return ReadingWords(tuple(_lines(reading, deal)), _best_line(reading, deal))


def analysis_words(readings: Sequence[CardReading], deal: DealRead, me: int | None = None) -> AnalysisWords:
    """Return the text about a finished deal, for the reader in seat `me`."""
    count, state = deal.state.variant.player_count, deal.state
    costly = [
        CostlyCard(
            number,
            _("%(seat)s : %(card)s") % {"seat": deal.names[reading.seat], "card": the_card(reading.card)},
            _summary_cost(reading, state),
            _mark_cost(reading, deal),
            reading.seat == me,
            reading.turns_contract,
        )
        for number, reading in _by_loss(readings, state)
    ]
    reach = len(readings)
    # readings are exact towards the end of the deal: find the first of these
    while reach > 1 and readings[reach - 2].is_exact:
        reach -= 1
    turns = [(number, reading) for number, reading in enumerate(readings, 1) if reading.turns_contract]
    return AnalysisWords(
        reach=_(
            "L’analyse est exacte à partir du pli %(trick)d ; au mieux des deux côtés, "
            "l’attaque marquait alors %(score)s."
        )
        % {"trick": (reach - 1) // count + 1, "score": write_signed_score(readings[reach - 1].before.low)},
        costly=tuple(costly[:MOST_COSTLY]),
        turn=_turn_words(*turns[-1], deal) if turns else "",
    )


def _by_loss(readings: Sequence[CardReading], state: State) -> list[tuple[int, CardReading]]:
    """Return the cards with a certain or estimated loss, the largest first, each with its number from 1."""
    losses = [(number, reading) for number, reading in enumerate(readings, 1) if _least_loss(reading, state)]
    return sorted(losses, key=lambda loss: (-_least_loss(loss[1], state), loss[0]))


def _least_loss(reading: CardReading, state: State) -> int:
    """Return the points that a card lost for certain, or else by an estimate."""
    return _loss(reading, state).low or (reading.estimate.points if reading.estimate else 0)


def _summary_cost(reading: CardReading, state: State) -> str:
    loss = _loss(reading, state)
    if loss.low or reading.estimate is None:
        return _cost(loss)
    return _("environ %(points)s") % {"points": _points(reading.estimate.points)}


def _loss(reading: CardReading, state: State) -> Bounds:
    return reading.loss(attacks=reading.seat in _attackers(state))


def _attackers(state: State) -> tuple[int, ...]:
    outcome = state.outcome()
    assert isinstance(outcome, Outcome)
    return outcome.attackers


def _lines(reading: CardReading, deal: DealRead) -> Iterator[str]:
    loss = _loss(reading, deal.state)
    if loss == Bounds(0, 0):
        yield _("Cette carte ne coûte rien.")
    elif reading.is_exact and reading.half_points:
        yield _("Cette carte coûte %(cost)s au score, %(points)s dans les plis.") % {
            "cost": _cost(loss),
            "points": _card_points(reading.half_points),
        }
    elif loss.low or loss.is_exact:
        yield _("Cette carte coûte %(cost)s au score.") % {"cost": _cost(loss)}
    elif reading.estimate is None:
        yield _("On ne sait pas ce que coûte cette carte : %(cost)s au score.") % {"cost": _cost(loss)}
    if reading.estimate is not None:
        yield _estimate_words(reading.estimate)
    if (marks := _marks(reading, deal)) is not None:
        yield _mark_words(*marks)
    if reading.turns_contract:
        yield _contract_words(reading)
    yield _possible(reading.before)


def _estimate_words(estimate: Estimate) -> str:
    """Return the comparison with a robot's card, by what the player could know."""
    deals = ngettext("%(count)d donne possible", "%(count)d donnes possibles", estimate.deals)
    return _(
        "Avec ce que le joueur voyait, %(card)s valait environ %(points)s de plus : estimation sur %(deals)s."
    ) % {
        "card": the_card(estimate.better),
        "points": _points(estimate.points),
        "deals": deals % {"count": estimate.deals},
    }


def _marks(reading: CardReading, deal: DealRead) -> tuple[Fraction, Fraction] | None:
    """Return the mark of the player's side before and after a card with a cost; None if unknown."""
    if not reading.cost or not deal.field:
        return None
    is_attack = reading.seat in _attackers(deal.state)
    old_mark, new_mark = (
        share_below(bounds.low, deal.field, is_attack=is_attack) for bounds in (reading.before, reading.after)
    )
    return old_mark, new_mark


def _mark_words(old_mark: Fraction, new_mark: Fraction) -> str:
    if old_mark == new_mark:
        return _("Face aux autres tables, elle ne change rien : %(mark)s avant comme après.") % {
            "mark": _percent(old_mark)
        }
    return _("Face aux autres tables, elle coûte %(cost)s : %(before)s juste avant, %(after)s après.") % {
        "cost": _percent(old_mark - new_mark),
        "before": _percent(old_mark),
        "after": _percent(new_mark),
    }


def _mark_cost(reading: CardReading, deal: DealRead) -> str:
    marks = _marks(reading, deal)
    if marks is None or marks[0] == marks[1]:
        return ""
    return _("%(percent)s sur la note") % {"percent": _percent(marks[0] - marks[1])}


def _percent(value: Fraction) -> str:
    return _("%(number)s %%") % {"number": number_format(rounded_percent(value, 0))}


def _cost(loss: Bounds) -> str:
    """Return a loss in points of score, as each defender pays them."""
    # an uncertain loss is given by its lower bound, or by the upper one if it may be nothing
    count = loss.low if loss.is_exact or loss.low else loss.high
    points = _points(count)
    if loss.is_exact:
        return points
    text = _("au moins %(points)s") if loss.low else _("au plus %(points)s")
    return text % {"points": points}


def _points(count: int) -> str:
    return ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def _card_points(half_points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", half_points // 2) % {
        "points": format_points(half_points)
    }


def _possible(bounds: Bounds) -> str:
    """Return the score if both sides play their best from before a card, with all hands visible."""
    if bounds.is_exact:
        return _("Juste avant, au mieux des deux côtés, l’attaque marquait %(score)s.") % {
            "score": write_signed_score(bounds.low)
        }
    return _(
        "Juste avant, au mieux des deux côtés, l’attaque marquait au moins %(low)s et au plus %(high)s."
    ) % {
        "low": write_signed_score(bounds.low),
        "high": write_signed_score(bounds.high),
    }


def _contract_words(reading: CardReading) -> str:
    assert reading.margin is not None
    if reading.margin >= 0:
        return _("Le contrat bascule ici : il passait, il chute.")
    return _("Le contrat bascule ici : il chutait, il passe.")


def _turn_words(number: int, reading: CardReading, deal: DealRead) -> str:
    values = {
        "trick": (number - 1) // deal.state.variant.player_count + 1,
        "seat": deal.names[reading.seat],
        "card": the_card(reading.card),
    }
    assert reading.margin is not None
    if reading.margin >= 0:
        return _("Le contrat est perdu au pli %(trick)d : %(seat)s joue %(card)s.") % values
    return _("Le contrat est gagné au pli %(trick)d : %(seat)s joue %(card)s.") % values


def _best_line(reading: CardReading, deal: DealRead) -> tuple[str, ...]:
    """Return a best line, trick by trick: each seat with its card."""
    if not reading.line:
        return ()
    state = deal.state
    count, card_count = state.variant.player_count, sum(len(trick.cards) for trick in state.tricks())
    # the line goes to the end of the deal: its length gives the card that it starts with
    number = card_count - len(reading.line)
    moment = replay(start_of(record_of_state(state)), state.history[: reading.step])
    tricks: dict[int, list[str]] = {}
    for place, card in enumerate(reading.line):
        assert moment.to_act is not None
        sentence = _("%(seat)s joue %(card)s") % {
            "seat": deal.names[moment.to_act],
            "card": the_card(card),
        }
        tricks.setdefault((number + place) // count + 1, []).append(sentence)
        moment = moment.apply(PlayCard(card))
    return tuple(
        _("Pli %(number)d : %(cards)s.") % {"number": trick, "cards": ", ".join(cards)}
        for trick, cards in tricks.items()
    )
