"""Seven hands to bid, and the commented deal: answers, refusals, a remark at each trick."""

import pytest
from django.urls import reverse

from play.learn.exercises.bids import BIDS
from play.learn.exercises.commented import BEFORE, CLOSING, REMARKS

pytestmark = pytest.mark.django_db

QUIZ = reverse("rooms-bids")
COMMENTED = reverse("rooms-commented")


def test_answers_are_told_of_the_hands_answered_alone(client):
    answer = client.get(QUIZ, {"main1": "bid:prise", "main7": "pass"})
    page = answer.text

    assert (answer.context["answered"], answer.context["right"]) == (2, 1)
    assert str(BIDS[0].why) in page
    assert str(BIDS[6].why) in page
    assert str(BIDS[1].why) not in page
    assert 'value="bid:prise"\n                     checked' in page


def test_all_right_answers_are_counted(client):
    answers = {f"main{number}": question.answers[0] for number, question in enumerate(BIDS, 1)}

    assert client.get(QUIZ, answers).context["right"] == 7


@pytest.mark.parametrize("text", ["bid:pousse", "x" * 5000, "<b>", "bid:prise\x00"])
def test_what_is_no_bid_is_refused_at_its_hand(client, text):
    answer = client.get(QUIZ, {"main3": text})

    assert answer.status_code == 200
    assert [hand.number for hand in answer.context["hands"] if hand.problem] == [3]
    assert answer.context["answered"] == 0


def test_each_trick_has_its_remark_and_the_last_card_the_count(client):
    pages = [client.get(COMMENTED, {"carte": str(4 * trick)}).text for trick in range(19)]

    assert str(BEFORE) in pages[0]
    for trick, remark in enumerate(REMARKS, 1):
        assert str(remark) in pages[trick]
        assert str(remark) not in pages[trick - 1]
    assert [str(CLOSING) in page for page in pages] == [False] * 18 + [True]


@pytest.mark.parametrize("carte", ["-1", "9999", "x", ""])
def test_any_number_of_cards_opens_a_page(client, carte):
    assert client.get(COMMENTED, {"carte": carte}).status_code == 200
