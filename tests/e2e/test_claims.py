"""A claim on a phone: the hour on the ranking, the line, the correction, the answer; scratch and handicap."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories.sheets import bid_line, enter_line, make_sheet_tournament, seat
from tournaments.enums import Visibility
from tournaments.models import Club, Play, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.queries.claims import list_entry_plays
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 360, "height": 640}


def make_evening(club: Club) -> Tournament:
    """Public free deals with every result, and a handicap by series."""
    tournament = seat(make_sheet_tournament(club))
    for number, play in enumerate(Play.objects.filter(round__section__session__tournament=tournament)):
        enter_line(play, bid_line(number % 4, (56, -54, 62)[number % 3]))
    tournament.options = {"handicap": {"by": "series", "per": "event", "points": {"NC": 40, "4": 20}}}
    tournament.visibility = Visibility.PUBLIC
    tournament.save()
    for number, person in enumerate(club.people.order_by("pk")):
        person.series = ("1", "4", "NC")[number % 3]
        person.save()
    refresh_standings(session=tournament.sessions.get())
    return tournament


@pytest.mark.nights  # by day test_friendly_evening, and rankings/public/test_points
def test_player_claims_from_a_phone_and_reads_the_answer(
    page: Page, browser: Browser, live_server: LiveServer, club: Club
) -> None:
    tournament = make_evening(club)
    entry = tournament.entries.order_by("pk")[0]
    play = list_entry_plays(entry)[0]
    ensure_links([entry.person])
    site, later = live_server.url, timezone.localtime() + datetime.timedelta(hours=1)
    page.goto(site + reverse("organiser-claims", args=[tournament.slug]))
    page.get_by_label("Réclamations jusqu’à").fill(f"{later:%H:%M}")
    page.get_by_role("button", name="Annoncer").click()
    expect(page.get_by_text("C’est annoncé.")).to_be_visible()

    phone = browser.new_context(viewport=PHONE, locale="fr-FR").new_page()
    phone.goto(site + reverse("public-points", args=[tournament.slug]))
    expect(phone.get_by_role("columnheader", name="Net")).to_be_visible()
    width = phone.evaluate("document.documentElement.scrollWidth")
    phone.get_by_role("link", name="Handicap").click()
    expect(phone.locator("tbody tr").first.locator("td.place").nth(1)).to_have_text("1")
    phone.goto(site + reverse("public-own-evening", args=[person_secret(entry.person), tournament.slug]))
    phone.get_by_role("link", name="Mes réclamations").click()
    phone.get_by_label("Ligne concernée").select_option(str(play.pk))
    phone.get_by_label("Ce qui est faux").fill("66, pas 56.")
    phone.get_by_role("button", name="Envoyer la réclamation").click()
    expect(phone.get_by_text("à l’étude")).to_be_visible()

    enter_line(play, bid_line(0, 66), seen_version=1, reason="réclamation")
    page.reload()
    page.get_by_label("Votre réponse").fill("Corrigé.")
    page.get_by_role("button", name="Accepter").click()
    expect(page.get_by_text("Correction : version 2 du résultat.")).to_be_visible()
    phone.reload()

    expect(phone.get_by_text("acceptée")).to_be_visible()
    expect(phone.get_by_text("Réponse : Corrigé.")).to_be_visible()
    assert width == PHONE["width"]
