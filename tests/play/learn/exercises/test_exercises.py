"""Every exercise against the engine, and against the robots where it is a matter of calculation."""

import pytest

from games.core.actions import DiscardCard, format_action
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.cards import half_points, parse_card
from games.core.deals import parse_deal, parse_pile
from play.learn.exercises.bids import BIDS
from play.learn.exercises.catalogue import EXERCISES
from play.learn.exercises.discards import DISCARDS
from play.learn.exercises.exercise import (
    ME,
    QuestionKind,
    choices_of,
    is_right,
    list_choices,
    position,
)

ALL = [exercise for exercises in EXERCISES.values() for exercise in exercises]
WITH_ACTIONS = [each for each in ALL if each.kind is not QuestionKind.MEANING]
PUBLISHED = (
    ("T21.18.15.12.9.3.2/SR10/HC/D1063/C9741", "prise"),
    ("T21.15.12.11.2.1/SR72/HDV31/DD10/CC92", "prise"),
    ("T21.18.15.12.9.3.2.1/SR10/HDC6/DR932/CV9", "garde"),
    ("T21.18.15.9.6/E/SR632/H97/DD103/CV73", "garde"),
    ("T21.18.16.14.11.9.1/E/SR92/HR41/DDC/CDV", "garde"),
    ("T21.18.16.12.9.6.4.2/E/SR1043/DDC7/CD6", "garde_sans"),
    ("T21.19.16.14.12.9.8.6.1/E/SR/HRD9/DDV86", "garde_contre"),
)
"""Hands and answers of document 000, as printed: the first is a card short, the third has one too many."""
COMMENTED_DISCARD = "DC D8 D6 S9 S3 HC"
"""Discard of the deal that document 000 comments; it counts 7 points."""


@pytest.mark.parametrize("exercise", ALL, ids=lambda each: str(each.title))
def test_deal_and_play_are_legal_and_the_answers_among_the_choices(exercise):
    parse_deal(exercise.deal)

    choices = list_choices(exercise)

    assert len(choices) >= 4
    assert position(exercise).to_act == ME or exercise.kind is QuestionKind.MEANING
    for answer in exercise.answers:
        assert set(choices_of(exercise, answer)) <= set(choices)
        assert is_right(exercise, choices_of(exercise, answer))
    assert not is_right(exercise, choices)


@pytest.mark.parametrize("exercise", DISCARDS, ids=lambda each: str(each.title))
def test_discard_of_an_answer_is_allowed_card_by_card(exercise):
    state = position(exercise)
    for answer in exercise.answers:
        cards = [parse_card(text) for text in answer.split()]
        next_state = state
        for card in cards:
            next_state = next_state.apply(DiscardCard(card))
        assert len(cards) == 6
        assert not isinstance(next_state.legal_actions()[0], DiscardCard)


def test_published_hands_are_asked_with_the_published_answers():
    for exercise, (hand, bid) in zip(BIDS, PUBLISHED, strict=True):
        hand_shown, published_hand = exercise.layout.hands[ME], set(parse_pile(hand))
        assert len(hand_shown ^ published_hand) == abs(18 - len(published_hand))
        assert exercise.answers == (f"bid:{bid}",)


def test_commented_discard_counts_the_published_points():
    assert DISCARDS[0].answers == (COMMENTED_DISCARD,)
    assert sum(half_points(parse_card(text)) for text in COMMENTED_DISCARD.split()) == 14


@pytest.mark.parametrize(
    "exercise",
    [candidate for candidate in ALL if candidate.kind is not QuestionKind.MEANING],
    ids=lambda candidate: str(candidate.title),
)
def test_robot_agrees_or_the_exercise_says_what_it_does_instead(exercise):
    assert is_right(exercise, _robot_choice(exercise)) is not bool(exercise.robot)


def _robot_choice(exercise):
    """Return the choice of the robot *club*, with all the cards of a discard."""
    state, choice = position(exercise), []
    while True:
        action = choose_action(state.view(ME), RobotLevel.CLUB, seed=1)
        choice.append(format_action(action))
        state = state.apply(action)
        if not isinstance(action, DiscardCard) or not isinstance(state.legal_actions()[0], DiscardCard):
            return choice
