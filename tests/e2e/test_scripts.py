"""The two scripts of results, each for itself: the ranking that lives, the keys of the traveller."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.traveller_typing import wait_for_keys
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Club, ResultSlip
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db(transaction=True)

A_POLL_LATER = 7_000
"""Milliseconds: more than the five seconds between polls and their jitter."""


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    tournament = set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    for play in list_plays(tournament)[:10]:
        enter_result(play, 56)
    refresh_standings(session=tournament.sessions.get())
    return tournament


@pytest.fixture
def standings(page: Page, live_server, evening) -> Page:
    """The public ranking, its clock in the test's hand; `changes` counts how often it was rewritten."""
    page.clock.install()
    page.goto(f"{live_server.url}/t/{evening.slug}/")
    page.evaluate(
        """() => {
            window.changes = 0;
            const region = document.querySelector("[data-live]");
            new MutationObserver(() => window.changes++).observe(region, {childList: true});
        }"""
    )
    return page


def poll(page: Page) -> int:
    """Let the page poll once. Return the status of the response."""
    with page.expect_response(re.compile(r"/direct/\?shown=")) as answer:
        page.clock.fast_forward(A_POLL_LATER)
    return answer.value.status


def enter_one_more(tournament) -> None:
    open_plays = (play for play in list_plays(tournament) if not play.slips.exists())
    enter_result(next(open_plays), 84)
    refresh_standings(session=tournament.sessions.get())


OWN_STREAM = """
    window.EventSource = class extends EventTarget {
        constructor() {
            super();
            window.tell = (kind) => this.dispatchEvent(new MessageEvent("message", { data: kind }));
            queueMicrotask(() => this.dispatchEvent(new Event("open")));
        }
        close() {}
    };
    const send = window.fetch;
    window.asked = 0;
    window.fetch = (...what) => (window.asked++, send(...what));
"""
"""Script that replaces the page's stream, and counts its requests."""


def test_a_ranking_that_takes_long_to_come_is_asked_for_less_often(page, live_server, evening):
    held_routes: list[Route] = []

    def hold(route: Route) -> None:
        held_routes.append(route)

    page.add_init_script(OWN_STREAM)
    page.clock.install()
    with page.expect_response(re.compile(r"/direct/\?shown=")):
        page.goto(f"{live_server.url}/t/{evening.slug}/")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 6)  # longer than it rests
    page.route(re.compile(r"/direct/\?shown="), hold)
    count_before = page.evaluate("asked")

    with page.expect_request(re.compile(r"/direct/\?shown=")):
        page.evaluate("tell('standings')")
    page.clock.run_for(1_000)
    with page.expect_response(re.compile(r"/direct/\?shown=")):
        held_routes.pop().continue_()
    page.evaluate("tell('standings')")

    page.clock.run_for(1_900)
    assert page.evaluate("asked") - count_before == 1
    page.clock.run_for(200)
    assert page.evaluate("asked") - count_before == 2


def test_a_ranking_is_rewritten_only_when_it_changed_and_steals_neither_focus_nor_scroll_nor_search(
    standings, evening
):
    assert [poll(standings), poll(standings)] == [204, 204]
    assert standings.evaluate("changes") == 0

    link = standings.locator("table.standings tbody a").nth(5)
    focused = link.get_attribute("href")
    link.focus()
    standings.evaluate("window.scrollTo(0, 200)")
    enter_one_more(evening)

    assert poll(standings) == 200

    expect(standings.get_by_text("11 résultats sur 100")).to_be_visible()
    assert standings.evaluate("[changes, scrollY]") == [1, 200]
    assert standings.evaluate("document.activeElement.getAttribute('href')") == focused

    standings.get_by_role("searchbox").fill("nom07")
    expect(standings.locator("table.standings tbody tr:visible")).to_have_count(1)
    enter_one_more(evening)

    poll(standings)

    expect(standings.get_by_text("12 résultats sur 100")).to_be_visible()
    expect(standings.locator("table.standings tbody tr:visible")).to_have_count(1)
    expect(standings.get_by_role("searchbox")).to_be_focused()


def test_without_network_the_page_says_since_when_and_asks_less_and_less(standings):
    status = standings.locator("[data-live-status]")
    standings.context.set_offline(True)
    standings.clock.fast_forward(A_POLL_LATER)
    expect(status).to_contain_text("Hors ligne depuis")

    requests = []
    standings.on("requestfailed", lambda request: requests.append(request.url))
    standings.clock.run_for(60_000)
    assert len([url for url in requests if "/direct/" in url]) <= 3

    standings.context.set_offline(False)
    for _step in range(16):  # the page's clock must not run away from an answer under way
        standings.clock.run_for(5_000)
        standings.wait_for_timeout(100)
    expect(status).to_be_hidden()


def test_a_ranking_no_longer_public_says_so_and_asks_no_more(standings, evening):
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)

    assert poll(standings) == 404

    expect(standings.get_by_text("Ce classement n’est plus public.")).to_be_visible()
    # the clock finds out for itself
    with standings.expect_response(lambda answer: "/horloge/" in answer.url):
        standings.clock.run_for(10_000)
    requests = []
    standings.on("request", lambda request: requests.append(request.url))
    standings.clock.run_for(30_000)
    assert requests == []


@pytest.fixture
def traveller(page: Page, live_server, evening) -> Page:
    """The traveller of étui 4 before a scorer: nothing is entered."""
    client = Client()
    client.force_login(make_user("Marc", club=evening.club))
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.goto(f"{live_server.url}/organiser/t/{evening.slug}/resultats/etuis/4/")
    wait_for_keys(page)
    return page


def focused_field(page: Page) -> str:
    return page.evaluate("document.activeElement.name").split("-")[1]


def test_a_traveller_is_typed_without_the_mouse(traveller, evening):
    keys = traveller.keyboard
    readings = traveller.locator("[data-says]")

    keys.type("62")
    keys.press("Enter")
    keys.type("-52")
    assert focused_field(traveller) == "gain"  # of the next line
    keys.press("ArrowDown")
    assert focused_field(traveller) == "gain"
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    assert focused_field(traveller) == "bouts"
    keys.type("2")
    keys.press("Tab")
    keys.type("49")

    expect(readings).to_have_text(["+62", "−52", "+66", "", ""])
    with traveller.expect_navigation():
        keys.press("Control+Enter")
    expect(traveller.get_by_text("3 résultats enregistrés.")).to_be_visible()
    slips = ResultSlip.objects.filter(play__board=4).order_by("play__round__number")
    assert list(slips.values_list("score", flat=True)) == [62, -52, 66]


def test_return_tells_what_is_impossible_and_saves_a_complete_sheet_alone(traveller):
    for _line in range(5):
        traveller.keyboard.press("Enter")

    expect(traveller.locator("[data-save]")).to_be_focused()
    expect(traveller).to_have_url(re.compile("/etuis/4/$"))

    first = traveller.locator("tbody[data-line] input[name$='-gain']").first
    first.focus()
    traveller.keyboard.type("57")
    traveller.keyboard.press("Enter")
    expect(traveller.get_by_text("Ce contrat donne toujours une marque paire")).to_be_visible()

    first.fill("")
    for text in ("56", "62", "-52", "58", "70"):
        traveller.keyboard.type(text)
    traveller.keyboard.press("Enter")

    expect(traveller).to_have_url(re.compile("/etuis/5/$"))


def test_typed_text_stays_while_the_language_changes(page: Page, club: Club, live_server: LiveServer) -> None:
    address = live_server.url + reverse("organiser-person-add", args=[club.slug])
    page.goto(address)
    page.locator("[name=last_name]").fill("Œuvrard")
    page.locator("[name=series]").select_option("2")
    page.locator("[name=shows_full_name]").check()

    page.get_by_role("button", name="English").click()

    expect(page.get_by_role("button", name="Français")).to_be_visible()
    expect(page.locator("[name=last_name]")).to_have_value("Œuvrard")
    expect(page.locator("[name=series]")).to_have_value("2")
    expect(page.locator("[name=shows_full_name]")).to_be_checked()
    # kept once: the page opened later is a new one
    page.goto(address)
    expect(page.locator("[name=last_name]")).to_have_value("")
