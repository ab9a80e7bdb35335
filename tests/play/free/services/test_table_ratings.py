"""Rated matches of free tables: rated players, and the one moment at which ratings move."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from common.errors import AppError
from play.accounts.queries.own_data import load_rated_matches
from play.free.models import FreeTable, RatedMatch, RatedSeat, TableRating
from play.free.queries.free_tables import load_deal_points
from play.free.services.dealing import begin_deal
from play.free.services.sitting_down import leave_free_table
from play.free.services.table_ratings import settle_matches
from play.rooms.queries.boards import table_board
from play.tables.models import PlayedTable
from tests.factories.concurrent import run_against
from tests.factories.free_tables import NAMES, Club
from tests.factories.tournaments import make_user
from tournaments.core.ranking.rating import Game, Rating, RatingSystem

pytestmark = pytest.mark.django_db


def rated_club(
    game: str = "contrat-3",
    *,
    deals: int = 1,
    guests: int = 0,
    device: str = "",
    users: Sequence[User] = (),
) -> Club:
    """Return three people at a rated table, the last `guests` of them without an account.

    `device` is the last one's browser.
    """
    users = users or [make_user(name) for name in NAMES[:3]]
    club = Club(game, people=1, owner=users[0], is_rated=True, deal_count=deals, rules="fft cards_each=3")
    for number in (1, 2):
        owner = None if number >= 3 - guests else users[number]
        club.sit(NAMES[number], device if number == 2 and device else f"device {number}", owner=owner)
    return club


def after_games(*won: float) -> Rating:
    """A newcomer's rating after games against newcomers."""
    return RatingSystem().rate(Rating(), [Game(1500.0, 350.0, score) for score in won])


def test_ratings_move_once_by_the_rank_of_the_totals() -> None:
    club = rated_club()
    club.play_out(Random(1))
    PlayedTable.objects.update(score="0 3 3")  # the smallest total wins at Contrat

    assert settle_matches(now=club.now) == 1
    assert settle_matches(now=club.now) == 0

    winner, equal = after_games(1, 1), after_games(0, 0.5)
    assert [row.rating for row in TableRating.objects.order_by("user__pk")] == [winner, equal, equal]
    seats = list(RatedSeat.objects.values_list("place", "before", "after"))
    assert seats == [(1, 1500, winner.value), (2, 1500, equal.value), (2, 1500, equal.value)]


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_first_matches_of_newcomers_that_end_at_once_both_count() -> None:
    clubs = [rated_club()]
    clubs.append(rated_club(users=[seat.owner for seat in RatedSeat.objects.select_related("owner")]))
    for number, club in enumerate(clubs):
        club.play_out(Random(number))

    run_against(*(partial(settle_matches, now=club.now, table=club.table) for club in clubs))

    assert list(TableRating.objects.values_list("games", flat=True)) == [4, 4, 4]


def test_ratings_move_after_the_last_deal_of_a_match_and_a_return_match_counts_anew() -> None:
    club = rated_club(deals=2)
    club.play_out(Random(1))
    assert settle_matches(now=club.now) == 0
    begin_deal(me=club.seats[0], seen=1, now=club.now)
    club.play_out(Random(2))
    assert settle_matches(now=club.now) == 1

    begin_deal(me=club.seats[0], seen=2, now=club.now)

    matches = RatedMatch.objects.order_by("match")
    assert [(match_row.match, match_row.settled_at is None) for match_row in matches] == [
        (1, False),
        (2, True),
    ]


@pytest.mark.parametrize("more", [{"guests": 1}, {"device": "device 1"}])
def test_guest_or_two_accounts_on_one_browser_make_a_match_unrated(more: dict[str, object]) -> None:
    club = rated_club(**more)  # type: ignore[arg-type]
    club.play_out(Random(1))

    assert club.look().is_match_over
    assert settle_matches(now=club.now) == 0
    assert not TableRating.objects.exists()


def test_who_leaves_has_what_the_robot_makes_of_his_seat() -> None:
    club = rated_club()
    leaver = club.seats[1]
    leave_free_table(me=leaver, now=club.now)
    club.play_out(Random(1))

    settle_matches(now=club.now)

    totals = [-points for points in load_deal_points(club.table, 1)[0]]
    expected = after_games(*(0.5 if totals[1] == o else float(totals[1] > o) for o in (totals[0], totals[2])))
    assert TableRating.objects.get(user=leaver.owner).rating == expected


def test_match_that_everybody_left_counts_by_its_finished_deals() -> None:
    club = rated_club(deals=2)
    club.play_out(Random(1))
    for seat in club.seats:
        leave_free_table(me=seat, now=club.now)

    assert settle_matches(now=club.now) == 1
    assert TableRating.objects.count() == 3


def test_match_that_everybody_left_before_a_deal_was_finished_does_not_count() -> None:
    club = rated_club()

    for seat in club.seats:
        leave_free_table(me=seat, now=club.now)

    assert settle_matches(now=club.now) == 0


def test_guest_opens_no_rated_table(client: Client) -> None:
    with pytest.raises(AppError, match="needs_account"):
        Club("contrat-3", people=1, is_rated=True)

    assert not FreeTable.objects.exists()


def test_table_says_before_whether_it_counts_and_shows_the_rating_after(client: Client) -> None:
    club = rated_club()
    address = reverse("rooms-free-table", args=[club.table.secret])

    assert "Cette partie compte pour la cote" in client.get(address).text
    club.play_out(Random(1))
    settle_matches(now=club.now)
    assert "1500 →" in client.get(address).text


def test_board_own_data_and_account_show_the_rating(client: Client) -> None:
    club = rated_club()
    club.play_out(Random(1))
    settle_matches(now=club.now)
    user = club.seats[0].owner
    assert user is not None
    user.pseudonym, user.pseudonym_folded = "Zoé", "zoe"
    user.save()
    client.force_login(user)

    [row] = table_board(least_games=1)
    assert (row.key, row.games) == (user, 2)
    TableRating.objects.update(games=10)
    assert "Zoé" in client.get(reverse("rooms-boards"), {"tableau": "tables"}).text
    [match] = load_rated_matches(user)
    assert (match["game"], match["rating_before"]) == ("contrat-3", 1500)
    assert f"{TableRating.objects.get(user=user).value:.0f}" in client.get(reverse("own-home")).text
