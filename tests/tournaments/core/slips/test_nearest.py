from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.variant import TAROT_4
from games.core.variants.registry import GAMES
from games.core.written_points import parse_points
from tests.cases import examples
from tournaments.core.slips.nearest import nearest_lines, nearest_sheet_lines
from tournaments.core.slips.score_sheet import LineOf, SheetLine, SheetTerms, read_sheet_line
from tournaments.core.slips.traveller import ImpossibleSlip, LineInput, LineKind, read_line

SCORES = SheetTerms(LineOf.SCORES, GAMES["tarot-4"], (True,) * 4)
BIDS = SheetTerms(LineOf.BIDS, GAMES["tarot-4"], (True,) * 4)


def read(line):
    return read_line(line, taker=0, bid=Bid.GARDE, variant=TAROT_4)


def nearest(line):
    with pytest.raises(ImpossibleSlip) as refused:
        read(line)
    return [(near.field, near.value) for near in nearest_lines(line, refused.value, read)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (LineInput(gain=57), [("gain", "56"), ("gain", "58")]),
        (LineInput(gain=10), [("loss", "52"), ("gain", "50")]),
        (LineInput(gain=2000), [("gain", "156")]),
        (LineInput(gain=70, loss=52), [("gain", "70"), ("loss", "52")]),
        (LineInput(gain=-52), [("loss", "52")]),
        (LineInput(bouts=0, points="90"), [("points", "77")]),
        (LineInput(bouts=2, points="40,5"), [("points", "40"), ("points", "41")]),
        (LineInput(bouts=5, points="50"), [("bouts", "3")]),
        (LineInput(gain=60, bouts=2, points="49"), [("gain", "66"), ("points", "46")]),
        (LineInput(gain=30), [("loss", "52"), ("gain", "50"), ("petit", "defence")]),
        (
            LineInput(bouts=3, points="91"),
            [("points", "89"), ("slam", "made"), ("slam", "announced_made")],
        ),
        (LineInput(bouts=0, points="50", petit=PetitAtEnd.ATTACK), [("bouts", "1"), ("petit", "")]),
        (
            LineInput(gain=100, handfuls=(Handful.TRIPLE, Handful.DOUBLE)),
            [("handfuls", "double"), ("handfuls", "triple")],
        ),
        (LineInput(bouts=2, points="quarante"), []),
        (LineInput(), []),
        (LineInput(kind=LineKind.NOT_PLAYED, gain=50), []),
    ],
)
def test_nearest_possible_values_of_one_field(line, found):
    assert nearest(line) == found


def applied(line, near):
    """The line with the value taken, as a page does."""
    if near.field in ("gain", "loss"):
        return replace(line, **{"gain": None, "loss": None, near.field: int(near.value)})
    if near.field == "handfuls":
        levels = near.value.split(",") if near.value else ()
        return replace(line, handfuls=tuple(Handful(level) for level in levels))
    kinds = {"points": str, "bouts": int, "petit": PetitAtEnd, "slam": Slam}
    value = near.value or "none" if near.field in ("petit", "slam") else near.value
    return replace(line, **{near.field: kinds[near.field](value)})


@examples(30)
@given(
    st.builds(
        LineInput,
        gain=st.none() | st.integers(-40, 400),
        loss=st.none() | st.integers(0, 400),
        bouts=st.none() | st.integers(0, 4),
        points=st.sampled_from(["", "3", "36", "40,5", "56", "91", "120"]),
        petit=st.sampled_from(PetitAtEnd),
        slam=st.sampled_from([slam for slam in Slam if not slam.is_petit]),
    )
)
def test_each_value_makes_the_line_possible(line):
    try:
        read(line)
    except ImpossibleSlip as error:
        for near in nearest_lines(line, error, read):
            read(applied(line, near))


@given(bouts=st.integers(0, 3), half_points=st.integers(0, 182))
@examples(30)
def test_no_possible_count_lies_between_the_written_and_the_nearest(bouts, half_points):
    line = LineInput(bouts=bouts, points=f"{half_points // 2}{',5' if half_points % 2 else ''}")
    try:
        read(line)
    except ImpossibleSlip as error:
        offered = [near.value for near in nearest_lines(line, error, read) if near.field == "points"]
        for count in map(parse_points, offered):
            low, high = sorted((count, half_points))
            for between in range(low + 1, high):
                with pytest.raises(ImpossibleSlip):
                    read(replace(line, points=f"{between // 2}{',5' if between % 2 else ''}"))


def sheet_nearest(line, sheet):
    with pytest.raises(ImpossibleSlip) as refused:
        read_sheet_line(line, sheet)
    return [(near.field, near.value) for near in nearest_sheet_lines(line, sheet, refused.value)]


def test_scores_by_seat_that_do_not_add_up_offer_one_score_for_each_seat():
    line = SheetLine(scores=(300, -106, -106, -106))

    assert ("score_0", "318") in sheet_nearest(line, SCORES)


@pytest.mark.parametrize(("scores", "first"), [((431, 2, 0, 0), "429"), ((800, 0, 60, 0), "802")])
def test_scores_of_papayou_offer_what_makes_the_nearest_of_its_sums(scores, first):
    papayou = SheetTerms(LineOf.SCORES, GAMES["papayou-4"], (True,) * 4)

    assert ("score_0", first) in sheet_nearest(SheetLine(scores=scores), papayou)


def test_a_smaller_table_offers_the_sums_of_its_own_game():
    table_of_four = SheetTerms(LineOf.SCORES, GAMES["papayou-5"], (True, False, True, True, True))

    assert ("score_0", "431") in sheet_nearest(SheetLine(scores=(400, None, 0, 0, 0)), table_of_four)


def test_one_score_that_is_missing_is_what_the_others_leave():
    assert sheet_nearest(SheetLine(scores=(318, -106, None, -106)), SCORES) == [("score_2", "-106")]


def test_line_of_bids_offers_what_its_bid_allows():
    line = SheetLine(taker=1, bid=Bid.GARDE_SANS, written=LineInput(gain=101))

    assert sheet_nearest(line, BIDS) == [("gain", "100"), ("gain", "104")]


def test_passed_deal_with_figures_offers_nothing():
    assert sheet_nearest(SheetLine(is_passed=True, written=LineInput(gain=50)), BIDS) == []
