"""Threads that run the WSGI site. A lane is a group of costly requests with threads and a queue of its own.

A thread starts when a request is complete (`request_bodies`), makes the complete response and is free again.
The loop sends the response, however slowly the client reads.
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
from common.web_server.loop_responses import (
    BUSY,
    TOO_LONG,
    TOO_MUCH,
    Receive,
    Refusal,
    Send,
    client_host,
    send_refusal,
)
from common.web_server.policy import Policy
from common.web_server.request_bodies import BODY
from common.web_server.spools import IN_MEMORY, NoRoom, Spool, SpoolSpace

Environ = dict[str, Any]
WsgiSite = Callable[[Environ, Any], Iterable[bytes]]

RESPONSE_SECONDS = 20.0
"""Seconds until a client gets the response TOO_LONG, including the wait for a thread."""
REFUSAL_DELAY = 1.0
"""Seconds before a full lane or a limit refuses: retries at once would keep the server busy."""
MOST_DELAYED_REFUSALS = 200
"""Limit of delayed refusals at the same time."""
LONGEST_REST = 2.0
"""Longest rest of a lane in seconds: a clock that was set back must not close it."""
MOST_REMEMBERED = 1000
"""Largest number of addresses and persons for which a lane stores the last turn."""
TURN_SECONDS = 0.02
"""Seconds between two checks whether another process has left a lane."""


@dataclass(frozen=True, slots=True)
class Lane:
    """Threads for the requests of the views that name the lane (`common.web_server.policy`).

    `waiting` limits the queue, `of_address` the places of one address in it. At the limit a new request
    replaces the last one of the address with the most places, if that address has at least two more than its
    own. Otherwise it is refused with 503 and a time to retry.
    """

    name: str
    methods: frozenset[str]
    """HTTP methods of the lane. Requests with other methods use the usual threads."""
    threads: int = 1
    waiting: int = 12
    of_address: int = 4
    is_alone: bool = True
    """True if only one process of a server works in the lane: two that check passwords fill two cores."""
    rests: bool = False
    """True if the lane, which must be alone, pauses after a response for as long as the response took."""
    is_shared: bool = True
    """True if addresses, and persons behind one address, take turns. Otherwise requests keep their order."""
    favours_known: bool = False
    """True if browsers that have signed in before have places of their own and are served first."""
    is_spared: "Callable[[Any], bool] | None" = None
    """Function that returns True for the scope of a stranger's request that the site will refuse at once."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Client of a request: an address and a person behind it. Clients share the places of a lane."""

    address: str
    person: str = ""
    """Session of the person, "" without one."""
    is_known: bool = False
    """True for a browser that has signed in before. No stranger takes its place in a lane that favours it."""


NOBODY = Caller("")


@dataclass(slots=True, eq=False)
class _Waiting:
    caller: Caller
    turn: "asyncio.Future[None]"


class OpenLane:
    """Lane with its threads and its queue. Used in the loop only."""

    def __init__(self, lane: Lane, executor: ThreadPoolExecutor | None = None) -> None:
        self.lane = lane
        self.executor = executor or ThreadPoolExecutor(lane.threads, thread_name_prefix=lane.name)
        self._free = lane.threads
        self._queue: list[_Waiting] = []
        self._turns = count(1)
        self._last_turns: OrderedDict[Hashable, int] = OrderedDict()

    async def enter(self, caller: Caller) -> None:
        """Wait for a thread, freed by `leave`. Raises NoRoom: the queue is full, or the address's share."""
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
                self.leave()  # it got a thread in the same step of the loop as the cancellation
            raise

    def leave(self) -> None:
        """Give a thread to the next request."""
        self._free += 1
        if entries := self._waiting():
            entry = min(entries, key=self._rank) if self.lane.is_shared else entries[0]
            self._queue.remove(entry)
            self._free -= 1
            self._note(entry.caller)
            entry.turn.set_result(None)

    def _waiting(self) -> list[_Waiting]:
        # a timed-out request stays in the queue until its task runs: a thread given to it would be lost
        return [entry for entry in self._queue if not entry.turn.done()]

    def _rank(self, entry: _Waiting) -> tuple[bool, int, int]:
        """Return the sorting key of an entry: known callers first, then those with the oldest last turn."""
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
        """Refuse a waiting request in favour of a caller with fewer places. Raises: NoRoom."""
        entries = self._waiting()
        if not self.lane.is_shared:
            if len(entries) >= self.lane.waiting:
                raise NoRoom
            return
        rivals = [entry for entry in entries if entry.caller.is_known == caller.is_known]
        of_address = [entry for entry in rivals if entry.caller.address == caller.address]
        if len(of_address) >= self.lane.of_address:
            self._displace(of_address, [entry.caller.person for entry in of_address], caller.person)
        elif len(rivals) >= self.lane.waiting:
            self._displace(rivals, [entry.caller.address for entry in rivals], caller.address)

    def _displace(self, entries: list[_Waiting], groups: list[str], group: str) -> None:
        counts = Counter(groups)
        largest, most_places = counts.most_common(1)[0]
        if most_places < counts[group] + 2:
            raise NoRoom
        # the last entry of the largest group, searched from the end
        last = entries[len(groups) - 1 - groups[::-1].index(largest)]
        self._queue.remove(last)
        last.turn.set_exception(NoRoom())


@dataclass(slots=True)
class _Answer:
    """Complete response: in memory, in a spool, or an existing file."""

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
    """ASGI application that runs the site in lanes.

    Args:
        usual: the lane of all other requests, for any method. Requests that write get all of its threads but
            one, so that readers continue while the database is locked.
        policy_of: returns the policy of a request from its scope.
        room: space for responses, and the folder for the locks of lanes.
        caller_of: returns the client of a request from its scope.
    """

    site: WsgiSite
    usual: Lane
    lanes: Sequence[Lane]
    policy_of: Callable[[Any], Policy]
    room: SpoolSpace
    caller_of: Callable[[Any], Caller] = lambda scope: Caller(client_host(scope))
    _open: dict[str, OpenLane] = field(init=False)
    _reading: OpenLane = field(init=False)
    _writing: OpenLane = field(init=False)
    _delayed_refusals: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._open = {lane.name: OpenLane(lane) for lane in self.lanes}
        # both queue in front of the threads: in the queue of the executor, reading requests would hold up
        # writing ones, of which only a few may be there at a time
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
            return await send_refusal(scope, send, TOO_LONG)
        if isinstance(answer, Refusal):
            return await send_refusal(scope, send, answer)
        if answer.status == TOO_MANY_REQUESTS:
            await self._wait_before_refusal()
        await _send(answer, send)
        return None

    def _lane_of(self, scope: Any) -> OpenLane:
        lane = self._open.get(self.policy_of(scope).lane)
        if lane is not None and scope["method"] in lane.lane.methods:
            return lane
        return self._usual_lane_of(scope)

    def _usual_lane_of(self, scope: Any) -> OpenLane:
        return self._reading if scope["method"] in READING else self._writing

    async def _answer(self, scope: Any, lane: OpenLane, caller: Caller) -> "_Answer | Refusal":
        """Return the response of the site.

        Raises:
            TimeoutError: after RESPONSE_SECONDS.
            NoRoom: no place in the lane, or no space for the response.
            Exception: any exception of the site.
        """
        environ = self._environ(scope)
        work = TimedRequest(f"{scope['method']} {scope['path']}")
        loop = asyncio.get_running_loop()

        def answer() -> "_Answer | Refusal":
            return work.run(answer_in_turn) or TOO_LONG

        def answer_in_turn() -> "_Answer | Refusal":
            with self._turn(lane.lane, work):
                return self._whole_answer(environ)

        response: asyncio.Future[_Answer | Refusal] | None = None
        try:
            async with asyncio.timeout(RESPONSE_SECONDS):
                is_spared = lane.lane.is_spared
                if is_spared and not caller.is_known:
                    spares = await loop.run_in_executor(self._reading.executor, is_spared, scope)
                    lane = self._usual_lane_of(scope) if spares else lane
                await lane.enter(caller)
                response = loop.run_in_executor(lane.executor, answer)
                response.add_done_callback(lambda _response: lane.leave())
                # a timeout must not cancel it: the thread cannot be stopped, and keeps its place to its end
                return await asyncio.shield(response)
        except TimeoutError:
            if response is not None:
                response.add_done_callback(_drop)
            work.give_up()
            raise

    @contextmanager
    def _turn(self, lane: Lane, work: TimedRequest) -> Iterator[None]:
        """Wait until no other process works in the lane. Raises TimeoutError: the request was given up."""
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
            # the time of the lock file is the end of the rest
            time.sleep(min(LONGEST_REST, max(0.0, os.fstat(lock.fileno()).st_mtime - time.time())))
            start = time.time()
            try:
                yield
            finally:
                rest_end = 2 * time.time() - start
                os.utime(lock.name, (rest_end, rest_end))  # all processes read it

    def _lock_of(self, lane: Lane) -> IO[str] | None:
        """Return the lock file of a lane, None on a disk that refuses files: better two at once than none."""
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
        """Return the complete response of the site. Called in a thread."""
        answer = _Answer(500, [])

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            answer.status = int(status.split(" ", 1)[0])
            answer.headers = [
                (name.strip().lower().encode("latin-1"), value.strip().encode("latin-1"))
                for name, value in headers
            ]

        _failure.kind = None  # of an earlier request in this thread
        try:
            parts = self.site(environ, start_response)
            try:
                # a file response: WSGI closes its file before it is sent
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
        await send_refusal(scope, send, BUSY, closes=not await self._wait_before_refusal())

    async def _wait_before_refusal(self) -> bool:
        """Wait before a refusal. Return False at once if too many other refusals wait."""
        if self._delayed_refusals >= MOST_DELAYED_REFUSALS:
            return False
        self._delayed_refusals += 1
        try:
            await asyncio.sleep(REFUSAL_DELAY)
        finally:
            self._delayed_refusals -= 1
        return True


OK, TOO_MANY_REQUESTS = 200, 429
READING = frozenset({"GET", "HEAD", "OPTIONS"})
BODILESS = frozenset({204, 304})
_failure = threading.local()


@receiver(got_request_exception)
def _store_failure(**signal: Any) -> None:
    # Django turns every exception into a response: store its type for `_whole_answer`
    _failure.kind = sys.exc_info()[0]


def _open_again(file: Any) -> IO[bytes] | None:
    """Return a file, open at its position, that outlives the site's own. None without a file descriptor."""
    try:
        number, position = file.fileno(), file.tell()
    except (AttributeError, OSError):
        return None
    copy = os.fdopen(os.dup(number), "rb", buffering=0)
    copy.seek(position)
    return copy


async def _send(answer: _Answer, send: Send) -> None:
    """Send a response in parts, each after the client has read the previous one."""
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        parts = answer.parts()
        part = next(parts, b"")
        for next_part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            part = next_part
        await send({"type": "http.response.body", "body": part, "more_body": False})
    finally:
        answer.drop_body()


def _drop(response: "asyncio.Future[_Answer | Refusal]") -> None:
    """Release a response that no client waits for."""
    has_result = not response.cancelled() and response.exception() is None
    if has_result and isinstance(answer := response.result(), _Answer):
        answer.drop_body()
