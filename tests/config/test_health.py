"""The two questions of whoever keeps Étui running."""

import shutil
from collections import namedtuple

import pytest
from django.test import Client

from config import health
from config.celery import app

Usage = namedtuple("Usage", "total used free")
BROKEN = {"database": "unavailable", "disk": "unavailable", "broker": "degraded"}


def fails() -> bool:
    raise OSError("secret detail")


def test_healthz_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok")


@pytest.mark.django_db
def test_readyz_names_every_check(client: Client) -> None:
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"status": "ready", "checks": {"database": True, "disk": True, "broker": True}}


@pytest.mark.django_db
@pytest.mark.parametrize(("broken", "status"), BROKEN.items())
def test_readyz_names_what_is_wrong_and_gives_no_detail(
    client: Client, monkeypatch: pytest.MonkeyPatch, broken: str, status: str
) -> None:
    monkeypatch.setitem(health.CHECKS, broken, fails)

    response = client.get("/readyz")

    assert response.status_code == (200 if status == "degraded" else 503)
    assert response.json()["status"] == status
    assert [name for name, passed in response.json()["checks"].items() if not passed] == [broken]
    assert b"secret detail" not in response.content


@pytest.mark.django_db
def test_full_disk_stops_being_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9 - 5, 5))

    assert client.get("/readyz").status_code == 503


@pytest.mark.django_db
def test_broker_away_is_told_at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")

    response = client.get("/readyz")

    assert response.json() == {
        "status": "degraded",
        "checks": {"database": True, "disk": True, "broker": False},
    }


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_answers_are_never_kept(client: Client, path: str) -> None:
    assert "no-store" in client.get(path)["Cache-Control"]
