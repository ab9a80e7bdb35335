"""Filling an étui in front of the screen: by tap, by key, and by itself."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.shared_site import DeskOf


@pytest.fixture
def stage(organiser: Page, desk_of: DeskOf) -> Page:
    """The first étui of the running evening, its first card shown."""
    organiser.goto(desk_of("Soirée du club") + "etuis/")
    organiser.get_by_role("link", name="Préparer les étuis carte par carte").click()
    expect(organiser.get_by_text("1 / 78", exact=True)).to_be_visible()
    return organiser


def test_cards_follow_by_tap_and_by_key_and_the_last_one_leads_to_the_next_board(stage: Page) -> None:
    card = stage.get_by_label("Carte à poser").locator("[data-stage=card]")
    expect(card).to_have_text("Atout 21")

    stage.get_by_role("button", name="Carte suivante").click()
    stage.keyboard.press("ArrowRight")
    expect(card).to_have_text("Atout 19")
    stage.keyboard.press("ArrowLeft")
    expect(card).to_have_text("Atout 20")

    for _card in range(78):
        stage.keyboard.press("ArrowRight")
    expect(stage.get_by_text("L’étui est prêt")).to_be_visible()
    expect(stage.get_by_role("button", name="Carte suivante")).to_be_disabled()
    stage.get_by_role("link", name="Préparer l’étui 2").click()
    expect(stage.get_by_role("heading", name=re.compile("étui 2"))).to_be_visible()


@pytest.mark.nights  # by day by tap and by key, above
def test_cards_follow_each_other_untouched_until_escape(stage: Page) -> None:
    pace = stage.get_by_label("Avancer sans y toucher")
    pace.select_option("une carte par seconde")
    expect(stage.get_by_text("3 / 78", exact=True)).to_be_visible()

    stage.keyboard.press("Escape")
    expect(pace).to_have_value("0")
