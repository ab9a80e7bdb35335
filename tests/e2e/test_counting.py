"""An evening between friends on a phone: three deals, a correction, an undo, and a deal without network."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from counting.services.evenings import begin_evening
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant
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
        if number == 3:
            write(page, bid="prise", taker=taker, points="95")
            expect(page.get_by_text("Écrivez un nombre de 0 à 91.")).to_be_visible()
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
    slam = "Donne 4\u00a0: Anne −271, Bruno −271, Chloé −271, David +813"
    expect(page.locator("[data-waiting]")).to_contain_text(slam)
    expect(row).to_have_text(["−247", "−103", "−367", "+717"])
    write(page, bid="prise", taker="David", points="91,5")
    expect(page.locator("[data-waiting]")).to_contain_text("Donne 5\u00a0: elle sera comptée quand")
    expect(row).to_have_text(["−247", "−103", "−367", "+717"])
    expect(page.locator(".home-totals .leads")).to_have_text(re.compile("David"))
    assert faults(page, "deals that wait") == []

    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_contain_text("n’a pas été acceptée")
    page.get_by_role("button", name="La remettre dans la feuille").click()
    page.get_by_label("Points de l’attaque").fill("46")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.locator(".home-sheet tbody tr")).to_have_count(5)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(row).to_have_text(["−277", "−133", "−397", "+807"])

    page.context.set_offline(True)
    for points in ("46", "92"):
        write(page, bid="prise", taker="David", points=points)
    page.context.set_offline(False)
    page.get_by_role("button", name="La supprimer").click()
    expect(page.locator(".home-sheet tbody tr")).to_have_count(6)

    page.get_by_role("link", name="Corriger la donne 1").click()
    page.context.set_offline(True)
    write(page, bid="prise", taker="David", points="93")
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_contain_text("n’a pas été acceptée")
    page.get_by_role("link", name="Laisser comme c’est").click()
    page.get_by_role("button", name="La remettre dans la feuille").click()
    expect(page.get_by_role("heading", name="Corriger la donne 1")).to_be_visible()
    page.get_by_role("button", name="La remettre dans la feuille").click()
    expect(page.get_by_label("Points de l’attaque")).to_have_value("93")
    page.get_by_label("Points de l’attaque").fill("60")
    page.get_by_role("button", name="Enregistrer").click()
    expect(page.get_by_role("heading", name="Donne 7")).to_be_visible()
    expect(page.locator(".home-sheet tbody tr")).to_have_count(6)


EVENINGS = {
    "tarot-4 mouche=yes": [
        {"bid": "garde", "taker": "1", "bouts": "2", "points": "49"},
        {"bid": "passed"},
        {"bid": "prise", "taker": "0", "bouts": "1", "points": "40"},
        {"bid": "garde", "taker": "3", "bouts": "3", "points": "60", "petit": "attack"},
    ],
    "nullo-3": [{"points_0": "20,5", "points_1": "30", "points_2": "35,5"}] * 3,
    "contrat-5": [
        {f"bet_{seat}": "0" for seat in range(5)}
        | {f"tricks_{seat}": str(cards * (seat == 4)) for seat in range(5)}
        | {"excuse": "2"}
        for cards in (1, 2, 3, 4)
    ],
}
"""Facts of deals, the first of them with network: a pot, halves, a ladder with a third Excuse."""


def test_totals_without_network_are_those_of_the_site(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size(PHONE)
    for game, (first, *others) in EVENINGS.items():
        name, *options = game.split()
        rules = parse_rules(find_variant(name).options, " ".join(["fft", *options]))
        players = ["Anne", "Bruno", "Chloé", "David", "Emma"][: find_variant(name).player_count]
        evening = begin_evening(game=name, rules=rules, names=players, first_dealer=1)
        page.goto(f"{live_server.url}{reverse('counting-evening', args=[evening.writing])}")

        fill(page, first)
        expect(page.get_by_role("heading", name="Donne 2", exact=True)).to_be_visible()
        page.context.set_offline(True)
        for number, typed in enumerate(others, 3):
            fill(page, typed)
            expect(page.get_by_role("heading", name=f"Donne {number}", exact=True)).to_be_visible()
        waiting = shown(page)
        page.context.set_offline(False)
        expect(page.locator("[data-waiting]")).to_be_hidden()
        expect(page.locator(".home-sheet tbody tr")).to_have_count(len(others) + 1)

        assert shown(page) == waiting, game


def shown(page: Page) -> list[list[str]]:
    """Totals, leaders, the next dealer and their cards."""
    parts = (".home-totals li", ".home-totals .leads", "[data-next-dealer]", "[data-next-cards]")
    return [[text.strip() for text in page.locator(part).all_inner_texts()] for part in parts]


def fill(page: Page, typed: dict[str, str]) -> None:
    page.evaluate(
        """typed => {
          const form = document.querySelector("form[data-deal]");
          for (const [name, value] of Object.entries(typed)) form.elements[name].value = value;
        }""",
        typed,
    )
    page.get_by_role("button", name="Enregistrer").click()


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
