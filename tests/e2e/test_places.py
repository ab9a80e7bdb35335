"""Unsaved places are neither lost when the page is left nor ignored when the seats are fixed."""

import pytest
from django.urls import reverse
from playwright.sync_api import Dialog, Page, expect

from tests.factories.tournaments import fill_tournament, make_tournament
from tournaments.models import Club, Entry, Seating

pytestmark = pytest.mark.django_db(transaction=True)


def test_unsaved_places_are_asked_about_and_fixed_as_chosen(page: Page, live_server, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    fill_tournament(tournament)
    began = {str(entry.pk): (entry.start_table, entry.start_seat) for entry in Entry.objects.all()}
    page.goto(live_server.url + reverse("organiser-places", args=[tournament.slug]))
    places = page.locator("[data-places] select")
    first, second = (places.nth(number).input_value() for number in (0, 1))
    places.nth(0).select_option(second)
    dialogs: list[str] = []

    def stay(dialog: Dialog) -> None:
        dialogs.append(dialog.type)
        dialog.dismiss()

    page.once("dialog", stay)
    page.get_by_role("link", name="Inscrits", exact=True).first.click()

    expect(page.get_by_role("heading", name="Places de départ")).to_be_visible()
    assert dialogs == ["beforeunload"]
    assert [places.nth(number).input_value() for number in (0, 1)] == [second, first]

    page.get_by_role("button", name="Fixer les places de toute la soirée").click()

    expect(page.get_by_role("heading", name="Qui joue où")).to_be_visible()
    seated = Seating.objects.filter(round__number=1, entry__in=[first, second])
    assert {str(seat.entry_id): (seat.table.number, seat.seat) for seat in seated} == {
        second: began[first],
        first: began[second],
    }
