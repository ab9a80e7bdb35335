"""Sitting down at a free table, leaving it, taking over the seats of a browser."""

import pytest

from accounts.models import User
from common.errors import AppError
from play.free.models import FreeTable, TableSeat
from play.free.queries.free_tables import find_seat
from play.free.services.dealing import begin_deal
from play.free.services.sitting_down import claim_seats, leave_free_table
from tests.factories.free_tables import Club
from tests.play.free.services.begun_tables import begun, number_of, others_of, to_act
from tournaments.people.services.account_closing import close_account

pytestmark = pytest.mark.django_db


def test_people_sit_down_at_the_first_empty_seats_or_where_they_wish() -> None:
    club = Club(people=2)
    club.sit("Chloé", "device 2", seat=3)

    assert [(seat.seat, seat.name) for seat in club.look().seats] == [(0, "Anne"), (1, "Boris"), (3, "Chloé")]
    assert club.look().deal is None


def test_who_sits_already_stays_where_he_is() -> None:
    club = Club(people=2)

    assert club.sit("Autre", "device 1").pk == club.seats[1].pk


@pytest.mark.parametrize(
    ("name", "seat", "code"),
    [("ANNE", None, "name_taken"), ("Chloé", 1, "seat_taken"), ("Chloé", 9, "seat_taken")],
)
def test_taken_seats_and_names_are_refused(name: str, seat: int | None, code: str) -> None:
    club = Club(people=2)

    with pytest.raises(AppError, match=code):
        club.sit(name, "device 2", seat=seat)

    assert TableSeat.objects.count() == 2


def test_last_empty_seat_begins_the_first_deal_and_nobody_sits_there_any_more() -> None:
    club = Club("tarot-3", people=3)

    assert number_of(club) == 1
    assert club.look().is_playing
    with pytest.raises(AppError, match="table_full"):
        club.sit("Chloé 2", "device 9")


def test_robot_plays_on_for_who_leaves_and_the_seat_is_free_for_the_next_deal() -> None:
    club = begun()
    leaver = to_act(club)
    stays = others_of(club, leaver)[0]

    leave_free_table(me=leaver, now=club.now)
    club.seats = [stays]
    club.play_out()

    assert not club.look().is_playing
    late = club.sit("Chloé", "device 2", seat=leaver.seat)
    begin_deal(me=stays, seen=number_of(club), now=club.now)
    sitting = club.look(late).sitting
    assert sitting is not None
    assert sitting.seat == leaver.seat


def test_who_leaves_and_comes_back_has_no_second_hand_in_the_same_deal() -> None:
    club = begun()

    leave_free_table(me=club.seats[1], now=club.now)
    again = club.sit("Boris", "device 1", seat=2)

    sitting = club.look(again).sitting
    assert sitting is not None
    assert sitting.seat is None


def test_table_is_ended_by_the_last_who_leaves_and_takes_nobody() -> None:
    club = begun()

    for seat in club.seats:
        leave_free_table(me=seat, now=club.now)

    assert FreeTable.objects.get().ended_at == club.now
    with pytest.raises(AppError, match="table_ended"):
        club.sit("Chloé", "device 2")


def test_account_takes_over_the_seats_of_its_browser_and_closing_it_frees_them() -> None:
    club = begun()
    owner = User.objects.create_user("joueur@club.example")

    claim_seats(device="device 1", owner=owner)
    assert find_seat(club.table, "another browser", owner) == club.seats[1]
    close_account(user=owner)

    assert list(TableSeat.objects.all()) == [club.seats[0]]
    assert club.look().is_playing


def test_account_takes_over_no_second_seat_at_a_table() -> None:
    begun()
    owner = User.objects.create_user("joueur@club.example")

    for number in (0, 1):
        claim_seats(device=f"device {number}", owner=owner)

    assert [seat.owner for seat in TableSeat.objects.all()] == [owner, None]


def test_unknown_game_or_rules_open_no_table() -> None:
    for wrong in ({"game": "belote-4"}, {"rules": "mine"}):
        with pytest.raises(AppError, match="no_such_table"):
            Club(people=1, **wrong)  # type: ignore[arg-type]

    assert not FreeTable.objects.exists()


def test_account_and_a_guest_of_one_browser_have_a_seat_each() -> None:
    club = Club(people=1)
    owner = User.objects.create_user("joueur@club.example")
    TableSeat.objects.update(owner=owner)

    guest = club.sit("Boris", "device 0")

    assert find_seat(club.table, "device 0", None) == guest
    assert find_seat(club.table, "device 9", owner) == club.seats[0]
