"""Responses that no cache may store: those to users, those that list people or contain a secret."""

import pytest
from django.template import Template
from django.test import Client
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from common.requests.secret_addresses import SECRET_ARGUMENTS
from tests.tournaments.walks.matrix.asking import IS_WHOLE, ask
from tests.tournaments.walks.matrix.evening import MATRIX, Evening, make_evening, make_superuser
from tests.tournaments.walks.matrix.rules import NOBODY, VISITOR, Answer
from tournaments.enums import Visibility

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_robots", "undrawn_pictures")]

OTHERS = [
    "accounts-sign-in", "accounts-account", "accounts-password-change", "accounts-password-reset",
    "accounts-devices", "accounts-profile", "accounts-sign-up", "accounts-sign-in-link-ask",
    "admin:index", "admin:login", "admin:accounts_user_changelist",
]  # fmt: skip
KEPT = {
    "public-club", "public-club-calendar", "public-club-feed", "public-club-logo", "public-club-picture",
    "public-deal-document",
    "public-groups", "public-home", "public-ladders", "public-link-picture", "public-log",
    "public-manual", "public-manual-page",
    "public-game-rules", "public-prizes", "public-qr", "public-records", "public-robots", "public-season",
    "public-seats", "public-share",
}  # fmt: skip
"""Public pages that a visitor's browser may cache for any time."""
NAMED_PUBLIC = ("public-", "rules-", "lesson")
"""Names of responses that may be cached for a visitor. By day a user requests these.

A visitor requests all but those that lead them to the sign-in page.
"""


@pytest.fixture(autouse=True)
def _unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the rendering of pages: only their headers matter here."""
    monkeypatch.setattr(Template, "render", lambda *_: SafeString(""))


def kept_by(evening: Evening, user: User | None) -> set[str]:
    """Return the names of addresses with cacheable responses, for a user without other rights."""
    cacheable = set()
    client = Client()
    if user is not None:
        client.force_login(user)
    cookies = client.cookies.copy()
    for name, row in MATRIX.items():
        leads_to_sign_in = row.reading.answer(VISITOR, is_public=True) is Answer.SIGN_IN
        is_of_the_day = not leads_to_sign_in if user is None else name.startswith(NAMED_PUBLIC)
        if not (IS_WHOLE or is_of_the_day):
            continue
        client.cookies = cookies.copy()
        method = "POST" if row.reading is NOBODY else "GET"
        response = ask(client, method, evening.path(name))
        if "no-store" not in response.get("Cache-Control", ""):
            cacheable.add(name)
    for name in OTHERS:
        client.cookies = cookies.copy()
        if "no-store" not in client.get(reverse(name)).get("Cache-Control", ""):
            cacheable.add(name)
    return cacheable


def test_nothing_is_kept_of_what_somebody_signed_in_reads() -> None:
    evening = make_evening(Visibility.PUBLIC)

    assert kept_by(evening, make_superuser(evening)) == set()


def test_a_stranger_keeps_public_pages_alone() -> None:
    cacheable = kept_by(make_evening(Visibility.PUBLIC), None)

    assert (cacheable - KEPT, KEPT - cacheable) == (set(), set())


def test_no_public_page_with_a_secret_in_its_address_is_kept() -> None:
    evening = make_evening(Visibility.PUBLIC)
    secret_names = {name for name, ids in evening.ids.items() if SECRET_ARGUMENTS & ids.keys()}

    assert len(secret_names) > 10
    assert not secret_names & KEPT


def test_a_device_that_is_known_keeps_nothing(client: Client) -> None:
    client.cookies["moi"] = "12"

    assert "no-store" in client.get(reverse("public-home"))["Cache-Control"]


def test_refusals_and_missing_pages_are_not_kept(client: Client) -> None:
    assert "no-store" in client.get("/organiser/")["Cache-Control"]
    assert "no-store" in client.get("/nothing/")["Cache-Control"]
    assert "no-store" in Client(enforce_csrf_checks=True).post(reverse("accounts-sign-in"))["Cache-Control"]


def test_a_program_that_holds_a_key_keeps_nothing(client: Client) -> None:
    answer = client.get(reverse("api-v1-table"), headers={"Authorization": "Bearer nothing"})

    assert "no-store" in answer["Cache-Control"]
