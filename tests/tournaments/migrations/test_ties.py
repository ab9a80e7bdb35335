"""Ties of before November 2026, which a club made by itself: kept where the owner evidently wanted them."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories.tournaments import make_club, make_people, make_user
from tournaments.enums import FollowKind, TieState
from tournaments.models import Follow, Person, TieRequest
from tournaments.base.queries.ties import list_waiting_requests
from tournaments.audit.services.audit import record_event

pytestmark = pytest.mark.django_db


def test_ties_without_their_owner_s_word_become_requests() -> None:
    club = make_club()
    people = make_people(club, 3)
    owners = [make_user(f"Nom {number}") for number in range(3)]
    for person, owner in zip(people, owners, strict=True):
        Person.objects.filter(pk=person.pk).update(user=owner)
    claimed, own, foreign = people
    Follow.objects.create(user=owners[0], kind=FollowKind.OWN, person=claimed)
    said = {"club": club, "action": "person.account_linked", "after": {"account": "x"}}
    record_event(**said, actor=owners[1], subject=own.full_name)
    record_event(**said, actor=owners[1], subject=foreign.full_name)
    migration = import_module("tournaments.migrations.0053_ties_by_their_owners_word")

    migration.ask_owners(apps, None)
    migration.ask_owners(apps, None)

    ties = Person.objects.order_by("pk").values_list("user", flat=True)
    states = TieRequest.objects.order_by("person").values_list("state", "is_by_owner")
    assert list(ties) == [owners[0].pk, owners[1].pk, None]
    assert list(states) == [(TieState.ACCEPTED, True)] * 2 + [(TieState.ASKED, False)]
    assert list_waiting_requests(owners[2]).get().person == foreign
