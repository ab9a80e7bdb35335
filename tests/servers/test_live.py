"""Topics between the processes of a server, over Redis."""

import asyncio
import multiprocessing
import os
from collections.abc import Awaitable, Callable

import redis

from common.live.hub import Hub, Listener
from common.live.redis_topics import RedisTopics

LONG = 10.0


def run(steps: Callable[[Hub, Listener], Awaitable[None]]) -> None:
    async def whole() -> None:
        hub = Hub(RedisTopics(os.environ["CACHE_URL"]))
        assert await hub.is_open()
        listener = Listener(frozenset({"standings:1", "table:3"}))
        hub.add(listener)
        await steps(hub, listener)

    asyncio.run(whole())


def test_a_topic_told_in_one_process_is_heard_in_another_and_once_in_its_own() -> None:
    async def steps(hub: Hub, listener: Listener) -> None:
        topics: list[str] = []
        hub.before_waking = topics.append

        hub.publish("table:3")
        RedisTopics(os.environ["CACHE_URL"]).publish("standings:1")

        kinds: list[str] = []
        while "standings" not in kinds:
            kinds += await listener.kinds(LONG)
        assert kinds == ["table", "standings"]
        assert topics == ["table:3", "standings:1"]

    run(steps)


def test_processes_forked_from_one_that_made_the_channel_hear_each_other() -> None:
    async def steps() -> None:
        carrier = RedisTopics(os.environ["CACHE_URL"])
        hub, listener = Hub(carrier), Listener(frozenset({"table:3"}))
        assert await hub.is_open()
        hub.add(listener)

        multiprocessing.get_context("fork").Process(target=carrier.publish, args=("table:3",)).start()

        assert await listener.kinds(LONG) == ["table"]

    asyncio.run(steps())


def test_a_lost_redis_lets_everybody_go_until_it_is_back() -> None:
    async def steps(hub: Hub, listener: Listener) -> None:
        redis.Redis.from_url(os.environ["CACHE_URL"]).client_kill_filter(_type="pubsub")

        assert await listener.kinds(LONG) == []
        assert listener.is_over
        assert await hub.is_open()

    run(steps)


def test_nobody_listens_without_redis_and_telling_does_not_wait() -> None:
    async def steps() -> None:
        hub = Hub(RedisTopics("redis://127.0.0.1:1/0"))
        hub.publish("table:3")

        assert not await hub.is_open()

    asyncio.run(steps())
