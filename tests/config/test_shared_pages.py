"""The site's own pages behind the answers that strangers share."""

from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client
from django.utils.translation import get_language_from_request

from common.web_server.loop_responses import anonymous_language
from common.web_server.policy import policy_of
from common.web_server.shared_responses import SharedResponses
from tests.tournaments.walks.matrix.evening import Evening, make_evening
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Person
from tournaments.people.services.people import change_person
from tournaments.rankings.services.standings import refresh_standings

NAME = "Zyxobert"
SHARED = (
    "public-home",
    "public-standings",
    "public-groups",
    "public-boards",
    "public-board",
    "public-seats",
    "public-club",
    "public-competition",
)
NAMING = ("public-standings", "public-standings-live", "public-seats")


@pytest.fixture
def evening(db: None) -> Evening:
    cache.clear()
    evening = make_evening(Visibility.PUBLIC)
    entry = evening.tournament.entries.order_by("pk")[0]
    Person.objects.filter(pk=entry.person_id).update(last_name=NAME, shows_full_name=True)
    refresh_standings(session=evening.tournament.sessions.get())
    return evening


class Pages:
    """Site in the view of the web server. A post changes its data."""

    def __init__(self, change: Callable[[], object]) -> None:
        self.asked = 0
        self._change = change

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        status, headers, body = await sync_to_async(self._answer)(scope)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _answer(self, scope: Any) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        if scope["method"] == "POST":
            self._change()
            return 204, [], b""
        self.asked += 1
        response = Client().get(scope["path"])
        cookies = [(b"set-cookie", name.encode()) for name in response.cookies]
        headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
        return response.status_code, [*headers, *cookies], response.content


def ask_in_turn(pages: Pages, *requests: tuple[str, str]) -> list[str]:
    """The bodies of answers to methods and paths, shared for as long as nothing changes."""
    shared = SharedResponses(pages, policy_of, anonymous_language, moment=600.0)

    async def ask(method: str, path: str) -> str:
        messages: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        scope = {"type": "http", "method": method, "scheme": "http", "path": path}
        await shared(scope | {"query_string": b"", "headers": []}, None, send)  # type: ignore[arg-type]
        return bytes(messages[1]["body"]).decode()

    async def go() -> list[str]:
        return [await ask(*request) for request in requests]

    return async_to_sync(go)()


def test_what_a_hall_opens_is_asked_of_the_site_once(evening: Evening) -> None:
    pages = Pages(change=lambda: None)
    requests = [("GET", evening.path(name)) for name in SHARED]

    answers = ask_in_turn(pages, *requests, *requests)

    assert pages.asked == len(SHARED)
    assert answers[: len(SHARED)] == answers[len(SHARED) :]
    assert all("<html" in page for page in answers)


def test_a_name_withdrawn_is_on_nothing_shared_that_is_asked_for_afterwards(evening: Evening) -> None:
    person = Person.objects.get(last_name=NAME)
    values = {"shows_full_name": False}
    pages = Pages(lambda: change_person(person=person, values=values, changed_by=None))
    requests = [("GET", evening.path(name)) for name in NAMING]

    answers = ask_in_turn(pages, *requests, *requests, ("POST", "/"), *requests)

    is_named = [NAME.upper() in page.upper() for page in answers]
    assert is_named == [True] * 2 * len(NAMING) + [False] * (1 + len(NAMING))
    assert pages.asked == 2 * len(NAMING)


def test_an_evening_hidden_is_on_nothing_shared_that_is_asked_for_afterwards(evening: Evening) -> None:
    tournament = evening.tournament
    pages = Pages(lambda: set_visibility(tournament=tournament, visibility=Visibility.PRIVATE, set_by=None))
    requests = [("GET", evening.path(name)) for name in NAMING]

    answers = ask_in_turn(pages, *requests, ("POST", "/"), *requests)

    is_named = [NAME.upper() in page.upper() for page in answers]
    assert is_named == [True] * len(NAMING) + [False] * (1 + len(NAMING))


@pytest.mark.parametrize(
    ("header", "cookie", "language"),
    [("fr-FR,fr;q=0.9,en;q=0.8", "", "fr"), ("en-GB", "", "en"), ("en", "fr", "fr"), ("de", "xx", "fr")],
)
def test_strangers_are_told_apart_by_the_language_of_their_answer(
    header: str, cookie: str, language: str
) -> None:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    request.COOKIES["django_language"] = cookie

    assert anonymous_language(header, cookie) == language == get_language_from_request(request)


@pytest.mark.parametrize(
    ("path", "may_hide"),
    [
        ("/table/1-abc/donnes/4/", False),
        ("/api/v1/table/plays/4/results/", False),
        ("/api/v1/tournaments/x/plays/4/results/", False),
        ("/jouer/table/abc/coup/", False),
        ("/salles/manche/4/jouer/", False),
        ("/salles/manche/4/quitter/", True),
        ("/api/v1/tournaments/x/", True),
        ("/organiser/t/x/montrer/", True),
        ("/mes-resultats/abc/mon-compte/lier/", True),
    ],
)
def test_only_results_and_cards_leave_what_is_shared_alone(path: str, *, may_hide: bool) -> None:
    assert policy_of({"path": path}).hides_nothing is not may_hide
