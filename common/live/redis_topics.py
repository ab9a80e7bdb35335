"""Topics between the processes of a server: one channel of Redis, which keeps nothing."""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable

import redis
import redis.asyncio
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

LEFT_ALONE = 2.0
"""Seconds for which a server that did not answer is told nothing."""
CONNECT_SECONDS = 1
CHECK_SECONDS = 15
"""Between two looks whether a silent connection still stands."""


class RedisTopics:
    """The channel of a site, which is named after the number of its database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._site = secrets.token_hex(8)
        self._posting = redis.Redis.from_url(
            url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=CONNECT_SECONDS
        )
        self._name = f"etui-live-{self._posting.get_connection_kwargs().get('db', 0)}"
        self._away_until = 0.0

    def _own(self) -> str:
        """The name of this process, which others that were forked from the same one do not have."""
        return f"{self._site}-{os.getpid()}"

    def post(self, topic: str) -> None:
        if time.monotonic() < self._away_until:
            return
        try:
            self._posting.publish(self._name, f"{self._own()} {topic}")
        except RedisError as error:
            self._away_until = time.monotonic() + LEFT_ALONE
            logger.error("the live channel is away: %s", error)

    async def open(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        client = redis.asyncio.Redis.from_url(
            self._url, socket_connect_timeout=CONNECT_SECONDS, health_check_interval=CHECK_SECONDS
        )
        channel = client.pubsub(ignore_subscribe_messages=True)
        try:
            await channel.subscribe(self._name)
        except RedisError as error:
            await client.aclose()
            raise OSError(str(error)) from error
        self._reading = asyncio.get_running_loop().create_task(self._read(client, channel, hear, lost))

    async def _read(
        self,
        client: redis.asyncio.Redis,
        channel: redis.asyncio.client.PubSub,
        hear: Callable[[str], None],
        lost: Callable[[], None],
    ) -> None:
        try:
            while True:
                message = await channel.get_message(timeout=CHECK_SECONDS)
                if message is None:
                    continue
                sender, _space, topic = message["data"].decode().partition(" ")
                if sender != self._own():
                    hear(topic)
        except RedisError as error:
            logger.error("the live channel is lost: %s", error)
        finally:
            lost()
            await client.aclose()
