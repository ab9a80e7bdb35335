"""Phones of 360 × 640 at the tables: results, the other side's word, quarrels, lost networks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from common.web_server.static_files import add_headers
from games.core.dealing.boards import board_taker
from tests.e2e.judging import faults
from tests.e2e.test_phone import too_small
from tests.factories.tables import open_table, plays_of
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.results.services.table_access import (
    find_table_access,
    revoke_table_link,
    set_phone_rules,
    table_secret,
)

pytestmark = pytest.mark.django_db(transaction=True)
API = "**/api/v1/table/**"


@pytest.fixture(autouse=True)
def header_of_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send static files with the site's headers, which Django's server for tests does not."""
    serve = StaticFilesHandler.serve

    def serve_with_header(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        response = serve(handler, request)
        add_headers(response.headers, "", request.path)
        return response

    monkeypatch.setattr(StaticFilesHandler, "serve", serve_with_header)


@pytest.fixture
def tables() -> list[dict[str, Any]]:
    """The tables of an evening: secret, boards of the first round, and their takers."""
    evening = make_seated_tournament(make_club())
    set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
    tables = []
    for number in range(1, 6):
        access = open_table(evening, number)
        boards = [play.board for play in plays_of(access)]
        takers = [board_taker(board) for board in boards]
        tables.append({"secret": table_secret(access), "boards": boards, "takers": takers})
    return tables


def sit_down(page: Page, seat: int) -> None:
    page.locator(f"form[action$='/place/{seat}/'] button").tap()
    expect(page.get_by_text("vous", exact=True)).to_be_visible()


NewPhone = Callable[[dict[str, Any], int | None], Page]


@pytest.fixture
def new_phone(browser: Browser, browser_context_args: dict[str, object], live_server: LiveServer) -> NewPhone:
    """Return `new_phone(table, seat)`: another phone that scanned the table's code and chose its seat."""

    def scan(table: dict[str, Any], seat: int | None) -> Page:
        options = {
            **browser_context_args,
            "viewport": {"width": 360, "height": 640},
            "has_touch": True,
            "is_mobile": True,
        }
        page = browser.new_context(**options).new_page()  # type: ignore[arg-type]
        page.goto(f"{live_server.url}/table/{table['secret']}/")
        if seat is not None:
            sit_down(page, seat)
        return page

    return scan


def results(page: Page, table: dict[str, Any]) -> list[tuple[int, int] | None]:
    """Score and version of each deal of the round as the site has them, for a phone that sits there."""
    address = f"{page.url.partition('/table/')[0]}/api/v1/table/?round=1"
    answer = page.request.get(address, headers={"Authorization": f"Bearer {table['secret']}"})
    deals = [deal["result"] for deal in answer.json()["deals"]]
    return [(result["score"], result["version"]) if result else None for result in deals]


def deal(page: Page, board: int) -> Locator:
    return page.locator("details.deal", has_text=f"Étui {board}").first


def state(page: Page, board: int) -> Locator:
    """Return the text about the stored result of a deal, apart from the typed one."""
    return deal(page, board).locator("[data-state]")


def type_count(page: Page, board: int, bouts: int, points: str) -> None:
    """Taps: bouts, then each figure."""
    form = deal(page, board).locator("[data-deal-form]")
    form.locator(".bouts label").nth(bouts).tap()
    for figure in points:
        form.locator(f"[data-key='{figure}']").tap()


def note(page: Page, board: int, bouts: int, points: str) -> None:
    type_count(page, board, bouts, points)
    deal(page, board).get_by_role("button", name="Noter", exact=True).tap()


def test_one_table_notes_confirms_is_refused_and_settles_a_conflict(
    tables: list[dict[str, Any]], new_phone: NewPhone
) -> None:
    table = tables[0]
    boards, taker = table["boards"], table["takers"][0]
    first = new_phone(table, None)
    page_faults = faults(first, "a table before anybody sat down")
    sit_down(first, taker)
    page_faults += faults(first, "a table to write at")
    second = new_phone(table, (taker + 1) % 4)
    assert too_small(first) == []
    noting = deal(first, boards[0]).get_by_role("button", name="Noter", exact=True).bounding_box()
    assert noting is not None
    assert noting["y"] + noting["height"] <= 640

    type_count(first, boards[0], 2, "45")
    expect(deal(first, boards[0]).locator("[data-says]")).to_have_text("+58")
    expect(deal(first, boards[0]).locator("[data-margin]")).to_have_text(
        "2 bouts, 45 points\N{NO-BREAK SPACE}: réussie de 4"
    )
    deal(first, boards[0]).get_by_role("button", name="Noter", exact=True).tap()
    expect(deal(first, boards[1]).locator("summary").first).to_be_in_viewport()
    # its next task: the other side confirms
    expect(deal(first, boards[0]).locator("summary").first).to_be_focused()
    for phone in (first, second):
        told = phone.locator("[data-deals-told]")
        expect(told).to_have_text(f"Étui {boards[0]}, +58 à confirmer")
    expect(deal(second, boards[0]).locator(".written-facts")).to_have_text("2 bouts, 45 points, réussie de 4")
    expect(first.get_by_text("Qui confirme")).to_be_visible()
    page_faults += faults(first, "a table with a result to confirm")
    first.get_by_role("link", name="Contester").tap()
    expect(first.get_by_role("button", name="Prévenir l’organisateur")).to_be_visible()
    page_faults += faults(first, "a result to dispute")
    objection = "Le Petit était au bout."
    first.get_by_role("textbox").fill(objection)
    for language in ("English", "Français"):
        first.get_by_role("button", name=language).tap()
        expect(
            first.get_by_role("button", name={"English": "Français"}.get(language, "English"))
        ).to_be_visible()
        expect(first.get_by_role("textbox")).to_have_value(objection)
    first.get_by_role("link", name="Retour à la table").tap()
    deal(first, boards[0]).locator("summary").first.focus()
    second.get_by_role("button", name="Je confirme").tap()
    expect(state(first, boards[0])).to_contain_text("confirmé")
    expect(first.locator("[data-deals-told]")).to_have_text(f"Étui {boards[0]}, +58 confirmé")
    expect(deal(first, boards[0]).locator("summary").first).to_be_focused()

    type_count(first, boards[1], 1, "95")
    expect(deal(first, boards[1]).locator("[role=status][data-margin]")).to_contain_text("de 0 à 91")
    posts: list[str] = []
    first.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    deal(first, boards[1]).get_by_role("button", name="Noter", exact=True).tap()
    expect(deal(first, boards[1]).get_by_role("alert").first).to_be_visible()
    # one to store the line, and one for the page that shows what is wrong
    assert len(posts) == 2
    for _figure in "95":
        deal(first, boards[1]).get_by_role("button", name="Effacer un chiffre").tap()
    type_count(first, boards[1], 1, "55")
    deal(first, boards[1]).get_by_role("button", name="Noter", exact=True).tap()
    first.get_by_text("Qui confirme").wait_for()
    deal(first, boards[1]).locator("button.seat").first.tap()
    expect(state(first, boards[1])).to_contain_text("confirmé")

    type_count(first, boards[2], 0, "49")
    second.get_by_role("button", name="Noter sur ce téléphone").tap()
    expect(deal(second, boards[2]).locator("[data-deal-form]")).to_be_visible()
    note(second, boards[2], 0, "50")
    expect(state(second, boards[2])).to_contain_text("à confirmer")
    deal(first, boards[2]).get_by_role("button", name="Noter", exact=True).tap()
    first.get_by_label("Noter ici quand même").check()
    deal(first, boards[2]).get_by_role("button", name="Noter", exact=True).tap()
    expect(first.get_by_text("Garder le résultat enregistré")).to_be_visible()
    first.get_by_label("Garder le résultat enregistré").check()
    deal(first, boards[2]).get_by_role("button", name="Noter", exact=True).tap()
    expect(state(first, boards[2])).to_contain_text("−62")

    assert results(first, table) == [(58, 1), (58, 1), (-62, 1), None]
    assert page_faults == []


def test_a_page_reloaded_without_network_shows_its_deals_and_what_waits(
    tables: list[dict[str, Any]], new_phone: NewPhone
) -> None:
    table = tables[0]
    board = table["boards"][0]
    page = new_phone(table, 0)
    page.wait_for_function(
        "async () => navigator.serviceWorker.controller && (await caches.match(location.href)) !== undefined"
    )
    expect(page.get_by_text("Sans https, cette page ne se rouvre pas")).to_be_hidden()

    page.context.set_offline(True)
    note(page, board, 2, "45")
    expect(state(page, board)).to_contain_text("en attente")
    page.reload()
    expect(state(page, board)).to_contain_text("en attente")
    expect(page.get_by_text("1 résultat attend le réseau")).to_be_visible()

    page.context.set_offline(False)
    expect(state(page, board)).to_contain_text("+58")
    assert results(page, table)[0] == (58, 1)


def test_on_a_private_address_without_https_nothing_is_registered(
    tables: list[dict[str, Any]], new_context: Callable[[], BrowserContext], live_server: LiveServer
) -> None:
    hotspot = "http://192.168.43.1:8000"
    page = new_context().new_page()
    browser_request = page.request

    def lead_on(route: Route) -> None:
        if "ecoute=1" in route.request.url:
            return route.abort()  # a stream has no end to be led on
        return route.fulfill(
            response=browser_request.get(route.request.url.replace(hotspot, live_server.url))
        )

    page.route(f"{hotspot}/**", lead_on)
    faults_told: list[str] = []
    page.on("pageerror", lambda error: faults_told.append(str(error)))
    page.goto(f"{hotspot}/table/{tables[1]['secret']}/")

    expect(page.get_by_role("heading", level=1)).to_contain_text("Table 2")
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    expect(page.get_by_text("Sans https, cette page ne se rouvre pas")).to_be_visible()
    expect(page.get_by_role("link", name="Passer en https")).to_have_attribute("href", "/https/")
    assert faults_told == []


def test_results_without_network_survive_a_reload_and_leave_once_in_order(
    tables: list[dict[str, Any]], new_phone: NewPhone
) -> None:
    table = tables[1]
    boards = table["boards"]
    page = new_phone(table, 0)
    network = page.context

    network.set_offline(True)
    for board, points in zip(boards[:2], ("45", "46"), strict=True):
        note(page, board, 2, points)
    expect(page.get_by_text("2 résultats attendent le réseau")).to_be_visible()
    page.route(API, lambda route: route.abort())
    network.set_offline(False)
    page.reload()
    expect(state(page, boards[0])).to_contain_text("en attente")
    deal(page, boards[2]).locator("summary").first.tap()
    note(page, boards[2], 2, "47")
    expect(page.get_by_text("3 résultats attendent le réseau")).to_be_visible()
    assert results(page, table) == [None] * 4
    page.unroute(API)
    page.route(API, lose_first_answer())
    page.reload()

    expect(page.locator("[data-queue]")).to_be_hidden()
    expect(state(page, boards[2])).to_contain_text("+62")
    assert results(page, table) == [(58, 1), (60, 1), (62, 1), None]


def lose_first_answer() -> Callable[[Route], None]:
    """Return a route whose first response is lost after the server stored the request."""
    lost: list[str] = []

    def answer(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        route.fetch()
        return route.abort()

    return answer


def refuse_posts(route: Route) -> None:
    """The site cannot store anything for the moment."""
    if route.request.method == "POST":
        return route.fulfill(status=503, body="Le disque est plein")
    return route.continue_()


def test_what_is_refused_after_a_lost_network_waits_for_somebody_to_look(
    tables: list[dict[str, Any]], new_phone: NewPhone
) -> None:
    table = tables[1]
    board = table["boards"][0]
    page, second_phone = new_phone(table, 0), new_phone(table, 1)

    page.context.set_offline(True)
    note(page, board, 2, "45")
    expect(page.get_by_text("1 résultat attend le réseau")).to_be_visible()
    second_phone.get_by_role("button", name="Noter sur ce téléphone").tap()
    note(second_phone, board, 2, "49")
    expect(state(second_phone, board)).to_contain_text("+66")
    page.context.set_offline(False)

    queue = page.locator("[data-queue]")
    expect(queue).to_contain_text("note à cette table depuis")
    page.route("**/table/**", refuse_posts)
    queue.get_by_role("button", name="Revoir").tap()
    expect(queue).to_contain_text("note à cette table depuis")
    page.unroute("**/table/**")
    page.reload()
    queue.get_by_role("button", name="Revoir").tap()
    page.get_by_label("Noter ici quand même").check()
    deal(page, board).get_by_role("button", name="Noter", exact=True).tap()
    page.get_by_label("Le remplacer par ma saisie").check()
    page.get_by_label("Motif de la correction").fill("recompté à quatre")
    deal(page, board).get_by_role("button", name="Noter", exact=True).tap()

    expect(state(page, board)).to_contain_text("+58")
    assert results(page, table)[0] == (58, 2)


@pytest.mark.nights  # by day results/organiser/test_phones
def test_a_link_taken_back_closes_the_table_on_the_phones_that_are_there(
    tables: list[dict[str, Any]], new_phone: NewPhone
) -> None:
    table = tables[2]
    page, elsewhere = new_phone(table, 0), new_phone(tables[3], 0)
    revoke_table_link(access=find_table_access(table["secret"]), revoked_by=None)

    note(page, table["boards"][0], 2, "45")
    note(elsewhere, tables[3]["boards"][0], 2, "45")

    expect(page.get_by_role("heading", name="Table fermée")).to_be_visible()
    expect(state(elsewhere, tables[3]["boards"][0])).to_contain_text("+58")
