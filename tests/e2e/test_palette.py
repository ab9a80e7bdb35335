"""The palette of the desk: anything found and opened without the mouse."""

import re

from playwright.sync_api import Page, Route, expect

from tests.e2e.shared_site import DeskOf

WAITS = 300
"""Milliseconds from the last letter to the palette's request."""


def test_player_table_and_page_are_opened_from_the_keyboard(organiser: Page, desk_of: DeskOf) -> None:
    page = organiser
    page.goto(desk_of("Soirée du club"))

    ask(page)
    box = page.get_by_role("combobox", name="Que cherchez-vous")
    expect(box).to_be_focused()
    page.keyboard.type("table 3")
    expect(page.get_by_role("option").first).to_have_text("Table 3 table")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table 3")).to_be_visible()

    ask(page)
    page.keyboard.type("classement")
    expect(page.get_by_role("option").first).to_have_text("Classement page")
    page.keyboard.press("ArrowDown")
    selected_option = page.locator("[role=option][aria-selected=true]")
    expect(selected_option).to_have_count(1)
    address = selected_option.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")

    ask(page)
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_what_the_arrows_chose_stays_chosen_when_more_is_found(organiser: Page, desk_of: DeskOf) -> None:
    page = organiser
    page.goto(desk_of("Soirée du club"))
    selected_option = page.locator("[role=option][aria-selected=true]")
    held_routes: list[Route] = []

    def hold(route: Route) -> None:
        held_routes.append(route)

    page.route(re.compile("q=classement&"), hold)

    ask(page)
    page.keyboard.type("classemen")
    expect(page.get_by_role("option").first).to_have_text("Classement page")
    page.keyboard.type("t")
    page.wait_for_timeout(WAITS)
    page.keyboard.press("ArrowDown")
    address = selected_option.get_attribute("href")
    assert len(held_routes) == 1
    with page.expect_response(re.compile("q=classement&")):
        held_routes[0].continue_()

    expect(page.get_by_role("option").first).to_have_text("Classement page")
    expect(selected_option).to_have_attribute("href", str(address))


def ask(page: Page) -> None:
    """Open the palette, once its script has run."""
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
