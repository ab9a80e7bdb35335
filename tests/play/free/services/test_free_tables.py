"""Free tables: sitting down, playing, slow ones and robots, coming back, leaving, matches."""

from datetime import timedelta
from functools import lru_cache
from itertools import count
from random import Random

import pytest
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from games.core.actions import format_action
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.cards import EXCUSE
from games.core.layouts import Layout
from games.core.outcome import Outcome
from games.core.play import State
from games.core.rules import parse_rules
from games.core.scoring.mouche import settle_mouche
from games.core.variant import TAROT_4
from games.core.variants.contrat import ContratOutcome, game_scores
from games.core.variants.registry import find_variant
from play.free.enums import Phrase
from play.free.models import FreeDeal, FreeTable, TableSeat
from play.free.queries.free_tables import (
    find_seat,
    find_table,
    listed_tables,
    look,
    moment_of,
    own_free_tables,
    points_of,
)
from play.free.services import dealing
from play.free.services.acting import MOST_PHRASES, play, say
from play.free.services.claims import answer_claim, claim_rest
from play.free.services.dealing import begin_deal
from play.free.services.old_tables import sweep_free_tables
from play.free.services.sitting_down import claim_seats, leave
from play.tables.enums import ActionMaker
from play.tables.models import PlayedTable, TableAction
from play.tables.services.played_tables import Chairs, let_robots_play, load_sitting, sweep_tables
from tests.cases import by_day
from tests.factories.free_tables import Club
from tournaments.people.services.account_closing import close_account

pytestmark = pytest.mark.django_db
SHORT = "fft cards_each=3"
"""Rules of Contrat for a deal of three tricks."""


def begun(game: str = "tarot-4", *, people: int = 2, **more: object) -> Club:
    club = Club(game, people=people, **more)
    if club.look().deal is None:
        begin_deal(me=club.seats[0], seen=0, now=club.now)
    return club


def to_act(club: Club) -> TableSeat:
    """Whose turn it is, a deal being dealt anew until one of the people comes to it."""
    acting = club.acting()
    while acting is None:
        begin_deal(me=club.seats[0], seen=number_of(club), now=club.now)
        acting = club.acting()
    return acting


def number_of(club: Club) -> int:
    deal = club.look().deal
    return deal.number if deal else 0


def others_of(club: Club, me: TableSeat) -> list[TableSeat]:
    return [each for each in club.seats if each.pk != me.pk]


def logged(club: Club) -> list[TableAction]:
    return list(TableAction.objects.filter(table__free_deal__free_table=club.table).order_by("pk"))


# --- sitting down -------------------------------------------------------------------------------------------


def test_people_sit_down_at_the_first_empty_seats_or_where_they_wish() -> None:
    club = Club(people=2)
    club.sit("Chloé", "device 2", seat=3)

    assert [(each.seat, each.name) for each in club.look().seats] == [(0, "Anne"), (1, "Boris"), (3, "Chloé")]
    assert club.look().deal is None


def test_who_sits_already_stays_where_he_is() -> None:
    club = Club(people=2)

    assert club.sit("Autre", "device 1").pk == club.seats[1].pk


@pytest.mark.parametrize(
    ("name", "seat", "code"),
    [("ANNE", None, "name_taken"), ("Chloé", 1, "seat_taken"), ("Chloé", 9, "seat_taken")],
)
def test_taken_seats_and_names_are_refused(name: str, seat: int | None, code: str) -> None:
    club = Club(people=2)

    with pytest.raises(AppError, match=code):
        club.sit(name, "device 2", seat=seat)

    assert TableSeat.objects.count() == 2


def test_last_empty_seat_begins_the_first_deal_and_nobody_sits_there_any_more() -> None:
    club = Club("tarot-3", people=3)

    assert number_of(club) == 1
    assert club.look().is_playing
    with pytest.raises(AppError, match="table_full"):
        club.sit("Chloé 2", "device 9")


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


# --- playing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    by_day(
        ["tarot-2-tirette", "tarot-5", "nullo-3", "papayou-4", "grelin-3", "contrat-4"],
        lambda game: game == "tarot-5",
    ),
)
def test_people_and_robots_play_whole_deals_of_any_game(game: str) -> None:
    club = begun(game)

    club.play_out(Random(1))

    deal = club.look().deal
    assert deal is not None
    scores = deal.table.score.split(" ")
    assert len(scores) == find_variant(game).player_count
    rows = logged(club)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    sitting = club.look().sitting
    assert sitting is not None
    assert [row.seat for row in rows] == list(sitting.state.actors)
    assert {row.made_by for row in rows if row.seat in (0, 1)} == {ActionMaker.PERSON}


def test_nobody_acts_for_another_seat() -> None:
    club = begun()
    acting = to_act(club)
    other = others_of(club, acting)[0]
    sitting = club.look(acting).sitting
    assert sitting is not None
    text = format_action(sitting.view.legal[0])

    play(me=other, number=sitting.number, texts=[text], now=club.now)

    after = club.look(acting).sitting
    assert after is not None
    assert after.number == sitting.number


def test_action_sent_twice_is_done_once() -> None:
    club = begun()
    acting = to_act(club)
    sitting = club.look(acting).sitting
    assert sitting is not None
    sent = {"number": sitting.number, "texts": [format_action(sitting.view.legal[0])]}

    first = play(me=acting, now=club.now, **sent)  # type: ignore[arg-type]
    second = play(me=acting, now=club.now, **sent)  # type: ignore[arg-type]

    assert first.sitting is not None
    assert second.sitting is not None
    assert first.sitting.number == second.sitting.number == len(logged(club))


def test_robots_left_by_a_killed_server_are_asked_by_whoever_comes_next() -> None:
    club = begun()
    acting = to_act(club)
    done = club.act(acting)
    assert done.sitting is not None
    TableAction.objects.filter(made_by=ActionMaker.ROBOT, table=done.sitting.table).filter(
        number__gt=min(row.number for row in logged(club) if row.made_by == ActionMaker.PERSON)
    ).delete()
    left = club.look().sitting
    assert left is not None

    again, twice = let_robots_play(left), let_robots_play(left)

    assert again.state.steps == twice.state.steps == done.sitting.state.steps


def test_who_comes_in_the_middle_of_a_deal_sees_no_hand_and_plays_from_the_next() -> None:
    club = begun()

    late = club.sit("Chloé", "device 2")
    sitting = club.look(late).sitting
    assert sitting is not None

    assert (sitting.seat, sitting.view.hand) == (None, frozenset())
    assert late.seat in sitting.chairs.robots
    with pytest.raises(AppError, match="not_playing"):
        play(me=late, number=sitting.number, texts=["pass"], now=club.now)
    club.play_out()
    begin_deal(me=late, seen=number_of(club), now=club.now)
    following = club.look(late).sitting
    assert following is not None
    assert following.seat == late.seat


# --- time ---------------------------------------------------------------------------------------------------


def test_robot_takes_the_seat_of_a_slow_one_when_his_reserve_is_spent() -> None:
    club = begun()
    slow = to_act(club)
    other = others_of(club, slow)[0]

    club.wait_beside(80, other)
    assert club.go_on(other).acting() == slow
    club.wait(10)
    after = club.go_on(other)

    assert after.at(slow.seat).robot_since == club.now  # type: ignore[union-attr]
    assert after.sitting is not None
    rows = [row for row in logged(club) if row.seat == slow.seat]
    assert rows[-1].made_by == ActionMaker.ROBOT
    assert slow.seat in after.sitting.chairs.robots


def test_reserve_is_only_touched_beyond_the_time_of_an_action() -> None:
    club = begun()
    acting = to_act(club)

    club.wait_beside(30, *club.seats)
    club.act(acting)
    assert TableSeat.objects.get(pk=acting.pk).reserve_used == 0
    again = to_act(club)
    club.wait_beside(50, *club.seats)
    club.act(again)

    assert TableSeat.objects.get(pk=again.pk).reserve_used == 20


def test_slow_one_who_is_there_gets_his_seat_back_by_asking() -> None:
    club = begun()
    slow = to_act(club)
    other = others_of(club, slow)[0]
    club.wait_beside(100, slow, other)

    held = club.go_on(slow)
    assert held.sitting is not None
    assert slow.seat in held.sitting.chairs.robots
    back = club.go_on(slow, is_asked=True)

    assert back.sitting is not None
    assert slow.seat not in back.sitting.chairs.robots
    if back.acting() == slow:
        assert back.deadline() == club.now + timedelta(seconds=30)


def test_who_lost_the_network_gets_his_seat_back_by_being_there_again() -> None:
    club = begun()
    lost = to_act(club)
    other = others_of(club, lost)[0]
    club.wait_beside(120, other)
    held = club.look()
    assert held.sitting is not None
    assert lost.seat in held.sitting.chairs.robots

    back = club.go_on(lost)

    assert back.sitting is not None
    assert lost.seat not in back.sitting.chairs.robots
    assert back.me is not None
    assert back.me.robot_since is None


def test_acting_takes_the_seat_back_and_a_stale_action_is_not_done() -> None:
    club = begun()
    slow = to_act(club)
    before = club.look(slow).sitting
    assert before is not None
    club.wait_beside(100, slow, *others_of(club, slow))

    after = play(me=slow, number=before.number, texts=[format_action(before.view.legal[-1])], now=club.now)

    assert after.sitting is not None
    assert slow.seat not in after.sitting.chairs.robots
    assert {row.made_by for row in logged(club) if row.seat == slow.seat} == {ActionMaker.ROBOT}


def test_nothing_moves_while_everybody_is_gone_and_clocks_begin_anew() -> None:
    club = begun()
    acting = to_act(club)
    number = len(logged(club))

    club.wait(3600)
    back = club.go_on(others_of(club, acting)[0])

    assert len(logged(club)) == number
    assert back.acting() == acting
    assert back.deadline() == club.now + timedelta(seconds=90)


# --- leaving, ending, matches -------------------------------------------------------------------------------


def test_robot_plays_on_for_who_leaves_and_the_seat_is_free_for_the_next_deal() -> None:
    club = begun()
    gone = to_act(club)
    stays = others_of(club, gone)[0]

    leave(me=gone, now=club.now)
    club.seats = [stays]
    club.play_out()

    assert not club.look().is_playing
    late = club.sit("Chloé", "device 2", seat=gone.seat)
    begin_deal(me=stays, seen=number_of(club), now=club.now)
    sitting = club.look(late).sitting
    assert sitting is not None
    assert sitting.seat == gone.seat


def test_who_leaves_and_comes_back_has_no_second_hand_in_the_same_deal() -> None:
    club = begun()

    leave(me=club.seats[1], now=club.now)
    again = club.sit("Boris", "device 1", seat=2)

    sitting = club.look(again).sitting
    assert sitting is not None
    assert sitting.seat is None


def test_table_is_ended_by_the_last_who_leaves_and_takes_nobody() -> None:
    club = begun()

    for seat in club.seats:
        leave(me=seat, now=club.now)

    assert FreeTable.objects.get().ended_at == club.now
    with pytest.raises(AppError, match="table_ended"):
        club.sit("Chloé", "device 2")


def test_forgotten_table_is_ended_keeps_its_deal_and_opens_again() -> None:
    club = begun()
    acting = to_act(club)
    number = len(logged(club))
    club.wait(2 * 3600 + 1)

    sweep_free_tables(now=club.now)
    assert FreeTable.objects.get().ended_at == club.now
    with pytest.raises(AppError, match="table_ended"):
        club.act(acting)
    begin_deal(me=acting, seen=number_of(club), now=club.now)

    again = club.look(acting)
    assert again.table.ended_at is None
    assert (len(logged(club)), again.acting()) == (number, acting)


def test_pot_of_the_mouche_goes_from_deal_to_deal_of_a_match_and_counts_in_its_points() -> None:
    club = begun("tarot-4", rules="fft mouche=yes")
    club.play_out(Random(1))
    begin_deal(me=club.seats[0], seen=1, now=club.now)
    club.play_out(Random(2))

    deals, held = list(FreeDeal.objects.order_by("number")), 0
    for deal, points in zip(deals, points_of(club.table, match=1), strict=True):
        outcome = load_sitting(deal.table, Chairs(None, frozenset())).state.outcome()
        taken = outcome if isinstance(outcome, Outcome) else None
        turn = settle_mouche(held, taken, TAROT_4, dealer=deal.table.dealer)
        held = turn.pot
        scores = map(int, deal.table.score.split(" "))
        assert deal.pot == held
        assert points == tuple(map(sum, zip(scores, turn.payments, strict=True)))
    begin_deal(me=club.seats[0], seen=2, now=club.now)
    club.play_out(Random(3))
    assert sum(sum(deal) for deal in points_of(club.table, match=2)) == -(club.look().deal.pot)  # type: ignore


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
    played = [outcome for outcome in outcomes if isinstance(outcome, ContratOutcome)]
    assert [sum(outcome.tricks) for outcome in played] == [1, 2, 3, 4, 3, 2, 1]
    assert [deal.payments for deal in deals] == ["0 0 0 0 0"] * 2 + ["0 0 1 0 0"] + ["0 0 0 0 0"] * 4
    totals = tuple(map(sum, zip(*points_of(club.table, match=1), strict=True)))
    assert totals == game_scores(played)
    assert club.look().is_match_over


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
    assert len(points_of(FreeTable.objects.get(), match=1)) == 2
    begin_deal(me=club.seats[1], seen=2, now=club.now)

    assert (FreeTable.objects.get().match, number_of(club)) == (2, 3)
    assert points_of(FreeTable.objects.get(), match=2) == []


def test_next_deal_waits_for_the_end_of_this_one() -> None:
    club = begun()

    with pytest.raises(AppError, match="deal_under_way"):
        begin_deal(me=club.seats[0], seen=1, now=club.now)


# --- what is around -----------------------------------------------------------------------------------------


def test_phrases_are_said_and_only_the_last_ones_kept() -> None:
    club = Club(people=2)

    for _ in range(MOST_PHRASES):
        say(me=club.seats[0], phrase=Phrase.LUCK, now=club.now)
    say(me=club.seats[1], phrase=Phrase.THANKS, now=club.now)

    phrases = list(FreeTable.objects.get().phrases.values_list("seat", "phrase"))
    assert len(phrases) == MOST_PHRASES
    assert phrases[-1] == (1, Phrase.THANKS)


def present_moment(club: Club) -> str:
    found = find_table(club.table.secret, club.now)
    assert found is not None
    return moment_of(found)


def test_every_change_gives_the_table_another_moment() -> None:
    club = Club(people=1)
    moments = [present_moment(club)]

    club.sit("Boris", "device 1")
    moments.append(present_moment(club))
    begin_deal(me=club.seats[0], seen=0, now=club.now)
    moments.append(present_moment(club))
    club.act(to_act(club))
    moments.append(present_moment(club))
    say(me=club.seats[0], phrase=Phrase.LUCK, now=club.now)
    moments.append(present_moment(club))
    leave(me=club.seats[1], now=club.now)
    moments.append(present_moment(club))

    club.wait(21)
    moments.append(present_moment(club))

    assert len(set(moments)) == len(moments)
    assert present_moment(club) == moments[-1]


def test_moment_is_another_when_one_comes_back_as_another_goes() -> None:
    club = Club(people=2)
    club.wait(15)
    club.go_on(club.seats[0])
    club.wait(10)
    before = present_moment(club)

    club.wait(12)
    club.go_on(club.seats[1])

    assert present_moment(club) != before


def test_list_shows_open_tables_where_somebody_is() -> None:
    shown, hidden = Club(), Club(is_listed=False)
    assert list(listed_tables(shown.now)) == [shown.table]

    assert list(listed_tables(shown.now + timedelta(minutes=4))) == []
    assert list(own_free_tables("device 0", None)) == [hidden.table, shown.table]
    assert list(own_free_tables("", None)) == []


def test_account_takes_over_the_seats_of_its_browser_and_closing_it_frees_them() -> None:
    club = begun()
    owner = User.objects.create_user("joueur@club.example")

    claim_seats(device="device 1", owner=owner)
    assert find_seat(club.table, "another browser", owner) == club.seats[1]
    close_account(user=owner)

    assert list(TableSeat.objects.all()) == [club.seats[0]]
    assert club.look().is_playing


def test_old_tables_without_an_account_go_with_their_deals() -> None:
    club, kept = begun(), begun()
    owner = User.objects.create_user("joueur@club.example")
    TableSeat.objects.filter(pk=kept.seats[0].pk).update(owner=owner)
    FreeTable.objects.update(ended_at=timezone.now() - timedelta(days=31))
    PlayedTable.objects.update(created_at=timezone.now() - timedelta(days=31))

    assert sweep_tables(now=timezone.now()) == 0
    assert sweep_free_tables(now=timezone.now()) == 1

    assert list(FreeTable.objects.all()) == [kept.table]
    assert PlayedTable.objects.count() == 1
    assert club.table.pk != kept.table.pk


def test_unknown_game_or_rules_open_no_table() -> None:
    for wrong in ({"game": "belote-4"}, {"rules": "mine"}):
        with pytest.raises(AppError, match="no_such_table"):
            Club(people=1, **wrong)  # type: ignore[arg-type]

    assert not FreeTable.objects.exists()


# --- claims -------------------------------------------------------------------------------------------------


@lru_cache
def leading(*, is_true: bool) -> State:
    """Two cards each at Nullo; seat 0 leads, whose claim is true, or false though the cards could fall so."""
    variant = find_variant("nullo-3")
    for number in range(1_000):
        rng = Random(number)
        state = variant.start(variant.random_layout(rng), dealer=0)
        while not state.is_over:
            is_moment = state.to_act == 0 and can_claim(state) and len(state.view(0).hand) == 2
            if is_moment and play_claim(state) and is_claim_true(state) == is_true:
                return state
            state = state.apply(rng.choice(state.legal_actions()))
    raise AssertionError("no deal comes to it")


def staged(*, people: int, is_true: bool) -> Club:
    """A table of three at which seat 0 leads; there is room for no robot with three people."""
    club = Club("nullo-3", people=1)
    club.stage(leading(is_true=is_true))
    for number in range(1, people):
        club.sit(f"Autre {number}", f"device {number}")
    TableSeat.objects.update(plays_from=1)
    return club


def claim(club: Club, me: TableSeat) -> int:
    sitting = club.look(me).sitting
    assert sitting is not None
    claim_rest(me=me, number=sitting.number, now=club.now)
    return sitting.number


def test_true_claim_ends_the_deal_at_once_with_every_trick() -> None:
    club = staged(people=2, is_true=True)
    me = club.seats[0]

    claim(club, me)

    after = club.look(me)
    assert after.sitting is not None
    assert {trick.winner for trick in after.sitting.state.tricks()[-2:]} == {0}
    assert after.sitting.state.is_over
    assert after.deal is not None
    assert after.deal.table.ended_at is not None
    assert [row.made_by for row in logged(club)][-6:] == [ActionMaker.CLAIM] * 6


def test_robots_refuse_a_claim_that_is_not_true_and_the_play_goes_on() -> None:
    club = staged(people=2, is_true=False)
    me, number = club.seats[0], len(logged(club))

    with pytest.raises(AppError, match="claim_refused"):
        claim(club, me)
    with pytest.raises(AppError, match="too_many_claims"):
        claim(club, me)

    assert club.look().claim is None
    assert len(logged(club)) == number
    assert club.look().acting() == me


def test_people_are_asked_about_a_claim_and_their_assent_ends_the_deal() -> None:
    club = staged(people=3, is_true=False)
    me, first, second = club.seats

    number = claim(club, me)
    assert club.look().claim is not None
    for who in (first, me, first):
        answer_claim(me=who, number=number, agrees=True, now=club.now)
        assert club.look().is_playing
    answer_claim(me=second, number=number, agrees=True, now=club.now)

    assert not club.look().is_playing


def test_one_refusal_ends_a_claim_and_no_clock_runs_meanwhile() -> None:
    club = staged(people=3, is_true=False)
    number = claim(club, club.seats[0])
    assert club.look().deadline() is None

    club.wait(15)
    answer_claim(me=club.seats[1], number=number, agrees=False, now=club.now)

    assert club.look().claim is None
    assert club.look().deadline() == club.now + timedelta(seconds=90)


def test_claim_that_nobody_answers_is_refused() -> None:
    club = staged(people=3, is_true=False)
    claim(club, club.seats[0])

    club.wait_beside(20, *club.seats)
    assert club.look().claim is not None
    club.wait_beside(10, *club.seats)

    assert club.look().claim is None
    assert club.look().acting() == club.seats[0]


def test_claim_is_made_when_leading_to_a_trick() -> None:
    club = staged(people=3, is_true=False)
    club.act(club.seats[0])

    with pytest.raises(AppError, match="no_claim"):
        claim(club, to_act(club))


def test_spectator_and_every_seat_find_the_same_table() -> None:
    club = begun()

    assert look(club.table).me is None
    assert look(club.table, club.seats[1]).me == club.seats[1]


def test_account_and_a_guest_of_one_browser_have_a_seat_each() -> None:
    club = Club(people=1)
    owner = User.objects.create_user("joueur@club.example")
    TableSeat.objects.update(owner=owner)

    guest = club.sit("Boris", "device 0")

    assert find_seat(club.table, "device 0", None) == guest
    assert find_seat(club.table, "device 9", owner) == club.seats[0]
