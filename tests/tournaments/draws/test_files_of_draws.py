"""The files and the answers for programs of an evening whose rounds are drawn, on both databases."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.draws import draw_and_publish, enter_totals, make_drawn_tournament
from tests.factories.tournaments import make_club
from tournaments.core.exchange.event_json import rank_event
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Entry, Tournament
from tournaments.rankings.queries.event_export import export_event
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.result_files import ranking_csv, results_csv
from tournaments.rankings.services.standings import refresh_standings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";"))


@pytest.fixture
def played() -> Tournament:
    """Thirteen players at tables of four and five; two rounds of five are drawn and played."""
    tournament = make_drawn_tournament(make_club(), player_count=13)
    enter_totals(tournament, 1)
    draw_and_publish(tournament, odd_players=OddPlayers.FIVES)
    enter_totals(tournament, 2)
    refresh_standings(session=tournament.sessions.get())
    return tournament


def test_results_have_every_player_of_each_drawn_round(played: Tournament) -> None:
    names = {str(entry) for entry in Entry.objects.filter(tournament=played)}

    _titles, *lines = rows_of(results_csv(played))

    by_round: dict[str, list[str]] = {}
    for _session, _deal, number, *cells in lines:
        by_round.setdefault(number, []).extend(cell for cell in cells if cell in names)
    assert {number: sorted(seated) for number, seated in by_round.items()} == {
        "1": sorted(names),
        "2": sorted(names),
    }


def test_exported_event_ranks_as_the_page(played: Tournament) -> None:
    document = export_event(played)

    stored_places = {
        row.entry.pk: row.overall_place for row in snapshot_rows(latest_standings(played.sessions.get()))
    }
    assert {int(row["unit"]): row["place"] for row in rank_event(document)["overall"]} == stored_places
    assert len(rows_of(ranking_csv(played))) == 1 + 13


def test_programs_read_the_rounds_that_are_drawn(played: Tournament) -> None:
    set_visibility(tournament=played, visibility=Visibility.PUBLIC, set_by=None)

    answer = Client().get(reverse("api-v1-standings", args=[played.slug]))

    assert answer.status_code == 200
    assert len(answer.json()["rows"]) == 13
