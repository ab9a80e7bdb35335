"""Sharing out sheets among typists and checkers, and questions about sheets.

A share reserves nothing. It says whose sheet this is, and any other person with the right may take it over.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.enums import SheetTask
from tournaments.models import Session, SheetQuestion, SheetShare, Tournament
from tournaments.results.queries.checking import SheetName, plays_on
from tournaments.results.queries.sharing import list_shared_sheets, next_sheet, question_sheet
from tournaments.trace.services.trace import record_event

QUESTION_LENGTH = 300


@transaction.atomic
def take_next_sheet(*, session: Session, task: SheetTask, taken_by: User) -> SheetName | None:
    """Give a person the next sheet to type or to check. Return None if no sheet is left.

    Two people who take a sheet at the same moment get different ones.
    """
    _lock_shares(session)
    shared = next_sheet(list_shared_sheets(session), task, taken_by)
    if shared is None:
        return None
    if (shared.typist if task is SheetTask.ENTER else shared.checker) is None:
        _store_share(session, shared.name, task, taken_by)
    return shared.name


@transaction.atomic
def take_sheet(*, session: Session, sheet: SheetName, task: SheetTask, taken_by: User) -> None:
    """Give a person one sheet, also one that another person had.

    Raises:
        AppError: the sheet is not played (`sheet_unknown`).
    """
    _require_played(session, sheet)
    _lock_shares(session)
    # the sheet alone, whatever range it lies in: a single sheet counts before a range
    number = sheet.board or sheet.table_number or 0
    SheetShare.objects.filter(
        session=session,
        task=task,
        round_number=sheet.round_number,
        first_number=number,
        last_number=number,
    ).delete()
    _store_share(session, sheet, task, taken_by)


@transaction.atomic
def take_range(
    *,
    session: Session,
    task: SheetTask,
    first: int,
    last: int,
    round_number: int | None = None,
    taken_by: User,
) -> SheetShare:
    """Give a person the sheets of consecutive tables, or consecutive étuis.

    Args:
        round_number: round of the sheets; None for all rounds.

    Raises:
        AppError: another person has a part of the range (`share_taken`).
    """
    _lock_shares(session)
    others = SheetShare.objects.filter(
        session=session, task=task, first_number__lte=last, last_number__gte=first
    ).exclude(holder=taken_by)
    if round_number is not None:
        others = others.filter(round_number=round_number) | others.filter(round_number=None)
    # single sheets of other people stay theirs inside the range
    overlapping = next((share for share in others if share.first_number != share.last_number), None)
    if overlapping is not None:
        message = _("%(name)s a déjà les feuilles de %(first)d à %(last)d : prenez-en d’autres.") % {
            "name": overlapping.holder,
            "first": overlapping.first_number,
            "last": overlapping.last_number,
        }
        raise AppError("share_taken", message, fields={"first": message})
    return SheetShare.objects.create(
        session=session,
        task=task,
        holder=taken_by,
        round_number=round_number,
        first_number=first,
        last_number=last,
    )


@transaction.atomic
def give_back_sheets(*, session: Session, holder: User) -> int:
    """Give back all sheets of a person who stops or has gone home. Return the number of shares.

    What they typed and checked stays.
    """
    _lock_shares(session)
    count, _by_model = SheetShare.objects.filter(session=session, holder=holder).delete()
    return count


@transaction.atomic
def ask_about_sheet(*, session: Session, sheet: SheetName, text: str, asked_by: User) -> SheetQuestion:
    """Store a question about a sheet.

    Raises:
        AppError: the sheet is not played (`sheet_unknown`), or the text is blank (`question_missing`).
    """
    _require_played(session, sheet)
    question_text = text.strip()[:QUESTION_LENGTH]
    if not question_text:
        message = _("Écrivez la question.")
        raise AppError("question_missing", message, fields={"question": message})
    question = SheetQuestion.objects.create(
        session=session,
        board=sheet.board,
        round_number=sheet.round_number,
        table_number=sheet.table_number,
        text=question_text,
        asked_by=asked_by,
    )
    _record(question, asked_by, "sheet.asked", {"text": question.text})
    return question


@transaction.atomic
def answer_question(*, question: SheetQuestion, answer: str, answered_by: User) -> SheetQuestion:
    """Store the answer to a question, which closes it.

    Raises:
        AppError: the answer is blank (`answer_missing`), or the question has an answer
            (`question_answered`).
    """
    row = SheetQuestion.objects.select_for_update(of=("self",)).get(pk=question.pk)
    if row.answered_at is not None:
        raise AppError("question_answered", _("%(name)s y a déjà répondu.") % {"name": row.answered_by})
    text = answer.strip()[:QUESTION_LENGTH]
    if not text:
        message = _("Écrivez la réponse.")
        raise AppError("answer_missing", message, fields={"answer": message})
    row.answer, row.answered_by, row.answered_at = text, answered_by, timezone.now()
    row.save(update_fields=["answer", "answered_by", "answered_at"])
    _record(row, answered_by, "sheet.answered", {"text": row.text, "answer": row.answer})
    return row


def _lock_shares(session: Session) -> None:
    """Let one transaction at a time change the shares of a session."""
    # the lock of the session alone: results lock their plays and do not wait for it
    Session.objects.select_for_update(of=("self",)).get(pk=session.pk)


def _store_share(session: Session, sheet: SheetName, task: SheetTask, holder: User) -> None:
    number = sheet.board or sheet.table_number or 0
    SheetShare.objects.create(
        session=session,
        task=task,
        holder=holder,
        round_number=sheet.round_number,
        first_number=number,
        last_number=number,
    )


def _require_played(session: Session, sheet: SheetName) -> None:
    if not plays_on(session, sheet).exists():
        raise AppError("sheet_unknown", _("Personne ne joue cette feuille."))


def _record(question: SheetQuestion, actor: User, action: str, values: dict[str, object]) -> None:
    sheet, session = question_sheet(question), question.session
    tournament: Tournament = session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=str(sheet.board) if sheet.board else f"/{sheet.round_number}/{sheet.table_number}",
        after=values | {"session": session.number},
    )
