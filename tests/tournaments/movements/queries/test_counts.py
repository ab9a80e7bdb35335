"""Tables, positions and deals of a session, counted from its seats."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories.incidents import deal_with
from tests.factories.sessions import play_session
from tests.factories.sheets import enter_line, make_seated_sheets, make_sheet_tournament, seat
from tests.factories.tournaments import list_plays, make_team_tournament, make_user
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.evening.queries.desk import load_desk
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.shortening import Shortening
from tournaments.models import Club, Tournament
from tournaments.movements.queries.counts import HallCounts, count_hall, deal_counts
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.queries.homologation import load_homologation

TOTALS = {"sheet": SheetOf.TOTALS.value}


def counts_of(tournament: Tournament) -> HallCounts:
    session = tournament.sessions.get()
    return count_hall(session, list(session.sections.select_related("movement")))


def test_a_relay_of_quartets_is_no_table_and_home_and_away_one_deal(club: Club, client: Client) -> None:
    client.force_login(make_user(club=club))
    tournament = make_team_tournament(club, "quartets", shape="fft-quartets-7-6-6-4", is_entered=True)

    draft = counts_of(tournament)
    seated = seat(tournament)

    assert draft == counts_of(seated) == HallCounts(seats=6, tables=6, rounds=6, deals=(20, 20))
    assert load_homologation(seated).deals_due == (20, 20)
    page = client.get(reverse("organiser-desk", args=[seated.slug])).content.decode()
    assert "<strong>6</strong> tables" in page
    session_played = play_session(seated)
    report = load_homologation(session_played)
    assert {line.deal_count for line in report.lines} == {20}
    assert report.table_count == 6


@pytest.fixture
def totals(club: Club) -> Tournament:
    return make_seated_sheets(club, round_count=3, deals=4, options=TOTALS)


def test_a_total_counts_as_the_deals_it_stands_for(totals: Tournament, client: Client) -> None:
    for play in list_plays(totals):
        enter_line(play, SheetLine(scores=(30, -10, -10, -10)))
    session = totals.sessions.get()
    refresh_standings(session=session)

    rows = snapshot_rows(latest_standings(session))

    assert {row.deal_count for row in rows} == {12}
    assert counts_of(totals).deals == load_desk(totals).deals_per_player == (12, 12)
    assert set(deal_counts(session, ()).values()) == {12}


def test_rankings_of_totals_that_are_stored_already_learn_their_deals(totals: Tournament) -> None:
    """Data of 6e8b4da1 has no `deals_per_line`."""
    for play in list_plays(totals):
        enter_line(play, SheetLine(scores=(30, -10, -10, -10)))
    session = totals.sessions.get()
    refresh_standings(session=session)
    snapshot = latest_standings(session)
    assert snapshot is not None
    del snapshot.rows["deals_per_line"]
    snapshot.save()
    assert {row.deal_count for row in snapshot_rows(latest_standings(session))} == {3}

    import_module("tournaments.migrations.0002_deals_of_totals").say_deals_of_totals(
        apps, SimpleNamespace(connection=connection)
    )

    assert {row.deal_count for row in snapshot_rows(latest_standings(session))} == {12}


def test_who_leaves_gives_up_deals_and_not_sheets(club: Club) -> None:
    tournament = make_sheet_tournament(
        club, format_code="friendly_total", game="tarot-5-flambeuse", table_count=2, player_count=10,
        round_count=3, deals=4, options=TOTALS,
    )  # fmt: skip
    seat(tournament)

    plan = Leaving(entry=tournament.entries.order_by("pk")[0], after_round=1).plan(tournament.sessions.get())

    assert "8 donnes ne sont plus à jouer." in plan.told.boards


def test_positions_that_are_given_up_are_no_positions(club: Club) -> None:
    tournament = make_seated_sheets(club, round_count=3, deals=4)

    deal_with(tournament, Shortening(last_round=2))

    assert counts_of(tournament) == HallCounts(seats=20, tables=5, rounds=2, deals=(8, 8))
    assert load_desk(tournament).round_count == 2
