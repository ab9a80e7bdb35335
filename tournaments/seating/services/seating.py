"""Fix the seats of a session by its movement, and undo that before the first result."""

from collections.abc import Sequence

import numpy as np
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.event_options import SheetOf, lines_per_round
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.entries.services.partners import refuse_incomplete
from tournaments.enums import EntryPresence, TournamentState
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import (
    Entry,
    Play,
    ResultSlip,
    Round,
    Ruling,
    Seating,
    Section,
    Session,
    Table,
    Tournament,
)
from tournaments.movements.queries.movements import (
    movement_of,
    section_places,
    sections_of,
    session_line_kind,
    session_sheet_kind,
)
from tournaments.seating.services.kept_lines import refuse_kept_lines
from tournaments.seating.services.starting_places import starting_place_of
from tournaments.trace.services.trace import record_event


@transaction.atomic
def apply_movement(*, tournament: Tournament, seated_by: User | None) -> Tournament:
    """Fix the seats of every round and the boards of every table.

    Where rounds are drawn one by one, only the seats of the first one are fixed.

    Raises:
        AppError: with one of these codes:

        - `not_in_preparation`: the seats are fixed already;
        - `seats_incomplete` (numbers of empty seats and of entries without a seat). In a later session
          entries without a seat sit out;
        - `partners_incomplete`: players lack partners.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    sections = sections_of(locked)
    entries = {section: _entries_by_player(section) for section in sections}
    _refuse_gaps(locked, entries)
    refuse_incomplete(locked)
    for section in sections:
        _seat_section(section, movement_of(section.movement), entries[section])
    locked.state = TournamentState.SEATED
    locked.save(update_fields=["state"])
    record_event(
        club=locked.club, tournament=locked, actor=seated_by, action="tournament.seated", subject=locked.name
    )
    return locked


@transaction.atomic
def undo_seating(*, tournament: Tournament, undone_by: User | None) -> Tournament:
    """Go back to the preparation. Delete rounds, tables, seats and expected plays; keep the entries.

    Raises:
        AppError: `not_seated`; `results_exist`: a result was entered; `rulings_exist`: a ruling is in force;
            as `refuse_kept_lines`.
    """
    locked = lock_tournament(tournament)
    if locked.state == TournamentState.DRAFT:
        raise AppError("not_seated", _("Les places ne sont pas encore fixées."))
    session = current_session(locked)
    if ResultSlip.objects.of_session(session).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : vous ne pouvez plus défaire les places.")
        )
    if Ruling.objects.filter(session=session).in_force().exists():
        raise AppError(
            "rulings_exist",
            _("Des décisions d’arbitrage sont prises : retirez-les avant de défaire les places."),
        )
    refuse_kept_lines(Play.objects.filter(round__section__session=session))
    for section in sections_of(locked):
        # seats and expected plays are deleted with their rounds and tables
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


@transaction.atomic
def change_sheets(*, tournament: Tournament, sheet: SheetOf, changed_by: User | None) -> Tournament:
    """Change the content of the sheets of free deals: every deal, or totals only. Fixed seats stay.

    In a first session the choice holds for the event, in a later one for that session.

    Raises:
        AppError: `one_kind_of_sheet`: the format has only one; `results_exist`: the session has a result, a
            second entry or a ruling; as `refuse_kept_lines`.
    """
    locked = lock_tournament(tournament)
    if not find_format(locked.format).may_enter_totals:
        raise AppError("one_kind_of_sheet", _("Cette formule n’a qu’une sorte de feuille."))
    session = current_session(locked)
    plays = Play.objects.filter(round__section__session=session)
    if plays.filter(
        Q(slips__isnull=False) | Q(second_entry__isnull=False) | Q(rulings__isnull=False)
    ).exists():
        message = _(
            "Des résultats ou des décisions sont déjà saisis : les feuilles restent comme elles sont."
        )
        raise AppError("results_exist", message)
    refuse_kept_lines(plays)
    old_sheet = session_sheet_kind(session).value
    if session.number == 1:
        locked.options = {**locked.options, "sheet": sheet.value}
        locked.save(update_fields=["options"])
    else:
        Session.objects.filter(pk=session.pk).update(sheet=sheet.value)
    for section in sections_of(locked):
        _renew_lines(section)
    record_event(
        club=locked.club,
        tournament=locked,
        actor=changed_by,
        action="tournament.sheets",
        subject=locked.name,
        before={"sheet": old_sheet},
        after={"sheet": sheet.value},
    )
    return locked


def _renew_lines(section: Section) -> None:
    """Replace the expected lines of every table that plays by those of the current kind of sheet."""
    plays = Play.objects.filter(round__section=section)
    places = set(plays.values_list("round", "table"))
    lines = lines_per_round(session_line_kind(section.session), section.boards_per_set)
    plays.delete()
    Play.objects.bulk_create(
        Play(round_id=round_id, table_id=table_id, board=board)
        for round_id, table_id in sorted(places)
        for board in range(1, lines + 1)
    )


def _seat_section(section: Section, movement: Movement, entries: dict[int, Entry]) -> None:
    """Create the rounds, tables, seats and expected plays of a section.

    Rounds that will be drawn get neither seats nor plays.
    """
    rounds = Round.objects.bulk_create(
        Round(section=section, number=number + 1) for number in range(movement.round_count)
    )
    seated_rounds = 1 if section.is_drawn else movement.round_count
    tables = Table.objects.bulk_create(
        Table(section=section, number=number) for number in section.table_numbers
    )
    Seating.objects.bulk_create(
        Seating(round=rounds[this_round], table=tables[table], seat=seat, entry=entries[int(player)])
        for (this_round, table, seat), player in np.ndenumerate(movement.players[:seated_rounds])
        if player != NOBODY
    )
    lines = lines_per_round(session_line_kind(section.session), section.boards_per_set)
    Play.objects.bulk_create(
        Play(round=rounds[this_round], table=tables[table], board=board)
        for this_round, table in np.ndindex(movement.board_sets[:seated_rounds].shape)
        for board in _boards_due(movement, this_round, table, lines)
    )


def _boards_due(movement: Movement, this_round: int, table: int, lines: int) -> Sequence[int]:
    """Return the numbers of the boards of a table in a round.

    Deals that are dealt at the table are numbered from 1 in every round.
    """
    if movement.has_boards:
        return movement.boards(this_round, table, lines)
    is_taken = (movement.players[this_round, table] != NOBODY).any()
    return range(1, lines + 1) if is_taken else ()


def _entries_by_player(section: Section) -> dict[int, Entry]:
    """Return the entries by the movement's number of their starting place."""
    numbers = section_places(section)
    entries = {starting_place_of(entry): entry for entry in section.entries.all()}
    return {number: entries[place] for place, number in numbers.items() if place in entries}


def _refuse_gaps(tournament: Tournament, entries: dict[Section, dict[int, Entry]]) -> None:
    empty_count = sum(
        section.player_count - len(seated_entries) for section, seated_entries in entries.items()
    )
    # in a later session entries without a place sit out
    is_first = all(section.session.number == 1 for section in entries)
    unplaced = tournament.entries.filter(section=None).exclude(presence=EntryPresence.WITHDRAWN)
    waiting_count = unplaced.count() if is_first else 0
    if not empty_count and not waiting_count:
        return
    if find_format(tournament.format).has_teams:
        message = _(
            "Chaque place doit avoir une équipe. Places vides : %(empty)d ; équipes sans place :"
            " %(waiting)d. Inscrivez des équipes, changez le nombre de tables ou tirez les places au sort."
        )
    else:
        message = _(
            "Chaque place doit avoir un joueur. Places vides : %(empty)d ; inscrits sans place :"
            " %(waiting)d. Ajoutez des joueurs, changez le nombre de tables ou tirez les places au sort."
        )
    counts = {"empty": empty_count, "waiting": waiting_count}
    raise AppError("seats_incomplete", message % counts, extra=counts)
