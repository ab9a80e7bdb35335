"""Use of a channel that kombu has closed, as in a worker that has lost Redis."""

import pytest
from kombu import Connection
from redis.exceptions import ConnectionError as ConnectionLost

from common.workers import broker
from common.workers.redis_broker import RedisChannel, RedisTransport


@pytest.fixture
def closed_channel() -> RedisChannel:
    """Return a channel that has lost its connection, without any request to Redis."""
    broker.register_transports()
    channel = RedisChannel.__new__(RedisChannel)
    channel.connection = None
    return channel


def test_messages_in_redis_go_through_our_channel() -> None:
    broker.register_transports()
    assert isinstance(Connection("redis://localhost").transport, RedisTransport)


def test_use_of_a_closed_channel_is_a_lost_connection(closed_channel: RedisChannel) -> None:
    with pytest.raises(ConnectionLost):
        closed_channel.pool  # noqa: B018
    with pytest.raises(ConnectionLost), closed_channel.conn_or_acquire():
        pass


def test_worker_survives_what_a_closed_channel_raises() -> None:
    broker.register_transports()
    assert issubclass(ConnectionLost, Connection("redis://localhost").connection_errors)
