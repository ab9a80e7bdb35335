"""Cards drawn for the first deal, as the deck prints them."""

import pytest
from django.utils.translation import override

from games.core.cards import parse_card
from tournaments.results.words.placing import drawn_card

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("code", "words"),
    [("C1", "1 ♣"), ("SR", "R ♠"), ("HD", "D ♥"), ("D7", "7 ♦"), ("21T", "21 d’atout"), ("EX", "Excuse")],
)
def test_drawn_card_has_the_letters_of_the_deck(code: str, words: str) -> None:
    assert drawn_card(parse_card(code)).replace("\N{NO-BREAK SPACE}", " ") == words


def test_drawn_card_has_the_letters_of_its_readers_language() -> None:
    with override("en"):
        assert [drawn_card(parse_card(code))[0] for code in ("SR", "SD", "SC", "SV")] == ["K", "Q", "C", "J"]
