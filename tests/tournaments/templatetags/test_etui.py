"""Formats of seats, percentages, scores and cards."""

from fractions import Fraction

import pytest
from django.utils import translation

from games.core.cards import EXCUSE, parse_card, second_copy
from tournaments.models import Tournament
from tournaments.templatetags.etui import (
    boards_words,
    card_groups,
    card_name,
    format_name,
    hundredths,
    in_sheet_order,
    percent,
    percent_sign,
    pocket_mark,
    pocket_name,
    printed_seat_letter,
    seat_colour,
    seat_name,
    signed,
)


def test_seats_are_printed_in_french_letters() -> None:
    with translation.override("fr"):
        assert [printed_seat_letter(seat) for seat in range(4)] == ["N", "O", "S", "E"]
        assert [seat_name(seat) for seat in range(4)] == ["Nord", "Ouest", "Sud", "Est"]
        assert printed_seat_letter(None) == "–"


def test_seats_are_printed_in_english_letters() -> None:
    with translation.override("en"):
        assert [printed_seat_letter(seat) for seat in range(4)] == ["N", "W", "S", "E"]
        assert [seat_name(seat) for seat in range(4)] == ["North", "West", "South", "East"]
        assert seat_colour(0) == "yellow"


@pytest.mark.parametrize(("language", "letters", "dog"), [("fr", "NOSEC", "Chien"), ("en", "NWSED", "Dog")])
def test_pockets_are_the_seats_and_the_dog(language: str, letters: str, dog: str) -> None:
    with translation.override(language):
        assert "".join(pocket_mark(pocket, range(4)) for pocket in (0, 1, 2, 3, "dog")) == letters
        assert pocket_name(0) == seat_name(0)
        assert pocket_name("dog") == dog


def test_pockets_of_other_tables_are_numbers_and_piles_have_their_own_marks() -> None:
    piles = ("dog", "dog 2", "stock", "dummy", "left_over", "up 0", "down 1")

    with translation.override("fr"):
        assert [pocket_mark(pocket, range(16)) for pocket in (0, 15)] == ["1", "16"]
        assert [pocket_mark(pile, range(2)) for pile in piles] == ["C", "C2", "T", "M", "R", "1+", "2–"]
        assert pocket_name("down 1") == "Ouest, cachées"


def test_percent_sign_stands_apart_in_french_only() -> None:
    with translation.override("fr"):
        assert percent_sign("57,65") == "57,65\u00a0%"
        assert percent_sign(percent(None)) == "–"
    with translation.override("en"):
        assert percent_sign("57.65") == "57.65%"


def test_sheets_list_north_south_east_west() -> None:
    assert in_sheet_order(["n", "w", "s", "e"]) == [(0, "n"), (2, "s"), (3, "e"), (1, "w")]


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (Fraction(57645, 1000), "57,65", "57.65"),
        (Fraction(50), "50,00", "50.00"),
        (Fraction(-5, 2), "-2,50", "-2.50"),
        (None, "–", "–"),
    ],
)
def test_percentage_is_rounded_half_up_in_the_language(
    value: Fraction | None, french: str, english: str
) -> None:
    with translation.override("fr"):
        assert percent(value) == french
    with translation.override("en"):
        assert percent(value) == english


def test_hundredths_keep_their_zeros() -> None:
    with translation.override("fr"):
        assert [hundredths(value) for value in (1, 250, 10000)] == ["0,01", "2,50", "100,00"]


@pytest.mark.parametrize(("score", "shown"), [(56, "+56"), (-52, "−52"), (0, "0"), (None, "")])
def test_score_carries_a_true_sign(score: int | None, shown: str) -> None:
    assert signed(score) == shown


def test_hand_is_grouped_from_trumps_to_clubs_highest_first() -> None:
    hand = [parse_card(text) for text in ("1T", "21T", "S10", "SR", "H1", "CV")]

    groups = card_groups([*hand, EXCUSE])

    assert [(group["symbol"], group["is_red"], group["cards"]) for group in groups] == [
        ("", False, ["21", "1", "Exc."]),
        ("♠", False, ["R", "10"]),
        ("♥", True, ["1"]),
        ("♣", False, ["V"]),
    ]


def test_format_has_a_name() -> None:
    with translation.override("fr"):
        assert format_name("duplicate_individual") == "Duplicate individuel"


def test_both_excuses_of_two_packs_are_shown() -> None:
    (trumps,) = card_groups([EXCUSE, second_copy(EXCUSE)])

    assert trumps["cards"] == ["Exc.", "Exc."]
    assert card_name(second_copy(EXCUSE)) == "Excuse"


@pytest.mark.parametrize(
    ("boards", "words"),
    [((), ""), ((9,), "étui 9"), ((9, 10), "étuis 9 et 10"), ((9, 10, 11, 12), "étuis 9 à 12")],
)
def test_boards_of_a_round_are_named_from_the_first_to_the_last(boards: tuple[int, ...], words: str) -> None:
    assert boards_words(boards, Tournament(format="duplicate_individual")) == words


@pytest.mark.parametrize(("deals", "words"), [((), ""), ((1,), ""), ((1, 2, 3), "donnes 1 à 3")])
def test_deals_that_tables_deal_themselves_are_not_called_boards(deals: tuple[int, ...], words: str) -> None:
    assert boards_words(deals, Tournament(format="free_deals")) == words
