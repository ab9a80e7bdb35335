"""Registrations of players: places, waiting list, private link, changes and cancellations."""

import uuid

import pytest
from django.core import mail
from django.utils.translation import override
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.errors import AppError
from tests.factories.registrations import open_event, send_registration
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import (
    make_club,
    make_people,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
)
from tournaments.entries.services import registrations
from tournaments.entries.services.acceptances import accept_registration, refuse_registration
from tournaments.entries.services.cancellations import cancel_registration
from tournaments.entries.services.registrations import (
    PlayerDraft,
    RegistrationDraft,
    change_registration,
    find_registration,
    registration_secret,
    shut_entries,
    store_registration,
)
from tournaments.entries.services.waiting import count_places_left
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.enums import RegistrationState
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, RegisteredPlayer, Registration, Tournament

pytestmark = pytest.mark.django_db
RECEIVED, WAITING = RegistrationState.RECEIVED, RegistrationState.WAITING


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(make_club())


def states(*registrations: Registration) -> list[str]:
    return [Registration.objects.get(pk=registration.pk).state for registration in registrations]


def test_place_beyond_the_limit_is_one_on_the_waiting_list(tournament: Tournament) -> None:
    enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)
    open_event(tournament, places=2)

    first, second = (send_registration(tournament, f"Nom{letter} Ana") for letter in "AB")

    assert states(first, second) == [RECEIVED, WAITING]
    assert count_places_left(tournament) == 0


@pytest.mark.postgres
def test_place_given_back_goes_to_who_waits_first(tournament: Tournament) -> None:
    open_event(tournament, places=1)
    first, second, third = (send_registration(tournament, f"Nom{letter} Ana") for letter in "ABC")

    cancel_registration(registration=first)

    second.refresh_from_db()
    assert states(first, second, third) == [RegistrationState.CANCELLED, RECEIVED, WAITING]
    assert second.promoted_at is not None
    assert AuditEvent.objects.filter(action="registration.promoted", subject="NOMB Ana").exists()


def test_entry_taken_off_by_the_organiser_calls_who_waits(tournament: Tournament) -> None:
    (entry,) = enter_people(tournament=tournament, people=make_people(tournament.club, 1), entered_by=None)
    open_event(tournament, places=1)
    waiting = send_registration(tournament, "Durand Anne")

    withdraw_entry(entry=entry, withdrawn_by=None)

    assert states(waiting) == [RECEIVED]


@pytest.mark.postgres
def test_more_places_call_who_waits_and_nobody_overtakes(tournament: Tournament) -> None:
    open_event(tournament, places=1)
    registrations = [send_registration(tournament, f"Nom{letter} Ana") for letter in "ABC"]

    open_event(tournament, places=2)
    late = send_registration(tournament, "Durand Anne")

    assert states(*registrations, late) == [RECEIVED, RECEIVED, WAITING, WAITING]


def test_one_player_does_not_overtake_a_couple_that_waits_for_two_places(tournament: Tournament) -> None:
    partners = make_sheet_tournament(tournament.club, format_code="free_deals_pairs")
    partners.entries.all().delete()
    open_event(partners, places=2)
    first = send_registration(partners, "NomA Ana")

    couple = send_registration(partners, "NomB Ana", "NomC Ana")
    alone = send_registration(partners, "NomD Ana")
    overtaking = states(first, couple, alone)
    cancel_registration(registration=couple)
    last = send_registration(partners, "NomE Ana")

    assert overtaking == [RECEIVED, WAITING, WAITING]
    assert states(alone, last) == [RECEIVED, WAITING], "the last one waits for a place, behind no one"


def test_accepted_player_who_cancels_leaves_the_list_and_calls_the_next(tournament: Tournament) -> None:
    open_event(tournament, places=1)
    first, second = (send_registration(tournament, f"Nom{letter} Ana") for letter in "AB")
    accept_registration(registration=first, person_ids={}, accepted_by=None)
    entered = tournament.entries.count()

    cancel_registration(registration=first)

    assert entered == 1
    assert tournament.entries.count() == 0
    assert states(second) == [RECEIVED]


def test_sent_twice_is_stored_once(tournament: Tournament) -> None:
    open_event(tournament)
    token = uuid.uuid4()
    draft = RegistrationDraft((PlayerDraft("Durand"),))

    first, second = (
        store_registration(tournament=tournament, draft=draft, token=token, address_of=None) for _ in range(2)
    )

    assert first == second
    assert Registration.objects.count() == 1


@pytest.mark.postgres
def test_shut_seated_or_never_opened_takes_nobody(tournament: Tournament) -> None:
    seated = make_seated_tournament(make_club("Ailleurs"), is_dealt=False)
    shut = make_tournament(tournament.club, name="Close")
    open_event(shut)
    shut_entries(tournament=shut, shut_by=None)
    shut.refresh_from_db()

    for event in (tournament, seated, shut):
        with pytest.raises(AppError) as refusal:
            send_registration(event, "Durand Anne")
        assert refusal.value.code == "entries_shut"


@pytest.mark.postgres
def test_cancelled_and_refused_registrations_do_not_close_the_event(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_event(tournament)
    monkeypatch.setattr(registrations, "MOST_COMING", 2)
    for _number in range(3):
        cancel_registration(registration=send_registration(tournament, "Durand Anne"))
    refuse_registration(registration=send_registration(tournament, "Petit Anne"), refused_by=None)

    send_registration(tournament, "Martin Luc")
    send_registration(tournament, "Grand Luc")

    with pytest.raises(AppError) as refusal:
        send_registration(tournament, "Tard Luc")
    assert refusal.value.code == "entries_shut"
    assert tournament.registrations.filter(state=RegistrationState.CANCELLED).count() == 2


def test_practice_is_not_opened_to_players(tournament: Tournament) -> None:
    Tournament.objects.update(is_practice=True)

    with pytest.raises(AppError) as refusal:
        open_event(tournament)

    assert refusal.value.code == "practice_is_closed"
    tournament.refresh_from_db()
    assert tournament.opened_at is None


def test_more_players_than_a_team_are_refused() -> None:
    teams = open_event(make_team_tournament(make_club(), "triplets"))

    with pytest.raises(AppError) as refusal:
        send_registration(teams, *(f"Nom{letter} Ana" for letter in "ABCD"))

    assert refusal.value.code == "too_many_players"


def test_secret_opens_its_own_registration_and_nothing_else(tournament: Tournament) -> None:
    open_event(tournament)
    first, second = (send_registration(tournament, f"Nom{letter} Ana") for letter in "AB")
    mixed = f"{first.pk}-{registration_secret(second).partition('-')[2]}"

    assert find_registration(registration_secret(first)) == first
    assert [find_registration(wrong) for wrong in (mixed, "", "x", "9" * 40, f"{first.pk}-")] == [None] * 5


@pytest.mark.postgres
def test_change_keeps_the_place_and_is_refused_once_answered(tournament: Tournament) -> None:
    open_event(tournament, places=1)
    registration = send_registration(tournament, "Durand Anne")
    draft = RegistrationDraft((PlayerDraft("Dupont", "Annie", "12"),), "a@example.org")

    change_registration(registration=registration, draft=draft)
    names = [str(player) for player in registration.players.all()]
    accept_registration(registration=registration, person_ids={}, accepted_by=None)
    with pytest.raises(AppError) as refusal:
        change_registration(registration=registration, draft=draft)

    assert names == ["DUPONT Annie"]
    assert refusal.value.code == "registration_answered"


@pytest.mark.postgres
def test_partner_beyond_the_places_is_refused_and_nothing_changes() -> None:
    pairs = make_free_pairs()
    open_event(pairs, places=1)
    registration = send_registration(pairs, "Durand Anne")
    pair_draft = RegistrationDraft((PlayerDraft("Durand", "Anne"), PlayerDraft("Petit", "Luc")))

    with pytest.raises(AppError) as refusal:
        change_registration(registration=registration, draft=pair_draft)

    assert refusal.value.code == "no_place_left"
    assert registration.players.count() == 1


def test_player_is_written_to_in_the_language_in_which_he_wrote(
    tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    open_event(tournament)
    with django_capture_on_commit_callbacks(execute=True), override("en"):
        registration = send_registration(tournament, "Durand Anne", email="a@example.org", link="http://site")
    with django_capture_on_commit_callbacks(execute=True):
        accept_registration(registration=registration, person_ids={}, accepted_by=None)
    second_sent = send_registration(tournament, "Petit Luc")
    with override("en"):
        changed = change_registration(
            registration=second_sent, draft=RegistrationDraft((PlayerDraft("Petit", "Luc"),), "", True, False)
        )

    assert ["Your entry is accepted" in message.body for message in mail.outbox] == [False, True]
    assert mail.outbox[0].subject == f"{tournament.name}: your registration"
    assert (registration.language, second_sent.language, changed.language) == ("en", "fr", "en")


def test_player_is_written_to_at_each_step_where_an_address_is_given(
    tournament: Tournament, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    open_event(tournament, places=1)
    with django_capture_on_commit_callbacks(execute=True):
        first = send_registration(tournament, "Durand Anne", email="a@example.org", link="http://site")
        send_registration(tournament, "Petit Luc", email="b@example.org", link="http://site")
        send_registration(tournament, "Martin Zoé", email="c@example.org")
    with django_capture_on_commit_callbacks(execute=True):
        cancel_registration(registration=first)

    messages = [(message.to, message.body) for message in mail.outbox]
    assert [to for to, _body in messages] == [
        ["a@example.org"],
        ["b@example.org"],
        ["a@example.org"],
        ["b@example.org"],
    ]
    assert [key in body for key, (_to, body) in zip(
        ("Le club a reçu", "liste d’attente", "est annulée", "Une place s’est libérée"), messages, strict=True
    )] == [True] * 4  # fmt: skip
    assert f"http://site/{registration_secret(first)}/" in messages[0][1]


def make_free_pairs() -> Tournament:
    return make_team_tournament(make_club(), "free_deals_pairs")


def test_player_of_the_first_session_does_not_cancel_before_the_second() -> None:
    evening = make_short_evening()
    registration = Registration.objects.create(
        tournament=evening, token=uuid.uuid4(), state=RegistrationState.ACCEPTED
    )
    entry = evening.entries.order_by("pk")[0]
    RegisteredPlayer.objects.create(registration=registration, position=0, last_name="Nom01", entry=entry)
    open_next(play_session(evening))

    with pytest.raises(AppError) as refusal:
        cancel_registration(registration=registration)

    assert refusal.value.code == "not_in_preparation"
    assert states(registration) == [RegistrationState.ACCEPTED]
