"""The tables of marks of the rules: published figures, every game, and never two games mixed up."""

import pytest

from games.core.variants.registry import GAMES
from games.services.mark_tables import mark_tables


def rows_of(game, caption):
    return {row[0]: row[1:] for row in next(t for t in mark_tables(game) if t.caption == caption).rows}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_tables_whose_rows_fill_their_columns(game):
    tables = mark_tables(game)

    assert tables
    for table in tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.head)}


def test_tarot_at_four_counts_what_the_federation_prints():
    cards = rows_of("tarot-4", "Ce que valent les cartes")
    rows = rows_of("tarot-4", "Contrat réussi tout juste")
    bonuses = rows_of("tarot-4", "Primes")

    assert list(cards.values()) == [("4,5",), ("4,5",), ("3,5",), ("2,5",), ("1,5",), ("0,5",)]
    assert rows_of("tarot-4", "Points à faire") == {"0": ("56",), "1": ("51",), "2": ("41",), "3": ("36",)}
    assert rows == {
        "Prise": ("25", "+75"),
        "Garde": ("50", "+150"),
        "Garde sans le chien": ("100", "+300"),
        "Garde contre le chien": ("150", "+450"),
    }
    assert bonuses["Petit au bout, garde contre le chien"] == ("+60",)
    assert bonuses["Double poignée, 13 atouts"] == ("+30",)
    assert bonuses["Chelem annoncé et manqué"] == ("−200",)


@pytest.mark.parametrize(
    ("game", "garde"),
    [
        ("tarot-2-tirette", ("50", "+50")),
        ("tarot-3", ("50", "+100")),
        ("tarot-5", ("50", "+200", "+100")),
        ("tarot-5-flambeuse", ("50", "+200")),
        ("tarot-6", ("50", "+100")),
        ("tarot-7", ("50", "+300", "+125")),
        ("tarot-10", ("50", "+200", "+75")),
        ("tarot-12", ("50", "+150")),
    ],
)
def test_attackers_get_what_the_defenders_of_their_table_pay(game, garde):
    assert rows_of(game, "Contrat réussi tout juste")["Garde"] == garde


def test_other_games_count_what_document_004_prints():
    papayou = rows_of("papayou-4", "Ce que marque chacun")
    contrat = rows_of("contrat-4", "Ce que marque chacun")

    assert papayou["Dame"] == ("50",)
    assert papayou["Points en jeu"] == ("431",)
    assert (papayou["Celui qui prend tout marque"], papayou["… et chacun des autres"]) == (
        ("−431",),
        ("+431",),
    )
    assert list(rows_of("grelin-4", "Ce que marque chacun").values()) == [("−4",), ("+1",), ("+1",)]
    assert list(contrat.values()) == [("0",), ("+1",), ("+2",), ("+1",)]
    assert rows_of("cold-poker-3", "Ce que marque chacun")["Points en jeu"] == ("105",)
