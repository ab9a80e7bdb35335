import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.variants.registry import GAMES
from tournaments.core.slips.score_sheet import LineOf, SheetLine, SheetTerms, read_sheet_line
from tournaments.core.slips.traveller import ImpossibleSlip, LineInput, LineKind, SlipReading

NORTH, WEST, SOUTH, EAST, FIFTH = range(5)
TABLE = SheetTerms(LineOf.BIDS, GAMES["tarot-4"], (True,) * 4)


def bid_line(taker, bid, *, partner=None, **figures):
    return SheetLine(taker=taker, bid=bid, partner=partner, written=LineInput(**figures))


def problems_of(line, sheet=TABLE):
    with pytest.raises(ImpossibleSlip) as caught:
        read_sheet_line(line, sheet)
    return [(problem.field, problem.code) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        (
            bid_line(
                EAST, Bid.GARDE, bouts=2, points="49", handfuls=(Handful.SIMPLE,), petit=PetitAtEnd.ATTACK
            ),
            (-106, -106, -106, 318),
        ),
        (bid_line(WEST, Bid.GARDE_SANS, gain=76, petit=PetitAtEnd.DEFENCE), (-76, 228, -76, -76)),
        (
            bid_line(SOUTH, Bid.PRISE, loss=42, handfuls=(Handful.SIMPLE,), petit=PetitAtEnd.ATTACK),
            (42, 42, -126, 42),
        ),
        (bid_line(NORTH, Bid.GARDE, gain=92, handfuls=(Handful.SIMPLE,)), (276, -92, -92, -92)),
        (
            bid_line(
                SOUTH,
                Bid.GARDE,
                bouts=2,
                points="87",
                handfuls=(Handful.SIMPLE,),
                petit=PetitAtEnd.ATTACK,
                slam=Slam.ANNOUNCED_MADE,
            ),
            (-582, -582, 1746, -582),
        ),
    ],
)
def test_sheet_of_the_federation(line, scores):
    """FFT, Règlement officiel (2012) R10: the five deals of the example, seats N W S E."""
    assert read_sheet_line(line, TABLE).seat_scores == scores


def test_table_of_three_leaves_its_empty_seat_out():
    table = SheetTerms(LineOf.BIDS, GAMES["tarot-4"], (False, True, True, True))

    reading = read_sheet_line(bid_line(SOUTH, Bid.GARDE, bouts=2, points="56"), table)

    assert (reading.score, reading.seat_scores) == (80, (None, -80, 160, -80))


@pytest.mark.parametrize(
    ("partner", "scores"), [(FIFTH, (160, -80, -80, -80, 80)), (None, (320, -80, -80, -80, -80))]
)
def test_table_of_five_shares_with_the_partner(partner, scores):
    table = SheetTerms(LineOf.BIDS, GAMES["tarot-4"], (True,) * 5)

    reading = read_sheet_line(bid_line(NORTH, Bid.GARDE, partner=partner, bouts=2, points="56"), table)

    assert reading.seat_scores == scores
    assert reading.outcome.attackers == ((NORTH,) if partner is None else (NORTH, partner))


def test_passed_deal_scores_nothing():
    reading = read_sheet_line(SheetLine(is_passed=True), TABLE)

    assert reading == SlipReading(LineKind.PLAYED, is_passed=True, seat_scores=(0, 0, 0, 0))


@pytest.mark.parametrize("kind", [LineKind.NOT_PLAYED, LineKind.NEUTRALISED])
def test_void_line_has_no_figures(kind):
    assert read_sheet_line(SheetLine(written=LineInput(kind=kind)), TABLE) == SlipReading(kind)
    assert problems_of(SheetLine(taker=NORTH, written=LineInput(kind=kind))) == [
        ("kind", "void_with_figures")
    ]


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        (SheetLine(), [("taker", "line_empty")]),
        (SheetLine(is_passed=True, taker=NORTH), [("kind", "passed_with_figures")]),
        (SheetLine(written=LineInput(gain=62)), [("taker", "taker_missing"), ("bid", "bid_missing")]),
        (bid_line(FIFTH, Bid.PRISE, gain=25), [("taker", "taker_not_seated")]),
        (bid_line(NORTH, Bid.PRISE, partner=SOUTH, gain=25), [("partner", "partner_not_seated")]),
        (bid_line(NORTH, Bid.GARDE), [("gain", "line_empty")]),
        (bid_line(NORTH, Bid.GARDE_SANS, gain=62), [("gain", "score_unreachable")]),
    ],
)
def test_impossible_line_names_its_fields(line, problems):
    assert problems_of(line) == problems


def test_partner_is_not_the_taker():
    table = SheetTerms(LineOf.BIDS, GAMES["tarot-4"], (True,) * 5)

    assert problems_of(bid_line(NORTH, Bid.PRISE, partner=NORTH, gain=25), table) == [
        ("partner", "partner_is_taker")
    ]


def test_scores_of_a_deal_are_those_that_its_game_allows():
    sheet = SheetTerms(LineOf.SCORES, GAMES["papayou-3"], (True,) * 3)

    assert read_sheet_line(SheetLine(scores=(231, 200, 0)), sheet).seat_scores == (231, 200, 0)
    assert problems_of(SheetLine(scores=(231, 200, 1)), sheet) == [("scores", "scores_sum")]
    assert problems_of(SheetLine(scores=(231, None, 1)), sheet) == [("score_1", "seat_score_missing")]


@pytest.mark.parametrize("facts", [(), (("papayou", "0"),)], ids=["scores", "facts"])
def test_score_written_where_nobody_sits_is_refused_at_its_seat(facts):
    three = SheetTerms(LineOf.SCORES, GAMES["papayou-3"], (True,) * 3)
    four_seats = SheetTerms(LineOf.TOTALS, GAMES["papayou-3"], (True, False, True, True))

    assert problems_of(SheetLine(scores=(231, 200, 0, None, 5), facts=facts), three) == [
        ("score_4", "seat_not_at_table")
    ]
    assert problems_of(SheetLine(scores=(231, 9, 200, 0)), four_seats) == [("score_1", "seat_not_at_table")]
    assert read_sheet_line(SheetLine(scores=(231, 200, 0, None, None)), three).seat_scores == (231, 200, 0)


@given(st.lists(st.integers(-2000, 2000), min_size=3, max_size=3))
def test_totals_of_tarot_sum_to_zero(scores):
    sheet = SheetTerms(LineOf.TOTALS, GAMES["tarot-4"], (True,) * 4)
    balanced = (*scores, -sum(scores))

    assert read_sheet_line(SheetLine(scores=balanced), sheet).seat_scores == balanced
    assert problems_of(SheetLine(scores=(*scores, 1 - sum(scores))), sheet) == [("scores", "scores_not_zero")]


def test_totals_of_other_games_have_any_sum():
    sheet = SheetTerms(LineOf.TOTALS, GAMES["papayou-3"], (True,) * 3)

    assert read_sheet_line(SheetLine(scores=(500, 400, 393)), sheet).seat_scores == (500, 400, 393)
