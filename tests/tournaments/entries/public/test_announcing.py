"""Arrivals that players announce: at the right time, of themselves alone, confirmed at the reception."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import (
    make_club,
    make_player,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.entries.services.acceptances import accept_registration
from tournaments.entries.services.announcing import set_announcing
from tournaments.entries.services.registrations import registration_secret
from tournaments.enums import EventRole, TournamentState, Visibility
from tournaments.models import AuditEvent, Registration, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return begin_in(open_event(make_tournament(make_club())), timedelta(minutes=30))


def begin_in(tournament: Tournament, delay: timedelta, *, is_announcing: bool = True) -> Tournament:
    """The event, which begins so long from now."""
    start = timezone.localtime(timezone.now() + delay)
    tournament.starts_on, tournament.starts_at = start.date(), start.time().replace(microsecond=0)
    tournament.save(update_fields=["starts_on", "starts_at"])
    return set_announcing(tournament=tournament, is_taken=is_announcing, set_by=None)


def accepted(tournament: Tournament, name: str = "Durand Anne") -> Registration:
    registration = send_registration(tournament, name)
    accept_registration(registration=registration, person_ids={}, accepted_by=None)
    return registration


def address_of(registration: Registration, name: str = "public-registration-arrival") -> str:
    return reverse(name, args=[registration.tournament.slug, registration_secret(registration)])


@pytest.mark.postgres
def test_player_announces_by_the_private_link_and_the_reception_confirms(
    client: Client, tournament: Tournament
) -> None:
    registration, other = accepted(tournament), accepted(tournament, "Petit Jean")
    entry, other_entry = (row.players.get().entry for row in (registration, other))

    assert "Je suis là" in client.get(address_of(registration, "public-registration")).text
    page = client.post(address_of(registration), follow=True)

    entry.refresh_from_db()
    other_entry.refresh_from_db()
    assert "Votre arrivée est notée" in page.text
    assert "Je suis là" not in page.text
    assert (entry.arrived_at is not None, entry.is_announced) == (True, True)
    assert other_entry.arrived_at is None
    event = AuditEvent.objects.get(action="entry.announced")
    assert (event.actor, event.subject) == (None, str(entry))

    client.force_login(make_user(tournament=tournament, role=EventRole.TREASURER))
    reception = client.get(reverse("organiser-arrivals", args=[tournament.slug]))
    assert "arrivée annoncée à" in reception.text
    hour = entry.arrived_at
    client.post(reverse("organiser-arrivals-step", args=[tournament.slug, entry.pk, "arrive"]))
    entry.refresh_from_db()
    assert (entry.arrived_at, entry.is_announced) == (hour, False)
    assert AuditEvent.objects.filter(action="entry.arrived").count() == 1


def test_reception_undoes_an_announced_arrival(client: Client, tournament: Tournament) -> None:
    registration = accepted(tournament)
    client.post(address_of(registration))
    entry = registration.players.get().entry
    client.force_login(make_user(tournament=tournament, role=EventRole.TREASURER))

    client.post(reverse("organiser-arrivals-step", args=[tournament.slug, entry.pk, "absent"]))

    entry.refresh_from_db()
    assert (entry.arrived_at, entry.is_announced) == (None, False)


def test_arrival_is_refused_in_a_sentence(client: Client, tournament: Tournament) -> None:
    registration = accepted(tournament)
    cases = (
        (timedelta(hours=3), True, "Vous pourrez annoncer votre arrivée le"),
        (timedelta(minutes=30), False, "c’est l’accueil qui note les arrivées"),
        (timedelta(hours=-13), True, "ne prend plus d’arrivées"),
    )

    for delay, is_announcing, sentence in cases:
        begin_in(tournament, delay, is_announcing=is_announcing)
        assert "Je suis là" not in client.get(address_of(registration, "public-registration")).text
        assert sentence in client.post(address_of(registration), follow=True).text
        assert registration.players.get().entry.arrived_at is None


def test_cancelled_and_finished_events_and_registrations_without_entry_refuse(
    client: Client, tournament: Tournament
) -> None:
    registration, unanswered = accepted(tournament), send_registration(tournament, "Petit Jean")
    assert "Vous n’êtes pas inscrit" in client.post(address_of(unanswered), follow=True).text

    rows = Tournament.objects.filter(pk=tournament.pk)
    rows.update(cancelled_at=timezone.now())
    assert "ne prend plus d’arrivées" in client.post(address_of(registration), follow=True).text
    rows.update(cancelled_at=None, state=TournamentState.FINISHED)
    assert "ne prend plus d’arrivées" in client.post(address_of(registration), follow=True).text


def test_guessed_secret_announces_nobody(client: Client, tournament: Tournament) -> None:
    registration = accepted(tournament)
    guess = f"{registration.pk}-{'A' * 22}"

    answer = client.post(reverse("public-registration-arrival", args=[tournament.slug, guess]))

    assert answer.status_code == 404
    assert registration.players.get().entry.arrived_at is None


@pytest.mark.postgres
def test_owner_of_the_account_announces_on_their_evening_and_nobody_else(client: Client) -> None:
    tournament = begin_in(make_seated_tournament(make_club()), timedelta(minutes=30))
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public")
    player = make_user("Anne")
    person = make_player(player, tournament)
    own, other = tournament.entries.get(person=person), tournament.entries.exclude(person=person)[0]
    address = reverse("public-arrival", args=[tournament.slug])

    def page(entry: object) -> str:
        return client.get(reverse("public-player", args=[tournament.slug, entry.pk])).text

    # a claim on the device is no proof
    client.post(reverse("public-own", args=[tournament.slug, own.pk]))
    assert "Je suis là" not in page(own)
    assert client.post(address).status_code == 404
    client.force_login(player)
    assert "Je suis là" in page(own)
    assert "Je suis là" not in page(other)

    answer = client.post(address, follow=True)

    assert "Votre arrivée est notée" in answer.text
    assert [entry.pk for entry in tournament.entries.exclude(arrived_at=None)] == [own.pk]


def test_requests_beyond_the_limit_wait(client: Client, tournament: Tournament) -> None:
    registration = accepted(tournament)
    client.get(reverse("public-registrations", args=[tournament.slug]))

    answers = [client.post(address_of(registration)).status_code for _ in range(11)]

    assert answers == [302] * 10 + [429]


def test_director_chooses_whether_players_announce(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament))
    address = reverse("organiser-arrivals-announced", args=[tournament.slug])

    off = client.post(address, {}, follow=True)
    assert "L’accueil note seul les arrivées." in off.text
    assert not tournament.opening.takes_arrivals
    client.post(address, {"taken": "1"})
    tournament.opening.refresh_from_db()
    assert tournament.opening.takes_arrivals


def test_player_announces_by_the_private_link_to_all_results(client: Client) -> None:
    tournament = begin_in(make_seated_tournament(make_club()), timedelta(minutes=30))
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    entry, other_entry = tournament.entries.select_related("person")[:2]
    ensure_links([entry.person, other_entry.person])
    secret, other_secret = (person_secret(row.person) for row in (entry, other_entry))
    page_path = reverse("public-own-evening", args=[secret, tournament.slug])
    path = reverse("public-own-arrival", args=[secret, tournament.slug])
    assert reverse("public-own-arrival", args=[secret, tournament.slug]) in client.get(page_path).text

    page = client.post(path, follow=True)

    entry.refresh_from_db()
    other_entry.refresh_from_db()
    assert "Votre arrivée est notée" in page.text
    assert "Je suis là" not in page.text
    assert (entry.arrived_at is not None, entry.is_announced, other_entry.arrived_at) == (True, True, None)
    assert (
        "Je suis là" in client.get(reverse("public-own-evening", args=[other_secret, tournament.slug])).text
    )
    assert client.post(path.replace(secret, "x" + secret[1:])).status_code == 404
