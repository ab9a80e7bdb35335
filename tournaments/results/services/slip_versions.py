"""The versions of a result: its play locked, what was seen compared, the next version added."""

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.audit.services.audit import record_event
from tournaments.enums import SlipKind, TournamentState
from tournaments.models import AuditEvent, Play, ResultSlip, Tournament
from tournaments.results.services.slips import describe_slip
from tournaments.work.kinds import request_standings


def lock_play(play: Play) -> Play:
    """The play's row, locked, with its round, table, session and tournament. One query."""
    return (
        Play.objects.select_for_update(of=("self",))
        .select_related("table", "round__section__session__tournament__club")
        .get(pk=play.pk)
    )


def latest_slip(play: Play) -> ResultSlip | None:
    """The latest version of a play, with its author; a withdrawal does not count. One query."""
    return play.slips.select_related("entered_by").order_by("-version").first()


def require_seen(last: ResultSlip | None, seen_version: int) -> None:
    """Refuse what would replace a version that the person has not seen; 0 is for seeing no result.

    Raises:
        Conflict: `slip_changed`.
    """
    if last is None or seen_version == last.version or (seen_version == 0 and not last.is_current):
        return
    raise conflict_with(last)


def require_reason(reason: str) -> None:
    """Refuse to replace or withdraw a result without saying why (`reason_missing`)."""
    if not reason.strip():
        told = _("Dites pourquoi ce résultat est corrigé.")
        raise AppError("reason_missing", told, fields={"reason": told})


def require_playing(tournament: Tournament) -> None:
    if tournament.state not in (TournamentState.SEATED, TournamentState.PLAYING):
        raise AppError(
            "not_playing",
            _(
                "Ce tournoi ne reçoit pas de résultats :"
                " fixez d’abord les places, ou rouvrez-le s’il est terminé."
            ),
        )


def store_version(slip: ResultSlip, last: ResultSlip | None) -> ResultSlip:
    """Store a slip as the version after `last`, trace it, and ask for new standings.

    Args:
        slip: unsaved, of a play as `lock_play` gives it, with what it says, its author, token and reason.
        last: the latest version, whether or not it counts; None for a first entry.

    Raises:
        AppError: the token was used for another line (`token_reused`).
    """
    before = last if last is not None and last.is_current else None
    if before is not None:
        ResultSlip.objects.filter(pk=before.pk).update(is_current=False)
    slip.version = last.version + 1 if last else 1
    slip.is_current = slip.kind != SlipKind.WITHDRAWN
    slip.after_withdrawal = last is not None and before is None
    _insert(slip)
    play = slip.play
    tournament = play.round.section.session.tournament
    entered = "result.corrected" if before else "result.entered"
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=slip.entered_by,
        action=entered if slip.is_current else "result.withdrawn",
        subject=play_subject(play),
        before=_trace(before) if before else None,
        after=_trace(slip) | ({"reason": slip.reason} if slip.reason else {}),
    )
    request_standings(session=play.round.section.session)
    return slip


def store_void_lines(plays: Sequence[Play], kind: SlipKind, entered_by: User | None) -> list[ResultSlip]:
    """First versions, of nothing but a kind, for many plays at once, each with its trace. Two queries.

    Args:
        plays: locked, without any version, with round, table and tournament.
        kind: not played, or neutralised.
    """
    slips = ResultSlip.objects.bulk_create(
        ResultSlip(play=play, version=1, kind=kind, entered_by=entered_by) for play in plays
    )
    AuditEvent.objects.bulk_create(
        [
            AuditEvent(
                club=slip.play.round.section.session.tournament.club,
                tournament=slip.play.round.section.session.tournament,
                actor=entered_by,
                action="result.entered",
                subject=play_subject(slip.play),
                after=_trace(slip),
            )
            for slip in slips
        ]
    )
    return slips


def play_subject(play: Play) -> str:
    """How the trace names a play: board, round and table."""
    return f"{play.board}/{play.round.number}/{play.table.number}"


def conflict_with(latest: ResultSlip) -> Conflict:
    """What somebody is told who has not seen the latest version: who stored what, and when."""
    who = str(latest.entered_by or latest.device or _("Quelqu’un"))
    when = date_format(localtime(latest.created_at), "H:i:s")
    what = describe_slip(latest)
    return Conflict(
        "slip_changed",
        _("%(who)s a déjà enregistré « %(what)s » à %(when)s. Vérifiez la feuille avant de corriger.")
        % {"who": who, "what": what, "when": when},
        extra={"version": latest.version, "who": who, "what": what, "when": when},
    )


def token_reused() -> AppError:
    """What is told of a sending's token that was used for something else."""
    return AppError("token_reused", _("Cet envoi a déjà servi pour une autre ligne ; rechargez la page."))


def _insert(slip: ResultSlip) -> None:
    """Write the version; the only constraint that the lock of its play does not guard is the token's."""
    try:
        with transaction.atomic():
            slip.save(force_insert=True)
    except IntegrityError as error:
        raise token_reused() from error


def _trace(slip: ResultSlip) -> dict[str, Any]:
    told = {"version": slip.version, "kind": str(slip.kind), "score": slip.score, "facts": slip.facts}
    return told if slip.seat_scores is None else told | {"seat_scores": slip.seat_scores}
