"""Page about the https of a laptop: with it, without it, and the certificate."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from django.test import Client

from tournaments.installation.certificates import fingerprint_text, read_authority, renew_certificate

pytestmark = pytest.mark.django_db

PAGE, FILE = "/https/", "/https/etui.crt"


@pytest.fixture
def laptop(settings: Any, tmp_path: Path) -> Any:
    settings.VAR_DIR = tmp_path
    settings.ETUI_IS_IN_HALL = True
    settings.ALLOWED_HOSTS = ["*"]
    return settings


@pytest.fixture
def secure(laptop: Any) -> Any:
    renew_certificate(["192.168.1.20"], now=datetime.now(UTC))
    laptop.ETUI_HTTPS_ADDRESS = ":8443"
    return laptop


def test_steps_for_each_device_and_the_fingerprint_are_shown(secure: Any) -> None:
    page = Client().get(PAGE, headers={"host": "192.168.1.20:8000"}).text

    assert page.count("<ol>") == 3
    assert page.count("<details>") == 3
    assert 'href="https://192.168.1.20:8443/"' in page
    assert fingerprint_text(read_authority()) in page  # type: ignore[arg-type]
    assert f'href="{FILE}"' in page
    assert "http://192.168.1.20:8000/https/" in page


@pytest.mark.parametrize(
    ("host", "public_url", "name"),
    [
        ("localhost:8000", "", "localhost"),
        ("laptop:8000", "http://192.168.1.20:8000", "192.168.1.20"),
        ("laptop:8000", "http://93.184.216.34:8000", "localhost"),
    ],
)
def test_address_in_https_is_one_that_the_certificate_names(
    secure: Any, host: str, public_url: str, name: str
) -> None:
    secure.ETUI_PUBLIC_URL = public_url

    assert f'href="https://{name}:8443/"' in Client().get(PAGE, headers={"host": host}).text


def test_certificate_has_the_type_that_phones_install(secure: Any) -> None:
    response = Client().get(FILE)

    assert response["Content-Type"] == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(response.content) == read_authority()
    assert "PRIVATE" not in response.content.decode("latin-1")


def test_page_that_is_open_in_https_asks_for_nothing(secure: Any) -> None:
    page = Client().get(PAGE, secure=True).text

    assert "Cette page est ouverte en https" in page
    assert FILE not in page


def test_certificate_of_the_club_needs_no_steps(secure: Any) -> None:
    secure.ETUI_HTTPS_ADDRESS = "salle.tarot.example:8443"

    page = Client().get(PAGE).text

    assert 'href="https://salle.tarot.example:8443/"' in page
    assert "<ol>" not in page
    assert Client().get(FILE).url == PAGE  # type: ignore[attr-defined]


def test_without_https_the_page_says_how_to_start_it(laptop: Any) -> None:
    in_hall = Client().get(PAGE).text
    laptop.ETUI_IS_IN_HALL = False
    on_server = Client().get(PAGE).text

    assert "manage.py serve --https" in in_hall
    assert "La personne qui le gère peut le régler." in on_server
    assert Client().get(FILE).url == PAGE  # type: ignore[attr-defined]
