"""Page of name, day and hour, and its effect on the public pages of the event."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_team_tournament, make_tournament, make_user
from tournaments.entries.services.cancellations import cancel_registration
from tournaments.entries.services.fees import RateLine, set_fee_rates
from tournaments.entries.services.registrations import (
    registration_message,
    registration_secret,
)
from tournaments.entries.words.fee_words import fee_words
from tournaments.events.services.events import create_tournament
from tournaments.models import Club, ClubPage, Ruling, Tournament
from tournaments.movements.services.sections import SectionPlan

pytestmark = pytest.mark.django_db

DAY = datetime.date(2027, 3, 12)


@pytest.fixture
def tournament() -> Tournament:
    new_tournament = make_tournament(make_club(), name="Grand prix")
    new_tournament.starts_on = DAY
    new_tournament.save()
    return open_event(new_tournament)


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
    form = {"name": "Prix du printemps", "starts_on": "2027-04-09", "starts_at": "20:30"}

    page = organiser.post(path(tournament), form, follow=True)

    assert "Ce tournoi était prévu le vendredi 12 mars 2027" in page.text
    for name in ("public-registrations", "public-home"):
        page_text = client.get(reverse(name) if name == "public-home" else path(tournament, name)).text
        assert "Prix du printemps" in page_text
        assert "vendredi 9 avril 2027, 20:30" in " ".join(page_text.split())
        assert "prévu d’abord le 12 mars" in page_text
    calendar = client.get(reverse("public-club-calendar", args=[tournament.club.slug])).content
    entry = Calendar.from_ical(calendar).walk("VEVENT")[0]
    assert entry.decoded("dtstart").isoformat() == "2027-04-09T20:30:00+02:00"


def test_players_read_place_fee_and_note_before_they_enter(
    client: Client, tournament: Tournament, organiser: Client
) -> None:
    open_event(tournament, note="Repas à 19 h")
    rates = [RateLine(None, "Plein tarif", 800), RateLine(None, "Jeunes", 400)]
    set_fee_rates(tournament=tournament, rates=rates, is_per_member=False, set_by=None)
    organiser.post(
        path(tournament), {"name": "Grand prix", "starts_on": DAY, "place": "Salle des fêtes, 3 rue Haute"}
    )
    registration = send_registration(
        tournament, "Durand Anne", email="a@example.org", link="http://testserver/i"
    )
    registration.tournament.refresh_from_db()

    pages = [
        client.get(path(tournament, "public-registrations")).text,
        client.get(
            reverse("public-registration", args=[tournament.slug, registration_secret(registration)])
        ).text,
        registration_message(registration).body,
    ]

    for page in pages:
        assert "Salle des fêtes, 3 rue Haute" in page
        assert "Droit d’inscription : Plein tarif 8,00 €, Jeunes 4,00 €." in page
    assert "Repas à 19 h" in pages[0]
    assert "Repas à 19 h" in pages[2]
    assert "Salle des fêtes" in client.get(reverse("public-home")).text


def test_a_cancelled_registration_gets_no_note(tournament: Tournament) -> None:
    open_event(tournament, note="Repas à 19 h")
    registration = send_registration(
        tournament, "Durand Anne", email="a@example.org", link="http://testserver/i"
    )

    cancelled = cancel_registration(registration=registration)

    assert "Repas à 19 h" not in registration_message(cancelled).body


@pytest.mark.parametrize(("is_per_member", "unit"), [(True, "par joueur"), (False, "par équipe")])
def test_teams_read_for_whom_the_fee_is(club: Club, is_per_member: bool, unit: str) -> None:
    teams = make_team_tournament(club, "triplets")
    rates = [RateLine(None, "Inscription", 1250)]
    set_fee_rates(tournament=teams, rates=rates, is_per_member=is_per_member, set_by=None)

    assert fee_words(teams) == f"Droit d’inscription {unit} : 12,50 €."


@pytest.mark.parametrize(("place", "expected"), [(None, "Maison des associations"), ("Mairie", "Mairie")])
def test_a_new_event_is_at_the_usual_place_of_its_club_unless_another_is_given(
    club: Club, place: str | None, expected: str
) -> None:
    ClubPage.objects.create(club=club, address="Maison des associations")

    new_event = create_tournament(
        club=club,
        name="Soirée",
        starts_on=DAY,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=5, round_count=5, boards_per_set=4)],
        created_by=None,
        place=place,
    )

    assert new_event.place == expected


def test_what_does_not_do_is_told_at_its_field_and_kept(tournament: Tournament, organiser: Client) -> None:
    page = organiser.post(path(tournament), {"name": " ", "starts_on": "32/13/2027", "starts_at": "25:00"})

    assert set(page.context["form"].errors) == {"name", "starts_on", "starts_at"}
    assert "32/13/2027" in page.text


def test_a_cancelled_event_is_called_so_everywhere_and_can_be_restored(
    client: Client, tournament: Tournament, organiser: Client
) -> None:
    registration = send_registration(tournament, "Durand Anne")
    private = reverse("public-registration", args=[tournament.slug, registration_secret(registration)])

    organiser.post(path(tournament, "organiser-event-cancel"))

    assert "Rétablir le tournoi" in organiser.get(path(tournament, "organiser-desk")).text
    assert "Ce tournoi est annulé" in client.get(path(tournament, "public-registrations")).text
    private_page = client.get(private).text
    assert "Ce tournoi est annulé" in private_page
    assert "Annuler ma préinscription" not in private_page
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
    # its seats were undone after a ruling had been taken back
    Ruling.objects.create(session=empty.sessions.get(), reason="erreur", ruled_by=make_user())
    send_registration(tournament, "Durand Anne")
    is_offered = [
        "Personne n’est inscrit" in organiser.get(path(event)).text for event in (empty, tournament)
    ]

    deleted = organiser.post(path(empty, "organiser-event-delete"), follow=True)
    stays = organiser.post(path(tournament, "organiser-event-delete"), follow=True)

    assert is_offered == [True, False]
    assert "« De trop » est supprimé" in deleted.text
    assert "ils seront prévenus" in stays.text
    assert list(Tournament.objects.all()) == [tournament]
