"""Pages that players read afterwards: a play card by card, and a comparison with another player."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from games.core.bots.choosing import RobotLevel
from tests.e2e.judging import faults_of_kinds
from tests.factories.recorded_plays import record_play
from tests.factories.tournaments import SCORES, enter_result, list_plays, make_club, make_seated_tournament
from tournaments.deals.services.deals import open_boards
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import EventRecord, Tournament
from tournaments.rankings.services import play_analyses

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 640}
PARTS = """() => [...document.querySelectorAll("[data-replay] :not(.card-picture *, noscript)")].map((part) =>
  [part.tagName, part.getAttribute("class"), part.getAttribute("href"), part.getAttribute("aria-disabled"),
   part.children.length ? "" : part.textContent.trim()].join("|"))"""
"""Script that returns all parts of the moment that the page shows, but for the pictures of its cards.

Without scripts, the faces of cards are in `noscript`.
"""
ANALYSIS = 60_000
"""Milliseconds: the search may have to be compiled first."""


@pytest.fixture
def evening() -> Tournament:
    """Public; the first étui is played everywhere."""
    tournament = make_seated_tournament(make_club())
    for play, score in zip(list_plays(tournament), SCORES[:5], strict=False):
        enter_result(play, score)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.fixture
def replay(evening: Tournament, live_server) -> str:
    """Return the address of a recorded play of the first étui, whose cards are open."""
    play = list_plays(evening)[0]
    record_play(play)
    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)
    address: str = live_server.url + reverse("public-replay", args=[evening.slug, 1, play.pk])
    return address


def test_arrows_go_through_a_play_and_links_do_without_javascript(
    page: Page, browser: Browser, replay: str
) -> None:
    page.goto(replay)
    expect(page.locator(".middle h3")).to_have_text(re.compile("Avant la première carte"))
    expect(page.locator(".fan .card-picture > svg").first).to_be_attached()
    fans = page.locator(".fan .playing-card")
    fans.evaluate_all(
        "cards => cards.forEach(card => { card.picture = card.querySelector('.card-picture > svg') ?? '-' })"
    )
    for cards in range(1, 5):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(rf"carte={cards}\b"))
    expect(page.locator(".laid > .winner")).to_have_count(1)
    previous = page.locator(".replay-steps [rel=prev]")
    previous.press("Enter")
    expect(page).to_have_url(re.compile(r"carte=3\b"))
    expect(previous).to_be_focused()
    # a link that is off keeps the focus, has no address and is no stop of the Tab key
    step = page.locator(".replay-steps").get_by_text("‹ Carte", exact=True)
    for cards in (2, 1, 0):
        step.press("Enter")
        expect(page).to_have_url(re.compile(rf"carte={cards}\b"))
    expect(step).to_be_focused()
    assert [step.get_attribute(name) for name in ("href", "tabindex")] == [None, "-1"]
    step.press("Enter")
    for cards in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(rf"carte={cards}\b"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"carte=3\b"))
    expect(page.locator(".laid > li")).to_have_count(3)
    # those are new that were played and came back, and their neighbours: the last ones of a suit are marked
    assert fans.evaluate_all("cards => cards.filter(card => card.picture).length") >= fans.count() - 8
    assert fans.evaluate_all("cards => cards.every(card => card.picture?.isConnected ?? true)")
    parts = page.evaluate(PARTS)

    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{replay}?carte=2")
    plain.locator(".replay-steps [rel=next]").click()
    expect(plain).to_have_url(re.compile(r"carte=3\b"))
    plain.wait_for_load_state()

    assert plain.evaluate(PARTS) == parts
    plain.context.close()
    assert faults_of_kinds(page, replay, "public-replay", {}) == []


@pytest.mark.nights  # by day a deal of a table is analysed on a phone, with the same parts of a page
def test_recorded_play_is_analysed_on_a_phone(
    browser: Browser, replay: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_analyses, "BUDGET", 300_000)
    monkeypatch.setattr(play_analyses, "JUDGE", RobotLevel.DEBUTANT)
    monkeypatch.setattr(play_analyses, "can_compile", lambda: True)
    monkeypatch.setattr(play_analyses, "compile_search", lambda: True)
    page = browser.new_context(viewport=PHONE).new_page()
    page.goto(replay)

    page.get_by_role("button", name="Analyser la donne").click(timeout=ANALYSIS)

    expect(page.get_by_text("L’analyse est exacte à partir du pli")).to_be_visible(timeout=ANALYSIS)
    assert faults_of_kinds(page, page.url, "public-replay-analysed", {}) == []
    page.locator(".costly a").first.click()
    expect(page.locator(".card-cost")).to_contain_text("Cette carte coûte")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of_kinds(page, page.url, "public-replay-analysed-card", {}) == []
    page.context.close()


def test_a_player_is_compared_with_somebody_chosen_from_a_list(
    page: Page, evening: Tournament, live_server
) -> None:
    first, second = evening.entries.order_by("start_seat", "start_table")[:2]
    page.goto(live_server.url + reverse("public-player", args=[evening.slug, first.pk]))

    page.get_by_label("Comparer avec").select_option(value=str(second.pk))
    page.get_by_role("button", name="Comparer").click()

    expect(page.get_by_role("heading", level=1)).to_have_text(f"{first.public_name} et {second.public_name}")
    row = page.get_by_role("table", name="Étui par étui").get_by_role("row").nth(1)
    expect(row).to_contain_text("mêmes cartes")
    assert faults_of_kinds(page, page.url, "public-compare", {}) == []


def test_two_people_meet_over_their_evenings(page: Page, evening: Tournament, live_server) -> None:
    Tournament.objects.update(state=TournamentState.FINISHED)
    first, second = (entry.person for entry in evening.entries.order_by("start_table", "start_seat")[:2])
    for place, person in enumerate((first, second), start=1):
        EventRecord.objects.create(tournament=evening, person=person, place=place, field_size=20)

    page.goto(live_server.url + reverse("public-person-head-to-head", args=[first.pk, second.pk]))

    expect(page.get_by_role("row", name="Tournois devant 1 0")).to_be_visible()
    assert faults_of_kinds(page, page.url, "public-person-head-to-head", {}) == []
    page.get_by_role("link", name="Étui par étui").click()
    expect(page.get_by_role("heading", name="À la même table")).to_be_visible()


BROKEN_SUITS = """() => [...document.querySelectorAll(".fan")].flatMap((fan) => {
  const rows = {};
  for (const card of fan.querySelectorAll(".playing-card")) {
    const suits = ["spades", "hearts", "clubs", "diamonds"];
    const suit = suits.find((name) => card.classList.contains(name)) ?? "trumps";
    (rows[suit] ??= new Set()).add(card.offsetTop);
  }
  return Object.values(rows).filter((tops) => tops.size > 1);
}).length"""
SET_CARD_WIDTH = "(table, width) => table.style.setProperty('--card-width', `${width}px`)"
HIDDEN_INDICES = """() => [...document.querySelectorAll(".fan .playing-card")].filter((card) => {
  const next = card.nextElementSibling;
  if (!next || next.offsetTop !== card.offsetTop || !next.matches(".playing-card")) return false;
  const text = document.createRange();
  text.selectNode(card.querySelector(".card-index").firstChild);
  return text.getBoundingClientRect().right > next.getBoundingClientRect().left + 1;
}).map((card) => card.textContent.trim())"""


def board_of(replay: str) -> str:
    """Address of its étui."""
    return f"{replay.partition('/etuis/')[0]}/etuis/1/"


def test_hands_of_an_etui_keep_suits_whole_and_show_indices_and_wide_pictures(
    page: Page, replay: str
) -> None:
    page.goto(board_of(replay))
    expect(page.locator(".felt-table .playing-card")).to_have_count(78)
    page.evaluate("document.fonts.ready")
    expect(page.locator(".felt-table .playing-card > noscript")).to_have_count(0)  # each face is drawn

    for width in (320, 390, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(BROKEN_SUITS) == 0, width
        assert page.evaluate(HIDDEN_INDICES) == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width

    trump = page.locator(".felt-table .trumps").first
    # the width of a card, then whether its emblem and its picture show
    parts_by_width = {30: (False, False), 45: (True, False), 60: (True, True), 120: (False, True)}
    for width, parts in parts_by_width.items():
        page.evaluate(
            "width => document.querySelector('.felt-table').style.setProperty('--card-width', `${width}px`)",
            width,
        )
        for part, is_shown in zip((".card-emblem", ".card-picture svg"), parts, strict=True):
            expect(trump.locator(part)).to_be_visible(visible=is_shown)
