"""A player's evening on their page: now and next, places, étuis, and updates."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    EVENING,
    SCORES,
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_team_tournament,
)
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.demo.services.demo_events import make_demo_event
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Entry, Seating, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """The first round and the first étui are played."""
    tournament = make_seated_tournament(make_club())
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    plays = list_plays(tournament)
    early = [play for play in plays if play.round.number == 1 or play.board == 1]
    enter_results((play, SCORES[number % len(SCORES)]) for number, play in enumerate(early))
    refresh_standings(session=tournament.sessions.get())
    return tournament


@pytest.fixture
def entry(evening):
    return Entry.objects.get(tournament=evening, start_table=1, start_seat=0)


def page_of(entry, name="public-player", client=None, **query):
    return (client or Client()).get(reverse(name, args=[entry.tournament.slug, entry.pk]), query)


def test_now_and_next_are_where_the_movement_seats_somebody(evening, entry):
    course = page_of(entry).context["course"]

    seats = {seating.round.number: seating for seating in Seating.objects.filter(entry=entry)}
    assert course.is_playing
    assert (course.round, len(course.now), len(course.next)) == (2, 1, 1)
    for stop in (*course.now, *course.next):
        seating = seats[stop.round]
        at_table = Seating.objects.filter(round=seating.round, table=seating.table).exclude(entry=entry)
        assert (stop.table, stop.seats) == (seating.table.number, (seating.seat,))
        assert sorted(stop.others) == sorted(
            ((stop_seating.seat,), stop_seating.entry) for stop_seating in at_table
        )
        assert stop.boards == tuple(
            sorted(seating.round.plays.filter(table=seating.table).values_list("board", flat=True))
        )


def test_the_last_place_of_the_course_is_that_of_the_ranking(evening, entry):
    for ranked_entry in evening.entries.order_by("pk")[::4]:
        context = page_of(ranked_entry).context
        assert context["course"].places[-1] == context["report"].ranked.overall_place
    assert len(context["course"].places) == max(
        play.round.number for play in list_plays(evening) if play.slips.exists()
    )


def test_etuis_are_tinted_by_mark_and_say_when_a_mark_shows(evening, entry):
    ensure_links([entry.person])
    secret = person_secret(entry.person)
    page = Client().get(reverse("public-own-evening", args=[secret, evening.slug]))

    tiles = {tile.deal.board: tile for tile in page.context["course"].tiles}
    assert tiles[1].shade == min(int(tiles[1].deal.mark / 20), 4)
    circulating = [tile for tile in tiles.values() if tile.deal.circulates]
    assert [tile.shade for tile in circulating] == [None] * len(circulating)
    assert len(circulating) > 0
    last_rounds = {
        play.board: play.round.number for play in sorted(list_plays(evening), key=lambda p: p.round.number)
    }
    assert {tile.deal.board: tile.known_after for tile in tiles.values()} == {
        board: last_rounds[board] for board in tiles
    }
    assert f"note visible après la position {page.context['course'].last.known_after}" in page.text


def test_what_changes_is_asked_for_by_the_version_shown(evening, entry):
    mark = page_of(entry).context["mark"]
    unchanged = page_of(entry, "public-player-live", shown=mark)
    play = next(play for play in list_plays(evening) if not play.slips.exists())
    enter_result(play, 62)
    refresh_standings(session=evening.sessions.get())
    changed = page_of(entry, "public-player-live", shown=mark)

    assert (unchanged.status_code, unchanged.content) == (204, b"")
    assert changed.status_code == 200
    assert f'data-version="{mark}"' not in changed.text
    assert "<h1" not in changed.text


def test_the_private_link_has_the_same_part_alone(evening, entry):
    ensure_links([entry.person])
    args = [person_secret(entry.person), evening.slug]
    page, live = (
        Client().get(reverse("public-own-evening", args=args)),
        Client().get(reverse("public-own-evening-live", args=args)),
    )

    assert page.context["mark"] == live.context["mark"]
    assert reverse("public-own-evening-live", args=args) in page.text
    assert (
        Client()
        .get(reverse("public-own-evening-live", args=args), {"shown": live.context["mark"]})
        .status_code
        == 204
    )


def test_a_team_of_quartets_sees_where_its_defence_and_its_attack_play():
    tournament = make_team_tournament(make_club(), "quartets", is_seated=True)
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    team = tournament.entries.get(start_table=1)

    page = page_of(team)

    course = page.context["course"]
    assert [(stop.table, stop.seats) for stop in course.now] == [(1, (0, 3, 1)), (4, (2,))]
    assert [(stop.table, stop.seats) for stop in course.next] == [(1, (0, 3, 1)), (2, (2,))]
    assert page.text.count("Attaque (Sud)") == page.text.count("Défense (Nord-Est-Ouest)") == 4


def test_a_hidden_ranking_shows_no_course_of_places(evening, entry):
    Tournament.objects.update(showing={"ranking": "hidden"})

    course = page_of(entry).context["course"]

    assert (course.places, course.field_size) == ((), 0)
    assert course.now


def test_a_hidden_ranking_shows_no_forecast(evening, entry):
    plays = [play for play in list_plays(evening) if play.round.number > 1 and 1 < play.board < 17]
    enter_results((play, SCORES[number % len(SCORES)]) for number, play in enumerate(plays))

    open_page = page_of(entry)
    Tournament.objects.filter(pk=evening.pk).update(showing={"ranking": "end"})
    hidden_page = page_of(entry)

    assert open_page.context["forecast"] is not None
    assert "forecast" not in hidden_page.context


def test_an_evening_that_is_over_has_no_now_and_asks_for_nothing_more(evening, entry):
    Tournament.objects.update(state=TournamentState.FINISHED)

    page = page_of(entry)

    assert not page.context["course"].is_playing
    assert "Maintenant" not in page.text
    assert "data-refresh=" not in page.text.split("<main")[1]


def test_teams_sit_on_sides_and_nothing_is_woven_where_seats_change():
    tournament = make_team_tournament(make_club(), "triplets", is_seated=True)
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    enter_result(list_plays(tournament)[0], 56)
    refresh_standings(session=tournament.sessions.get())
    first = Entry.objects.get(tournament=tournament, start_table=1, start_seat=0)

    page = page_of(first)

    (seats, _opponent), *other_stops = page.context["course"].now[0].others
    assert (seats, other_stops) == ((3, 1), [])
    assert "E-O" in page.text
    assert "alterné" not in page.text


@pytest.mark.parametrize("sessions", [1, 2])
def test_partners_of_all_evening_have_their_place_above_that_of_the_player(sessions: int) -> None:
    values = {"format_code": "free_deals_pairs", "table_count": 5, "stage": DemoStage.PLAYING, "seed": 1}
    values |= {"club": ensure_demo_club()[0], "starts_on": EVENING, "name": "Paires"}
    if sessions == 1:
        tournament = make_demo_tournament(**values)
    else:
        tournament = make_demo_event(session_count=sessions, finalists=None, **values)
    entry = tournament.entries.order_by("pk")[3]
    partner = tournament.entries.exclude(pk=entry.pk).get(partners=entry.partners)
    team = next(team for team in load_event_standings(tournament).teams if team.name == entry.partners)

    page = page_of(entry).text
    figures = page[page.index('class="own-team"') : page.index("Total de l’équipe")]

    assert page.count('class="own-team"') == 1
    assert partner.public_name in figures
    assert entry.public_name not in figures
    assert re.search(rf"Place de l’équipe</dt>\s*<dd>\s*{team.place}\s", figures)


def test_players_without_partners_have_no_line_of_a_team(entry: Entry) -> None:
    assert "own-team" not in page_of(entry).text
