from fractions import Fraction

import pytest

from games.core.written_points import format_points, parse_points, parse_score


@pytest.mark.parametrize(
    ("text", "half_points"),
    [
        ("49", 98),
        (" 49 ", 98),
        ("0", 0),
        ("40,5", 81),
        ("40.5", 81),
        ("40½", 81),
        ("40,0", 80),
        ("40,50", 81),
        ("091", 182),
    ],
)
def test_counts_are_read_as_people_write_them(text, half_points):
    assert parse_points(text) == half_points


@pytest.mark.parametrize(
    "text", ["", "x", "-3", "+3", "40,25", "40,", ",5", "1e2", "4 9½½", "1234", "٤٩", "40.5.5"]
)
def test_other_texts_are_no_counts(text):
    assert parse_points(text) is None


@pytest.mark.parametrize("half_points", range(183))
def test_a_count_written_is_read_back(half_points):
    assert parse_points(format_points(half_points)) == half_points


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("40", Fraction(40)),
        ("+40", Fraction(40)),
        ("−40", Fraction(-40)),
        (" 2,5 ", Fraction(5, 2)),
        ("2.25", Fraction(9, 4)),
        ("7/3", Fraction(7, 3)),
        ("-2 1/3", Fraction(-7, 3)),
        ("2 1 / 3", Fraction(7, 3)),
    ],
)
def test_scores_are_read_as_people_write_them(text, score):
    assert parse_score(text) == score


@pytest.mark.parametrize("text", ["", "x", "--3", "1/0", "1/", "/3", "2,", "1e2", "1234567", "٤٩", "2,5/3"])
def test_other_texts_are_no_scores(text):
    assert parse_score(text) is None
