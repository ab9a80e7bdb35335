"""Results from phones: the checks of a phone before `record_result`, which records every result."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.prepared import PreparedModels
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Play, ResultSlip, SlipConfirmation, TableAccess
from tournaments.results.queries.table_rounds import reached_round, table_rounds
from tournaments.results.services.results import Author, read_slip_line, record_result
from tournaments.results.services.slip_versions import (
    conflict_with,
    describe_count,
    describe_margin,
    describe_reading,
    latest_slip,
)
from tournaments.results.services.table_phones import Device, find_phone, require_pen, take_pen


@dataclass(frozen=True, slots=True)
class TableReading:
    """Description of a line for the phone that types it."""

    says: str
    """The score, "+58", or the fate of the deal."""
    margin: str
    """Bouts, points and by how many the contract is made or failed; "" when only a score is written."""


def read_at_table(
    *, play: Play, line: LineInput | SheetLine, sheet: SheetTerms | None = None
) -> TableReading:
    """Read a line of a play without storing it.

    Args:
        play: with its round, section, session and tournament.
        sheet: terms of the play, if they are loaded.

    Raises:
        AppError: the line is impossible. `fields` has a message for each field at fault.
    """
    tournament = play.round.section.session.tournament
    reading = read_slip_line(tournament=tournament, play=play, line=line, sheet=sheet)
    if reading.outcome is None:
        return TableReading(describe_reading(reading), "")
    variant = find_format(tournament.format).variant
    written = line.written if isinstance(line, SheetLine) else line
    values = {
        "facts": ", ".join(describe_count(written.bouts, written.points)),
        "margin": describe_margin(reading.outcome.half_points, reading.outcome.bouts, variant),
    }
    return TableReading(describe_reading(reading), _("%(facts)s : %(margin)s") % values)


@transaction.atomic
def record_at_table(
    *,
    access: TableAccess,
    play: Play,
    device: Device,
    line: LineInput | SheetLine,
    seen_version: int,
    token: uuid.UUID,
    reason: str = "",
    confirmed: bool = False,
    takes_pen: bool = False,
) -> ResultSlip:
    """Store a result from a phone of the table. It then waits for the confirmation of the other side.

    Args:
        play: with its round and table.
        takes_pen: True if the player takes the pen from another phone, after a warning.

    Raises:
        Conflict: another phone writes (`pen_taken`), or the latest version is not the one that the phone has
            seen (`slip_changed`).
        AppError: with one of these codes:

        - `seat_unknown`: the owner has not chosen a seat;
        - `slip_by_organiser`: an organiser wrote the result, which a phone cannot replace;
        - `round_ahead`: an earlier round has no result here and the player has not confirmed;
        - those of `record_result`.
    """
    phone = find_phone(access=access, this_round=play.round, device=device.key)
    # a repeated request skips these checks: its result is stored already and `record_result` returns it
    if not ResultSlip.objects.filter(token=token).exists():
        if takes_pen:
            take_pen(access=access, phone=phone)
        require_pen(phone)
        _protect_organiser_result(play, seen_version)
        if not confirmed:
            _ask_if_ahead(play)
    slip = record_result(
        play=play,
        line=line,
        seen_version=seen_version,
        author=Author(user=None, device=_device_at_table(access, device)),
        token=token,
        reason=reason,
        confirmed=confirmed,
        above=_deal_before(play),
    )
    # the slip may be an equal one by another author, which needs no confirmation from this phone
    if slip.token == token:
        SlipConfirmation.objects.get_or_create(slip=slip, defaults={"written_on": phone})
    return slip


def _protect_organiser_result(play: Play, seen_version: int) -> None:
    """Refuse to replace a result by an organiser. A phone can only dispute it."""
    current = latest_slip(play)
    if current is None or not current.is_current or current.entered_by is None:
        return
    if current.version != seen_version:
        raise conflict_with(current)
    raise AppError(
        "slip_by_organiser",
        _("Ce résultat vient de l’organisation : s’il est faux, contestez-le."),
    )


def _deal_before(play: Play) -> Play | None:
    """Return the previous deal on the phone's page: same table and round, with the board before."""
    return _BEFORE.first(play.round_id, play.table_id, play.board)


def _before(this_round: int, table: int, board: int) -> QuerySet[Play, Play]:
    return Play.objects.filter(round=this_round, table=table, board__lt=board).order_by("-board")[:1]


_BEFORE = PreparedModels(_before, int, int, int)


def _ask_if_ahead(play: Play) -> None:
    rounds = table_rounds(play.table)
    if play.round.number <= reached_round(rounds).number:
        return
    empty = next(table_round.number for table_round, _deal_count, result_count in rounds if not result_count)
    question = _("Rien n’est noté à cette table pour la position %(empty)d : est-ce bien la %(asked)d ?") % {
        "empty": empty,
        "asked": play.round.number,
    }
    raise AppError("round_ahead", question, extra={"questions": [question]})


def _device_at_table(access: TableAccess, device: Device) -> str:
    name = _("table %(number)d, %(device)s") % {"number": access.table.number, "device": device.name}
    return name[:80]
