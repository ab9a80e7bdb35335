"""Recording results. Each entry is a new version; an unlikely result must be confirmed by its author."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.facts import FactsForm, NearFact
from tournaments.base.words.wording import app_error, sentence
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.slips.likely import questions
from tournaments.core.slips.misplaced import misplaced
from tournaments.core.slips.nearest import Nearest, nearest_lines, nearest_sheet_lines
from tournaments.core.slips.score_sheet import FACT, SheetLine, SheetTerms, read_sheet_line
from tournaments.core.slips.traveller import (
    ImpossibleSlip,
    LineInput,
    LineKind,
    SlipReading,
    read_chosen_line,
    read_line,
)
from tournaments.enums import SlipKind
from tournaments.events.services.events import refuse_copy
from tournaments.events.services.states import begin_playing
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.results.queries.score_sheets import TableSheet, load_sheet_terms
from tournaments.results.queries.whereabouts import load_whereabouts
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.slip_versions import (
    conflict_with,
    facts_of,
    latest_slip,
    line_of,
    lock_play,
    lock_plays,
    require_playing,
    require_reason,
    require_seen,
    says_the_same,
    seat_scores_of,
    sheet_line_of,
    store_first_versions,
    store_version,
    token_reused,
)
from tournaments.results.words.facts import PROBLEMS, nearest_words
from tournaments.seating.words.seat_names import seat_name
from tournaments.work.kinds import request_standings

NOT_PLAYED = SheetLine(written=LineInput(kind=LineKind.NOT_PLAYED))


def ask_if_unlikely(play: Play, reading: SlipReading, above: SlipReading | None) -> None:
    """Refuse a surprising result with questions, so that the author confirms or corrects it.

    Args:
        play: with its round, section, session and tournament.
        above: result on the line above, on the same paper; None without one.

    Raises:
        AppError: `slip_unlikely`, with the `questions` as sentences.
    """
    where = load_whereabouts(play, above)
    problems = (*misplaced(reading, where), *questions(reading, where.other_scores))
    if problems:
        sentences = [sentence(code, values) for code, values in problems]
        raise AppError("slip_unlikely", " ".join(sentences), extra={"questions": sentences})


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """The author of a result and their device."""

    user: User | None
    device: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLine:
    """A line for a play without any result."""

    play: Play
    line: LineInput | SheetLine
    sheet: SheetTerms | None = None
    """Terms of the play where every seat has a score."""


def read_slip_line(
    *, tournament: Tournament, play: Play, line: LineInput | SheetLine, sheet: SheetTerms | None = None
) -> SlipReading:
    """Read a traveller line of `play` and check it against the rules, without storing it.

    Args:
        sheet: terms of the play where every seat has a score, if they are loaded.

    Raises:
        AppError: the line is impossible. `fields` has a message for each field at fault. `extra["nearest"]`
            lists single values that would make the line possible ({"field", "value"} of `Nearest`).
    """
    if (find_format(tournament.format).sheet is SheetKind.SCORES) != isinstance(line, SheetLine):
        raise AppError("other_sheet", _("Ce tournoi utilise une autre feuille pour ses résultats."))
    if isinstance(line, SheetLine):
        return _read_sheet_line(line, sheet or load_sheet_terms(play))
    reader = partial(_read_line, find_format(tournament.format), play.board)
    try:
        return reader(line)
    except ImpossibleSlip as error:
        raise app_error(error, nearest_lines(line, error, reader)) from error


def _read_sheet_line(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    try:
        return read_sheet_line(line, sheet)
    except ImpossibleSlip as error:
        nearest = nearest_sheet_lines(line, sheet, error)
        refusal = app_error(error, nearest, PROBLEMS if line.facts else None)
        if line.facts and sheet.facts_form is not None:
            refusal.extra["nearest"] = [_with_label(near, sheet, sheet.facts_form) for near in nearest]
        raise refusal from error


def _with_label(near: Nearest, sheet: SheetTerms, form: FactsForm) -> dict[str, str]:
    """Return a possible value of a fact, with its label for the page."""
    name = near.field.removeprefix(FACT)
    fact = NearFact(name, near.value or form.field(name).blank or "")
    names = [seat_name(seat) for seat in range(len(sheet.seated))]
    label = nearest_words(fact, form, sheet.game.name, names)
    return {"field": near.field, "value": near.value, "label": label}


def _read_line(tournament_format: TournamentFormat, board: int, line: LineInput) -> SlipReading:
    taker, variant = tournament_format.taker_of(board), tournament_format.variant
    assert taker is not None
    if tournament_format.imposed_bid is None:
        return read_chosen_line(line, taker=taker, variant=variant)
    return read_line(line, taker=taker, bid=tournament_format.imposed_bid, variant=variant)


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
    above: Play | None = None,
) -> ResultSlip:
    """Store a new version of the result of a play, and request new standings.

    A result sent twice with the same `token` is stored once. A result equal to the current one is not stored
    again. Both return the stored slip.

    Args:
        line: the line as on the paper.
        seen_version: the version that the author looked at; 0 if the page showed no result.
        reason: reason for replacing an earlier result; required if one counts.
        confirmed: True if the author stands by an unlikely result.
        above: the play on the line above on the same paper. The same result twice raises a question.

    Raises:
        Conflict: the latest version is not the one that the author has seen (`slip_changed`; who, what), or
            the token is sent again with another result.
        AppError: with one of these codes:

        - `slip_impossible`: the line is impossible;
        - `slip_unlikely`: the line is unlikely and not confirmed;
        - `reason_missing`: a correction has no reason;
        - `not_playing`: the tournament takes no results;
        - `round_locked`: the round is locked;
        - `token_reused`: the token was used for another line.
    """
    play = lock_play(play)
    tournament = play.round.section.session.tournament
    last = latest_slip(play)
    current = last if last is not None and last.is_current else None
    if token is not None and (previous_slip := ResultSlip.objects.filter(token=token).first()):
        # before `require_unlocked`: a request that is repeated after the round was locked has its result
        return _slip_of_token(previous_slip, current, play, line)
    require_playing(tournament)
    require_unlocked(play)
    reading = read_slip_line(tournament=tournament, play=play, line=line)
    # before `require_seen`: the same result from two people is no conflict
    if current is not None and says_the_same(current, reading):
        return current
    require_seen(last, seen_version)
    if current is not None:
        require_reason(reason)
    # after all other checks: the questions are for a result that could be stored
    if not confirmed:
        ask_if_unlikely(play, reading, _stored_reading(tournament, above))
    slip = _slip_of(play, reading, author)
    slip.token, slip.reason = token or uuid.uuid4(), reason.strip()
    store_version(slip, last)
    begin_playing(tournament)
    return slip


@transaction.atomic
def record_first_results(*, lines: Iterable[FirstLine], author: Author) -> int:
    """Store the first results of many plays, without questions about unlikely ones. Return their number.

    For results that a program makes up. A play that has a version by now keeps what it has.

    Raises:
        AppError: as `record_result`.
    """
    line_of_play = {line.play.pk: line for line in lines}
    new_plays, _others = lock_plays(line.play for line in line_of_play.values())
    if not new_plays:
        return 0
    session = new_plays[0].round.section.session
    refuse_copy(session.tournament)
    require_playing(session.tournament)
    for play in {play.round_id: play for play in new_plays}.values():
        require_unlocked(play)
    slips = []
    for play in new_plays:
        written = line_of_play[play.pk]
        reading = read_slip_line(
            tournament=session.tournament, play=play, line=written.line, sheet=written.sheet
        )
        slips.append(_slip_of(play, reading, author))
    store_first_versions(slips)
    request_standings(session=session)
    begin_playing(session.tournament)
    return len(slips)


def _slip_of(play: Play, reading: SlipReading, author: Author) -> ResultSlip:
    return ResultSlip(
        play=play,
        kind=SlipKind(reading.kind),
        score=reading.score,
        seat_scores=seat_scores_of(reading),
        facts=facts_of(reading),
        entered_by=author.user,
        device=author.device,
    )


def _slip_of_token(
    previous_slip: ResultSlip, current: ResultSlip | None, play: Play, line: LineInput | SheetLine
) -> ResultSlip:
    """Return the slip that the same line made when it was first sent."""
    if previous_slip.play_id != play.pk:
        raise token_reused()
    tournament = play.round.section.session.tournament
    # The browser may restore an old page with its token. Another result with it is refused, not dropped.
    if not says_the_same(previous_slip, read_slip_line(tournament=tournament, play=play, line=line)):
        raise conflict_with(current or previous_slip)
    return previous_slip


def _stored_reading(tournament: Tournament, play: Play | None) -> SlipReading | None:
    """Return the stored result of a play, read again; None without a result."""
    slip = play.slips.current().first() if play else None
    if play is None or slip is None:
        return None
    is_sheet = find_format(tournament.format).sheet is SheetKind.SCORES
    return read_slip_line(
        tournament=tournament, play=play, line=sheet_line_of(slip) if is_sheet else line_of(slip)
    )


@transaction.atomic
def leave_rest_unplayed(*, sheet: TableSheet, author: Author) -> int:
    """Store every line of a sheet without a result as not played.

    Returns:
        The number of these lines.

    Raises:
        Conflict: a result was stored in the meantime (`slip_changed`). Nothing is stored then.
        AppError: the tournament takes no results (`not_playing`).

    Source:
        FFT, Manuel de l'organisateur (2011) M3: at the end of time no new deal begins.
    """
    plays = [row.play for row in sheet.rows if row.slip is None]
    for play in plays:
        record_result(play=play, line=NOT_PLAYED, seen_version=0, author=author)
    return len(plays)
