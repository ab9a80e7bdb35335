"""Preview beside the options of a document: redrawn at each change, as wide as its place."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories.tournaments import make_club, make_seated_tournament, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def guide_cards(page: Page, live_server, client: Client) -> Page:
    """The page of the guide cards, on a phone."""
    club = make_club()
    tournament = make_seated_tournament(club, table_count=3)
    client.force_login(make_user(club=club))
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + reverse("organiser-document-page", args=[tournament.slug, "guide_cards"]))
    return page


def test_preview_follows_the_options_and_fits_its_place(guide_cards: Page):
    sheets = guide_cards.frame_locator("iframe")
    expect(sheets.locator("h1")).to_have_count(12)
    expect(guide_cards.get_by_role("button", name="Voir", exact=True)).to_be_hidden()

    guide_cards.get_by_role("group", name="Tables").get_by_label("de").fill("3")

    expect(sheets.locator("h1")).to_have_count(4)
    frame = guide_cards.locator("iframe")
    box = frame.bounding_box()
    assert box is not None
    assert box["width"] <= 360
    assert frame.evaluate("frame => frame.contentWindow.innerWidth") >= 794

    guide_cards.get_by_role("group", name="Tables").get_by_label("à").fill("1")
    expect(sheets.get_by_role("alert")).to_have_text(re.compile("Tables – Le dernier"))
