"""One form sent by several fingers at once: the database decides, whichever process has the request."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories.page_forms import made_files, read_forms, read_page
from tests.factories.tournaments import make_club, make_user
from tests.processes import Server
from tests.servers.test_laptop import database, server, var
from tests.servers.visitor import Visitor
from tournaments.enums import EventRole
from tournaments.models import Club, Competition, Invitation, Person, PrintedDocument, Season, Tournament

__all__ = ["database", "server", "var"]

FINGERS = 5


def at_once(call: Callable[[], Any]) -> list[Any]:
    """Return the responses of five threads that begin together."""
    barrier, answers = threading.Barrier(FINGERS), []

    def run() -> None:
        try:
            barrier.wait(30)
            answers.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(FINGERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("organiser-person-add", Person),
        ("organiser-competitions", Competition),
        ("organiser-seasons", Season),
        ("organiser-tournament-create", Tournament),
        ("organiser-club-create", Club),
    ],
)
def test_five_posts_at_once_make_one(real_environment: dict[str, str], name: str, model: Any) -> None:
    club = make_club()
    user = make_user(club=club)
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    path = reverse(name, args=[] if name == "organiser-club-create" else [club.slug])
    form = next(candidate for candidate in read_page(path, client.get(path))[0] if "once" in candidate.names)
    count = model.objects.count()
    cookies = client.cookies.output(attrs=[], header="").replace("\r\n", ";")

    answers = at_once(lambda: Client(headers={"cookie": cookies}).post(form.action, form.filled()))

    assert model.objects.count() == count + 1
    assert {(answer.status_code, answer.headers["Location"]) for answer in answers} == {
        (302, answers[0].headers["Location"])
    }


@pytest.mark.parametrize(
    ("name", "model"), [("organiser-invitation-make", Invitation), ("organiser-documents", PrintedDocument)]
)
def test_five_posts_at_once_make_one_in_an_evening(evening: Tournament, name: str, model: Any) -> None:
    client = Client()
    client.force_login(make_user(tournament=evening, role=EventRole.DIRECTOR))
    page = reverse("organiser-staff" if "invitation" in name else name, args=[evening.slug])
    forms = read_page(page, client.get(page))[0]
    form = next(candidate for candidate in forms if candidate.address == name and "once" in candidate.names)
    cookies = client.cookies.output(attrs=[], header="").replace("\r\n", ";")
    count = model.objects.count()

    answers = at_once(
        lambda: Client(headers={"cookie": cookies}).post(form.action, form.filled() | made_files(form))
    )

    assert model.objects.count() == count + 1
    assert {answer.status_code for answer in answers} == {302}


def test_five_posts_at_once_on_a_laptop(server: Server, organiser: Visitor, database: Any) -> None:
    """SQLite, the server as it is started in a hall."""
    club = organiser.get("/organiser/").partition("/organiser/clubs/")[2].partition("/")[0]
    path = f"/organiser/clubs/{club}/competitions/"
    page = organiser.get(path)
    form = next(candidate for candidate in read_forms(path, page)[0] if "once" in candidate.names)
    fields = {name: values[0] for name, values in form.filled().items() if name != "csrfmiddlewaretoken"}
    first_count = database.execute("SELECT count(*) FROM tournaments_competition").fetchone()

    answers = at_once(lambda: organiser.post(path, fields))

    last_count = database.execute("SELECT count(*) FROM tournaments_competition").fetchone()
    assert last_count[0] == first_count[0] + 1, answers
    assert {status for status, _page in answers} == {200}
