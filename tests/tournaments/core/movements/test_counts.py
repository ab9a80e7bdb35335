"""Numbers of tables and deals in texts, compared with a count of the movement seat by seat."""

import pytest

from tournaments.core.formats.adviser import advise
from tournaments.core.formats.proposals import Needs
from tournaments.core.formats.registry import FORMATS, format_of
from tournaments.core.movements.catalogue import find_by_code, find_movement
from tournaments.core.movements.counts import count_unit_deals, table_numbers
from tournaments.core.movements.table_shape import QUARTETS

FAMILIES = [
    *((code, "", people) for code, row in FORMATS.items() if not row.has_teams for people in (20, 23, 26)),
    *(("triplets", "", people) for people in (18, 21, 27)),
    *(("quartets", "", people) for people in (20, 24, 32)),
    ("teams", "", 8),
    ("triangular", "", 12),
    *(("friendly_total", game, people) for game in ("tarot-3", "tarot-5") for people in (15, 17)),
    ("friendly", "tarot-5", 23),
]


def counted(movement, boards):
    """Return (tables with a player, deals of each unit).

    Sides of a table where teams play both ways count in pairs.
    """
    tables, deals = set(), dict.fromkeys(range(movement.player_count), 0)
    for tables_of_round in movement.players.tolist():
        for table, seats in enumerate(tables_of_round):
            people = {unit for unit in seats if unit >= 0}
            tables |= {table} if people else set()
            for unit in people:
                deals[unit] += boards
    halves = 2 if movement.shape is QUARTETS else 1
    return len(tables), sorted(count // halves for count in deals.values())


@pytest.mark.parametrize(("code", "game", "people"), FAMILIES)
def test_proposals_say_the_tables_and_deals_that_their_movement_has(code, game, people):
    played_format = format_of(code, game) if game else FORMATS[code]
    advice = advise(people, 300, needs=Needs(formats=(played_format,)))

    assert advice.proposals
    for proposal in advice.proposals:
        entries = [find_movement(section.request) for section in proposal.sections]
        figures = [counted(entry.movement, entry.boards_per_set) for entry in entries]
        deals = sorted(count for _, counts in figures for count in counts)
        size = proposal.lines[0].values
        assert proposal.tables == tuple(tables for tables, _ in figures)
        assert proposal.deals == (deals[0], deals[-1])
        assert size["tables"] == " + ".join(map(str, proposal.tables))
        assert (size.get("least", size["deals"]), size["deals"]) == proposal.deals


@pytest.mark.parametrize(
    ("code", "tables", "deals"),
    [
        ("fft-quartets-7-6-6-4", 6, {20}),
        ("fft-quartets-7-6-7-4", 7, {24}),
        ("resting_table-6-5-23-4", 5, {16, 20}),
        ("fft-triangular-3-8-3-6", 3, {48}),
        ("fft-teams-2-4-2-4", 2, {16}),
    ],
)
def test_tables_that_always_rest_and_plays_away_do_not_count_twice(code, tables, deals):
    entry = find_by_code(code)

    assert len(table_numbers(entry.movement)) == tables
    assert set(count_unit_deals(entry.movement, entry.boards_per_set).tolist()) == deals
