"""Every error of the API has the one shape that programs read."""

import json
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from tests.factories.tables import make_device, open_table, sit_down
from tests.factories.tournaments import list_plays
from tournaments.models import TableAccess
from tournaments.results.services.table_access import table_secret

BROKEN = IntegrityError()
BROKEN.__cause__ = psycopg.errors.ForeignKeyViolation()
SHAPE = {"code", "message", "fields", "extra"}


def check(response: Any, status: int, code: str) -> dict[str, Any]:
    """The body of an error in the one shape."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == "application/json"
    body: dict[str, Any] = json.loads(response.content)
    assert body.keys() == SHAPE
    assert body["code"] == code
    return body


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/tournaments/x/plays/99999999999999999999999/results/",
        "/api/v1/table/plays/-1/results/",
        "/api/v1/tournaments/%E9/standings/",
        "/api/v1/tournaments/a b/boards/1/",
        "/api/v1/nothing/",
        "/api/v2/",
        "/api/nothing/",
        "/api/v1/table/plays/%00/confirm/",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_address_that_leads_nowhere_says_so_in_json(db: None, path: str, method: str) -> None:
    client = Client(enforce_csrf_checks=True)

    response = client.generic(method, path, b"{}", "application/json")

    assert response.status_code in (401, 403, 404, 405)
    assert json.loads(response.content).keys() == SHAPE


def test_method_that_is_not_there(client: Client, evening: Any) -> None:
    check(client.delete(reverse("api-v1-standings", args=[evening.slug])), 403, "not_authenticated")


@pytest.fixture
def phone(evening: Any) -> dict[str, str]:
    access, device = open_table(evening), make_device()
    sit_down(access, 0, device=device)
    return {"Authorization": f"Bearer {table_secret(access)}", "Etui-Phone": str(device.key)}


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "parse_error"),
        (b"\xff", "application/json", 400, "parse_error"),
        (b'{"round": 1, "round": 2}', "application/json", 400, "parse_error"),
        (b'{"round": NaN}', "application/json", 400, "parse_error"),
        (b'{"round": ' + b"9" * 5000 + b"}", "application/json", 400, "parse_error"),
        (b'{"round": "\\ud800"}', "application/json", 400, "parse_error"),
        (b"[" * 100_000, "application/json", 400, "parse_error"),
        (b"{}", "application/json; charset=rot13", 400, "invalid"),
        (b"{}", "application/json; charset=base64", 400, "invalid"),
        (b"[]", "application/json", 400, "invalid"),
        (b"null", "application/json", 400, "invalid"),
        (b" " * 300_000 + b"{}", "application/json", 413, "too_large"),
        (b"a=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        (b"--x--", "multipart/form-data; boundary=", 415, "unsupported_media_type"),
    ],
)
def test_body_that_cannot_be_read(
    client: Client, phone: dict[str, str], body: bytes, kind: str, status: int, code: str
) -> None:
    check(client.generic("PUT", reverse("api-v1-table-seat"), body, kind, headers=phone), status, code)


def test_post_without_the_token_against_other_sites(evening: Any, django_user_model: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(django_user_model.objects.create_user("ana@example.org"))
    path = reverse("api-v1-result-record", args=[evening.slug, list_plays(evening)[0].pk])

    check(client.post(path, {}, content_type="application/json"), 403, "permission_denied")


def test_fault_of_ours_has_a_reference_that_the_log_has_too(
    client: Client, evening: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.api.v1.standings.find_session_for_program", lambda *_: 1 / 0)

    body = check(client.get(reverse("api-v1-standings", args=[evening.slug])), 500, "internal_error")

    assert body["extra"]["reference"] in body["message"]
    assert body["extra"]["reference"] in caplog.text


@pytest.mark.parametrize("error", [TableAccess.DoesNotExist(), BROKEN])
@pytest.mark.parametrize(
    ("method", "status", "code"), [("put", 404, "not_found"), ("get", 500, "internal_error")]
)
def test_row_deleted_before_its_lock(
    client: Client,
    phone: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    status: int,
    code: str,
    error: Exception,
) -> None:
    def miss(*_: object) -> None:
        raise error

    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.api.v1.table_requests.find_table_access", miss)

    check(getattr(client, method)(reverse("api-v1-table-seat"), headers=phone), status, code)


def test_fault_before_any_view(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("common.requests.bounds.BoundsMiddleware.process_view", lambda *_: 1 / 0)

    check(client.get("/api/v1/table/"), 500, "internal_error")


def test_host_that_is_not_ours(client: Client) -> None:
    check(client.get("/api/v1/table/", headers={"host": "elsewhere.example"}), 400, "bad_request")
