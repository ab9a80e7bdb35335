"""Totals with averages, attack and defence, and the handicap beside the scratch, against a naive sum."""

import csv
from collections import defaultdict
from fractions import Fraction
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tests.factories.tournaments import make_club, make_user
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import Visibility
from tournaments.models import Person, Play, PrizePlan, ResultSlip, Seating, Tournament
from tournaments.rankings.queries.points_tables import PointsTable, load_points_table
from tournaments.rankings.queries.prizes import load_prizes
from tournaments.rankings.services.result_files import ranking_csv
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

SCALE = {"by": "series", "per": "deal", "points": {"4": 20, "NC": 45}}
MOST_QUERIES = 14


@pytest.fixture
def evening() -> Tournament:
    """Free deals of twenty players, every deal taken by a seat in turn; every third player is not classed."""
    tournament = make_seated_sheets(make_club())
    for number, play in enumerate(Play.objects.filter(round__section__session__tournament=tournament)):
        enter_line(play, bid_line(number % 4, (56, -54, 62)[number % 3]))
    for number, person in enumerate(Person.objects.filter(club=tournament.club).order_by("pk")):
        person.series = ("1", "4", "NC")[number % 3]
        person.save()
    tournament.options = {"handicap": SCALE}
    tournament.visibility = Visibility.PUBLIC
    tournament.save()
    refresh_standings(session=tournament.sessions.get())
    return tournament


def naive_totals(tournament: Tournament) -> dict[int, list[tuple[bool, int]]]:
    """Return (is taker, points) of every deal by entry, seat by seat from the stored rows."""
    deals = defaultdict(list)
    for slip in ResultSlip.objects.current().select_related("play"):
        for seating in Seating.objects.filter(round=slip.play.round_id, table=slip.play.table_id):
            deals[seating.entry_id].append(
                (seating.seat == slip.facts["taker"], slip.seat_scores[seating.seat])
            )
    return deals


def test_table_is_that_of_a_naive_sum(evening: Tournament) -> None:
    table, deals = load_points_table(evening), naive_totals(evening)

    assert len(table.rows) == 20
    for row in table.rows:
        points_by_deal = deals[row.entry.pk]
        total = sum(points for _is_taker, points in points_by_deal)
        assert (row.value, row.deal_count) == (total, len(points_by_deal))
        assert row.average == Fraction(total, len(points_by_deal))
        assert row.sides is not None
        assert row.sides.attack_points == sum(points for is_taker, points in points_by_deal if is_taker)
        assert row.sides.attack_deals == sum(is_taker for is_taker, _points in points_by_deal)
        assert row.sides.defence_points == total - row.sides.attack_points
        assert row.sides.defence_deals == len(points_by_deal) - row.sides.attack_deals
        per_deal = SCALE["points"].get(row.entry.person.series, 0)  # type: ignore[attr-defined]
        assert row.handicap.value == total + per_deal * len(points_by_deal)


def test_handicap_changes_its_own_places_and_no_scratch_place(evening: Tournament) -> None:
    with_scale = load_points_table(evening)
    evening.options = {}
    without = load_points_table(evening)

    assert places(with_scale) == places(without)
    nets = [row.handicap.value for row in with_scale.by_handicap]
    assert nets == sorted(nets, reverse=True)
    assert [row.handicap.place for row in with_scale.rows] != [row.place for row in with_scale.rows]
    assert [row.handicap.place for row in without.rows] == [row.place for row in without.rows]


def test_page_has_both_rankings_side_by_side(evening: Tournament, client: Client) -> None:
    address = reverse("public-points", args=[evening.slug])

    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = client.get(address)
    sorted_page = client.get(address, {"ordre": "handicap"})

    assert "Handicap : 4e série +20, non classé +45, par donne jouée." in page.text.replace("\u00a0", " ")
    assert len(queries) <= MOST_QUERIES
    rows = [row.handicap.place for row in sorted_page.context["rows"]]
    assert rows == sorted(rows)
    assert "4 donnes · moy." in page.text
    # a phone does not show the title of a column
    assert "place après le handicap" in page.text
    assert "title=" not in page.text.split("<thead>")[1].split("</thead>")[0].replace('title="Place"', "")


def test_file_of_the_ranking_has_the_handicap_in_columns_of_its_own(evening: Tournament) -> None:
    table = load_points_table(evening)
    lines = list(csv.DictReader(StringIO(ranking_csv(evening).decode("utf-8-sig")), delimiter=";"))

    assert [line["place au handicap"] for line in lines] == [str(row.handicap.place) for row in table.rows]
    assert [int(line["handicap"]) for line in lines] == [row.allowance for row in table.rows]
    assert [int(line["résultat au handicap"]) for line in lines] == [row.handicap.value for row in table.rows]
    evening.options = {}
    assert b"handicap" not in ranking_csv(evening)


def test_handicap_takes_points_off_where_the_fewest_win() -> None:
    """At Papayou the allowance is -20 in the file, as it is on the page."""
    shape = {"table_count": 2, "player_count": 8}
    tournament = make_seated_sheets(make_club(), format_code="friendly_total", game="papayou-4", **shape)
    Person.objects.update(series="NC")
    scale = {"by": "series", "per": "event", "points": {"NC": 20}}
    tournament.options = {"lowest_wins": True, "handicap": scale}
    tournament.save()
    for play in Play.objects.filter(round__section__session=tournament.sessions.get()):
        enter_line(play, SheetLine(scores=(150, 171, 110, 0)))
    refresh_standings(session=tournament.sessions.get())

    lines = list(csv.DictReader(StringIO(ranking_csv(tournament).decode("utf-8-sig")), delimiter=";"))

    assert {line["handicap"] for line in lines} == {"-20"}
    totals = [(int(line["résultat"]), int(line["résultat au handicap"])) for line in lines]
    assert all(net == total - 20 for total, net in totals)
    assert totals == sorted(totals)


def test_list_of_prizes_goes_by_the_handicap(evening: Tournament) -> None:
    plan = PrizePlan.objects.create(tournament=evening, extra_cents=5000)
    plan.rules.create(
        position=1, name="Handicap", ranking="handicap", gifts=[{"name": "Jambon", "cents": None}]
    )

    sheet = load_prizes(evening)

    first = load_points_table(evening).by_handicap[0].entry
    assert sheet is not None
    assert [winner.recipient.entries for winner in sheet.lists[0].winners] == [(first,)]
    assert sheet.lists[0].winners[0].prize.gift is not None


def test_organiser_sets_the_scale(evening: Tournament, client: Client) -> None:
    client.force_login(make_user(club=evening.club))
    address = reverse("organiser-handicap", args=[evening.slug])

    refused = client.post(address, {"by": "series", "per": "event"})
    client.post(address, {"by": "series", "per": "event", "series_4": "100"})
    evening.refresh_from_db()
    handicap = evening.options["handicap"]
    client.post(address, {"by": "", "per": "event"})
    evening.refresh_from_db()

    assert refused.context["form"].errors.keys() == {"by"}
    assert handicap == {"by": "series", "per": "event", "points": {"NC": 100}}
    assert "handicap" not in evening.options


def places(table: PointsTable) -> dict[int, int | None]:
    return {row.entry.pk: row.place for row in table.rows}
