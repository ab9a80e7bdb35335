"""Seasons, tables of points and coefficients of a club, and their public pages."""

import datetime
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sessions import make_season, make_season_tariff, make_short_evening, play_session
from tests.factories.tournaments import make_people, make_user
from tests.page_words import words_of
from tournaments.core.exchange.workbooks import read_workbook
from tournaments.enums import SeasonMeasure, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.states import finish_tournament
from tournaments.models import AuditEvent, Club, EventRecord, Person, Season, SeasonTariff, Tournament
from tournaments.seasons.queries.person_history import load_history
from tournaments.seasons.queries.records import player_records
from tournaments.seasons.queries.seasons import load_ladder, percent_of, tariff_of
from tournaments.seasons.services.ratings import refresh_records

YEAR = {
    "name": "2026-2027",
    "starts_on": "2026-09-01",
    "ends_on": "2027-08-31",
    "least_events": "2",
    "measure": "points",
}


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(make_user(club=club))
    return client


@pytest.fixture
def people(club: Club) -> list[Person]:
    return make_people(club, 20)


def make_finished(club: Club, people: list[Person], *, day: int, first_score: int) -> Tournament:
    tournament = make_short_evening(club, people)
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=datetime.date(2026, 9, day))
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    play_session(tournament, first_score=first_score)
    return finish_tournament(tournament=tournament, finished_by=None)


def write_tariff(keeper: Client, club: Club, **values: str):
    path = reverse("organiser-season-tariff-add", args=[club.slug])
    return keeper.post(path, {"valid_from": "2026-01-01"} | values, follow=True)


def test_season_is_made_and_changed(keeper: Client, club: Club) -> None:
    answer = keeper.post(reverse("organiser-seasons", args=[club.slug]), YEAR, follow=True)
    season = club.seasons.get()
    keeper.post(reverse("organiser-season", args=[club.slug, season.pk]), YEAR | {"best_events": "5"})

    season.refresh_from_db()
    assert "La saison est créée." in answer.content.decode()
    assert (season.name, season.best_events, season.least_events) == ("2026-2027", 5, 2)
    assert set(AuditEvent.objects.values_list("action", flat=True)) >= {"season.created", "season.changed"}


def test_new_season_adds_percentages_until_the_club_has_a_table_of_points(keeper: Client, club: Club) -> None:
    page = reverse("organiser-seasons", args=[club.slug])
    measures = [keeper.get(page).context["form"]["measure"].value()]
    make_season_tariff(club)
    measures.append(keeper.get(page).context["form"]["measure"].value())

    assert measures == [SeasonMeasure.PERCENT, SeasonMeasure.POINTS]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"ends_on": "2026-08-31"}, "ends_on"),
        ({"name": "Déjà"}, "name"),
        ({"best_events": "0"}, "best_events"),
    ],
)
def test_season_is_refused_at_its_field(keeper: Client, club: Club, changed: dict, field: str) -> None:
    season = make_season(club)
    Season.objects.filter(pk=season.pk).update(name="Déjà")

    answer = keeper.post(reverse("organiser-seasons", args=[club.slug]), YEAR | changed)

    assert field in answer.context["form"].errors
    assert club.seasons.count() == 1


def test_tariff_is_written_exactly_and_shown_again(keeper: Client, club: Club) -> None:
    write_tariff(
        keeper, club, least_1="20", points_1="40 25,5; 12", attendance_1="1", least_2="8", points_2="10"
    )

    row = club.season_tariffs.get()
    assert [band["least_field"] for band in row.bands] == [8, 20]
    assert [str(points) for points in tariff_of(row).bands[1].points] == ["40", "51/2", "12"]
    page = keeper.get(reverse("organiser-season-tariff", args=[club.slug, row.pk])).content.decode()
    assert 'value="40 25,5 12"' in page


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"least_1": "8", "points_1": "1\u202f200 800"}, "points_1"),
        ({"points_1": "10"}, "least_1"),
        ({"least_1": "8", "points_1": "dix"}, "points_1"),
        ({"least_1": "8", "points_1": "-3"}, "points_1"),
        ({"least_1": "8", "attendance_1": "x"}, "attendance_1"),
        ({}, "__all__"),
        ({"least_1": "8", "points_1": "1", "least_2": "8", "points_2": "2"}, "__all__"),
    ],
)
def test_tariff_is_refused_where_it_is_wrong(keeper: Client, club: Club, values: dict, field: str) -> None:
    answer = write_tariff(keeper, club, **values)

    assert field in answer.context["form"].errors
    assert not SeasonTariff.objects.exists()


def test_ladder_adds_the_points_of_the_events(keeper: Client, club: Club, people: list[Person]) -> None:
    season = make_season(club)
    make_finished(club, people, day=1, first_score=0)
    make_finished(club, people, day=8, first_score=5)
    write_tariff(keeper, club, least_1="2", points_1="40 20 10", attendance_1="1")
    refresh_records(club=club)

    ladder = load_ladder(season)

    assert len(ladder.rows) == 20
    assert sum(row.points for row in ladder.rows) == 2 * (70 + 20)
    for row in ladder.rows:
        assert row.points == sum(row.by_event)
    assert {row.event_count for row in ladder.most_events} == {2}


def test_organisers_read_full_names_and_the_public_short_ones(
    keeper: Client, club: Club, people: list[Person]
) -> None:
    season = make_season(club)
    Person.objects.update(shows_full_name=False)
    event = make_finished(club, people, day=1, first_score=0)
    write_tariff(keeper, club, least_1="2", points_1="40 20 10")
    refresh_records(club=club)

    organiser_page = keeper.get(reverse("organiser-season", args=[club.slug, season.pk])).text
    public = Client().get(reverse("public-season", args=[club.slug, season.pk])).text

    assert "NOM01 Ana" in organiser_page
    assert "NOM01" not in public
    # a phone has neither the columns of the events nor their titles
    for page in (organiser_page, public):
        listed_events = page.split("1 tournoi de la saison")[1].split("</details>")[0]
        assert f'href="{reverse("public-standings", args=[event.slug])}">{event.name}</a>' in listed_events
        assert "part des autres joueurs devancée en moyenne" in page


def test_workbook_of_a_season_has_full_names_and_numbers(
    keeper: Client, club: Club, people: list[Person]
) -> None:
    season = make_season(club)
    Person.objects.update(shows_full_name=False)
    make_finished(club, people, day=1, first_score=0)
    write_tariff(keeper, club, least_1="2", points_1="40 20 12,5")
    refresh_records(club=club)
    path = reverse("organiser-season-workbook", args=[club.slug, season.pk])

    (sheet,) = read_workbook(keeper.get(path).content, 100)

    titles, *rows = (cells for _number, cells in sheet.rows)
    ladder = load_ladder(season)
    assert titles[:5] == ("place", "nom", "prénom", "licence", "points")
    assert titles[7].startswith("2026-09-01 ")
    assert [(row[1], row[2]) for row in rows] == [
        (row.person.last_name, row.person.first_name) for row in ladder.rows
    ]
    points = [float(row[4]) for row in rows]
    assert points == pytest.approx([float(row.points) for row in ladder.rows], abs=0.001)
    assert points == [float(row[7]) for row in rows]
    assert path in keeper.get(reverse("organiser-season", args=[club.slug, season.pk])).text


def test_best_events_alone_count(keeper: Client, club: Club, people: list[Person]) -> None:
    season = make_season(club, best_events=1)
    for day in (1, 8):
        make_finished(club, people, day=day, first_score=day)
    write_tariff(keeper, club, least_1="2", points_1="40 20 10")
    refresh_records(club=club)

    assert all(row.points == max(row.by_event) for row in load_ladder(season).rows)


def test_percentages_of_the_best_evenings_are_added_up(
    keeper: Client, club: Club, people: list[Person]
) -> None:
    season = make_season(club)
    path = reverse("organiser-season", args=[club.slug, season.pk])
    first = make_finished(club, people, day=1, first_score=0)
    second = make_finished(club, people, day=8, first_score=5)
    refresh_records(club=club)

    keeper.post(path, YEAR | {"measure": "percent", "best_events": "1"})

    season.refresh_from_db()
    ladder = load_ladder(season)
    means = {row.person.pk: [percent_of(record) for record in records_of(row.person)] for row in ladder.rows}
    assert ladder.events == (first, second)
    for row in ladder.rows:
        assert list(row.by_event) == means[row.person.pk]
        assert row.points == max(mean for mean in means[row.person.pk] if mean is not None)
    points = [row.points for row in ladder.rows]
    assert points == sorted(points, reverse=True)
    page = keeper.get(path).text
    assert "Tous ont 0 point" not in page
    assert "Cumul des moyennes en duplicate (pour cent)" in page
    assert "elle n’est pas le total du classement" in page
    board = player_records(club, datetime.date(2026, 9, 20))[0]
    assert {record.key: record.season.total for record in board} == {
        row.person: row.points for row in ladder.rows
    }
    best = ladder.rows[0]
    assert [season.points for season in load_history(best.person).seasons] == [best.points]


def test_workbook_names_the_days_that_do_not_count(keeper: Client, club: Club, people: list[Person]) -> None:
    season = make_season(club, measure="percent", best_events=1)
    make_finished(club, people, day=1, first_score=0)
    make_finished(club, people, day=8, first_score=5)
    refresh_records(club=club)
    path = reverse("organiser-season-workbook", args=[club.slug, season.pk])

    (sheet,) = read_workbook(keeper.get(path).content, 100)

    titles, *rows = (cells for _number, cells in sheet.rows)
    assert (titles[7], titles[8][:10]) == ("ne comptent pas", "2026-09-01")
    for cells, row in zip(rows, load_ladder(season).rows, strict=True):
        assert cells[7] == ("2026-09-01" if row.counted == (False, True) else "2026-09-08")


def test_percentages_are_weighted_and_those_of_no_weight_left_out(
    keeper: Client, club: Club, people: list[Person]
) -> None:
    season = make_season(club, measure="percent")
    first = make_finished(club, people, day=1, first_score=0)
    second = make_finished(club, people, day=8, first_score=5)
    path = reverse("organiser-season-weights", args=[club.slug, season.pk])

    keeper.post(path, {f"weight_{first.pk}": "0", f"weight_{second.pk}": "1,5"})
    refresh_records(club=club)

    ladder = load_ladder(season)
    assert ladder.events == (second,)
    for row in ladder.rows:
        mean = percent_of(records_of(row.person)[1])
        assert mean is not None
        assert row.points == mean * Fraction(3, 2)
        assert [season.points for season in load_history(row.person).seasons] == [row.points]


@pytest.mark.parametrize(("measure", "text"), [("percent", "50,00"), ("points", "50")])
def test_whole_percentages_have_two_decimals_and_whole_points_none(
    keeper: Client, club: Club, people: list[Person], measure: str, text: str
) -> None:
    season = make_season(club, measure=measure)
    make_finished(club, people, day=1, first_score=0)
    write_tariff(keeper, club, least_1="2", points_1="100")
    refresh_records(club=club)

    page = keeper.get(reverse("organiser-season", args=[club.slug, season.pk]))

    rows = re.findall(r'<td class="number(?: total| wide-only)">\s*(\S+)\s*</td>', page.content.decode())
    assert text in rows
    assert {len(row.partition(",")[2]) for row in rows if row != "–"} == {len(text.partition(",")[2])}


def records_of(person: Person) -> list[EventRecord]:
    return list(person.records.order_by("tournament__starts_on"))


def test_event_of_no_weight_is_left_out(keeper: Client, club: Club, people: list[Person]) -> None:
    season = make_season(club)
    first = make_finished(club, people, day=1, first_score=0)
    second = make_finished(club, people, day=8, first_score=5)
    write_tariff(keeper, club, least_1="2", points_1="40 20 10")
    path = reverse("organiser-season-weights", args=[club.slug, season.pk])

    keeper.post(path, {f"weight_{first.pk}": "0", f"weight_{second.pk}": "1,5"})
    refresh_records(club=club)

    ladder = load_ladder(season)
    assert ladder.events == (second,)
    assert sum(row.points for row in ladder.rows) == 105


def test_wrong_weight_is_shown_again(keeper: Client, club: Club, people: list[Person]) -> None:
    season = make_season(club)
    event = make_finished(club, people, day=1, first_score=0)
    path = reverse("organiser-season-weights", args=[club.slug, season.pk])

    answer = keeper.post(path, {f"weight_{event.pk}": "-1"})

    assert f"weight_{event.pk}" in answer.context["weights_form"].errors


def test_boards_are_public_and_names_shown_as_allowed(
    client: Client, club: Club, people: list[Person]
) -> None:
    make_season_tariff(club)
    make_season(club)
    Person.objects.filter(club=club).update(shows_full_name=False)
    make_finished(club, people, day=1, first_score=0)
    refresh_records(club=club)

    for board in ("rating", "duplicate", "free_deals", "season", "career", "nonsense"):
        text = client.get(reverse("public-ladders", args=[club.slug]), {"tableau": board}).content.decode()
        assert "NOM" not in words_of(text)
        assert ("Ana N." in text) is (board != "free_deals")
        assert ("<small>±" in text) is (board in ("rating", "nonsense"))


def test_season_is_public_with_an_event_and_not_without(
    client: Client, club: Club, people: list[Person]
) -> None:
    season = make_season(club)
    paths = [
        reverse("public-ladders", args=[club.slug]),
        reverse("public-season", args=[club.slug, season.pk]),
    ]
    assert [client.get(path).status_code for path in paths] == [404, 404]

    make_finished(club, people, day=1, first_score=0)
    refresh_records(club=club)

    assert [client.get(path).status_code for path in paths] == [200, 200]
    assert "NOM01 Ana" in client.get(paths[1]).content.decode()
