"""Pages with a secret address repeat it nowhere: no title, no other site, no error page."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.services import make_sign_in_link
from common.requests.secret_addresses import SECRET_ARGUMENTS
from tests.factories.tournaments import make_user
from tests.tournaments.walks.matrix.asking import ask
from tests.tournaments.walks.matrix.evening import MATRIX, make_evening
from tests.tournaments.walks.matrix.rules import NOBODY
from tournaments.enums import Visibility

pytestmark = pytest.mark.django_db


def secret_of(arguments: dict[str, object]) -> str:
    return next((str(value) for name, value in arguments.items() if name in SECRET_ARGUMENTS), "")


def test_secret_is_in_no_title_and_goes_to_no_other_site() -> None:
    evening = make_evening(Visibility.PUBLIC)
    secrets = {name: secret for name, ids in evening.ids.items() if (secret := secret_of(ids))}
    paths = {
        evening.path(name): secret for name, secret in secrets.items() if MATRIX[name].reading is not NOBODY
    }
    link = make_sign_in_link(user=make_user(club=evening.tournament.club))
    paths[link] = link.split("/")[-2]

    for path, secret in paths.items():
        page = ask(Client(), "GET", path)
        titles = re.findall(r"<title>.*?</title>", page.content.decode(), re.DOTALL)
        outside = re.findall(
            r"""(?:href|src|action)=["']https?://(?!testserver)[^"']*""", page.content.decode()
        )
        assert page["Referrer-Policy"] == "same-origin", path
        assert not any(secret in text for text in (*titles, *outside)), path
        assert page.get("Location", "/").startswith("/"), path

    assert len(paths) >= 5


def shown_on(page: HttpResponse) -> str:
    """A page without what brings the reader back to it in another language."""
    return re.sub(r"<input[^>]*name=.next.[^>]*>", "", page.content.decode())


def test_error_page_does_not_repeat_the_address() -> None:
    evening = make_evening(Visibility.PUBLIC)
    secret = str(evening.ids["table-page"]["secret"])

    missing_page = Client().get(f"{evening.path('table-page')}nothing-here/")
    refused = Client(enforce_csrf_checks=True).post(evening.path("table-page"))
    wrong = Client().get(reverse("table-page", args=["1-AAAAAAAAAAAAAAAAAAAAAA"]))

    assert (missing_page.status_code, refused.status_code) == (404, 403)
    assert wrong.status_code >= 400
    assert not any(secret in shown_on(answer) for answer in (missing_page, refused))
    assert "1-AAAAAAAAAAAAAAAAAAAAAA" not in shown_on(wrong)
