"""Phones at the tables of a test's evening."""

import uuid

from tournaments.core.slips.traveller import LineInput
from tournaments.models import Play, ResultSlip, Round, Table, TableAccess, TablePhone, Tournament
from tournaments.results.services.table_access import find_table_access, open_phones, table_secret
from tournaments.results.services.table_phones import Device, claim_seat
from tournaments.results.services.table_results import record_at_table

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


def make_device(name: str = "Firefox, Android") -> Device:
    return Device(uuid.uuid4(), name)


def open_table(tournament: Tournament, number: int = 1) -> TableAccess:
    """Return the link of a table, like a phone that scanned its code."""
    open_phones(session=tournament.sessions.get(), opened_by=None)
    access = TableAccess.objects.get(table__number=number, table__section__session__tournament=tournament)
    return find_table_access(table_secret(access))


def round_of(access: TableAccess, number: int = 1) -> Round:
    return Round.objects.get(section=access.table.section, number=number)


def plays_of(access: TableAccess, number: int = 1) -> list[Play]:
    """Return the plays of the table in a round, by board, with their round and table."""
    plays = Play.objects.filter(table=access.table, round__number=number).order_by("board")
    return list(plays.select_related("round__section__session__tournament", "table"))


def sit_down(access: TableAccess, seat: int, *, device: Device, number: int = 1) -> TablePhone:
    return claim_seat(access=access, this_round=round_of(access, number), seat=seat, device=device)


def write_down(
    access: TableAccess,
    play: Play,
    device: Device,
    points: str = "45",
    *,
    seen_version: int = 0,
    token: uuid.UUID | None = None,
    reason: str = "",
    takes_pen: bool = False,
) -> ResultSlip:
    """Store a result with two bouts, like a phone."""
    return record_at_table(
        access=access,
        play=play,
        device=device,
        line=LineInput(bouts=2, points=points),
        seen_version=seen_version,
        token=token or uuid.uuid4(),
        reason=reason,
        confirmed=True,
        takes_pen=takes_pen,
    )


def table_of(tournament: Tournament, number: int) -> Table:
    return Table.objects.get(number=number, section__session__tournament=tournament)
