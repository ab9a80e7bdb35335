"""A sheet under way survives reloads and lost networks, and is stored once, for one person alone."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.template.loader import render_to_string
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from tests.e2e.signed_in import sign_in
from tests.e2e.traveller_typing import expect_saved, wait_for_keys
from tests.factories.tournaments import make_seated_tournament, make_user
from tournaments.base.unavailable import DISK_FULL
from tournaments.models import Club, ResultSlip, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(club: Club) -> Tournament:
    return make_seated_tournament(club, is_dealt=False)


@pytest.fixture
def address(live_server, evening: Tournament) -> str:
    return live_server.url + reverse("organiser-traveller", args=[evening.slug, 1])


def type_two(page: Page, address: str) -> None:
    page.goto(address)
    wait_for_keys(page)
    page.keyboard.type("62-84")


def scores() -> list[int | None]:
    return [slip.score for slip in ResultSlip.objects.order_by("pk")]


def expect_stored(page: Page) -> None:
    """Check that both lines are stored, by the page that was left or by the new one."""
    expect(page.locator("tbody[data-line] [data-stored]")).to_have_text(["+62", "−84"])
    expect(page.locator("[data-kept]")).to_be_hidden()


def gain(page: Page, line: int):
    return page.locator("tbody[data-line]").nth(line).locator("[name$='-gain']")


def test_a_lost_network_keeps_the_sheet_and_sends_it_once(page: Page, address: str) -> None:
    type_two(page, address)
    page.context.set_offline(True)

    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("Le site ne répond pas. Rien n’est perdu")).to_be_visible()
    expect(page.get_by_text("pas encore envoyée")).to_be_visible()
    assert scores() == []
    full = render_to_string("503.html", {"trouble": DISK_FULL})
    page.route(address + "*", lambda route: route.fulfill(status=503, content_type="text/html", body=full))
    page.context.set_offline(False)
    expect(page.get_by_text("Le disque est plein. Rien n’est perdu")).to_be_visible()
    page.unroute(address + "*")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect_saved(page, 2)
    page.reload()
    expect(page.locator("[data-kept]")).to_be_hidden()
    assert scores() == [62, -84]


def test_a_sheet_on_its_way_is_not_sent_beside_itself(page: Page, address: str) -> None:
    requests = []

    def slow(route: Route) -> None:
        if route.request.method == "POST":
            requests.append(route.request.url)
            page.wait_for_timeout(400)
        route.continue_()

    type_two(page, address)
    page.route(address + "*", slow)
    page.evaluate(
        "document.querySelector('form[data-keep]').addEventListener('submit', () =>"
        " [50, 150, 250].forEach((pause) => setTimeout(() => dispatchEvent(new Event('online')), pause)))"
    )

    page.keyboard.press("Control+Enter")

    expect_saved(page, 2)
    assert len(requests) == 1
    assert scores() == [62, -84]


def test_a_closed_tab_brings_the_sheet_back_and_a_refused_line_stays(page: Page, address: str) -> None:
    type_two(page, address)
    page.wait_for_timeout(400)
    page.goto(address.replace("/etuis/1/", "/"))
    expect(page.locator("[data-kept-list] a")).to_have_text(re.compile("^Étui 1 – (?!.*– Étui$)"))
    page.goto("about:blank")

    page.goto(address)

    expect(gain(page, 0)).to_have_value("62")
    expect(page.get_by_text("saisie retrouvée, pas encore enregistrée")).to_be_visible()
    page.get_by_role("button", name="Oublier cette saisie").click()
    expect(gain(page, 0)).to_have_value("")
    assert scores() == []

    gain(page, 0).focus()
    page.keyboard.type("57")
    page.keyboard.press("Enter")
    page.keyboard.type("62")
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")

    expect(page.get_by_text("impossible").first).to_be_visible()
    expect_saved(page, 1)
    expect(gain(page, 0)).to_have_value("57")
    assert scores() == [62]


def test_a_session_that_ended_asks_to_sign_in_and_the_sheet_leaves_afterwards(
    page: Page, address: str, live_server
) -> None:
    type_two(page, address)
    Session.objects.all().delete()

    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("Votre session est terminée. Rien n’est perdu")).to_be_visible()
    link = page.locator("[data-kept]").get_by_role("link", name="Se connecter")
    assert reverse("accounts-sign-in") in (link.get_attribute("href") or "")
    assert scores() == []
    sign_in(page.context, live_server.url, User.objects.get())
    page.goto(address)
    expect_stored(page)
    assert scores() == [62, -84]


def test_another_person_of_the_same_browser_sees_and_sends_nothing(
    page: Page, address: str, live_server, club: Club
) -> None:
    owner = User.objects.get()
    type_two(page, address)
    sign_in(page.context, live_server.url, make_user("Bruno", club=club))

    page.keyboard.press("Control+Enter")

    expect(page.get_by_text("Une autre personne est connectée dans ce navigateur.")).to_be_visible()
    page.goto(address)
    wait_for_keys(page)
    expect(gain(page, 0)).to_have_value("")
    expect(page.locator("[data-kept]")).to_be_hidden()
    stored_text = page.evaluate(
        """() => new Promise((resolve) => {
            const request = indexedDB.open("etui-sheets", 1);
            request.onsuccess = () => {
                const rows = request.result.transaction("sheets").objectStore("sheets").getAll();
                rows.onsuccess = () => resolve(JSON.stringify(rows.result));
            };
        })"""
    )
    assert "gain" not in stored_text
    assert scores() == []
    sign_in(page.context, live_server.url, owner)
    page.goto(address)
    expect_stored(page)
    assert {slip.entered_by for slip in ResultSlip.objects.all()} == {owner}


def test_a_lost_token_is_renewed(page: Page, address: str) -> None:
    type_two(page, address)
    page.context.clear_cookies(name="csrftoken")

    page.keyboard.press("Control+Enter")

    expect_saved(page, 2)
    assert scores() == [62, -84]
