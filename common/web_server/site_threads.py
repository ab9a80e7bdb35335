"""Runs the WSGI site in threads. A lane is a group of requests with its own threads: costly ones wait there.

A thread is asked once a request is whole (`request_bodies`), works out the whole answer and is free
again: sending it, however slowly it is read, is the affair of the loop.
"""

import asyncio
import os
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from itertools import count
from typing import IO, Any
from wsgiref.util import FileWrapper

from a2wsgi.wsgi import build_environ
from django.core.signals import got_request_exception
from django.dispatch import receiver

from common.system.file_locks import has_locked
from common.web_server.deadlines import TimedRequest
from common.web_server.loop_answers import (
    BUSY,
    TOO_LONG,
    TOO_MUCH,
    Receive,
    Refusal,
    Send,
    address_of,
    refuse,
)
from common.web_server.policy import Policy
from common.web_server.request_bodies import BODY
from common.web_server.spools import IN_MEMORY, NoRoom, Spool, SpoolSpace

Environ = dict[str, Any]
WsgiSite = Callable[[Environ, Any], Iterable[bytes]]

ANSWER_SECONDS = 20.0
"""After which somebody who got no answer is told so, the wait for a thread included."""
SECOND_THOUGHT = 1.0
"""Seconds before a full lane refuses, or a limit: who tries again at once must not keep the server busy with
refusals."""
MOST_SECOND_THOUGHTS = 200
LONGEST_REST = 2.0
"""Seconds: a clock that was put back must not close a lane."""
MOST_REMEMBERED = 1000
"""Addresses, and people behind them, whose last turn in a lane is remembered."""
TURN_SECONDS = 0.02
"""Between two looks whether another process has left a lane."""


@dataclass(frozen=True, slots=True)
class Lane:
    """Threads for the requests of the views that name it (`common.web_server.policy`).

    `waiting` is how many requests may wait for them, `of_address` how many of those may be from one address.
    One more takes the place of the last one of the address that has most of them, if that has two more than
    its own. Otherwise it is refused with 503 and when to come back.
    """

    name: str
    methods: frozenset[str]
    """Methods that the lane is for; views get the others in the usual threads."""
    threads: int = 1
    waiting: int = 12
    of_address: int = 4
    is_alone: bool = True
    """Whether the processes of a server take turns: two of them working on passwords fill two cores."""
    rests: bool = False
    """Whether the lane, which must be alone, then leaves the machine to others as long as an answer took."""
    is_shared: bool = True
    """Whether addresses, and people behind one, take turns; else the first to come is the first served."""
    favours_known: bool = False
    """Whether browsers that have signed in before have places apart, and their turn before strangers."""
    is_spared: "Callable[[Any], bool] | None" = None
    """Called with the scope of a stranger's request: whether the site will refuse it without work."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request, as lanes share their places."""

    address: str
    person: str = ""
    """One of those behind the address."""
    is_known: bool = False
    """Whether strangers may not take this one's place."""


NOBODY = Caller("")


@dataclass(slots=True, eq=False)
class _Waiting:
    caller: Caller
    turn: "asyncio.Future[None]"


class OpenLane:
    """A lane with its threads and the requests that wait for them. Used in the loop only."""

    def __init__(self, lane: Lane, executor: ThreadPoolExecutor | None = None) -> None:
        self.lane = lane
        self.executor = executor or ThreadPoolExecutor(lane.threads, thread_name_prefix=lane.name)
        self._free = lane.threads
        self._queue: list[_Waiting] = []
        self._turns = count(1)
        self._last_turns: OrderedDict[Hashable, int] = OrderedDict()

    async def enter(self, caller: Caller) -> None:
        """Wait for a thread; call `leave` once it is free again.

        Raises:
            NoRoom: too many wait, or too many of this address.
        """
        if self._free and not self._waiting():
            self._free -= 1
            self._note(caller)
            return
        entry = _Waiting(caller, asyncio.get_running_loop().create_future())
        self._make_room(caller)
        self._queue.append(entry)
        try:
            await entry.turn
        except asyncio.CancelledError:
            if entry in self._queue:
                self._queue.remove(entry)
            elif not entry.turn.cancelled() and entry.turn.exception() is None:
                self.leave()  # its turn came at this very moment
            raise

    def leave(self) -> None:
        """Give a thread to the next one."""
        self._free += 1
        if waiting := self._waiting():
            entry = min(waiting, key=self._rank) if self.lane.is_shared else waiting[0]
            self._queue.remove(entry)
            self._free -= 1
            self._note(entry.caller)
            entry.turn.set_result(None)

    def _waiting(self) -> list[_Waiting]:
        # A request that ran out of time stays in the queue until its task runs again: to give it the
        # thread meanwhile would lose the thread for good.
        return [entry for entry in self._queue if not entry.turn.done()]

    def _rank(self, entry: _Waiting) -> tuple[bool, int, int]:
        """Known callers first, then the address and the person whose last turn is longest ago."""
        caller = entry.caller
        last = self._last_turns.get
        return not caller.is_known, last(caller.address, 0), last((caller.address, caller.person), 0)

    def _note(self, caller: Caller) -> None:
        if not self.lane.is_shared:
            return
        turn = next(self._turns)
        for key in (caller.address, (caller.address, caller.person)):
            self._last_turns[key] = turn
            self._last_turns.move_to_end(key)
        while len(self._last_turns) > MOST_REMEMBERED:
            self._last_turns.popitem(last=False)

    def _make_room(self, caller: Caller) -> None:
        """Refuse a request that waits in favour of a caller with fewer of them. Raises: NoRoom."""
        waiting = self._waiting()
        if not self.lane.is_shared:
            if len(waiting) >= self.lane.waiting:
                raise NoRoom
            return
        rivals = [entry for entry in waiting if entry.caller.is_known == caller.is_known]
        of_address = [entry for entry in rivals if entry.caller.address == caller.address]
        if len(of_address) >= self.lane.of_address:
            self._displace(of_address, [entry.caller.person for entry in of_address], caller.person)
        elif len(rivals) >= self.lane.waiting:
            self._displace(rivals, [entry.caller.address for entry in rivals], caller.address)

    def _displace(self, entries: list[_Waiting], groups: list[str], group: str) -> None:
        counted = Counter(groups)
        largest, most = counted.most_common(1)[0]
        if most < counted[group] + 2:
            raise NoRoom
        last = entries[len(groups) - 1 - groups[::-1].index(largest)]
        self._queue.remove(last)
        last.turn.set_exception(NoRoom())


@dataclass(slots=True)
class _Answer:
    """A whole answer: in memory, in a spool, or a file that lay on the disk already."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""
    large: Spool | IO[bytes] | None = None

    def parts(self) -> Iterator[bytes]:
        if self.large is None:
            return iter([self.body])
        if isinstance(self.large, Spool):
            return self.large.parts()
        return iter(partial(self.large.read, IN_MEMORY), b"")

    def drop_body(self) -> None:
        if self.large is not None:
            self.large.close()
        self.body, self.large = b"", None


@dataclass(slots=True)
class SiteThreads:
    """The site behind an ASGI server.

    Args:
        usual: the lane of all other requests; its methods count for nothing. Requests that write get
            all of its threads but one: where the database is locked, readers go on.
        policy_of: the policy of a request, from its scope.
        room: for answers, and the locks of lanes.
        caller_of: the sender of a request, from its scope.
    """

    site: WsgiSite
    usual: Lane
    lanes: Sequence[Lane]
    policy_of: Callable[[Any], Policy]
    room: SpoolSpace
    caller_of: Callable[[Any], Caller] = lambda scope: Caller(address_of(scope))
    _open: dict[str, OpenLane] = field(init=False)
    _reading: OpenLane = field(init=False)
    _writing: OpenLane = field(init=False)
    _thinking: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._open = {lane.name: OpenLane(lane) for lane in self.lanes}
        # Both wait before the threads, not in the queue of the threads: requests that read and fill it would
        # keep back those that write, of which only a few at a time may stand in it.
        self._reading = OpenLane(self.usual)
        self._writing = OpenLane(
            replace(self.usual, threads=max(1, self.usual.threads - 1)), self._reading.executor
        )

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return None
        lane = self._lane_of(scope)
        caller = self.caller_of(scope) if lane.lane.is_shared else NOBODY
        if caller.is_known and not lane.lane.favours_known:
            caller = replace(caller, is_known=False)
        try:
            answer = await self._answer(scope, lane, caller)
        except NoRoom:
            return await self._refuse_later(scope, send)
        except TimeoutError:
            return await refuse(scope, send, TOO_LONG)
        if isinstance(answer, Refusal):
            return await refuse(scope, send, answer)
        if answer.status == TOO_MANY_REQUESTS:
            await self._has_thought()
        await _send(answer, send)
        return None

    def _lane_of(self, scope: Any) -> OpenLane:
        named = self._open.get(self.policy_of(scope).lane)
        if named is not None and scope["method"] in named.lane.methods:
            return named
        return self._usual_lane_of(scope)

    def _usual_lane_of(self, scope: Any) -> OpenLane:
        return self._reading if scope["method"] in READING else self._writing

    async def _answer(self, scope: Any, lane: OpenLane, caller: Caller) -> "_Answer | Refusal":
        """Raises: TimeoutError, NoRoom for a thread or the answer, whatever the site raises."""
        environ = self._environ(scope)
        work = TimedRequest(f"{scope['method']} {scope['path']}")
        loop = asyncio.get_running_loop()

        def answer() -> "_Answer | Refusal":
            return work.run(answer_in_turn) or TOO_LONG

        def answer_in_turn() -> "_Answer | Refusal":
            with self._turn(lane.lane, work):
                return self._whole_answer(environ)

        asked: asyncio.Future[_Answer | Refusal] | None = None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                is_spared = lane.lane.is_spared
                if is_spared and not caller.is_known:
                    spares = await loop.run_in_executor(self._reading.executor, is_spared, scope)
                    lane = self._usual_lane_of(scope) if spares else lane
                await lane.enter(caller)
                asked = loop.run_in_executor(lane.executor, answer)
                asked.add_done_callback(lambda _asked: lane.leave())
                return await asyncio.shield(asked)
        except TimeoutError:
            if asked is not None:
                asked.add_done_callback(_drop)
            work.give_up()
            raise

    @contextmanager
    def _turn(self, lane: Lane, work: TimedRequest) -> Iterator[None]:
        """Wait until no other process is at work in the lane.

        Raises:
            TimeoutError: the work was given up meanwhile.
        """
        lock = self._lock_of(lane) if lane.is_alone else None
        if lock is None:
            yield
            return
        with lock:
            while not has_locked(lock):
                if work.given_up_at is not None:
                    raise TimeoutError
                time.sleep(TURN_SECONDS)
            if not lane.rests:
                yield
                return
            time.sleep(min(LONGEST_REST, max(0.0, os.fstat(lock.fileno()).st_mtime - time.time())))
            began = time.time()
            try:
                yield
            finally:
                rested = 2 * time.time() - began
                os.utime(lock.name, (rested, rested))  # what all processes see

    def _lock_of(self, lane: Lane) -> IO[str] | None:
        """None on a disk that refuses files: better two at once than nobody."""
        try:
            self.room.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return open(self.room.folder / f"{lane.name}.lock", "a", encoding="ascii")
        except OSError:
            return None

    def _environ(self, scope: Any) -> Environ:
        spool: Spool | None = scope.get(BODY)
        body: Any = spool.rewind() if spool else BytesIO()
        return {**build_environ(scope, body), "wsgi.file_wrapper": FileWrapper}

    def _whole_answer(self, environ: Environ) -> "_Answer | Refusal":
        """All that the site answers; called in a thread."""
        answer = _Answer(500, [])

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            answer.status = int(status.split(" ", 1)[0])
            answer.headers = [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ]

        _failure.kind = None
        try:
            parts = self.site(environ, start_response)
            try:
                answer.large = _open_again(parts.filelike) if isinstance(parts, FileWrapper) else None
                if answer.large is None:
                    self._collect(parts, answer)
            finally:
                getattr(parts, "close", lambda: None)()
        except MemoryError:
            _failure.kind = MemoryError
        except BaseException:
            answer.drop_body()
            raise
        if _failure.kind is not None and issubclass(_failure.kind, MemoryError):
            answer.drop_body()
            return TOO_MUCH
        if environ["REQUEST_METHOD"] == "HEAD":
            answer.drop_body()
        return answer

    def _collect(self, parts: Iterable[bytes], answer: _Answer) -> None:
        spool = answer.large = Spool(self.room)
        for part in parts:
            spool.write(part)
        has_body = answer.status >= OK and answer.status not in BODILESS
        if has_body and all(name != b"content-length" for name, _value in answer.headers):
            answer.headers.append((b"content-length", str(spool.size).encode()))
        if spool.size <= IN_MEMORY:
            answer.body, answer.large = spool.rewind().read(), None
            spool.close()

    async def _refuse_later(self, scope: Any, send: Send) -> None:
        """Say that the lane is full."""
        await refuse(scope, send, BUSY, closes=not await self._has_thought())

    async def _has_thought(self) -> bool:
        """Wait before a refusal; False at once where as many others wait as may."""
        if self._thinking >= MOST_SECOND_THOUGHTS:
            return False
        self._thinking += 1
        try:
            await asyncio.sleep(SECOND_THOUGHT)
        finally:
            self._thinking -= 1
        return True


OK, TOO_MANY_REQUESTS = 200, 429
READING = frozenset({"GET", "HEAD", "OPTIONS"})
BODILESS = frozenset({204, 304})
_failure = threading.local()


@receiver(got_request_exception)
def _note_failure(**signal: Any) -> None:
    """Django answers for whatever a page raised; what it was is noted beside."""
    _failure.kind = sys.exc_info()[0]


def _open_again(file: Any) -> IO[bytes] | None:
    """Return the same file at the same place, which the site may close; None for what is not on a disk."""
    try:
        number, place = file.fileno(), file.tell()
    except (AttributeError, OSError):
        return None
    own = os.fdopen(os.dup(number), "rb", buffering=0)
    own.seek(place)
    return own


async def _send(answer: _Answer, send: Send) -> None:
    """Hand an answer to the server, part after part as they are read."""
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        parts = answer.parts()
        part = next(parts, b"")
        for following in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            part = following
        await send({"type": "http.response.body", "body": part, "more_body": False})
    finally:
        answer.drop_body()


def _drop(asked: "asyncio.Future[_Answer | Refusal]") -> None:
    """Nobody waits for this answer any more."""
    if not asked.cancelled() and asked.exception() is None and isinstance(answer := asked.result(), _Answer):
        answer.drop_body()
