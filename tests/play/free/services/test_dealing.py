"""Deals of a match: the first dealer, their order, and the state that goes from one to the next."""

from itertools import count
from random import Random

import pytest

from common.errors import AppError
from games.core.cards import EXCUSE
from games.core.facts.over_deals import drawn_height
from games.core.layouts import Layout
from games.core.outcome import Outcome
from games.core.rules import parse_rules
from games.core.scoring.mouche import settle_mouche
from games.core.variant import TAROT_4
from games.core.variants.contrat import ContratOutcome, game_scores
from games.core.variants.registry import find_variant
from play.free.models import FreeDeal, FreeTable
from play.free.queries.first_dealer import draw_first_dealer, find_dealer_draw
from play.free.queries.free_tables import load_deal_points
from play.free.services import dealing
from play.free.services.dealing import begin_deal
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Chairs, load_sitting
from tests.factories.free_tables import Club
from tests.play.free.services.begun_tables import begun, number_of

pytestmark = pytest.mark.django_db

SHORT = "fft cards_each=3"
"""Rules of Contrat for a deal of three tricks."""


def test_host_has_robots_take_the_empty_seats() -> None:
    club = Club(people=2)

    with pytest.raises(AppError, match="not_host"):
        begin_deal(me=club.seats[1], seen=0, now=club.now)
    begin_deal(me=club.seats[0], seen=0, now=club.now)

    sitting = club.look(club.seats[1]).sitting
    assert sitting is not None
    assert (sitting.seat, sitting.chairs.robots) == (1, {2, 3})


def test_robots_come_by_themselves_after_a_while_where_the_host_wished_it() -> None:
    club = Club(people=1, robots_after=120)

    club.wait(119)
    assert club.go_on(club.seats[0]).deal is None
    club.wait(1)
    assert club.go_on(club.seats[0]).deal is not None


def test_beginning_twice_deals_once() -> None:
    club = begun()

    begin_deal(me=club.seats[0], seen=0, now=club.now)

    assert PlayedTable.objects.count() == 1


def test_pot_of_the_mouche_goes_from_deal_to_deal_of_a_match_and_counts_in_its_points() -> None:
    club = begun("tarot-4", rules="fft mouche=yes")
    club.play_out(Random(1))
    begin_deal(me=club.seats[0], seen=1, now=club.now)
    club.play_out(Random(2))

    deals, pot = list(FreeDeal.objects.order_by("number")), 0
    for deal, points in zip(deals, load_deal_points(club.table, match=1), strict=True):
        outcome = load_sitting(deal.table, Chairs(None, frozenset())).state.outcome()
        tarot_outcome = outcome if isinstance(outcome, Outcome) else None
        turn = settle_mouche(pot, tarot_outcome, TAROT_4, dealer=deal.table.dealer)
        pot = turn.pot
        scores = map(int, deal.table.score.split(" "))
        assert deal.pot == pot
        assert points == tuple(map(sum, zip(scores, turn.payments, strict=True)))
    begin_deal(me=club.seats[0], seen=2, now=club.now)
    club.play_out(Random(3))
    assert sum(sum(deal) for deal in load_deal_points(club.table, match=2)) == -(club.look().deal.pot)  # type: ignore


def test_a_match_of_contrat_climbs_its_ladder_and_the_third_excuse_costs_a_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "deal_any", excuse_to_south)
    club = begun("contrat-5")
    for number in range(7):
        if number:
            begin_deal(me=club.seats[0], seen=number, now=club.now)
        club.play_out(Random(number))

    deals = list(FreeDeal.objects.select_related("table").order_by("number"))
    outcomes = [load_sitting(deal.table, Chairs(None, frozenset())).state.outcome() for deal in deals]
    contrat_outcomes = [outcome for outcome in outcomes if isinstance(outcome, ContratOutcome)]
    assert [sum(outcome.tricks) for outcome in contrat_outcomes] == [1, 2, 3, 4, 3, 2, 1]
    assert [deal.payments for deal in deals] == ["0 0 0 0 0"] * 2 + ["0 0 1 0 0"] + ["0 0 0 0 0"] * 4
    totals = tuple(map(sum, zip(*load_deal_points(club.table, match=1), strict=True)))
    assert totals == game_scores(contrat_outcomes)
    assert club.look().is_match_over
    # a return match counts its own Excuses
    for number in range(7, 10):
        begin_deal(me=club.seats[0], seen=number, now=club.now)
        club.play_out(Random(number))
    payments = FreeDeal.objects.filter(match=2).order_by("number").values_list("payments", flat=True)
    assert list(payments) == ["0 0 0 0 0"] * 2 + ["0 0 1 0 0"]


def excuse_to_south(game: str, *, dealer: int, rules: str) -> Layout:
    """A deal at random in which the third seat has the Excuse."""
    variant = find_variant(game)
    agreed = parse_rules(variant.options, rules)
    dealt = (variant.random_layout(Random(seed), agreed) for seed in count())
    return next(layout for layout in dealt if EXCUSE in layout.hands[2])


def test_deals_follow_with_the_next_dealer_and_add_up_until_a_return_match() -> None:
    club = begun("contrat-3", rules=SHORT)
    dealers = []
    for number in (1, 2):
        club.play_out(Random(number))
        dealers.append(club.look().deal.table.dealer)  # type: ignore[union-attr]
        if number == 1:
            begin_deal(me=club.seats[1], seen=1, now=club.now)

    assert dealers[1] == (dealers[0] + 1) % 3
    assert club.look().is_match_over
    assert len(load_deal_points(FreeTable.objects.get(), match=1)) == 2
    begin_deal(me=club.seats[1], seen=2, now=club.now)

    assert (FreeTable.objects.get().match, number_of(club)) == (2, 3)
    assert load_deal_points(FreeTable.objects.get(), match=2) == []


def test_next_deal_waits_for_the_end_of_this_one() -> None:
    club = begun()

    with pytest.raises(AppError, match="deal_under_way"):
        begin_deal(me=club.seats[0], seen=1, now=club.now)


def test_lowest_of_the_drawn_cards_deals_first_and_the_deal_moves_on() -> None:
    club = begun()
    first = club.look().deal
    assert first is not None
    draw = find_dealer_draw(club.table, first)

    assert draw is not None
    assert first.table.dealer == draw.dealer == draw_first_dealer(club.table).dealer
    drawn_cards = {seat: card for cards in draw.rounds for seat, card in cards if card != EXCUSE}
    assert draw.dealer == min(drawn_cards, key=lambda seat: drawn_height(drawn_cards[seat]))


def test_draws_of_tables_differ() -> None:
    draws = {draw_first_dealer(FreeTable(secret=f"table {number}", game="tarot-5")) for number in range(40)}

    assert len(draws) == 40
    assert {draw.dealer for draw in draws} == set(range(5))


def test_draw_is_shown_for_the_deal_that_it_decided_alone() -> None:
    club = begun()
    deal = club.look().deal
    assert deal is not None
    other_deal = FreeDeal(number=1, table=PlayedTable(dealer=(deal.table.dealer + 1) % 4))

    assert find_dealer_draw(club.table, other_deal) is None, "a table from before draws"
    assert find_dealer_draw(club.table, FreeDeal(number=2, table=deal.table)) is None
