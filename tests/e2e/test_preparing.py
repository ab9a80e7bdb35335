"""Filling an étui in front of the screen: by tap, by key, and by itself."""

import re

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def stage(page: Page, sign_in_link: str) -> Page:
    """The first étui of the running evening, its first card shown."""
    page.goto(sign_in_link)
    page.get_by_role("button", name="Entrer").click()
    page.get_by_role("link", name="Plus tard").click()
    page.get_by_role("link", name="Soirée du club").click()
    page.get_by_role("link", name="Étuis", exact=True).first.click()
    page.get_by_role("link", name="Préparer les étuis carte par carte").click()
    expect(page.get_by_text("1 / 78", exact=True)).to_be_visible()
    return page


def test_cards_follow_each_other_by_tap_and_by_key(stage: Page) -> None:
    card = stage.get_by_label("Carte à poser").locator("[data-stage=card]")
    expect(card).to_have_text("Atout 21")

    stage.get_by_role("button", name="Carte suivante").click()
    stage.keyboard.press("ArrowRight")
    expect(card).to_have_text("Atout 19")
    stage.keyboard.press("ArrowLeft")
    expect(card).to_have_text("Atout 20")


@pytest.mark.nights  # by day by tap and by key, above
def test_cards_follow_each_other_untouched_until_escape(stage: Page) -> None:
    pace = stage.get_by_label("Avancer sans y toucher")
    pace.select_option("une carte par seconde")
    expect(stage.get_by_text("3 / 78", exact=True)).to_be_visible()

    stage.keyboard.press("Escape")
    expect(pace).to_have_value("0")


def test_last_card_says_that_the_board_is_ready_and_leads_to_the_next(stage: Page) -> None:
    for _card in range(78):
        stage.keyboard.press("ArrowRight")

    expect(stage.get_by_text("L’étui est prêt")).to_be_visible()
    expect(stage.get_by_role("button", name="Carte suivante")).to_be_disabled()
    stage.get_by_role("link", name="Préparer l’étui 2").click()
    expect(stage.get_by_role("heading", name=re.compile("étui 2"))).to_be_visible()
