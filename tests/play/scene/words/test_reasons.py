"""Why a robot would do something, in a sentence."""

import pytest
from django.utils.translation import override

from games.core.actions import DiscardCard, MakeBid, Pass, PlayCard
from games.core.bots.choices import ChoiceMethod, RobotChoice
from games.core.cards import parse_card
from play.scene.words.reasons import reason_words

KING, THREE = PlayCard(parse_card("HR")), PlayCard(parse_card("C3"))
PLAYED_OUT = ChoiceMethod.PLAYED_OUT


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        (
            RobotChoice(KING, PLAYED_OUT, 120, {THREE: 1.0, KING: 13.4}),
            (
                "Le robot jouerait le roi de cœur : sur 120 donnes possibles, "
                "il gagne en moyenne 12 points de plus qu’avec le 3 de trèfle."
            ),
        ),
        (
            RobotChoice(KING, ChoiceMethod.SEARCHED, 1, {THREE: 12.5, KING: 13.6}),
            (
                "Le robot jouerait le roi de cœur : sur 1 donne possible jouée au mieux jusqu’à la fin, "
                "il gagne en moyenne 1 point de plus qu’avec le 3 de trèfle."
            ),
        ),
        (
            RobotChoice(Pass(), PLAYED_OUT, 60, {MakeBid("garde"): -0.3, Pass(): 0.0}),
            (
                "Le robot choisirait « Passe » : sur 60 donnes possibles, "
                "cela vaut autant en moyenne que « Garde »."
            ),
        ),
        (
            RobotChoice(KING, PLAYED_OUT, 100, {THREE: 4.0, KING: 2.9}, {THREE: -10, KING: 10}),
            (
                "Le robot jouerait le roi de cœur : sur 100 donnes possibles, cela fait plus souvent mieux "
                "que le 3 de trèfle, mais rapporte 1 point de moins en moyenne."
            ),
        ),
        (RobotChoice(KING, ChoiceMethod.FORCED), "Le robot jouerait le roi de cœur : c’est le seul choix."),
        (
            RobotChoice(DiscardCard(KING.card), ChoiceMethod.THUMB),
            "Le robot écarterait le roi de cœur : c’est la règle qu’il suit ici, sans calcul.",
        ),
    ],
)
def test_reason_compares_with_the_next_best_choice(choice: RobotChoice, told: str) -> None:
    assert reason_words(choice, lowest_wins=False).replace("\xa0", " ") == told


def test_points_that_are_bad_are_taken_less() -> None:
    choice = RobotChoice(KING, PLAYED_OUT, 20, {THREE: -9.0, KING: -4.0})

    assert "il prend en moyenne 5 points de moins qu’avec" in reason_words(choice, lowest_wins=True)


def test_reason_has_its_english() -> None:
    choice = RobotChoice(KING, PLAYED_OUT, 120, {THREE: 1.0, KING: 13.4})

    with override("en"):
        told = reason_words(choice, lowest_wins=False)

    assert told == (
        "The robot would play the king of hearts: over 120 possible deals, "
        "it wins 12 points more on average than with the 3 of clubs."
    )
