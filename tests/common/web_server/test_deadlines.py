"""A query in a web server that takes too long: SQLite is interrupted, PostgreSQL has a limit."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.backends.signals import connection_created
from django.db.utils import OperationalError

from common.web_server import deadlines
from common.web_server.deadlines import TimedRequest, find_stuck
from tests.ops.hostile_urls import ENDLESS


@pytest.fixture
def serving_connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Return the connection of this thread, with the deadlines of a serving process."""
    monkeypatch.setattr(deadlines, "QUERY_MILLISECONDS", 200)
    connection_created.connect(deadlines.limit_queries)
    connection_created.send(sender=type(connection), connection=connection)
    yield
    connection_created.disconnect(deadlines.limit_queries)


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.usefixtures("serving_connection")
def test_query_without_end_ends() -> None:
    request, ended = TimedRequest("GET /"), threading.Event()

    def give_up() -> None:
        while not ended.wait(0.05):
            request.give_up()
            find_stuck()

    def work() -> None:
        threading.Thread(target=give_up).start()
        with connection.cursor() as cursor:
            cursor.execute(ENDLESS)

    try:
        with pytest.raises(OperationalError, match=r"interrupted|statement timeout"):
            request.run(work)
    finally:
        ended.set()


def test_request_given_up_before_its_turn_does_nothing() -> None:
    request = TimedRequest("GET /")
    request.give_up()

    assert request.run(lambda: "done") is None
    assert find_stuck() is None
