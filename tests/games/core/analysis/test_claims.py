"""Claims of all remaining tricks: which ones hold, and the end that they write, compared with every play."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from random import Random

import pytest

from games.core.actions import Action, DiscardCard, PlayCard
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.cards import EXCUSE, PETIT, Card, parse_card, sort_hand, trump_number
from games.core.layouts import Layout
from games.core.play import GameVariant, State
from games.core.tricks import legal_cards, trick_winner
from games.core.variants.registry import find_variant
from games.core.variants.tarot.state import TarotState
from tests.cases import by_day


def cards_of(texts: str) -> list[Card]:
    return [parse_card(text) for text in texts.split()]


GAMES = ("tarot-3", "tarot-4", "tarot-5", "nullo-3", "papayou-3")
STRONG = frozenset(cards_of("21T 20T 19T 18T 17T 16T 15T 14T 13T 1T SR HR DR"))
"""Cards of the player who is to claim."""
KEPT = frozenset(cards_of("1T EX SR HR DR CR"))
"""Cards that all players keep as long as they may, so that they are left at the end."""


def moments(game: str, cards: int) -> Iterator[State]:
    """Yield moments at which a player who drew trumps leads with so many cards each."""
    variant = find_variant(game)
    for seed in range(400):
        rng = Random(seed)
        state = variant.start(stacked_layout(variant, rng), dealer=0)
        while not state.is_over:
            if can_claim(state) and len(state.view(state.to_act or 0).hand) == cards:
                yield state
                break
            state = state.apply(chosen(state, rng))


def stacked_layout(variant: GameVariant, rng: Random) -> Layout:
    """Deal one player the strong cards, in the place of as many others."""
    deck = list(variant.deck)
    rng.shuffle(deck)
    strong = [card for card in deck if card in STRONG]
    weak = [card for card in deck if card not in STRONG]
    return variant.cut(strong + weak, variant.make_rules())


def chosen(state: State, rng: Random) -> Action:
    """Choose a card as players do who draw trumps: the highest one to lead, else a low one."""
    actions = state.legal_actions()
    plays = [a for a in actions if isinstance(a, PlayCard)]
    if len(plays) < len(actions):
        return rng.choice(actions)
    plays = [a for a in plays if a.card not in KEPT] or plays
    if can_lead(state):
        return max(plays, key=lambda a: trump_number(a.card) or 0)
    return min(plays, key=lambda a: (trump_number(a.card) or 0, rng.random()))


def can_lead(state: State) -> bool:
    return sum(isinstance(a, PlayCard) for a in state.history) % state.variant.player_count == 0


def holder_of(card: Card, state: State) -> int | None:
    """Return the seat that holds a card; None once it was played, or out of play."""
    seats = range(state.variant.player_count)
    return next((seat for seat in seats if card in state.view(seat).hand), None)


def end_of(state: State, line: Iterable[Action]) -> State:
    for action in line:
        state = state.apply(action)
    return state


@cache
def true_claims(game: str, cards: int, most: int) -> list[State]:
    """Claims that hold, with the Petit in the claimer's hand, or an Excuse in another, or both."""
    claims = (state for state in islice(moments(game, cards), 60) if is_claim_true(state))
    return list(islice(filter(has_bout_left, claims), most))


def has_bout_left(state: State) -> bool:
    return PETIT in claimed_hand(state) or holder_of(EXCUSE, state) not in (None, state.to_act)


def claimed_hand(state: State) -> frozenset[Card]:
    return state.view(state.to_act or 0).hand


def value_of(state: State, seat: int, partners: frozenset[int]) -> Fraction | None:
    """Return what every trick is worth to a seat when all play their best; None if it loses one."""
    if state.is_over:
        sign = -1 if state.variant.lowest_wins else 1
        return sign * Fraction(state.scores()[seat])
    tricks = len(state.tricks())
    next_states = [state.apply(action) for action in state.legal_actions()]
    is_lost = [
        any(trick.winner != seat for trick in following.tricks()[tricks:]) for following in next_states
    ]
    values = [
        None if lost else value_of(following, seat, partners)
        for lost, following in zip(is_lost, next_states, strict=True)
    ]
    if state.to_act == seat:
        return max((value for value in values if value is not None), default=None)
    if None in values:
        return None
    best = max if state.to_act in partners else min
    return best(value for value in values if value is not None)


def partners_of(state: State) -> frozenset[int]:
    """Return the partners of the seat to act, by the signs of the score of a finished deal."""
    seat = state.to_act or 0
    if not isinstance(state, TarotState):
        return frozenset()
    scores = end_of(state, play_claim(state) or ()).scores()
    return frozenset(
        neighbour for neighbour, score in enumerate(scores) if neighbour != seat and score * scores[seat] > 0
    )


BRUTE = (("tarot-3", 3), ("tarot-3", 2), ("tarot-4", 2), ("tarot-5", 2), ("nullo-3", 3), ("papayou-3", 3))


@pytest.mark.parametrize("case", by_day(BRUTE, lambda case: case[0].startswith("tarot")))
def test_written_end_is_worth_what_the_best_play_of_all_is(case: tuple[str, int]) -> None:
    game, cards = case
    claims = true_claims(game, cards, most=3)

    for state in claims:
        seat = state.to_act or 0
        sign = -1 if state.variant.lowest_wins else 1
        value = sign * Fraction(end_of(state, play_claim(state) or ()).scores()[seat])
        assert value == value_of(state, seat, partners_of(state))
    assert claims


@pytest.mark.parametrize("game", by_day(GAMES, lambda game: game in ("tarot-4", "tarot-5")))
def test_excuse_is_saved_and_petit_is_led_last(game: str) -> None:
    claims = [state for cards in (3, 4) for state in true_claims(game, cards, most=5)]
    claims = [state for state in claims if EXCUSE not in claimed_hand(state)]

    for state in claims:
        last = end_of(state, play_claim(state) or ()).tricks()[-1].cards
        assert PETIT not in claimed_hand(state) or last[0] == PETIT
        assert EXCUSE not in last
    assert any(PETIT in claimed_hand(state) for state in claims)
    assert any(holder_of(EXCUSE, state) is not None for state in claims)


def wins_everywhere(state: State) -> bool:
    """Return whether the claimer's order wins wherever the unseen cards lie, by dealing them in every way."""
    seat, count = state.to_act or 0, state.variant.player_count
    hand = claimed_hand(state)
    petit = [card for card in hand if card == PETIT]
    order = [*(card for card in sort_hand(hand) if card not in petit), *petit]
    return all(wins(order, hands) for hands in dealings(unseen_by(state, seat), [len(hand)] * (count - 1)))


def unseen_by(state: State, seat: int) -> frozenset[Card]:
    view = state.view(seat)
    played_cards = {
        step.action.card for step in view.steps if isinstance(step.action, PlayCard | DiscardCard)
    }
    return frozenset(state.variant.deck) - view.hand - played_cards


def dealings(cards: frozenset[Card], sizes: Sequence[int]) -> Iterator[tuple[frozenset[Card], ...]]:
    if not sizes:
        yield ()
        return
    for hand in map(frozenset, combinations(sorted(cards), sizes[0])):
        yield from ((hand, *other_hands) for other_hands in dealings(cards - hand, sizes[1:]))


def wins(order: Sequence[Card], hands: tuple[frozenset[Card], ...], trick: tuple[Card, ...] = ()) -> bool:
    """Return whether every trick led in an order is won against any play."""
    if not order:
        return True
    trick = trick or (order[0],)
    if len(trick) > len(hands):
        return trick_winner(trick) == 0 and wins(order[1:], hands)
    place = len(trick) - 1
    return all(
        wins(order, (*hands[:place], hands[place] - {card}, *hands[place + 1 :]), (*trick, card))
        for card in legal_cards(hands[place], trick)
    )


def test_claim_holds_wherever_the_unseen_cards_lie() -> None:
    moments_to_claim = [
        state for state in islice(moments("tarot-3", 2), 30) if len(unseen_by(state, state.to_act or 0)) < 9
    ]
    moments_to_claim = [state for state in moments_to_claim if EXCUSE not in claimed_hand(state)]

    verdicts = [is_claim_true(state) for state in moments_to_claim]

    assert verdicts == [wins_everywhere(state) for state in moments_to_claim]
    assert set(verdicts) == {True, False}


def test_accepted_claim_ends_the_deal_with_every_trick_for_the_claimer() -> None:
    claims = [state for state in islice(moments("tarot-4", 2), 15) if not is_claim_true(state)]
    lines = [(state, line) for state in claims if (line := play_claim(state)) is not None]

    for state, line in lines:
        end = end_of(state, line)
        assert end.is_over
        assert {trick.winner for trick in end.tricks()[len(state.tricks()) :]} == {state.to_act}
    assert lines


@pytest.mark.parametrize("game", ["contrat-3", "cold-poker-3"])
def test_claims_of_games_without_suits(game: str) -> None:
    variant = find_variant(game)
    verdicts = set()
    for seed in range(40):
        rng = Random(seed)
        state: State = variant.start(variant.random_layout(rng), dealer=0)
        while not state.is_over and not (can_claim(state) and len(claimed_hand(state)) == 2):
            state = state.apply(rng.choice(state.legal_actions()))
        if state.is_over:
            continue
        verdicts.add(is_true := is_claim_true(state))
        worst = [trick.winner for end in ends_of(state) for trick in end.tricks()[len(state.tricks()) :]]
        assert not is_true or set(worst) == {state.to_act}
    assert verdicts == ({True, False} if game == "contrat-3" else set())


def ends_of(state: State) -> Iterator[State]:
    """Yield every end of a deal in which the leader plays from the top."""
    seat = state.to_act

    def walk(state: State) -> Iterator[State]:
        if state.is_over:
            yield state
            return
        actions = state.legal_actions()
        for action in actions[-1:] if state.to_act == seat else actions:
            yield from walk(state.apply(action))

    yield from walk(state)


def test_only_who_leads_with_tricks_to_come_may_claim() -> None:
    state = next(moments("tarot-4", 2))

    assert not can_claim(state.apply(state.legal_actions()[0]))
    assert not can_claim(
        find_variant("grelin-3").start(find_variant("grelin-3").random_layout(Random(1)), dealer=0)
    )
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
        has_one = state.is_over or len(claimed_hand(state)) == 1
        assert not (has_one and can_claim(state))


def test_line_that_is_not_found_in_time_is_none() -> None:
    assert play_claim(true_claims("tarot-4", 3, most=5)[0], budget=1) is None
