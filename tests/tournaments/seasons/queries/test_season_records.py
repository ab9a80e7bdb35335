"""The five leaderboards of a season, as they stay in its archive."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_people
from tournaments.core.ranking.leaderboards import Leaderboard, build_leaderboard
from tournaments.enums import TournamentState, Visibility
from tournaments.models import EventRecord, Season, Tournament
from tournaments.seasons.queries.records import player_records, season_records

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def people(club):
    return make_people(club, 2)


def add_event(club, day, records):
    """A finished public event with a record for each person."""
    event = Tournament.objects.create(
        club=club,
        name=f"Soirée du {day}",
        slug=f"saison-{club.pk}-{day}",
        starts_on=day,
        format="duplicate_individual",
        game="tarot-4",
        rule_set="fft",
        state=TournamentState.FINISHED,
        visibility=Visibility.PUBLIC,
    )
    for person, values in records.items():
        EventRecord.objects.create(tournament=event, person=person, **values)
    return event


def played(percent, rating, points="10", free="0"):
    return {
        "duplicate_total": str(10 * percent),
        "duplicate_deals": 10,
        "free_total": free,
        "free_deals": 4 if free != "0" else 0,
        "rating_value": float(rating),
        "rating_deviation": 50.0,
        "rating_volatility": 0.06,
        "rating_games": 3,
        "season_points": points,
    }


@pytest.fixture
def seasons(club, people):
    """Two seasons of two events each; Bob plays the first one alone."""
    ana, bob = people
    add_event(club, date(2025, 1, 10), {ana: played(60, 1520, free="40"), bob: played(40, 1480)})
    add_event(club, date(2025, 11, 10), {ana: played(50, 1530), bob: played(45, 1470)})
    add_event(club, date(2026, 1, 10), {ana: played(40, 1500)})
    add_event(club, date(2026, 2, 10), {ana: played(70, 1560)})
    return [
        Season.objects.create(
            club=club, name=str(year), starts_on=date(year, 1, 1), ends_on=date(year, 12, 31), best_events=1
        )
        for year in (2025, 2026)
    ]


def board(season, which):
    return {row.key.pk: row.value for row in build_leaderboard(which, season_records(season))}


def test_a_past_season_keeps_its_five_boards(people, seasons):
    ana, bob = (person.pk for person in people)
    first, second = seasons

    assert board(first, Leaderboard.RATING) == {ana: 1530, bob: 1470}
    assert board(first, Leaderboard.DUPLICATE) == {ana: 55, bob: Fraction(85, 2)}
    assert board(first, Leaderboard.FREE_DEALS) == {ana: 10}
    assert board(first, Leaderboard.SEASON) == {ana: 10, bob: 10}
    assert board(first, Leaderboard.CAREER) == {ana: 20, bob: 20}
    assert board(second, Leaderboard.RATING) == {ana: 1560}
    assert board(second, Leaderboard.DUPLICATE) == {ana: 55}
    assert board(second, Leaderboard.CAREER) == {ana: 40, bob: 20}


@pytest.mark.postgres
def test_an_event_whose_ranking_is_hidden_counts_nowhere(club, people, seasons):
    Tournament.objects.filter(starts_on=date(2026, 2, 10)).update(showing={"ranking": "hidden"})

    assert board(seasons[1], Leaderboard.RATING) == {people[0].pk: 1500}
    assert build_leaderboard(Leaderboard.RATING, player_records(club, date(2026, 3, 1))[0])[0].value == 1500


def test_the_page_of_a_season_shows_each_at_an_address_for_good(
    club, people, seasons, django_assert_max_num_queries
):
    address = reverse("public-season", args=[club.slug, seasons[0].pk])

    with django_assert_max_num_queries(8):
        Client().get(address, {"tableau": Leaderboard.RATING})
    texts = {which: Client().get(address, {"tableau": which}).text for which in (*Leaderboard, "rien")}

    boards_named = {which for which in Leaderboard if people[1].full_name in texts[which]}
    assert boards_named == {*Leaderboard} - {Leaderboard.FREE_DEALS}
    assert all(f"{address}?tableau={which}" in texts["rien"] for which in Leaderboard)
    assert "Régularité" in texts["rien"]
