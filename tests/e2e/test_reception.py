"""At the reception: entering by keyboard alone, arrivals on a phone, two devices in step."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.judging import OVERFLOW
from tests.e2e.signed_in import sign_in
from tests.factories.tournaments import (
    make_club,
    make_people,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.events.services.events import enter_people
from tournaments.models import Club, EntryFee, FeeRate, Person, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club) -> User:
    return make_user("Odile", club=club)


def test_door_is_kept_with_the_keyboard_alone(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_tournament(club)
    make_people(club, 3)
    Person.objects.create(club=club, last_name="Lefèvre", first_name="Zoé", federation_number="4711")
    sign_in(page.context, live_server.url, owner)
    page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/inscrits/")
    box = page.get_by_role("searchbox")
    expect(box).to_be_focused()

    page.keyboard.type("an nom")
    expect(page.locator("[data-reception-pick]")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("NOM02 Ana est inscrit.")).to_be_visible()
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    expect(page.get_by_text("LEFÈVRE Zoé est inscrit.")).to_be_visible()
    page.keyboard.type("lefevre")
    expect(page.get_by_text("déjà inscrit")).to_be_visible()

    assert sorted(str(entry) for entry in tournament.entries.all()) == ["LEFÈVRE Zoé", "NOM02 Ana"]


def test_nine_people_stand_on_a_laptop_at_the_door_and_on_the_page_of_presence(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 12), entered_by=None)
    sign_in(page.context, live_server.url, owner)
    page.set_viewport_size({"width": 1280, "height": 800})

    visible_counts = {}
    for path, rows in (("accueil", ".arrival-row"), ("presence", "table.dense tbody tr")):
        page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/{path}/")
        boxes = [row.bounding_box() for row in page.locator(rows).all()]
        visible_counts[path] = sum(box is not None and box["y"] + box["height"] <= 800 for box in boxes)

    assert {path: count for path, count in visible_counts.items() if count < 9} == {}
    assert visible_counts.keys() == {"accueil", "presence"}


def test_arrivals_are_marked_on_a_phone_and_seen_on_another(
    page: Page, browser: Browser, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_event(club)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    second_device = browser.new_context(locale="fr-FR").new_page()
    for device in (page, second_device):
        sign_in(device.context, live_server.url, owner)
        device.goto(f"{live_server.url}/organiser/t/{tournament.slug}/accueil/")

    row = page.locator(".arrival-row", has_text="NOM02 Ana")
    height = page.locator(".arrival-row").evaluate_all(
        "rows => Math.min(...rows.map(row => row.offsetHeight))"
    )
    # the list does not come again before the payment: the choice counts, not the list
    page.route("**/*moyen=card*", lambda route: route.fulfill(status=204))
    page.get_by_label("Moyen de paiement").select_option("carte bancaire")
    row.get_by_role("button", name="Payé NOM02 Ana", exact=True).click()
    expect(row.get_by_text(re.compile("payé 10,00.€.*, carte bancaire"))).to_be_visible()
    page.unroute("**/*moyen=card*")
    page.get_by_role("searchbox").fill("nom02")
    expect(page.locator(".arrival-row")).to_have_count(1)
    row.get_by_role("button", name="Arrivé NOM02 Ana").click()
    expect(page.locator(".arrival-row")).to_have_count(3)
    expect(row.get_by_text("arrivé à")).to_be_visible()
    expect(
        second_device.locator(".arrival-row", has_text="NOM02 Ana").get_by_text("arrivé à")
    ).to_be_visible()
    row.get_by_role("button", name="Annuler NOM02 Ana").click()
    expect(row.get_by_role("button", name="Arrivé NOM02 Ana")).to_be_visible()
    page.get_by_label("Seulement ceux qui ne sont pas encore là").check()
    page.locator(".arrival-row").first.get_by_role("button", name="Arrivé NOM01 Ana", exact=True).click()
    expect(page.locator(".arrival-row")).to_have_count(2)

    assert height >= 56
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    assert (EntryFee.objects.get().paid_cents, EntryFee.objects.get().means) == (1000, "card")
    second_device.context.close()
    page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/droits/")
    payments = page.get_by_role("region", name="Paiements")
    assert payments.evaluate("region => region.scrollWidth - region.clientWidth") == 0
    expect(payments.get_by_role("button", name="Tout payé NOM01 Ana")).to_be_in_viewport(ratio=1)


def test_the_door_takes_one_row_by_return_asks_among_several_and_keeps_the_focus(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_event(club)
    Person.objects.create(club=club, last_name="Lefèvre", first_name="Zoé")
    sign_in(page.context, live_server.url, owner)
    address = f"{live_server.url}/organiser/t/{tournament.slug}/accueil/"
    page.route("**/js/reception*.js", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.goto(address, wait_until="commit")
    box = page.get_by_role("searchbox", name="Nom, prénom")
    expect(box).to_be_focused()

    page.keyboard.type("nom02")  # before the script has come
    expect(page.locator(".arrival-row")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("NOM02 Ana : arrivée notée.")).to_be_visible()
    page.keyboard.press("Enter")
    expect(box).to_be_focused()
    page.keyboard.type("nom")
    expect(page.locator("[data-reception-pick]")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("[data-reception-pick]").first).to_be_focused()
    assert tournament.entries.filter(arrived_at=None).count() == 2
    page.keyboard.press("Enter")
    expect(page.get_by_text("NOM01 Ana : arrivée notée.")).to_be_visible()

    page.keyboard.type("lefev")
    offer = page.get_by_role("button", name="Inscrire LEFÈVRE Zoé")
    expect(offer).to_be_visible()
    page.keyboard.press("Enter")
    expect(offer).to_be_focused()  # somebody new is asked about
    page.keyboard.press("Enter")
    expect(page.get_by_text("LEFÈVRE Zoé : inscrit, arrivée notée.")).to_be_visible()
    expect(box).to_be_focused()
    page.keyboard.type("gurtler ina")
    new = page.get_by_role("button", name="Inscrire, arrivé", exact=True)
    expect(new).to_be_visible()
    page.keyboard.press("Enter")
    expect(new).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("GURTLER Ina : inscrit, arrivée notée.")).to_be_visible()

    assert tournament.entries.exclude(arrived_at=None).count() == 4
    assert page.url == address


def test_rows_of_the_door_are_one_line_or_compact(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_event(club)
    long = Person.objects.create(
        club=club, last_name="Bourguignon", first_name="Marie-Françoise", federation_number="4797285"
    )
    enter_people(tournament=tournament, people=[long], entered_by=None)
    sign_in(page.context, live_server.url, owner)
    page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/accueil/")

    for width, height, most in ((1280, 800, 46), (360, 740, 72)):
        page.set_viewport_size({"width": width, "height": height})
        heights = page.locator(".arrival-row").evaluate_all("rows => rows.map(row => row.offsetHeight)")
        assert len(heights) == 4
        assert max(heights) <= most, width
        assert page.evaluate(OVERFLOW) == 0, width


def test_team_is_put_together_by_searching(
    page: Page, live_server: LiveServer, club: Club, owner: User
) -> None:
    tournament = make_team_tournament(club, "triplets")
    make_people(club, 3)
    sign_in(page.context, live_server.url, owner)
    page.goto(f"{live_server.url}/organiser/t/{tournament.slug}/inscrits/")

    for name in ("NOM01", "NOM02", "NOM03"):
        page.get_by_role("searchbox").fill(name)
        page.get_by_role("link", name=name).click()
        expect(page.locator(".team-making")).to_contain_text(name)
    page.get_by_role("button", name="Inscrire cette équipe").click()

    expect(page.get_by_text("est inscrite")).to_be_visible()
    assert tournament.entries.get().members.count() == 3


def make_event(club: Club) -> Tournament:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 3), entered_by=None)
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    return tournament
