"""The public pages of every format, and the same for programs."""

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories.drawn_events import PLAYS, drawn
from tests.factories.stored_again import stored_first
from tests.factories.stored_events import StoredEvent, store_event, store_result
from tests.factories.tournaments import make_club
from tournaments.base.web import table_parts
from tournaments.core.formats.registry import FORMATS
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Entry, EntryMember, Person, StandingsRequest, Tournament
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

UNITS = {
    "duplicate_individual": "%",
    "triplets": "%",
    "quartets": "PM",
    "free_deals": "points",
    "free_deals_pairs": "points",
    "friendly": "%",
    "friendly_total": "points",
}

MATCH_COLUMNS = ("Vict.", "Diff. PM", "Bonus", "PM marqués", "Donnes")


@pytest.fixture(autouse=True)
def no_cached_answer():
    cache.clear()


@stored_first(lambda event: event, lambda event: event)
def played(code: str, plays_as: str = "") -> StoredEvent:
    """A public tournament of a format with all its results and its ranking."""
    event = store_event(make_club(), drawn(plays_as or code, 1) | {"format": code})
    for number in range(len(event.plays)):
        store_result(event, number)
    StandingsRequest.objects.create(session=event.session)
    refresh_standings(session=event.session)
    Tournament.objects.filter(pk=event.session.tournament_id).update(
        visibility=Visibility.PUBLIC, state=TournamentState.PLAYING
    )
    return event


def page(name: str, event: StoredEvent, *arguments: int, **query: str) -> str:
    answer = Client().get(reverse(name, args=[event.session.tournament.slug, *arguments]), query)
    assert answer.status_code == 200
    return answer.text


def headings(text: str) -> list[str]:
    """Return the headings of the columns, in their order."""
    cells = re.findall(r'<th scope="col".*?</th>', text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in cells]


@pytest.mark.parametrize("code", PLAYS)
def test_each_format_has_its_pages(code):
    event = played(code)
    entry = event.entry_ids[next(iter(event.entry_ids))]

    standings = page("public-standings", event)
    evening = page("public-player", event, entry)
    boards = page("public-boards", event)
    board = page("public-board", event, event.plays[0].board)

    assert standings.count(f"/{event.session.tournament.slug}/joueurs/") >= 4
    assert UNITS[code] in standings
    assert ("Att." in standings) == (code in ("duplicate_individual", "triplets"))
    assert "Duel par duel" in evening if code == "quartets" else "Donne par donne" in evening
    assert ("Feuilles de marque" in boards) == (not FORMATS[code].needs_dealt_boards)
    assert "Étui" in board


@pytest.mark.parametrize("code", [*PLAYS, "teams"])
def test_each_format_has_its_ranking_for_programs(code):
    event = played(code, "quartets" if code == "teams" else "")

    content = Client().get(reverse("api-v1-standings", args=[event.session.tournament.slug])).json()

    unit = {"%": "percent", "PM": "match_points", "points": "points"}[UNITS.get(code, "PM")]
    assert content["measure"] == unit
    assert content["rows"][0]["overall_place"] == 1
    assert {name["entry"] for name in content["rows"]} <= set(event.entry_ids.values())
    assert (content["rows"][0]["line"] is None) == (unit != "percent" or code == "friendly")
    assert bool(content["teams"]) == (code == "free_deals_pairs")
    assert content["chain"] == (["victories", "bonus", "scored"] if code == "teams" else [])


@pytest.mark.parametrize("code", ["triplets", "quartets", "friendly"])
def test_each_format_has_its_etuis_for_programs(code):
    event = played(code)
    number = next(play.board for play in event.plays)

    answer = Client().get(reverse("api-v1-board", args=[event.session.tournament.slug, number]))
    content = answer.json()

    assert content["results_counted"] == content["results_expected"]
    assert bool(content["duels"]) == (code == "quartets")
    assert content["taker"] is None if code == "friendly" else content["taker"] in "NWSE"
    figures = [figure for line in content["lines"] for figure in line["figures"]]
    assert {figure["entry"] for figure in figures} <= set(event.entry_ids.values())
    assert {figure["seat"] for figure in figures} == ({0, 1, 2, 3} if code == "friendly" else {0, 1})


def test_pairs_are_ranked_above_their_players():
    text = page("public-standings", played("free_deals_pairs"))

    assert text.index("Par équipes") < text.index("Équipe 0") < text.index("Par joueurs")


def test_matches_show_victories_and_what_parts_equals():
    text = page("public-standings", played("teams", "quartets"))

    column_names = headings(text)
    order = [
        next(place for place, heading in enumerate(column_names) if name in heading) for name in MATCH_COLUMNS
    ]
    assert order == sorted(order)


def test_a_team_is_shown_with_its_members_and_found_by_them():
    event = played("quartets")
    team = Entry.objects.get(pk=event.entry_ids["A"])
    member = Person.objects.create(club=team.tournament.club, last_name="Zorro", first_name="Zoé")
    EntryMember.objects.create(entry=team, tournament=team.tournament, person=member)
    Entry.objects.filter(pk=team.pk).update(name="Les Aigles")

    page_text = page("public-standings", event, nom="zoe")

    assert "Les Aigles" in page_text
    assert "Zoé Z." in page_text
    assert page_text.count("<tr id=") == 1
    assert "Zoé Z." in page("public-player", event, team.pk)


def test_sheets_are_read_round_by_round():
    event = played("free_deals")

    text = page("public-boards", event, position="1")

    assert text.count('<section class="sheet">') == len(event.plays)
    assert "+" in text
    for wrong_round in ("99", "9" * 5000, "²"):
        text = page("public-boards", event, position=wrong_round)
        assert text.count('<section class="sheet">') == len(event.plays)


def test_sheets_of_a_large_hall_come_part_by_part(monkeypatch):
    monkeypatch.setattr(table_parts, "MOST_TABLES", 2)
    event = played("free_deals")
    tables = sorted({play.table.number for play in event.plays})

    first, second = page("public-boards", event), page("public-boards", event, tables="2")

    assert [f">Table {number}</h2>" in first for number in tables[:3]] == [True, True, False]
    assert [f">Table {number}</h2>" in second for number in tables[:3]] == [False, False, True]
    assert "?tables=2" in first
