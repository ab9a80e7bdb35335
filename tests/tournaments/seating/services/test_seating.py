"""Fixing the seats of every round, and going back."""

import uuid

import pytest
from django.db.models import F

from common.errors import AppError
from tests.factories.sheets import bid_line, enter_line, find_play, make_sheet_tournament
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_entered_tournament,
    make_people,
    make_relay_movement,
    make_seated_tournament,
    make_stored_evening,
    make_tournament,
    make_user,
    place_entry,
    written,
)
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.core.slips.score_sheet import LineOf
from tournaments.enums import ClaimSource, TournamentState
from tournaments.events.services.events import enter_people
from tournaments.models import (
    AuditEvent,
    Play,
    PlayRecord,
    RankingClaim,
    Seating,
    Section,
    Session,
    Tournament,
)
from tournaments.movements.queries.movements import session_line_kind
from tournaments.results.services.second_entries import enter_second, set_entry_rules
from tournaments.seating.queries.seats import itineraries, load_rounds
from tournaments.seating.services.seating import apply_movement, change_sheets, undo_seating

pytestmark = pytest.mark.django_db


def test_everybody_sits_as_the_movement_says() -> None:
    tournament = make_seated_tournament(make_club(), table_count=5)
    movement = build_straight(5, 5)
    by_place = {
        (seating.round.number, seating.table.number, seating.seat): seating.entry
        for seating in Seating.objects.select_related("round", "table", "entry")
    }

    for (this_round, table, seat), entry in by_place.items():
        player = movement.players[this_round - 1, table - 1, seat]
        assert (entry.start_table, entry.start_seat) == (player // 4 + 1, player % 4)

    assert len(by_place) == 5 * 5 * 4
    assert tournament.state == TournamentState.SEATED


def test_each_board_is_due_once_at_each_table() -> None:
    make_seated_tournament(make_club(), table_count=5)

    plays = list(Play.objects.values_list("board", "table__number"))

    assert sorted(plays) == [(board, table) for board in range(1, 21) for table in range(1, 6)]


def test_empty_seats_are_counted_in_the_refusal() -> None:
    club = make_club()
    tournament = make_tournament(club, table_count=5)
    enter_people(tournament=tournament, people=make_people(club, 3), entered_by=None)

    with pytest.raises(AppError) as refusal:
        apply_movement(tournament=tournament, seated_by=None)

    assert (refusal.value.code, refusal.value.extra) == ("seats_incomplete", {"empty": 20, "waiting": 3})
    assert "Places vides\u00a0: 20" in str(refusal.value.message)
    assert not Seating.objects.exists()


def test_seats_are_not_fixed_twice() -> None:
    tournament = make_seated_tournament(make_club())

    with pytest.raises(AppError) as refusal:
        apply_movement(tournament=tournament, seated_by=None)

    assert refusal.value.code == "not_in_preparation"


@pytest.mark.postgres
def test_undoing_leaves_the_entries_and_their_starting_places() -> None:
    tournament = make_seated_tournament(make_club())
    places_before = list(tournament.entries.values_list("person", "start_table", "start_seat"))

    undone = undo_seating(tournament=tournament, undone_by=None)

    assert undone.state == TournamentState.DRAFT
    assert not Seating.objects.exists()
    assert not Play.objects.exists()
    assert list(tournament.entries.values_list("person", "start_table", "start_seat")) == places_before
    assert AuditEvent.objects.latest("pk").action == "tournament.unseated"
    assert apply_movement(tournament=tournament, seated_by=None).state == TournamentState.SEATED


def test_undoing_after_a_result_is_refused() -> None:
    tournament = make_seated_tournament(make_club())
    enter_result(list_plays(tournament)[0], 56)

    with pytest.raises(AppError) as refusal:
        undo_seating(tournament=tournament, undone_by=None)

    assert refusal.value.code == "results_exist"
    assert Seating.objects.exists()


def test_undoing_what_is_not_fixed_is_refused() -> None:
    with pytest.raises(AppError) as refusal:
        undo_seating(tournament=make_entered_tournament(make_club()), undone_by=None)

    assert refusal.value.code == "not_seated"


@pytest.mark.postgres
def test_who_has_no_table_waits_and_takes_a_seat_later() -> None:
    tournament = make_stored_evening(make_club(), make_relay_movement())

    apply_movement(tournament=tournament, seated_by=None)

    first, second = load_rounds(Section.objects.get())
    assert [entry.person.last_name for entry in first.resting] == ["Nom05"]
    assert [(entry.start_table, entry.start_seat) for entry in first.resting] == [(1, RELAY_SEAT)]
    assert [entry.person.last_name for entry in second.resting] == ["Nom04"]
    assert [table.boards for table in second.tables] == [(), (5, 6, 7, 8)]
    assert [entry and entry.person.last_name for entry in second.tables[1].entries] == [
        "Nom05", "Nom01", "Nom02", "Nom03",
    ]  # fmt: skip
    stops = {
        row.entry.person.last_name: [stop.table for stop in row.stops] for row in itineraries([first, second])
    }
    assert stops == {
        "Nom01": [1, 2],
        "Nom02": [1, 2],
        "Nom03": [1, 2],
        "Nom04": [1, None],
        "Nom05": [None, 2],
    }


@pytest.mark.postgres
def test_two_colours_share_their_boards_and_number_their_tables_through() -> None:
    movement = build_straight(5, 2)
    tournament = make_stored_evening(make_club(), movement, movement)

    apply_movement(tournament=tournament, seated_by=None)

    red, green = Section.objects.order_by("number")
    assert (list(red.table_numbers), list(green.table_numbers)) == ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert set(green.tables.values_list("number", flat=True)) == set(green.table_numbers)
    tables = Play.objects.filter(board=1).order_by("table__number").values_list("table__number", flat=True)
    assert list(tables) == [1, 5, 6, 10]
    assert not Seating.objects.exclude(entry__section=F("round__section")).exists()


def test_somebody_without_a_place_in_any_colour_is_counted() -> None:
    tournament = make_stored_evening(make_club(), make_relay_movement())
    entry = tournament.entries.all()[0]
    place_entry(entry, None)

    with pytest.raises(AppError) as refusal:
        apply_movement(tournament=tournament, seated_by=None)

    assert refusal.value.extra == {"empty": 1, "waiting": 1}


@pytest.mark.postgres
def test_sheets_of_free_deals_change_with_the_seats_fixed_and_never_once_a_result_is_in() -> None:
    tournament = apply_movement(tournament=make_sheet_tournament(make_club()), seated_by=None)
    seats = set(Seating.objects.values_list("round", "table", "seat", "entry"))
    due_count = Play.objects.count()

    totals = change_sheets(tournament=tournament, sheet=SheetOf.TOTALS, changed_by=None)
    due_totals = Play.objects.count()
    change_sheets(tournament=tournament, sheet=SheetOf.DEALS, changed_by=None)

    assert (due_count, due_totals, Play.objects.count()) == (5 * 2 * 2, 5 * 2, 5 * 2 * 2)
    assert session_line_kind(totals.sessions.get()) is LineOf.TOTALS
    assert set(Seating.objects.values_list("round", "table", "seat", "entry")) == seats
    enter_line(find_play(tournament, 1, 1), bid_line(0, 60))
    with pytest.raises(AppError) as refusal:
        change_sheets(tournament=tournament, sheet=SheetOf.TOTALS, changed_by=None)
    assert refusal.value.code == "results_exist"
    assert session_line_kind(Session.objects.get(tournament=tournament)) is not LineOf.TOTALS


def test_sheets_of_a_duplicate_have_one_form() -> None:
    with pytest.raises(AppError) as refusal:
        change_sheets(tournament=make_tournament(make_club()), sheet=SheetOf.TOTALS, changed_by=None)

    assert refusal.value.code == "one_kind_of_sheet"


def test_undoing_keeps_second_entries_records_and_claims() -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    play, second_play, third_play = list_plays(tournament)[:3]
    user, entry = make_user(club=tournament.club), tournament.entries.order_by("pk")[0]
    set_entry_rules(tournament=tournament, needs_second_entry=True, set_by=user)

    enter_second(play=play, line=written(56), entered_by=user)
    codes = [undo_refusal(tournament)]
    play.second_entry.delete()
    PlayRecord.objects.create(play=second_play, version=1, text="x", written_by=user)
    codes.append(undo_refusal(tournament))
    PlayRecord.objects.all().delete()
    claim = RankingClaim(
        tournament=tournament, entry=entry, play=third_play, text="Faux.", token=uuid.uuid4()
    )
    claim.source = ClaimSource.LINK
    claim.save()
    codes.append(undo_refusal(tournament))

    assert codes == ["lines_kept"] * 3
    assert Seating.objects.exists()


def undo_refusal(tournament: Tournament) -> str:
    with pytest.raises(AppError) as refusal:
        undo_seating(tournament=tournament, undone_by=None)
    assert ", table " in refusal.value.message
    return refusal.value.code


def test_sheets_do_not_change_under_a_claim() -> None:
    tournament = make_sheet_tournament(make_club())
    apply_movement(tournament=tournament, seated_by=None)
    play, entry = list_plays(tournament)[0], tournament.entries.order_by("pk")[0]
    RankingClaim.objects.create(
        tournament=tournament,
        entry=entry,
        play=play,
        text="Faux.",
        source=ClaimSource.LINK,
        token=uuid.uuid4(),
    )

    with pytest.raises(AppError) as refusal:
        change_sheets(tournament=tournament, sheet=SheetOf.TOTALS, changed_by=None)

    assert refusal.value.code == "lines_kept"
