"""The trace stores the network address of few actions, for a limited time."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_club, make_reader, make_seated_tournament, make_user
from tournaments.models import AuditEvent
from tournaments.tasks import sweep_task
from tournaments.trace.services.trace import ADDRESS_KEPT, ADDRESSED, forget_addresses, record_event
from tournaments.trace.words.log_actions import ACTION_WORDS

pytestmark = pytest.mark.django_db

CLUB_ACTIONS = {"person.exported", "person.erased", "person.account_linked", "person.link_made"}
"""Actions of a club's trace, which has no sentences of its own."""


def test_every_action_with_an_address_is_one_of_the_trace() -> None:
    event_actions = {action for action in ADDRESSED if not action.startswith("membership.")}

    assert event_actions - CLUB_ACTIONS <= set(ACTION_WORDS)


def test_reading_sealed_cards_keeps_the_address_and_most_acts_do_not(client: Client) -> None:
    tournament = make_seated_tournament(make_club())
    reader = make_reader(make_user(club=tournament.club), tournament)
    AuditEvent.objects.all().delete()
    client.force_login(reader)

    client.get(reverse("organiser-hands", args=[tournament.slug]), REMOTE_ADDR="192.0.2.7")
    client.post(
        reverse("organiser-visibility", args=[tournament.slug]),
        {"visibility": "public"},
        REMOTE_ADDR="192.0.2.7",
    )

    addresses = dict(AuditEvent.objects.values_list("action", "address"))
    assert addresses == {"deals.seen": "192.0.2.7", "tournament.visibility": None}


def test_a_command_has_no_address() -> None:
    event = record_event(club=make_club(), actor=None, action="person.exported", subject="X")

    assert event.address is None


@pytest.mark.parametrize(
    ("age", "is_kept"), [(ADDRESS_KEPT - timedelta(days=1), True), (ADDRESS_KEPT, False)]
)
def test_address_is_forgotten_after_some_months_and_the_line_stays(age: timedelta, is_kept: bool) -> None:
    current_time = timezone.now()
    event = AuditEvent.objects.create(
        club=make_club(),
        action="deals.seen",
        subject="1",
        address="192.0.2.7",
        created_at=current_time - age - timedelta(seconds=1),
    )

    forget_addresses(now=current_time)

    event.refresh_from_db()
    assert (event.address is not None) is is_kept


@pytest.mark.postgres
def test_sweep_forgets_by_itself() -> None:
    cache.clear()
    event = AuditEvent.objects.create(
        club=make_club(),
        action="deals.seen",
        subject="1",
        address="192.0.2.7",
        created_at=timezone.now() - ADDRESS_KEPT - timedelta(days=1),
    )

    sweep_task()

    event.refresh_from_db()
    assert event.address is None
