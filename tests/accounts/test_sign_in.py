"""Signing in: by password, by a link, locked out, and the first password."""

import datetime
import re

import pytest
import time_machine
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.http import urlsafe_base64_encode
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.services import make_sign_in_link
from tests.accounts.conftest import PASSWORD

SIGN_IN = "/connexion/"


def sign_in(client: Client, password: str, email: str = "claire@example.org", **extra: str) -> object:
    return client.post(SIGN_IN, {"username": email, "password": password, **extra})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_right_password_signs_in_whatever_the_case_of_the_address(client: Client, user: User) -> None:
    response = sign_in(client, PASSWORD, "Claire@Example.org")

    assert response.headers["Location"] == reverse("organiser-home")  # type: ignore[attr-defined]
    assert is_signed_in(client)


def test_wrong_password_and_unknown_address_are_told_alike(client: Client, user: User) -> None:
    wrong = client.post(SIGN_IN, {"username": "claire@example.org", "password": "non"})
    unknown = client.post(SIGN_IN, {"username": "personne@example.org", "password": "non"})

    assert wrong.context["form"].errors == unknown.context["form"].errors
    (message,) = wrong.context["form"].non_field_errors()
    assert message.startswith("Cette adresse et ce mot de passe ne vont pas ensemble.")
    assert not is_signed_in(client)


def test_address_longer_than_any_is_unknown(client: Client, user: User) -> None:
    """SQLite refuses to compare texts of such a length."""
    page = client.post(SIGN_IN, {"username": "é" * 60_000 + "@example.org", "password": "non"})

    assert page.status_code == 200
    assert page.context["form"].errors


def test_page_with_an_address_too_long_to_come_back_to_asks_to_sign_in(client: Client, user: User) -> None:
    page = client.get("/organiser/", {"q": "é" * 4_000})

    assert (page.status_code, page.headers["Location"]) == (302, SIGN_IN)


def test_person_is_sent_back_to_the_page_asked_for(client: Client, user: User) -> None:
    response = sign_in(client, PASSWORD, next="/organiser/nouveau-club/")

    assert response.headers["Location"] == "/organiser/nouveau-club/"  # type: ignore[attr-defined]


def test_nobody_is_sent_to_another_site(client: Client, user: User) -> None:
    response = sign_in(client, PASSWORD, next="https://example.com/")

    assert response.headers["Location"] == reverse("organiser-home")  # type: ignore[attr-defined]


@pytest.mark.postgres
def test_five_failures_lock_the_account_out_from_there_even_with_the_right_password(
    client: Client, user: User
) -> None:
    for _ in range(5):
        sign_in(client, "non")

    response = client.post(SIGN_IN, {"username": "Claire@example.org", "password": PASSWORD})

    page = response.content.decode()
    assert response.status_code == 429
    assert 1 <= int(response.headers["Retry-After"]) <= 15 * 60
    assert "Trop d’essais. Réessayez dans" in page
    assert 'value="Claire@example.org"' in page
    assert PASSWORD not in page
    assert not is_signed_in(client)


@pytest.mark.postgres
@pytest.mark.parametrize("minute", [0, 7, 14])
def test_lock_ends_when_it_says_within_twenty_minutes(client: Client, user: User, minute: int) -> None:
    start = datetime.datetime(2026, 11, 20, 20, minute, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        for _ in range(5):
            sign_in(client, "non")
        refused = client.post(SIGN_IN, {"username": user.email, "password": PASSWORD})
        wait = int(refused.headers["Retry-After"])
        clock.shift(datetime.timedelta(seconds=wait - 2))
        sign_in(client, PASSWORD)
        assert not is_signed_in(client)
        clock.shift(datetime.timedelta(seconds=2))
        sign_in(client, PASSWORD)

    assert is_signed_in(client)
    assert wait <= 20 * 60


@pytest.mark.postgres
def test_failures_on_one_account_do_not_lock_the_others(client: Client, user: User) -> None:
    User.objects.create_user("denis@example.org", PASSWORD, name="Denis")
    for _ in range(5):
        sign_in(client, "non")

    sign_in(client, PASSWORD, "denis@example.org")

    assert is_signed_in(client)


def test_success_forgets_earlier_failures(client: Client, user: User) -> None:
    for _ in range(2):
        for _ in range(4):
            sign_in(client, "non")
        sign_in(client, PASSWORD)
        assert is_signed_in(client)
        client.post(reverse("accounts-sign-out"))


def test_signing_out_is_a_change_not_a_link(client: Client, user: User) -> None:
    client.force_login(user)
    assert client.get(reverse("accounts-sign-out")).status_code == 405

    client.post(reverse("accounts-sign-out"))

    assert not is_signed_in(client)


@pytest.mark.postgres
def test_opening_a_sign_in_link_does_not_spend_it(client: Client, user: User) -> None:
    path = make_sign_in_link(user=user)

    for _ in range(2):
        assert client.get(path).status_code == 200
    client.post(path)

    assert is_signed_in(client)


def test_spent_link_says_so_and_signs_nobody_in(client: Client, user: User) -> None:
    path = make_sign_in_link(user=user)
    client.post(path)
    client.logout()

    response = client.post(path)

    assert response.status_code == 410
    assert "Ce lien a déjà servi" in response.content.decode()
    assert not is_signed_in(client)


def test_account_without_a_password_is_invited_to_choose_one(client: Client, db: None) -> None:
    user = User.objects.create_user("neuf@example.org", name="Neuf")
    response = client.post(make_sign_in_link(user=user))
    first_password = reverse("accounts-password-first")
    assert response.headers["Location"] == first_password

    client.post(first_password, {"new_password1": PASSWORD, "new_password2": PASSWORD})

    user.refresh_from_db()
    assert user.check_password(PASSWORD)
    assert is_signed_in(client)


def test_first_password_does_not_replace_one_that_exists(client: Client, user: User) -> None:
    client.force_login(user)

    client.post(
        reverse("accounts-password-first"), {"new_password1": "un autre mot", "new_password2": "un autre mot"}
    )

    user.refresh_from_db()
    assert user.check_password(PASSWORD)


def test_page_of_a_password_says_whose_it_is(client: Client, db: None) -> None:
    user = User.objects.create_user("neuf@example.org", name="Neuf")
    client.force_login(user)
    first = client.get(reverse("accounts-password-first")).text
    token = default_token_generator.make_token(user)
    address = reverse(
        "accounts-password-reset-confirm", args=[urlsafe_base64_encode(str(user.pk).encode()), token]
    )
    forgotten = Client().get(address, follow=True).text
    user.set_password(PASSWORD)
    user.save()
    client.force_login(user)

    changed = client.get(reverse("accounts-password-change")).text

    assert [page.count('value="neuf@example.org"') for page in (first, forgotten, changed)] == [1, 1, 1]
    # the rules of passwords are sentences, each after a space
    rules = [
        re.search(r'new_password1_helptext">([^<]*\. [^<]*)</small>', page)
        for page in (first, forgotten, changed)
    ]
    assert all(rules)


def test_weak_first_password_is_refused(client: Client, db: None) -> None:
    user = User.objects.create_user("neuf@example.org", name="Neuf")
    client.force_login(user)

    response = client.post(
        reverse("accounts-password-first"), {"new_password1": "12345678", "new_password2": "12345678"}
    )

    assert response.context["form"].errors
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_password_is_changed_with_the_old_one_only(client: Client, user: User) -> None:
    client.force_login(user)
    path = reverse("accounts-password-change")
    form = {"new_password1": "un autre long mot", "new_password2": "un autre long mot"}

    refused = client.post(path, {"old_password": "non", **form})
    assert refused.context["form"].errors["old_password"]

    client.post(path, {"old_password": PASSWORD, **form})
    user.refresh_from_db()
    assert user.check_password("un autre long mot")
    assert is_signed_in(client)


def test_forgotten_password_is_replaced_through_the_message(
    client: Client, user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("accounts-password-reset"), {"email": "claire@example.org"})
    (message,) = mail.outbox
    path = re.search(r"/connexion/oubli/\S+/\S+/", message.body)
    assert path is not None

    form_page = client.get(path[0], follow=True)
    client.post(
        form_page.redirect_chain[-1][0],
        {"new_password1": "un autre long mot", "new_password2": "un autre long mot"},
    )

    user.refresh_from_db()
    assert message.to == ["claire@example.org"]
    assert user.check_password("un autre long mot")


def test_unknown_address_gets_the_same_answer_and_no_message(
    client: Client, user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        response = client.post(reverse("accounts-password-reset"), {"email": "personne@example.org"})

    assert response.headers["Location"] == reverse("accounts-password-reset-sent")
    assert mail.outbox == []


def test_reset_link_that_is_spent_says_so(client: Client, user: User) -> None:
    page = client.get(
        reverse("accounts-password-reset-confirm", args=["MQ", "perime-token"])
    ).content.decode()

    assert "Ce lien a déjà servi" in page


@pytest.mark.parametrize(("wanted", "shown"), [("en", 'lang="en"'), ("fr", 'lang="fr"')])
def test_language_is_switched_from_the_footer_and_kept(
    client: Client, db: None, wanted: str, shown: str
) -> None:
    response = client.post(reverse("set_language"), {"language": wanted, "next": SIGN_IN})

    assert response.headers["Location"] == SIGN_IN
    assert f"<html {shown}>" in client.get(SIGN_IN).content.decode()


def test_language_follows_the_browser_and_french_is_the_rule(client: Client, db: None) -> None:
    english = client.get(SIGN_IN, headers={"Accept-Language": "en"}).content.decode()
    german_page = client.get(SIGN_IN, headers={"Accept-Language": "de"}).content.decode()

    assert '<html lang="en">' in english
    assert '<html lang="fr">' in german_page


def test_failures_count_together_however_the_address_is_typed(client: Client, user: User) -> None:
    for email in (
        "claire@example.org",
        "Claire@example.org",
        " CLAIRE@EXAMPLE.ORG",
        "clairE@example.org",
    ) * 2:
        sign_in(client, "non", email)

    sign_in(client, PASSWORD)

    assert not is_signed_in(client)
