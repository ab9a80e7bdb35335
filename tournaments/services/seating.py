"""Applying a movement to the people entered, and taking it back before the first result."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.movement import SEAT_COUNT, Movement
from tournaments.enums import TournamentState
from tournaments.models import Entry, Play, ResultSlip, Round, Seating, Section, Table, Tournament
from tournaments.services.audit import record_event
from tournaments.services.events import lock_tournament, require_draft


@transaction.atomic
def apply_movement(*, tournament: Tournament, seated_by: User | None) -> Tournament:
    """Fix the seats of every round and the boards of every table.

    Raises:
        AppError: seats are empty or entries have none (`seats_incomplete`, how many of each).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    for section in Section.objects.filter(session__tournament=locked):
        _seat_section(section)
    locked.state = TournamentState.SEATED
    locked.save(update_fields=["state"])
    record_event(
        club=locked.club, tournament=locked, actor=seated_by, action="tournament.seated", subject=locked.name
    )
    return locked


@transaction.atomic
def undo_seating(*, tournament: Tournament, undone_by: User | None) -> Tournament:
    """Go back to preparing: rounds, tables, seats and expected plays are removed, entries stay.

    Raises:
        AppError: a result was already entered (`results_exist`), or the seats were not fixed.
    """
    locked = lock_tournament(tournament)
    if locked.state == TournamentState.DRAFT:
        raise AppError("not_seated", _("Les places ne sont pas encore fixées."))
    if ResultSlip.objects.filter(play__round__section__session__tournament=locked).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : les places ne peuvent plus être défaites.")
        )
    for section in Section.objects.filter(session__tournament=locked):
        section.rounds.all().delete()
        section.tables.all().delete()
    locked.state = TournamentState.DRAFT
    locked.save(update_fields=["state"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=undone_by,
        action="tournament.unseated",
        subject=locked.name,
    )
    return locked


def _seat_section(section: Section) -> None:
    entries = _entries_by_player(section)
    tournament_format = find_format(section.session.tournament.format)
    movement = tournament_format.build_movement(
        table_count=section.table_count, round_count=section.round_count
    )
    report = check_movement(movement)
    if report.errors:
        raise AppError("movement_invalid", _("Ce mouvement est incorrect ; choisissez-en un autre."))
    rounds = Round.objects.bulk_create(
        Round(section=section, number=number + 1) for number in range(movement.round_count)
    )
    tables = Table.objects.bulk_create(
        Table(section=section, number=number + 1) for number in range(movement.table_count)
    )
    Seating.objects.bulk_create(
        Seating(
            round=this_round,
            table=table,
            seat=seat,
            entry=entries[int(movement.players[this_round.number - 1, table.number - 1, seat])],
        )
        for this_round in rounds
        for table in tables
        for seat in range(SEAT_COUNT)
    )
    Play.objects.bulk_create(
        Play(round=this_round, table=table, board=board)
        for this_round in rounds
        for table in tables
        for board in _boards(movement, this_round, table, section)
    )


def _boards(movement: Movement, this_round: Round, table: Table, section: Section) -> tuple[int, ...]:
    return movement.boards(this_round.number - 1, table.number - 1, section.boards_per_set)


def _entries_by_player(section: Section) -> dict[int, Entry]:
    """Entries by the movement's player number, 4 × starting table + starting seat."""
    entries = {
        SEAT_COUNT * (entry.start_table - 1) + entry.start_seat: entry
        for entry in section.entries.all()
        if entry.start_table is not None and entry.start_seat is not None
    }
    empty = section.table_count * SEAT_COUNT - len(entries)
    waiting = Entry.objects.filter(tournament=section.session.tournament, section=None).count()
    if empty or waiting:
        raise AppError(
            "seats_incomplete",
            _(
                "Chaque place doit avoir un joueur : %(empty)d place(s) vide(s),"
                " %(waiting)d inscrit(s) sans place. Ajoutez des joueurs, changez le nombre de tables"
                " ou tirez les places au sort."
            )
            % {"empty": empty, "waiting": waiting},
            extra={"empty": empty, "waiting": waiting},
        )
    return entries
