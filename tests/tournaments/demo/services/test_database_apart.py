"""Separate database: it neither reads nor writes the site's, and sends no work."""

import pytest
from django.db import connection, transaction

from tournaments.demo.services.database_apart import create_tables, database_apart, nothing_sent
from tournaments.models import Club

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_rows_of_either_side_are_not_seen_from_the_other() -> None:
    Club.objects.create(name="Ici", slug="ici")

    with database_apart():
        create_tables()
        assert not Club.objects.exists()
        Club.objects.create(name="Ailleurs", slug="ailleurs")

    assert [club.name for club in Club.objects.all()] == ["Ici"]


@pytest.mark.postgres
def test_content_is_taken_up_again() -> None:
    with database_apart() as database:
        create_tables()
        Club.objects.create(name="Ailleurs", slug="ailleurs")
        content = database.serialize()

    with database_apart(content):
        assert Club.objects.get().name == "Ailleurs"


def test_site_is_back_after_an_error() -> None:
    database_name = connection.settings_dict["NAME"]

    with pytest.raises(ValueError, match="within"), database_apart():
        raise ValueError("within " + connection.settings_dict["NAME"])

    assert connection.settings_dict["NAME"] == database_name


def test_no_work_is_asked_for_after_the_transaction() -> None:
    work: list[str] = []

    with database_apart(), nothing_sent():
        transaction.on_commit(lambda: work.append("work"))

    assert work == []
