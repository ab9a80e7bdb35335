"""A person who opens the address of a form is led to its page."""

import pytest
from django.http import HttpResponseNotAllowed
from django.test import Client, RequestFactory
from django.urls import reverse

from tournaments.base.web.form_addresses import find_page_above, lead_back_from_form_addresses

pytestmark = pytest.mark.django_db


def test_address_of_a_form_leads_to_the_page_above_it() -> None:
    response = Client().get(reverse("organiser-entry-visitor", args=["soiree"]))

    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert f'class="button" href="{reverse("organiser-entries", args=["soiree"])}"' in response.text


@pytest.mark.parametrize(("method", "path"), [("head", "/"), ("put", "/"), ("get", "/api/v1/table/seat/")])
def test_programs_get_no_page(method: str, path: str) -> None:
    answer = lead_back_from_form_addresses(lambda _request: HttpResponseNotAllowed(["POST"]))

    assert answer(RequestFactory().generic(method.upper(), path)).content == b""


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/jouer/nulle/part/", "/jouer/"),
        ("/jouer/nulle", "/jouer/"),
        ("/nulle/part/", "/"),
        ("/", "/"),
    ],
)
def test_nearest_page_stands_above(path: str, page: str) -> None:
    assert find_page_above(path) == page


def test_language_is_not_changed_on_a_refused_form() -> None:
    address = reverse("accounts-sign-in")

    refused_page = Client().post(address, {"username": "", "password": ""}).text

    assert reverse("set_language") in Client().get(address).text
    assert "<form" in refused_page
    assert reverse("set_language") not in refused_page
