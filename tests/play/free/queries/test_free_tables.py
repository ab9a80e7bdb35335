"""Free tables as a reader finds them: moments, lists, views."""

from datetime import timedelta

import pytest

from play.free.enums import Phrase
from play.free.queries.free_tables import (
    free_table_version,
    listed_tables,
    load_free_table,
    load_gathering,
    own_free_tables,
)
from play.free.services.acting import send_phrase
from play.free.services.dealing import begin_deal
from play.free.services.sitting_down import leave_free_table
from tests.factories.free_tables import Club
from tests.play.free.services.begun_tables import begun, to_act

pytestmark = pytest.mark.django_db


def present_moment(club: Club) -> str:
    loaded_table = load_free_table(club.table.secret, club.now)
    assert loaded_table is not None
    return free_table_version(loaded_table)


def test_every_change_gives_the_table_another_moment() -> None:
    club = Club(people=1)
    moments = [present_moment(club)]

    club.sit("Boris", "device 1")
    moments.append(present_moment(club))
    begin_deal(me=club.seats[0], seen=0, now=club.now)
    moments.append(present_moment(club))
    club.act(to_act(club))
    moments.append(present_moment(club))
    send_phrase(me=club.seats[0], phrase=Phrase.LUCK, now=club.now)
    moments.append(present_moment(club))
    leave_free_table(me=club.seats[1], now=club.now)
    moments.append(present_moment(club))

    club.wait(21)
    moments.append(present_moment(club))

    assert len(set(moments)) == len(moments)
    assert present_moment(club) == moments[-1]


def test_moment_is_another_when_one_comes_back_as_another_goes() -> None:
    club = Club(people=2)
    club.wait(15)
    club.go_on(club.seats[0])
    club.wait(10)
    moment_before = present_moment(club)

    club.wait(12)
    club.go_on(club.seats[1])

    assert present_moment(club) != moment_before


def test_list_shows_open_tables_where_somebody_is() -> None:
    listed, hidden = Club(), Club(is_listed=False)
    assert list(listed_tables(listed.now)) == [listed.table]

    assert list(listed_tables(listed.now + timedelta(minutes=4))) == []
    assert list(own_free_tables("device 0", None)) == [hidden.table, listed.table]
    assert list(own_free_tables("", None)) == []


def test_spectator_and_every_seat_find_the_same_table() -> None:
    club = begun()

    assert load_gathering(club.table).me is None
    assert load_gathering(club.table, club.seats[1]).me == club.seats[1]
