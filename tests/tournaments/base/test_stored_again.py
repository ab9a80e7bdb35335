"""Events that the factories of the tests store again: the rows of the first one, without its services."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.factories.stored_again import stored_again
from tests.factories.tournaments import make_club, make_seated_tournament
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.once  # of SQLite: elsewhere the numbers of rows go on from test to test
QUERIES_AT_MOST = 5


def rows_of(club: Club, make: Any) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of the database after `make`, and take back what it stored."""
    with transaction.atomic():
        make(club)
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
            rows = {
                table: cursor.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608
                for table in [*tables, "sqlite_sequence"]
            }
        transaction.set_rollback(True)
    return rows


def test_event_stored_again_has_the_same_rows_and_numbers(db: None) -> None:
    club, make = make_club(), stored_again(make_seated_tournament.__wrapped__)

    first, again = (rows_of(club, make) for _ in range(2))

    assert first["tournaments_seating"]
    assert again == first


def test_event_is_stored_again_by_few_queries_beside_an_account(db: None, owner: object) -> None:
    club = make_club()
    with transaction.atomic():
        make_seated_tournament(club)
        transaction.set_rollback(True)

    with CaptureQueriesContext(connection) as queries:
        tournament = make_seated_tournament(club)

    assert len(queries) <= QUERIES_AT_MOST
    assert tournament.club is club


def test_event_is_made_anew_beside_another_one(db: None) -> None:
    club = make_club()

    first, second = (make_seated_tournament(club) for _ in range(2))

    assert first.slug != second.slug
    assert Tournament.objects.count() == 2
