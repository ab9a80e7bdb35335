"""Limits on passwords and on requests for messages: by person, device and network address."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth import hashers
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.usefixtures("one_moment")

SIGN_IN, RESET = "/connexion/", "/connexion/oubli/"
WRONG = "non"


def visitor(address: str = "10.0.0.1") -> Client:
    """A browser that has opened the form, as browsers do."""
    client = Client(REMOTE_ADDR=address)
    client.get(SIGN_IN)
    return client


def attempt(client: Client, email: str, password: str = WRONG) -> int:
    return client.post(SIGN_IN, {"username": email, "password": password}).status_code


@contextmanager
def counted_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every password that is hashed, to be compared or for the time that it takes."""
    hashed: list[str] = []
    hasher = hashers.get_hasher()
    encode = type(hasher).encode

    def count(self: object, password: str, *rest: object, **named: object) -> str:
        hashed.append(password)
        return encode(self, password, *rest, **named)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(type(hasher), "encode", count)
        yield hashed


def test_many_users_from_one_address_are_limited(user: User) -> None:
    """Found by an attack: 25 users from one address were never limited."""
    answers = [attempt(visitor(), f"user-{number}@example.org") for number in range(22)]

    assert answers == [200] * 20 + [429] * 2


def test_many_users_from_one_address_without_cookies_are_limited(db: None) -> None:
    answers = [attempt(Client(), f"user-{number}@example.org") for number in range(11)]

    assert answers == [200] * 8 + [429] * 3


def test_one_user_from_many_addresses_is_limited(user: User) -> None:
    answers = [attempt(visitor(f"10.0.1.{number}"), user.email) for number in range(8)]

    assert answers == [200] * 5 + [429] * 3
    assert attempt(visitor("10.0.2.1"), user.email, PASSWORD) == 429


@pytest.mark.postgres
def test_one_guesser_locks_nobody_else_of_his_hall_out(user: User) -> None:
    guesser = visitor()
    for number in range(12):
        attempt(guesser, f"guess-{number}@example.org")
        attempt(Client(REMOTE_ADDR="10.0.0.1"), f"other-{number}@example.org")

    assert attempt(visitor(), user.email, PASSWORD) == 302


@pytest.mark.postgres
def test_a_device_that_signed_in_before_is_locked_out_by_nobody_else(user: User) -> None:
    own_browser = visitor()
    attempt(own_browser, user.email, PASSWORD)
    own_browser.post(reverse("accounts-sign-out"))
    for number in range(12):
        attempt(visitor(), user.email)
        attempt(visitor(), f"guess-{number}@example.org")
    assert attempt(visitor(), user.email, PASSWORD) == 429

    assert attempt(own_browser, user.email, PASSWORD) == 302


def test_a_device_known_for_one_account_is_no_better_at_another(user: User) -> None:
    other_user = User.objects.create_user("denis@example.org", "autre mot long", name="Denis")
    own_browser = visitor()
    attempt(own_browser, user.email, PASSWORD)
    own_browser.post(reverse("accounts-sign-out"))

    assert [attempt(own_browser, other_user.email) for _ in range(6)] == [200] * 5 + [429]


def test_a_cookie_that_is_not_ours_is_no_device(user: User) -> None:
    answers = []
    for number in range(10):
        client = Client()
        client.cookies["etui_device"] = f"{number}.mark:signature"
        answers.append(attempt(client, f"user-{number}@example.org"))

    assert answers == [200] * 8 + [429] * 2


def test_addresses_of_one_ipv6_network_count_as_one(db: None) -> None:
    answers = [
        attempt(visitor(f"2001:db8:1:2::{number:x}"), f"user-{number}@example.org") for number in range(1, 25)
    ]

    assert answers.count(200) == 20
    assert attempt(visitor("2001:db8:1:3::1"), "user-99@example.org") == 200


def test_a_refused_try_computes_no_hash_and_asks_the_database_nothing(
    user: User, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = visitor()
    with counted_hashes(monkeypatch) as hashed:
        for _ in range(5):
            attempt(client, user.email)
        count = len(hashed)
        with django_assert_num_queries(0):
            assert attempt(client, user.email, PASSWORD) == 429

    assert (count, len(hashed)) == (5, 5)


def test_known_and_unknown_addresses_cost_one_hash_each_and_are_limited_alike(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted_hashes(monkeypatch) as hashed:
        real_statuses = [attempt(visitor("10.0.3.1"), user.email) for _ in range(6)]
        of_known = len(hashed)
        unknown = [attempt(visitor("10.0.3.2"), "personne@example.org") for _ in range(6)]

    assert real_statuses == unknown == [200] * 5 + [429]
    assert len(hashed) == 2 * of_known


def test_right_passwords_do_not_count(user: User) -> None:
    client = visitor()
    for _ in range(12):
        assert attempt(client, user.email, PASSWORD) == 302
        client.post(reverse("accounts-sign-out"))
    del client.cookies["etui_device"]

    assert attempt(client, user.email, PASSWORD) == 302


def test_the_administration_has_no_door_of_its_own(user: User) -> None:
    client = visitor()

    answer = client.post("/admin/login/?next=/admin/", {"username": user.email, "password": PASSWORD})

    assert (answer.status_code, answer.headers["Location"]) == (302, "/connexion/?next=/admin/")
    assert "_auth_user_id" not in client.session


def test_one_address_is_sent_three_messages_an_hour(
    user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Found by an attack: 12 of 12 reset messages were sent."""
    with django_capture_on_commit_callbacks(execute=True):
        answers = [visitor(f"10.0.4.{n}").post(RESET, {"email": user.email}) for n in range(6)]

    assert [answer.status_code for answer in answers] == [302] * 3 + [429] * 3
    assert len(mail.outbox) == 3
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 2 * 3600
    assert f'value="{user.email}"' in answers[-1].content.decode()


@pytest.mark.parametrize(("is_one_browser", "most"), [(True, 5), (False, 12)])
def test_one_browser_and_one_address_ask_for_few_messages(db: None, is_one_browser: bool, most: int) -> None:
    browser = visitor()

    answers = [
        (browser if is_one_browser else visitor()).post(RESET, {"email": f"user-{n}@example.org"}).status_code
        for n in range(most + 3)
    ]

    assert answers == [302] * most + [429] * 3


def test_a_message_is_asked_for_in_the_same_queries_for_any_address(
    user: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = visitor()
    for email in (user.email, "personne@example.org"):
        with django_assert_num_queries(0):
            client.post(RESET, {"email": email})


def test_a_signed_in_browser_does_not_guess_the_password_either(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = visitor()
    client.force_login(user)
    change, close = reverse("accounts-password-change"), reverse("own-account-close")
    wrong = {
        "old_password": "non",
        "new_password1": "un autre long mot",
        "new_password2": "un autre long mot",
    }
    with counted_hashes(monkeypatch) as hashed:
        answers = [client.post(change, wrong).status_code for _ in range(3)]
        answers += [client.post(close, {"password": "non"}).status_code for _ in range(3)]
        right = client.post(change, wrong | {"old_password": PASSWORD})

    assert answers == [200] * 3 + [422] * 2 + [429]
    assert (right.status_code, len(hashed)) == (429, 5)
    user.refresh_from_db()
    assert user.check_password(PASSWORD)


@pytest.mark.postgres
def test_a_reset_lets_the_browser_in_that_guessers_locked_out(
    user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    own_browser = visitor()
    for number in range(5):
        attempt(visitor(f"10.0.5.{number}"), user.email)
    assert attempt(own_browser, user.email, PASSWORD) == 429
    with django_capture_on_commit_callbacks(execute=True):
        own_browser.post(RESET, {"email": user.email})
    link = re.search(r"/connexion/oubli/\S+/\S+/", mail.outbox[0].body)
    assert link is not None

    form_page = own_browser.get(link[0], follow=True).redirect_chain[-1][0]
    own_browser.post(form_page, {"new_password1": "un autre long mot", "new_password2": "un autre long mot"})

    assert attempt(own_browser, user.email, "un autre long mot") == 302


def test_wrong_reset_links_are_counted(db: None) -> None:
    path = reverse("accounts-password-reset-confirm", args=["MQ", "perime-token"])

    answers = [Client().get(path).status_code for _ in range(61)]

    assert answers == [200] * 60 + [429]
