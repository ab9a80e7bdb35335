"""Progress of the étuis and the history of one result."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.core.slips.traveller import LineInput
from tournaments.results.services.results import Author, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.fixture
def play(evening):
    return list_plays(evening)[0]


@pytest.fixture
def desk(evening):
    client = Client()
    client.force_login(make_user("Claire", club=evening.club))
    return client


def history_address(evening, play):
    return reverse("organiser-result-history", args=[evening.slug, play.pk])


def revert(client, evening, play, version, **changes):
    address = reverse("organiser-result-revert", args=[evening.slug, play.pk, version])
    return client.post(address, {"token": str(uuid.uuid4()), **changes})


def test_progress_shows_what_is_in_and_what_is_missing(evening, play, desk):
    enter_result(play, 56)

    page = desk.get(reverse("organiser-results", args=[evening.slug]))

    assert "1 résultat saisi sur 100" in page.text
    assert "1/5" in page.text
    assert "Saisir l’étui 1" in page.text
    missing_plays = [
        board_play for board_play in list_plays(evening) if board_play.board == 1 and board_play != play
    ]
    assert [f"#p{board_play.pk}" in page.text for board_play in missing_plays] == [True] * 4


def test_progress_before_the_seats_tells_what_to_do(desk, evening):
    draft = make_tournament(evening.club, name="Brouillon")

    page = desk.get(reverse("organiser-results", args=[draft.slug]))

    assert "Fixez d’abord les places" in page.text


def test_history_shows_every_version_with_who_what_and_why(evening, play, desk):
    author = Author(user=make_user("Denis"), device="Firefox, Linux")
    record_result(play=play, line=LineInput(bouts=2, points="49"), seen_version=0, author=author)
    enter_result(play, -58, user=make_user("Marc"), seen_version=1, reason="colonne inversée")

    page = desk.get(history_address(evening, play))

    assert [text in page.text for text in ("+66", "2 bouts, 49 points", "Denis", "Firefox, Linux")] == [
        True
    ] * 4
    assert [text in page.text for text in ("−58", "Marc", "colonne inversée", "en vigueur")] == [True] * 4


def test_going_back_makes_a_new_version_like_the_old_one(evening, play, desk):
    record_result(play=play, line=LineInput(bouts=2, points="49"), seen_version=0, author=Author(user=None))
    enter_result(play, -58, seen_version=1, reason="colonne inversée")

    answer = revert(desk, evening, play, 1, seen_version="2", reason="c’était juste")

    assert answer.url == history_address(evening, play)
    current = play.slips.current().get()
    assert (current.version, current.score, current.facts["bouts"]) == (3, 66, 2)
    assert (current.entered_by.name, current.reason) == ("Claire", "c’était juste")


def test_going_back_needs_a_reason_and_the_last_version_seen(evening, play, desk):
    enter_result(play, 56)
    enter_result(play, -58, seen_version=1, reason="relu")

    without_reason = revert(desk, evening, play, 1, seen_version="2", reason="")
    enter_result(play, 84, user=make_user("Marc"), seen_version=2, reason="relu encore")
    too_late = revert(desk, evening, play, 1, seen_version="2", reason="c’était juste")

    assert without_reason.status_code == 422
    assert too_late.status_code == 422
    assert "Marc a déjà enregistré « +84 »" in too_late.text
    assert play.slips.current().get().score == 84


def test_a_line_of_another_tournament_is_not_found(evening, play, desk):
    foreign_event = make_seated_tournament(make_club(), name="Ailleurs", is_dealt=False)
    enter_result(play, 56)
    stranger = Client()
    stranger.force_login(make_user("Zoé", club=foreign_event.club))

    assert desk.get(history_address(evening, play)).status_code == 200
    assert desk.get(history_address(evening, list_plays(foreign_event)[0])).status_code == 404
    assert stranger.get(history_address(evening, play)).status_code == 404
    assert revert(desk, evening, play, 7, seen_version="1", reason="x").status_code == 404
