"""Deals at rest: those of the rounds that others play, while the player is there."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.incidents import deal_with
from tests.factories.sheets import enter_line, make_sheet_tournament, seat
from tests.factories.tournaments import make_club
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.incidents.services.arriving import Arriving
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, Play, Seating, Tournament
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.ranking_options import set_ranking_options
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Tarot at five with 13 players: two tables, three players rest in each of three rounds of two deals."""
    return seat(
        make_sheet_tournament(
            make_club(),
            format_code="friendly_total",
            game="tarot-5",
            table_count=2,
            player_count=13,
            round_count=3,
            options={"rest_pay": "average"},
        )
    )


def play_round(tournament: Tournament, number: int) -> None:
    """Store two deals at each table: the first seat takes and wins."""
    plays = Play.objects.filter(round__section__session__tournament=tournament, round__number=number)
    for play in plays:
        seats = Seating.objects.filter(round=play.round_id, table=play.table_id)
        first, *other_seats = seats.order_by("seat").values_list("seat", flat=True)
        points = dict.fromkeys(other_seats, -50) | {first: 50 * len(other_seats)}
        enter_line(play, SheetLine(scores=tuple(points.get(place) for place in range(5))))


def rests_of(tournament: Tournament) -> dict[str, int]:
    loaded = load_session(tournament.sessions.get())
    names = {entry.pk: str(entry) for entry in tournament.entries.select_related("person")}
    return {
        names[entry_id]: deals
        for entry_id, deals in zip(loaded.entry_ids, loaded.plays.rest_deals, strict=True)
    }


def test_a_rest_counts_once_its_round_is_played(tournament: Tournament) -> None:
    resting = set(
        tournament.entries.exclude(seatings__round__number=1)
        .select_related("person")
        .values_list("pk", flat=True)
    )
    rests_before = rests_of(tournament)

    play_round(tournament, 1)

    assert set(rests_before.values()) == {0}
    names = {str(entry) for entry in Entry.objects.filter(pk__in=resting).select_related("person")}
    assert {name for name, deals in rests_of(tournament).items() if deals} == names
    assert set(rests_of(tournament).values()) == {0, 2}


def test_late_and_gone_players_do_not_rest(tournament: Tournament) -> None:
    play_round(tournament, 1)
    leaver = Seating.objects.filter(round__number=1)[0].entry
    deal_with(tournament, Leaving(entry=leaver, after_round=1))
    deal_with(tournament, Arriving(comes=Newcomer(last_name="Retard"), place=None, first_round=3))
    play_round(tournament, 2)
    play_round(tournament, 3)

    rests = rests_of(tournament)

    assert rests[str(leaver)] == 0
    assert rests["RETARD"] == 0
    seatings = Seating.objects.filter(round__section__session__tournament=tournament)
    for entry in tournament.entries.exclude(pk=leaver.pk).exclude(start_table=None).select_related("person"):
        assert rests[str(entry)] == 2 * (3 - seatings.filter(entry=entry).count())


def test_the_ranking_adds_the_mean_of_the_own_deals(tournament: Tournament) -> None:
    for number in (1, 2, 3):
        play_round(tournament, number)
    session = tournament.sessions.get()

    refresh_standings(session=session)

    rows = {row.entry.pk: row.value for row in snapshot_rows(latest_standings(session))}
    scores: dict[int, list[int]] = {}
    for play in Play.objects.filter(round__section__session=session):
        slip = play.slips.current().get()
        for seating in Seating.objects.filter(round=play.round_id, table=play.table_id):
            scores.setdefault(seating.entry_id, []).append(slip.seat_scores[seating.seat])
    # six deals for each player, those at rest at the mean of the others
    assert rows == {
        entry: pytest.approx(6 * sum(deal_scores) / len(deal_scores)) for entry, deal_scores in scores.items()
    }


def test_without_an_option_nothing_is_added(tournament: Tournament) -> None:
    set_ranking_options(tournament=tournament, changes={"rest_pay": None}, set_by=None)
    play_round(tournament, 1)

    loaded = load_session(Tournament.objects.get(pk=tournament.pk).sessions.get())

    assert loaded.plays.rest_deals == ()


def test_the_organiser_chooses_it_and_the_player_reads_it(signed_in: Client, club: object) -> None:
    new_event = seat(
        make_sheet_tournament(
            club, format_code="friendly_total", game="tarot-5", table_count=2, player_count=13, round_count=3
        )
    )
    page = reverse("organiser-ranking-options", args=[new_event.slug])
    usual = {"method": "total"}

    refused = signed_in.post(page, usual | {"rest_pay": "points"})
    signed_in.post(page, usual | {"rest_pay": "points", "rest_points": "-5"})

    assert "Écrivez les points d’une donne au repos" in refused.content.decode()
    new_event.refresh_from_db()
    assert (new_event.options["rest_pay"], new_event.options["rest_points"]) == ("points", -5)
    assert 'value="-5"' in signed_in.get(page).content.decode()
