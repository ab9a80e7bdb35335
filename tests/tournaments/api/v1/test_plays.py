"""Lines of the travellers in the API: missing results, and sending one."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import enter_result, enter_results, list_plays, make_user
from tournaments.enums import EventRole, Visibility
from tournaments.models import Tournament


@pytest.fixture
def scorer(evening):
    client = Client(headers={"user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/129.0"})
    client.force_login(make_user("Marc", tournament=evening, role=EventRole.SCORER))
    return client


@pytest.fixture
def play(evening):
    return list_plays(evening)[0]


def plays_address(tournament):
    return reverse("api-v1-plays", args=[tournament.slug])


def send(client, tournament, play, **values):
    address = reverse("api-v1-result-record", args=[tournament.slug, play.pk])
    values = {"seen_version": 0, "token": str(uuid.uuid4()), **values}
    return client.post(address, values, content_type="application/json")


def test_plays_are_listed_with_their_result(evening, play, scorer):
    enter_result(play, -52, user=make_user("Claire"))

    page = scorer.get(plays_address(evening)).json()

    assert (page["count"], len(page["results"]), page["next"]) == (100, 100, None)
    first, second = page["results"][:2]
    assert (first["id"], first["board"], first["round"], first["table"]) == (play.pk, 1, 1, 1)
    assert (first["result"]["version"], first["result"]["score"]) == (1, -52)
    assert first["result"]["entered_by"] == "Claire"
    assert second["result"] is None


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"missing": "true"}, 99),
        ({"missing": "false"}, 1),
        ({"board": 1}, 5),
        ({"board": 1, "missing": 1}, 4),
    ],
)
def test_the_list_is_narrowed(evening, play, scorer, query, count):
    enter_result(play, 56)

    assert scorer.get(plays_address(evening), query).json()["count"] == count


def test_the_list_costs_the_same_queries_with_one_result_and_with_ten(
    evening, play, scorer, django_assert_num_queries
):
    plays = list_plays(evening)
    enter_result(plays[0], 56)
    scorer.get(plays_address(evening))
    with django_assert_num_queries(8):
        scorer.get(plays_address(evening))
    enter_results((later_play, 56) for later_play in plays[1:10])
    with django_assert_num_queries(8):
        scorer.get(plays_address(evening))


def test_a_result_is_stored_with_its_author_and_device(evening, play, scorer):
    answer = send(scorer, evening, play, bouts=2, points="49", handfuls=["simple"], petit="attack")

    assert answer.status_code == 200
    slip = play.slips.current().get()
    assert (answer.json()["version"], answer.json()["score"], slip.score) == (1, 106, 106)
    assert (slip.entered_by.name, slip.device) == ("Marc", "Chrome, Android")


def test_sending_twice_stores_once(evening, play, scorer):
    token = str(uuid.uuid4())

    answers = [send(scorer, evening, play, gain=56, token=token) for _time in range(2)]

    assert answers[0].json() == answers[1].json()
    assert play.slips.count() == 1


def test_a_conflict_is_409_with_who_and_what(evening, play, scorer):
    enter_result(play, 84, user=make_user("Claire"))

    answer = send(scorer, evening, play, gain=56)

    assert answer.status_code == 409
    error = answer.json()
    assert error["code"] == "slip_changed"
    assert (error["extra"]["version"], error["extra"]["who"], error["extra"]["what"]) == (1, "Claire", "+84")


def test_a_correction_names_the_version_seen_and_its_reason(evening, play, scorer):
    enter_result(play, 84)

    without_reason = send(scorer, evening, play, gain=56, seen_version=1)
    with_reason = send(scorer, evening, play, gain=56, seen_version=1, reason="relu")

    assert (without_reason.status_code, without_reason.json()["code"]) == (400, "reason_missing")
    assert with_reason.json()["version"] == 2


def test_refusals_of_the_rules_name_the_field(evening, play, scorer):
    answer = send(scorer, evening, play, gain=57)

    assert answer.status_code == 400
    assert answer.json()["code"] == "slip_impossible"
    assert list(answer.json()["fields"]) == ["gain"]


def test_an_unlikely_result_is_taken_once_confirmed(evening, play, scorer):
    first_response = send(scorer, evening, play, gain=152)
    confirmed = send(scorer, evening, play, gain=152, confirmed=True)

    assert (first_response.status_code, first_response.json()["code"]) == (400, "slip_unlikely")
    assert confirmed.json()["score"] == 152


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"gain": "beaucoup"}, "gain"),
        ({"gain": 10**17}, "gain"),
        ({"gain": -1}, "gain"),
        ({"bouts": 1.5}, "bouts"),
        ({"points": ["41"]}, "points"),
        ({"handfuls": ["quadruple"]}, "handfuls"),
        ({"handfuls": ["simple"] * 5}, "handfuls"),
        ({"token": "abc"}, "token"),
        ({"seen_version": None}, "seen_version"),
        ({"reason": "x" * 201}, "reason"),
    ],
)
def test_malformed_values_name_the_field(evening, play, scorer, values, field):
    answer = send(scorer, evening, play, **values)

    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert list(answer.json()["fields"]) == [field]
    assert not play.slips.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'"text"',
        b'{"gain": 1' + 30 * b"0" + b"}",
        b'{"points": "\\u0000"}',
    ],
)
def test_a_body_of_another_shape_is_refused(evening, play, scorer, body):
    address = reverse("api-v1-result-record", args=[evening.slug, play.pk])

    answer = scorer.post(address, body, content_type="application/json")

    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "message", "fields", "extra"}


@pytest.mark.parametrize(
    ("role", "listed", "status"),
    [
        (None, 403, 403),
        (EventRole.SCREEN, 403, 403),
        (EventRole.CHECKER, 200, 403),
        (EventRole.SCORER, 200, 200),
        (EventRole.REFEREE, 200, 200),
        (EventRole.DIRECTOR, 200, 200),
    ],
)
def test_who_may_list_and_send(evening, play, role, listed, status):
    client = Client()
    client.force_login(make_user(tournament=evening, role=role) if role else make_user())

    assert client.get(plays_address(evening)).status_code == listed
    assert send(client, evening, play, gain=56).status_code == status
    assert play.slips.exists() == (status == 200)


def test_a_visitor_may_neither_list_nor_send(evening, play):
    listed, refused = Client().get(plays_address(evening)), send(Client(), evening, play, gain=56)

    assert (listed.status_code, refused.status_code) == (403, 403)
    assert listed.json()["code"] == "not_authenticated"


def test_a_private_tournament_is_unknown_to_strangers(evening, play):
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PRIVATE)
    stranger = Client()
    stranger.force_login(make_user())

    assert stranger.get(plays_address(evening)).status_code == 404
    assert send(stranger, evening, play, gain=56).status_code == 404


def test_sending_is_protected_from_other_sites(evening, play):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user(tournament=evening, role=EventRole.SCORER))

    assert send(strict, evening, play, gain=56).status_code == 403
    assert not play.slips.exists()


def test_a_line_of_another_tournament_is_not_found(evening, play, scorer):
    assert send(scorer, evening, type(play)(pk=10**9), gain=56).status_code == 404
    address = f"/api/v1/tournaments/{evening.slug}/plays/{10**30}/results/"
    body = {"gain": 56, "seen_version": 0, "token": str(uuid.uuid4())}
    assert scorer.post(address, body, content_type="application/json").status_code == 404
