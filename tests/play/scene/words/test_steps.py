"""What was done at a table, in the language and with the names of whoever reads it."""

import pytest
from django.utils.translation import override

from games.core.actions import Hidden, MakeBid, Pass, PlayCard
from games.core.cards import parse_card
from games.core.play import SeatAction
from play.scene.words.steps import step_words


@pytest.mark.parametrize(
    ("action", "french", "english"),
    [
        (PlayCard(parse_card("HR")), "{} joue le roi de cœur.", "{} plays the king of hearts."),
        (MakeBid("garde"), "{} annonce\N{NO-BREAK SPACE}: garde.", "{} says: garde."),
        (Pass(), "{} passe.", "{} passes."),
        (Hidden("discard"), "{} écarte une carte.", "{} discards a card."),
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
