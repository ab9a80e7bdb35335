"""The language of an account: on every device, in messages, and on pages that a private link opens."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.services import keep_language, make_sign_in_link

HOME, ACCOUNT = "/", "/connexion/compte/"
FRENCH, ENGLISH = '<html lang="fr">', '<html lang="en">'


def page(client: Client, path: str = HOME) -> str:
    return client.get(path).content.decode()


def switch(client: Client, language: str) -> None:
    client.post(reverse("set_language"), {"language": language, "next": HOME})


@pytest.fixture
def reader(user: User) -> User:
    keep_language(user=user, language="en")
    return user


def test_a_choice_while_signed_in_holds_on_every_device(user: User) -> None:
    first, second = Client(), Client(headers={"accept-language": "fr"})
    first.force_login(user)
    second.force_login(user)

    switch(first, "en")

    user.refresh_from_db()
    assert user.language == "en"
    assert [ENGLISH in page(device) for device in (first, second)] == [True, True]
    assert first.get(HOME).headers["Content-Language"] == "en"


def test_signing_out_gives_the_device_its_language_back(client: Client, reader: User) -> None:
    switch(client, "fr")
    client.force_login(reader)

    while_signed_in = page(client)
    switch(client, "en")
    client.post(reverse("accounts-sign-out"))

    assert ENGLISH in while_signed_in
    assert FRENCH in page(client)


def test_a_stranger_keeps_the_choice_on_his_device_alone(client: Client, user: User) -> None:
    switch(client, "en")

    user.refresh_from_db()
    assert (ENGLISH in page(client), ENGLISH in page(Client())) == (True, False)
    assert user.language == ""


@pytest.mark.parametrize("language", ["de", "", "xx", "en; DROP"])
def test_a_language_that_the_site_does_not_have_is_not_kept(
    client: Client, reader: User, language: str
) -> None:
    client.force_login(reader)

    switch(client, language)

    reader.refresh_from_db()
    assert reader.language == "en"


def test_the_token_of_a_form_is_asked_of_accounts_and_of_no_stranger(user: User) -> None:
    stranger, signed_in = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    signed_in.force_login(user)
    form = {"language": "en", "next": HOME}

    answers = [device.post(reverse("set_language"), form).status_code for device in (stranger, signed_in)]

    user.refresh_from_db()
    assert answers == [302, 403]
    assert user.language == ""


def test_the_account_page_chooses_and_lets_go(client: Client, user: User) -> None:
    client.force_login(user)

    english = client.post(ACCOUNT, {"language": "en"}, follow=True).content.decode()
    french = client.post(ACCOUNT, {"language": ""}, follow=True).content.decode()
    refused = client.post(ACCOUNT, {"language": "de"})

    user.refresh_from_db()
    assert (ENGLISH in english, "My account" in english, FRENCH in french) == (True, True, True)
    assert (user.language, list(refused.context["form"].errors)) == ("", ["language"])


def test_the_account_page_is_for_who_is_signed_in(client: Client, db: None) -> None:
    assert client.get(ACCOUNT).status_code == 302


def test_a_forgotten_password_is_written_about_in_the_language_of_its_account(
    client: Client, reader: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    User.objects.create_user("denis@example.org", "trois bouts", name="Denis")

    with django_capture_on_commit_callbacks(execute=True):
        for email in (reader.email, "denis@example.org"):
            client.post(reverse("accounts-password-reset"), {"email": email})

    english, french = mail.outbox
    assert english.subject == "Étui: new password"
    assert "To choose a new password" in english.body
    assert french.subject == "Étui\xa0: nouveau mot de passe"


def test_a_sign_in_link_opens_in_the_language_of_its_account(client: Client, reader: User) -> None:
    path = make_sign_in_link(user=reader)
    device = Client()
    switch(device, "fr")

    assert ENGLISH in page(client, path)
    assert FRENCH in page(device, path)
    assert FRENCH in page(Client(), "/connexion/lien/unknown/")


@pytest.mark.postgres
def test_the_language_costs_no_query(client: Client, reader: User, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    client.force_login(reader)

    with django_assert_num_queries(3):  # the session, the account, what clubs ask it
        client.get(ACCOUNT)
