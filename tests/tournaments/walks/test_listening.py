"""Streams have the same readers as their address. A topic contains nothing but its owner."""

import re

import pytest
from django.template import Template
from django.test import Client
from django.utils.safestring import SafeString

from common.web_server.shared_responses import TOPICS_HEADER
from tests.tournaments.walks.matrix.asking import ask, read_answer
from tests.tournaments.walks.matrix.evening import MATRIX, make_evening, make_role, set_visibility
from tests.tournaments.walks.matrix.rules import SUPERUSER, VISITOR, Answer
from tournaments.enums import Visibility

pytestmark = pytest.mark.django_db

LISTENED = (
    "organiser-hall-calls",
    "organiser-hall-live",
    "public-competition-live",
    "public-own-evening-live",
    "public-player-live",
    "public-round",
    "public-screen-live",
    "public-standings-live",
    "rooms-free-moment",
    "rooms-lobby",
    "rooms-room",
    "rooms-round",
    "table-page",
)
TOPICS = re.compile(r"[a-z]+:\d+( [a-z]+:\d+)*")


@pytest.mark.parametrize("role", [VISITOR, "other_director", "scorer", SUPERUSER])
def test_who_may_ask_may_listen(client: Client, monkeypatch: pytest.MonkeyPatch, role: str) -> None:
    monkeypatch.setattr(Template, "render", lambda *_: SafeString(""))
    evening = make_evening()
    user = make_role(role, evening.tournament)
    if user is not None:
        client.force_login(user)

    for visibility in (Visibility.PRIVATE, Visibility.PUBLIC):
        set_visibility(evening.tournament, visibility)
        for name in LISTENED:
            answer = ask(client, "GET", evening.path(name), {"ecoute": "1"})
            expected = MATRIX[name].reading.answer(role, is_public=visibility == Visibility.PUBLIC)
            assert read_answer(answer) is expected, name
            topics = answer.headers.get(TOPICS_HEADER, "")
            assert (TOPICS.fullmatch(topics) is not None) == (expected is Answer.ALLOWED), name
            assert expected is not Answer.ALLOWED or (answer.status_code, answer.content) == (204, b"")
