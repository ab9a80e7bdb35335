"""The one order of names."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.alphabet import sort_key


def test_names_stand_as_in_a_french_list() -> None:
    mixed = [("Écluse", ""), ("Ebert", ""), ("Ventaroux", ""), ("Edel", ""), ("ŒUVRARD", ""), ("Zürcher", "")]

    assert [name for name, _first in sorted(mixed, key=lambda names: sort_key(*names))] == [
        "Ebert", "Écluse", "Edel", "ŒUVRARD", "Ventaroux", "Zürcher"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Le Gall", "Zoé"), ("Leblanc", "Anne")),
        (("Saint-Cyr", ""), ("Saintange", "")),
        (("Martin", "Zoé"), ("Martinez", "Anne")),
        (("Lukas", ""), ("Łukasik", "")),
        (("Oeuf", ""), ("Œuf", "")),
        (("Lefevre", "Anne"), ("Lefèvre", "Anne")),
        (("Lefèvre", "Anne"), ("Lefevre", "Yann")),
        (("Durand", ""), ("Durand", "Anne")),
        (("Durand", "Anne"), ("Durand", "Anne Lise")),
        (("N1", ""), ("Na", "")),
    ],
)
def test_words_come_before_letters_and_accents_after_everything(first, second) -> None:
    assert sort_key(*first) < sort_key(*second)


@pytest.mark.parametrize("other", ["DE LA TOUR", "de  la tour", "De-La-Tour", "de la-Tour "])
def test_case_spaces_and_hyphens_do_not_count(other: str) -> None:
    assert sort_key(other) == sort_key("De La Tour")


@given(st.text(alphabet="aàAÉeœŒ łß-’ 09", max_size=8), st.text(max_size=8))
def test_a_key_has_nothing_that_databases_order_each_in_its_way(last: str, first: str) -> None:
    key = sort_key(last, first)

    assert set(sort_key(last)) <= set(string.ascii_lowercase + string.digits)
    assert key == key.casefold()
    assert all(letter.isalnum() for letter in key)


def test_numbers_stand_by_their_value() -> None:
    names = ["Équipe 10", "Équipe 2", "Équipe 02 bis", "Équipe", "Équipe 9", "3 cœurs", "Équipe 0", "Équipes"]

    assert sorted(names, key=sort_key) == [
        "3 cœurs", "Équipe", "Équipe 0", "Équipe 2", "Équipe 02 bis", "Équipe 9", "Équipe 10", "Équipes",
    ]  # fmt: skip
