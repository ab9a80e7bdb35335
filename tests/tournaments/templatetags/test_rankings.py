"""Values, penalties, lines and methods of rankings as people read them."""

from fractions import Fraction

import pytest
from django.utils import translation

from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.shown_values import shown_measure
from tournaments.core.ranking.roots import RootSum
from tournaments.rankings.queries.ranking_tables import RankingTable
from tournaments.seating.words.seat_names import line_label
from tournaments.templatetags.rankings import (
    in_measure,
    line_name,
    measure_unit,
    ranking_rule,
    taken_off,
    with_unit,
)

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("value", "measure", "written"),
    [
        (None, Measure.PERCENT, "–"),
        (Fraction(5764, 100), Measure.PERCENT, "57,64"),
        (Fraction(-446), Measure.POINTS, "−446"),
        (Fraction(7, 2), Measure.POINTS, "3,50"),
        (RootSum.signed_root(-2), Measure.MATCH_POINTS, "−1,414"),
        (3, Measure.PERCENT, "3"),
        (Fraction(-105), Measure.LOW_POINTS, "105"),
        (4, Measure.LOW_POINTS, "4"),
    ],
)
def test_a_value_is_written_as_its_measure_wants(value, measure, written):
    assert in_measure(value, measure) == written


@pytest.mark.parametrize(
    ("measure", "written"),
    [(Measure.PERCENT, "−0,50"), (Measure.POINTS, "−0,50"), (Measure.LOW_POINTS, "+0,50")],
)
def test_a_penalty_has_the_sign_of_what_it_does(measure, written):
    assert taken_off(Fraction(1, 2), measure) == written


def test_units_are_those_of_the_hall():
    assert [with_unit("4", measure) for measure in Measure] == [
        f"4{NBSP}%", f"4{NBSP}points", f"4{NBSP}PM", f"4{NBSP}points",
    ]  # fmt: skip
    assert measure_unit(Measure.MATCH_POINTS) == "PM"
    with translation.override("en"):
        assert measure_unit(Measure.MATCH_POINTS) == "MP"


@pytest.mark.parametrize(
    ("written", "in_french", "in_english"),
    [
        ("0", "point", "points"),
        ("−1", "point", "point"),
        ("1,50", "point", "points"),
        ("2", "points", "points"),
    ],
)
def test_one_point_is_singular(written, in_french, in_english):
    assert with_unit(written, Measure.POINTS) == f"{written}{NBSP}{in_french}"
    with translation.override("en"):
        assert with_unit(written, Measure.POINTS) == f"{written} {in_english}"


@pytest.mark.parametrize(
    ("line", "line_count", "letters", "words"),
    [
        (0, 4, "N", "Nord"),
        (1, 4, "O", "Ouest"),
        (0, 2, "N-S", "Nord-Sud"),
        (1, 2, "E-O", "Est-Ouest"),
        (None, 0, "–", "–"),
    ],
)
def test_lines_have_the_name_of_their_seats(line, line_count, letters, words):
    assert (line_label(line, line_count), line_name(line, line_count)) == (letters, words)


@pytest.mark.parametrize(
    ("code", "options", "rule"),
    [
        ("duplicate_individual", {}, "un quart de l’attaque, trois quarts de la défense"),
        ("duplicate_individual", {"weights": [2, 3]}, "2/5 de l’attaque, 3/5 de la défense"),
        ("triplets", {}, "moitié attaque, moitié défense"),
        ("quartets", {}, "points de match (PM) de tous les duels, à domicile et à l’extérieur"),
        ("teams", {}, "victoires, puis différence de points de match (PM), bonus, points de match marqués"),
        ("free_deals", {}, "somme des points"),
        ("friendly", {}, "moyenne des notes, place contre même place"),
        ("friendly", {"method": "difference"}, "somme des écarts à la moyenne de chaque place"),
        ("friendly_total", {}, "somme des points"),
        ("friendly_total", {"lowest_wins": True}, "somme des points, le plus petit total gagne"),
    ],
)
def test_the_rule_of_a_ranking_is_said(code, options, rule):
    plan = FORMATS[code].plan
    event_options = read_event_options(options, plan)
    table = RankingTable(
        rows=(),
        teams=(),
        plan=plan,
        options=event_options,
        measure=shown_measure(plan, event_options.comparison),
        chain=(),
        has_alternated=False,
    )

    assert ranking_rule(table) == rule
