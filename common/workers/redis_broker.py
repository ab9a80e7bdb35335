"""Celery broker in Redis whose workers survive a restart of Redis.

When Redis stops, kombu returns or acknowledges messages on channels that it has closed. This fails with an
AttributeError that kills the worker (celery/kombu#582). Here it fails with a connection error, which the
worker handles.
"""

from typing import Any

from kombu.transport import redis as kombu_redis
from redis.exceptions import ConnectionError as ConnectionLost


class RedisChannel(kombu_redis.Channel):
    """Channel of kombu that raises a connection error once it is closed."""

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
    """Transport of `redis://` for kombu."""

    Channel = RedisChannel
