"""Checking results against the paper: marks on sheets, locks on rounds."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.base.prepared import PreparedQuery
from tournaments.enums import CheckVerdict
from tournaments.models import Play, RoundLock, Session, SheetCheck
from tournaments.results.queries.checking import RoundState, SheetName, find_sheet, round_states
from tournaments.trace.services.trace import record_event

WAITING = {
    "results_missing": ngettext_lazy(
        "Il manque %(count)d résultat.", "Il manque %(count)d résultats.", "count"
    ),
    "results_disputed": ngettext_lazy(
        "%(count)d résultat est contesté.", "%(count)d résultats sont contestés.", "count"
    ),
    "results_unconfirmed": ngettext_lazy(
        "%(count)d résultat attend l’autre camp.", "%(count)d résultats attendent l’autre camp.", "count"
    ),
    "sheets_unchecked": ngettext_lazy(
        "%(count)d feuille est à contrôler.", "%(count)d feuilles sont à contrôler.", "count"
    ),
}
"""Sentence for each reason for which a round cannot be locked yet."""


def require_unlocked(play: Play) -> None:
    """Refuse to change the result of a play whose round is locked. One query, two if it is locked.

    Args:
        play: a play whose row is locked, so that its round cannot be locked in the meantime.

    Raises:
        AppError: `round_locked`, with `round`, `who` and `when` in `extra`.
    """
    rows = _LOCKS.rows(play.round.section.session_id, play.round.number)
    if rows:
        raise _locked_error(RoundLock.objects.select_related("locked_by").get(pk=rows[0][0]))


def _locks(session: int, round_number: int) -> QuerySet[RoundLock, tuple[int]]:
    locks = RoundLock.objects.filter(session=session, round_number=round_number, unlocked_at=None)
    return locks.values_list("pk")


# a prepared query, because each entered result runs it
_LOCKS = PreparedQuery(_locks, int, int)


@transaction.atomic
def check_sheet(
    *,
    session: Session,
    sheet: SheetName,
    verdict: CheckVerdict,
    note: str,
    seen: int,
    checked_by: User,
    is_alone: bool = False,
) -> SheetCheck:
    """Store that a second person compared a sheet with its entry. The entry itself is not changed.

    Args:
        seen: number of versions of the sheet's lines on the page that the checker compared
            (`CheckedSheet.version_count`).
        is_alone: True if the checker states that no other person can check their entry. The trace records it.

    Raises:
        Conflict: a result was entered since (`sheet_changed`).
        AppError: with one of these codes:

        - `sheet_unknown`: the sheet is not played;
        - `sheet_incomplete`: lines are missing;
        - `note_missing`: a sheet to review has no note;
        - `own_entry`: the checker entered every line and does not state that they are alone.
    """
    entered_sheet = find_sheet(session, sheet)
    if entered_sheet is None:
        raise AppError("sheet_unknown", _("Personne ne joue cette feuille."))
    if entered_sheet.version_count != seen:
        raise Conflict(
            "sheet_changed",
            _("Cette feuille a changé pendant le contrôle : comparez-la de nouveau."),
            extra={"seen": entered_sheet.version_count},
        )
    # an incomplete sheet may be marked for review, but not as correct
    if verdict == CheckVerdict.CONFORM and entered_sheet.entered < entered_sheet.expected:
        raise AppError("sheet_incomplete", _("Il manque des résultats sur cette feuille."))
    if verdict == CheckVerdict.TO_REVIEW and not note.strip():
        message = _("Dites ce qui est à revoir.")
        raise AppError("note_missing", message, fields={"note": message})
    is_own = entered_sheet.author_ids == {checked_by.pk}
    if is_own and not is_alone:
        raise AppError(
            "own_entry", _("Vous avez saisi toute cette feuille : quelqu’un d’autre doit la contrôler.")
        )
    check = SheetCheck.objects.create(
        session=session,
        board=sheet.board,
        round_number=sheet.round_number,
        table_number=sheet.table_number,
        verdict=verdict,
        note=note.strip()[:300],
        version_count=seen,
        own_entry=is_own,
        checked_by=checked_by,
    )
    _record(session, checked_by, "sheet.checked", _subject(sheet), _trace(check))
    return check


@transaction.atomic
def lock_round(*, session: Session, number: int, locked_by: User) -> RoundLock:
    """Lock the results of a round: a later change is refused with the name of the person who locked it.

    Raises:
        AppError: there is no such round (`round_unknown`), it is locked already (`round_locked`), or
            something is open: results (`results_missing`), disputes (`results_disputed`), requested
            confirmations (`results_unconfirmed`) or, once a checker has begun, sheets (`sheets_unchecked`).
    """
    _lock_plays(session, number)
    state = next((state for state in round_states(session) if state.number == number), None)
    if state is None:
        raise AppError("round_unknown", _("La position %(round)d n’existe pas.") % {"round": number})
    if state.lock is not None:
        raise _locked_error(state.lock)
    # the plays are locked, so the counts cannot change before the commit
    _refuse_waiting(state)
    lock = RoundLock.objects.create(session=session, round_number=number, locked_by=locked_by)
    _record(session, locked_by, "round.locked", str(number), {"round": number, "results": state.entered})
    return lock


@transaction.atomic
def unlock_round(*, session: Session, number: int, reason: str, unlocked_by: User) -> None:
    """Unlock a round, so that its results can change again.

    Raises:
        AppError: no reason is given (`reason_missing`), or the round is not locked (`round_not_locked`).
    """
    locks = RoundLock.objects.select_for_update().filter(session=session, unlocked_at=None)
    lock = locks.filter(round_number=number).first()
    if lock is None:
        raise AppError(
            "round_not_locked", _("La position %(round)d n’est pas verrouillée.") % {"round": number}
        )
    if not reason.strip():
        message = _("Dites pourquoi cette position est rouverte.")
        raise AppError("reason_missing", message, fields={"reason": message})
    lock.unlocked_by, lock.unlocked_at, lock.reason = unlocked_by, timezone.now(), reason.strip()[:200]
    lock.save(update_fields=["unlocked_by", "unlocked_at", "reason"])
    _record(session, unlocked_by, "round.unlocked", str(number), {"round": number, "reason": lock.reason})


def _lock_plays(session: Session, number: int) -> None:
    """Wait for the entries in progress in a round and block the next ones."""
    plays = Play.objects.filter(round__section__session=session, round__number=number)
    # the order of the score sheets, so that two transactions never wait for each other
    rows = plays.select_for_update(of=("self",)).order_by("table__number", "board")
    # the list runs the query, which takes the locks
    list(rows.values_list("pk", flat=True))


def _locked_error(lock: RoundLock) -> AppError:
    facts = {
        "round": lock.round_number,
        "who": str(lock.locked_by),
        "when": date_format(localtime(lock.locked_at), "H:i"),
    }
    message = _(
        "La position %(round)d est contrôlée et verrouillée (%(who)s, %(when)s) :"
        " le directeur peut la rouvrir."
    )
    return AppError("round_locked", message % facts, extra=facts)


def _refuse_waiting(state: RoundState) -> None:
    """Raise the error of the first reason for which the round cannot be locked."""
    counts = {
        "results_missing": state.expected - state.entered,
        "results_disputed": state.disputed,
        "results_unconfirmed": state.unconfirmed,
        "sheets_unchecked": len(state.unchecked),
    }
    for code, count in counts.items():
        if count:
            raise AppError(code, str(WAITING[code] % {"count": count}), extra={"count": count})


def _subject(sheet: SheetName) -> str:
    """Return the subject of a sheet in the trace: board/round/table, without the parts that it lacks."""
    return str(sheet.board) if sheet.board else f"/{sheet.round_number}/{sheet.table_number}"


def _trace(check: SheetCheck) -> dict[str, object]:
    return {
        "board": check.board,
        "round": check.round_number,
        "table": check.table_number,
        "verdict": str(check.verdict),
        "note": check.note,
        "own_entry": check.own_entry,
    }


def _record(session: Session, actor: User, action: str, subject: str, values: dict[str, object]) -> None:
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=actor,
        action=action,
        subject=subject,
        after=values | {"session": session.number},
    )
