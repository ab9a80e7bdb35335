"""Movement sheets: every round table by table, without names."""

import pytest

from tests.factories.tournaments import make_club, make_relay_movement, make_stored_evening, make_tournament
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.paper.documents.document import preview_html
from tournaments.paper.documents.movement_sheets import MOVEMENT_SHEETS, build_movement_sheets

pytestmark = pytest.mark.django_db


def test_sheet_says_who_waits_and_which_table_rests() -> None:
    tournament = make_stored_evening(make_club(), make_relay_movement())

    first, second = build_movement_sheets(tournament)[0].rounds

    assert (first.resting, second.resting) == (((1, RELAY_SEAT),), ((1, 3),))
    assert [table.is_played for table in first.tables] == [True, False]
    assert second.tables[1].places == ((1, RELAY_SEAT), (1, 0), (1, 1), (1, 2))
    assert second.tables[1].boards == (5, 6, 7, 8)
    assert "R1 commence sans table." in preview_html(MOVEMENT_SHEETS, tournament, language="fr")


def test_sheet_is_printed_before_anybody_is_entered() -> None:
    html = preview_html(MOVEMENT_SHEETS, make_tournament(make_club()), language="fr")

    assert "Chacun rencontre 15 des 19 autres" in html
    assert "sans table" not in html
    assert html.count("<h2>Position") == 5
