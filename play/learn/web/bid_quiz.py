"""A page with seven hands to bid: choose, then read the answers and reasons."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.actions import parse_action
from games.core.cards import Card
from play.learn.exercises.bids import BIDS
from play.learn.exercises.exercise import ME, Exercise, is_right, list_choices
from play.scene.words.steps import button_words


@dataclass(frozen=True, slots=True)
class QuizHand:
    """One hand of the page."""

    number: int
    exercise: Exercise
    choices: tuple[tuple[str, str], ...]
    """Text and label of each bid."""
    given: str
    """Bid chosen by the reader; "" without one."""
    problem: str

    @property
    def field(self) -> str:
        """Name of the answer in the address."""
        return f"main{self.number}"

    @property
    def cards(self) -> frozenset[Card]:
        return frozenset(self.exercise.layout.hands[ME])

    @property
    def is_right(self) -> bool:
        return is_right(self.exercise, [self.given])

    @property
    def best(self) -> str:
        """Best answer in words."""
        return dict(self.choices)[self.exercise.answers[0]]


@require_safe
def bid_quiz(request: HttpRequest) -> HttpResponse:
    """Show the hands. With `?main1=`, `?main2=`… judge the answered ones and explain."""
    hands = [
        _hand(number, exercise, request.GET.get(f"main{number}", ""))
        for number, exercise in enumerate(BIDS, 1)
    ]
    answered_hands = [hand for hand in hands if hand.given]
    context = {
        "hands": hands,
        "answered": len(answered_hands),
        "right": sum(hand.is_right for hand in answered_hands),
    }
    return render(request, "play/learn/bid_quiz.html", context)


def _hand(number: int, exercise: Exercise, asked: str) -> QuizHand:
    choices = tuple((text, button_words(parse_action(text))) for text in list_choices(exercise))
    is_known = asked in dict(choices)
    problem = _("Choisissez parmi ce que la page propose.") if asked and not is_known else ""
    return QuizHand(number, exercise, choices, asked if is_known else "", problem)
