"""Topics between the processes of a server: one pub/sub channel of Redis, which stores nothing."""

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
"""Seconds during which a server that did not respond gets no further messages."""
CONNECT_SECONDS = 1
CHECK_SECONDS = 15
"""Seconds between two checks of a silent connection."""


class RedisTopics:
    """Carrier on one channel, named after the number of the Redis database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._parent_key = secrets.token_hex(8)
        self._publisher = redis.Redis.from_url(
            url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=CONNECT_SECONDS
        )
        self._name = f"etui-live-{self._publisher.get_connection_kwargs().get('db', 0)}"
        self._away_until = 0.0

    def _process_name(self) -> str:
        """Return the name of this process, which differs between processes forked from the same parent."""
        return f"{self._parent_key}-{os.getpid()}"

    def publish(self, topic: str) -> None:
        if time.monotonic() < self._away_until:
            return
        try:
            self._publisher.publish(self._name, f"{self._process_name()} {topic}")
        except RedisError as error:
            self._away_until = time.monotonic() + LEFT_ALONE
            logger.error("live channel unavailable: %s", error)

    async def open(self, on_topic: Callable[[str], None], on_end: Callable[[], None]) -> None:
        client = redis.asyncio.Redis.from_url(
            self._url, socket_connect_timeout=CONNECT_SECONDS, health_check_interval=CHECK_SECONDS
        )
        channel = client.pubsub(ignore_subscribe_messages=True)
        try:
            await channel.subscribe(self._name)
        except RedisError as error:
            await client.aclose()
            raise OSError(str(error)) from error
        # the loop holds tasks weakly: keep a reference
        self._reader = asyncio.get_running_loop().create_task(self._read(client, channel, on_topic, on_end))

    async def _read(
        self,
        client: redis.asyncio.Redis,
        channel: redis.asyncio.client.PubSub,
        on_topic: Callable[[str], None],
        on_end: Callable[[], None],
    ) -> None:
        try:
            while True:
                message = await channel.get_message(timeout=CHECK_SECONDS)
                if message is None:
                    continue
                sender, _space, topic = message["data"].decode().partition(" ")
                # the hub has notified the listeners of this process directly
                if sender != self._process_name():
                    on_topic(topic)
        except RedisError as error:
            logger.error("live channel lost: %s", error)
        finally:
            on_end()
            await client.aclose()
