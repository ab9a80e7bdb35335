"""Facts that pass from deal to deal: dealer, ladder, third Excuse, pot, totals, draw for the first deal."""

from random import Random

import pytest

from games.core.cards import EXCUSE, parse_card
from games.core.errors import ImpossibleOutcome
from games.core.facts.over_deals import (
    GameTerms,
    add_up_deals,
    check_pot,
    climbs_ladder,
    draw_dealer,
    draw_seats,
    drawn_height,
    team_totals,
    teams_of,
)
from games.core.rules import RuleSet, option_values, parse_rules
from games.core.variants.registry import find_variant


def terms_of(game, rules="fft", **more):
    return GameTerms(game, parse_rules(find_variant(game).options, rules), **more)


def took(taker, bid="prise", points="46"):
    return {"bid": bid, "taker": str(taker), "bouts": "2", "points": points}


def contrat(bets, tricks, excuse):
    typed = {f"bet_{seat}": str(bet) for seat, bet in enumerate(bets)}
    return (
        typed
        | {f"tricks_{seat}": str(tricks_made) for seat, tricks_made in enumerate(tricks)}
        | {"excuse": excuse}
    )


def test_the_deal_turns_and_totals_run():
    sheet = add_up_deals(
        terms_of("tarot-4", first_dealer=2), [took(0), {"bid": "passed"}, took(1, points="40")]
    )

    assert [row.dealer for row in sheet] == [2, 3, 0]
    assert [row.totals for row in sheet] == [(90, -30, -30, -30), (90, -30, -30, -30), (116, -108, -4, -4)]


def test_a_correction_changes_all_that_follows():
    terms, deals = terms_of("tarot-4"), [took(0), took(1)]

    first_totals = add_up_deals(terms, deals)[-1].totals
    corrected_totals = add_up_deals(terms, [took(0, bid="garde"), deals[1]])[-1].totals

    assert (first_totals, corrected_totals) == ((60, 60, -60, -60), (150, 30, -90, -90))


def test_a_deal_that_cannot_be_read_adds_nothing():
    sheet = add_up_deals(terms_of("tarot-4"), [took(0), took(1, points="99")])

    assert sheet[1].reading.problems
    assert sheet[1].totals == sheet[0].totals


def test_the_pot_goes_on_until_a_contract_is_made():
    terms = terms_of("tarot-4", "fft mouche=yes")

    sheet = add_up_deals(terms, [{"bid": "passed"}, took(1, points="40"), took(2, bid="garde")])

    # 5; then 5 + 5 + 3 x 10 = 40 doubled by who fails; then 80 + 5 + 3 x 40, taken by who makes it
    assert [row.pot for row in sheet] == [5, 80, 0]
    assert [row.pot_payments for row in sheet] == [
        (-5, 0, 0, 0),
        (-10, -45, -10, -10),
        (-40, -40, 200, -40),
    ]
    assert [sum(row.totals) + row.pot for row in sheet] == [0, 0, 0]


@pytest.mark.parametrize(("pot", "near"), [(12, (10, 15)), (3, (0, 5)), (-5, (0, 5))])
def test_a_pot_that_does_not_add_up_is_refused(pot, near):
    with pytest.raises(ImpossibleOutcome) as refusal:
        check_pot(pot)

    assert (refusal.value.code, refusal.value.values["below"], refusal.value.values["above"]) == (
        "pot_sum",
        *near,
    )


def test_contrat_climbs_its_ladder_and_comes_down():
    terms = terms_of("contrat-5")

    sizes = [
        option_values(find_variant("contrat-5").options, terms.rules_of(number))["cards_each"]
        for number in range(1, 9)
    ]

    assert sizes == [1, 2, 3, 4, 3, 2, 1, 1]


@pytest.mark.parametrize(
    ("game", "deals"), [("contrat-5", 7), ("contrat-4", 9), ("contrat-3", 13), ("contrat-2", 21)]
)
def test_a_game_of_contrat_has_as_many_deals_as_printed(game, deals):
    """Document 004, "Le Contrat, distribution"."""
    assert terms_of(game).deal_count == deals


@pytest.mark.parametrize("cards", [2, 5])
def test_contrat_stays_on_the_number_of_cards_that_was_agreed(cards):
    """Also on the most of all, five at four."""
    game = find_variant("contrat-4")
    agreed = parse_rules(game.options, f"fft cards_each={cards}")
    terms = GameTerms("contrat-4", agreed, follows_ladder=climbs_ladder("contrat-4", agreed))

    assert [game.cards_each(terms.rules_of(number)) for number in range(1, 7)] == [cards] * 6
    assert climbs_ladder("contrat-4", RuleSet())
    assert game.cards_each(RuleSet()) == 5


def test_the_third_excuse_of_a_game_costs_a_point_once():
    deals = [
        contrat((0, 0, 0), (1, 0, 0), "0"),
        contrat((1, 0, 0), (1, 1, 0), "0"),
        contrat((1, 0, 0), (1, 2, 0), "0"),
        contrat((1, 0, 0), (1, 3, 0), "0"),
    ]

    sheet = add_up_deals(terms_of("contrat-3"), deals)

    assert [row.costly_excuse for row in sheet] == [None, None, 0, None]
    assert [row.totals[0] for row in sheet] == [2, 2, 3, 3]


def test_the_lowest_card_deals_and_the_excuse_draws_again():
    draws = [draw_dealer(Random(seed), 16) for seed in range(40)]

    with_excuse = [draw for draw in draws if EXCUSE in (card for _, card in draw.rounds[0])]
    assert with_excuse
    assert all(len(draw.rounds) == 1 + (draw in with_excuse) for draw in draws)
    for draw in draws:
        cards_by_seat = {seat: card for draw_round in draw.rounds for seat, card in draw_round}
        assert draw.dealer == min(cards_by_seat, key=lambda seat: drawn_height(cards_by_seat[seat]))


def test_drawn_cards_rank_from_the_ace_of_clubs_to_the_21():
    texts = ["C1", "D1", "H1", "S1", "C2", "SR", "1T", "21T"]

    heights = [drawn_height(parse_card(text)) for text in texts]

    assert heights == sorted(set(heights))


@pytest.mark.parametrize(
    ("game", "teams"),
    [
        ("tarot-6", ((0, 3), (1, 4), (2, 5))),
        ("tarot-12", ((0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11))),
        ("tarot-13", ((0, 5, 10), (1, 6, 11), (2, 7, 12), (3, 8), (4, 9))),
        ("tarot-7", ()),
        ("nullo-4", ()),
    ],
)
def test_team_mates_sit_as_far_apart_as_the_order_allows(game, teams):
    assert teams_of(game) == teams


def test_team_has_what_its_players_have_together():
    assert team_totals("tarot-6", (10, -20, 5, 10, 0, -5)) == (20, -20, 0)
    assert team_totals("tarot-4", (10, -20, 5, 5)) == ()


def test_drawn_seats_hold_everybody_once_and_any_two_may_be_a_team():
    draws = [draw_seats(Random(seed), 6) for seed in range(60)]

    assert all(sorted(draw) == list(range(6)) for draw in draws)
    mates_of_first = {frozenset((draw[0], draw[3])) for draw in draws if 0 in (draw[0], draw[3])}
    assert mates_of_first == {frozenset((0, mate)) for mate in range(1, 6)}
