"""Results of score sheets: taker and contract, scores of the seats, refusals."""

import uuid

import pytest

from common.errors import AppError, Conflict
from games.core.outcome import Bid, Handful, PetitAtEnd
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import list_plays, make_club, make_seated_tournament, written
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.enums import SlipKind
from tournaments.models import AuditEvent, Play
from tournaments.results.queries.score_sheets import (
    load_round_sheets,
    load_sheets,
    load_table_sheet,
    sheet_progress,
)
from tournaments.results.services.results import Author, leave_rest_unplayed, record_result
from tournaments.results.services.slip_versions import describe_facts, describe_slip, sheet_line_of

pytestmark = pytest.mark.django_db
NORTH, WEST, SOUTH, EAST, FIFTH = range(5)


def refusal(play, line, **arguments):
    with pytest.raises(AppError) as caught:
        enter_line(play, line, **arguments)
    return caught.value


def find_sheet(tournament, *, seat_count):
    """The first sheet of round 1 at which so many sit."""
    sheets = load_sheets(tournament.sessions.get())
    return next(sheet for sheet in sheets if len(sheet.sheet.seats) == seat_count)


@pytest.mark.postgres
def test_each_table_has_a_line_for_each_deal_of_each_round() -> None:
    make_seated_sheets(make_club(), round_count=2, deals=3)

    plays = Play.objects.order_by("round__number", "table__number", "board")

    assert list(plays.values_list("round__number", "table__number", "board")) == [
        (this_round, table, board) for this_round in (1, 2) for table in range(1, 6) for board in (1, 2, 3)
    ]


def test_round_sheets_are_those_of_the_tables_asked() -> None:
    session = make_seated_sheets(make_club()).sessions.get()

    sheets = load_round_sheets(session, 2, range(2, 5))

    assert [(sheet.round.number, sheet.table.number) for sheet in sheets] == [(2, 2), (2, 3), (2, 4)]
    expected = [sheet for sheet in load_sheets(session) if sheet.round.number == 2]
    assert list(sheets) == expected[1:4]


def test_sheets_of_a_section_share_its_movement() -> None:
    """A hall of 300 tables has thousands of plays and one movement to read."""
    sheets = load_sheets(make_seated_sheets(make_club()).sessions.get())

    assert len({id(sheet.round.section.movement) for sheet in sheets}) == 1


def test_sheet_of_totals_has_one_line() -> None:
    tournament = make_seated_sheets(make_club(), deals=4, options={"sheet": "totals"})

    assert [(row.expected, row.entered) for row in sheet_progress(tournament.sessions.get())] == [(1, 0)] * 10


def test_deal_is_scored_for_every_seat() -> None:
    play = find_play(make_seated_sheets(make_club()), 1, 1)

    slip = enter_line(
        play, bid_line(EAST, 106, bouts=2, points="49", handfuls=(Handful.SIMPLE,), petit=PetitAtEnd.ATTACK)
    )

    assert (slip.score, slip.seat_scores) == (106, [-106, -106, -106, 318])
    assert describe_slip(slip) == "N −106, S −106, E +318, O −106"
    assert describe_facts(slip)[:2] == ["preneur\u00a0: Est", "garde"]
    assert AuditEvent.objects.get(action="result.entered").after["seat_scores"] == [-106, -106, -106, 318]


def test_table_of_three_keeps_its_empty_seat() -> None:
    tournament = make_seated_sheets(make_club(), player_count=19)
    short = find_sheet(tournament, seat_count=3)

    slip = enter_line(short.rows[0].play, bid_line(SOUTH, 80, bouts=2, points="56"))

    empty = short.sheet.seated.index(False)
    assert slip.seat_scores == [None if s == empty else 160 if s == SOUTH else -80 for s in range(4)]


def test_table_of_five_calls_a_partner() -> None:
    tournament = make_seated_sheets(make_club(), player_count=21)
    long = find_sheet(tournament, seat_count=5)

    slip = enter_line(
        long.rows[0].play,
        SheetLine(taker=NORTH, bid=Bid.GARDE, partner=FIFTH, written=LineInput(bouts=2, points="56")),
    )

    assert slip.seat_scores == [160, -80, -80, -80, 80]
    assert sheet_line_of(slip).partner == FIFTH


@pytest.mark.parametrize(
    "line",
    [
        bid_line(WEST, 120, bid=Bid.GARDE_SANS),
        bid_line(NORTH, -42, bid=Bid.PRISE),
        SheetLine(is_passed=True),
        SheetLine(written=LineInput(kind=LineKind.NOT_PLAYED)),
    ],
)
def test_stored_line_is_read_back_as_it_was_written(line) -> None:
    play = find_play(make_seated_sheets(make_club()), 1, 1)
    slip = enter_line(play, line)

    again = enter_line(play, sheet_line_of(slip), seen_version=0)

    assert again == slip


def test_totals_must_sum_to_zero() -> None:
    play = find_play(make_seated_sheets(make_club(), options={"sheet": "totals"}), 1, 1)

    refused = refusal(play, SheetLine(scores=(100, -50, -40, 0)))

    assert (refused.code, list(refused.fields)) == ("slip_impossible", ["scores"])
    assert "10" in refused.fields["scores"]
    assert enter_line(play, SheetLine(scores=(100, -50, -50, 0))).seat_scores == [100, -50, -50, 0]


def test_large_score_is_asked_about_by_its_bid() -> None:
    play = find_play(make_seated_sheets(make_club()), 1, 1)

    refused = refusal(play, bid_line(NORTH, 78, bid=Bid.PRISE), confirmed=False)

    assert refused.code == "slip_unlikely"
    assert enter_line(play, bid_line(NORTH, 78), confirmed=False).score == 78


def test_passed_deal_is_told_in_a_word() -> None:
    slip = enter_line(find_play(make_seated_sheets(make_club()), 1, 1), SheetLine(is_passed=True))

    assert (describe_slip(slip), slip.seat_scores) == ("passée", [0, 0, 0, 0])


def test_correction_needs_a_reason_and_the_version_seen() -> None:
    play = find_play(make_seated_sheets(make_club()), 1, 1)
    enter_line(play, bid_line(NORTH, 62))

    assert refusal(play, bid_line(SOUTH, 62), seen_version=1).code == "reason_missing"
    with pytest.raises(Conflict):
        enter_line(play, bid_line(SOUTH, 62))
    corrected = enter_line(play, bid_line(SOUTH, 62), seen_version=1, reason="mauvaise place")
    assert (corrected.version, corrected.seat_scores) == (2, [-62, -62, 186, -62])


def test_line_sent_twice_is_stored_once() -> None:
    play = find_play(make_seated_sheets(make_club()), 1, 1)
    token = uuid.uuid4()

    first = enter_line(play, bid_line(NORTH, 62), token=token)

    assert enter_line(play, bid_line(NORTH, 62), token=token) == first
    with pytest.raises(Conflict):
        enter_line(play, bid_line(NORTH, 64), token=token)


def test_each_format_has_its_own_paper() -> None:
    free = find_play(make_seated_sheets(make_club()), 1, 1)
    duplicate = list_plays(make_seated_tournament(make_club()))[0]

    with pytest.raises(AppError) as refused:
        record_result(play=free, line=written(62), seen_version=0, author=Author(user=None))
    assert refused.value.code == "other_sheet"
    assert refusal(duplicate, bid_line(NORTH, 62)).code == "other_sheet"


def test_rest_of_a_sheet_is_not_played() -> None:
    tournament = make_seated_sheets(make_club(), deals=4)
    session = tournament.sessions.get()
    enter_line(find_play(tournament, 1, 2), bid_line(NORTH, 62))
    sheet = load_table_sheet(session, 1, 2)

    assert leave_rest_unplayed(sheet=sheet, author=Author(user=None)) == 3

    sheet = load_table_sheet(session, 1, 2)
    assert [row.slip.kind for row in sheet.rows] == [SlipKind.PLAYED, *[SlipKind.NOT_PLAYED] * 3]
    assert sheet.totals == (186, -62, -62, -62)


@pytest.mark.postgres
def test_rest_seen_empty_but_filled_meanwhile_is_a_conflict() -> None:
    tournament = make_seated_sheets(make_club())
    sheet = load_table_sheet(tournament.sessions.get(), 1, 1)
    enter_line(find_play(tournament, 1, 1, 2), bid_line(NORTH, 62))

    with pytest.raises(Conflict):
        leave_rest_unplayed(sheet=sheet, author=Author(user=None))

    assert load_table_sheet(tournament.sessions.get(), 1, 1).rows[0].slip is None
