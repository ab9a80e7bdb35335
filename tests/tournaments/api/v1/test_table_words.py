"""The other side's word and disputes through the API of one table: the checks and the words of the page."""

import uuid

import pytest
from django.urls import reverse

from games.core.dealing.boards import board_taker
from games.core.seats import seat_letter
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import enter_result, list_plays, make_user
from tournaments.models import AuditEvent, ResultFlag, SlipConfirmation
from tournaments.results.services.flags import resolve_flag
from tournaments.results.services.table_access import table_secret


@pytest.fixture
def access(evening):
    return open_table(evening)


@pytest.fixture
def play(access):
    """Written on the taker's phone."""
    play, device = plays_of(access)[0], make_device()
    sit_down(access, board_taker(play.board), device=device)
    write_down(access, play, device)
    return play


@pytest.fixture
def seat(play):
    return (board_taker(play.board) + 1) % 4


@pytest.fixture
def defender(access, seat):
    """The phone of the next seat."""
    device = make_device("Safari, iPhone")
    sit_down(access, seat, device=device)
    return device


@pytest.fixture
def send(client, access):
    """`send("confirm", play, device, body, key=…)`: a request with the table's secret."""

    def post(what, play, device, body, key=None):
        headers = {"authorization": f"Bearer {table_secret(access)}", "etui-phone": str(device.key)}
        headers |= {"idempotency-key": str(key)} if key else {}
        address = reverse(f"api-v1-table-result-{what}", args=[play.pk])
        return client.post(address, body, content_type="application/json", headers=headers)

    return post


def word(seat, version=1):
    return {"seat": seat_letter(seat), "seen_version": version}


def told(text="C’est +62", version=1):
    return {"text": text, "seen_version": version}


def test_the_other_side_confirms_and_its_repeat_is_answered(send, play, seat, defender):
    first, again = (send("confirm", play, defender, word(seat)) for _turn in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert (first.json()["version"], first.json()["seat"]) == (1, seat_letter(seat))
    assert SlipConfirmation.objects.get().seat == seat
    assert AuditEvent.objects.filter(action="result.confirmed").count() == 1


def test_a_word_on_a_version_replaced_since_is_a_conflict(send, play, seat, defender):
    enter_result(play, 62, user=make_user(), seen_version=1, reason="fiche")

    refused = [
        send("confirm", play, defender, word(seat)),
        send("dispute", play, defender, told(), uuid.uuid4()),
    ]

    assert [answer.status_code for answer in refused] == [409, 409]
    assert {answer.json()["code"] for answer in refused} == {"slip_changed"}
    assert {answer.json()["extra"]["what"] for answer in refused} == {"+62"}


def test_who_wrote_does_not_confirm(send, play, seat, defender):
    refused = send("confirm", play, defender, word((seat + 1) % 4))

    assert (refused.status_code, refused.json()["code"]) == (400, "not_the_other_side")
    assert SlipConfirmation.objects.get().confirmed_at is None


def test_an_organisers_result_waits_for_nobody(send, access, play, defender, seat):
    second_play = plays_of(access)[1]
    enter_result(second_play, 62, user=make_user())

    assert send("confirm", second_play, defender, word(seat)).json()["code"] == "nothing_to_confirm"


def test_a_dispute_is_raised_once_whatever_happens_between_its_sendings(send, play, seat, defender):
    key = uuid.uuid4()
    first = send("dispute", play, defender, told(), key)
    resolve_flag(flag=ResultFlag.objects.get(), note="vu", resolved_by=make_user())
    enter_result(play, 62, user=make_user(), seen_version=1, reason="fiche")

    again = send("dispute", play, defender, told(), key)

    assert (first.status_code, again.json()) == (200, first.json())
    assert (first.json()["version"], first.json()["seat"], first.json()["text"]) == (
        1,
        seat_letter(seat),
        "C’est +62",
    )
    assert ResultFlag.objects.count() == 1


@pytest.mark.parametrize("key", [None, "x"])
def test_a_dispute_needs_its_key(send, play, defender, key):
    refused = send("dispute", play, defender, told(), key)

    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["Idempotency-Key"])


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_a_dispute_says_what_in_so_many_letters(send, play, defender, text):
    refused = send("dispute", play, defender, told(text), uuid.uuid4())

    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["text"])


def test_words_are_for_those_who_sit_there_and_for_this_table(send, evening, play, defender):
    stranger = make_device()
    elsewhere = next(candidate for candidate in list_plays(evening) if candidate.table.number == 2)

    assert send("confirm", play, stranger, word(1)).json()["code"] == "seat_unknown"
    assert send("dispute", play, stranger, told(), uuid.uuid4()).json()["code"] == "seat_unknown"
    for what in ("confirm", "dispute"):
        body = word(1) | told()
        assert send(what, elsewhere, defender, body, uuid.uuid4()).json()["code"] == "play_not_of_table"
