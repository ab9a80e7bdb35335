"""Sheets typed twice: the second person sees nothing of the first, and differences are settled."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.judging import faults
from tests.e2e.test_evening import sign_in


def test_second_entry_that_differs_is_settled(page: Page, sign_in_link: str, site: str) -> None:
    sign_in(page, sign_in_link)
    page.goto(f"{site}/organiser/")
    page.get_by_role("link", name="Soirée du club").click()
    page.get_by_role("link", name="Résultats", exact=True).first.click()
    page.get_by_role("link", name="Double saisie").click()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Enregistrer le choix").click()
    page.get_by_role("button", name="Saisir la feuille suivante en aveugle").click()
    expect(page.get_by_role("textbox", name=re.compile("^Gagne, étui 1, position 1"))).to_have_value("")
    page_faults = faults(page, "a second entry")
    sheet = page.url
    write(page, "62")
    page.goto(sheet.replace("/double/", "/"))
    write(page, "56")
    page.goto(f"{sheet.partition('etuis/')[0]}")
    expect(page.get_by_text("1 différence", exact=False)).to_be_visible()
    page.get_by_role("link", name=re.compile("^Départager")).click()
    page_faults += faults(page, "two entries that differ")

    assert page_faults == []


def write(page: Page, gain: str) -> None:
    """Type a score on the fifth line, which is still empty."""
    page.get_by_role("textbox", name=re.compile("^Gagne, étui 1, position 5")).fill(gain)
    with page.expect_navigation():
        page.get_by_role("button", name="Enregistrer", exact=True).click()
