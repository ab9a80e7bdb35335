"""Games as they are called in both languages."""

import pytest
from django.utils.translation import override

from tournaments.events.words.game_names import game_name


@pytest.mark.parametrize(
    ("game", "french", "english"),
    [
        ("contrat-3", "Contrat à 3", "Contrat for 3"),
        ("tarot-2-tirette", "Tarot à 2 à la tirette", "Tarot for 2 with a stock"),
    ],
)
def test_a_game_keeps_its_name_in_english(game: str, french: str, english: str) -> None:
    with override("fr"):
        assert game_name(game) == french
    with override("en"):
        assert game_name(game) == english
