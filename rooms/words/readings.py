"""What an analysis found, in words: what a card cost, where the contract turned, how to play on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.actions import PlayCard
from games.core.analysis.readings import Bounds, CardReading
from games.core.exchange.deals import deal_of, start_of
from games.core.outcome import Outcome
from games.core.play import State, replay
from games.core.written_points import format_points
from rooms.words.cards import the_card
from rooms.words.steps import place_name
from tournaments.base.words.wording import signed

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


def reading_words(reading: CardReading, state: State) -> ReadingWords:
    """What a card cost, what was possible from before it, and how."""
    return ReadingWords(tuple(_lines(reading, state)), _best_line(reading, state))


def analysis_words(readings: Sequence[CardReading], state: State, me: int | None) -> AnalysisWords:
    """What an analysis found of a finished deal, for who sat at `me`."""
    count = state.variant.player_count
    costly = [
        CostlyCard(
            number,
            _("%(seat)s : %(card)s")
            % {"seat": place_name(reading.seat, count), "card": the_card(reading.card)},
            _cost(_loss(reading, state)),
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
        turn=_turn_words(*turns[-1], state) if turns else "",
    )


def _by_loss(readings: Sequence[CardReading], state: State) -> list[tuple[int, CardReading]]:
    """The cards that surely cost something, the most first, each with its number from 1."""
    found = [(number, reading) for number, reading in enumerate(readings, 1) if _loss(reading, state).low]
    return sorted(found, key=lambda each: (-_loss(each[1], state).low, each[0]))


def _loss(reading: CardReading, state: State) -> Bounds:
    outcome = state.outcome()
    assert isinstance(outcome, Outcome)
    return reading.loss(attacks=reading.seat in outcome.attackers)


def _lines(reading: CardReading, state: State) -> Iterator[str]:
    loss = _loss(reading, state)
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
    if reading.turns_contract:
        yield _contract_words(reading)
    yield _possible(reading.before)


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


def _turn_words(number: int, reading: CardReading, state: State) -> str:
    count = state.variant.player_count
    values = {
        "trick": (number - 1) // count + 1,
        "seat": place_name(reading.seat, count),
        "card": the_card(reading.card),
    }
    assert reading.margin is not None
    if reading.margin >= 0:
        return _("Le contrat est perdu au pli %(trick)d : %(seat)s joue %(card)s.") % values
    return _("Le contrat est gagné au pli %(trick)d : %(seat)s joue %(card)s.") % values


def _best_line(reading: CardReading, state: State) -> tuple[str, ...]:
    """A best line, trick by trick: each seat with its card."""
    if not reading.line:
        return ()
    count, played = state.variant.player_count, sum(len(trick.cards) for trick in state.tricks())
    number = played - len(reading.line)
    moment = replay(start_of(deal_of(state)), state.history[: reading.step])
    tricks: dict[int, list[str]] = {}
    for place, card in enumerate(reading.line):
        assert moment.to_act is not None
        told = _("%(seat)s joue %(card)s") % {
            "seat": place_name(moment.to_act, count),
            "card": the_card(card),
        }
        tricks.setdefault((number + place) // count + 1, []).append(told)
        moment = moment.apply(PlayCard(card))
    return tuple(
        _("Pli %(number)d : %(cards)s.") % {"number": trick, "cards": ", ".join(cards)}
        for trick, cards in tricks.items()
    )
