"""The hall in browsers: a director's page, a phone at a table and the screen of a projector side by side."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.e2e.judging import faults
from tests.e2e.signed_in import sign_in
from tests.factories.tables import open_table
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.hall.services.round_clock import start_round, turn_clock
from tournaments.models import RoundClock, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db(transaction=True)

A_POLL_LATER = 12_000
"""Milliseconds of a page's own time: more than any of its parts waits between two questions."""


@pytest.fixture
def evening() -> Tournament:
    evening = make_seated_tournament(make_club())
    return set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)


@pytest.fixture
def director(
    browser: Browser, browser_context_args: dict[str, Any], live_server: Any, evening: Tournament
) -> Iterator[Page]:
    """Return the page of the hall, opened by a director."""
    context = browser.new_context(**browser_context_args)
    sign_in(context, live_server.url, make_user("Claire", tournament=evening))
    page = context.new_page()
    page.goto(f"{live_server.url}/organiser/t/{evening.slug}/salle/")
    yield page
    context.close()


@pytest.fixture
def phone(
    browser: Browser, browser_context_args: dict[str, Any], live_server: Any, evening: Tournament
) -> Iterator[Page]:
    """Return a phone that scanned the code of table 3, with a clock that the test moves."""
    size = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**browser_context_args | size)
    page = context.new_page()
    page.clock.install()
    page.goto(f"{live_server.url}/table/{table_secret(open_table(evening, 3))}/")
    yield page
    context.close()


def until(page: Page, check: Callable[[], None]) -> None:
    """Move the page's clock by one poll, then check."""
    page.clock.fast_forward(A_POLL_LATER)
    check()


def set_round(evening: Tournament, *, left: timedelta) -> None:
    """Put round 1 under way with so much time left."""
    session = evening.sessions.get()
    turn_clock(session=session, round_number=1, minutes=28, turned_by=None)
    start_round(session=session, started_by=None)
    began = timezone.now() - timedelta(minutes=28) + left
    RoundClock.objects.filter(session=session).update(started_at=began)


def test_a_call_from_a_phone_is_answered_and_a_message_reaches_it_and_is_put_away(
    director: Page, phone: Page
) -> None:
    phone.get_by_text("Appeler l’arbitre").first.tap()
    phone.get_by_label("Pourquoi (facultatif)").fill("écart de 5 cartes")
    phone.get_by_role("button", name="Appeler l’arbitre").tap()
    expect(phone.locator("[data-call-state]")).to_contain_text("L’arbitre est appelé.")
    assert faults(phone, "a phone that called the referee") == []

    call = director.locator("[data-call='3']")
    expect(call).to_contain_text("écart de 5 cartes")
    expect(director.locator("[data-announcement]")).to_have_text("La table 3 appelle l’arbitre.")
    expect(director.get_by_role("link", name=re.compile("Table 3 .*appelle l’arbitre"))).to_be_visible()
    call.get_by_role("button", name="J’y vais").click()
    until(phone, lambda: expect(phone.locator("[data-call-state]")).to_contain_text("L’arbitre arrive."))

    director.locator("[data-call='3']").get_by_role("button", name="C’est réglé").click()
    expect(director.locator("li[data-call]")).to_have_count(0)
    until(phone, lambda: expect(phone.locator("[data-call-state]")).to_have_count(0))

    director.get_by_label("Message", exact=True).fill("Pause de dix minutes")
    director.get_by_label("Pour", exact=True).select_option(label="table 3")
    director.get_by_role("button", name="Afficher le message").click()
    expect(director.get_by_text("Le message est affiché.")).to_be_visible()

    until(phone, lambda: expect(phone.get_by_text("Pause de dix minutes")).to_be_visible())
    phone.get_by_role("button", name="Lu").tap()

    expect(phone.get_by_text("Pause de dix minutes")).to_have_count(0)
    phone.reload()
    expect(phone.get_by_text("Pause de dix minutes")).to_have_count(0)
    expect(director.get_by_text("Pause de dix minutes")).to_be_visible()


def test_the_clock_counts_stands_still_and_is_given_time(director: Page) -> None:
    time = director.locator("[data-clock-time]")
    director.get_by_role("button", name="Régler", exact=True).click()
    expect(time).to_have_text("28:00")
    director.get_by_role("button", name="Commencer").click()
    expect(time).to_have_text(re.compile("^27:5"))
    first = time.inner_text()
    expect(time).not_to_have_text(first)

    director.get_by_role("button", name="Arrêter").click()
    expect(director.get_by_text("arrêtée", exact=True)).to_be_visible()
    stopped = time.inner_text()
    director.get_by_role("button", name="Ajouter des minutes").click()

    expect(time).to_have_text(f"{int(stopped[:2]) + 5}{stopped[2:]}")
    assert faults(director, "the hall with its clock stopped") == []


def test_the_end_of_a_round_is_announced_in_writing_on_every_screen(
    director: Page, page: Page, live_server: Any, evening: Tournament
) -> None:
    set_round(evening, left=timedelta(minutes=5, seconds=6))
    page.goto(f"{live_server.url}/t/{evening.slug}/ecran/")
    director.reload()
    for screen in (page, director):
        expect(screen.locator("[data-announcement]")).to_have_text("Plus que cinq minutes.")
        expect(screen.locator("[data-clock]")).to_contain_text("dernières minutes")

    director.get_by_role("button", name="Activer les annonces").click()

    expect(director.locator("[data-announcement]")).to_have_text("Les annonces sont activées.")
    expect(director.get_by_role("button", name="Couper les annonces")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_screen_turns_its_pages_until_somebody_holds_it(
    page: Page, live_server: Any, evening: Tournament
) -> None:
    set_round(evening, left=timedelta(minutes=20))
    enter_result(list_plays(evening)[0], 56)
    session = evening.sessions.get()
    refresh_standings(session=session)
    page.clock.install()
    page.goto(f"{live_server.url}/t/{evening.slug}/ecran/?secondes=10")
    seats, ranking = (page.locator(f"[data-list='{kind}']") for kind in ("seats", "ranking"))
    expect(seats).to_be_visible()
    expect(ranking).to_be_hidden()

    page.clock.fast_forward(11_000)
    expect(ranking).to_be_visible()
    expect(seats).to_be_hidden()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Reprendre")).to_be_visible()
    page.clock.fast_forward(60_000)
    expect(ranking).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(seats).to_be_visible()

    send_hall_message(session=session, text="Buffet à 22 h", minutes=10, sent_by=None)
    until(page, lambda: expect(page.get_by_text("Buffet à 22 h")).to_be_visible())
    assert page.locator("[data-list]:visible").count() == 1
    assert page.locator("[data-version]").count() == 1
    assert faults(page, "the screen of the hall") == []


SCREENS = (
    (640, 480), (800, 600), (1024, 768), (1280, 720),
    (1093, 614), (911, 512),  # 1366 × 768 at 125 % and at 150 %
    (960, 540),  # 1920 × 1080 at 200 %
    (3840, 2160), (1080, 1920),
)  # fmt: skip
"""Sizes in CSS pixels of projectors, scaled laptops, large screens and one that hangs upright."""

LAID_OUT = "() => new Promise((done) => { new ResizeObserver(() => done()).observe(document.body); })"
"""Script that ends after the observers of the page, which divide the lists for the new size."""
SHOWN_LINES = """() => {
  const lines = [...document.querySelectorAll("[data-list] li")].filter((line) => line.checkVisibility());
  const list = lines[0].closest("[data-list]");
  const box = list.querySelector("ol").getBoundingClientRect();
  const below = document.querySelector(".screen-words").getBoundingClientRect().top;
  const isWhole = (line) => {
    const { left, top, right, bottom } = line.getBoundingClientRect();
    const name = line.querySelector(".screen-name");
    const lowest = Math.min(below, innerHeight) + 1;
    return left >= 0 && top >= box.top - 1 && right <= innerWidth && bottom <= lowest
      && name.scrollWidth <= name.clientWidth;
  };
  return {
    list: list.dataset.list,
    told: list.querySelector("[data-page-words]").textContent,
    cut: lines.filter((line) => !isWhole(line)).map((line) => line.innerText),
    fills: Math.max(...lines.map((line) => line.getBoundingClientRect().right)) >= box.right - 2,
    lines: lines.map((line) => line.innerText.replaceAll(/\\s+/g, " ")),
  };
}"""


def test_every_line_shows_whole_on_every_screen(page: Page, live_server: Any) -> None:
    evening = make_seated_tournament(make_club(), table_count=11)
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    set_round(evening, left=timedelta(minutes=20))
    first, second = evening.entries.select_related("person").order_by("pk")[:2]
    for person, name in ((first.person, "Anne-Sophie"), (second.person, "Jean-Baptiste-Marie")):
        person.first_name, person.last_name = name, "Vandenbroucke-Lemaître"
        person.shows_full_name = True
        person.save()
    enter_result(list_plays(evening)[0], 56)
    session = evening.sessions.get()
    refresh_standings(session=session)
    send_hall_message(session=session, text="Buffet à 22 h dans la petite salle", minutes=10, sent_by=None)
    page.clock.install()
    page.goto(f"{live_server.url}/t/{evening.slug}/ecran/")

    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => innerWidth === {width} && innerHeight === {height}")
        page.evaluate(LAID_OUT)
        expect(page.locator("[data-list]:visible")).to_have_count(1)
        pages, names = [], set()
        while (screen_lines := page.evaluate(SHOWN_LINES))["lines"][0] + screen_lines["list"] not in names:
            names.add(screen_lines["lines"][0] + screen_lines["list"])
            pages.append(screen_lines)
            page.keyboard.press("ArrowRight")
        assert [screen_page["cut"] for screen_page in pages] == [[]] * len(pages), (width, height)
        for kind in ("seats", "ranking"):
            list_pages = [screen_page for screen_page in pages if screen_page["list"] == kind]
            assert any(screen_page["fills"] for screen_page in list_pages), (width, height, kind)
            assert sum(len(screen_page["lines"]) for screen_page in list_pages) == 44, (width, height, kind)
            page_titles = [f"page {number} de {len(list_pages)}" for number in range(1, len(list_pages) + 1)]
            assert (
                sorted(screen_page["told"] for screen_page in list_pages) == sorted(page_titles)
                or len(list_pages) == 1
            )


def test_a_phone_reads_the_screen_as_a_column(
    browser: Browser, browser_context_args: dict[str, Any], live_server: Any, evening: Tournament
) -> None:
    set_round(evening, left=timedelta(minutes=20))
    size = {"viewport": {"width": 360, "height": 500}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**browser_context_args | size)
    page = context.new_page()

    page.goto(f"{live_server.url}/t/{evening.slug}/ecran/?montrer=places")

    expect(page.locator("[data-list='seats'] li:visible")).to_have_count(20)
    assert page.evaluate("() => document.documentElement.scrollHeight > innerHeight")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    context.close()


def test_without_its_script_the_screen_is_a_page_to_scroll(
    browser: Browser, browser_context_args: dict[str, Any], live_server: Any, evening: Tournament
) -> None:
    set_round(evening, left=timedelta(minutes=20))
    context = browser.new_context(
        **browser_context_args | {"java_script_enabled": False, "viewport": {"width": 800, "height": 600}}
    )
    page = context.new_page()

    page.goto(f"{live_server.url}/t/{evening.slug}/ecran/?montrer=places")

    expect(page.locator("[data-list='seats'] li")).to_have_count(20)
    expect(page.locator("[data-list='seats'] li").last).to_be_visible()
    context.close()
