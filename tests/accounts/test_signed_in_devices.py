"""Devices of an account: listed for its owner alone, signed out singly or all at once, reported by mail."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.mails import CONSOLE
from accounts.models import SignedInDevice, User
from accounts.services import forget_user, make_sign_in_link
from accounts.signed_in_devices import forget_ended_devices, short_network
from tests.accounts.conftest import PASSWORD

PAGE, SIGN_IN, ACCOUNT = "/connexion/compte/appareils/", "/connexion/", "/connexion/compte/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"
NEW_PASSWORD = {"new_password1": "un autre long mot", "new_password2": "un autre long mot"}


def signed_in(user: User, agent: str = FIREFOX, address: str = "192.0.2.77") -> Client:
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    client.get(SIGN_IN)
    client.post(SIGN_IN, {"username": user.email, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get(ACCOUNT).status_code == 200


def test_owner_reads_where_he_is_signed_in(user: User) -> None:
    laptop = signed_in(user)
    signed_in(user, PHONE, "2001:db8:1:2::7")
    other_user = User.objects.create_user("denis@example.org", PASSWORD, name="Denis")
    signed_in(other_user, "Opera OPR Windows", "198.51.100.1")

    page = laptop.get(PAGE).text.partition("<main")[2]

    assert "Firefox, Linux" in page
    assert "Chrome, Android" in page
    assert "Opera" not in page
    assert page.count("cet appareil") == 1
    assert "192.0.2.0/24" in page
    assert "2001:db8:1::/48" in page
    assert "192.0.2.77" not in page


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::7", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/48"),
        ("nothing", ""),
        (None, ""),
    ],
)
def test_network_is_kept_shortened(address: str | None, kept: str) -> None:
    assert short_network(address) == kept


def test_one_device_is_signed_out(user: User) -> None:
    laptop, phone, tablet = (signed_in(user, agent) for agent in (FIREFOX, PHONE, PHONE))
    ended = SignedInDevice.objects.order_by("pk")[1]

    laptop.post(PAGE, {"end": ended.pk})

    assert [is_in(client) for client in (laptop, phone, tablet)] == [True, False, True]


def test_all_others_are_signed_out_at_once(user: User) -> None:
    laptop, phone, tablet = (signed_in(user) for _ in range(3))

    page = laptop.post(PAGE, {"end": "others"}, follow=True)

    assert [is_in(client) for client in (laptop, phone, tablet)] == [True, False, False]
    assert "2 appareils sont déconnectés" in page.text
    assert Session.objects.count() == 1


@pytest.mark.parametrize("chosen", ["0", "x", "", "9" * 40, "²"])
def test_device_that_is_not_there_ends_nothing(user: User, chosen: str) -> None:
    laptop, phone = signed_in(user), signed_in(user)

    assert laptop.post(PAGE, {"end": chosen}).status_code == 302

    assert is_in(phone)


def test_nobody_ends_somebody_elses_session(user: User) -> None:
    other_user = User.objects.create_user("denis@example.org", PASSWORD, name="Denis")
    mine, his = signed_in(user), signed_in(other_user)

    his.post(PAGE, {"end": user.signed_in_devices.get().pk})
    his.post(PAGE, {"end": "others"})

    assert is_in(mine)


def test_changing_the_password_signs_the_others_out(user: User) -> None:
    laptop, phone = signed_in(user), signed_in(user)

    laptop.post(reverse("accounts-password-change"), {"old_password": PASSWORD, **NEW_PASSWORD})

    assert [is_in(client) for client in (laptop, phone)] == [True, False]
    assert laptop.get(PAGE).text.count("cet appareil") == 1
    assert user.signed_in_devices.count() == Session.objects.count() == 1


def test_signing_out_ends_the_device(user: User) -> None:
    signed_in(user).post(reverse("accounts-sign-out"))

    assert not SignedInDevice.objects.exists()


def test_closed_account_is_signed_in_nowhere(user: User) -> None:
    laptop = signed_in(user)

    forget_user(user=user)

    assert not is_in(laptop)
    assert not SignedInDevice.objects.exists()
    assert not Session.objects.exists()


def test_when_it_was_last_seen_is_written_once_an_hour(
    user: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    laptop = signed_in(user)
    first = user.signed_in_devices.get()
    # the session, the account, what clubs ask it: nothing is written
    with django_assert_num_queries(3):
        laptop.get(ACCOUNT)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        laptop.get(ACCOUNT)

    device = user.signed_in_devices.get()
    assert device.pk == first.pk
    assert device.last_seen_at - first.last_seen_at > timedelta(hours=1)
    assert device.first_seen_at == first.first_seen_at


def test_session_of_before_this_list_joins_it(user: User) -> None:
    laptop = signed_in(user)
    SignedInDevice.objects.all().delete()

    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert "Firefox, Linux" in laptop.get(PAGE).text


def test_sessions_that_ended_are_forgotten(user: User) -> None:
    signed_in(user)
    current_time = timezone.now()

    assert forget_ended_devices(current_time) == 0
    assert forget_ended_devices(current_time + timedelta(days=31)) == 1


def test_guest_has_no_list(client: Client, db: None) -> None:
    client.force_login(User.objects.create_guest("Bob"))

    assert client.get(PAGE).headers["Location"] == ACCOUNT
    assert not SignedInDevice.objects.exists()


def test_sign_in_on_a_new_device_is_told_by_mail(
    user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = signed_in(user)
    after_the_first = len(mail.outbox)
    first.post(reverse("accounts-sign-out"))
    with django_capture_on_commit_callbacks(execute=True):
        first.post(SIGN_IN, {"username": user.email, "password": PASSWORD})
    after_the_same = len(mail.outbox)
    with django_capture_on_commit_callbacks(execute=True):
        Client(headers={"user-agent": PHONE}).post(make_sign_in_link(user=user))

    (message,) = mail.outbox
    assert (after_the_first, after_the_same) == (0, 0)
    assert message.to == [user.email]
    assert "Chrome, Android" in message.body
    assert f"http://testserver{PAGE}" in message.body


def test_notices_are_turned_off_and_need_a_mail_server(
    user: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, settings
) -> None:  # type: ignore[no-untyped-def]
    laptop = signed_in(user)
    with django_capture_on_commit_callbacks(execute=True):
        laptop.post(PAGE, {})
        signed_in(user)
        laptop.post(PAGE, {"is_told": "on"})
        settings.EMAIL_BACKEND = CONSOLE
        signed_in(user)

    user.refresh_from_db()
    assert user.is_told_of_devices
    assert mail.outbox == []
