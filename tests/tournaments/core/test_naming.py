"""Public names of people."""

import pytest

from tournaments.core.naming import (
    NameStyle,
    blank_texts,
    erase_cut,
    is_minor,
    replace_name,
    short_name,
    style_of,
)

F, S, N = NameStyle.FULL, NameStyle.SHORT, NameStyle.NUMBER


@pytest.mark.parametrize(
    ("birth_year", "minor"), [(None, False), (1960, False), (2007, False), (2008, True), (2020, True)]
)
def test_a_year_of_birth_tells_who_may_be_under_age(birth_year: int | None, minor: bool) -> None:
    assert is_minor(birth_year, 2026) is minor


@pytest.mark.parametrize(
    ("consents", "minor", "withheld", "style"),
    [
        (True, False, False, F),
        (True, False, True, F),
        (False, False, False, S),
        (False, False, True, N),
        (True, True, False, S),
        (True, True, True, S),
        (False, True, False, N),
        (False, True, True, N),
    ],
)
def test_style_of_a_name(consents: bool, minor: bool, withheld: bool, style: NameStyle) -> None:
    assert style_of(consents=consents, is_minor=minor, is_withheld=withheld, is_erased=False) is style


@pytest.mark.parametrize("consents", [True, False])
def test_who_was_erased_is_a_number(consents: bool) -> None:
    assert style_of(consents=consents, is_minor=False, is_withheld=False, is_erased=True) is N


@pytest.mark.parametrize(
    ("first_name", "last_name", "short"), [("Anne", "Durand", "Anne D."), ("", "durand", "D.")]
)
def test_short_names(first_name: str, last_name: str, short: str) -> None:
    assert short_name(first_name, last_name) == short


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("DURAND / MARTIN", "Anne D. / MARTIN"),
        ("Les Durand", "Les Anne D."),
        ("Durande et Cie", "Durande et Cie"),
        ("", ""),
    ],
)
def test_a_name_is_replaced_where_it_stands_whole(text: str, written: str) -> None:
    assert replace_name(text, "Durand", "Anne D.") == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("LEBOEUF-MARTIN Zoé", "# Zoé"),
        ("vu avec lebœuf  martin.", "vu avec #."),
        ("Leboeuf Martine", "Leboeuf Martine"),
        ("d’Artagnan", "d’Artagnan"),
    ],
)
def test_a_name_is_replaced_however_its_letters_are_written(text: str, expected: str) -> None:
    assert replace_name(text, "Lebœuf Martin", "#") == expected


def test_a_name_without_accents_is_found_and_the_rest_keeps_its_own() -> None:
    assert replace_name("Élodie et ELODIE, désolé", "Élodie", "#") == "# et #, désolé"


def test_a_name_that_a_column_has_cut_off_is_replaced() -> None:
    text = "NOM02 Ana, QMAIDEN"

    assert erase_cut(text, ["Qmaidenq Zoé"], "Joueur 12", len(text)) == "NOM02 Ana, Joueur "
    assert erase_cut(text, ["Qmaidenq Zoé"], "Joueur 12", len(text) + 1) == text


def test_blanked_values_keep_keys_numbers_and_truth() -> None:
    value = {"last_name": "Durand", "rows": [1, True, None, "x"]}

    assert blank_texts(value) == {"last_name": "", "rows": [1, True, None, ""]}
