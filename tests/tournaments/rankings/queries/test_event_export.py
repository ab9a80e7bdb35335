"""Every format, from its demonstration to its final ranking, worked out again from the exported event."""

import datetime
import json
import random
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from games.core.facts.over_deals import teams_of
from games.core.variants.registry import GAMES
from tests.cases import by_day
from tests.factories.incidents import deal_with
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import give_penalty, make_club
from tournaments.core.exchange.event_json import rank_event, write_exact
from tournaments.core.exchange.value_json import write_number
from tournaments.core.formats.registry import FORMATS
from tournaments.core.json_node import InvalidDocument
from tournaments.demo.services.demo import DemoStage, make_demo_tournament
from tournaments.demo.services.demo_boards import play_boards
from tournaments.demo.services.demo_sheets import play_sheets
from tournaments.enums import SessionStart, TournamentState
from tournaments.incidents.services.second_plays import Twice
from tournaments.incidents.services.trading_tables import OtherBoards
from tournaments.models import Play, ResultSlip, Session
from tournaments.rankings.queries.classifications import load_field, rank_shared_teams
from tournaments.rankings.queries.event_export import export_event
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author
from tournaments.seating.services.seating import apply_movement

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def make_event(format_code, stage, game=""):
    return make_demo_tournament(
        club=make_club(),
        format_code=format_code,
        table_count=2 if game else FORMATS[format_code].table_counts[0],
        stage=stage,
        seed=3,
        starts_on=datetime.date(2026, 11, 21),
        name="Démonstration",
        game=game,
    )


def stored_rows(tournament):
    """Entry, place and exact value of every line of the last ranking."""
    rows = snapshot_rows(latest_standings(tournament.sessions.get()))
    return sorted(
        (str(row.entry.pk), row.overall_place, None if row.value is None else write_exact(row.value))
        for row in rows
    )


def ranked_rows(document):
    """The same of a document, ranked by itself."""
    return sorted((row["unit"], row["place"], row["exact"]) for row in rank_event(document)["overall"])


def stored_alternated(tournament):
    rows = snapshot_rows(latest_standings(tournament.sessions.get()))
    return {str(row.entry.pk): row.alternated_place for row in rows}


def alternated_places(document):
    return {row["unit"]: row["place"] for row in rank_event(document)["alternated"]}


def stored_partners(tournament):
    teams = rank_shared_teams(load_field(tournament))
    return [(team.place, team.name, {str(member.entry.pk) for member in team.members}) for team in teams]


def total_partners(tournament):
    """Those of the ranking over all sessions."""
    teams = load_event_standings(tournament).teams
    return [(team.place, team.name, {str(row.entry.pk) for row in team.members}) for team in teams]


def ranked_partners(document):
    return [(row["place"], row["team"], set(row["members"])) for row in rank_event(document)["teams"]]


UNLIKE = {"duplicate_individual", "triangular", "free_deals_pairs", "friendly_total"}
"""Ranked by étuis, by matches, by sheets with partners, by sums: the others are ranked like one of them."""


@pytest.mark.parametrize("format_code", by_day(FORMATS, UNLIKE.__contains__))
def test_final_ranking_is_that_of_the_exported_event_in_any_order(format_code):
    tournament = make_event(format_code, DemoStage.FINISHED)
    session = tournament.sessions.get()
    give_penalty(session, tournament.entries.order_by("pk")[0])
    refresh_standings(session=session)

    document = json.loads(json.dumps(export_event(tournament)))

    assert tournament.state == TournamentState.FINISHED
    assert len(document["sessions"][0]["plays"]) > 0
    assert ranked_rows(document) == stored_rows(tournament)
    if FORMATS[format_code].has_alternated_ranking:
        assert alternated_places(document) == stored_alternated(tournament)
    if FORMATS[format_code].has_partners:
        assert ranked_partners(document) == stored_partners(tournament) == total_partners(tournament) != []
    random.Random(1).shuffle(document["units"])
    random.Random(2).shuffle(document["sessions"][0]["plays"])
    assert ranked_rows(document) == stored_rows(tournament)


@pytest.mark.parametrize("twice", Twice)
@pytest.mark.parametrize(
    ("format_code", "game"), [("duplicate_individual", ""), ("triplets", ""), ("friendly", "tarot-5")]
)
def test_board_met_twice_after_an_incident_leaves_and_comes_back(format_code, game, twice):
    tournament = make_event(format_code, DemoStage.SEATED, game)
    session = tournament.sessions.get()
    boards = Play.objects.filter(round__number=1, table__number=1).values_list("board", flat=True)
    deal_with(tournament, OtherBoards(table=1, this_round=2, boards=tuple(boards), twice=twice))
    author = Author(user=None, device="test")
    (play_sheets if game else play_boards)(session, range(1, 3), author, random.Random(5))
    refresh_standings(session=session)

    document = json.loads(json.dumps(export_event(tournament)))

    repeated = [play for play in document["sessions"][0]["plays"] if play.get("again")]
    assert {play["board"] for play in repeated} == set(boards)
    random.Random(2).shuffle(document["sessions"][0]["plays"])
    assert ranked_rows(document) == stored_rows(tournament)
    del repeated[0]["again"]
    with pytest.raises(InvalidDocument) as caught:
        rank_event(document)
    assert caught.value.code == "play_twice"


@pytest.mark.parametrize(
    "format_code", by_day(FORMATS, lambda code: code in ("free_deals", "duplicate_individual"))
)
def test_demonstration_stops_at_its_stage(format_code):
    entered = make_event(format_code, DemoStage.ENTERED)
    seated = make_event(format_code, DemoStage.SEATED)
    playing = make_event(format_code, DemoStage.PLAYING)

    states = [tournament.state for tournament in (entered, seated, playing)]
    assert states == [TournamentState.DRAFT, TournamentState.SEATED, TournamentState.PLAYING]
    assert all(entry.start_table for entry in entered.entries.all())
    assert not ResultSlip.objects.of_session(seated.sessions.get()).exists()
    snapshot = latest_standings(playing.sessions.get())
    assert 0 < snapshot.results_counted < snapshot.results_expected


@pytest.mark.parametrize("of_session", [{}, {"is_final": True, "carried_denominator": 2}], ids=str)
def test_sessions_count_by_their_coefficient_and_a_final_before_all(of_session):
    tournament = play_session(make_short_evening())
    session = open_next(tournament, coefficient=Decimal("1.5"), seats=SessionStart.RANKING, qualified=16)
    Session.objects.filter(pk=session.pk).update(**of_session)
    apply_movement(tournament=tournament, seated_by=None)
    tournament = play_session(tournament, first_score=5)

    ranked = rank_event(export_event(tournament))["overall"]

    rows = load_event_standings(tournament).rows
    assert len({row.place for row in rows}) > 10
    assert sorted((row["place"], row["unit"], row["exact"]) for row in ranked) == sorted(
        (row.place, str(row.entry.pk), write_exact(row.value)) for row in rows
    )


@pytest.mark.nights
@pytest.mark.parametrize("format_code", ["friendly_total", "friendly"])
@pytest.mark.parametrize("game", [game for game in GAMES if teams_of(game)])
def test_teams_of_the_tables_are_those_of_the_exported_event(game, format_code):
    """By points and by topage; by day an evening of `events/organiser/test_table_rules.py`."""
    tournament = make_event(format_code, DemoStage.FINISHED, game=game)

    document = json.loads(json.dumps(export_event(tournament)))

    (ranked,) = rank_event(document)["partners"]
    stored = load_event_standings(tournament).teams
    assert [
        (team.place, [str(member.entry.pk) for member in team.members], write_exact(team.value))
        for team in stored
    ] == [(row["place"], row["members"], row["exact"]) for row in ranked]
    assert [[write_number(member.value) for member in team.members] for team in stored] == [
        row["values"] for row in ranked
    ]
    assert stored


def test_command_prints_the_document(capsys):
    tournament = make_event("duplicate_individual", DemoStage.PLAYING)

    call_command("export_event", tournament.slug)

    assert json.loads(capsys.readouterr().out) == export_event(tournament)
    with pytest.raises(CommandError, match="adresse courte"):
        call_command("export_event", "nulle-part")
