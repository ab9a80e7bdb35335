"""No input makes a page fail: nasty values in every field of every address, and bytes that are no form."""

import pytest
from django.db import transaction
from django.test import Client

from tests.tournaments.web.matrix.asking import FORM, ask
from tests.tournaments.web.matrix.evening import FIELDS, MATRIX, make_evening, make_superuser
from tests.tournaments.web.matrix.rules import NOBODY

pytestmark = pytest.mark.django_db

NASTY = ["", "\x00", "9" * 5000, "-1", "1e999999999", "NaN", "é" * 500, "0", "9999-12-31", "%s{{x}}<script>"]


@pytest.mark.parametrize("value", NASTY)
def test_no_input_makes_a_page_fail(client: Client, value: str) -> None:
    evening = make_evening()
    client.force_login(make_superuser(evening))
    data = dict.fromkeys(FIELDS, value)

    for name, row in MATRIX.items():
        if row.reading is not NOBODY:
            assert ask(client, "GET", evening.path(name), data).status_code < 500, name
        if row.writing is not NOBODY:
            assert ask(client, "POST", evening.path(name), data).status_code < 500, name


def test_bytes_that_are_no_form_make_no_page_fail(client: Client) -> None:
    evening = make_evening()
    client.force_login(make_superuser(evening))

    for name, row in MATRIX.items():
        if row.writing is not NOBODY:
            for content_type in (FORM, "multipart/form-data; boundary=x", "a/b"):
                with transaction.atomic():
                    response = client.generic("POST", evening.path(name), b"\xff\xfe=\xff&%00", content_type)
                    assert response.status_code < 500, (name, content_type)
                    transaction.set_rollback(True)
