"""What was done at a table, in the language and with the names of whoever reads it."""

import pytest
from django.utils.translation import override

from games.core.actions import Announce, Bet, Hidden, MakeBid, Pass, PlayCard, Ready
from games.core.announcements import MISERE_OF_TRUMPS, SLAM
from games.core.cards import parse_card
from games.core.play import SeatAction
from play.scene.words.steps import asked_words, step_words


@pytest.mark.parametrize(
    ("action", "french", "english"),
    [
        (PlayCard(parse_card("HR")), "{} joue le roi de cœur.", "{} plays the king of hearts."),
        (MakeBid("garde"), "{} annonce\N{NO-BREAK SPACE}: garde.", "{} bids garde."),
        (Pass(), "{} passe.", "{} passes."),
        (Hidden("discard"), "{} a fait son écart.", "{} has discarded."),
    ],
)
def test_step_is_told_in_the_language_and_with_the_names_of_its_reader(
    action: object, french: str, english: str
) -> None:
    told = []
    for language, names in (("fr", "NESO"), ("en", ("N", "50 % Eve", "S", "W"))):
        with override(language):
            told += [step_words(SeatAction(1, action), 0, names), step_words(SeatAction(2, action), 0, names)]

    assert told == [french.format("E"), french.format("S"), english.format("50 % Eve"), english.format("S")]


def test_own_step_is_told_as_ones_own() -> None:
    assert step_words(SeatAction(2, Pass()), 2, "NESO") == "Vous passez."
    assert step_words(SeatAction(2, Pass()), 1, "NESO") == "S passe."


@pytest.mark.parametrize(
    ("tricks", "told"), [(0, "Est parie aucun pli."), (1, "Est parie 1 pli."), (3, "Est parie 3 plis.")]
)
def test_bet_is_told_as_a_number_of_tricks(tricks: int, told: str) -> None:
    assert step_words(SeatAction(2, Bet(tricks)), 0, ("Sud", "Ouest", "Est", "Nord")) == told


def test_question_before_the_lead_names_the_slam_if_only_a_slam_can_be_announced() -> None:
    slam, misere = Announce(SLAM), Announce(MISERE_OF_TRUMPS)

    assert asked_words((Ready(), slam)) == "Annoncez-vous un chelem\N{NO-BREAK SPACE}?"
    assert asked_words((Ready(), slam, misere)) == "Faites-vous une annonce\N{NO-BREAK SPACE}?"
    assert asked_words((Ready(), misere)) == "Faites-vous une annonce\N{NO-BREAK SPACE}?"
