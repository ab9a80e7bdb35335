"""An evening of a game from nothing to its ranking, written by facts: on a phone of 360 × 640, at the desk.

By day one game on a phone; in the nights every game, at both.
"""

import random

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.core.variants.registry import GAMES
from tests.e2e.judging import faults
from tests.e2e.test_formats_free import play_the_rest
from tests.e2e.test_phone import too_small
from tests.e2e.traveller_typing import wait_for_keys
from tests.factories.facts import plain_facts
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import make_people
from tournaments.core.slips.score_sheet import FACT, SheetLine
from tournaments.events.services.events import enter_people
from tournaments.models import Club, ResultSlip, TableAccess, Tournament
from tournaments.results.queries.score_sheets import TableSheet, load_sheets
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.table_access import open_phones, table_secret
from tournaments.seating.services.starting_places import draw_places

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 12
WRITTEN = 2
"""Number of deals typed on the phone, and at the desk. The service stores the facts of the others."""
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
"""Facts with one that is wrong, its correction, and the score of the first seat."""


def make_evening(page: Page, site: str, club: Club, game: str, players: int) -> Tournament:
    """Create an evening by the wizard: the kind, the game, its rules if it has some, the people."""
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
        page.get_by_label("Mouche").select_option("une cagnotte passe d’une donne à la suivante")
        page.get_by_role("button", name="Continuer").click()
    elif GAMES[game].options:
        page.get_by_role("button", name="Continuer").click()
    page.get_by_label("Au moins", exact=True).fill(str(players))
    page.get_by_label("Au plus", exact=True).fill(str(players))
    for _press in range(3):
        page.get_by_role("button", name="Continuer").click()
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_text("Voici ce qu’il reste à faire")).to_be_visible()
    return Tournament.objects.get()


def begin(page: Page, site: str, club: Club, game: str, players: int) -> Tournament:
    """The evening with its people seated."""
    tournament = make_evening(page, site, club, game, players)
    enter_people(tournament=tournament, people=make_people(club, players), entered_by=None)
    draw_places(tournament=tournament, rng=random.Random(1), drawn_by=None)
    return seat(tournament)


def sit_down(page: Page, site: str, tournament: Tournament) -> None:
    """A phone at table 1, in the first seat."""
    session = tournament.sessions.get()
    open_phones(session=session, opened_by=None)
    access = TableAccess.objects.get(table__section__session=session, table__number=1)
    page.goto(f"{site}/table/{table_secret(access)}/")
    page.locator("form[action$='/place/0/'] button").click()


def finish(page: Page, site: str, tournament: Tournament, players: int) -> None:
    """End the evening, and check that all entries are in its final ranking, below the teams if it has any."""
    page.goto(site + reverse("organiser-desk", args=[tournament.slug]))
    page.get_by_role("button", name="Terminer le tournoi").click()
    page.goto(site + reverse("public-standings", args=[tournament.slug]))
    expect(page.get_by_text("Définitif")).to_be_visible()
    expect(page.locator("table.standings").last.locator("tbody tr")).to_have_count(players)


def write(deal: Locator, facts: dict[str, str]) -> None:
    for name, text in facts.items():
        field = deal.locator(f"[name$={FACT}{name}]").first
        if field.get_attribute("type") == "radio":
            deal.locator(f"label:has([name$={FACT}{name}][value='{text}'])").click()
        elif field.evaluate("field => field.localName") == "select":
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
    tournament = begin(page, live_server.url, club, game, PLAYERS)
    facts, mended, score = DEALS[game]

    sit_down(page, live_server.url, tournament)
    deal = page.locator("details.deal").first
    write(deal, facts)
    deal.get_by_role("button", name="Noter").click()

    expect(page.locator("details.deal").first.locator(".field-error").first).to_be_visible()
    assert too_small(page) == []
    assert faults(page, "refused facts on a phone") == []
    page.context.set_offline(True)
    write(deal, mended)
    deal.get_by_role("button", name="Noter").click()
    expect(page.get_by_text("1 résultat attend le réseau")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("details.deal").first.locator("[data-state]")).to_contain_text(
        score.replace(" ", "\N{NO-BREAK SPACE}")
    )
    play_the_rest(tournament)
    finish(page, live_server.url, tournament, PLAYERS)
    page.get_by_role("link", name="Règles du jeu").click()
    expect(page.get_by_role("heading", name="Règles du jeu")).to_be_visible()
    assert faults(page, "rules that the players read") == []


def test_facts_are_typed_at_the_desk_without_a_mouse(page: Page, live_server, club: Club) -> None:
    tournament = seat(
        make_sheet_tournament(
            club, format_code="friendly_total", game="nullo-4", table_count=4, player_count=16, round_count=2
        )
    )
    page.goto(live_server.url + reverse("organiser-score-sheet", args=[tournament.slug, 1, 1]))
    wait_for_keys(page)
    page.locator(f"[name$={FACT}points_0]").first.focus()

    for count in (40, 20, 12, 8, 30, 30, 11):
        page.keyboard.type(str(count))
        page.keyboard.press("Enter")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(f"[name$={FACT}points_3]").last).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(f"[name$={FACT}points_3]").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 résultats enregistrés.")).to_be_visible()

    slips = ResultSlip.objects.order_by("play__board")
    assert [sorted(slip.seat_scores) for slip in slips] == [[8, 12, 20, 40], [9, 11, 30, 30]]


@pytest.mark.nights
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_written_by_facts_alone(page: Page, live_server, club: Club, game: str) -> None:
    seats = GAMES[game].player_count
    players = PLAYERS if seats == 4 else 2 * seats
    page.set_viewport_size({"width": 360, "height": 640})
    tournament = begin(page, live_server.url, club, game, players)
    at_phone, at_desk, *_others = load_sheets(tournament.sessions.get())

    sit_down(page, live_server.url, tournament)
    for place, row in enumerate(at_phone.rows[:WRITTEN]):
        deal = page.locator("details.deal").nth(place)
        if deal.get_attribute("open") is None:
            deal.locator("summary").first.click()
        write(deal, plain_facts(row.sheet, row.play.board))
        deal.get_by_role("button", name="Noter").click()
        expect(page.locator("details.deal").nth(place).locator("[data-state]")).to_contain_text(
            "N\N{NO-BREAK SPACE}"
        )
    assert too_small(page) == []
    write_at_desk(page, live_server.url, tournament, at_desk)
    write_the_rest(tournament)
    finish(page, live_server.url, tournament, players)

    assert not ResultSlip.objects.filter(facts__isnull=True).exists()


def write_at_desk(page: Page, site: str, tournament: Tournament, sheet: TableSheet) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    place = [tournament.slug, sheet.round.number, sheet.table.number]
    page.goto(site + reverse("organiser-score-sheet", args=place))
    for line, row in zip(page.locator("tbody[data-line]").all(), sheet.rows[:WRITTEN], strict=False):
        write(line, plain_facts(row.sheet, row.play.board))
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text(f"{WRITTEN} résultats enregistrés.")).to_be_visible()


def write_the_rest(tournament: Tournament) -> None:
    for row in (row for sheet in load_sheets(tournament.sessions.get()) for row in sheet.rows):
        if row.slip is None:
            line = SheetLine(facts=tuple(sorted(plain_facts(row.sheet, row.play.board).items())))
            record_result(play=row.play, line=line, seen_version=0, author=Author(user=None), confirmed=True)
