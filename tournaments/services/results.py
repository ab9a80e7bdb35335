"""Recording the result of one play: a new version, never an edit."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Sheet
from tournaments.core.slips.likely import questions
from tournaments.core.slips.score_sheet import SheetLine, read_sheet_line
from tournaments.core.slips.traveller import LineInput, SlipReading, read_chosen_line, read_line
from tournaments.enums import SlipKind, TournamentState
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.queries.score_sheets import sheet_of
from tournaments.services.slip_versions import (
    conflict_with,
    latest_slip,
    lock_play,
    require_playing,
    require_reason,
    require_seen,
    store_version,
    token_reused,
)
from tournaments.services.slips import facts_of, says_the_same, seat_scores_of
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
        seen_version: the version the person was looking at; 0 where he saw no result.
        reason: why an earlier result is replaced; required where one counts.
        confirmed: the person was asked about an unlikely result and stands by it.

    Raises:
        Conflict: somebody stored a version that the person has not seen (`slip_changed`; who, what).
        AppError: the line is impossible (`slip_impossible`), unlikely and not confirmed
            (`slip_unlikely`), a correction without a reason (`reason_missing`), or the tournament
            does not take results (`not_playing`).
    """
    play = lock_play(play)
    tournament = play.round.section.session.tournament
    last = latest_slip(play)
    current = last if last is not None and last.is_current else None
    if token is not None and (stored := ResultSlip.objects.filter(token=token).first()):
        return _sent_before(stored, current, play, line)
    require_playing(tournament)
    reading = read_slip_line(tournament=tournament, play=play, line=line)
    if current is not None and says_the_same(current, reading):
        return current
    require_seen(last, seen_version)
    if current is not None:
        require_reason(reason)
    if not confirmed:
        _ask_if_unlikely(play, reading)
    slip = store_version(
        ResultSlip(
            play=play,
            kind=SlipKind(reading.kind),
            score=reading.score,
            seat_scores=seat_scores_of(reading),
            facts=facts_of(reading),
            entered_by=author.user,
            device=author.device,
            token=token or uuid.uuid4(),
            reason=reason.strip(),
        ),
        last,
    )
    if tournament.state == TournamentState.SEATED:
        Tournament.objects.filter(pk=tournament.pk, state=TournamentState.SEATED).update(
            state=TournamentState.PLAYING
        )
    return slip


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
