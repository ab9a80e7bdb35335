"""Stored sign-ins, good and bad: place and time, without a secret."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SignIn
from accounts.services import make_sign_in_link
from accounts.sign_ins import forget_sign_ins_before, forget_sign_ins_of
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db


def test_sign_in_by_a_link_is_kept_without_the_link(client: Client) -> None:
    user = make_user(club=make_club())
    link = make_sign_in_link(user=user)

    client.post(link, REMOTE_ADDR="192.0.2.7", headers={"user-agent": "Firefox on Linux"})

    sign_in = SignIn.objects.get()
    assert (sign_in.typed, sign_in.address, sign_in.browser, sign_in.is_good) == (
        user.email, "192.0.2.7", "Firefox, Linux", True,
    )  # fmt: skip
    assert not any(link.split("/")[-2] in str(value) for value in SignIn.objects.values().get().values())


@pytest.mark.postgres
def test_refused_sign_in_is_kept_without_its_password(client: Client) -> None:
    user = make_user(club=make_club())

    client.post(
        f"{reverse('accounts-sign-in')}?next=/table/a1b2c3/",
        {"username": user.email, "password": "s3cr-et"},
        REMOTE_ADDR="192.0.2.8",
    )

    sign_in = SignIn.objects.values().get()
    assert (sign_in["typed"], sign_in["address"], sign_in["is_good"]) == (user.email, "192.0.2.8", False)
    assert not any("s3cr-et" in str(value) or "a1b2c3" in str(value) for value in sign_in.values())


@pytest.mark.postgres
def test_old_sign_ins_are_deleted(client: Client) -> None:
    client.post(make_sign_in_link(user=make_user(club=make_club())))
    current_time = timezone.now()

    assert forget_sign_ins_before(current_time - timedelta(days=1)) == 0
    assert forget_sign_ins_before(current_time + timedelta(seconds=1)) == 1
    assert not SignIn.objects.exists()


@pytest.mark.postgres
def test_sign_ins_of_one_account_alone_are_deleted() -> None:
    first, second = make_user(club=make_club()), make_user(club=make_club())
    for user in (first, second):
        Client().post(make_sign_in_link(user=user))

    forget_sign_ins_of(first)

    assert [row.typed for row in SignIn.objects.all()] == [second.email]
