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
"""Why a round cannot be locked yet."""


def require_unlocked(play: Play) -> None:
    """Refuse to touch the result of a play whose round is locked. One query, two where it is.

    Args:
        play: locked, so that nobody locks its round meanwhile.

    Raises:
        AppError: `round_locked`, with `round`, `who` and `when` in `extra`.
    """
    found = _LOCKS.rows(play.round.section.session_id, play.round.number)
    if found:
        raise _locked(RoundLock.objects.select_related("locked_by").get(pk=found[0][0]))


def _locks(session: int, round_number: int) -> QuerySet[RoundLock, tuple[int]]:
    locks = RoundLock.objects.filter(session=session, round_number=round_number, unlocked_at=None)
    return locks.values_list("pk")


_LOCKS = PreparedQuery(_locks, int, int)
"""Prepared: every result asks."""


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
    """Keep that somebody compared a sheet with what is entered. The entry itself is not touched.

    Args:
        seen: how many versions the lines of the sheet had on the page that he compared
            (`CheckedSheet.version_count`).
        is_alone: he says that nobody else can check what he entered; said in the trace.

    Raises:
        Conflict: something was entered since (`sheet_changed`).
        AppError: nobody plays this sheet (`sheet_unknown`), lines are missing (`sheet_incomplete`), a
            sheet to review has no note (`note_missing`), or he entered every line of it himself and does
            not say that he is alone (`own_entry`).
    """
    found = find_sheet(session, sheet)
    if found is None:
        raise AppError("sheet_unknown", _("Personne ne joue cette feuille."))
    if found.version_count != seen:
        raise Conflict(
            "sheet_changed",
            _("Cette feuille a changé pendant le contrôle : comparez-la de nouveau."),
            extra={"seen": found.version_count},
        )
    if verdict == CheckVerdict.CONFORM and found.entered < found.expected:
        raise AppError("sheet_incomplete", _("Il manque des résultats sur cette feuille."))
    if verdict == CheckVerdict.TO_REVIEW and not note.strip():
        told = _("Dites ce qui est à revoir.")
        raise AppError("note_missing", told, fields={"note": told})
    is_own = found.author_ids == {checked_by.pk}
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
    """Keep the results of a round as they are: whoever would change one is told who locked it.

    Raises:
        AppError: there is no such round (`round_unknown`), it is locked already (`round_locked`), or
            something waits: results (`results_missing`), disputes (`results_disputed`), confirmations
            asked for (`results_unconfirmed`) or, once somebody checks sheets, sheets (`sheets_unchecked`).
    """
    _lock_plays(session, number)
    state = next((state for state in round_states(session) if state.number == number), None)
    if state is None:
        raise AppError("round_unknown", _("La position %(round)d n’existe pas.") % {"round": number})
    if state.lock is not None:
        raise _locked(state.lock)
    _refuse_waiting(state)
    lock = RoundLock.objects.create(session=session, round_number=number, locked_by=locked_by)
    _record(session, locked_by, "round.locked", str(number), {"round": number, "results": state.entered})
    return lock


@transaction.atomic
def unlock_round(*, session: Session, number: int, reason: str, unlocked_by: User) -> None:
    """Let the results of a round change again.

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
        told = _("Dites pourquoi cette position est rouverte.")
        raise AppError("reason_missing", told, fields={"reason": told})
    lock.unlocked_by, lock.unlocked_at, lock.reason = unlocked_by, timezone.now(), reason.strip()[:200]
    lock.save(update_fields=["unlocked_by", "unlocked_at", "reason"])
    _record(session, unlocked_by, "round.unlocked", str(number), {"round": number, "reason": lock.reason})


def _lock_plays(session: Session, number: int) -> None:
    """Wait for the entries under way in a round and hold off the next, in the order of the score sheets."""
    plays = Play.objects.filter(round__section__session=session, round__number=number)
    rows = plays.select_for_update(of=("self",)).order_by("table__number", "board")
    list(rows.values_list("pk", flat=True))


def _locked(lock: RoundLock) -> AppError:
    facts = {
        "round": lock.round_number,
        "who": str(lock.locked_by),
        "when": date_format(localtime(lock.locked_at), "H:i"),
    }
    told = _(
        "La position %(round)d est contrôlée et verrouillée (%(who)s, %(when)s) :"
        " le directeur peut la rouvrir."
    )
    return AppError("round_locked", told % facts, extra=facts)


def _refuse_waiting(state: RoundState) -> None:
    """Refuse to lock a round in which something waits, for the first reason that there is."""
    waiting = {
        "results_missing": state.expected - state.entered,
        "results_disputed": state.disputed,
        "results_unconfirmed": state.unconfirmed,
        "sheets_unchecked": len(state.unchecked),
    }
    for code, count in waiting.items():
        if count:
            raise AppError(code, str(WAITING[code] % {"count": count}), extra={"count": count})


def _subject(sheet: SheetName) -> str:
    """As results have it, board/round/table, the parts that a sheet has."""
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


def _record(session: Session, actor: User, action: str, subject: str, after: dict[str, object]) -> None:
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=actor,
        action=action,
        subject=subject,
        after=after | {"session": session.number},
    )
