"""Recording the result of one play: a new version, never an edit."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Sheet
from tournaments.core.slips.likely import questions
from tournaments.core.slips.score_sheet import SheetLine, read_sheet_line
from tournaments.core.slips.traveller import LineInput, SlipReading, read_chosen_line, read_line
from tournaments.enums import SlipKind, TournamentState
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.queries.score_sheets import sheet_of
from tournaments.services.audit import record_event
from tournaments.services.slips import describe_slip, facts_of, says_the_same, seat_scores_of
from tournaments.services.standings import request_refresh
from tournaments.services.wording import app_error, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who enters a result and from what."""

    user: User | None
    device: str = ""


def read_slip_line(*, tournament: Tournament, play: Play, line: LineInput | SheetLine) -> SlipReading:
    """What a traveller line says of `play`, checked against the rules; nothing is stored.

    Raises:
        AppError: the line is impossible; `fields` has a message for each field at fault.
    """
    tournament_format = find_format(tournament.format)
    if (tournament_format.sheet is Sheet.SCORES) != isinstance(line, SheetLine):
        raise AppError("other_sheet", _("Les résultats de ce tournoi s’écrivent sur une autre feuille."))
    try:
        if isinstance(line, SheetLine):
            return read_sheet_line(line, sheet_of(play))
        taker = tournament_format.taker_of(play.board)
        assert taker is not None
        if tournament_format.imposed_bid is None:
            return read_chosen_line(line, taker=taker, variant=tournament_format.variant)
        return read_line(
            line, taker=taker, bid=tournament_format.imposed_bid, variant=tournament_format.variant
        )
    except TournamentError as error:
        raise app_error(error) from error


@transaction.atomic
def record_result(
    *,
    play: Play,
    line: LineInput | SheetLine,
    seen_version: int,
    author: Author,
    token: uuid.UUID | None = None,
    reason: str = "",
    confirmed: bool = False,
) -> ResultSlip:
    """Store a new version of the result of one play, and ask for new standings.

    A result sent twice with the same `token` is stored once; a result equal to the current one is
    not stored again. Both answer the stored slip. A token sent again with another result (a page
    brought back by the browser) is a conflict: nothing is dropped in silence.

    Args:
        line: what was written, as on the paper.
        seen_version: the version the person was looking at, 0 for a first entry.
        reason: why an earlier result is replaced; required from version 2 on.
        confirmed: the person was asked about an unlikely result and stands by it.

    Raises:
        Conflict: somebody stored a version that the person has not seen (`slip_changed`; who, what).
        AppError: the line is impossible (`slip_impossible`), unlikely and not confirmed
            (`slip_unlikely`), a correction without a reason (`reason_missing`), or the tournament
            does not take results (`not_playing`).
    """
    play = _lock_play(play)
    tournament = play.round.section.session.tournament
    current = play.slips.current().select_related("entered_by").first()
    if token is not None and (stored := ResultSlip.objects.filter(token=token).first()):
        return _sent_before(stored, current, play, line)
    _require_playing(tournament)
    reading = read_slip_line(tournament=tournament, play=play, line=line)
    if current is not None and current.version != seen_version:
        if says_the_same(current, reading):
            return current
        raise conflict_with(current)
    if current is not None and says_the_same(current, reading):
        return current
    if current is not None and not reason.strip():
        raise AppError(
            "reason_missing",
            _("Dites pourquoi ce résultat est corrigé."),
            fields={"reason": _("Dites pourquoi ce résultat est corrigé.")},
        )
    if not confirmed:
        _ask_if_unlikely(play, reading)
    slip = _store(play, current, reading, author=author, token=token, reason=reason.strip())
    if tournament.state == TournamentState.SEATED:
        Tournament.objects.filter(pk=tournament.pk, state=TournamentState.SEATED).update(
            state=TournamentState.PLAYING
        )
    request_refresh(session=play.round.section.session)
    return slip


def _store(
    play: Play,
    current: ResultSlip | None,
    reading: SlipReading,
    *,
    author: Author,
    token: uuid.UUID | None,
    reason: str,
) -> ResultSlip:
    if current is not None:
        current.is_current = False
        current.save(update_fields=["is_current"])
    slip = ResultSlip(
        play=play,
        version=current.version + 1 if current else 1,
        kind=SlipKind(reading.kind),
        score=reading.score,
        seat_scores=seat_scores_of(reading),
        facts=facts_of(reading),
        entered_by=author.user,
        device=author.device,
        token=token or uuid.uuid4(),
        reason=reason,
    )
    _insert(slip)
    tournament = play.round.section.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=author.user,
        action="result.corrected" if current else "result.entered",
        subject=f"{play.board}/{play.round.number}/{play.table.number}",
        before=_trace(current) if current else None,
        after=_trace(slip) | ({"reason": reason} if reason else {}),
    )
    return slip


def _insert(slip: ResultSlip) -> None:
    """Write the version; the only constraint that the lock of its play does not guard is the token's."""
    try:
        with transaction.atomic():
            slip.save(force_insert=True)
    except IntegrityError as error:
        raise token_reused() from error


def _lock_play(play: Play) -> Play:
    """The play's row, locked, with its round, table, session and tournament. One query."""
    return (
        Play.objects.select_for_update(of=("self",))
        .select_related("table", "round__section__session__tournament__club")
        .get(pk=play.pk)
    )


def _require_playing(tournament: Tournament) -> None:
    if tournament.state not in (TournamentState.SEATED, TournamentState.PLAYING):
        raise AppError(
            "not_playing",
            _(
                "Ce tournoi ne reçoit pas de résultats :"
                " fixez d’abord les places, ou rouvrez-le s’il est terminé."
            ),
        )


def _sent_before(
    stored: ResultSlip, current: ResultSlip | None, play: Play, line: LineInput | SheetLine
) -> ResultSlip:
    """The slip that this very line made when it was first sent."""
    if stored.play_id != play.pk:
        raise token_reused()
    tournament = play.round.section.session.tournament
    if not says_the_same(stored, read_slip_line(tournament=tournament, play=play, line=line)):
        raise conflict_with(current or stored)
    return stored


def token_reused() -> AppError:
    """What is told of a sending's token that was used for something else."""
    return AppError("token_reused", _("Cet envoi a déjà servi pour une autre ligne ; rechargez la page."))


def conflict_with(current: ResultSlip) -> Conflict:
    """What somebody is told who has not seen the current version: who stored what, and when."""
    who = str(current.entered_by or current.device or _("Quelqu’un"))
    when = date_format(localtime(current.created_at), "H:i:s")
    what = describe_slip(current)
    return Conflict(
        "slip_changed",
        _("%(who)s a déjà enregistré « %(what)s » à %(when)s. Vérifiez la feuille avant de corriger.")
        % {"who": who, "what": what, "when": when},
        extra={"version": current.version, "who": who, "what": what, "when": when},
    )


def _ask_if_unlikely(play: Play, reading: SlipReading) -> None:
    """Ask about what surprises; deals of their own, on a score sheet, are compared with no other table."""
    others = (
        ResultSlip.objects.current()
        .of_session(play.round.section.session)
        .filter(play__board=play.board, kind=SlipKind.PLAYED, seat_scores__isnull=True)
        .exclude(play=play)
        .values_list("score", flat=True)
    )
    asked = questions(reading, tuple(score for score in others if score is not None))
    if asked:
        sentences = [sentence(code, values) for code, values in asked]
        raise AppError("slip_unlikely", " ".join(sentences), extra={"questions": sentences})


def _trace(slip: ResultSlip) -> dict[str, Any]:
    told = {"version": slip.version, "kind": str(slip.kind), "score": slip.score, "facts": slip.facts}
    return told if slip.seat_scores is None else told | {"seat_scores": slip.seat_scores}
