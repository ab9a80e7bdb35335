"""Pages that the site shows when it fails itself."""

from django.test import RequestFactory
from django.utils.translation import override
from django.views.defaults import server_error


def test_page_of_a_failure_asks_nothing_of_the_database(rf: RequestFactory) -> None:
    with override("fr"):
        page = server_error(rf.get("/"))

    assert page.status_code == 500
    assert "Un problème est survenu" in page.content.decode()
