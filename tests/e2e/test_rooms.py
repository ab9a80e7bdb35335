"""A guest on a phone enters a round at once, plays its deal and sees their place among forty others."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from play.rooms.models import Room, RoomEntry, RoomRecord, RoomRound
from play.rooms.services.settling import settle_round
from play.tables.models import PlayedTable
from tests.e2e.judging import faults_of_kinds
from tests.e2e.signed_in import sign_in
from tests.e2e.test_playing import MOST_TURNS, PHONE, tap
from tests.factories.played_tables import play_out
from tests.factories.rooms import finish, make_entry, make_room, make_round
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db(transaction=True)
OTHERS = 40


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def judge(page: Page, name: str) -> None:
    """No page scrolls sideways on a phone, and axe finds nothing in any light or width."""
    page.wait_for_load_state()  # after a link the new document may still be empty
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert faults_of_kinds(page, page.url, name, {}) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type] # a plain dictionary


def tap_to_the_end(page: Page) -> None:
    """Tap through the end of a deal that counts: nothing can be taken back at its end."""
    for _ in range(MOST_TURNS):
        expect(page.locator("form.turn:not(.waits):not([data-sending]), .end").first).to_be_visible()
        if page.locator(".end").count():
            return
        number = int(page.locator("[name=numero]").first.input_value())
        tap(page)
        page.wait_for_function(
            "number => document.querySelector('.end')"
            " || Number(document.querySelector('[name=numero]')?.value) > number",
            arg=number,
        )
    raise AssertionError("the deal does not end")


def move_back(of: RoomRound, minutes: int) -> None:
    """Move the round and its plays so many minutes into the past."""
    back = timedelta(minutes=minutes)
    of.refresh_from_db()
    RoomRound.objects.filter(pk=of.pk).update(starts_at=of.starts_at - back, ends_at=of.ends_at - back)
    for table in PlayedTable.objects.filter(ended_at__isnull=False):
        PlayedTable.objects.filter(pk=table.pk).update(ended_at=table.ended_at - back)


def test_guest_plays_a_round_at_once_and_sees_his_place(phone: Page, live_server: LiveServer) -> None:
    room = make_room("Salle verte", deals=1, club=make_club())
    user = make_user()
    user.pseudonym, user.pseudonym_folded, user.country = "Zoé", "zoe", "FR"
    user.save()
    RoomRecord.objects.create(room=room, user=user, season=2026, compared=30, marks="1650", played=30)

    phone.goto(live_server.url + reverse("rooms-lobby"))
    judge(phone, "rooms-lobby")
    phone.get_by_role("link", name="Salle verte").click()
    judge(phone, "rooms-room")
    phone.get_by_label("Votre nom dans la salle").fill("Léa du 12")
    phone.get_by_role("button", name="Jouer tout de suite").click()
    expect(phone.get_by_role("heading", name="Mes donnes")).to_be_visible()
    of = RoomRound.objects.get(kind="at_once")
    # an instant round takes no newcomer once a deal is finished
    others = [make_entry(of) for _ in range(OTHERS)]
    for number, other in enumerate(others):
        finish(other, 1_000 if number < OTHERS // 2 else -1_000)
    phone.get_by_role("button", name="Jouer la donne 1").click()
    expect(phone.locator("form.turn")).to_be_visible()
    play_out(PlayedTable.objects.get(ended_at=None), until_cards=2)
    phone.reload()
    tap_to_the_end(phone)
    expect(phone.get_by_role("heading", name="La même donne dans la manche")).to_be_visible()
    phone.get_by_role("link", name="La manche", exact=True).click()
    expect(phone.locator(".my-place")).to_have_text(
        f"Votre place : {OTHERS // 2 + 1} sur {OTHERS + 1}, avec 50,00 % pour l’instant"
    )
    judge(phone, "rooms-round")
    # a round closes some seconds after its end, and began with its minute
    move_back(of, 31)
    assert settle_round(of=of, now=timezone.now()).settled_at is not None
    phone.reload()
    phone.get_by_role("link", name="Donne 1", exact=True).click()
    expect(phone.get_by_role("heading", name="Le chien")).to_be_visible()
    judge(phone, "rooms-round-deal")
    phone.get_by_role("link", name="Revoir ma donne carte par carte").click()
    expect(phone.get_by_role("heading", name="carte par carte")).to_be_visible()
    phone.goto(live_server.url + reverse("rooms-boards") + "?tableau=donnes")
    expect(phone.get_by_role("rowheader", name="Zoé")).to_be_visible()
    judge(phone, "rooms-boards")
    phone.get_by_role("link", name="Zoé", exact=True).click()
    expect(phone.get_by_role("rowheader", name="Moyenne des donnes")).to_be_visible()
    judge(phone, "rooms-player")
    assert RoomEntry.objects.get(name="Léa du 12").place == OTHERS // 2 + 1


@pytest.mark.nights
def test_keeper_opens_and_directs_a_room_on_a_phone(phone: Page, live_server: LiveServer) -> None:
    club = make_club()
    sign_in(phone.context, live_server.url, make_user(club=club))

    phone.goto(live_server.url + reverse("rooms-club-open", args=[club.slug]))
    judge(phone, "rooms-club-open")
    phone.get_by_label("Nom de la salle").fill("Salle bleue")
    phone.get_by_role("button", name="Ouvrir la salle").click()
    expect(phone.get_by_role("heading", name="Salle bleue")).to_be_visible()
    make_entry(make_round(Room.objects.get()), name="Léa")
    phone.get_by_role("link", name="Diriger la salle").click()
    judge(phone, "rooms-direct")
    phone.locator("details summary").first.click()
    phone.get_by_role("button", name="Mettre hors classement").click()
    expect(phone.get_by_text("hors classement", exact=True)).to_be_attached()
    phone.goto(live_server.url + reverse("rooms-club-boards", args=[club.slug]))
    judge(phone, "rooms-club-boards")
