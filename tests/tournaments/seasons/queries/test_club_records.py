"""Records over the finished public events of a club."""

from datetime import date
from fractions import Fraction

import pytest

from tests.factories.tournaments import make_club, make_people, make_tournament
from tournaments.enums import TournamentState, Visibility
from tournaments.models import EventRecord, Tournament
from tournaments.seasons.queries.club_records import RecordKind, load_club_records

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def make_event(club, name, day, *, visibility=Visibility.PUBLIC):
    event = make_tournament(club, name=name)
    Tournament.objects.filter(pk=event.pk).update(
        state=TournamentState.FINISHED, starts_on=day, visibility=visibility
    )
    return Tournament.objects.get(pk=event.pk)


def record(event, person, *, place, marks="0", deals=0, rating=None):
    return EventRecord.objects.create(
        tournament=event,
        person=person,
        place=place,
        duplicate_total=marks,
        duplicate_deals=deals,
        rating_value=rating,
        rating_deviation=None if rating is None else 50,
        rating_volatility=None if rating is None else 0.06,
    )


@pytest.fixture
def two_evenings(club):
    ana, bob = make_people(club, 2)
    first = make_event(club, "Première", date(2026, 1, 1))
    second = make_event(club, "Deuxième", date(2026, 2, 1))
    record(first, ana, place=1, marks="780", deals=12, rating=1604.4)
    record(first, bob, place=2, marks="99", deals=1, rating=1400)
    record(second, bob, place=1, marks="1300", deals=20, rating=1450)
    record(second, ana, place=1, marks="3901/3", deals=20, rating=1580)
    return ana, bob, first, second


def lines(club, kind):
    return [(line.person, line.value, line.tournament) for line in load_club_records(club)[kind]]


def test_best_evenings_count_from_twelve_deals_and_equal_ones_stand_in_the_order_of_time(club, two_evenings):
    ana, bob, first, second = two_evenings

    assert lines(club, RecordKind.BEST_EVENING) == [
        (ana, Fraction(3901, 60), second),
        (ana, Fraction(65), first),
        (bob, Fraction(65), second),
    ]


def test_rating_is_the_highest_ever_reached(club, two_evenings):
    ana, bob, first, second = two_evenings

    assert lines(club, RecordKind.BEST_RATING) == [(ana, 1604, first), (bob, 1450, second)]


def test_wins_and_evenings_are_counted(club, two_evenings):
    ana, bob, *_ = two_evenings

    assert lines(club, RecordKind.MOST_WINS) == [(ana, 2, None), (bob, 1, None)]
    assert lines(club, RecordKind.MOST_EVENINGS) == [(ana, 2, None), (bob, 2, None)]


@pytest.mark.postgres
def test_private_events_count_for_nothing(club):
    event = make_event(club, "Privée", date(2026, 1, 1), visibility=Visibility.PRIVATE)
    record(event, make_people(club, 1)[0], place=1, marks="1200", deals=12)

    assert load_club_records(club) == {}


def test_costs_the_same_however_much_was_played(club, two_evenings, django_assert_num_queries):
    with django_assert_num_queries(1):
        load_club_records(club)
