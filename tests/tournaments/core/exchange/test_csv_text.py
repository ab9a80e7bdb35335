import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.exchange.csv_text import (
    clean_cell,
    encode_lines,
    find_delimiter,
    simple_word,
    split_lines,
)
from tournaments.core.exchange.text_decoding import decode_text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_spreadsheets_are_recognised(encoding):
    assert decode_text("Prénom;Noël’s\r\n".encode(encoding)) == "Prénom;Noël’s\r\n"


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [("a;b;c,d\n", ";"), ("a,b\n;;;;\n", ","), ("a\tb\n", "\t"), ("\n\na,b\n", ","), ("a\n", ";"), ("", ";")],
)
def test_delimiter_is_the_most_frequent_of_the_first_line(text, delimiter):
    assert find_delimiter(text) == delimiter


def test_records_know_their_line_and_blank_ones_are_left_out():
    lines = list(split_lines('a;b\n;\n\n"x\ny";z\nlast;1\n', ";"))

    assert [(line.number, line.cells) for line in lines] == [
        (1, ("a", "b")),
        (4, ("x\ny", "z")),
        (6, ("last", "1")),
    ]


@pytest.mark.parametrize(
    ("cell", "clean"),
    [
        ("  Anne   Marie ", "Anne Marie"),
        ("A\u00a0B", "A B"),
        ("e\u0301", "é"),
        ("a\u200bb\x00c\u202ed", "abcd"),
        ("'=1+1", "=1+1"),
        ("''=1+1", "'=1+1"),
        ("'t Hooft", "'t Hooft"),
        ("=1+1", "=1+1"),
        ('="0012"', "0012"),
        ('="a"&"b"', '="a"&"b"'),
        ('\'="0012"', '="0012"'),
    ],
)
def test_cells_are_cleaned(cell, clean):
    assert clean_cell(cell) == clean


@pytest.mark.parametrize(
    ("text", "word"), [("N° FFT", "nfft"), ("Prénom ", "prenom"), ("1ʳᵉ", "1re"), ("—", "")]
)
def test_simple_word_forgets_accents_case_and_signs(text, word):
    assert simple_word(text) == word


@pytest.mark.parametrize("cell", ["=1+1", "+33612345678", "-4+1", "@SUM(A1)", "'=1", "＝1"])
def test_no_cell_is_written_as_a_formula(cell):
    cell_text = encode_lines([[cell]]).decode("utf-8-sig").rstrip("\r\n")

    assert cell_text == f"'{cell}"


@pytest.mark.parametrize("cell", ["-669", "-12,5", "-12.5", "+62", "+2,5"])
def test_a_number_with_its_sign_stays_a_number(cell):
    assert encode_lines([[cell]]).decode("utf-8-sig") == f"{cell}\r\n"


@given(st.lists(st.text().map(clean_cell).filter(bool), min_size=1, max_size=4))
def test_clean_cells_are_read_back_as_they_were(cells):
    (line,) = split_lines(decode_text(encode_lines([cells])), ";")

    assert [clean_cell(cell) for cell in line.cells] == cells
