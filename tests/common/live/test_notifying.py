"""Notifications of services, and responses of pages to polls and to streams."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import RequestFactory

from common.live import notifying
from common.live.hub import Hub
from common.live.notifying import answer_live_poll, notify_pages
from tests.common.live.alone import Alone


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    carrier = Alone()
    hub = Hub(carrier)
    monkeypatch.setattr(notifying, "get_hub", lambda: hub)
    return carrier.posted


@pytest.mark.django_db
def test_a_topic_is_told_after_the_commit(
    posted: list[str], django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        notify_pages("table:3")
        assert posted == []

    assert posted == ["table:3"]


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_told_to_nobody(posted: list[str]) -> None:
    with transaction.atomic():
        notify_pages("table:3")
        transaction.set_rollback(True)
    notify_pages("table:4")

    assert posted == ["table:4"]


def test_who_polls_is_answered_under_the_topics() -> None:
    request = RequestFactory().get("/t/x/direct/", {"shown": "7"})

    answer = answer_live_poll(request, "standings:1", "event:1", answer=lambda: HttpResponse("ranking"))

    assert (answer.content, answer.headers["Etui-Topics"]) == (b"ranking", "standings:1 event:1")


def test_who_listens_is_told_the_topics_and_nothing_is_computed() -> None:
    request = RequestFactory().get("/t/x/direct/", {"ecoute": "1"})

    answer = answer_live_poll(request, "standings:1", answer=lambda: pytest.fail("computed"))

    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["Etui-Topics"] == "standings:1"
