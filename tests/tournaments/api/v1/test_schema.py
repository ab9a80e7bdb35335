"""The schema is stored in the repository, and no request, valid or not, breaks the site."""

import os
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
import schemathesis
from django.conf import settings
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as generating
from schemathesis import GenerationMode

from common.requests.limits import LIMITS
from config.wsgi import application
from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import enter_result, list_plays, make_user
from tournaments.enums import EventRole
from tournaments.results.services.table_access import table_secret

KEPT = Path(settings.PROJECT_DIR) / "docs/api/schema.yml"
REQUESTS = int(os.environ.get("ETUI_REQUESTS_EACH", "4"))
"""Generated for each operation, keeping to the schema or breaking it on purpose."""
WELL_FORMED, MALFORMED = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


def test_the_schema_kept_is_the_schema_served():
    """To renew it: manage.py spectacular --file docs/api/schema.yml."""
    output = StringIO()
    with override("fr"):
        call_command("spectacular", "--validate", "--fail-on-warn", stdout=output)

    assert KEPT.read_text(encoding="utf-8") == output.getvalue()


@pytest.fixture
def cookies(evening):
    """Those of a scorer's browser, the token against other sites among them."""
    client = Client()
    client.get(reverse("accounts-sign-in"))
    client.force_login(make_user("Marc", tournament=evening, role=EventRole.SCORER))
    return {name: morsel.value for name, morsel in client.cookies.items()}


@pytest.fixture
def open_site(cookies, monkeypatch):
    """Programs may ask as often as they like, within the test's own transaction.

    Django's client connects these signals again after each request: `cookies` comes first.
    """
    monkeypatch.setattr("common.requests.limits.LIMITS", dict.fromkeys(LIMITS, ()))
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def play(evening):
    first = list_plays(evening)[0]
    enter_result(first, 56)
    return first


@pytest.fixture
def phone(evening, play):
    """Return the headers of a phone that sits at the play's table and writes there."""
    access, device = open_table(evening, play.table.number), make_device()
    sit_down(access, 0, device=device, number=play.round.number)
    return {"Authorization": f"Bearer {table_secret(access)}", "Etui-Phone": str(device.key)}


@cache
def schema_kept():
    """Return the schema of the repository, read once, with the site as its server."""
    schema = schemathesis.openapi.from_path(KEPT)
    schema.app = application
    return schema


def statuses_of(operation_id, mode, cookies, headers=None, query=None, **path_values):
    """Return the status codes of generated requests for an operation, with the given parameters."""
    operation = schema_kept().find_operation_by_id(operation_id)
    statuses = set()

    @generating(
        max_examples=REQUESTS,
        database=None,
        derandomize="ETUI_REQUESTS_EACH" not in os.environ,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=path_values or None, query=query))
    def send(case):
        answer = case.call(cookies=cookies, headers=headers or {"X-CSRFToken": cookies["csrftoken"]})
        statuses.add(answer.status_code)

    send()
    return statuses


def test_reads_that_keep_to_the_schema_are_answered(evening, play, open_site, cookies):
    slug = evening.slug

    first = {"session": 1}
    assert statuses_of("standings_read", WELL_FORMED, cookies, query=first, slug=slug) <= {200, 304}
    assert statuses_of("standings_read", WELL_FORMED, cookies, slug=slug) <= {200, 304, 404}
    assert statuses_of("event_standings_read", WELL_FORMED, cookies, slug=slug) <= {200, 304}
    assert statuses_of("board_read", WELL_FORMED, cookies, query=first, slug=slug, number=1) == {200}
    assert statuses_of("event_read", WELL_FORMED, cookies, slug=slug) == {200}
    assert statuses_of("events_list", WELL_FORMED, cookies) <= {200, 404}
    assert statuses_of("entries_list", WELL_FORMED, cookies, slug=slug) <= {200, 404}
    assert statuses_of("plays_list", WELL_FORMED, cookies, slug=slug) <= {200, 404}


@pytest.mark.parametrize("operation_id", ["board_read", "plays_list", "events_list", "entries_list"])
def test_other_reads_are_refused_and_break_nothing(play, open_site, cookies, operation_id):
    assert statuses_of(operation_id, MALFORMED, cookies) <= {200, 301, 400, 404}


@pytest.mark.parametrize("mode", [WELL_FORMED, MALFORMED])
def test_whatever_is_sent_is_stored_or_refused(evening, play, open_site, cookies, mode):
    statuses = statuses_of("result_record", mode, cookies, slug=evening.slug, id=play.pk)

    assert statuses <= {200, 400, 409, 415}


@pytest.mark.parametrize("mode", [WELL_FORMED, MALFORMED])
@pytest.mark.parametrize("operation_id", ["table_read", "table_sit", "table_results_record"])
def test_whatever_a_phone_sends_is_taken_or_refused(play, open_site, phone, operation_id, mode):
    assert statuses_of(operation_id, mode, {}, phone) <= {200, 400, 401, 404, 405, 409, 415}


@pytest.mark.parametrize("mode", [WELL_FORMED, MALFORMED])
@pytest.mark.parametrize(
    "operation_id", ["table_result_record", "table_result_confirm", "table_result_dispute"]
)
def test_whatever_a_phone_says_of_a_result_is_taken_or_refused(play, open_site, phone, operation_id, mode):
    statuses = statuses_of(operation_id, mode, {}, phone, id=play.pk)

    assert statuses <= {200, 400, 401, 404, 405, 409, 415}


def test_root_of_the_api_leads_to_its_description(client: Client) -> None:
    assert client.get("/api/").headers["Location"] == reverse("api-v1-schema")
