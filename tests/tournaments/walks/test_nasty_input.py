"""No input makes a page fail: nasty values in every field of every address, and bytes that are no form."""

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.walks.matrix.asking import FORM, IS_WHOLE, ask
from tests.tournaments.walks.matrix.evening import FIELDS, MATRIX, make_evening, make_superuser
from tests.tournaments.walks.matrix.rules import NOBODY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sessions_in_cookies")]

NASTY = ["", "9" * 5000, "1e999999999", "NaN", "0", "9999-12-31", "%s{{x}}<script>"]
"""Values that are accepted or refused before the database, or too large for any."""
NASTY_ON_POSTGRESQL = ["\x00", "9" * 5000, "-1", "é" * 500]
"""Values that PostgreSQL may refuse; SQLite accepts all of them but the number."""

SHARES = 6 if IS_WHOLE else 2
"""Parts of the addresses that processes take side by side; by day one on SQLite, the other on PostgreSQL."""
ON_POSTGRESQL = (pytest.mark.postgres, pytest.mark.postgres_alone)
EACH = None if IS_WHOLE else 1
"""Values that an address gets, neighbours others: all of them in the nights (script/test --long)."""
CONTENT_TYPES = (FORM, "multipart/form-data; boundary=x", "a/b")
"""Content types of bytes that are no form. By day an address gets one in turn, in the nights all of them."""


def reads_fields(response: HttpResponse, method: str) -> bool:
    """Return whether the view read any field of the request."""
    request = response.wsgi_request  # type: ignore[attr-defined]
    return "GET" in vars(request) if method == "GET" else hasattr(request, "_post")


@pytest.mark.parametrize(
    "share", [pytest.param(share, marks=ON_POSTGRESQL if share else ()) for share in range(SHARES)]
)
def test_no_input_makes_a_page_fail(client: Client, share: int, request: pytest.FixtureRequest) -> None:
    """Each address gets its values in every field; one that looks at no field, only the first.

    On PostgreSQL the answers to forms are not written out: their pages are.
    """
    evening = make_evening()
    client.force_login(make_superuser(evening))
    values = NASTY if connection.vendor == "sqlite" else NASTY_ON_POSTGRESQL

    for method in ("GET", "POST"):
        if method == "POST" and connection.vendor == "postgresql":
            request.getfixturevalue("unwritten")
        for number, name in enumerate(sorted(MATRIX)[share::SHARES]):
            row = MATRIX[name]
            start = number % len(values)
            tried_values = [*values[start:], *values[:start]][:EACH]
            rule = row.reading if method == "GET" else row.writing
            for value in tried_values if rule is not NOBODY else ():
                response = ask(client, method, evening.path(name), dict.fromkeys(FIELDS, value))
                assert response.status_code < 500, (name, method, value)
                if not reads_fields(response, method):
                    break


@pytest.mark.usefixtures("unwritten")
def test_bytes_that_are_no_form_make_no_page_fail(client: Client) -> None:
    """Pages are not written out: what they show is that of a form sent empty."""
    evening = make_evening()
    client.force_login(make_superuser(evening))

    for number, (name, row) in enumerate(MATRIX.items()):
        if row.writing is not NOBODY:
            for content_type in CONTENT_TYPES if IS_WHOLE else (CONTENT_TYPES[number % len(CONTENT_TYPES)],):
                with transaction.atomic():
                    response = client.generic("POST", evening.path(name), b"\xff\xfe=\xff&%00", content_type)
                    assert response.status_code < 500, (name, content_type)
                    transaction.set_rollback(True)
