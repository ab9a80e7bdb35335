"""Teams and the first dealer of an evening: chosen with it, said at the tables, counted in its ranking."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.facts.over_deals import teams_of
from tests.factories.sheets import enter_line, find_play, make_sheet_tournament, seat
from tests.factories.tournaments import make_club, make_user
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.models import Club, Seating, Tournament
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import latest_standings
from tournaments.rankings.services.result_files import ranking_csv
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.score_sheets import load_sheet, load_sheets

pytestmark = pytest.mark.django_db

GARDE = {"bid": "garde", "taker": "0", "bouts": "2", "points": "45"}
"""Made by 4: 58 from each of four defenders, shared by two."""
SIXES = {"kind": "friendly_total", "game": "tarot-6", "begin": "14:00", "end": "18:00"}


@pytest.fixture
def club(client: Client) -> Club:
    club = make_club()
    client.force_login(make_user(club=club))
    return club


def sixes(club: Club, **options: str) -> Tournament:
    """Two tables of six, two positions of two deals."""
    return seat(
        make_sheet_tournament(
            club,
            format_code="friendly_total",
            game="tarot-6",
            table_count=2,
            player_count=12,
            options=options,
        )
    )


def pairs(tournament: Tournament, round_number: int) -> set[frozenset[int]]:
    rows = Seating.objects.filter(round__section__session__tournament=tournament, round__number=round_number)
    sat = {(row.table_id, row.seat): row.entry_id for row in rows}
    tables = {table for table, _seat in sat}
    return {frozenset(sat[table, one] for one in seats) for table in tables for seats in teams_of("tarot-6")}


def test_partners_of_an_evening_stay_together(club: Club) -> None:
    fixed, drawn = sixes(club, teams="evening"), sixes(club)

    assert pairs(fixed, 1) == pairs(fixed, 2)
    assert pairs(drawn, 1) != pairs(drawn, 2)


def test_teams_are_ranked_beside_their_players(client: Client, club: Club) -> None:
    tournament = sixes(club, teams="evening")
    session = tournament.sessions.get()
    for number in (1, 2):
        enter_line(find_play(tournament, number, 1), SheetLine(facts=tuple(GARDE.items())))
    refresh_standings(session=session)

    table = ranking_table(session, latest_standings(session))

    best = table.teams[0]
    assert (best.value, [member.value for member in best.members]) == (464, [232, 232]), "58 × 4 twice"
    assert {member.entry.pk for member in best.members} in [set(pair) for pair in pairs(tournament, 1)]
    assert sum(team.value for team in table.teams) == 0
    assert {row.value for row in table.rows[:2]} == {232}
    page = client.get(reverse("public-standings", args=[tournament.slug])).text
    assert "Par équipes" in page
    read = client.get(reverse("api-v1-standings", args=[tournament.slug])).json()
    written = ranking_csv(tournament).decode()
    assert written.count("464") == 1, "the players have lines, the teams below them too"
    assert read["teams"][0]["entries"] == [member.entry.pk for member in best.members]


def test_the_table_says_who_plays_together_and_who_deals(client: Client, club: Club) -> None:
    tournament = sixes(club, first_dealer="drawn")
    sheet = load_sheet(tournament.sessions.get(), 1, 1)
    assert sheet is not None
    assert sheet.draw is not None

    page = client.get(reverse("organiser-score-sheet", args=[tournament.slug, 1, 1])).text

    assert "N-E, O-A, S-B" in page
    assert "Premier donneur" in page
    assert "N-E, O-A, S-B" in client.get(reverse("public-seats", args=[tournament.slug])).text
    rules = client.get(reverse("public-game-rules", args=[tournament.slug])).text
    assert "un tirage de cartes" in rules


def test_every_dealer_follows_from_the_first_card_drawn(club: Club) -> None:
    tournament = sixes(club, first_dealer="drawn", rules="fft mouche=yes")

    sheets = load_sheets(tournament.sessions.get())

    for sheet in sheets:
        assert sheet.draw is not None
        expected = [(sheet.draw.dealer + turn) % 6 for turn in range(2)]
        assert [row.dealer for row in sheet.rows] == expected
        assert [deal.dealer for deal in sheet.lasting] == expected
    assert len({sheet.draw for sheet in sheets}) == len(sheets), "each table draws for itself"
    assert load_sheets(tournament.sessions.get()) == sheets


def test_who_rests_would_leave_partners_alone(client: Client, club: Club) -> None:
    address = reverse("organiser-tournament-wizard", args=[club.slug])
    people = SIXES | {"fewest": "13", "most": "13"}
    shapes = client.get(address, people | {"step": "3"}).context["form"].advice.proposals
    sent = people | {"shape": shapes[0].choice, "date": "2027-01-08", "visibility": "public"}

    page = client.get(address, sent | {"teams": "evening", "step": "6"})

    assert list(page.context["form"].errors) == ["teams"]
    assert page.context["form"]["teams"].value() == "evening"


def test_teams_and_first_dealer_are_chosen_with_the_evening(client: Client, club: Club) -> None:
    address = reverse("organiser-tournament-wizard", args=[club.slug])
    people = SIXES | {"fewest": "12", "most": "12"}
    shapes = client.get(address, people | {"step": "3"}).context["form"].advice.proposals
    sent = people | {"shape": shapes[0].choice, "date": "2027-01-08", "visibility": "public"}
    chosen = sent | {"teams": "evening", "first_dealer": "drawn", "step": "6"}

    summary = client.get(address, chosen)
    client.post(address, chosen)

    assert "les mêmes toute la séance" in summary.text
    assert Tournament.objects.get().options == {"teams": "evening", "first_dealer": "drawn"}
