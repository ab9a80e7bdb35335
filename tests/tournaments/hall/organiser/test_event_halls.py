"""Halls of an event, referees with their own tables, and the pages for one hall."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tables import make_device, open_table, plays_of, round_of, sit_down, write_down
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.core.hall.halls import EventHall, read_halls
from tournaments.enums import EventRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.hall.services.event_halls import set_halls, set_referee_tables
from tournaments.hall.services.hall_calls import call_referee
from tournaments.models import AuditEvent, RefereeTables
from tournaments.results.services.flags import raise_flag
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db
HALLS = {1: EventHall("Grande salle", 1, 3), 2: EventHall("Véranda", 4, 5)}


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.fixture
def director(evening):
    return make_user("Directrice", tournament=evening)


@pytest.fixture
def referee(evening):
    return make_user("Arthur", tournament=evening, role=EventRole.REFEREE)


@pytest.fixture
def halls(evening, director):
    set_halls(tournament=evening, halls=HALLS, set_by=director)
    evening.refresh_from_db()
    return evening


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def path(evening, name, *arguments):
    return reverse(name, args=[evening.slug, *arguments])


def call_from(evening, number):
    access = open_table(evening, number)
    return call_referee(access=access, this_round=round_of(access), device=make_device())


def sent(*rows):
    return {
        f"{part}_{row}": value
        for row, values in enumerate(rows, 1)
        for part, value in zip(("name", "first", "last"), values, strict=True)
    }


def test_halls_are_set_on_their_page(evening, director) -> None:
    client, address = client_of(director), path(evening, "organiser-halls")

    page = client.post(address, sent(("Véranda", 4, 5), ("Grande salle", 1, 3)), follow=True)

    evening.refresh_from_db()
    assert list(read_halls(evening.halls)) == list(HALLS.values())
    assert "Les salles sont enregistrées." in page.text
    assert 'value="Grande salle"' in page.text
    assert AuditEvent.objects.get(action="hall.halls_set").after == {"halls": evening.halls}


@pytest.mark.parametrize(
    ("rows", "field", "message"),
    [
        ([("A", 1, 3), ("B", 3, 5)], "first_2", "La table 3 est déjà dans « A »"),
        ([("A", 1, 3), ("a", 4, 5)], "name_2", "Une autre salle s’appelle « A »."),
        ([("A", 1, 3), ("", "", ""), ("B", 3, 5)], "first_3", "La table 3 est déjà dans « A »"),
        ([("A", 1, 3), ("", "", ""), ("a", 4, 5)], "name_3", "Une autre salle s’appelle « A »."),
        ([("", 1, 3)], "name_1", "Donnez un nom à cette salle."),
        ([("A", "", 3)], "first_1", "Donnez le numéro d’une table."),
        ([("A", 1, "")], "last_1", "Donnez le numéro d’une table."),
        ([("A", 3, 1)], "last_1", "Au moins 3."),
        ([("A", 0, 3)], "first_1", "supérieure ou égale à 1"),
    ],
)
def test_wrong_halls_are_refused_at_their_field(evening, director, rows, field, message) -> None:
    page = client_of(director).post(path(evening, "organiser-halls"), sent(*rows))

    assert page.status_code == 422
    errors = [text.replace("\u00a0", " ") for text in page.context["halls_form"].errors[field]]
    assert any(message in text for text in errors)
    evening.refresh_from_db()
    assert evening.halls == []


def test_halls_of_an_event_are_no_rooms_in_english(halls, director) -> None:
    page = client_of(director).get(path(halls, "organiser-halls"), headers={"Accept-Language": "en"})

    assert "<h2>Halls</h2>" in page.text


def test_hall_page_shows_one_hall(halls, director) -> None:
    client = client_of(director)
    for number in (2, 4):
        call_from(halls, number)

    full_page, large, live = (
        client.get(path(halls, "organiser-hall")),
        client.get(path(halls, "organiser-hall"), {"salle": "1"}),
        client.get(path(halls, "organiser-hall-live"), {"salle": "2"}),
    )

    assert [len(page.context["wall"].tiles) for page in (full_page, large, live)] == [5, 3, 2]
    called = [[row.call.table.number for row in page.context["calling"]] for page in (full_page, large, live)]
    assert called == [[2, 4], [2], [4]]
    assert f"{path(halls, 'organiser-hall-live')}?salle=1" in large.text


@pytest.mark.parametrize("number", ["0", "3", "x", "01"])
def test_hall_that_does_not_exist_shows_all_tables(halls, director, number) -> None:
    page = client_of(director).get(path(halls, "organiser-hall"), {"salle": number})

    assert len(page.context["wall"].tiles) == 5


def test_missing_results_are_those_of_the_hall(halls, director) -> None:
    wall = client_of(director).get(path(halls, "organiser-hall"), {"salle": "2"}).context["wall"]

    assert {play.table_number for tile in wall.tiles for play in tile.missing} == {4, 5}


def test_number_leads_to_the_page_of_a_table(halls, director) -> None:
    client = client_of(director)

    answer = client.get(path(halls, "organiser-hall"), {"aller": "4"})

    assert answer.url == path(halls, "organiser-hall-table", 4)
    assert "Véranda" in client.get(answer.url).text


def test_screen_shows_the_seats_of_one_hall(halls) -> None:
    full_page, small = (Client().get(path(halls, "public-screen"), query) for query in ({}, {"salle": "2"}))

    tables = [{row.table for row in page.context["screen"].lists[0].rows} for page in (full_page, small)]
    assert tables == [{1, 2, 3, 4, 5}, {4, 5}]
    assert "<small>Grande salle</small>" in full_page.text
    assert "– Véranda</h1>" in small.text


def test_wrong_hall_of_a_screen_shows_all_seats(halls) -> None:
    page = Client().get(path(halls, "public-screen"), {"salle": "7"})

    assert len({row.table for row in page.context["screen"].lists[0].rows}) == 5


def test_player_sees_the_hall_beside_the_table(halls) -> None:
    access, entry = open_table(halls, 4), halls.entries.get(start_table=4, start_seat=0)
    reader = Client()
    reader.cookies["moi"] = str(entry.person_id)

    phone = Client().get(reverse("table-page", args=[table_secret(access)]))
    seats = reader.get(path(halls, "public-seats"))

    assert "Véranda" in phone.text
    assert "Véranda" in seats.text.split('class="round"')[0]


def test_public_seats_come_hall_by_hall(halls) -> None:
    first, second = (Client().get(path(halls, "public-seats"), query) for query in ({}, {"tables": "2"}))

    assert first.context["parts"] == [range(1, 4), range(4, 6)]
    assert second.context["part"] == range(4, 6)
    assert "Véranda" in first.text


def test_calls_of_a_referees_own_tables_come_first(halls, director, referee) -> None:
    set_referee_tables(tournament=halls, tables={referee: [(4, 5)]}, set_by=director)
    for number in (2, 4):
        call_from(halls, number)

    referee_page, director_page = (
        client_of(user).get(path(halls, "organiser-hall")) for user in (referee, director)
    )

    assert [row.call.table.number for row in referee_page.context["calling"]] == [4, 2]
    assert [row.call.table.number for row in director_page.context["calling"]] == [2, 4]
    assert "une de vos tables" in referee_page.text
    assert "une de vos tables" not in director_page.text
    assert "Arthur" in director_page.text


def test_desk_names_a_referees_own_tables_first(halls, director, referee) -> None:
    set_referee_tables(tournament=halls, tables={referee: [(4, 5)]}, set_by=director)
    for number in (2, 4):
        call_from(halls, number)

    pages = [client_of(user).get(path(halls, "organiser-hall-calls")) for user in (referee, director)]

    assert [page.context["waits"].tables for page in pages] == [[4, 2], [2, 4]]


def test_disputes_of_a_referees_own_tables_come_first(halls, director, referee) -> None:
    set_referee_tables(tournament=halls, tables={referee: [(4, 4)]}, set_by=director)
    for number in (2, 4):
        access = open_table(halls, number)
        play, device = plays_of(access)[0], make_device()
        sit_down(access, 0, device=device)
        slip = write_down(access, play, device)
        raise_flag(access=access, play=play, device=device, seen_version=slip.version, text="non")

    referee_page, director_page = (
        client_of(user).get(path(halls, "organiser-results")) for user in (referee, director)
    )

    assert [flag.play.table.number for flag in referee_page.context["flags"]] == [4, 2]
    assert [flag.play.table.number for flag in director_page.context["flags"]] == [2, 4]


def test_tables_of_referees_are_set_on_the_page(halls, director, referee) -> None:
    client = client_of(director)

    page = client.post(path(halls, "organiser-referees"), {f"tables_{referee.pk}": "véranda, 2"}, follow=True)

    assert [(row.first_table, row.last_table) for row in RefereeTables.objects.filter(referee=referee)] == [
        (2, 2),
        (4, 5),
    ]
    assert 'value="2, 4-5"' in page.text
    assert AuditEvent.objects.filter(action="hall.referees_set").count() == 1


def test_tables_that_are_typed_again_replace_the_former_ones(halls, director, referee) -> None:
    for ranges in ([(1, 3)], [(2, 5)], []):
        set_referee_tables(tournament=halls, tables={referee: ranges}, set_by=director)
        table_rows = RefereeTables.objects.filter(referee=referee)
        assert [(row.first_table, row.last_table) for row in table_rows] == ranges


@pytest.mark.parametrize("text", ["Grenier", "5-2", "0", "1-", "1-2-3", "99999"])
def test_wrong_tables_of_a_referee_are_refused_and_kept_in_the_field(halls, director, referee, text) -> None:
    page = client_of(director).post(path(halls, "organiser-referees"), {f"tables_{referee.pk}": text})

    assert page.status_code == 422
    assert f'value="{text}"' in page.text
    assert "n’est ni une table" in page.text
    assert not RefereeTables.objects.exists()


@pytest.mark.parametrize("count", [20, 21])
def test_referee_has_twenty_ranges_at_most_and_loses_none(halls, director, referee, count) -> None:
    client, name = client_of(director), f"tables_{referee.pk}"
    text = ", ".join(f"{number}-{number + 1}" for number in range(9001, 9001 + 2 * count, 2))

    page = client.post(path(halls, "organiser-referees"), {name: text}, follow=True)

    assert f'value="{text}"' in page.text
    assert ("21 tables ou suites\u00a0: 20 au plus." in page.text) == (count == 21)
    assert RefereeTables.objects.count() == (20 if count == 20 else 0)


def test_scorer_is_no_referee(halls, director) -> None:
    scorer = make_user("Scribe", tournament=halls, role=EventRole.SCORER)

    page = client_of(director).get(path(halls, "organiser-halls"))

    assert scorer not in page.context["referees_form"].referees
    assert client_of(scorer).get(path(halls, "organiser-halls")).status_code == 403


def test_tables_of_another_event_are_none_of_this_one(halls, director, referee) -> None:
    foreign_event = make_seated_tournament(make_club("Autre club"), is_dealt=False)
    set_referee_tables(tournament=foreign_event, tables={referee: [(4, 5)]}, set_by=director)
    set_referee_tables(tournament=halls, tables={referee: []}, set_by=director)
    assert RefereeTables.objects.get().tournament == foreign_event
    for number in (2, 4):
        call_from(halls, number)

    page = client_of(referee).get(path(halls, "organiser-hall"))

    assert [row.call.table.number for row in page.context["calling"]] == [2, 4]
