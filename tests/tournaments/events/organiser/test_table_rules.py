"""Teams and the first dealer of an evening: chosen with it, said at the tables, counted in its ranking."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.core.facts.over_deals import teams_of
from tests.factories.sessions import open_next
from tests.factories.sheets import enter_line, find_play, make_seated_sheets, make_sheet_tournament, seat
from tests.factories.tournaments import list_plays, make_club, make_user
from tournaments.core.exchange.event_json import rank_event
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import DocumentKind, MovementOrigin
from tournaments.models import AuditEvent, Club, Seating, StoredMovement, Tournament
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.rankings.queries.event_export import export_event
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import latest_standings
from tournaments.rankings.services.result_files import ranking_csv
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.score_sheets import load_sheets, load_table_sheet

pytestmark = pytest.mark.django_db

USUAL = {"rules": "fft", "teams": "tables", "first_dealer": "north"}
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
    return seat(unseated(club, **options))


def unseated(club: Club, **options: str) -> Tournament:
    return make_sheet_tournament(
        club,
        format_code="friendly_total",
        game="tarot-6",
        table_count=2,
        player_count=12,
        options=options,
    )


def path(tournament: Tournament) -> str:
    return reverse("organiser-game-rules", args=[tournament.slug])


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
    seats = Seating.objects.filter(round__section__session=session).select_related("table")
    taker = seats.get(round__number=1, table__number=1, seat=0).entry
    for row in seats.filter(entry=taker):
        facts = GARDE | {"taker": str(row.seat)}
        enter_line(
            find_play(tournament, row.round.number, row.table.number), SheetLine(facts=tuple(facts.items()))
        )
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
    document = json.loads(json.dumps(export_event(tournament)))
    assert document["teams"] == [[0, 3], [1, 4], [2, 5]]
    (exported,) = rank_event(document)["partners"]
    assert [(row["place"], row["members"], row["value"]) for row in exported] == [
        (team.place, [str(member.entry.pk) for member in team.members], team.value) for team in table.teams
    ]


def test_the_table_says_who_plays_together_and_who_deals(client: Client, club: Club) -> None:
    tournament = sixes(club, first_dealer="drawn")
    sheet = load_table_sheet(tournament.sessions.get(), 1, 1)
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


def test_the_federations_free_deals_draw_for_the_first_dealer(client: Client, club: Club) -> None:
    drawn = make_seated_sheets(club, options={"first_dealer": "drawn"})
    usual = make_seated_sheets(club)

    sheets = load_sheets(drawn.sessions.get())

    for sheet in sheets:
        assert sheet.draw is not None
        assert [row.dealer for row in sheet.rows[:2]] == [(sheet.draw.dealer + turn) % 4 for turn in range(2)]
    assert len({sheet.draw for sheet in sheets}) == len(sheets)
    assert {sheet.rows[0].dealer for sheet in load_sheets(usual.sessions.get())} == {0}, "as it was dealt"
    (first, *_others) = sheets
    letter = "NOSE"[first.rows[0].dealer or 0]
    seats = client.get(reverse("public-seats", args=[drawn.slug]), {"position": first.round.number}).text
    assert f"premier donneur {letter}" in " ".join(seats.split("Table 1")[1].split("</article")[0].split())
    shown = client.get(reverse("organiser-score-sheet", args=[drawn.slug, 1, 1])).text
    assert "Premier donneur" in shown
    paper = preview_html(DOCUMENTS[DocumentKind.SCORE_SHEETS], drawn, language="fr")
    assert paper.count("Premier donneur") == len(sheets)
    assert "remier donneur" not in client.get(reverse("public-seats", args=[usual.slug])).text


def test_a_table_of_three_draws_among_its_players(club: Club) -> None:
    tournament = make_seated_sheets(club, player_count=19, options={"first_dealer": "drawn"})

    (short,) = [
        sheet
        for sheet in load_sheets(tournament.sessions.get())
        if sheet.round.number == 1 and None in sheet.entries
    ]

    assert short.draw is not None
    assert {len(cards) for cards in short.draw.rounds[:1]} == {3}
    assert short.rows[0].dealer == short.sheet.seats[short.draw.dealer]


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


def test_teams_and_first_dealer_are_changed_until_the_seats_are_fixed(client: Client, club: Club) -> None:
    tournament = unseated(club)

    page = client.post(path(tournament), USUAL | {"teams": "evening", "first_dealer": "drawn"}, follow=True)

    tournament.refresh_from_db()
    assert tournament.options == {"teams": "evening", "first_dealer": "drawn"}
    assert "les mêmes toute la séance" in page.text
    trace = AuditEvent.objects.get(action="tournament.game_rules")
    assert trace.before == {"teams": "tables", "first_dealer": "north"}
    seat(tournament)
    assert pairs(tournament, 1) == pairs(tournament, 2)


def test_partners_of_an_evening_are_parted_again(client: Client, club: Club) -> None:
    tournament = unseated(club, teams="evening")

    client.post(path(tournament), USUAL)

    tournament.refresh_from_db()
    assert tournament.options == {}
    seat(tournament)
    assert pairs(tournament, 1) != pairs(tournament, 2)
    assert StoredMovement.objects.count() == 1, "what no section plays is gone"


def test_a_movement_of_the_club_comes_back_when_partners_part(client: Client, club: Club) -> None:
    tournament = unseated(club)
    own = tournament.sessions.get().sections.get().movement
    StoredMovement.objects.filter(pk=own.pk).update(origin=MovementOrigin.FILE, source="", name="Le nôtre")

    client.post(path(tournament), USUAL | {"teams": "evening"})
    together = tournament.sessions.get().sections.get().movement
    client.post(path(tournament), USUAL)

    assert together.pk != own.pk
    assert tournament.sessions.get().sections.get().movement.pk == own.pk


def test_a_movement_that_the_club_deleted_is_to_be_replaced_first(client: Client, club: Club) -> None:
    tournament = unseated(club, teams="evening")
    StoredMovement.objects.update(source="")

    page = client.post(path(tournament), USUAL)

    tournament.refresh_from_db()
    assert page.status_code == 422
    assert "choisissez-en d’abord un autre" in page.text
    assert tournament.options == {"teams": "evening"}


def test_teams_stay_once_the_seats_are_fixed_and_all_with_a_result(client: Client, club: Club) -> None:
    tournament = sixes(club)

    shown = client.get(path(tournament))
    client.post(path(tournament), USUAL | {"teams": "evening", "first_dealer": "drawn"})

    tournament.refresh_from_db()
    assert list(shown.context["tables"].fields) == ["first_dealer"]
    assert tournament.options == {"first_dealer": "drawn"}
    enter_line(find_play(tournament, 1, 1), SheetLine(facts=tuple(GARDE.items())))
    page = client.get(path(tournament))
    assert (page.context["form"], page.context["tables"]) == (None, None)
    assert "Des résultats sont déjà saisis" in page.text


def test_partners_of_who_rests_are_refused_at_their_field(client: Client, club: Club) -> None:
    tournament = make_sheet_tournament(
        club, format_code="friendly_total", game="tarot-6", table_count=2, player_count=13, round_count=12
    )

    page = client.post(path(tournament), USUAL | {"teams": "evening", "first_dealer": "drawn"})

    tournament.refresh_from_db()
    assert page.status_code == 422
    assert list(page.context["tables"].errors) == ["teams"]
    assert page.context["tables"]["first_dealer"].value() == "drawn"
    assert tournament.options == {}


def test_papers_say_who_are_partners_and_who_deals(club: Club) -> None:
    tournament = sixes(club, teams="evening", first_dealer="drawn")

    leaflet, lists = (
        preview_html(DOCUMENTS[kind], tournament, language="fr")
        for kind in (DocumentKind.RULES_LEAFLET, DocumentKind.SEAT_LISTS)
    )

    assert "les mêmes toute la séance" in leaflet
    assert "la plus basse donne" in leaflet
    assert "N-E, O-A, S-B" in lists
    usual = preview_html(DOCUMENTS[DocumentKind.RULES_LEAFLET], sixes(club), language="fr")
    assert "Premier donneur" not in usual


def test_several_sessions_leave_teams_to_each_of_them(client: Client, club: Club) -> None:
    tournament = sixes(club)
    first = tournament.sessions.get()
    for play in list_plays(tournament):
        enter_line(play, SheetLine(facts=tuple(GARDE.items())))
    refresh_standings(session=first)
    address = reverse("public-standings", args=[tournament.slug])
    said = "Les équipes changent à chaque séance"
    alone = client.get(address).text

    second = open_next(tournament)
    seat(Tournament.objects.get(pk=tournament.pk))
    enter_line(list_plays(tournament)[-1], SheetLine(facts=tuple(GARDE.items())))
    refresh_standings(session=second)

    assert said not in alone
    assert said in client.get(address).text
    assert "Par équipes" in client.get(address, {"seance": "1"}).text
