"""Writing down the hands of an étui: by tap on a phone, by keyboard alone, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.shared_site import DeskOf
from tests.e2e.signed_in import sign_in_by_link

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def first_board(organiser: Page, desk_of: DeskOf) -> Page:
    """Open the page of étui 1 of next week's evening, without a recorded card."""
    open_first_board(organiser, desk_of)
    return organiser


def open_first_board(page: Page, desk_of: DeskOf) -> None:
    page.goto(desk_of("Soirée de la semaine prochaine") + "etuis/")
    page.get_by_role("link", name="Relever les mains distribuées à la table").click()
    expect(page.get_by_role("heading", name=re.compile("^Relever l’étui"))).to_be_visible()


def pocket(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{name} "))


def test_hands_are_tapped_counted_and_the_last_pocket_completed(first_board: Page) -> None:
    page = first_board
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    keys = page.locator(".card-key")

    pocket(page, "Nord").click()
    for place in range(19):
        keys.nth(place).click()
    expect(pocket(page, "Nord")).to_contain_text("19 / 18")
    keys.nth(18).click()
    expect(pocket(page, "Nord")).to_contain_text("18 / 18")
    for name, start in (("Sud", 18), ("Est", 36), ("Ouest", 54)):
        pocket(page, name).click()
        keys.evaluate_all("(keys, start) => keys.slice(start, start + 18).forEach(key => key.click())", start)
    expect(page.locator("[data-left]")).to_have_text("6")
    page.get_by_role("button", name="Compléter la dernière pochette").click()
    expect(pocket(page, "Chien")).to_contain_text("6 / 6")
    page.get_by_role("button", name="Enregistrer ces mains").click()

    expect(page.get_by_text("sont relevées")).to_be_visible()


@pytest.mark.nights  # by day deals/organiser/test_recording
def test_hands_are_typed_and_a_short_hand_is_refused_with_all_that_was_typed(first_board: Page) -> None:
    page = first_board
    page.locator(".card-key").first.focus()
    for letter in "N" * 17 + "S" * 18 + "E" * 18 + "O" * 18:
        page.keyboard.press(letter)
    expect(pocket(page, "Nord")).to_contain_text("17 / 18")
    expect(page.locator("[data-left]")).to_have_text("7")
    expect(page.get_by_role("button", name="Compléter la dernière pochette")).to_be_disabled()
    page.get_by_role("button", name="Enregistrer ces mains").click()

    expect(page.get_by_text(re.compile("Nord\\s:"))).to_be_visible()
    expect(pocket(page, "Nord")).to_contain_text("17 / 18")
    last = page.locator(".card-key").last
    last.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(last).to_be_focused()
    page.keyboard.press("N")
    expect(pocket(page, "Nord")).to_contain_text("18 / 18")
    page.keyboard.press("Backspace")
    expect(pocket(page, "Nord")).to_contain_text("17 / 18")


@pytest.mark.nights  # by day deals/organiser/test_recording, which has none
def test_hands_are_recorded_without_javascript(
    browser: Browser, browser_context_args: dict[str, object], sign_in_link: str, desk_of: DeskOf
) -> None:
    page = browser.new_context(**{**browser_context_args, "java_script_enabled": False}).new_page()  # type: ignore[arg-type]
    sign_in_by_link(page, sign_in_link)
    open_first_board(page, desk_of)
    rows = page.locator("table.pocket-choices tbody tr")
    for place in range(72):
        rows.nth(place).locator("input").nth(place // 18).check()

    page.get_by_role("button", name="Enregistrer ces mains").click()

    expect(page.get_by_text("sont relevées")).to_be_visible()
