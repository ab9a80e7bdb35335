"""User with an account and a password."""

import pytest

from accounts.models import User

PASSWORD = "trois bouts et le chien"


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("claire@example.org", PASSWORD, name="Claire")
