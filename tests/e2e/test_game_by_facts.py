"""An evening of a side game from nothing to its ranking, written by facts on a phone of 360 × 640."""

import random
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.e2e.judging import faults
from tests.e2e.test_formats_free import fix_seats, play_the_rest
from tests.e2e.test_phone import too_small
from tests.factories.tournaments import make_people
from tournaments.events.services.events import enter_people
from tournaments.models import Club, TableAccess, Tournament
from tournaments.results.services.table_access import open_phones, table_secret
from tournaments.seating.services.starting_places import draw_places

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 12
DEALS = {
    "papayou-4": ({"queens_0": "5", "trumps_0": "121", "trumps_1": "110"}, {"queens_0": "4"}, "N +321"),
    "grelin-4": (
        {"cards_0": "0", "cards_1": "3", "cards_2": "2", "cards_3": "0"}, {"cards_3": "1"}, "N −4"
    ),
    "cold-poker-4": (
        {"points_0": "60", "points_1": "30", "points_2": "20", "points_3": "0"}, {"points_0": "40"}, "N +40"
    ),
    "tarot-4": (
        {"bid": "garde", "taker": "0", "bouts": "2", "points": "8"}, {"points": "49"}, "N +198"
    ),
}  # fmt: skip
"""Facts with one that is wrong, the one that mends them, and what the first seat then has."""


def make_evening(page: Page, site: str, club: Club, game: str) -> Tournament:
    """By the questions of a new evening: the kind, the game, its rules, twelve people."""
    page.goto(site + reverse("organiser-tournament-wizard", args=[club.slug]))
    page.locator("details summary").filter(has_text="D’autres soirées").click()
    page.locator("input[name=kind][value=friendly_total]").check()
    page.locator("select[name=game]").select_option(game)
    page.get_by_role("button", name="Continuer").click()
    if game == "papayou-4":
        expect(page.get_by_role("heading", name="Par quelles règles")).to_be_visible()
        page.get_by_label("Couper à défaut de la couleur").select_option("libre")
        assert faults(page, "rules of a new evening") == []
        page.get_by_role("button", name="Continuer").click()
    elif game == "tarot-4":
        page.get_by_label("Mouche").select_option(re.compile("cagnotte se joue"))
        page.get_by_role("button", name="Continuer").click()
    page.get_by_label("Au moins", exact=True).fill(str(PLAYERS))
    page.get_by_label("Au plus", exact=True).fill(str(PLAYERS))
    for _press in range(3):
        page.get_by_role("button", name="Continuer").click()
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_text("Voici ce qu’il reste à faire")).to_be_visible()
    return Tournament.objects.get()


def write(deal: Locator, facts: dict[str, str]) -> None:
    for name, text in facts.items():
        field = deal.locator(f"[name=fact_{name}]")
        if field.evaluate("field => field.localName") == "select":
            field.select_option(text)
        else:
            field.fill(text)


@pytest.mark.parametrize(
    "game",
    ["papayou-4", *(pytest.param(game, marks=pytest.mark.nights) for game in DEALS if game != "papayou-4")],
)
def test_a_side_game_is_played_from_nothing_to_its_ranking(
    page: Page, live_server, club: Club, game: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    tournament = make_evening(page, live_server.url, club, game)
    enter_people(tournament=tournament, people=make_people(club, PLAYERS), entered_by=None)
    draw_places(tournament=tournament, rng=random.Random(1), drawn_by=None)
    fix_seats(page, live_server.url, tournament)
    tournament.refresh_from_db()
    session = tournament.sessions.get()
    open_phones(session=session, opened_by=None)
    access = TableAccess.objects.get(table__section__session=session, table__number=1)
    facts, mended, score = DEALS[game]

    page.goto(f"{live_server.url}/table/{table_secret(access)}/")
    page.locator("form[action$='/place/0/'] button").click()
    deal = page.locator("details.deal").first
    write(deal, facts)
    deal.get_by_role("button", name="Noter").click()

    expect(page.locator("details.deal").first.locator(".field-error").first).to_be_visible()
    assert too_small(page) == []
    assert faults(page, "refused facts on a phone") == []
    write(deal, mended)
    deal.get_by_role("button", name="Noter").click()
    expect(page.locator("details.deal").first.locator("[data-state]")).to_contain_text(
        score.replace(" ", "\N{NO-BREAK SPACE}")
    )
    play_the_rest(tournament)
    page.goto(live_server.url + reverse("organiser-desk", args=[tournament.slug]))
    page.get_by_role("button", name="Terminer le tournoi").click()
    page.goto(live_server.url + reverse("public-standings", args=[tournament.slug]))
    expect(page.get_by_text("Définitif")).to_be_visible()
    expect(page.locator("table.standings tbody tr")).to_have_count(PLAYERS)
    page.get_by_role("link", name="Règles du jeu").click()
    expect(page.get_by_role("heading", name="Règles du jeu")).to_be_visible()
    assert faults(page, "rules that the players read") == []
