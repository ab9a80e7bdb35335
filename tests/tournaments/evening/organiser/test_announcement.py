"""The page of name, day and hour; what everybody then reads of the event."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.entries.services.registrations import registration_secret
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DAY = datetime.date(2027, 3, 12)


@pytest.fixture
def tournament() -> Tournament:
    made = make_tournament(make_club(), name="Grand prix")
    made.starts_on = DAY
    made.save()
    return open_event(made)


@pytest.fixture
def organiser(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(make_user(club=tournament.club))
    return client


def path(tournament: Tournament, name: str = "organiser-announcement") -> str:
    return reverse(name, args=[tournament.slug])


def test_an_event_is_put_off_and_its_pages_say_so(
    client: Client, tournament: Tournament, organiser: Client
) -> None:
    wanted = {"name": "Prix du printemps", "starts_on": "2027-04-09", "starts_at": "20:30"}

    page = organiser.post(path(tournament), wanted, follow=True)

    assert "Ce tournoi était prévu le vendredi 12 mars 2027" in page.text
    for name in ("public-registrations", "public-home"):
        shown = client.get(reverse(name) if name == "public-home" else path(tournament, name)).text
        assert "Prix du printemps" in shown
        assert "vendredi 9 avril 2027, 20:30" in " ".join(shown.split())
        assert "prévu d’abord le 12 mars" in shown
    calendar = client.get(reverse("public-club-calendar", args=[tournament.club.slug])).content
    entry = Calendar.from_ical(calendar).walk("VEVENT")[0]
    assert entry.decoded("dtstart").isoformat() == "2027-04-09T20:30:00+02:00"


def test_what_does_not_do_is_told_at_its_field_and_kept(tournament: Tournament, organiser: Client) -> None:
    page = organiser.post(path(tournament), {"name": " ", "starts_on": "32/13/2027", "starts_at": "25:00"})

    assert set(page.context["form"].errors) == {"name", "starts_on", "starts_at"}
    assert "32/13/2027" in page.text


def test_a_cancelled_event_is_called_so_everywhere_and_can_be_restored(
    client: Client, tournament: Tournament, organiser: Client
) -> None:
    sent = send_registration(tournament, "Durand Anne")
    private = reverse("public-registration", args=[tournament.slug, registration_secret(sent)])

    organiser.post(path(tournament, "organiser-event-cancel"))

    assert "Rétablir le tournoi" in organiser.get(path(tournament, "organiser-desk")).text
    assert "Ce tournoi est annulé" in client.get(path(tournament, "public-registrations")).text
    own = client.get(private).text
    assert "Ce tournoi est annulé" in own
    assert "Annuler ma préinscription" not in own
    home = client.get(reverse("public-home")).text
    assert "annulé" in home
    assert "S’inscrire</a>" not in home
    calendar = client.get(reverse("public-club-calendar", args=[tournament.club.slug])).text
    assert "STATUS:CANCELLED" in calendar

    organiser.post(path(tournament, "organiser-event-cancel"), {"restore": "yes"})

    assert "S’inscrire</a>" in client.get(reverse("public-home")).text


def test_the_address_of_the_standings_leads_to_the_registrations_until_there_are_any(
    client: Client, tournament: Tournament
) -> None:
    page = client.get(path(tournament, "public-standings"), follow=True)

    assert page.redirect_chain == [(path(tournament, "public-registrations"), 302)]
    Tournament.objects.update(opened_at=None)
    assert client.get(path(tournament, "public-standings")).status_code == 404


def test_a_club_is_shown_from_its_first_announcement(client: Client, tournament: Tournament) -> None:
    club = reverse("public-club", args=[tournament.club.slug])

    assert "Grand prix" in client.get(club).text
    Tournament.objects.update(opened_at=None)
    assert client.get(club).status_code == 404


def test_an_empty_event_is_deleted_and_another_says_why_it_stays(
    tournament: Tournament, organiser: Client
) -> None:
    empty = make_tournament(tournament.club, name="De trop")
    send_registration(tournament, "Durand Anne")

    gone = organiser.post(path(empty, "organiser-event-delete"), follow=True)
    stays = organiser.post(path(tournament, "organiser-event-delete"), follow=True)

    assert "« De trop » est supprimé" in gone.text
    assert "ils seront prévenus" in stays.text
    assert list(Tournament.objects.all()) == [tournament]
