"""Sheets of duels: records of teams and quarters of matches, empty and with the results so far."""

from dataclasses import replace

import pytest

from games.core.outcome import Bid
from tests.factories.laid_out import lay_out_part
from tests.factories.printed_events import name_everybody
from tests.factories.sheet_faults import faults
from tests.factories.sheets import enter_line
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_team_tournament,
    name_every_attacker,
)
from tests.tournaments.paper.documents.conftest import AT_HOME
from tournaments.core.slips.traveller import LineInput
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Play, Seating, Tournament
from tournaments.paper.documents.making.document import build_sheets, preview_html, sheet_parts
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.scores import team_records
from tournaments.paper.documents.scores.duel_sheets import DUEL_SHEETS, KNOWN, RECORDS, build_duel_sheets
from tournaments.paper.documents.scores.team_records import TeamRecord
from tournaments.paper.documents.typesetting.ruled_lines import BLANKS

pytestmark = pytest.mark.django_db

SOUTH = 2


@pytest.fixture
def quartets() -> Tournament:
    return make_team_tournament(make_club(), "quartets", is_seated=True)


@pytest.fixture
def match() -> Tournament:
    return make_team_tournament(make_club(), "teams", is_seated=True)


def words(line: str) -> list[str]:
    """The texts of a line that stands at its places by spaces."""
    for blank in BLANKS:
        line = line.replace(blank, " ")
    return line.split()


def attacker_of(play: Play) -> Entry:
    seating = Seating.objects.select_related("entry")
    return seating.get(round=play.round_id, table=play.table_id, seat=SOUTH).entry


def duel(tournament: Tournament) -> tuple[Play, Play]:
    """Return both plays of the first étui between the first team and another one."""
    first = next(play for play in list_plays(tournament) if attacker_of(play).name == "Équipe 1")
    defence = Seating.objects.get(round=first.round_id, table=first.table_id, seat=0).entry
    mirror = next(
        play
        for play in list_plays(tournament)
        if play.board == first.board
        and attacker_of(play) == defence
        and Seating.objects.get(round=play.round_id, table=play.table_id, seat=0).entry.name == "Équipe 1"
    )
    return first, mirror


def record_of(tournament: Tournament, number: str, *, is_attack: bool, part: str = "") -> TeamRecord:
    sheets = build_duel_sheets(tournament, DocumentOptions(part=part))
    title = "attaquant" if is_attack else "défenseurs"
    (record,) = [
        sheet.record for sheet in sheets if sheet.record.number == number and title in sheet.record.title
    ]
    return record


def test_each_team_has_a_record_of_its_attacker_and_of_its_defenders_beside_the_scale(quartets):
    sheets = build_duel_sheets(quartets)

    assert sorted((sheet.record.number, "attaquant" in sheet.record.title) for sheet in sheets) == [
        (str(number), is_attack) for number in range(1, 6) for is_attack in (False, True)
    ]
    assert all("400" in sheet.grid.text for sheet in sheets)


def test_record_has_opponents_and_boards_of_each_round(quartets):
    """The first position of five quartets (Manuel de l’organisateur, 2011, page 54)."""
    record = record_of(quartets, "3", is_attack=True)

    rounds = record.setting.rounds
    assert [this_round.other for this_round in rounds] == ["Équipe 1", "Équipe 4", "Équipe 2", "Équipe 5"]
    assert words(rounds[0].key.split("\n")[0]) == ["1", "6", "1"]
    assert {this_round.known for this_round in rounds} == {""}
    assert words(record.setting.key_head)[-1] == "n°"


def test_further_parts_of_a_long_record_stand_side_by_side_without_the_scale(quartets, monkeypatch):
    monkeypatch.setattr(team_records, "most_rows", lambda head: 1)

    sheets = build_duel_sheets(quartets)[:2]

    halves = [(sheet.record.part, sheet.next_record.part if sheet.next_record else None) for sheet in sheets]
    assert halves == [(1, None), (2, 3)]
    assert [sheet.grid is not None for sheet in sheets] == [True, False]
    html = preview_html(DUEL_SHEETS, quartets, language="fr", first=2)
    assert html.count("Points de match (PM) d’un écart") == 1
    assert [f"Feuille {part} sur 4" in html for part in (1, 2, 3)] == [True] * 3


def test_known_scores_stand_with_the_camp_that_won_and_points_follow_the_federation(quartets):
    """+82 against +66 is worth 4 match points (Règlement officiel, 2012, page 23)."""
    first, mirror = duel(quartets)
    enter_result(first, 82)
    enter_result(mirror, 66)
    first_table, mirror_table = str(attacker_of(first).start_table), str(attacker_of(mirror).start_table)

    attack = record_of(quartets, first_table, is_attack=True, part=KNOWN)
    defence = record_of(quartets, first_table, is_attack=False, part=KNOWN)
    losing = record_of(quartets, mirror_table, is_attack=True, part=KNOWN)

    known_words = [
        [words(row.known) for row in record.setting.rounds if row.known] for record in (attack, defence)
    ]
    assert known_words == [[["82", "4,000"]], [["66", "4,000"]]]
    assert [words(line)[1:] for line in attack.setting.foot.split("\n")] == [
        ["4,000", "0,000"],
        [":", "MOI", "−", "EUX", "4,000"],
    ]
    assert words(losing.setting.foot.split("\n")[1])[-1] == "−4,000"


def test_named_attacker_and_the_three_others_stand_on_their_own_sheets(quartets):
    record_before = record_of(quartets, "1", is_attack=True).head.people
    name_every_attacker(quartets)

    attack, defence = (record_of(quartets, "1", is_attack=side).head.people for side in (True, False))

    assert record_before == "NOM01 Ana, NOM02 Ana, NOM03 Ana, NOM04 Ana"
    assert (attack, defence) == ("NOM01 Ana", "NOM02 Ana, NOM03 Ana, NOM04 Ana")


def test_quarter_has_both_rooms_with_one_attacker_against_three_defenders(match):
    name_every_attacker(match)

    quarters = [quarter for sheet in build_duel_sheets(match) for quarter in sheet.quarters]

    assert sorted(quarter.number for quarter in quarters) == [1, 2, 3, 4]
    opened, closed = quarters[0].setting.rooms
    assert (opened.title, closed.title) == ("Salle ouverte – table 1", "Salle fermée – table 2")
    assert opened.attack.split()[-1] == closed.defence.split()[-1] != closed.attack.split()[-1]
    names = [name for name in f"{opened.attacker}\n{closed.defenders}".split("\n") if name.strip()]
    assert len(set(names)) == 4
    assert [board for board, _known in quarters[0].setting.rows] == ["1", "2", "3", "4"]


def test_known_quarter_has_difference_points_totals_and_winner(match):
    first, mirror = (play for play in list_plays(match) if play.board == 1)
    enter_line(first, LineInput(gain=82, bid=Bid.GARDE))
    enter_line(mirror, LineInput(gain=66, bid=Bid.GARDE))

    sheets = build_duel_sheets(match, DocumentOptions(part=KNOWN))

    quarters = {quarter.number: quarter.setting for sheet in sheets for quarter in sheet.quarters}
    _board, known_row = quarters[1].rows[0]
    assert words(known_row) == ["garde", "+82", "garde", "+66", "16", "4,000"]
    total, carried, new_total, winner = (words(line) for line in quarters[1].foot.split("\n"))
    assert (total[-2:], carried[-2:], new_total[-2:]) == (
        ["4,000", "0,000"],
        ["0,000"] * 2,
        ["4,000", "0,000"],
    )
    assert winner[-2:] == ["Équipe", str(attacker_of(first).name)[-1]]
    assert sorted(words(quarters[2].foot.split("\n")[1])[-2:]) == ["0,000", "4,000"]


def test_period_of_a_triangular_compares_three_pairs_over_two_half_times():
    """Period 1 (Manuel de l’organisateur, 2011, pages 62 to 64): étuis 1–3 of A and C, then 4–6, 7–9."""
    triangular = make_team_tournament(make_club(), "triangular", is_seated=True)
    size = triangular.sessions.get().sections.get().boards_per_set

    quarters = [quarter for sheet in build_duel_sheets(triangular) for quarter in sheet.quarters if quarter]

    first = {
        quarter.setting.rows[0][0]: [room.title for room in quarter.setting.rooms]
        for quarter in quarters
        if quarter.number == 1
    }
    assert first == {
        "1": ["Salle ouverte – table 1, mi-temps 1", "Salle fermée – table 3, mi-temps 2"],
        str(size + 1): ["Salle ouverte – table 1, mi-temps 2", "Salle fermée – table 2, mi-temps 1"],
        str(2 * size + 1): ["Salle fermée – table 2, mi-temps 2", "Salle fermée – table 3, mi-temps 1"],
    }


def test_records_of_a_match_come_on_request(match):
    sheets = build_duel_sheets(match, DocumentOptions(part=RECORDS))

    assert [bool(sheet.record) for sheet in sheets] == [True] * 4


@pytest.mark.parametrize(
    ("format_code", "part"), [("quartets", KNOWN), ("teams", RECORDS), ("triangular", KNOWN)]
)
def test_no_name_is_too_long(format_code, part):
    tournament = make_team_tournament(make_club(), format_code, is_seated=True)
    name_every_attacker(tournament)
    name_everybody(tournament, "long")
    tournament.refresh_from_db()
    enter_line(
        list_plays(tournament)[0], LineInput(gain=56, bid=None if format_code == "quartets" else Bid.GARDE)
    )
    options = replace(AT_HOME, part=part)

    sheets = build_sheets(DUEL_SHEETS, tournament, options)[:2]

    laid = [lay_out_part(sheet_part) for sheet_part in sheet_parts(DUEL_SHEETS, tournament, options, sheets)]
    assert [fault for laid_part in laid for fault in faults(laid_part)] == []


def test_costs_a_constant_number_of_queries(quartets, django_assert_num_queries):
    with django_assert_num_queries(6):
        build_duel_sheets(quartets)


def test_sheets_are_in_the_language_of_the_reader(match):
    html = preview_html(DUEL_SHEETS, match, language="en")

    assert "Open room" in html
    assert DUEL_SHEETS.kind is DocumentKind.DUEL_SHEETS
