"""A free table in two browsers: sitting down, a whole deal, a lost network, a robot who holds a seat."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.models import FreeTable, TableAction, TableSeat
from rooms.web import free_table
from tests.cases import by_day
from tests.e2e.judging import faults_of_kinds

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 640}
MOST_ROUNDS = 400
PATIENCE = 30_000
"""Milliseconds for what comes with the next question of a page."""
OWN_TURN = "form.turn:not(.waits, .say, [inert])"


AT_ONCE = threading.Lock()
"""The threads of this site share one connection to a database in memory: what one takes back goes for all."""


@pytest.fixture(autouse=True)
def one_request_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = WSGIHandler.__call__

    def alone(handler: WSGIHandler, environ: Any, start_response: Any) -> Any:
        with AT_ONCE:
            return answer(handler, environ, start_response)

    monkeypatch.setattr(WSGIHandler, "__call__", alone)


@pytest.fixture
def people(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """One on a phone, one at a computer in the dark."""
    phone = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    computer = browser.new_context(color_scheme="dark", reduced_motion="reduce")
    yield phone.new_page(), computer.new_page()
    phone.close()
    computer.close()


def act(page: Page) -> bool:
    """Do the last thing that can be done, if it is one's turn: bids are high, cards low."""
    turn = page.locator(OWN_TURN)
    if not turn.count():
        return False
    number = turn.locator("[name=numero]").input_value()
    wanted = int(turn.get_attribute("data-discards") or 0)
    if wanted:
        boxes = page.locator(".own-hand label")
        for place in range(wanted):
            boxes.nth(-1 - place).click(position={"x": 12, "y": 16})
        page.locator("[data-discard]").click()
    elif turn.locator(".choices button").count():
        turn.locator(".choices button").last.click()
    else:
        page.locator(".own-hand button").last.click(position={"x": 12, "y": 16})
    page.wait_for_function(
        """number => document.querySelector('.end')
            || document.querySelector('[name=numero]')?.value !== number""",
        arg=number,
    )
    return True


def play_until(pages: tuple[Page, ...], what: str) -> None:
    """Everybody acts when it is his turn until the first one's page has an element."""
    for _ in range(MOST_ROUNDS):
        if pages[0].locator(what).count():
            return
        acted = [act(page) for page in pages]
        if not any(acted):
            pages[0].wait_for_timeout(200)
    raise AssertionError(f"{what} does not come")


def let_time_pass(name: str) -> None:
    """The clock of somebody who was not seen any more runs out."""
    past = timezone.now() - timedelta(hours=1)
    with AT_ONCE:
        TableAction.objects.update(made_at=past)
        FreeTable.objects.update(resumed_at=past)
        TableSeat.objects.filter(name=name).update(back_at=past, seen_at=past)


@pytest.mark.parametrize(
    "played",
    by_day(
        [("contrat-4", "fft cards_each=5"), ("tarot-4", "fft"), ("papayou-5", "traditional")],
        lambda played: played[0] == "contrat-4",
    ),
)
def test_two_people_and_robots_play_a_deal_one_loses_the_network_and_comes_back(
    people: tuple[Page, Page], live_server, monkeypatch: pytest.MonkeyPatch, played: tuple[str, str]
) -> None:
    game, rules = played
    monkeypatch.setattr(free_table, "HEARTBEAT", 1)
    anne, boris = people
    errors: list[str] = []
    for page in people:
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
    anne.goto(live_server.url + reverse("rooms-free-open"))
    assert faults_of_kinds(anne, anne.url, "rooms-free-open", {}) == []
    anne.set_viewport_size(PHONE)
    anne.get_by_label("Votre nom à la table").fill("Anne")
    anne.get_by_label("Jeu", exact=True).select_option(game)
    anne.get_by_label("Robots", exact=True).select_option("debutant")
    anne.get_by_role("button", name="Ouvrir la table").click()
    expect(anne.get_by_label("Lien de la table")).to_be_visible()
    FreeTable.objects.update(rule_set=rules, reserve_seconds=600)

    boris.goto(live_server.url + reverse("rooms-free"))
    assert faults_of_kinds(boris, boris.url, "rooms-free", {}) == []
    boris.locator(".own-tables a").click()
    boris.get_by_label("Votre nom à la table").fill("Boris")
    boris.get_by_role("button", name="S’asseoir").click()
    expect(anne.locator(".waiting-seats")).to_contain_text("Boris")
    assert faults_of_kinds(anne, anne.url, "rooms-free-table", {}) == []
    anne.set_viewport_size(PHONE)
    anne.get_by_role("button", name="Commencer").click()
    expect(boris.locator("[data-table]")).to_be_visible()
    play_until((boris, anne), ".last-trick")

    with boris.expect_response("**/suite/"):  # nothing of his is on its way
        pass
    boris.context.set_offline(True)
    play_until((anne,), ".places .is-turn:has-text('Boris')")
    let_time_pass("Boris")
    expect(anne.locator(".places li", has_text="Boris")).to_contain_text("un robot joue")
    boris.context.set_offline(False)
    expect(anne.locator(".places li", has_text="Boris")).not_to_contain_text("un robot joue")
    assert faults_of_kinds(anne, anne.url, "rooms-free-deal", {}) == []
    anne.set_viewport_size(PHONE)
    play_until((anne, boris), ".end")

    expect(anne.locator(".totals")).to_contain_text("Boris")
    expect(boris.get_by_role("button", name="Donne suivante")).to_be_visible()
    assert faults_of_kinds(anne, anne.url, "rooms-free-end", {}) == []
    rows = list(TableAction.objects.order_by("number").values_list("number", flat=True))
    assert rows == list(range(1, len(rows) + 1))
    makers = set(TableAction.objects.filter(seat=1).values_list("made_by", flat=True))
    assert makers == {"person", "robot"}
    assert errors == []
