"""Tokens of programs: every scope × every role × every address, and a token's life."""

import json
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.errors import AppError
from tests.factories.tournaments import list_plays, make_club, make_tournament, make_user
from tests.tournaments.api.v1.test_api_permissions import BY_SIGN_IN, NEEDS, WRITTEN
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tests.tournaments.walks.matrix.evening import make_evening, make_role
from tests.tournaments.walks.matrix.rules import RIGHTS, ROLES, SUPERUSER, VISITOR
from tournaments.base.access import CARD_RIGHTS, Right
from tournaments.enums import ApiScope, EventRole, MembershipRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import ApiToken, Membership, Tournament
from tournaments.people.services.account_closing import close_account
from tournaments.site.services.api_tokens import (
    MOST_TOKENS,
    RIGHTS_OF_SCOPE,
    make_api_token,
    revoke_api_token,
)

pytestmark = pytest.mark.django_db

ROLES_WITH_TOKENS = [role for role in ROLES if role != VISITOR]
ROLES_OF_THE_DAY = (SUPERUSER, EventRole.SCORER.value, EventRole.CHECKER.value, "stranger")
"""All rights, some of each scope, and none."""


def bearer(text: str) -> Client:
    """Return a program with this token and no cookies. Other sites' checks apply to it as to a browser."""
    return Client(enforce_csrf_checks=True, headers={"authorization": f"Bearer {text}"})


@pytest.mark.once
def test_every_scope_leaves_what_it_says_of_every_role() -> None:
    evening = make_evening()
    play = list_plays(evening.tournament)[0]
    wrong = {}
    for role in ROLES_WITH_TOKENS if IS_WHOLE else ROLES_OF_THE_DAY:
        user = make_role(role, evening.tournament)
        assert user is not None
        for scope in ApiScope:
            cache.clear()  # of what limits counted
            _token, text = make_api_token(user=user, name="Essai", scope=scope, days=30)
            for address in BY_SIGN_IN:
                method = next(name for name in ("GET", "PUT", "POST") if address.answers(name))
                required_right = NEEDS[address.name]
                path = address.path(evening, play)
                with transaction.atomic():
                    response = bearer(text).generic(method, path, json.dumps(WRITTEN), "application/json")
                    transaction.set_rollback(True)

                if required_right is None or required_right in RIGHTS[role] & RIGHTS_OF_SCOPE[scope]:
                    is_right = response.status_code not in (401, 403, 404, 405)
                elif required_right in RIGHTS[role]:
                    is_right = (response.status_code, response.json()["code"]) == (403, "scope_too_small")
                else:
                    is_right = response.status_code == (403 if RIGHTS[role] else 404)
                if not is_right:
                    wrong[role, str(scope), address.name] = response.status_code

    assert wrong == {}


def test_no_scope_has_sealed_cards_or_gives_roles_and_each_has_the_one_before() -> None:
    read, results, admin = (RIGHTS_OF_SCOPE[scope] for scope in ApiScope)

    assert read < results < admin
    assert not admin & (CARD_RIGHTS | {Right.GIVE_ROLES, Right.ENTER_TABLE})
    assert read.isdisjoint({Right.ENTER_RESULTS, Right.PREPARE})


def test_token_ends_with_its_time_its_row_and_its_account(evening: Tournament) -> None:
    user = make_user("Claire", club=evening.club)
    token, text = make_api_token(user=user, name="Essai", scope=ApiScope.READ, days=30)
    path = reverse("api-v1-entries", args=[evening.slug])
    assert bearer(text).get(path).status_code == 200
    token.refresh_from_db()
    assert token.used_at is not None
    assert text not in "".join(map(str, ApiToken.objects.values_list("digest", "name").get()))

    def answer() -> tuple[int, str]:
        response = bearer(text).get(path)
        return response.status_code, response.json()["code"]

    ApiToken.objects.update(expires_at=timezone.now())
    assert answer() == (401, "wrong_token")
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1))
    user.is_active = False
    user.save()
    assert answer() == (401, "wrong_token")
    user.is_active = True
    user.save()
    assert bearer(text).get(path).status_code == 200
    user.set_password("another long secret")
    user.save()
    assert answer() == (401, "wrong_token")
    ApiToken.objects.update(sign_in_hash=user.get_session_auth_hash())
    revoke_api_token(user=make_user("Zoé"), pk=token.pk)
    assert bearer(text).get(path).status_code == 200, "a token of another account"
    revoke_api_token(user=user, pk=token.pk)
    assert answer() == (401, "wrong_token")
    # a public address too: the program must learn that its key is wrong, whatever the case of the scheme
    lower_case = Client(headers={"authorization": f"bearer {text}"})
    assert lower_case.get(reverse("api-v1-events")).status_code == 401
    assert bearer(text).get(reverse("api-v1-events")).status_code == 401


def test_closed_account_keeps_no_token(evening: Tournament) -> None:
    user = make_user("Zoé")
    make_api_token(user=user, name="Essai", scope=ApiScope.READ, days=30)

    close_account(user=user)

    assert not ApiToken.objects.exists()


def test_wrong_tokens_are_limited(evening: Tournament) -> None:
    path = reverse("api-v1-standings", args=[evening.slug])

    statuses = [bearer(f"etui_{number}").get(path).status_code for number in range(125)]

    assert (statuses[0], statuses[-1]) == (401, 429)


@pytest.mark.postgres
def test_program_reads_an_event_sends_a_result_and_ends_it(evening: Tournament) -> None:
    user = make_user("Claire", club=evening.club)
    program = bearer(make_api_token(user=user, name="Essai", scope=ApiScope.ADMIN, days=30)[1])

    listed = program.get(reverse("api-v1-events")).json()
    event = program.get(reverse("api-v1-event", args=[listed["results"][0]["slug"]])).json()
    entries = program.get(reverse("api-v1-entries", args=[event["slug"]])).json()
    play = program.get(reverse("api-v1-plays", args=[event["slug"]]), {"missing": "true"}).json()["results"][
        0
    ]
    record = reverse("api-v1-result-record", args=[event["slug"], play["id"]])
    stored = program.post(record, WRITTEN, content_type="application/json")
    state = reverse("api-v1-event-state", args=[event["slug"]])
    ended = program.put(state, {"is_finished": True}, content_type="application/json")
    left_open = program.put(state, {"is_finished": False}, content_type="application/json")

    assert event["entries"] == entries["count"] == 20
    assert event["sessions"][0] | {"plays": 100, "results": 0} == event["sessions"][0]
    first = evening.entries.select_related("person").get(pk=entries["results"][0]["id"])
    assert entries["results"][0]["players"][0]["last_name"] == first.person.last_name
    assert stored.status_code == 200
    assert (ended.status_code, ended.json()["code"]) == (400, "results_missing")
    assert (left_open.status_code, left_open.json()["state"]) == (200, "playing")
    assert left_open.json()["sessions"][0]["results"] == 1


@pytest.mark.postgres
def test_list_has_public_events_and_own_ones(evening: Tournament) -> None:
    club = make_club("Ailleurs")
    hidden_event = make_tournament(club, name="Caché")
    listed = reverse("api-v1-events")

    def slugs(client: Client, **query: str) -> set[str]:
        response = client.get(listed, query)
        assert response.status_code == 200, response.json()
        return {row["slug"] for row in response.json()["results"]}

    member = make_user("Luc", club=club)
    own_program = bearer(make_api_token(user=member, name="Essai", scope=ApiScope.READ, days=30)[1])

    assert slugs(Client()) == {evening.slug}
    assert slugs(own_program) == {evening.slug, hidden_event.slug}
    assert slugs(own_program, club=club.slug) == {hidden_event.slug}
    assert slugs(own_program, state="draft") == {hidden_event.slug}
    assert slugs(own_program, since="2100-01-01") == set()
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)
    assert slugs(Client()) == set()
    superuser = make_user("Max")
    superuser.is_superuser = True
    superuser.save()
    administrator = bearer(make_api_token(user=superuser, name="Essai", scope=ApiScope.READ, days=30)[1])
    assert slugs(administrator) == {evening.slug, hidden_event.slug}
    for query in ({"state": "over"}, {"since": "1/2/26"}, {"page": "0"}, {"sort": "name"}):
        assert Client().get(listed, query).status_code in (400, 404), query


def test_page_shows_a_new_token_once_and_deletes_it(signed_in_owner: SimpleNamespace) -> None:
    browser = signed_in_owner.client
    page = reverse("organiser-api-tokens")

    made = browser.post(page, {"name": "Fédération", "scope": "results", "days": "30"}, follow=True)

    token = signed_in_owner.user.api_tokens.get()
    text = made.text.split('<code class="address">')[1].split("</code>")[0]
    assert bearer(text).get(reverse("api-v1-events")).status_code == 200
    assert "lire, et saisir des résultats" in made.text
    browser.post(reverse("organiser-api-token-revoke", args=[token.pk]))
    assert not ApiToken.objects.exists()
    assert "Aucune clé" in browser.get(page).text
    for values in ({"scope": "all"}, {"days": "100000"}, {"name": ""}):
        refused = browser.post(page, {"name": "F", "scope": "read", "days": "30"} | values)
        assert (refused.status_code, ApiToken.objects.count()) == (200, 0)


@pytest.mark.postgres
def test_an_account_has_a_limited_number_of_tokens(signed_in_owner: SimpleNamespace) -> None:
    user = signed_in_owner.user
    for number in range(MOST_TOKENS):
        make_api_token(user=user, name=str(number), scope=ApiScope.READ, days=30)

    refused = signed_in_owner.client.post(
        reverse("organiser-api-tokens"), {"name": "F", "scope": "read", "days": "30"}
    )

    assert "clés au plus" in refused.text
    assert user.api_tokens.count() == MOST_TOKENS


@pytest.fixture
def signed_in_owner(client: Client) -> SimpleNamespace:
    user = make_user("Claire")
    Membership.objects.create(user=user, club=make_club(), role=MembershipRole.OWNER)
    client.force_login(user)
    return SimpleNamespace(client=client, user=user)


def test_guest_gets_no_token() -> None:
    guest = make_user()
    guest.is_guest = True

    with pytest.raises(AppError, match="guest_account"):
        make_api_token(user=guest, name="Essai", scope=ApiScope.READ, days=30)
