"""Cards drawn on pages: the face of each, hands in order and in words."""

import pytest
from django.utils import translation

from games.core.cards import CARD_COUNT, Card, parse_card
from tournaments.templatetags.cards import CardFace, card_faces, card_words, face_of, hand_words


@pytest.mark.parametrize(
    ("card", "face"),
    [
        ("S10", CardFace("spades", "10", "spades", "S10", is_bout=False)),
        ("HC", CardFace("hearts", "C", "knight", "HC", is_bout=False)),
        ("D1", CardFace("diamonds", "1", "diamonds", "D1", is_bout=False)),
        ("20T", CardFace("trumps", "20", "star", "T20", is_bout=False)),
        ("1T", CardFace("trumps", "1", "star", "T1", is_bout=True)),
        ("EX", CardFace("excuse", "Ex", "excuse", "EX", is_bout=True)),
    ],
)
def test_face_of_a_card(card, face):
    assert face_of(parse_card(card)) == face


def test_every_card_has_a_face_and_a_picture_of_its_own():
    faces = [face_of(Card(number)) for number in range(CARD_COUNT)]

    assert len({(face.suit, face.index) for face in faces}) == CARD_COUNT
    assert len({face.picture for face in faces}) == CARD_COUNT
    assert [face.picture for face in faces if face.new_picture] == [f"T{number}" for number in range(1, 22)]
    assert [face.picture for face in faces if face.is_pips and face.suit == "hearts"] == [
        f"H{rank}" for rank in range(1, 11)
    ]


@pytest.mark.parametrize(("card", "sign"), [("S10", "spades"), ("20T", ""), ("21T", "star"), ("EX", "star")])
def test_sign_under_the_index(card, sign):
    assert face_of(parse_card(card)).sign == sign


def test_both_copies_of_two_packs_have_one_picture():
    assert face_of(parse_card("HDb")) == face_of(parse_card("HD"))


def test_hand_lies_by_suit_with_the_excuse_among_the_trumps():
    hand = [parse_card(text) for text in ("C7", "EX", "HR", "3T", "H2", "21T")]

    faces = card_faces(hand)

    assert [face.index for face in faces] == ["21", "3", "Ex", "R", "2", "7"]
    assert [face.is_last for face in faces] == [False, False, True, False, True, False]
    assert [face.ends_trumps for face in faces] == [False, False, True, False, False, False]
    assert card_faces([]) == []


def test_colours_alternate_in_a_hand_laid_open():
    faces = card_faces([parse_card(text) for text in ("D1", "C1", "H1", "S1")])

    assert [face.suit for face in faces] == ["spades", "hearts", "clubs", "diamonds"]
    assert not any(face.ends_trumps for face in faces), "there are none"
    assert [face.ends_half for face in faces] == [False, True, False, False]


def test_corners_have_the_letters_of_the_reader():
    court = [parse_card(text) for text in ("SV", "SC", "SD", "SR")]

    with translation.override("en"):
        english = [face_of(card).index for card in court]

    assert [face_of(card).index for card in court] == ["V", "C", "D", "R"]
    assert english == ["J", "C", "Q", "K"]


def test_hand_is_told_in_words():
    hand = [parse_card(text) for text in ("C1", "EX", "HR", "H10", "21T")]

    assert hand_words(hand) == "Atout\u00a0: 21, Excuse. Cœur\u00a0: roi, 10. Trèfle\u00a0: as."


@pytest.mark.parametrize(("card", "words"), [("SD", "dame de pique"), ("5T", "5 d’atout"), ("EX", "Excuse")])
def test_card_is_told_in_words(card, words):
    assert card_words(parse_card(card)) == words
