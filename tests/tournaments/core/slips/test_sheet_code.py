import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.slips.sheet_code import (
    ALPHABET,
    NUMBER_COUNT,
    BadSheetCode,
    format_sheet_code,
    make_sheet_code,
    parse_sheet_code,
)

numbers = st.integers(0, NUMBER_COUNT - 1)


@given(numbers)
def test_code_is_read_as_it_is_printed(number):
    code = make_sheet_code(number)

    assert parse_sheet_code(format_sheet_code(code)) == code


@given(numbers, numbers)
def test_two_numbers_have_two_codes(one, other):
    assert (make_sheet_code(one) == make_sheet_code(other)) == (one == other)


@given(numbers, st.integers(0, 5), st.sampled_from(ALPHABET))
def test_one_wrong_sign_is_noticed(number, place, sign):
    code = make_sheet_code(number)
    wrong = code[:place] + sign + code[place + 1 :]

    if wrong != code:
        with pytest.raises(BadSheetCode) as caught:
            parse_sheet_code(wrong)
        assert caught.value.code == "sheet_code_check"


@given(numbers, st.integers(0, 5), st.integers(0, 5))
def test_two_signs_exchanged_are_noticed(number, one, other):
    signs = list(make_sheet_code(number))
    signs[one], signs[other] = signs[other], signs[one]

    if "".join(signs) != make_sheet_code(number):
        with pytest.raises(BadSheetCode):
            parse_sheet_code("".join(signs))


@pytest.mark.parametrize(
    "written",
    [
        "k7m2q{}",
        " K7M-2Q{} ",
        "K7M 2Q{}",
        "k7m–2q{}",
        "https://club.example/f/K7M2Q{}/",
        "http://192.0.2.7:8000/f/k7m-2q{}?x=1",
    ],
)
def test_code_is_read_however_it_is_typed_or_scanned(written):
    right = next(sign for sign in ALPHABET if _is_code(f"K7M2Q{sign}"))

    assert parse_sheet_code(written.format(right)) == f"K7M2Q{right}"


def _is_code(text):
    try:
        return parse_sheet_code(text) == text
    except BadSheetCode:
        return False


@pytest.mark.parametrize(
    ("written", "code", "values"),
    [
        (" - ", "sheet_code_empty", {}),
        ("K7M-2OF", "sheet_code_sign", {"sign": "O"}),
        ("K7M2Q\x00", "sheet_code_sign", {"sign": "\x00"}),
        ("K7M-2Q", "sheet_code_length", {"length": 5, "right": 6}),
        ("K7M-2QFF", "sheet_code_length", {"length": 7, "right": 6}),
        ("222-223", "sheet_code_check", {"typed": "222-223"}),
    ],
)
def test_what_is_no_code_is_refused_at_its_field(written, code, values):
    with pytest.raises(BadSheetCode) as caught:
        parse_sheet_code(written)

    assert (caught.value.code, caught.value.field, caught.value.values) == (code, "sheet_code", values)


@pytest.mark.parametrize("number", [-1, NUMBER_COUNT])
def test_number_out_of_range_has_no_code(number):
    with pytest.raises(ValueError, match=str(number)):
        make_sheet_code(number)
