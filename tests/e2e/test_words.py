"""Free messages in two browsers: lines appear live, typed text stays, a moderator removes one."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.core.bots.choosing import RobotLevel
from play.conduct.models import WrittenLine
from play.conduct.services.words import open_table_in
from play.free.services.sitting_down import sit_down
from play.rooms.models import RoomDirector
from tests.e2e.signed_in import sign_in
from tests.e2e.test_playing import PHONE
from tests.e2e.test_rooms import judge
from tests.factories.rooms import make_room
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def write(page: Page, text: str) -> None:
    page.get_by_label("Votre message").fill(text)
    page.keyboard.press("Enter")


@pytest.mark.nights  # by day play/conduct/web/test_words
def test_two_write_to_each_other_and_a_moderator_takes_a_line_away(
    live_server: LiveServer, browser: Browser
) -> None:
    room, current_time, names = (
        make_room(club=make_club(), has_free_words=True),
        timezone.now(),
        ("Anne", "Boris"),
    )
    users = {name: make_user(name) for name in (*names, "Modeste")}
    users["Modeste"].pseudonym, users["Modeste"].pseudonym_folded = "Modeste", "modeste"
    users["Modeste"].save()
    RoomDirector.objects.create(room=room, user=users["Modeste"])
    table = open_table_in(
        room,
        game="tarot-4",
        level=RobotLevel.DEBUTANT,
        is_listed=True,
        deal_count=4,
        action_seconds=30,
        reserve_seconds=120,
        robots_after=None,
        name="Anne",
        device="a",
        owner=users["Anne"],
        now=current_time,
    ).table
    sit_down(table=table, name="Boris", device="b", owner=users["Boris"], now=current_time)
    pages = dict[str, Page]()
    for name, user in users.items():
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        sign_in(context, live_server.url, user)
        pages[name] = context.new_page()
    anne, boris, modeste = pages.values()
    for name in names:
        pages[name].goto(live_server.url + reverse("rooms-free-table", args=[table.secret]))

    anne.get_by_label("Votre message").fill("Pas encore fini")
    write(boris, "Bonsoir Anne")
    expect(anne.get_by_role("log")).to_contain_text("Boris")
    expect(anne.get_by_label("Votre message")).to_have_value("Pas encore fini")
    anne.keyboard.press("Enter")
    expect(boris.get_by_role("log")).to_contain_text("Pas encore fini")
    expect(anne.get_by_label("Votre message")).to_have_value("")
    judge(anne, "rooms-free-table")
    modeste.goto(live_server.url + reverse("rooms-words", args=[room.slug]))
    judge(modeste, "rooms-words")
    modeste.get_by_role("button", name="Retirer le message").last.click()

    expect(anne.get_by_role("log")).to_contain_text("Message retiré par Modeste")
    expect(anne.get_by_role("log")).not_to_contain_text("Bonsoir Anne")
    anne.get_by_role("button", name="Commencer avec des robots").click()
    expect(anne.locator("[data-write]")).to_contain_text("Une donne est en cours")
    assert WrittenLine.objects.count() == 2
    for page in pages.values():
        page.context.close()
