"""Changes of the organiser's own questions to players."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.enums import AnswerKind
from tournaments.events.services.events import lock_tournament
from tournaments.models import EntryAnswer, EntryQuestion, Tournament
from tournaments.trace.services.trace import record_event

MOST_QUESTIONS = 5


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """A question of the form."""

    pk: int | None
    """Id of the changed question; None for a new one."""
    text: str
    """Text of the question; "" deletes it with its answers."""
    kind: str
    """Value of `AnswerKind`."""
    choices: tuple[str, ...]
    """Texts to choose from; () for another kind."""
    is_required: bool


@transaction.atomic
def set_questions(
    *, tournament: Tournament, questions: Sequence[QuestionLine], set_by: User | None
) -> list[EntryQuestion]:
    """Store the questions of a tournament in the order of the lines. Return them.

    Raises:
        AppError: the kind of a question with answers would change (`question_answered`), or there would be
            more than `MOST_QUESTIONS` (`too_many_questions`).
    """
    locked_tournament = lock_tournament(tournament)
    previous_questions = {
        question.pk: question for question in EntryQuestion.objects.filter(tournament=locked_tournament)
    }
    previous_texts = [question.text for question in previous_questions.values()]
    for position, line in enumerate(questions, start=1):
        question = previous_questions.get(line.pk) if line.pk else None
        if line.pk and question is None:
            continue  # another organiser has deleted it since the form was read
        if line.text:
            _write_question(locked_tournament, question, line, position)
        elif question is not None:
            question.delete()
    stored_questions = list(EntryQuestion.objects.filter(tournament=locked_tournament))
    if len(stored_questions) > MOST_QUESTIONS:
        message = _("Cinq questions au plus : une autre personne en a ajouté entre-temps.")
        raise AppError("too_many_questions", message)
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=set_by,
        action="entries.questions",
        subject=locked_tournament.name,
        before={"questions": previous_texts},
        after={"questions": [question.text for question in stored_questions]},
    )
    return stored_questions


def question_row(question: EntryQuestion) -> str:
    """Return the end of the names of a question's fields in the form."""
    return f"q{question.pk}"


def _write_question(
    tournament: Tournament, question: EntryQuestion | None, line: QuestionLine, position: int
) -> None:
    if question is None:
        question = EntryQuestion(tournament=tournament)
    elif question.kind != line.kind and EntryAnswer.objects.filter(question=question).exists():
        raise AppError(
            "question_answered",
            _(
                "Des joueurs ont répondu à « %(question)s » : gardez cette sorte de réponse, ou retirez la"
                " question et posez-en une autre."
            )
            % {"question": question.text},
            fields={f"kind_{question_row(question)}": _("Des joueurs ont déjà répondu.")},
        )
    question.position, question.text, question.kind = position, line.text, line.kind
    question.choices = list(line.choices) if line.kind == AnswerKind.CHOICE else []
    question.is_required = line.is_required
    question.save()
