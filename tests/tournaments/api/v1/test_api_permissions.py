"""Every address of the API × every role × every method: rights by sign-in or by a table's secret.

Addresses and their methods are read from the resolver, roles and rights from the program.
"""

import json
import uuid
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.cases import by_day
from tests.factories.invitations import invite_guest
from tests.factories.tables import open_table
from tests.factories.tournaments import list_plays
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tests.tournaments.walks.matrix.evening import Evening, make_evening, make_role, set_visibility
from tests.tournaments.walks.matrix.rules import RIGHTS, ROLES, SUPERUSER, VISITOR
from tournaments.api.v1.table_requests import TableAuthentication
from tournaments.api.v1.urls import urlpatterns
from tournaments.base.access import Right
from tournaments.enums import EventRole, Visibility
from tournaments.models import Play
from tournaments.people.services.invitations import revoke_invitation
from tournaments.results.services.table_access import open_own_table, revoke_table_link, table_secret

pytestmark = [pytest.mark.django_db, pytest.mark.once]

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NEEDS: dict[str, Right | None] = {
    # name: what somebody must have in the tournament; None where no tournament is named
    "api-v1-schema": None,
    "api-v1-events": None,
    "api-v1-event": Right.VIEW,
    "api-v1-entries": Right.READ_DESK,
    "api-v1-event-state": Right.PREPARE,
    "api-v1-standings": Right.VIEW,
    "api-v1-event-standings": Right.VIEW,
    "api-v1-board": Right.VIEW,
    "api-v1-plays": Right.READ_RESULTS,
    "api-v1-result-record": Right.ENTER_RESULTS,
}
WRITTEN = {
    "kind": "not_played",
    "seen_version": 0,
    "seat": "N",
    "text": "+62",
    "token": str(uuid.UUID(int=1)),
    "is_finished": True,
}
"""Body with the fields that an address needs before it looks its object up."""
LET_IN, SIGN_IN, REFUSED, HIDDEN, NO_METHOD = "let in", "401", "403", "404", "405"
TOLD = {401: SIGN_IN, 403: REFUSED, 404: HIDDEN, 405: NO_METHOD}


@dataclass(frozen=True)
class Address:
    """One address of the API."""

    name: str
    view: Any
    arguments: tuple[str, ...]

    @property
    def is_of_a_table(self) -> bool:
        return TableAuthentication in self.view.authentication_classes

    def answers(self, method: str) -> bool:
        return hasattr(self.view, method.lower())

    def path(self, evening: Evening, play: Play) -> str:
        values = {"slug": evening.tournament.slug, "number": 1, "pk": play.pk}
        return reverse(self.name, kwargs={name: values[name] for name in self.arguments})


ADDRESSES = [
    Address(str(pattern.name), pattern.callback.view_class, tuple(pattern.pattern.converters))
    for pattern in urlpatterns
]
BY_SIGN_IN = [address for address in ADDRESSES if not address.is_of_a_table]
BY_TABLE = [address for address in ADDRESSES if address.is_of_a_table]


def ask(client: Client, method: str, path: str, secret: str = "") -> str:
    """Return the kind of the response. Changes of the request are undone."""
    headers = {"idempotency-key": str(uuid.UUID(int=1))}
    headers |= {"authorization": f"Bearer {secret}"} if secret else {}
    body = json.dumps(WRITTEN)
    with transaction.atomic():
        response: HttpResponse = client.generic(method, path, body, "application/json", headers=headers)  # type: ignore[assignment]
        transaction.set_rollback(True)
    assert response.status_code < 500
    return TOLD.get(response.status_code, LET_IN)


def expected(address: Address, method: str, role: str, rights: frozenset[Right]) -> str:
    """Return the response that a user's rights give at an address. All writes need an account."""
    required_right = NEEDS[address.name]
    if role == VISITOR and method != "GET" and address.name != "api-v1-schema":
        return REFUSED
    if not address.answers(method):
        return NO_METHOD
    if required_right is None or required_right in rights:
        return LET_IN
    return REFUSED if rights else HIDDEN


def test_every_address_without_a_table_says_what_it_needs() -> None:
    assert {address.name for address in BY_SIGN_IN} == set(NEEDS)
    assert len(BY_TABLE) >= 6


def methods_tried(address: Address, role: str) -> list[str]:
    """Return the methods to try.

    By day only the extreme roles try a method without a handler, which is refused for all.
    """
    tries_all = IS_WHOLE or role in (VISITOR, SUPERUSER)
    return [method for method in METHODS if tries_all or address.answers(method)]


def asked_under(address: Address, role: str) -> tuple[Visibility, ...]:
    """None matters without a tournament. By day it matters to those alone who have no right in the event."""
    if NEEDS[address.name] is None or (RIGHTS[role] and not IS_WHOLE):
        return (Visibility.PRIVATE,)
    if IS_WHOLE or NEEDS[address.name] is Right.VIEW:
        return tuple(Visibility)
    return (Visibility.PRIVATE, Visibility.PUBLIC)


def test_every_role_gets_what_its_rights_give() -> None:
    evening = make_evening()
    play = list_plays(evening.tournament)[0]
    wrong = {}

    for role in ROLES:
        cache.clear()  # of what limits counted
        client, user = Client(), make_role(role, evening.tournament)
        if user is not None:
            client.force_login(user)
        for visibility in Visibility:
            set_visibility(evening.tournament, visibility)
            rights = RIGHTS[role] | ({Right.VIEW} if visibility is Visibility.PUBLIC else set())
            for address in BY_SIGN_IN:
                if visibility not in asked_under(address, role):
                    continue
                for method in methods_tried(address, role):
                    expected_answer = expected(address, method, role, rights)
                    answer = ask(client, method, address.path(evening, play))
                    if answer != expected_answer:
                        wrong[role, address.name, method, visibility] = answer, expected_answer

    assert wrong == {}


@pytest.mark.parametrize("role", by_day(ROLES, {VISITOR, SUPERUSER}.__contains__))
def test_no_role_opens_a_table_without_its_secret(client: Client, role: str) -> None:
    evening = make_evening(Visibility.PUBLIC)
    user = make_role(role, evening.tournament)
    if user is not None:
        client.force_login(user)
    play = list_plays(evening.tournament)[0]

    answers = {
        (address.name, method): ask(client, method, address.path(evening, play))
        for address in BY_TABLE
        for method in METHODS
    }

    assert set(answers.values()) == {SIGN_IN}


def test_secret_of_a_table_opens_its_own_plays_only(client: Client) -> None:
    evening = make_evening(Visibility.PUBLIC)
    mine, other_play = (
        next(play for play in list_plays(evening.tournament) if play.table.number == n) for n in (1, 2)
    )
    secret = table_secret(open_table(evening.tournament, 1))

    own_answers = {a.name: ask(client, _method(a), a.path(evening, mine), secret) for a in BY_TABLE}
    other_answers = {
        a.name: ask(client, _method(a), a.path(evening, other_play), secret) for a in BY_TABLE if a.arguments
    }
    elsewhere = {a.name: ask(client, _method(a), a.path(evening, mine), secret) for a in BY_SIGN_IN}

    assert set(own_answers.values()) == {LET_IN}
    assert set(other_answers.values()) == {HIDDEN}
    assert elsewhere["api-v1-result-record"] == REFUSED


@pytest.mark.parametrize("end", ["invitation withdrawn", "link withdrawn", "role taken away"])
def test_captains_secret_opens_his_table_until_it_ends(client: Client, end: str) -> None:
    evening = make_evening()
    tournament = evening.tournament
    invitation, guest = invite_guest(tournament, EventRole.TABLE, table=2)
    role = guest.event_roles.select_related("user", "tournament").get()
    access = open_own_table(role=role)
    secret = table_secret(access)
    mine, other_play = (
        next(play for play in list_plays(tournament) if play.table.number == n) for n in (2, 1)
    )
    opened = {a.name: ask(client, _method(a), a.path(evening, mine), secret) for a in BY_TABLE}
    other_answers = {
        a.name: ask(client, _method(a), a.path(evening, other_play), secret) for a in BY_TABLE if a.arguments
    }

    if end == "invitation withdrawn":
        revoke_invitation(invitation=invitation, revoked_by=guest)
    elif end == "link withdrawn":
        revoke_table_link(access=access, revoked_by=guest)
    else:
        role.delete()
    closed = {a.name: ask(client, _method(a), a.path(evening, mine), secret) for a in BY_TABLE}

    assert (set(opened.values()), set(other_answers.values())) == ({LET_IN}, {HIDDEN})
    assert set(closed.values()) == {HIDDEN}


def _method(address: Address) -> str:
    return next(method for method in METHODS if address.answers(method))
