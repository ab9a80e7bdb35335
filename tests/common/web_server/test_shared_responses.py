"""Requests of anonymous clients, answered together in front of the site."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from common.web_server import shared_responses
from common.web_server.policy import Audience, Policy
from common.web_server.shared_responses import LONGEST_KEY, MOST_ENTRIES, SharedResponses

Headers = list[tuple[bytes, bytes]]


def policy_of(scope: Any) -> Policy:
    """Pages of evenings are shared, their polls with more clients; a table hides nothing."""
    parts = scope["path"].strip("/").split("/")
    if parts[-1] == "direct":
        return Policy(audience=Audience.BY_MARK if "ranking" in parts else Audience.WITHOUT_SESSION)
    is_page = parts[0] == "t" and len(parts) == 2
    return Policy(audience=Audience.STRANGERS if is_page else Audience.ONE, hides_nothing=parts[0] == "table")


def sharing(site: Any, moment: float = 60.0) -> SharedResponses:
    return SharedResponses(site, policy_of, lambda header, cookie: cookie or header[:2] or "fr", moment)


class Site:
    """Site that counts its requests and returns the number."""

    def __init__(self, status: int = 200, headers: Headers | None = None, wait: float = 0.0) -> None:
        self.asked = 0
        self._status, self._headers, self._wait = status, headers or [], wait

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        number = self.asked
        await asyncio.sleep(self._wait)
        await send({"type": "http.response.start", "status": self._status, "headers": self._headers})
        await send({"type": "http.response.body", "body": str(number).encode(), "more_body": False})


def scope(path: str = "/t/x/direct/", query: bytes = b"", **headers: str) -> dict[str, Any]:
    encoded_headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    base_scope = {"type": "http", "method": "GET", "scheme": "http", "path": path}
    return base_scope | {"query_string": query, "headers": encoded_headers}


async def ask(shared: SharedResponses, request_scope: dict[str, Any]) -> str:
    messages: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        raise AssertionError("a poll has no body")

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    await shared(request_scope, receive, send)
    return bytes(messages[1]["body"]).decode()


def run(site: Site, steps: Callable[[SharedResponses], Awaitable[Any]], seconds: float = 60.0) -> Any:
    async def go() -> Any:
        return await steps(sharing(site, seconds))

    return asyncio.run(go())


def in_turn(*scopes: dict[str, Any]) -> Callable[[SharedResponses], Awaitable[list[str]]]:
    async def steps(shared: SharedResponses) -> list[str]:
        return [await ask(shared, request_scope) for request_scope in scopes]

    return steps


def test_a_hall_that_asks_the_same_is_answered_once() -> None:
    site = Site(wait=0.01)

    async def together(shared: SharedResponses) -> list[str]:
        return await asyncio.gather(*(ask(shared, scope()) for _phone in range(1000)))

    assert run(site, together) == ["1"] * 1000
    assert site.asked == 1


def test_an_answer_is_good_for_a_moment_only() -> None:
    assert run(Site(), in_turn(scope(), scope()), seconds=0.0) == ["1", "2"]


@pytest.mark.parametrize(
    "other",
    [
        scope(query=b"shown=2"),
        scope("/t/y/direct/"),
        scope(accept_encoding="gzip, br"),
        scope(accept_language="en"),
        scope(x_forwarded_proto="https"),
        scope(cookie="django_language=en"),
        scope(host="other.example"),
    ],
)
def test_another_question_has_another_answer(other: dict[str, Any]) -> None:
    assert run(Site(), in_turn(scope(), other, scope())) == ["1", "2", "1"]


@pytest.mark.parametrize(
    "known",
    [
        scope(cookie="sessionid=abc"),
        scope(cookie="csrftoken=a; sessionid=abc"),
        scope(authorization="Bearer x"),
        scope(hx_request="true"),
        scope() | {"headers": [(b"hx_request", b"true")]},
        scope() | {"headers": [(b"cookie", b"sessionid=abc"), (b"cookie", b"csrftoken=a")]},
        scope("/t/x/", cookie="moi=7"),
        scope("/t/x/", cookie="csrftoken=a; sessionid=abc"),
        scope("/static/film.bin", range="bytes=0-9"),
        scope("/t/x/other/"),
        scope() | {"method": "HEAD"},
        scope(cookie="=\x00;broken[]=/;sessionid=abc"),
    ],
)
def test_who_is_known_and_what_is_no_poll_is_answered_alone(known: dict[str, Any]) -> None:
    assert run(Site(), in_turn(known, known)) == ["1", "2"]


def test_cookies_that_say_nothing_do_not_tell_strangers_apart() -> None:
    assert run(Site(), in_turn(scope(cookie="csrftoken=a"), scope(cookie="csrftoken=b"))) == ["1", "1"]


@pytest.mark.parametrize(
    "site",
    [Site(404), Site(302), Site(500), Site(headers=[(b"Set-Cookie", b"a=b")])],
    ids=["404", "302", "500", "cookie"],
)
def test_an_answer_that_is_not_for_all_is_kept_for_nobody(site: Site) -> None:
    first, second = run(site, in_turn(scope(), scope()))

    assert first != second


def test_a_site_that_breaks_keeps_nobody_waiting() -> None:
    class Broken(Site):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            self.asked += 1
            await asyncio.sleep(0.01)
            if self.asked == 1:
                raise OSError("gone")
            await super().__call__(scope, receive, send)

    async def together(shared: SharedResponses) -> list[Any]:
        return await asyncio.gather(*(ask(shared, scope()) for _ in range(3)), return_exceptions=True)

    answers = run(Broken(), together)

    assert sum(isinstance(answer, OSError) for answer in answers) == 1


def test_long_answer_is_sent_part_after_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_responses, "LARGEST_PART", 2)
    messages: list[dict[str, Any]] = []

    async def site(asked: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"abcde", "more_body": False})

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    asyncio.run(_ask_once(site, send))

    assert [(part["body"], part["more_body"]) for part in messages[1:]] == [
        (b"ab", True),
        (b"cd", True),
        (b"e", False),
    ]


async def _ask_once(site: Any, send: Any) -> None:
    await sharing(site)(scope(), None, send)  # type: ignore[arg-type]


MARKED: Headers = [(b"Etui-Mark", b"7-playing"), (b"content-length", b"1"), (b"x-kind", b"ranking")]


def test_a_page_is_the_same_for_all_who_bring_nothing_of_their_own() -> None:
    pages = [
        scope("/t/x/"),
        scope("/t/x/", cookie="csrftoken=a"),
        scope("/t/x/", accept_language="fr-BE,nl;q=0.5"),
        scope("/t/x/", cookie="django_language=fr", accept_language="en"),
    ]

    assert run(Site(), in_turn(*pages)) == ["1"] * 4


@pytest.mark.parametrize(
    "other",
    [
        scope("/t/x/", b"nom=a"),
        scope("/t/x/", accept_encoding="gzip"),
        scope("/t/x/", cookie="django_language=en"),
        scope("/static/a.js", accept_encoding="br"),
        scope("/static/a.js", if_none_match='"1"'),
    ],
)
def test_another_page_or_file_has_another_answer(other: dict[str, Any]) -> None:
    first = scope(other["path"])

    assert run(Site(), in_turn(first, other, first)) == ["1", "2", "1"]


def test_a_file_is_the_same_for_everybody_and_longer_than_a_page() -> None:
    files = [scope("/static/a.js"), scope("/static/a.js", cookie="sessionid=abc; moi=7")]

    assert run(Site(304), in_turn(*files), seconds=0.0) == ["1", "1"]


def test_an_answer_in_parts_is_told_in_one_with_its_length() -> None:
    class Parts(Site):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for part in (b"a", b"bc"):
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body"})

    messages: list[dict[str, Any]] = []

    async def steps(shared: SharedResponses) -> None:
        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        await shared(scope("/static/a.js"), None, send)  # type: ignore[arg-type]

    run(Parts(), steps)

    assert messages == [
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]},
        {"type": "http.response.body", "body": b"abc", "more_body": False},
    ]


CHANGE = scope("/my-page/") | {"method": "POST"}
RESULT = scope("/table/x/") | {"method": "POST"}


@pytest.mark.parametrize(
    ("headers", "asked", "answers"),
    [
        ([], [scope("/t/x/"), CHANGE, scope("/t/x/")], ["1", "2", "3"]),
        (MARKED, [scope(query=b"shown=5"), CHANGE, scope(query=b"shown=5")], ["1", "2", "3"]),
        (MARKED, [scope(query=b"shown=5"), CHANGE, scope(query=b"shown=6")], ["1", "2", "3"]),
        ([], [scope("/static/a.js"), CHANGE, scope("/static/a.js")], ["1", "2", "1"]),
        (MARKED, [scope(query=b"shown=5"), RESULT, scope(query=b"shown=5")], ["1", "2", "1"]),
    ],
    ids=["page", "poll", "marked", "file", "result"],
)
def test_who_knows_of_a_change_sees_nothing_from_before(
    headers: Headers, asked: list[dict[str, Any]], answers: list[str]
) -> None:
    assert run(Site(headers=headers), in_turn(*asked)) == answers


def test_what_was_being_computed_when_a_change_came_is_kept_for_nobody_later() -> None:
    async def steps(shared: SharedResponses) -> list[str]:
        early = asyncio.create_task(ask(shared, scope(query=b"shown=5")))
        await asyncio.sleep(0.01)
        await ask(shared, CHANGE)
        return [await early, await ask(shared, scope(query=b"shown=5"))]

    class Slow(Site):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            self._wait = 0.05 if self.asked == 0 else 0.0
            await super().__call__(scope, receive, send)

    assert run(Slow(headers=MARKED), steps) == ["1", "3"]


@pytest.mark.parametrize("seconds", [0.01, 0.1, 0.3, 0.7])
def test_a_first_question_is_answered_whatever_the_moment(seconds: float) -> None:
    async def steps(shared: SharedResponses) -> list[str]:
        return [await ask(shared, scope(path=f"/t/{number}/direct/")) for number in range(50)]

    assert run(Site(headers=MARKED), steps, seconds) == [str(number) for number in range(1, 51)]


def test_a_topic_that_was_told_ends_what_was_shared_of_it() -> None:
    site = Site(headers=[(b"etui-topics", b"standings:1 event:1"), *MARKED])
    scopes = scope(), scope("/t/x/ecran/direct/")

    async def steps(shared: SharedResponses) -> list[str]:
        answers = await in_turn(*scopes)(shared)
        shared.forget_topic("standings:2")
        answers += await in_turn(*scopes)(shared)
        shared.forget_topic("event:1")
        return answers + await in_turn(*scopes)(shared)

    assert run(site, steps) == ["1", "2", "1", "2", "3", "4"]


def test_what_is_under_way_as_a_topic_is_told_is_for_those_who_asked_before() -> None:
    async def steps(shared: SharedResponses) -> list[str]:
        earlier_request = asyncio.create_task(ask(shared, scope()))
        await asyncio.sleep(0.001)
        shared.forget_topic("standings:1")
        return [await ask(shared, scope()), await earlier_request]

    assert run(Site(wait=0.02), steps) == ["2", "1"]


@pytest.mark.parametrize(
    ("told", "answers"),
    [("desk:1", ["1", "2", "2", "2"]), ("standings:1", ["1", "3", "2", "3"])],
    ids=["about others", "about it"],
)
def test_what_is_under_way_stays_shared_when_others_are_told(told: str, answers: list[str]) -> None:
    """The topics of an address are known from its second response on."""

    async def steps(shared: SharedResponses) -> list[str]:
        first = await ask(shared, scope(query=b"shown=5"))
        shared.forget_topic("standings:1")
        under_way = asyncio.create_task(ask(shared, scope(query=b"shown=5")))
        await asyncio.sleep(0.001)
        shared.forget_topic(told)
        since = await ask(shared, scope(query=b"shown=5"))
        return [first, since, await under_way, await ask(shared, scope(query=b"shown=5"))]

    assert run(Site(headers=[(b"Etui-Topics", b"standings:1 event:1")], wait=0.01), steps) == answers


def test_what_turns_out_to_be_about_what_was_told_is_for_the_first_alone() -> None:
    topics = iter([b"event:1", b"standings:1", b"standings:1", b"standings:1"])
    count = 0

    async def site(scope: Any, receive: Any, send: Any) -> None:
        nonlocal count
        count += 1
        body, headers = str(count).encode(), [(b"Etui-Topics", next(topics))]
        await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def steps(shared: SharedResponses) -> list[str]:
        first = await ask(shared, scope())
        shared.forget_topic("event:1")
        under_way = asyncio.create_task(ask(shared, scope()))
        await asyncio.sleep(0.001)
        shared.forget_topic("standings:1")
        since = await ask(shared, scope())
        return [first, since, await under_way, await ask(shared, scope())]

    assert run(site, steps) == ["1", "3", "2", "3"]  # type: ignore[arg-type]


RANKING = "/t/x/ranking/direct/"


class Rankings:
    """Site whose responses have marks. Each waits for its delay, in turn."""

    def __init__(self, *answers: tuple[float, str, Headers]) -> None:
        self.queries: list[bytes] = []
        self._answers = iter(answers)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.queries.append(scope["query_string"])
        wait, mark, headers = next(self._answers)
        await asyncio.sleep(wait)
        headers = [
            *headers,
            (b"Etui-Mark", mark.encode()),
            (b"content-length", b"1"),
            (b"x-kind", b"ranking"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": mark.encode(), "more_body": False})


def test_pages_that_show_anything_get_one_marked_response() -> None:
    site = Rankings((0.01, "7-playing", []))
    polls = [scope(RANKING, query) for query in (b"shown=5", b"shown=6", b"", b"shown=7%2Dplaying")]

    async def steps(shared: SharedResponses) -> list[str]:
        together = await asyncio.gather(*(ask(shared, poll) for poll in polls))
        return [*together, *[await ask(shared, poll) for poll in polls]]

    assert run(site, steps) == [*["7-playing"] * 3, ""] * 2  # type: ignore[arg-type]


def test_page_that_shows_the_mark_gets_no_content() -> None:
    site = Rankings((0.0, "7-playing", []))
    messages: list[Any] = []

    async def steps(shared: SharedResponses) -> None:
        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        await ask(shared, scope(RANKING, b"ordre=alterne&shown=5"))
        await shared(scope(RANKING, b"shown=7%2Dplaying&ordre=alterne"), None, send)  # type: ignore[arg-type]

    run(site, steps)  # type: ignore[arg-type]

    assert site.queries == [b"ordre=alterne"]
    assert (messages[0]["status"], messages[1]["body"]) == (204, b"")
    assert (b"x-kind", b"ranking") in messages[0]["headers"]
    assert all(name != b"content-length" for name, _value in messages[0]["headers"])


def test_marked_response_is_of_its_address_and_of_its_moment() -> None:
    scopes = [scope(RANKING), scope("/t/y/ranking/direct/"), scope(RANKING, b"ordre=alterne")]
    marks = [(0.0, str(number), []) for number in range(3)]

    assert run(Rankings(*marks), in_turn(*scopes)) == ["0", "1", "2"]  # type: ignore[arg-type]
    assert run(Rankings(*marks), in_turn(*scopes[:1] * 2), seconds=0.0) == ["0", "1"]  # type: ignore[arg-type]


def test_poll_without_a_mark_is_answered_for_what_its_page_shows() -> None:
    polls = [scope(query=query) for query in (b"shown=5", b"shown=6", b"shown=5")]

    assert run(Site(), in_turn(*polls)) == ["1", "2", "1"]


def test_page_never_goes_back_to_an_older_version() -> None:
    """While one thread renders version 8, another one serves version 7 and reports a newer one."""
    about = (b"Etui-Topics", b"standings:1")
    site = Rankings((0.02, "8", [about]), (0.0, "7", [about, (b"Retry-After", b"1")]), (0.0, "9", [about]))

    async def steps(shared: SharedResponses) -> list[str]:
        under_way = asyncio.create_task(ask(shared, scope(RANKING, b"shown=5")))
        await asyncio.sleep(0)
        shared.forget_topic("standings:1")
        first_page = await ask(shared, scope(RANKING, b"shown=6"))
        return [first_page, await under_way, await ask(shared, scope(RANKING, b"shown=8"))]

    assert run(site, steps) == ["7", "8", "9"]  # type: ignore[arg-type]


def test_late_response_does_not_take_the_place_of_a_later_one() -> None:
    site = Rankings((0.02, "7", []), (0.0, "8", []), (0.0, "9", []))

    async def steps(shared: SharedResponses) -> list[str]:
        early = asyncio.create_task(ask(shared, scope(RANKING)))
        await asyncio.sleep(0)
        await ask(shared, CHANGE)
        later = await ask(shared, scope(RANKING))
        return [await early, later, await ask(shared, scope(RANKING))]

    async def changing(request_scope: Any, receive: Any, send: Any) -> None:
        await (Site() if request_scope["method"] == "POST" else site)(request_scope, receive, send)

    assert run(changing, steps) == ["7", "8", "8"]  # type: ignore[arg-type]


def test_many_different_requests_do_not_fill_the_memory() -> None:
    site = Site()
    polls = [scope(query=str(number).encode()) for number in range(MOST_ENTRIES + 50)]

    async def steps(shared: SharedResponses) -> int:
        await in_turn(*polls, polls[-1], scope(query=b"x" * LONGEST_KEY), scope(query=b"x" * LONGEST_KEY))(
            shared
        )
        return len(shared._entries)

    assert run(site, steps) == MOST_ENTRIES
    assert site.asked == MOST_ENTRIES + 50 + 2


def test_expired_response_takes_no_memory() -> None:
    async def steps(shared: SharedResponses) -> tuple[int, int]:
        await ask(shared, scope())
        size = shared._bytes
        await asyncio.sleep(0.02)
        return size, shared._bytes

    assert run(Site(), steps, seconds=0.01) == (LONGEST_KEY + 1, 0)


def test_responses_beyond_the_bound_are_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_responses, "MOST_BYTES", LONGEST_KEY + 1)

    pages = [scope("/t/a/"), scope("/t/a/"), scope("/t/b/"), scope("/t/b/")]
    assert run(Site(), in_turn(*pages)) == ["1", "1", "2", "3"]


def test_news_of_many_topics_ends_all_that_is_shared() -> None:
    async def steps(shared: SharedResponses) -> list[str]:
        first = await ask(shared, scope())
        for number in range(MOST_ENTRIES):
            shared.forget_topic(f"table:{number}")
        second = await ask(shared, scope())
        shared.forget_topic("table:another")
        return [first, second, await ask(shared, scope())]

    assert run(Site(headers=[(b"Etui-Topics", b"standings:1")]), steps) == ["1", "1", "2"]
