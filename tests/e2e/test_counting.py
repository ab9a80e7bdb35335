"""An evening between friends on a phone: three deals, a correction, an undo, and a deal without network."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.judging import faults

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 640}


def write(page: Page, *, bid: str, taker: str, points: str) -> None:
    page.get_by_label("Contrat").select_option(bid)
    page.get_by_label("Preneur").select_option(label=taker)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Points de l’attaque").fill(points)
    page.get_by_role("button", name="Enregistrer").click()


def totals(page: Page) -> list[str]:
    return page.locator(".home-sheet tfoot td").all_inner_texts()


def test_an_evening_of_three_deals_on_a_phone(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/compter/soiree/jeu/tarot-4/")
    for label, name in zip(("Nord", "Ouest", "Sud", "Est"), ("Anne", "Bruno", "Chloé", "David"), strict=True):
        page.get_by_label(label, exact=True).fill(name)
    page.get_by_label("Qui donne en premier").select_option(label="Nord")
    page.get_by_role("button", name="Commencer").click()
    for number, taker in enumerate(("Anne", "Bruno", "Chloé"), 1):
        expect(page.get_by_role("heading", name=f"Donne {number}", exact=True)).to_be_visible()
        write(page, bid="prise", taker=taker, points="46")
    expect(page.get_by_role("heading", name="Donne 4", exact=True)).to_be_visible()
    assert totals(page) == ["+30", "+30", "+30", "−90"]
    row = [place.bounding_box() for place in page.locator(".home-totals li").all()]
    assert len({box["y"] for box in row if box}) == 1
    assert max(box["x"] + box["width"] for box in row if box) <= PHONE["width"]
    assert row[0] is not None
    assert row[0]["y"] < (page.get_by_label("Contrat").bounding_box() or {"y": 0})["y"]

    page.get_by_role("link", name="Corriger la donne 1").click()
    expect(page.get_by_label("Points de l’attaque")).to_have_value("46")
    write(page, bid="garde", taker="Anne", points="46")
    expect(page.locator(".home-sheet tfoot td").first).to_have_text("+120")
    page.get_by_role("button", name="Annuler la dernière saisie").click()
    expect(page.locator(".home-sheet tfoot td").first).to_have_text("+30")

    page.context.set_offline(True)
    write(page, bid="prise", taker="David", points="46")
    expect(page.get_by_text(re.compile("Une donne attend le réseau"))).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Donne 5", exact=True)).to_be_visible()
    assert totals(page) == ["0", "0", "0", "0"]
    assert faults(page, "the evening") == []


@pytest.mark.nights
def test_a_deal_is_counted_as_it_is_typed(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/compter/grelin-4/")
    for name, cards in zip(("Nord", "Ouest", "Sud", "Est"), "0234", strict=True):
        page.get_by_label(f"Cartes restantes , {name}").fill(cards)
    expect(page.locator(".count-scores td").first).to_have_text("−4")

    page.reload()

    expect(page.locator(".count-scores td").first).to_have_text("−4")
    assert faults(page, "the calculator") == []
