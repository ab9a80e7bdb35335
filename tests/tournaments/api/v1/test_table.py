"""A table in the API, for programs with its secret: the same checks, singly or in bulk."""

import uuid

import pytest
from django.urls import reverse

from common.requests.limits import LIMITS, By, Limit
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import list_plays, make_user
from tournaments.models import ResultSlip, SlipConfirmation, TablePhone
from tournaments.results.services.table_access import revoke_table_link, table_secret


@pytest.fixture
def access(evening):
    return open_table(evening)


@pytest.fixture
def plays(access):
    return plays_of(access)


@pytest.fixture
def phone():
    return uuid.uuid4()


@pytest.fixture
def ask(client, access, phone):
    """Return `ask("post", "api-v1-table…", body, pk, **headers)`, a request with the table's secret."""

    def send(method, name, body=None, *args, **headers):
        credentials = {"authorization": f"Bearer {table_secret(access)}", "etui-phone": str(phone)}
        options = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(client, method)(reverse(name, args=args), headers=credentials | headers, **options)

    return send


@pytest.fixture
def seated(ask):
    """The phone sits North in round 1 and writes."""
    return ask("put", "api-v1-table-seat", {"round": 1, "seat": "N"})


def line(points="45", **changes):
    return {"bouts": 2, "points": points, "seen_version": 0} | changes


def record(ask, play, body, key=None):
    headers = {"idempotency-key": str(key or uuid.uuid4())}
    return ask("post", "api-v1-table-result-record", body, play.pk, **headers)


def test_a_table_is_read_with_its_seats_and_boards(ask, plays):
    content = ask("get", "api-v1-table").json()

    assert (content["table"], content["round"], content["rounds"]) == (1, 1, [1, 2, 3, 4, 5])
    assert content["seats"] == {"N": "NOM01 Ana", "W": "NOM02 Ana", "S": "NOM03 Ana", "E": "NOM04 Ana"}
    assert (content["own_seat"], content["writes_here"]) == (None, False)
    assert [(deal["id"], deal["board"], deal["state"]) for deal in content["deals"]] == [
        (play.pk, play.board, "to_play") for play in plays
    ]
    assert (content["deals"][0]["dealer"], content["deals"][0]["taker"]) == ("N", "N")


def test_saying_where_one_sits_gives_the_pen(ask, seated, phone):
    assert seated.status_code == 200
    assert (seated.json()["own_seat"], seated.json()["writes_here"]) == ("N", True)
    assert TablePhone.objects.get().device == phone


def test_a_result_is_stored_and_its_repeat_is_answered(ask, seated, plays):
    key = uuid.uuid4()

    first, again = (record(ask, plays[0], line(), key) for _turn in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert (first.json()["score"], first.json()["entered_by"]) == (58, None)
    assert ResultSlip.objects.get().token == key
    assert SlipConfirmation.objects.count() == 1


@pytest.mark.parametrize("key", [None, "", "x"])
def test_a_result_needs_its_key(ask, seated, plays, key):
    headers = {} if key is None else {"idempotency-key": key}

    refused = ask("post", "api-v1-table-result-record", line(), plays[0].pk, **headers)

    assert refused.status_code == 400
    assert refused.json()["message"] == "Corrigez les champs signalés."
    assert refused.json()["fields"] == {"Idempotency-Key": ["Donnez un UUID fait pour ce résultat."]}


def test_what_is_refused_says_so_as_on_the_page(ask, seated, access, plays):
    impossible = record(ask, plays[0], line(points="95"))
    record(ask, plays[0], line())
    stale = record(ask, plays[0], line(points="49"))
    second_device = make_device("Safari, iPhone")
    sit_down(access, 1, device=second_device)
    write_down(access, plays[1], second_device, takes_pen=True)
    refused = record(ask, plays[2], line())

    assert (impossible.status_code, impossible.json()["code"]) == (400, "slip_impossible")
    assert "points" in impossible.json()["fields"]
    assert (stale.status_code, stale.json()["code"], stale.json()["extra"]["what"]) == (
        409,
        "slip_changed",
        "+58",
    )
    assert (refused.status_code, refused.json()["code"], refused.json()["extra"]["who"]) == (
        409,
        "pen_taken",
        "Safari, iPhone",
    )


def test_who_has_not_said_his_seat_writes_and_reads_nothing(ask, access, plays):
    device = make_device()
    sit_down(access, 1, device=device)
    write_down(access, plays[0], device)

    refused = record(ask, plays[1], line())
    deal = ask("get", "api-v1-table").json()["deals"][0]

    assert refused.json()["code"] == "seat_unknown"
    assert (deal["state"], deal["result"]) == ("waiting", None)


def test_many_results_are_answered_one_by_one_in_order(ask, seated, evening, plays):
    elsewhere = next(play for play in list_plays(evening) if play.table.number == 2)
    results = [
        line() | {"play": plays[0].pk, "key": str(uuid.uuid4())},
        line(points="95") | {"play": plays[1].pk, "key": str(uuid.uuid4())},
        line() | {"play": elsewhere.pk, "key": str(uuid.uuid4())},
        line(points="49") | {"play": plays[0].pk, "key": str(uuid.uuid4())},
        line(points="40") | {"play": plays[2].pk, "key": str(uuid.uuid4())},
    ]

    answers = ask("post", "api-v1-table-results-record", {"results": results}).json()["answers"]

    assert [answer["status"] for answer in answers] == [200, 400, 404, 409, 200]
    assert [answer["error"]["code"] for answer in answers if "error" in answer] == [
        "slip_impossible",
        "play_not_of_table",
        "slip_changed",
    ]
    assert [slip.score for slip in ResultSlip.objects.order_by("pk")] == [58, -52]


@pytest.mark.parametrize("results", [[], [{}], "x", None, [line() | {"play": 0, "key": "k"}]])
def test_a_batch_that_is_no_batch_is_refused_whole(ask, seated, results):
    refused = ask("post", "api-v1-table-results-record", {"results": results})

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_the_secret_opens_its_table_and_nothing_else(ask, seated, evening, plays):
    elsewhere = next(play for play in list_plays(evening) if play.table.number == 2)

    assert record(ask, elsewhere, line()).status_code == 404
    assert ask("get", "api-v1-plays", None, evening.slug).status_code in (401, 403)
    assert ask("post", "api-v1-result-record", line(), evening.slug, plays[0].pk).status_code in (401, 403)


@pytest.mark.parametrize(
    ("authorization", "status"),
    [("", 401), ("Bearer", 404), ("Bearer x", 404), ("Basic eA==", 401), ("bearer x", 401)],
)
def test_without_the_secret_nothing_is_told(ask, access, authorization, status):
    refused = ask("get", "api-v1-table", authorization=authorization)

    assert refused.status_code == status
    assert set(refused.json()) == {"code", "message", "fields", "extra"}


def test_a_secret_taken_back_is_refused_like_a_wrong_one(ask, access, seated):
    revoke_table_link(access=access, revoked_by=make_user())

    refused = ask("get", "api-v1-table")

    assert (refused.status_code, refused.json()["code"]) == (404, "table_closed")


@pytest.mark.parametrize("asked", ["0", "9", "x", "9" * 30])
def test_a_round_that_the_table_does_not_play_is_not_found(client, access, asked):
    credentials = {"authorization": f"Bearer {table_secret(access)}"}

    assert client.get(reverse("api-v1-table"), {"round": asked}, headers=credentials).status_code == 404


@pytest.mark.usefixtures("one_moment")
def test_one_table_asks_so_much_a_minute(ask, monkeypatch):
    monkeypatch.setitem(LIMITS, "api-table", (Limit(By.THING, 2, 60),))

    assert [ask("get", "api-v1-table").status_code for _turn in range(3)] == [200, 200, 429]
