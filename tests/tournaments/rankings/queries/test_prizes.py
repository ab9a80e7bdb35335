"""Prizes computed from the ranking, to the cent."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories.tournaments import enter_results, list_plays, make_club, make_seated_tournament
from tournaments.models import FeeRate, Person, PrizePlan, Session, Tournament
from tournaments.rankings.queries.prizes import PrizeSheet, load_prizes
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


def play_out(table_count: int = 5) -> Tournament:
    """An evening of which each board has other scores, so that places differ."""
    tournament = make_seated_tournament(make_club(), table_count=table_count)
    scores = (62, 56, 50, -52, -56, 84, -66)
    enter_results(
        (play, scores[(number + number // 5) % len(scores)])
        for number, play in enumerate(list_plays(tournament))
    )
    refresh_standings(session=Session.objects.get(tournament=tournament))
    return tournament


@pytest.fixture
def tournament() -> Tournament:
    return play_out()


def prizes(tournament: Tournament, *rules: dict[str, Any], **plan: Any) -> PrizeSheet:
    row = PrizePlan.objects.create(tournament=tournament, **plan)
    for position, rule in enumerate(rules, start=1):
        row.rules.create(position=position, **{"name": f"Liste {position}", "ranking": "overall", **rule})
    sheet = load_prizes(tournament)
    assert sheet is not None
    return sheet


def test_fund_is_a_part_of_the_fees_and_what_was_added(tournament: Tournament) -> None:
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1250)

    sheet = prizes(
        tournament,
        {"fund_share": 100, "step_cents": 500},
        redistribution=80,
        extra_cents=36_000,
    )

    assert (sheet.fees_owed, sheet.fund) == (25_000, 56_000)
    assert sheet.lists[0].cents == (17_500, 13_000, 10_000, 8_500, 7_000)
    assert (sheet.missing, sheet.spare, sheet.left_over) == (0, 0, 0)
    assert sum(receipt.total for receipt in sheet.receipts) == 56_000


@pytest.mark.postgres
def test_winners_are_those_of_the_ranking_in_its_order(tournament: Tournament) -> None:
    Person.objects.filter(club=tournament.club, last_name__in=("Nom05", "Nom09")).update(category="Dames")

    sheet = prizes(
        tournament,
        {"amounts": [5000, 3000]},
        {"amounts": [1000], "ranking": "category", "group": "Dames"},
        {"amounts": [700], "ranking": "alternated"},
        extra_cents=9_700,
    )

    overall, dames, alternated = sheet.lists
    assert [winner.prize.place for winner in overall.winners] == [1, 2]
    assert [winner.recipient.place for winner in overall.winners] == [1, 2]
    assert dames.winners[0].recipient.entries[0].person.category == "Dames"
    assert alternated.winners[0].recipient.alternated_place == 1
    assert (sheet.offered, sheet.missing) == (9_700, 0)


@pytest.mark.postgres
def test_who_has_a_prize_leaves_those_of_later_lists_to_others(tournament: Tournament) -> None:
    Person.objects.filter(club=tournament.club).update(category="Tous")

    prize_lists = {"amounts": [5000, 3000]}, {"amounts": [1000], "ranking": "category", "group": "Tous"}
    sheet = prizes(tournament, *prize_lists, extra_cents=9000, cumulation="first_list")

    rewarded, later_winners = ({winner.recipient.full_name for winner in row.winners} for row in sheet.lists)
    assert len(rewarded) == 2
    assert rewarded & later_winners == set()
    assert {winner.recipient.place for winner in sheet.lists[1].winners} == {3}


def test_who_left_has_no_prize(tournament: Tournament) -> None:
    first = prizes(tournament, {"amounts": [5000]}, extra_cents=5000).lists[0].winners[0].recipient
    tournament.entries.filter(pk=first.entries[0].pk).update(presence="withdrawn")
    session = Session.objects.get(tournament=tournament)
    session.standings_requests.create()
    refresh_standings(session=session)

    sheet = load_prizes(tournament)

    assert sheet is not None
    assert sheet.lists[0].winners[0].recipient.entries != first.entries


def test_fund_that_does_not_suffice_is_told(tournament: Tournament) -> None:
    sheet = prizes(tournament, {"amounts": [5000, 3000]}, {"fund_share": 50}, extra_cents=400)

    assert sheet.missing == 7600
    assert sheet.lists[1].problem is not None
    assert sheet.lists[1].problem.code == "prize_fund_small"


def test_partners_of_free_deals_have_one_prize_between_them(tournament: Tournament) -> None:
    for number, entry in enumerate(tournament.entries.order_by("pk")):
        entry.partners = f"Paire {number // 2}"
        entry.save()
    tournament.format = "free_deals_pairs"

    sheet = prizes(tournament, {"amounts": [5000]}, extra_cents=5000)

    winner = sheet.lists[0].winners[0]
    assert winner.recipient.public_name.startswith("Paire ")
    assert len(winner.recipient.entries) == 2


def test_number_of_queries_does_not_grow_with_the_field() -> None:
    counts = []
    for table_count in (5, 7):
        tournament = play_out(table_count)
        prizes(tournament, {"amounts": [5000]}, {"fund_share": 50}, extra_cents=9000)
        with CaptureQueriesContext(connection) as captured:
            load_prizes(tournament)
        counts.append(len(captured))

    assert counts[0] == counts[1]
