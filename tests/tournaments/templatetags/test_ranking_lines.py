"""Lines of a ranking as HTML."""

import re
from fractions import Fraction

import pytest

from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.classification import Criterion
from tournaments.models import Entry, Person, Tournament
from tournaments.rankings.queries.ranking_tables import RankingTable
from tournaments.rankings.queries.standings import RankedEntry
from tournaments.templatetags.ranking_lines import ranking_lines

PLAN = find_format("duplicate_individual").plan


def side_cells(attack, defence, *, has_bars):
    """Return class and text of the cells with the percentages of one player."""
    entry = Entry(pk=7, person=Person(pk=3, last_name="Nom"))
    sides = {Criterion.ATTACK: attack, Criterion.DEFENCE: defence}
    row = RankedEntry(entry=entry, value=Fraction(50), criteria=sides)
    table = RankingTable(
        rows=(row,),
        teams=(),
        plan=PLAN,
        options=read_event_options({}, PLAN),
        measure=Measure.PERCENT,
        chain=(),
        has_alternated=False,
    )
    lines = ranking_lines(table, Tournament(slug="soiree"), has_bars=has_bars)
    return re.findall(r'<td class="(number(?: bar [^"]*)?)">([^<]*)</td>', lines)


@pytest.mark.parametrize(
    ("value", "text", "digits"),
    [
        (Fraction(0), "0,00", (0, 0)),
        (Fraction(5749, 100), "57,49", (5, 7)),
        (Fraction(5751, 100), "57,51", (5, 8)),
        (Fraction(100), "100,00", (10, 0)),
        # rulings take away or add
        (Fraction(-3), "−3,00", (0, 0)),
        (Fraction(104), "104,00", (10, 0)),
    ],
)
def test_a_percentage_has_a_bar_of_its_length_within_its_cell(value, text, digits):
    tens, units = digits

    cells = side_cells(value, None, has_bars=True)

    assert cells == [(f"number bar tens-{tens} units-{units}", text), ("number", "–")]


def test_organisers_read_numbers_without_bars():
    cells = side_cells(Fraction(50), Fraction(60), has_bars=False)

    assert cells == [("number", "50,00"), ("number", "60,00")]
