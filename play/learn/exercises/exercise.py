"""Exercises: deals of Tarot at four, played up to a question, with choices and answers.

The reader sits South. The hands, the play and the choices come from the engine.
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
    """Kinds of questions."""

    BID = "bid"
    DISCARD = "discard"
    CARD = "card"
    MEANING = "meaning"
    """Question about the meaning of a partner's card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One question about a deal."""

    kind: QuestionKind
    title: Promise
    situation: Promise
    question: Promise
    deal: str
    """Text of the whole deal by `games.core.dealing.layout_text`. South's hand is the third."""
    dealer: int
    """Seat of the dealer. The player on the dealer's right speaks and leads first."""
    contract: tuple[int, str] | None = None
    """Seat and bid of the taker; None where bidding is the question."""
    plays: str = ""
    """Cards played before the question, in order."""
    meanings: tuple[tuple[str, Promise], ...] = ()
    """Names and labels of possible meanings, for `QuestionKind.MEANING`."""
    answers: tuple[str, ...]
    """Right choices, best first: text of an action, all cards of a discard, or name of a meaning."""
    why: Promise
    robot: str | Promise = ""
    """Different choice of the robot *club* and its reason; "" if it chooses one of the answers."""

    @property
    def layout(self) -> Layout:
        return parse_layout(self.deal)


def position(exercise: Exercise) -> State:
    """Return the state at the question. If cards are played before it, the taker has discarded the dog.

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
    """Return the possible choices. The reader makes one; in a discard, as many as the dog has cards."""
    if exercise.kind is QuestionKind.MEANING:
        return tuple(name for name, _words in exercise.meanings)
    return tuple(map(format_action, position(exercise).legal_actions()))


def is_right(exercise: Exercise, given: Collection[str]) -> bool:
    """Return whether choices of `list_choices` form one of the answers, in any order."""
    return set(given) in [set(choices_of(exercise, answer)) for answer in exercise.answers]


def choices_of(exercise: Exercise, answer: str) -> tuple[str, ...]:
    """Return an answer as choices of `list_choices`."""
    if exercise.kind is not QuestionKind.DISCARD:
        return (answer,)
    return tuple(format_action(DiscardCard(parse_card(text))) for text in answer.split())
