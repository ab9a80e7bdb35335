"""Celery application, the same in every process."""

import signal
import subprocess
import sys
import threading

from celery import current_app
from django.conf import settings

from config.celery import LONG, SHORT, app
from config.worker import MOST_SECONDS
from tournaments.management.commands.serve import WORKERS

LONG_TASKS = {
    "tournaments.render_document",
    "tournaments.search_movement",
    "tournaments.play_reference",
    "tournaments.analyse_play",
    "tournaments.refresh_records",
    "tournaments.send_registration_mail",
    "tournaments.send_result_mails",
    "tournaments.send_letter",
    "tournaments.send_deliveries",
    "tournaments.send_tie_mail",
    "tournaments.send_invitation_mail",
    "accounts.send_password_reset",
    "games.compile_search",
    "publishing.publish",
    "rooms.play_robots",
    "rooms.play_daily_robots",
}


def test_threads_of_the_web_server_find_the_same_application() -> None:
    main_apps = []

    thread = threading.Thread(target=lambda: main_apps.append(current_app.main))
    thread.start()
    thread.join()

    assert main_apps == ["etui"]


def test_a_task_is_never_given_again_while_it_may_still_run() -> None:
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < 600


def test_only_json_is_read() -> None:
    assert app.conf.accept_content == ["json"]


def test_beat_asks_for_tasks_that_exist() -> None:
    scheduled_tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert scheduled_tasks
    assert scheduled_tasks <= set(app.tasks)


def test_every_task_has_a_queue_that_a_worker_of_the_laptop_takes() -> None:
    assert [queue.name for queue in app.conf.task_queues] == list(WORKERS.values()) == [SHORT, LONG]
    assert MOST_SECONDS.keys() == set(WORKERS.values())


def test_a_ranking_never_waits_behind_a_document() -> None:
    queues = {
        name: app.amqp.router.route({}, name, task_type=task)["queue"]
        for name, task in app.tasks.items()
        if not name.startswith("celery.")
    }

    assert {name for name, queue in queues.items() if queue.name == LONG} == LONG_TASKS
    assert {queue.routing_key for queue in queues.values()} == {SHORT, LONG}
    assert {queue.exchange.name for queue in queues.values()} == {SHORT, LONG}


SLOW_TASK = """
import time
from celery.signals import task_postrun, task_prerun
from config.worker import end_with_slow_task
end_with_slow_task(0.2)
for _task in range(3):  # in time, each
    task_prerun.send(None)
    time.sleep(0.1)
    task_postrun.send(None)
time.sleep(0.3)  # between tasks
task_prerun.send(None)
sum(iter(int, 1))
"""


def test_task_that_never_ends_ends_the_worker() -> None:
    ended = subprocess.run([sys.executable, "-c", SLOW_TASK], check=False, timeout=30)

    assert ended.returncode == -signal.SIGALRM
