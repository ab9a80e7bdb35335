"""An evening between friends on a phone: three deals, a correction, an undo, and a deal without network."""

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.core.facts import facts_form
from games.core.facts.additive import additive_scores
from games.core.rules import RuleSet
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
    expect(page.locator(".home-totals strong")).to_have_text(["0", "0", "0", "0"])
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Donne 5", exact=True)).to_be_visible()
    expect(page.locator(".home-sheet tfoot td")).to_have_text(["0", "0", "0", "0"])
    assert faults(page, "the evening") == []


def test_deals_without_network_count_at_once(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/compter/soiree/jeu/tarot-4/")
    for label, name in zip(("Nord", "Ouest", "Sud", "Est"), ("Anne", "Bruno", "Chloé", "David"), strict=True):
        page.get_by_label(label, exact=True).fill(name)
    page.get_by_label("Qui donne en premier").select_option(label="Nord")
    page.get_by_role("button", name="Commencer").click()
    write(page, bid="prise", taker="Anne", points="46")
    expect(page.get_by_role("heading", name="Donne 2", exact=True)).to_be_visible()
    row = page.locator(".home-totals strong")

    page.context.set_offline(True)
    write(page, bid="garde", taker="Bruno", points="49")
    expect(page.get_by_role("heading", name="Donne 3", exact=True)).to_be_visible()
    expect(page.get_by_text("Chloé donne.")).to_be_visible()
    expect(row).to_have_text(["+24", "+168", "−96", "−96"])
    expect(page.locator("[data-waiting]")).to_contain_text("Donne 2\u00a0: Anne −66, Bruno +198, Chloé −66")
    page.get_by_label("Contrat").select_option("passed")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_text("David donne.")).to_be_visible()
    page.get_by_text("Plus rare").click()
    page.get_by_label("Chelem").select_option("made")
    write(page, bid="prise", taker="David", points="87")
    expect(page.locator("[data-waiting]")).to_contain_text("Donne 4\u00a0: elle sera comptée quand")
    expect(row).to_have_text(["+24", "+168", "−96", "−96"])
    expect(page.locator(".home-totals .leads")).to_have_text(re.compile("Bruno"))
    assert faults(page, "deals that wait") == []

    page.context.set_offline(False)
    expect(page.locator(".home-sheet tbody tr")).to_have_count(4)
    expect(page.locator("[data-waiting]")).to_be_hidden()


def test_script_counts_as_the_engine(page: Page, live_server: LiveServer) -> None:
    """Random facts of five players: the sums of the page are the readings of the server's form."""
    page.goto(f"{live_server.url}/compter/")
    parts, form, rng = additive_scores("tarot-5", RuleSet()), facts_form("tarot-5"), random.Random(45)
    assert parts is not None
    deals = []
    while len(deals) < 60:
        typed = {
            "bid": rng.choice(["prise", "garde", "garde_sans", "garde_contre", "passed"]),
            "taker": str(rng.randrange(5)),
            "partner_0": rng.choice(["", *"01234"]),
            "bouts": str(rng.randrange(4)),
            "points": rng.choice(["{}", "{},5", "{}.5"]).format(rng.randrange(91)),
            "petit": rng.choice(["none", "attack", "defence"]),
            "handful_simple": rng.choice(["", "0", "1"]),
        }
        if typed["bid"] == "passed":
            typed = dict.fromkeys(typed, "") | {"bid": "passed"}
        if (reading := form.read(typed)).outcome is not None:
            deals.append((typed, list(reading.scores)))

    sums = page.evaluate(
        """async ([parts, deals]) => {
          const { scoresOf } = await import("/static/js/counting/offline_scores.js");
          return deals.map((typed) => scoresOf(parts, typed, 5));
        }""",
        [parts.as_json(), [typed for typed, _scores in deals]],
    )

    assert sums == [scores for _typed, scores in deals]


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


def test_points_are_typed_with_the_keys_of_the_page_on_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{live_server.url}/compter/tarot-5/")
    points = page.locator("[name=points]")
    expect(points).to_have_attribute("inputmode", "none")

    for key in "457":
        page.locator(f'[data-key="{key}"]').tap()
    page.get_by_role("button", name="Effacer un chiffre").tap()
    page.locator('[data-key="½"]').tap()

    expect(points).to_have_value("45½")
    expect(page.locator("[data-result]")).not_to_be_empty()
    assert faults(page, "the calculator with keys") == []
    context.close()
