"""The Celery application: what every process agrees on."""

import threading

from celery import current_app
from django.conf import settings

from config.celery import app


def test_threads_of_the_web_server_find_the_same_application() -> None:
    found = []

    thread = threading.Thread(target=lambda: found.append(current_app.main))
    thread.start()
    thread.join()

    assert found == ["etui"]


def test_a_task_is_never_given_again_while_it_may_still_run() -> None:
    assert settings.CELERY_TASK_SOFT_TIME_LIMIT < settings.CELERY_TASK_TIME_LIMIT < 600


def test_only_json_is_read() -> None:
    assert app.conf.accept_content == ["json"]


def test_beat_asks_for_tasks_that_exist() -> None:
    asked = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert asked
    assert asked <= set(app.tasks)
