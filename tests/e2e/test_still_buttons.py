"""Buttons stay where they are under a mouse that has gone to them: no first click is lost."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories.sessions import make_short_evening, play_session
from tournaments.models import Club

pytestmark = pytest.mark.django_db(transaction=True)


def test_first_click_after_typing_shows_the_consequences(page: Page, live_server, club: Club) -> None:
    """The mouse goes to the button while a stored line is being typed on, then presses and releases."""
    tournament = play_session(make_short_evening(club))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + reverse("organiser-traveller", args=[tournament.slug, 1]))
    line = page.locator("tbody[data-line]").first
    line.locator("input[name$=-gain]").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("64")
    button = page.get_by_role("button", name="Voir les conséquences")
    place = button.bounding_box()
    assert place is not None
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + 4)
    page.mouse.down()
    page.wait_for_timeout(300)  # longer than the page takes to ask what the line comes to
    assert button.bounding_box() == place
    page.mouse.up()

    expect(page.get_by_role("heading", name="Ce qui changerait")).to_be_visible()
