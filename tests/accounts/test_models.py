"""Users are found by their address, however it is typed."""

import pytest
from django.db import IntegrityError

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_address_is_kept_in_lower_case_and_found_in_any() -> None:
    user = User.objects.create_user(" Claire@Example.ORG ", name="Claire")

    assert user.email == "claire@example.org"
    assert User.objects.get_by_natural_key("CLAIRE@example.org ") == user


@pytest.mark.postgres
def test_two_accounts_cannot_share_an_address_in_another_case() -> None:
    User.objects.create_user("claire@example.org", name="Claire")

    with pytest.raises(IntegrityError):
        User.objects.create(email="CLAIRE@example.org", name="Autre")


def test_account_without_a_password_cannot_sign_in_with_one() -> None:
    user = User.objects.create_user("claire@example.org", name="Claire")

    assert not user.has_usable_password()
    assert not user.check_password("")


def test_superuser_may_use_the_administration() -> None:
    user = User.objects.create_superuser("super@example.org", "x", name="Super")

    assert (user.is_staff, user.is_superuser) == (True, True)
