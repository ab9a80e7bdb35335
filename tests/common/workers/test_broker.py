"""Broker made of files: complete messages, each to one worker, none lost on a clean stop."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest
from celery import Celery
from celery.contrib.testing.worker import start_worker
from celery.signals import setup_logging
from kombu import Connection

from common.workers import broker
from config.celery import app as site

broker.register_transports()

PRODUCERS, CONSUMERS, EACH = 3, 3, 200

SCRIPT = """
import sys
from queue import Empty
from kombu import Connection
from common.workers import broker
broker.register_transports()
role, folder, who, each = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
with Connection("files://", transport_options={"folder": folder, "polling_interval": 0.01}) as connection:
    queue = connection.SimpleQueue("work")
    if role == "produce":
        for number in range(each):
            queue.put({"id": f"{who}-{number}"})
    else:
        while True:
            try:
                message = queue.get(timeout=3)
            except Empty:
                break
            message.ack()
            print(message.payload["id"])
"""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    options = {"folder": str(tmp_path), "polling_interval": 0.01}
    with Connection("files://", transport_options=options) as opened:
        yield opened


@pytest.fixture
def celery_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """An application of its own, which leaves logging alone; the site's is the default again afterwards."""
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)  # Celery prefers it to any argument
    app = Celery("broker-test", broker="files://", set_as_current=False, fixups=[])
    app.conf.broker_transport_options = {"folder": str(tmp_path), "polling_interval": 0.01}
    app.conf.worker_enable_remote_control = False
    app.conf.task_acks_late = True
    setup_logging.connect(keep_logging)
    yield app
    setup_logging.disconnect(keep_logging)
    site.set_current()
    site.set_default()


def keep_logging(**_options: object) -> None:
    """A receiver of Celery's `setup_logging`: with one, Celery does not set the level of the root logger."""


def run_script(role: str, folder: Path, who: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", SCRIPT, role, str(folder), who, str(EACH)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_messages_come_out_in_the_order_they_went_in(connection: Connection) -> None:
    queue = connection.SimpleQueue("work")

    for number in range(5):
        queue.put({"number": number})

    assert [queue.get(timeout=1).payload["number"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_message_being_written_is_left_alone(connection: Connection, tmp_path: Path) -> None:
    queue = connection.SimpleQueue("work")
    half = tmp_path / "work" / "00000000000000000001-abc.part"
    half.write_text('{"body": ')

    with pytest.raises(Empty):
        queue.get(timeout=0.05)

    assert half.exists()


@pytest.mark.parametrize("text", ["", '{"body": ', "[1, 2", "12"])
def test_message_cut_short_by_a_power_cut_is_dropped(
    connection: Connection, tmp_path: Path, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    queue = connection.SimpleQueue("work")
    cut = tmp_path / "work" / "00000000000000000001-abc.msg"
    cut.write_text(text)
    queue.put({"number": 1})

    received = queue.get(timeout=1).payload

    assert received == {"number": 1}
    assert not cut.exists()
    assert "incomplete message dropped: 00000000000000000001-abc.msg" in caplog.text


def test_several_producers_and_consumers_lose_and_double_nothing(tmp_path: Path) -> None:
    consumers = [run_script("consume", tmp_path, str(number)) for number in range(CONSUMERS)]
    producers = [run_script("produce", tmp_path, str(number)) for number in range(PRODUCERS)]

    received = [name for consumer in consumers for name in consumer.communicate(timeout=60)[0].split()]

    assert [process.wait(10) for process in producers + consumers] == [0] * (PRODUCERS + CONSUMERS)
    expected = sorted(f"{who}-{number}" for who in range(PRODUCERS) for number in range(EACH))
    assert sorted(received) == expected


def test_size_and_purge_count_messages(connection: Connection) -> None:
    queue = connection.SimpleQueue("work")
    for number in range(3):
        queue.put(number)

    assert queue.qsize() == 3
    assert queue.clear() == 3
    assert queue.qsize() == 0


def test_full_disk_is_an_error_of_the_channel(connection: Connection, tmp_path: Path) -> None:
    queue = connection.SimpleQueue("work")
    (tmp_path / "work").rmdir()
    (tmp_path / "work").write_text("a file where the folder should be")

    with pytest.raises((OSError, connection.channel_errors[0])):
        queue.put({"number": 1})


def test_countdown_holds_a_task_back(celery_app: Celery) -> None:
    ran: Queue[str] = Queue()

    @celery_app.task(name="note")
    def note(word: str) -> None:
        ran.put(word)

    with start_worker(celery_app, pool="solo", perform_ping_check=False):
        note.apply_async(["later"], countdown=1)
        note.apply_async(["now"])
        words = [ran.get(timeout=10), ran.get(timeout=10)]

    assert words == ["now", "later"]


def test_task_not_yet_due_is_still_there_after_a_clean_stop(celery_app: Celery, tmp_path: Path) -> None:
    @celery_app.task(name="much_later")
    def much_later() -> None:
        raise AssertionError

    with start_worker(celery_app, pool="solo", perform_ping_check=False):
        much_later.apply_async(countdown=3600)
        deadline = time.monotonic() + 10
        while list(tmp_path.glob("celery/*.msg")) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert list(tmp_path.glob("celery/*.msg")) == []

    assert len(list(tmp_path.glob("celery/*.msg"))) == 1
