"""Words of a search, and the code of a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.exchange.searching import (
    answers,
    format_player_code,
    parse_player_code,
    search_key,
)


def is_found(search, *texts):
    return answers(search_key(texts), search)


@pytest.mark.parametrize(
    "search",
    ["zoé lefè", "LEF ZOE", "jean-noël lef", "jean noel", "jeannoel", "z l", "123456", "123 456", "lefevre"],
)
def test_search_finds_beginnings_without_accents_case_or_hyphens(search):
    assert is_found(search, "Lefèvre", "Zoé Jean-Noël", "123456")


@pytest.mark.parametrize("search", ["fevre", "zoe durand", "noelj", "23456"])
def test_search_finds_neither_the_middle_of_a_word_nor_half_of_what_is_asked(search):
    assert not is_found(search, "Lefèvre", "Zoé Jean-Noël", "123456")


@pytest.mark.parametrize(
    ("search", "name"),
    [("oeuf", "Œuf"), ("œuf", "Oeuf"), ("lhermite", "L’Hermite"), ("hermite", "L’Hermite"),
     ("de la t", "de la Tour"), ("delat", "de la Tour"), ("strasse", "Straße")],
)  # fmt: skip
def test_ligatures_and_particles_are_found_either_way(search, name):
    assert is_found(search, name)


@given(st.text(max_size=40))
def test_every_text_is_found_by_itself(text):
    assert is_found(text, text)


@given(st.integers(0, 10**18 - 1))
def test_code_of_a_card_is_read_back(number):
    assert parse_player_code(format_player_code(number)) == number


@pytest.mark.parametrize(
    ("written", "number"),
    [("etui:12", 12), (" ETUI 12 ", 12), ("ETUI>12", 12), ("12", None), ("ETUI", None), ("ETUI:1x", None),
     ("ETUI:" + "9" * 19, None), ("ETUI:١٢", None)],
)  # fmt: skip
def test_code_is_read_as_scanners_type_it(written, number):
    assert parse_player_code(written) == number
