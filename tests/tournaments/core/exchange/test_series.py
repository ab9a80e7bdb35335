import pytest

from tournaments.core.exchange.player_row import SERIES, parse_series


@pytest.mark.parametrize(
    ("text", "series"),
    [
        ("1", "1"),
        ("S1", "1"),
        ("s 3", "3"),
        ("1re série", "1"),
        ("1ère", "1"),
        ("1ʳᵉ Série", "1"),
        ("2ème série", "2"),
        ("2nde", "2"),
        ("3e", "3"),
        ("Série 4", "4"),
        ("Première série", "1"),
        ("4th series", "4"),
        ("nc", "NC"),
        ("N.C.", "NC"),
        ("Non classée", "NC"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_series_are_read_as_people_write_them(text, series):
    assert parse_series(text) == series


@pytest.mark.parametrize("text", ["5", "0", "12", "1 2", "promo", "-", "série"])
def test_other_texts_are_no_series(text):
    assert parse_series(text) is None


@pytest.mark.parametrize("series", SERIES)
def test_stored_values_read_back_as_themselves(series):
    assert parse_series(series) == series
