"""Home, étuis, players and seats as a visitor reads them."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.dealing.boards import board_taker
from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_entered_tournament,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.web import table_parts
from tournaments.enums import EventRole, TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Entry, Person, Tournament
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

FIELD = (60, 80, -52, 64, 120)
NAMES = ("public-boards", "public-seats")


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def enter_board(tournament, count=5):
    plays = [play for play in list_plays(tournament) if play.board == 1]
    enter_results(zip(plays[:count], FIELD, strict=False))


def board_address(tournament, number=1):
    return reverse("public-board", args=[tournament.slug, number])


def player_address(tournament, entry):
    return reverse("public-player", args=[tournament.slug, entry.pk])


def taker_of_board_one(tournament):
    return Entry.objects.get(tournament=tournament, start_table=1, start_seat=board_taker(1))


def test_home_lists_public_tournaments_by_state(evening):
    club = evening.club
    hidden = make_tournament(club, name="Soirée privée")
    running = make_tournament(club, name="Soirée en jeu")
    finished = make_tournament(club, name="Soirée finie")
    drafted = make_tournament(club, name="Soirée à venir")
    public = Tournament.objects.filter(pk__in=[running.pk, finished.pk, drafted.pk])
    public.update(visibility=Visibility.PUBLIC)
    Tournament.objects.filter(pk=running.pk).update(state=TournamentState.PLAYING)
    Tournament.objects.filter(pk__in=[finished.pk, hidden.pk]).update(state=TournamentState.FINISHED)

    page = Client().get(reverse("public-home"))

    assert [event.tournament for event in page.context["running"]] == [running]
    assert list(page.context["coming"]) == [evening]
    assert [event.tournament for event in page.context["finished"]] == [finished]
    assert "Soirée privée" not in page.text
    assert "Soirée à venir" not in page.text


def test_home_without_tournaments_says_so():
    assert "Aucun tournoi n’est public" in Client().get(reverse("public-home")).text


def test_home_costs_the_same_queries_with_one_tournament_and_with_three(evening, django_assert_num_queries):
    with django_assert_num_queries(7):  # one more counts who plays on the site, for half a minute
        Client().get(reverse("public-home"))
    with django_assert_num_queries(6):
        Client().get(reverse("public-home"))
    for name in ("b", "c"):
        further_event = make_tournament(evening.club, name=name)
        Tournament.objects.filter(pk=further_event.pk).update(state="seated", visibility=Visibility.PUBLIC)
    with django_assert_num_queries(6):
        Client().get(reverse("public-home"))


def test_the_list_of_etuis_tells_their_progress(evening):
    enter_board(evening, count=3)

    page = Client().get(reverse("public-boards", args=[evening.slug]))

    links = [f'href="{board_address(evening, number)}"' in page.text for number in range(1, 22)]
    assert links == [True] * 20 + [False]
    assert "3/5" in page.text


def test_a_complete_etui_shows_every_table_and_the_frequencies(evening):
    enter_board(evening)

    page = Client().get(board_address(evening))

    assert "+120" in page.text
    assert "−52" in page.text
    assert "100,00" in page.text
    assert "Fréquences" in page.text


def test_a_circulating_etui_is_kept_from_visitors_but_not_from_the_desk(evening):
    enter_board(evening, count=4)
    desk = Client()
    desk.force_login(make_user("Arbitre", tournament=evening, role=EventRole.REFEREE))

    visitor_page, desk_page = Client().get(board_address(evening)), desk.get(board_address(evening))

    assert "Étui en circulation : joué 4 fois sur 5." in visitor_page.text
    assert "+80" not in visitor_page.text
    assert "+80" in desk_page.text


@pytest.mark.parametrize("number", [0, 21, 10**30])
def test_an_unknown_etui_is_not_found(evening, number):
    assert Client().get(f"/t/{evening.slug}/etuis/{number}/").status_code == 404


def test_a_player_sees_what_others_did_with_the_same_cards(evening):
    enter_board(evening)
    refresh_standings(session=evening.sessions.get())
    taker = taker_of_board_one(evening)

    page = Client().get(player_address(evening, taker))

    assert "25,00 %" in page.text
    assert "4 autres" in page.text
    row = page.text.split('<tr id="etui-1">')[1].split("</tr>")[0]
    assert [text in row for text in ("+60", "+120", "+80", "+64", "−52", "100,00")] == [True] * 6


def test_a_player_page_names_nobody_who_does_not_consent(evening):
    Person.objects.update(last_name="Secret", shows_full_name=False)
    enter_board(evening)

    page = Client().get(player_address(evening, taker_of_board_one(evening)))

    assert "Ana S." in page.text
    assert "SECRET" not in page.text


def test_a_player_of_another_tournament_is_not_found(evening):
    stranger = make_entered_tournament(make_club(), name="Ailleurs").entries.first()

    assert Client().get(player_address(evening, stranger)).status_code == 404
    assert Client().get(f"/t/{evening.slug}/joueurs/{10**30}/").status_code == 404


def seats_of(evening, client=None, **query):
    return (client or Client()).get(reverse("public-seats", args=[evening.slug]), query)


def test_seats_open_on_the_position_that_is_played_and_the_others_are_a_tap_away(evening):
    first = seats_of(evening)
    enter_results((play, 56) for play in [play for play in list_plays(evening) if play.round.number == 1])

    second, second_round, every = (
        seats_of(evening),
        seats_of(evening, position=4),
        seats_of(evening, position="toutes"),
    )

    assert [page.context["shown"] for page in (first, second, second_round, every)] == [1, 2, 4, None]
    assert [page.text.count('class="round"') for page in (first, second, second_round, every)] == [1, 1, 1, 5]
    assert [page.text.count("NOM01 Ana") for page in (first, every)] == [1, 5]
    assert "étuis 1 à 4" in first.text
    assert ["maintenant" in page.text for page in (second, second_round)] == [True, False]
    assert "?position=3" in second.text


@pytest.mark.parametrize("position", ["0", "6", "x", "9" * 5000])
def test_position_that_is_not_played_is_not_found(evening, position):
    assert seats_of(evening, position=position).status_code == 404


def test_the_readers_own_seats_stand_first(evening):
    reader = Client()
    stranger = reader.get(reverse("public-seats", args=[evening.slug]))
    entry = evening.entries.get(person__last_name="Nom01")
    reader.cookies["moi"] = str(entry.person_id)

    page = reader.get(reverse("public-seats", args=[evening.slug]))

    assert "Vos places" not in stranger.text
    own_part, _everybody = page.text.split('class="round"', 1)
    assert own_part.count('<th scope="row"') == 5
    assert page.text.count('<div class="mine">') == 1


def test_a_large_hall_comes_part_by_part_from_the_readers_own_tables_on(evening, monkeypatch):
    monkeypatch.setattr(table_parts, "MOST_TABLES", 2)
    reader, last = Client(), evening.entries.get(start_table=5, start_seat=0)

    stranger, every, second = (
        seats_of(evening),
        seats_of(evening, position="toutes"),
        seats_of(evening, tables=2),
    )
    reader.cookies["moi"] = str(last.person_id)
    own_seats = seats_of(evening, reader)

    def tables_on(page):
        return [table.table for _, rounds in page.context["sections"] for table in rounds[0].tables]

    assert [tables_on(page) for page in (stranger, every, second)] == [[1, 2], [1, 2], [3, 4]]
    assert tables_on(own_seats) == [5]
    assert every.context["shown"] == 1
    assert "?tables=3" in stranger.text


@pytest.mark.parametrize("tables", ["0", "4", "x", "9" * 5000])
def test_a_part_that_the_hall_has_not_is_not_found(evening, monkeypatch, tables):
    monkeypatch.setattr(table_parts, "MOST_TABLES", 2)

    assert seats_of(evening, tables=tables).status_code == 404


def test_seats_cost_the_same_queries_with_five_tables_and_with_seven(evening, django_assert_num_queries):
    larger = make_seated_tournament(make_club(), table_count=7, name="Sept", is_dealt=False)
    set_visibility(tournament=larger, visibility=Visibility.PUBLIC, set_by=None)
    for tournament in (evening, larger):
        with django_assert_num_queries(7):
            seats_of(tournament)


def test_what_is_private_does_not_exist(evening):
    addresses = [reverse(name, args=[evening.slug]) for name in NAMES]
    addresses += [board_address(evening), player_address(evening, taker_of_board_one(evening))]
    assert [Client().get(address).status_code for address in addresses] == [200] * 4

    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PRIVATE)

    assert [Client().get(address).status_code for address in addresses] == [404] * 4
