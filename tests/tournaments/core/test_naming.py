"""How somebody is named in public."""

import pytest

from tournaments.core.naming import NameStyle, is_minor, replace_name, short_name, style_of

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
