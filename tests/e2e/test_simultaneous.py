"""A simultaneous of three sites in a browser: joined, the deals of the first taken, played, ranked."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories.sessions import make_dealt_evening, make_short_evening, play_session
from tests.factories.simultaneous import event_document
from tests.factories.tournaments import make_club, make_user
from tournaments.core.exchange.event_json import rank_event
from tournaments.models import Competition, Entry, Tournament
from tournaments.seasons.services.competitions import refresh_competition

pytestmark = pytest.mark.django_db(transaction=True)


def add_site(page: Page, tournament: Tournament, site: str) -> None:
    page.get_by_label("Tournoi", exact=True).select_option(str(tournament.pk))
    page.get_by_label("Lieu", exact=True).fill(site)
    page.get_by_role("button", name="Ajouter").click()
    expect(page.get_by_text("Le tournoi compte dans la compétition.")).to_be_visible()


def expected_lines(sites: list[Tournament]) -> list[str]:
    """Place and name of everybody, from all plays as one document of the exchange format."""
    rows = rank_event(event_document(sites))["overall"]
    names = {str(entry.pk): entry.public_name for entry in Entry.objects.select_related("person")}
    return [f"{row['place']} {names[row['unit']]}" for row in rows]


def test_three_sites_take_the_deals_of_the_first_and_are_ranked_as_one(page: Page, live_server) -> None:
    club, client = make_club(), Client()
    client.force_login(make_user(club=club))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    sites = [make_dealt_evening(club), make_short_evening(club), make_short_evening(club)]
    page.goto(live_server.url + reverse("organiser-competitions", args=[club.slug]))
    page.get_by_label("Nom de la compétition").fill("Simultané")
    page.get_by_label("Genre").select_option("simultaneous")
    page.get_by_role("button", name="Créer la compétition").click()
    for number, tournament in enumerate(sites, start=1):
        add_site(page, tournament, f"Lieu {number}")
    expect(page.get_by_text("donnes inconnues")).to_have_count(2)

    for tournament in sites[1:]:
        page.goto(live_server.url + reverse("organiser-deals", args=[tournament.slug]))
        page.get_by_role("button", name="Prendre les donnes de Lieu 1").click()
        expect(page.get_by_text("ce tournoi a les mêmes donnes que Lieu 1")).to_be_visible()
    for start, tournament in enumerate(sites):
        play_session(tournament, first_score=start)
    competition = Competition.objects.get()
    refresh_competition(competition=competition)
    page.goto(live_server.url + reverse("organiser-competition", args=[club.slug, competition.pk]))
    expect(page.get_by_text("mêmes donnes", exact=True)).to_have_count(3)
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.get_by_role("link", name="Page publique").click()

    lines = page.locator("table.standings tbody tr")
    expect(lines).to_have_count(60)
    shown = [
        f"{line.locator('td').first.inner_text()} {line.locator('th').inner_text()}" for line in lines.all()
    ]
    assert sorted(shown) == sorted(expected_lines(sites))
    assert [line.split()[0] for line in shown] == [line.split()[0] for line in expected_lines(sites)]
