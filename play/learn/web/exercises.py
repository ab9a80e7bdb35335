"""Pages of the exercises: a question over cards, the answer and its explanation."""

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.refusals import as_too_many_requests, limit_form
from games.core.actions import DiscardCard, PlayCard, parse_action
from games.core.cards import Card
from games.core.dealing.dealt_game import FEDERATION_GAME
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
from play.learn.web.lessons import find_next_lesson, list_lessons
from play.scene.web.limits import PLAY_BEGIN
from play.scene.web.scene import ButtonChoice, Scene, show_scene, show_tricks
from play.scene.words.reasons import discard_effect
from play.scene.words.steps import button_words
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Chairs, Sitting, discards_left
from play.tables.web.felt import CardChoice, Felt, LaidTrick
from tournaments.base.words.cards import the_card, the_cards

GIVEN = "reponse"


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """The judgement of an answer, for the page."""

    is_right: bool
    given: str
    """Answer in words."""
    best: str
    remark: str = ""
    """Effect of a discard that is not the best one."""


@require_http_methods(["GET", "HEAD", "POST"])
def exercise_page(request: HttpRequest, lesson: str, number: int) -> HttpResponse:
    """Show the question; with `?reponse=` the judgement. A POST request begins its deal at a table."""
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
    choices = request.GET.getlist(GIVEN)
    sitting = _sitting_of(exercise)
    fault = _fault(exercise, sitting, choices) if GIVEN in request.GET or "verifier" in request.GET else ""
    verdict = _judge(exercise, sitting, choices) if choices and not fault else None
    scene = show_scene(sitting, seen=len(sitting.view.steps))
    context = {
        "lesson": next(
            candidate for candidate in list_lessons(written_language()) if candidate.name == lesson
        ),
        "exercise": exercise,
        "number": number,
        "count": len(exercises),
        "following": number + 1 if number < len(exercises) else None,
        "next_lesson": find_next_lesson(lesson, written_language()),
        "scene": scene,
        "felt": _felt(scene, show_tricks(sitting)),
        "hand": _hand(exercise, scene, choices),
        "buttons": _buttons(exercise),
        "given": choices,
        "fault": fault,
        "verdict": verdict,
        "form": form,
    }
    response = render(request, "play/learn/exercise.html", context)
    return as_too_many_requests(response, wait) if wait else response


def _sitting_of(exercise: Exercise) -> Sitting:
    """Return the state of the question at a table that is never saved."""
    table = PlayedTable(game=FEDERATION_GAME, seat=ME, origin=TableOrigin.PRACTICE)
    chairs = Chairs(ME, frozenset())
    return Sitting(table, position(exercise), chairs, 0, (), has_undone=False, last_at=table.created_at)


def _felt(scene: Scene, tricks: tuple[LaidTrick, ...]) -> Felt:
    """Return the felt with every trick so far, and with the dog during a discard."""
    titled_tricks = tuple(
        replace(trick, title=_("Pli %(number)s") % {"number": number} if len(tricks) > 1 else "", words="")
        for number, trick in enumerate(tricks, start=1)
    )
    piles = scene.felt.piles if scene.discards else ()
    return replace(scene.felt, tricks=titled_tricks, piles=piles, last_trick=None)


def _hand(exercise: Exercise, scene: Scene, given: list[str]) -> tuple[CardChoice, ...]:
    """Return the person's cards, with the chosen ones marked."""
    if exercise.kind not in (QuestionKind.CARD, QuestionKind.DISCARD):
        return tuple(CardChoice(choice.card) for choice in scene.hand)
    return tuple(replace(choice, is_given=choice.text in given) for choice in scene.hand)


def _buttons(exercise: Exercise) -> tuple[ButtonChoice, ...]:
    """Return the choices that are no cards of the hand."""
    if exercise.kind is QuestionKind.MEANING:
        return tuple(ButtonChoice(name, str(words)) for name, words in exercise.meanings)
    if exercise.kind is QuestionKind.BID:
        return tuple(ButtonChoice(text, button_words(parse_action(text))) for text in list_choices(exercise))
    return ()


def _fault(exercise: Exercise, sitting: Sitting, given: list[str]) -> str:
    """Return the reason why choices form no answer; "" if they do."""
    if not set(given) <= set(list_choices(exercise)):
        return _("Choisissez parmi ce que la page propose.")
    required_count = discards_left(sitting) if exercise.kind is QuestionKind.DISCARD else 1
    if len(set(given)) == required_count:
        return ""
    message = ngettext(
        "Choisissez %(wanted)d carte : vous en avez choisi %(count)d.",
        "Choisissez %(wanted)d cartes : vous en avez choisi %(count)d.",
        required_count,
    )
    return message % {"wanted": required_count, "count": len(set(given))}


def _judge(exercise: Exercise, sitting: Sitting, given: list[str]) -> JudgedAnswer:
    is_answer_right = is_right(exercise, given)
    best = choices_of(exercise, exercise.answers[0])
    return JudgedAnswer(
        is_right=is_answer_right,
        given=_answer_words(exercise, given),
        best=_answer_words(exercise, best),
        remark=""
        if is_answer_right or exercise.kind is not QuestionKind.DISCARD
        else _remark(sitting, given),
    )


def _answer_words(exercise: Exercise, texts: list[str] | tuple[str, ...]) -> str:
    if exercise.kind is QuestionKind.MEANING:
        return str(dict(exercise.meanings)[texts[0]])
    actions = [parse_action(text) for text in texts]
    if isinstance(actions[0], PlayCard):
        return the_card(actions[0].card)
    return (
        the_cards(_discard_cards(texts))
        if exercise.kind is QuestionKind.DISCARD
        else button_words(actions[0])
    )


def _discard_cards(texts: list[str] | tuple[str, ...]) -> set[Card]:
    actions = map(parse_action, texts)
    return {action.card for action in actions if isinstance(action, DiscardCard)}


def _remark(sitting: Sitting, given: list[str]) -> str:
    """Return the points saved and the suits emptied by a discard, in words."""
    points, suits = discard_effect(sitting.view.hand, _discard_cards(given))
    if not suits:
        return _("Le vôtre met %(points)s points à l’abri et ne fait aucune coupe.") % {"points": points}
    return _("Le vôtre met %(points)s points à l’abri et vous coupe %(suits)s.") % {
        "points": points,
        "suits": suits,
    }
