"""Exercises of the lessons: a question over cards, answered on the page, explained in words."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from common.requests.limits import limit_form, refusing
from games.core.actions import DiscardCard, PlayCard, parse_action
from games.core.cards import Card, half_points, suit_of
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.written_points import format_points
from games.services.markdown import written_language
from play.alone.services.beginning import begin_exercise
from play.alone.web.beginners import LevelForm, begin_for
from play.learn.exercises.catalogue import EXERCISES
from play.learn.exercises.exercise import (
    ME,
    Exercise,
    QuestionKind,
    choices_of,
    is_right,
    list_choices,
    position,
)
from play.learn.web.lessons import list_lessons
from play.scene.web.limits import PLAY_BEGIN
from play.scene.web.scene import ButtonChoice, Scene, show_scene, show_tricks
from play.scene.words.steps import button_words
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Chairs, Sitting, discards_left
from play.tables.web.felt import CardChoice, Felt, LaidTrick
from tournaments.base.words.cards import the_card, the_cards

GIVEN = "reponse"
VOID_IN: tuple[Promise, ...] = (
    gettext_lazy("à pique"),
    gettext_lazy("à cœur"),
    gettext_lazy("à carreau"),
    gettext_lazy("à trèfle"),
)


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """What the page says of an answer."""

    is_right: bool
    given: str
    """In words."""
    best: str
    remark: str = ""
    """What a discard that is not the best one does."""


@require_http_methods(["GET", "HEAD", "POST"])
def exercise_page(request: HttpRequest, lesson: str, number: int) -> HttpResponse:
    """The question; with `?reponse=` what is right and why. Posting begins its deal at a table."""
    exercises = EXERCISES.get(lesson, ())
    if not 1 <= number <= len(exercises):
        raise Http404
    exercise = exercises[number - 1]
    form = LevelForm(request.POST or None, auto_id="play_%s")
    wait = limit_form(request, form, PLAY_BEGIN) if form.is_valid() else 0
    if form.is_valid() and not wait:
        level = form.chosen_level
        return begin_for(
            request, lambda player: begin_exercise(exercise=exercise, level=level, player=player).table
        )
    given = request.GET.getlist(GIVEN)
    sitting = _sit(exercise)
    fault = _fault(exercise, sitting, given) if GIVEN in request.GET or "verifier" in request.GET else ""
    verdict = _judge(exercise, sitting, given) if given and not fault else None
    scene = show_scene(sitting, seen=len(sitting.view.steps))
    context = {
        "lesson": next(each for each in list_lessons(written_language()) if each.name == lesson),
        "exercise": exercise,
        "number": number,
        "count": len(exercises),
        "following": number + 1 if number < len(exercises) else None,
        "scene": scene,
        "felt": _felt(scene, show_tricks(sitting)),
        "hand": _hand(exercise, scene, given),
        "buttons": _buttons(exercise),
        "given": given,
        "fault": fault,
        "verdict": verdict,
        "form": form,
    }
    response = render(request, "play/learn/exercise.html", context)
    return refusing(response, wait) if wait else response


def _sit(exercise: Exercise) -> Sitting:
    """The moment of the question as a table that is never saved."""
    table = PlayedTable(game=FEDERATION_GAME, seat=ME, origin=TableOrigin.PRACTICE)
    chairs = Chairs(ME, frozenset())
    return Sitting(table, position(exercise), chairs, 0, (), has_undone=False, last_at=table.created_at)


def _felt(scene: Scene, tricks: tuple[LaidTrick, ...]) -> Felt:
    """The table with every trick so far; the dog while it matters."""
    titled = tuple(
        replace(trick, title=_("Pli %(number)s") % {"number": number} if len(tricks) > 1 else "", words="")
        for number, trick in enumerate(tricks, start=1)
    )
    piles = scene.felt.piles if scene.discards else ()
    return replace(scene.felt, tricks=titled, piles=piles, last_trick=None)


def _hand(exercise: Exercise, scene: Scene, given: list[str]) -> tuple[CardChoice, ...]:
    """The person's cards, those that are answers among them."""
    if exercise.kind not in (QuestionKind.CARD, QuestionKind.DISCARD):
        return tuple(CardChoice(choice.card) for choice in scene.hand)
    return tuple(replace(choice, is_given=choice.text in given) for choice in scene.hand)


def _buttons(exercise: Exercise) -> tuple[ButtonChoice, ...]:
    """The choices that are no cards of the hand."""
    if exercise.kind is QuestionKind.MEANING:
        return tuple(ButtonChoice(name, str(words)) for name, words in exercise.meanings)
    if exercise.kind is QuestionKind.BID:
        return tuple(ButtonChoice(text, button_words(parse_action(text))) for text in list_choices(exercise))
    return ()


def _fault(exercise: Exercise, sitting: Sitting, given: list[str]) -> str:
    """Why choices are no answer; "" where they are one."""
    if not set(given) <= set(list_choices(exercise)):
        return _("Choisissez parmi ce que la page propose.")
    wanted = discards_left(sitting) if exercise.kind is QuestionKind.DISCARD else 1
    if len(set(given)) == wanted:
        return ""
    told = ngettext(
        "Choisissez %(wanted)d carte : vous en avez choisi %(count)d.",
        "Choisissez %(wanted)d cartes : vous en avez choisi %(count)d.",
        wanted,
    )
    return told % {"wanted": wanted, "count": len(set(given))}


def _judge(exercise: Exercise, sitting: Sitting, given: list[str]) -> JudgedAnswer:
    right = is_right(exercise, given)
    best = choices_of(exercise, exercise.answers[0])
    return JudgedAnswer(
        is_right=right,
        given=_in_words(exercise, given),
        best=_in_words(exercise, best),
        remark="" if right or exercise.kind is not QuestionKind.DISCARD else _remark(sitting, given),
    )


def _in_words(exercise: Exercise, texts: list[str] | tuple[str, ...]) -> str:
    if exercise.kind is QuestionKind.MEANING:
        return str(dict(exercise.meanings)[texts[0]])
    actions = [parse_action(text) for text in texts]
    if isinstance(actions[0], PlayCard):
        return the_card(actions[0].card)
    return the_cards(_discarded(texts)) if exercise.kind is QuestionKind.DISCARD else button_words(actions[0])


def _discarded(texts: list[str] | tuple[str, ...]) -> set[Card]:
    actions = map(parse_action, texts)
    return {action.card for action in actions if isinstance(action, DiscardCard)}


def _remark(sitting: Sitting, given: list[str]) -> str:
    """What a discard shelters, and where it leaves no card."""
    cards = _discarded(given)
    left = {suit_of(card) for card in sitting.view.hand - cards}
    voids = [str(words) for suit, words in enumerate(VOID_IN) if suit not in left]
    points = format_points(sum(map(half_points, cards)))
    if not voids:
        return _("Le vôtre met %(points)s points à l’abri et ne fait aucune coupe.") % {"points": points}
    return _("Le vôtre met %(points)s points à l’abri et vous coupe %(suits)s.") % {
        "points": points,
        "suits": ", ".join(voids),
    }
