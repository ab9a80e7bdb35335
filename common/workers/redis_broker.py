"""Celery messages in Redis, with workers that outlive it.

When Redis goes away kombu goes on using channels that it has closed, to give back or to acknowledge what
is in hand. They fail with an AttributeError, of which the worker dies (celery/kombu#582). Here they fail
as a connection does that is lost, which the worker knows how to survive.
"""

from typing import Any

from kombu.transport import redis as kombu_redis
from redis.exceptions import ConnectionError as ConnectionLost


class RedisChannel(kombu_redis.Channel):
    """kombu's own but for the end."""

    @property
    def pool(self) -> Any:
        self._refuse_if_closed()
        return super().pool

    @property
    def async_pool(self) -> Any:
        self._refuse_if_closed()
        return super().async_pool

    def _refuse_if_closed(self) -> None:
        if self.connection is None or self.connection.client is None:
            raise ConnectionLost("the channel is closed")


class RedisTransport(kombu_redis.Transport):
    """What kombu looks up for `redis://`."""

    Channel = RedisChannel
