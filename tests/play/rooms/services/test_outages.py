"""Time while the site was down: rounds last longer by it, turns at free tables begin anew."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from common.errors import AppError
from play.free.models import FreeTable
from play.rooms.models import RoomRound
from play.rooms.queries.rooms import describe_rooms
from play.rooms.services.keeping_time import keep_time
from play.rooms.services.outages import LONGEST_OUTAGE, note_alive
from play.rooms.services.rounds import play_next, round_to_enter
from play.rooms.services.settling import settle_round
from tests.factories.concurrent import run_against
from tests.factories.free_tables import Club
from tests.factories.rooms import make_entry, make_room, make_round

pytestmark = pytest.mark.django_db
DOWN = timedelta(minutes=3)


def test_round_lasts_longer_by_the_time_that_the_site_was_down() -> None:
    of = make_round(minutes_ago=20)
    entry, died = make_entry(of), timezone.now()
    note_alive(now=died)
    back = died + DOWN

    keep_time(now=back)
    keep_time(now=back + timedelta(seconds=5))

    assert RoomRound.objects.get(pk=of.pk).ends_at == of.ends_at + DOWN
    entry.refresh_from_db()
    assert play_next(entry=entry, now=of.ends_at + DOWN - timedelta(seconds=1)).deal == 1
    note_alive(now=of.ends_at + DOWN - timedelta(seconds=1))
    with pytest.raises(AppError, match="round_over"):
        play_next(entry=entry, now=of.ends_at + DOWN)


def test_round_that_began_just_after_the_last_sign_of_life_lasts_longer_by_what_it_lost() -> None:
    of = make_round()
    note_alive(now=of.starts_at - timedelta(seconds=4))

    note_alive(now=of.starts_at + DOWN)

    assert RoomRound.objects.get(pk=of.pk).ends_at == of.ends_at + DOWN


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_round_that_another_worker_settles_meanwhile_stays_as_it_is() -> None:
    of = make_round()
    make_entry(of)
    note_alive(now=of.ends_at - timedelta(seconds=1))
    back = of.ends_at + DOWN

    run_against(partial(settle_round, of=of, now=back), partial(note_alive, now=back))

    assert RoomRound.objects.get(pk=of.pk).ends_at == of.ends_at


def test_one_round_follows_one_that_an_outage_made_longer() -> None:
    """One round for an hour, whether a player, the lobby or the worker comes first."""
    room = make_room()
    start = room.start_at(timezone.now())
    of = round_to_enter(room=room, now=start)
    note_alive(now=start + timedelta(minutes=20))
    back = start + timedelta(minutes=21)

    keep_time(now=back)  # makes the round longer, and the next one
    of.refresh_from_db()
    following = round_to_enter(room=room, now=back)
    keep_time(now=start + room.rhythm + timedelta(seconds=5))

    assert of.ends_at == start + room.rhythm + timedelta(minutes=1)
    assert following.starts_at == start + room.rhythm
    assert room.rounds.filter(starts_at__gt=start).count() == 1
    [described] = describe_rooms([room], start + room.rhythm + timedelta(seconds=10))
    assert described.enterable == following
    assert described.next_start == start + 2 * room.rhythm


def test_player_quicker_than_the_worker_is_not_refused_after_an_outage_over_the_end() -> None:
    of = make_round(minutes_ago=29)
    entry, died = make_entry(of), of.ends_at - timedelta(seconds=30)
    note_alive(now=died)

    assert play_next(entry=entry, now=of.ends_at + timedelta(seconds=60)).deal == 1


@pytest.mark.parametrize("seconds", [5, 20])
def test_usual_pause_of_the_worker_changes_no_end(seconds: int) -> None:
    of, current_time = make_round(minutes_ago=20), timezone.now()
    note_alive(now=current_time)

    assert not note_alive(now=current_time + timedelta(seconds=seconds))
    assert RoomRound.objects.get(pk=of.pk).ends_at == of.ends_at


def test_rounds_that_were_over_or_begun_later_keep_their_end_and_so_does_all_after_a_night() -> None:
    current_time = timezone.now()
    over, under_way = make_round(minutes_ago=31), make_round(minutes_ago=10)
    later = make_round(minutes_ago=-1)
    ends = {of.pk: of.ends_at for of in (over, under_way, later)}
    note_alive(now=current_time)

    note_alive(now=current_time + DOWN)
    assert {of.pk: of.ends_at for of in RoomRound.objects.all() if of.pk in ends} == {
        **ends,
        under_way.pk: under_way.ends_at + DOWN,
    }
    note_alive(now=current_time + DOWN + LONGEST_OUTAGE + timedelta(seconds=1))
    assert RoomRound.objects.get(pk=under_way.pk).ends_at == under_way.ends_at + DOWN


def test_turn_at_a_free_table_begins_anew_when_the_site_is_back() -> None:
    club = Club(people=4)
    assert club.look().deal is not None
    acting, turn = club.acting(), club.look()
    assert acting is not None
    note_alive(now=club.now)
    deadline = turn.deadline()
    assert deadline is not None

    note_alive(now=club.now + DOWN)

    again = FreeTable.objects.get()
    assert again.resumed_at == club.now + DOWN
    assert club.look().deadline() == club.now + DOWN + timedelta(seconds=30 + 60)
