"""The front page on a phone in a hall: the evening first, then the hand of the day, one tap to play it."""

import re

from playwright.sync_api import Browser, Page, expect

COUNTS = """addEventListener("refresh:shown", () => requestAnimationFrame(() =>
    document.documentElement.dataset.counts ??= document.querySelector("[data-until]").textContent))"""
"""Script that marks the page with what its first countdown says in the frame after the list came again."""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_phone_sees_the_evening_first_and_plays_the_hand_of_the_day_with_one_tap(
    browser: Browser, browser_context_args: dict[str, object], site: str
) -> None:
    look = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    page = browser.new_context(**{**browser_context_args, **look}).new_page()  # type: ignore[arg-type]

    page.goto(site)

    expect(page.get_by_role("heading", level=1)).to_have_text("Soirée du club")
    expect(page.get_by_role("link", name="Suivre la soirée en cours")).to_be_in_viewport()
    expect(page.locator(".daily-hand .playing-card")).to_have_count(18)
    expect(page.locator("[data-until]").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert page.evaluate(OVERFLOW) == 0
    # text at 200 % on this phone: half of its width in rem
    page.set_viewport_size({"width": 180, "height": 320})
    assert page.evaluate(OVERFLOW) == 0
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Jouer cette main").tap()
    expect(page).to_have_url(re.compile(r"/jouer/table/"))
    expect(page.locator(".own-hand")).to_be_visible()
    page.goto(site)
    expect(page.get_by_role("link", name="Continuer ma donne")).to_be_visible()


def test_countdown_of_a_room_is_there_in_each_new_list(page: Page, site: str) -> None:
    page.add_init_script(COUNTS)

    page.goto(f"{site}/salles/")

    expect(page.locator("html")).to_have_attribute("data-counts", re.compile(r"^\d+:\d\d$"))
