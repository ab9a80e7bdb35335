"""Several people save at the same moment, on PostgreSQL."""

import uuid
from collections.abc import Callable
from functools import partial

from django.utils import timezone

from common.errors import Conflict
from games.models import DealSet
from play.alone.services.beginning import Player
from play.rooms.models import RoomPlay, RoomRating, RoomRecord, RoomRound
from play.rooms.services.keeping_time import keep_time
from play.rooms.services.rounds import begin_play, enter_round, round_to_enter
from play.rooms.services.settling import settle_round
from play.tables.models import PlayedTable
from tests.factories.rooms import finish, make_entry, make_room, make_round
from tests.factories.tournaments import SCORES, enter_result, list_plays, make_user, written
from tests.servers.contention import Held, all_at_once
from tournaments.enums import SheetTask
from tournaments.models import AuditEvent, ResultSlip, Session, SheetShare, StandingsRequest, Tournament
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.sharing import take_next_sheet
from tournaments.results.services.slip_versions import describe_slip

PEOPLE = ("Ana", "Bob", "Chloé", "Driss", "Ève", "Fred")
LOCK_PLAY = "SELECT 1 FROM tournaments_play WHERE id = %s FOR UPDATE"
LOCK_SESSION = "SELECT 1 FROM tournaments_session WHERE id = %s FOR UPDATE"
LOCK_ROUND = "SELECT 1 FROM rooms_roomround WHERE id = %s FOR UPDATE"


def test_six_different_results_one_wins_and_five_learn_who_and_what(
    evening: Tournament, hold: Callable[..., Held]
) -> None:
    play = list_plays(evening)[0]
    people = [make_user(name) for name in PEOPLE]
    calls = [
        partial(enter_result, play, score, user=person) for person, score in zip(people, SCORES, strict=False)
    ]

    answers = all_at_once(calls, hold(LOCK_PLAY, play.pk))

    winner = ResultSlip.objects.get(play=play)
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [answer for answer in answers if answer not in refused] == [winner]
    assert (winner.version, winner.is_current) == (1, True)
    assert len(refused) == 5
    for conflict in refused:
        assert conflict.code == "slip_changed"
        assert conflict.extra["who"] == str(winner.entered_by)
        assert conflict.extra["what"] == describe_slip(winner)
        assert f"{winner.entered_by} a déjà enregistré « {describe_slip(winner)} » à " in conflict.message
    assert AuditEvent.objects.filter(action="result.entered").count() == 1
    assert StandingsRequest.objects.count() == 1


def test_six_corrections_of_the_version_seen_one_wins(evening: Tournament, hold: Callable[..., Held]) -> None:
    play = list_plays(evening)[0]
    first = enter_result(play, 56)
    people = [make_user(name) for name in PEOPLE]
    calls = [
        partial(enter_result, play, score, user=person, seen_version=first.version, reason="erreur de plume")
        for person, score in zip(people, SCORES[1:], strict=False)
    ]

    answers = all_at_once(calls, hold(LOCK_PLAY, play.pk))

    versions = list(ResultSlip.objects.filter(play=play).order_by("version"))
    assert [(slip.version, slip.is_current) for slip in versions] == [(1, False), (2, True)]
    assert answers.count(versions[1]) == 1
    assert sum(isinstance(answer, Conflict) and answer.extra["version"] == 2 for answer in answers) == 5


def test_six_times_the_same_result_is_stored_once_and_refuses_nobody(
    evening: Tournament, hold: Callable[..., Held]
) -> None:
    play = list_plays(evening)[0]
    calls = [partial(enter_result, play, -52, user=make_user(name)) for name in PEOPLE]

    answers = all_at_once(calls, hold(LOCK_PLAY, play.pk))

    assert answers == [ResultSlip.objects.get(play=play)] * 6


def test_one_sending_repeated_six_times_is_stored_once(
    evening: Tournament, hold: Callable[..., Held]
) -> None:
    play = list_plays(evening)[0]
    send = partial(
        record_result,
        play=play,
        line=written(62),
        seen_version=0,
        author=Author(user=make_user(), device="phone"),
        token=uuid.uuid4(),
        confirmed=True,
    )

    answers = all_at_once([send] * 6, hold(LOCK_PLAY, play.pk))

    assert answers == [ResultSlip.objects.get(play=play)] * 6
    assert AuditEvent.objects.filter(action="result.entered").count() == 1


def test_one_token_for_two_plays_stores_one_of_them(evening: Tournament, hold: Callable[..., Held]) -> None:
    first, second = list_plays(evening)[:2]
    token = uuid.uuid4()
    calls = [
        partial(
            record_result,
            play=play,
            line=written(62),
            seen_version=0,
            author=Author(user=None, device="phone"),
            token=token,
            confirmed=True,
        )
        for play in (first, second)
    ]

    answers = all_at_once(
        calls, hold("SELECT 1 FROM tournaments_play WHERE id IN (%s, %s) FOR UPDATE", first.pk, second.pk)
    )

    slip_row = ResultSlip.objects.get()
    assert answers.count(slip_row) == 1
    assert [getattr(answer, "code", None) for answer in answers if answer != slip_row] == ["token_reused"]


def test_six_workers_at_the_start_of_a_round_deal_once(
    real_environment: dict[str, str], hold: Callable[..., Held]
) -> None:
    room = make_room()
    start = room.start_at(timezone.now())
    of = round_to_enter(room=room, now=start)

    all_at_once([partial(keep_time, now=start)] * 6, hold(LOCK_ROUND, of.pk))

    assert list(RoomRound.objects.values_list("pk", flat=True)) == [of.pk]
    assert list(DealSet.objects.values_list("room_round", flat=True)) == [of.pk]


def test_six_workers_at_the_end_of_a_round_count_once(
    real_environment: dict[str, str], hold: Callable[..., Held]
) -> None:
    of, user = make_round(), make_user()
    finish(make_entry(of, owner=user), 50, 50, 50)
    finish(make_entry(of), 0, 0, 0)

    all_at_once([partial(settle_round, of=of, now=of.closes_at)] * 6, hold(LOCK_ROUND, of.pk))

    record = RoomRecord.objects.get()
    assert (record.user, record.rounds, record.compared, record.marks) == (user, 1, 3, "300")
    assert RoomRating.objects.get().games == 3


def test_six_enter_a_round_at_the_same_moment_each_once(
    real_environment: dict[str, str], hold: Callable[..., Held]
) -> None:
    of = make_round()
    players = [Player(f"browser{number % 3}") for number in range(6)]
    calls = [partial(enter_round, of=of, player=player, name="", now=of.starts_at) for player in players]

    answers = all_at_once(calls, hold(LOCK_ROUND, of.pk))

    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert sorted(of.entries.values_list("number", flat=True)) == [1, 2, 3]
    assert len(set(of.entries.values_list("player", flat=True))) == 3


def test_six_taps_begin_a_deal_once(real_environment: dict[str, str], hold: Callable[..., Held]) -> None:
    entry = make_entry(make_round())

    answers = all_at_once(
        [partial(begin_play, entry=entry, deal=1, now=entry.round.starts_at)] * 6,
        hold("LOCK TABLE rooms_roomplay IN SHARE MODE"),
    )

    assert answers == [RoomPlay.objects.get()] * 6
    assert list(PlayedTable.objects.values_list("room_play", flat=True)) == [RoomPlay.objects.get().pk]


def test_six_typists_who_take_the_next_sheet_get_six_sheets(
    evening: Tournament, session: Session, hold: Callable[..., Held]
) -> None:
    people = [make_user(name) for name in PEOPLE]
    calls = [
        partial(take_next_sheet, session=session, task=SheetTask.ENTER, taken_by=person) for person in people
    ]

    answers = all_at_once(calls, hold(LOCK_SESSION, session.pk))

    assert sorted(answer.board for answer in answers) == [1, 2, 3, 4, 5, 6]
    assert SheetShare.objects.count() == 6
