"""Movement sheets: every round table by table, without names."""

import re

import pytest
from django.utils.html import strip_tags

from tests.factories.laid_out import lay_out_part
from tests.factories.sheet_faults import faults
from tests.factories.tournaments import (
    make_club,
    make_relay_movement,
    make_stored_evening,
    make_team_tournament,
    make_tournament,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.paper.documents.hall.movement_sheets import (
    MOVEMENT_SHEETS,
    build_movement_sheets,
)
from tournaments.paper.documents.making.document import build_sheets, preview_html, sheet_parts
from tournaments.paper.documents.making.options import PLAIN

pytestmark = pytest.mark.django_db


def test_sheet_says_who_waits_and_which_table_rests() -> None:
    tournament = make_stored_evening(make_club(), make_relay_movement())

    first, second = build_movement_sheets(tournament)[0].rounds

    assert (first.resting, second.resting) == (((1, RELAY_SEAT),), ((1, 3),))
    assert [table.is_played for table in first.tables] == [True, False]
    assert second.tables[1].places == ((1, RELAY_SEAT), (1, 0), (1, 1), (1, 2))
    assert second.tables[1].boards == (5, 6, 7, 8)
    assert "R1 commence sans table." in preview_html(MOVEMENT_SHEETS, tournament, language="fr")


def test_only_tables_with_players_are_counted() -> None:
    """Seven players at one of two tables; six quartets at six of seven."""
    whist = make_stored_evening(make_club(), find_by_code("whist_resting-2-6-7-4").movement)
    quartets = make_team_tournament(make_club(), "quartets", shape="fft-quartets-7-6-6-4")

    sheet = preview_html(MOVEMENT_SHEETS, whist, language="fr")
    assert "7 joueurs, une table, 6 positions." in " ".join(strip_tags(sheet).split())
    sheet = preview_html(MOVEMENT_SHEETS, quartets, language="fr")
    assert "6 équipes, 6 tables, 6 positions" in " ".join(strip_tags(sheet).split())


def test_sheet_is_printed_before_anybody_is_entered() -> None:
    html = preview_html(MOVEMENT_SHEETS, make_tournament(make_club()), language="fr")

    assert "Chacun rencontre 15 des 19 autres" in html
    assert "sans table" not in html
    assert html.count("<h2>Position") == 5


def test_sheet_of_quartets_is_the_control_table_of_the_federation() -> None:
    """Five quartets, four positions (Manuel de l'organisateur, 2011, page 54)."""
    quartets = make_team_tournament(make_club(), "quartets")

    html = preview_html(MOVEMENT_SHEETS, quartets, language="fr")

    rows = [" ".join(strip_tags(row).split()) for row in re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)]
    assert rows[0] == "Table Défense Attaque Étuis"
    assert rows[1:6] == ["1 1 3 6–10", "2 2 4 11–15", "3 3 5 16–20", "4 4 1 21–25", "5 5 2 1–5"]
    assert "N3 commence" not in html


def test_round_of_more_tables_than_a_page_holds_goes_on_on_the_next_one() -> None:
    tournament = make_stored_evening(make_club(), build_straight(53, 1))
    (sheet,) = build_sheets(MOVEMENT_SHEETS, tournament)
    (part,) = sheet_parts(MOVEMENT_SHEETS, tournament, PLAIN, [sheet])

    laid = lay_out_part(part)

    assert faults(laid) == []
    assert len(laid.pages) == 2
    assert "Position 1" in [text.text for text in laid.pages[0].texts]
