"""Topics reach their listeners, in this process and in others."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from common.live import hub as hubs
from common.live.hub import Hub, Listener
from common.live.loopback import Loopback
from tests.common.live.alone import Alone

LONG = 10.0


def listening(hub: Hub, *topics: str) -> Listener:
    listener = Listener(frozenset(topics))
    hub.add(listener)
    return listener


def run(steps: Callable[[Hub], Awaitable[None]], carrier: Alone | None = None) -> None:
    async def whole() -> None:
        hub = Hub(carrier or Alone())
        await hub.is_open()
        await steps(hub)

    asyncio.run(whole())


def test_a_listener_hears_the_kinds_of_his_topics_once() -> None:
    async def steps(hub: Hub) -> None:
        mine = listening(hub, "table:3", "event:1")
        for topic in ("table:3", "table:3", "table:4", "event:1"):
            hub.publish(topic)
        await asyncio.sleep(0)
        await asyncio.sleep(hubs.STEP_SECONDS)

        assert await mine.kinds(LONG) == ["table", "event"]
        assert await mine.kinds(0.0) == []

    run(steps)


def test_what_is_told_in_another_thread_wakes_who_waits() -> None:
    async def steps(hub: Hub) -> None:
        mine = listening(hub, "table:3")
        waiting = asyncio.create_task(mine.kinds(LONG))

        await asyncio.to_thread(hub.publish, "table:3")

        assert await waiting == ["table"]

    run(steps)


def test_who_has_gone_hears_nothing_and_leaves_nothing_behind() -> None:
    async def steps(hub: Hub) -> None:
        mine, remaining = listening(hub, "table:3"), listening(hub, "table:3")
        hub.remove(mine)

        hub.publish("table:3")

        assert await remaining.kinds(LONG) == ["table"]
        assert await mine.kinds(0.0) == []
        hub.remove(remaining)
        assert hub.count == 0
        assert not hub._listeners

    run(steps)


def test_a_crowd_is_woken_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "BATCH", 2)
    monkeypatch.setattr(hubs, "STEP_SECONDS", 0.001)
    woken: list[int] = []
    wake_all = hubs._wake_all

    def count(listeners: list[Listener], kind: str) -> None:
        woken.append(len(listeners))
        wake_all(listeners, kind)

    monkeypatch.setattr(hubs, "_wake_all", count)

    async def steps(hub: Hub) -> None:
        crowd = [listening(hub, "standings:1") for _ in range(5)]
        hub.publish("standings:1")
        assert await asyncio.gather(*(listener.kinds(LONG) for listener in crowd)) == [["standings"]] * 5

    run(steps)

    assert woken == [2, 2, 1]


def test_what_was_shared_ends_before_anybody_is_woken() -> None:
    async def steps(hub: Hub) -> None:
        order: list[str] = []
        hub.before_waking = order.append
        mine = listening(hub, "table:3")
        hub.publish("table:3")
        order += await mine.kinds(LONG)

        assert order == ["table:3", "table"]

    run(steps)


def test_a_lost_carrier_lets_everybody_go_and_is_opened_again() -> None:
    carrier = Alone()

    async def steps(hub: Hub) -> None:
        mine = listening(hub, "table:3", "event:1")

        carrier.end()

        assert await mine.kinds(LONG) == []
        assert mine.is_over
        assert await hub.is_open()

    run(steps, carrier)

    assert carrier.opened == 2


def test_nobody_listens_where_word_of_other_processes_cannot_come() -> None:
    carrier = Alone(OSError("no ports here"))

    async def steps(hub: Hub) -> None:
        assert await asyncio.gather(hub.is_open(), hub.is_open()) == [False, False]
        hub.publish("table:3")

    run(steps, carrier)

    assert carrier.posted == ["table:3"]
    assert carrier.opened == 1


def test_a_carrier_that_could_not_be_opened_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "REST_SECONDS", 0.0)
    carrier = Alone(OSError("away"))

    async def steps(hub: Hub) -> None:
        carrier.failure = None
        assert await hub.is_open()

    run(steps, carrier)

    assert carrier.opened == 2


async def hears(carrier: Loopback, tell: Callable[[], object], count: int = 1) -> list[str]:
    topics: asyncio.Queue[str] = asyncio.Queue()
    await carrier.open(topics.put_nowait, lambda: None)
    tell()
    async with asyncio.timeout(LONG):
        return [await topics.get() for _ in range(count)]


def test_the_loopback_carries_topics_to_another_process(tmp_path: Path) -> None:
    def tell() -> None:
        sender = Loopback(tmp_path / "live")
        sender.publish("standings:1")
        sender.publish("table:3")

    assert asyncio.run(hears(Loopback(tmp_path / "live"), tell, 2)) == ["standings:1", "table:3"]


def test_a_process_does_not_hear_itself_and_takes_the_names_of_ended_ones_away(tmp_path: Path) -> None:
    async def listen() -> None:
        await Loopback(tmp_path).open(lambda topic: None, lambda: None)

    asyncio.run(listen())
    (tmp_path / "6f1d.pipe").touch()  # of an earlier version
    left_behind = list(tmp_path.iterdir())
    carrier = Loopback(tmp_path)

    def tell() -> None:
        carrier.publish("table:2")
        Loopback(tmp_path).publish("table:3")

    assert asyncio.run(hears(carrier, tell)) == ["table:3"]
    assert len(left_behind) == 2
    assert not any(path.exists() for path in left_behind)


def test_a_datagram_without_the_key_of_the_reader_is_no_topic(tmp_path: Path) -> None:
    def tell() -> None:
        (name,) = tmp_path.iterdir()
        port = int(name.name.partition("-")[0])
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            for words in (b"table:2", b"00 table:2", b"\xff \xff"):
                stranger.sendto(words, ("127.0.0.1", port))
        Loopback(tmp_path).publish("table:3")

    assert asyncio.run(hears(Loopback(tmp_path), tell)) == ["table:3"]


def test_nobody_listens_to_a_folder_that_is_not_there(tmp_path: Path) -> None:
    Loopback(tmp_path / "live").publish("table:3")

    assert list(tmp_path.iterdir()) == []
