"""Free deals, pairs and friendly events in a browser: from those entered to the final ranking."""

import random
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import SEED, make_people
from tournaments.core.formats.registry import find_format
from tournaments.deals.services.deals import deal_boards
from tournaments.demo.services.demo_sheets import plausible_sheet_line
from tournaments.events.services.events import enter_people
from tournaments.models import Club, Tournament
from tournaments.results.queries.score_sheets import load_sheets
from tournaments.results.services.results import Author, record_result
from tournaments.seating.services.starting_places import draw_places

pytestmark = pytest.mark.django_db(transaction=True)


def fix_seats(page: Page, site: str, tournament: Tournament) -> None:
    has_boards = find_format(tournament.format).needs_dealt_boards
    if has_boards:
        deal_boards(session=tournament.sessions.get(), dealt_by=None, seed=SEED)
    page.goto(site + reverse("organiser-places", args=[tournament.slug]))
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    rounds = "toutes les positions" if has_boards else "tous les tours"
    expect(page.get_by_text(f"Les places sont fixées pour {rounds}.")).to_be_visible()


def open_first_sheet(page: Page, site: str, tournament: Tournament) -> None:
    page.goto(site + reverse("organiser-results", args=[tournament.slug]))
    word = "position" if find_format(tournament.format).needs_dealt_boards else "tour"
    page.get_by_role("link", name=f"Saisir {word} 1, table 1").click()


def play_the_rest(tournament: Tournament) -> None:
    """A possible result for every line that has none yet."""
    rng = random.Random(1)
    for sheet in load_sheets(tournament.sessions.get()):
        for row in sheet.rows:
            if row.slip is None:
                line = plausible_sheet_line(sheet.sheet, rng)
                record_result(
                    play=row.play, line=line, seen_version=0, author=Author(user=None), confirmed=True
                )


def finish(page: Page, site: str, tournament: Tournament, ranked: int) -> None:
    """End the evening, and check that all entries are in the public final ranking."""
    play_the_rest(tournament)
    page.goto(site + reverse("organiser-desk", args=[tournament.slug]))
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.get_by_role("button", name="Terminer le tournoi").click()
    page.goto(site + reverse("public-standings", args=[tournament.slug]))
    expect(page.get_by_text("Définitif")).to_be_visible()
    expect(page.locator("table.standings tbody tr")).to_have_count(ranked)


def test_free_deals_are_typed_as_they_were_bid(page: Page, live_server, club: Club) -> None:
    """Even before the script of the sheet has come, as on a slow network."""
    tournament = make_sheet_tournament(club, round_count=1, deals=2)
    fix_seats(page, live_server.url, tournament)
    scripts: list[Route] = []

    def hold(script: Route) -> None:
        scripts.append(script)

    page.route(re.compile(r"/js/traveller[^/]*\.js"), hold)
    open_first_sheet(page, live_server.url, tournament)
    lines = page.locator("tbody[data-line]")

    lines.first.get_by_label(re.compile("^Preneur")).select_option("Est")
    lines.first.get_by_label(re.compile("^Contrat")).select_option("garde")
    lines.first.get_by_label(re.compile("^Bouts")).fill("2")
    lines.first.get_by_label(re.compile("^Points")).fill("49")
    expect(page.locator("[data-total='3']")).to_have_text("0")
    scripts[0].continue_()

    expect(page.locator("[data-total='3']")).to_have_text("+198")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("1 résultat enregistré.")).to_be_visible()
    page.get_by_role("button", name="Plus de temps").click()
    expect(page.get_by_text("1 donne marquée")).to_be_visible()
    expect(page.locator("tbody.stored")).to_have_count(2)
    finish(page, live_server.url, tournament, ranked=20)


@pytest.mark.parametrize(
    ("code", "size"), [("free_deals_pairs", 2), pytest.param("free_deals_fours", 4, marks=pytest.mark.nights)]
)
@pytest.mark.nights  # by day entries/services/test_partners
def test_partners_are_named_seated_apart_and_added_up(
    page: Page, live_server, club: Club, code: str, size: int
) -> None:
    tournament = make_sheet_tournament(club, format_code=code, round_count=1, deals=1)
    page.goto(live_server.url + reverse("organiser-partners", args=[tournament.slug]))
    for place, field in enumerate(page.locator("tbody input").all()):
        field.fill(f"Association {place // size + 1}")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("Les équipes sont enregistrées.")).to_be_visible()
    page.goto(live_server.url + reverse("organiser-places", args=[tournament.slug]))
    page.get_by_role("button", name="Placer", exact=True).click()

    fix_seats(page, live_server.url, tournament)
    play_the_rest(tournament)
    page.goto(live_server.url + reverse("organiser-desk", args=[tournament.slug]))
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.get_by_role("button", name="Terminer le tournoi").click()
    page.goto(live_server.url + reverse("public-standings", args=[tournament.slug]))

    expect(page.get_by_text("Définitif")).to_be_visible()
    expect(page.get_by_role("heading", name="Par équipes")).to_be_visible()
    expect(page.get_by_role("cell", name=re.compile(r"Association \d+")).or_(
        page.get_by_role("rowheader", name=re.compile(r"Association \d+"))
    )).to_have_count(20 // size)  # fmt: skip


@pytest.mark.nights  # by day evening/organiser/test_tournaments and results/organiser/test_score_sheet
def test_friendly_event_of_a_game_of_three_is_created_and_played(page: Page, live_server, club: Club) -> None:
    page.goto(live_server.url + reverse("organiser-tournament-create", args=[club.slug]))
    page.get_by_role("link", name="Rencontre amicale, mêmes donnes").click()
    page.get_by_label("Jeu").select_option("nullo-3")
    page.get_by_role("button", name="Choisir ce jeu").click()
    page.get_by_label("Nom du tournoi").fill("Nullo du jeudi")
    page.get_by_role("radio", name=re.compile("^3 tables")).check()
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_text("Inscrivez les joueurs.")).to_be_visible()
    tournament = Tournament.objects.get()
    enter_people(tournament=tournament, people=make_people(club, 9), entered_by=None)
    draw_places(tournament=tournament, rng=random.Random(1), drawn_by=None)
    fix_seats(page, live_server.url, tournament)
    open_first_sheet(page, live_server.url, tournament)

    for seat, score in zip("NSO", (30, 30, 40), strict=True):
        page.get_by_label(f"{seat}, donne 1").fill(str(score))
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("À ce jeu, la somme des marques doit être 63–89").first).to_be_visible()
    page.get_by_label("O, donne 1").fill("20")
    page.get_by_role("button", name="Enregistrer", exact=True).click()

    expect(page.get_by_text("1 résultat enregistré.")).to_be_visible()
    finish(page, live_server.url, tournament, ranked=9)


@pytest.mark.nights  # by day test_friendly_evening
def test_friendly_totals_are_typed_player_by_player(page: Page, live_server, club: Club) -> None:
    tournament = make_sheet_tournament(
        club,
        format_code="friendly_total",
        game="papayou-6",
        table_count=2,
        player_count=12,
        round_count=1,
        options={"sheet": "totals", "lowest_wins": True},
    )
    fix_seats(page, live_server.url, tournament)
    open_first_sheet(page, live_server.url, tournament)

    for place, field in enumerate(page.locator("tbody[data-line] .figure input").all()):
        field.fill(str(100 + place))
    page.get_by_role("button", name="Enregistrer", exact=True).click()

    expect(page.get_by_text("1 résultat enregistré.")).to_be_visible()
    finish(page, live_server.url, tournament, ranked=12)
