"""Records of finished public events: places, season points, tallies, ratings."""

import datetime
from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import make_club, make_people
from tournaments.core.ranking.leaderboards import Leaderboard, build_leaderboard
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.states import finish_tournament, reopen_tournament
from tournaments.models import Club, EventRecord, Person, RecordsRequest, SeasonTariff, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.seasons.queries.records import player_records
from tournaments.seasons.services.ratings import refresh_records
from tournaments.seating.services.seating import apply_movement
from tournaments.work.kinds import request_records

pytestmark = pytest.mark.django_db

BANDS = [{"least_field": 2, "points": ["40", "20", "10"], "attendance": "1"}]


def make_finished(
    club: Club, *, people: Sequence[Person] = (), day: int = 1, first_score: int = 0
) -> Tournament:
    """A short evening of public results, finished."""
    tournament = make_short_evening(club, people)
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=datetime.date(2026, 9, day))
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    play_session(tournament, first_score=first_score)
    return finish_tournament(tournament=tournament, finished_by=None)


def rows(club: Club) -> list[tuple[object, ...]]:
    records = EventRecord.objects.filter(tournament__club=club).order_by("tournament", "person")
    left_out = ("id",)
    names = [field.attname for field in EventRecord._meta.concrete_fields if field.attname not in left_out]
    return list(records.values_list(*names))


def test_finished_event_leaves_a_record_for_everybody():
    club = make_club()
    SeasonTariff.objects.create(club=club, valid_from=datetime.date(2026, 1, 1), bands=BANDS)

    tournament = make_finished(club)
    refresh_records(club=club)

    ranking = {row.entry.person_id: row for row in load_event_standings(tournament).rows}
    records = EventRecord.objects.filter(tournament=tournament)
    assert {record.person_id: record.place for record in records} == {
        pk: row.place for pk, row in ranking.items()
    }
    assert {record.field_size for record in records} == {20}
    assert {record.duplicate_deals for record in records} == {4}
    points = [Fraction(record.season_points) for record in records]
    assert sum(points) == 40 + 20 + 10 + 20
    assert {record.rating_games for record in records} == {4}


@pytest.mark.postgres
def test_marks_of_a_person_are_added_deal_by_deal():
    """Marks of a board make 50 for each play of attack and of each defender: 50 a deal in total."""
    club = make_club()
    tournament = make_finished(club)
    refresh_records(club=club)

    records = EventRecord.objects.filter(tournament=tournament)

    total = sum(Fraction(record.duplicate_total) for record in records)
    deals = sum(record.duplicate_deals for record in records)
    assert total == 50 * deals


def test_refresh_run_twice_changes_nothing():
    club = make_club()
    tournament = make_finished(club)
    refresh_records(club=club)
    rows_before = rows(club)

    request_records(tournament=tournament)
    refresh_records(club=club)

    assert rows(club) == rows_before
    assert refresh_records(club=club) == 0


def test_events_in_any_order_of_arrival_give_the_same_ratings():
    """An older evening finished last moves what came after it."""
    first, second = make_club(), make_club()
    for club, days in ((first, (1, 8)), (second, (8, 1))):
        people = make_people(club, 20)
        for day in days:
            make_finished(club, people=people, day=day, first_score=day)
            refresh_records(club=club)

    ratings = [
        sorted(
            EventRecord.objects.filter(tournament__club=club).values_list(
                "tournament__starts_on", "person__last_name", "rating_value", "rating_games", "place"
            ),
        )
        for club in (first, second)
    ]

    assert len(ratings[0]) == 40
    assert ratings[0] == ratings[1]
    assert {games for *_, games, _place in ratings[0]} == {4, 8}


def test_reopened_or_private_event_has_no_records():
    club = make_club()
    tournament = make_finished(club)
    refresh_records(club=club)
    assert EventRecord.objects.count() == 20

    reopen_tournament(tournament=tournament, reopened_by=None)
    refresh_records(club=club)
    assert not EventRecord.objects.exists()

    finished = finish_tournament(tournament=tournament, finished_by=None)
    set_visibility(tournament=finished, visibility=Visibility.PRIVATE, set_by=None)
    refresh_records(club=club)
    assert not EventRecord.objects.exists()


def test_two_sessions_move_the_rating_twice():
    club = make_club()
    tournament = make_short_evening(club)
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    play_session(tournament)
    open_next(Tournament.objects.get(pk=tournament.pk))
    apply_movement(tournament=tournament, seated_by=None)
    play_session(Tournament.objects.get(pk=tournament.pk), first_score=5)
    finish_tournament(tournament=tournament, finished_by=None)

    refresh_records(club=club)

    assert set(EventRecord.objects.values_list("rating_period", "rating_games")) == {(2, 8)}


def test_board_of_ratings_shows_who_leads():
    club = make_club()
    make_finished(club)
    refresh_records(club=club)

    records, season = player_records(club, datetime.date(2026, 9, 2))
    board = build_leaderboard(Leaderboard.RATING, records)

    assert season is None
    values = [row.value for row in board]
    assert values == sorted(values, reverse=True)
    assert board[0].place == 1
    assert board[0].games == 4


def test_finishing_asks_for_records(django_capture_on_commit_callbacks):
    club = make_club()

    make_finished(club)

    assert RecordsRequest.objects.filter(tournament__club=club).exists()
