"""What an exercise is: a deal of Tarot at four led to the moment of a question, its choices and its answers.

Whoever answers sits South. The hands, the play and the choices are those of the engine.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise

from games.core.actions import DiscardCard, PlayCard, Ready, format_action
from games.core.cards import parse_card
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.layout_text import parse_layout
from games.core.exchange.deals import start_of
from games.core.layouts import Layout
from games.core.notation import PlayedDeal
from games.core.play import State
from games.core.seats import SOUTH

ME = SOUTH


class QuestionKind(StrEnum):
    """What is asked."""

    BID = "bid"
    DISCARD = "discard"
    CARD = "card"
    MEANING = "meaning"
    """What a partner's card says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One question."""

    kind: QuestionKind
    title: Promise
    situation: Promise
    question: Promise
    deal: str
    """The whole deal, as `games.core.dealing.layout_text` writes it: South's hand is the third."""
    dealer: int
    """A seat; the player on his right speaks and leads first."""
    contract: tuple[int, str] | None = None
    """Seat of the taker and his bid; None where bidding is the question."""
    plays: str = ""
    """Cards played before the question, in order."""
    meanings: tuple[tuple[str, Promise], ...] = ()
    """What the card might say, by a name, for `QuestionKind.MEANING`."""
    answers: tuple[str, ...]
    """Right choices, the best one first: text of an action, all cards of a discard, name of a meaning."""
    why: Promise
    robot: str | Promise = ""
    """What the robot *club* does instead and why, where it chooses none of the answers."""

    @property
    def layout(self) -> Layout:
        return parse_layout(self.deal)


def position(exercise: Exercise) -> State:
    """The state in which the question is asked. Before a card is played, the taker discarded the dog.

    Raises:
        GameError: the deal or its play is against the rules, which the tests exclude.
    """
    layout = exercise.layout
    state = start_of(PlayedDeal(FEDERATION_GAME, layout, exercise.dealer, contract=exercise.contract))
    if exercise.kind in (QuestionKind.BID, QuestionKind.DISCARD):
        return state
    for card in layout.piles[0]:
        state = state.apply(DiscardCard(card))
    if Ready() in state.legal_actions():
        state = state.apply(Ready())
    for text in exercise.plays.split():
        state = state.apply(PlayCard(parse_card(text)))
    return state


def list_choices(exercise: Exercise) -> tuple[str, ...]:
    """What may be chosen: one of them, except for a discard, made of as many as the dog has cards."""
    if exercise.kind is QuestionKind.MEANING:
        return tuple(name for name, _words in exercise.meanings)
    return tuple(map(format_action, position(exercise).legal_actions()))


def is_right(exercise: Exercise, given: Collection[str]) -> bool:
    """Whether choices of `list_choices` are one of the answers, in any order."""
    return set(given) in [set(choices_of(exercise, answer)) for answer in exercise.answers]


def choices_of(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """An answer as `list_choices` writes it."""
    if exercise.kind is not QuestionKind.DISCARD:
        return (answer,)
    return tuple(format_action(DiscardCard(parse_card(text))) for text in answer.split())
