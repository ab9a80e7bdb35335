"""What an analysis found, in words: what a card cost, where the contract turned, how to play on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.actions import PlayCard
from games.core.analysis.readings import Bounds, CardReading
from games.core.exchange.deals import deal_of, start_of
from games.core.outcome import Outcome
from games.core.play import Points, State, replay
from games.core.written_points import format_points
from tournaments.base.words.cards import the_card
from tournaments.base.words.wording import signed
from tournaments.core.ranking.comparison import share_below
from tournaments.core.ranking.values import rounded_percent

MOST_COSTLY = 8
"""Cards that the summary lists."""


@dataclass(frozen=True, slots=True)
class ReadingWords:
    """One card."""

    lines: tuple[str, ...]
    best: tuple[str, ...]
    """The best line from there, trick by trick; empty where the card cost nothing or none is known."""


@dataclass(frozen=True, slots=True)
class CostlyCard:
    """A card that cost its side something, as the summary lists it."""

    number: int
    """How many cards had been played with it, from 1."""
    words: str
    cost: str
    mark: str
    """What it cost on topage; "" where that is not known or nothing."""
    is_me: bool
    turns: bool


@dataclass(frozen=True, slots=True)
class AnalysisWords:
    """The whole deal."""

    reach: str
    """From which trick on everything is exact, and what was possible then."""
    costly: tuple[CostlyCard, ...]
    """The most costly first."""
    turn: str
    """Where the contract turned for the last time; "" where it never did."""


@dataclass(frozen=True, slots=True)
class DealRead:
    """A finished deal as its readers know it."""

    state: State
    names: Sequence[str]
    """names[seat]: who sits there."""
    field: Sequence[Points] = ()
    """Scores of the attack at the other tables that played these cards; empty where they are not known."""


def reading_words(reading: CardReading, deal: DealRead) -> ReadingWords:
    """What a card cost, what was possible from before it, and how."""
    return ReadingWords(tuple(_lines(reading, deal)), _best_line(reading, deal))


def analysis_words(readings: Sequence[CardReading], deal: DealRead, me: int | None = None) -> AnalysisWords:
    """What an analysis found of a finished deal, for who sat at `me`."""
    count, state = deal.state.variant.player_count, deal.state
    costly = [
        CostlyCard(
            number,
            _("%(seat)s : %(card)s") % {"seat": deal.names[reading.seat], "card": the_card(reading.card)},
            _cost(_loss(reading, state)),
            _mark_cost(reading, deal),
            reading.seat == me,
            reading.turns_contract,
        )
        for number, reading in _by_loss(readings, state)
    ]
    reach = len(readings)
    while reach > 1 and readings[reach - 2].is_exact:
        reach -= 1
    turns = [(number, reading) for number, reading in enumerate(readings, 1) if reading.turns_contract]
    return AnalysisWords(
        reach=_(
            "L’analyse est exacte à partir du pli %(trick)d ; au mieux des deux côtés, "
            "l’attaque marquait alors %(score)s."
        )
        % {"trick": (reach - 1) // count + 1, "score": signed(readings[reach - 1].before.low)},
        costly=tuple(costly[:MOST_COSTLY]),
        turn=_turn_words(*turns[-1], deal) if turns else "",
    )


def _by_loss(readings: Sequence[CardReading], state: State) -> list[tuple[int, CardReading]]:
    """The cards that surely cost something, the most first, each with its number from 1."""
    found = [(number, reading) for number, reading in enumerate(readings, 1) if _loss(reading, state).low]
    return sorted(found, key=lambda each: (-_loss(each[1], state).low, each[0]))


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
    else:
        yield _("On ne sait pas ce que coûte cette carte : %(cost)s au score.") % {"cost": _cost(loss)}
    if (marks := _marks(reading, deal)) is not None:
        yield _mark_words(*marks)
    if reading.turns_contract:
        yield _contract_words(reading)
    yield _possible(reading.before)


def _marks(reading: CardReading, deal: DealRead) -> tuple[Fraction, Fraction] | None:
    """The mark of the player's side from before and after a card that cost something; None if not known."""
    if not reading.cost or not deal.field:
        return None
    is_attack = reading.seat in _attackers(deal.state)
    before, after = (
        share_below(bounds.low, deal.field, is_attack=is_attack) for bounds in (reading.before, reading.after)
    )
    return before, after


def _mark_words(before: Fraction, after: Fraction) -> str:
    if before == after:
        return _("Face aux autres tables, elle ne change rien : %(mark)s avant comme après.") % {
            "mark": _percent(before)
        }
    return _("Face aux autres tables, elle coûte %(cost)s : %(before)s juste avant, %(after)s après.") % {
        "cost": _percent(before - after),
        "before": _percent(before),
        "after": _percent(after),
    }


def _mark_cost(reading: CardReading, deal: DealRead) -> str:
    marks = _marks(reading, deal)
    if marks is None or marks[0] == marks[1]:
        return ""
    return _("%(percent)s sur la note") % {"percent": _percent(marks[0] - marks[1])}


def _percent(value: Fraction) -> str:
    return _("%(number)s %%") % {"number": number_format(rounded_percent(value, 0))}


def _cost(loss: Bounds) -> str:
    """Points of score, as each defender pays them."""
    count = loss.low if loss.is_exact or loss.low else loss.high
    points = ngettext("%(count)d point", "%(count)d points", count) % {"count": count}
    if loss.is_exact:
        return points
    told = _("au moins %(points)s") if loss.low else _("au plus %(points)s")
    return told % {"points": points}


def _card_points(half_points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", half_points // 2) % {
        "points": format_points(half_points)
    }


def _possible(before: Bounds) -> str:
    """What comes of the deal when everybody plays his best from before a card, all hands seen."""
    if before.is_exact:
        return _("Juste avant, au mieux des deux côtés, l’attaque marquait %(score)s.") % {
            "score": signed(before.low)
        }
    return _(
        "Juste avant, au mieux des deux côtés, l’attaque marquait au moins %(low)s et au plus %(high)s."
    ) % {
        "low": signed(before.low),
        "high": signed(before.high),
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
    """A best line, trick by trick: each seat with its card."""
    if not reading.line:
        return ()
    state = deal.state
    count, played = state.variant.player_count, sum(len(trick.cards) for trick in state.tricks())
    number = played - len(reading.line)
    moment = replay(start_of(deal_of(state)), state.history[: reading.step])
    tricks: dict[int, list[str]] = {}
    for place, card in enumerate(reading.line):
        assert moment.to_act is not None
        told = _("%(seat)s joue %(card)s") % {
            "seat": deal.names[moment.to_act],
            "card": the_card(card),
        }
        tricks.setdefault((number + place) // count + 1, []).append(told)
        moment = moment.apply(PlayCard(card))
    return tuple(
        _("Pli %(number)d : %(cards)s.") % {"number": trick, "cards": ", ".join(cards)}
        for trick, cards in tricks.items()
    )
