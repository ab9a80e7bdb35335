"""The link that signs in once."""

import datetime

import pytest
import time_machine
from django.urls import resolve
from django.utils import timezone

from accounts.models import SignInLink, User
from accounts.services import LINK_LIFETIME, first_organiser, make_sign_in_link, use_sign_in_link
from common.errors import AppError


def token_of(path: str) -> str:
    return str(resolve(path).kwargs["token"])


def test_link_signs_in_once(user: User) -> None:
    token = token_of(make_sign_in_link(user=user))

    assert use_sign_in_link(token=token) == user
    with pytest.raises(AppError) as refusal:
        use_sign_in_link(token=token)

    assert refusal.value.code == "link_unknown"


@pytest.mark.postgres
def test_token_itself_is_not_stored(user: User) -> None:
    token = token_of(make_sign_in_link(user=user))

    link = SignInLink.objects.get()

    assert token not in (link.token_digest, str(link))
    assert len(link.token_digest) == 64


def test_new_link_ends_the_one_before(user: User) -> None:
    first = token_of(make_sign_in_link(user=user))
    second = token_of(make_sign_in_link(user=user))

    with pytest.raises(AppError):
        use_sign_in_link(token=first)

    assert use_sign_in_link(token=second) == user


def test_link_lives_twelve_hours(user: User) -> None:
    start = datetime.datetime(2026, 11, 20, 8, 0, tzinfo=datetime.UTC)
    with time_machine.travel(start, tick=False) as clock:
        token = token_of(make_sign_in_link(user=user))
        clock.move_to(start + LINK_LIFETIME)
        with pytest.raises(AppError):
            use_sign_in_link(token=token)

        clock.move_to(start + LINK_LIFETIME - datetime.timedelta(seconds=1))
        assert use_sign_in_link(token=token) == user


@pytest.mark.postgres
def test_link_of_a_deactivated_account_is_refused(user: User) -> None:
    token = token_of(make_sign_in_link(user=user))
    User.objects.update(is_active=False)

    with pytest.raises(AppError):
        use_sign_in_link(token=token)


@pytest.mark.postgres
def test_first_organiser_is_the_oldest_staff_account_until_somebody_of_the_staff_has_signed_in(
    user: User,
) -> None:
    assert first_organiser() is None
    oldest = User.objects.create_superuser("a@example.org", name="A")
    User.objects.create_superuser("b@example.org", name="B")

    assert first_organiser() == oldest

    User.objects.filter(email="b@example.org").update(last_login=timezone.now())
    assert first_organiser() is None


def test_staff_that_skipped_the_password_get_another_link_where_no_mail_is_sent(
    user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.services.can_send", lambda: False)
    oldest = User.objects.create_superuser("a@example.org", name="A")
    second = User.objects.create_superuser("b@example.org", name="B")
    User.objects.filter(is_staff=True).update(last_login=timezone.now())
    organiser_without = first_organiser()

    second.set_password("étui à ranger 12")
    second.save(update_fields=["password"])

    assert organiser_without == oldest
    assert first_organiser() is None
