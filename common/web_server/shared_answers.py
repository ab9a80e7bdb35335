"""One answer for many: the same page asked for by many readers without an account is computed once.

A hall of a thousand phones opens one page and asks for one ranking: the site computes one answer a moment,
whoever asks in between gets the same bytes without a thread, a session or the database.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from common.web_server.policy import Audience, Policy

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

Address = tuple[str | bytes, ...]
"""What makes two questions the same, whatever the pages of those who ask show."""

SHOWN = "shown"
"""How a poll names the mark of what its page shows."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
PRIVATE_HEADERS = frozenset({b"authorization", b"range", b"hx-request"})
"""Headers of those who ask for themselves, or for a part of an answer."""
AMBIGUOUS = b"_"
"""In the name of a header: the site reads it like another one, with a hyphen."""
DISTINCT_HEADERS = (b"host", b"x-forwarded-proto", b"if-none-match", b"if-modified-since")
"""Headers with another value make another question."""

SHARED_STATUSES = frozenset({200, 204, 304})
MARK_HEADER = "Etui-Mark"
"""In which an answer names the mark of what it holds: then it is good for pages that show anything else."""
MADE_HEADER = "Etui-Made"
"""When what a marked answer holds was made, in seconds: of two that were asked for at once, the last ones to
come may hold what was there before.
"""
TOPICS_HEADER = "Etui-Topics"
"""In which an answer names the topics of what it holds (common/live/)."""
HEADERS_OF_BODIES = (b"content-length", b"content-type", b"content-encoding")
MOST_KEPT = 500
"""Different questions at a time; more are not shared."""
LARGEST_PART = 64 * 1024
MOST_BYTES = 64 * 1024 * 1024
"""Of the answers that are kept, and of their addresses; what would be more is not shared."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a stranger asks."""

    address: Address
    shown: str
    """The mark of what the page shows that polls, "" without one."""
    seconds: float
    """How long an answer is good."""
    is_file: bool = False
    """The same until the site is started again."""


@dataclass(frozen=True, slots=True)
class AnswerSharing:
    """What is shared, and among whom."""

    policy_of: Callable[[Any], Policy]
    """The policy of a request, from its scope."""
    files: str
    """How the paths of static files begin."""
    session_cookie: str
    language_cookie: str
    quiet_cookies: frozenset[str]
    """Names of cookies that change no page."""
    language_of: Callable[[str, str], str]
    """The language of a stranger, from his header and his cookie."""
    moment: float
    """Seconds for which an answer is good."""
    file_seconds: float

    def question_of(self, scope: Mapping[str, Any]) -> Question | None:
        """What a request asks in common with others; None for whoever is known or asks for himself."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        headers = _plain_headers(scope["headers"])
        if headers is None:
            return None
        path: str = scope["path"]
        packing = headers.get(b"accept-encoding", b"")
        address = scope["scheme"], path, *(headers.get(name, b"") for name in DISTINCT_HEADERS)
        if path.startswith(self.files):
            return Question((*address, packing, scope["query_string"]), "", self.file_seconds, is_file=True)
        cookies = _cookies_in(headers)
        if not self._is_for_all(scope, cookies):
            return None
        shown, rest = _shown_in(scope["query_string"])
        spoken = headers.get(b"accept-language", b"").decode("latin-1")
        language = self.language_of(spoken, cookies.get(self.language_cookie, ""))
        return Question((*address, str(b"gzip" in packing), rest, language), shown, self.moment)

    def may_hide(self, scope: Mapping[str, Any]) -> bool:
        """Whether what a request changes may have to be seen by the next one."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            return False
        return not self.policy_of(scope).hides_nothing

    def _is_for_all(self, scope: Mapping[str, Any], cookies: Mapping[str, str]) -> bool:
        """Whether the view is shared with a client that brings these cookies."""
        if self.session_cookie in cookies:
            return False
        if cookies.keys() <= self.quiet_cookies | {self.language_cookie}:
            return self.policy_of(scope).audience is not Audience.ONE
        return self.policy_of(scope).audience is Audience.WITHOUT_SESSION


@dataclass(slots=True)
class _Answer:
    """What the site says, or is about to say, to one question."""

    asked_at: float
    is_file: bool
    topics: frozenset[str] | None
    """What it is about; before it comes, what the last one to this address was about, None if not known."""
    messages: "asyncio.Future[list[Message] | None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    """None when the answer is only for the one who asked first."""
    told: set[str] = field(default_factory=set)
    """Topics of which something was told before it came; as far as was known, it is about others."""
    size: int = 0
    """Bytes, once it is kept."""

    def is_over(self, now: float, seconds: float) -> bool:
        return self.messages.done() and now - self.asked_at >= seconds

    def stands(self, topic: str) -> bool:
        """Whether it may still be shared after something new was told of a topic."""
        if self.is_file:
            return True
        if self.topics is None or topic in self.topics:
            return False
        if not self.messages.done():
            self.told.add(topic)
        return True


@dataclass(frozen=True, slots=True)
class _Marked:
    """An answer that names the mark of what it holds."""

    answer: _Answer
    mark: str
    made: float
    messages: list[Message]

    def for_page_with(self, shown: str) -> list[Message]:
        """What it says to a page that shows something with a mark."""
        return _nothing_new(self.messages[0]) if shown == self.mark else self.messages


class SharedAnswers:
    """An ASGI application before another one; all that is not shared passes through.

    A change that goes through ends what was shared before it, so that nobody who knows of it sees what was
    there before; other processes of the site know of it a moment later.
    """

    def __init__(self, app: App, sharing: AnswerSharing) -> None:
        self._app, self._sharing = app, sharing
        self._answers: dict[Question, _Answer] = {}
        self._marked: dict[Address, _Marked] = {}
        """Of each address the marked answer that was made last."""
        self._under_way: dict[Address, _Answer] = {}
        """What the site is asked of each address; nothing that was forgotten since."""
        self._topics: dict[Address, frozenset[str]] = {}
        """What the last answer to each address was about."""
        self._bytes = 0

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        question = self._sharing.question_of(scope)
        if question is None:
            if self._sharing.may_hide(scope):
                send = self._forgetting(send)
            return await self._app(scope, receive, send)
        messages = await self._answer(question, scope)
        if messages is None:
            return await self._app(scope, receive, send)
        await _send(messages, send)
        return None

    def forget_topic(self, topic: str) -> None:
        """End what is shared of a topic and what is under way about it: something new is told of it."""
        self._keep_only(lambda answer: answer.stands(topic))

    def _keep_only(self, stands: Callable[[_Answer], bool]) -> None:
        self._answers = {question: answer for question, answer in self._answers.items() if stands(answer)}
        self._bytes = sum(answer.size for answer in self._answers.values())
        self._marked = {address: marked for address, marked in self._marked.items() if stands(marked.answer)}
        self._under_way = {address: answer for address, answer in self._under_way.items() if stands(answer)}

    async def _answer(self, question: Question, scope: Any) -> list[Message] | None:
        loop = asyncio.get_running_loop()
        if (marked := self._marked_answer(question, loop.time())) is not None:
            return marked
        if (other := await self._answer_to_another(question)) is not None:
            return other
        now, known = loop.time(), self._answers.get(question)
        if known is not None and not known.is_over(now, question.seconds):
            return await asyncio.shield(known.messages)
        if len(self._answers) >= MOST_KEPT:
            return None
        answer = self._begin(question, now)
        try:
            found = _in_one_piece(await self._ask(scope))
        except BaseException:
            self._drop(question, answer)
            answer.messages.set_result(None)
            raise
        finally:
            if self._under_way.get(question.address) is answer:
                del self._under_way[question.address]
        answer.topics = frozenset(header_of(found[0], TOPICS_HEADER).split())
        is_for_all = _is_for_all(found[0]) and answer.topics.isdisjoint(answer.told)
        answer.messages.set_result(found if is_for_all else None)
        if is_for_all:
            self._learn(question.address, answer.topics)
            self._keep(question, answer, found)
        else:
            self._drop(question, answer)
        return found

    def _begin(self, question: Question, now: float) -> _Answer:
        answer = _Answer(now, question.is_file, self._topics.get(question.address))
        self._answers[question] = self._under_way[question.address] = answer
        return answer

    def _keep(self, question: Question, answer: _Answer, found: list[Message]) -> None:
        """For as long as it is good, unless something was changed while it was computed.

        Once somebody shows it, nobody is given what was made before: he would go back.
        """
        marked, known = _marked(answer, found), self._marked.get(question.address)
        if marked is not None and known is not None and known.made < marked.made:
            del self._marked[question.address]
        if self._answers.get(question) is not answer:
            return
        size = _size_of(question, found)
        if self._bytes + size > MOST_BYTES:
            self._drop(question, answer)
            return
        answer.size = size
        self._bytes += size
        loop = asyncio.get_running_loop()
        loop.call_at(answer.asked_at + question.seconds, self._drop, question, answer)
        if marked is not None and (known is None or known.made <= marked.made):
            self._marked[question.address] = marked

    def _learn(self, address: Address, topics: frozenset[str]) -> None:
        if len(self._topics) >= MOST_KEPT:
            self._topics.clear()
        self._topics[address] = topics

    def _drop(self, question: Question, answer: _Answer) -> None:
        if self._answers.get(question) is answer:
            del self._answers[question]
            self._bytes -= answer.size
        marked = self._marked.get(question.address)
        if marked is not None and marked.answer.asked_at <= answer.asked_at:
            del self._marked[question.address]

    def _marked_answer(self, question: Question, now: float) -> list[Message] | None:
        """What a marked answer of this moment says to a page that shows something; None without one."""
        marked = self._marked.get(question.address)
        if marked is None or now - marked.answer.asked_at >= question.seconds:
            return None
        return marked.for_page_with(question.shown)

    async def _answer_to_another(self, question: Question) -> list[Message] | None:
        """The marked answer that a page showing something else has asked for, once it comes.

        None where nobody has, or where what comes has no mark.
        """
        answer = self._under_way.get(question.address)
        if answer is None or question in self._answers:
            return None
        found = await asyncio.shield(answer.messages)
        marked = _marked(answer, found) if found is not None else None
        return None if marked is None else marked.for_page_with(question.shown)

    async def _ask(self, scope: Any) -> list[Message]:
        messages: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            messages.append(message)

        await self._app(scope, receive, send)
        return messages

    def _forgetting(self, send: Send) -> Send:
        """`send` for an answer to a change: what was shared before it ends as the answer begins."""

        async def forget_and_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._keep_only(lambda answer: answer.is_file)
            await send(message)

        return forget_and_send


async def _send(messages: list[Message], send: Send) -> None:
    """Part after part, each as the last one is read: a slow reader keeps no copy of the whole."""
    head, whole = messages
    body = memoryview(whole["body"])
    await send(head)
    while len(body) > LARGEST_PART:
        await send({"type": "http.response.body", "body": bytes(body[:LARGEST_PART]), "more_body": True})
        body = body[LARGEST_PART:]
    await send({"type": "http.response.body", "body": bytes(body), "more_body": False})


def _size_of(question: Question, found: list[Message]) -> int:
    return len(found[1]["body"]) + sum(map(len, question.address))


def _marked(answer: _Answer, found: list[Message]) -> _Marked | None:
    """What was found for a question, None without a mark."""
    mark, made = header_of(found[0], MARK_HEADER), header_of(found[0], MADE_HEADER)
    return _Marked(answer, mark, float(made or 0.0), found) if mark else None


def header_of(head: Message, name: str) -> str:
    """A header of an answer, "" where it has none."""
    wanted = name.lower().encode()
    return next((value.decode("latin-1") for known, value in head["headers"] if known.lower() == wanted), "")


def _in_one_piece(messages: list[Message]) -> list[Message]:
    """The head of an answer with the length of its body, and all of the body."""
    head, *parts = messages
    body = b"".join(part.get("body", b"") for part in parts)
    headers = list(head["headers"])
    if body and all(name.lower() != b"content-length" for name, _value in headers):
        headers.append((b"content-length", str(len(body)).encode()))
    whole = {"type": "http.response.body", "body": body, "more_body": False}
    return [head | {"headers": headers}, whole]


def _nothing_new(head: Message) -> list[Message]:
    kept = [(name, value) for name, value in head["headers"] if name.lower() not in HEADERS_OF_BODIES]
    return [
        head | {"status": 204, "headers": kept},
        {"type": "http.response.body", "body": b"", "more_body": False},
    ]


def _is_for_all(head: Message) -> bool:
    has_cookie = any(name.lower() == b"set-cookie" for name, _value in head["headers"])
    return head["status"] in SHARED_STATUSES and not has_cookie


def _plain_headers(headers: list[tuple[bytes, bytes]]) -> dict[bytes, bytes] | None:
    """By name; None where one says that this question is its sender's own, or could be read in two ways."""
    named = dict(headers)
    is_plain = len(named) == len(headers) and not any(AMBIGUOUS in name for name in named)
    return named if is_plain and PRIVATE_HEADERS.isdisjoint(named) else None


def _cookies_in(headers: Mapping[bytes, bytes]) -> dict[str, str]:
    """The cookies by name; what is no cookie is one with a strange name."""
    parts = headers.get(b"cookie", b"").decode("latin-1").split(";")
    pairs = (part.partition("=") for part in parts if part.strip())
    return {name.strip(): value.strip() for name, _equals, value in pairs}


def _shown_in(query: bytes) -> tuple[str, bytes]:
    """The mark that a poll names, and what else it asks."""
    parts = query.split(b"&")
    named = [part for part in parts if part.startswith(SHOWN.encode() + b"=")]
    rest = b"&".join(part for part in parts if part not in named)
    return unquote(b"&".join(named).decode("latin-1").removeprefix(f"{SHOWN}=")), rest
