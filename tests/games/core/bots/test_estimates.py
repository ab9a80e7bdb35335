"""Estimated cost of early cards: what is blamed, what is not, and by whose knowledge."""

from random import Random

from games.core.actions import PlayCard
from games.core.analysis.readings import Bounds, CardReading
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.estimates import LEAST_POINTS, estimate_loss, estimate_readings
from games.core.bots.habits.rules_of_thumb import play_by_thumb
from games.core.bots.knowledge.sights import read_view
from games.core.bots.matches import garde_deals
from games.core.cards import PETIT
from games.core.play import play_randomly
from games.core.tricks import SUIT_OF, TRUMP_LED
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

WIDE = Bounds(-999, 999)


def first_leads():
    """Deals at four before the first card, led by a defender with the Petit and other trumps."""
    game = GAMES["tarot-4"]
    for number, (layout, taker) in enumerate(garde_deals(game, 120, 5)):
        state = game.start(layout, dealer=number % 4, imposed=Imposed(taker))
        leader = (number + 1) % 4
        trumps = [card for card in layout.hands[leader] if SUIT_OF[card] == TRUMP_LED]
        if leader != taker and PETIT in trumps and 3 <= len(trumps) <= 5:
            while PlayCard(PETIT) not in state.legal_actions():
                state = state.apply(play_by_thumb(read_view(state.view(state.to_act))))
            yield state


def unknown_reading(state, card):
    return CardReading(len(state.steps), state.to_act, card, WIDE, WIDE, None, None)


def test_petit_led_to_the_first_trick_is_blamed():
    blamed = 0
    states = list(first_leads())
    for state in states:
        view = state.view(state.to_act)
        estimate = estimate_loss(view, unknown_reading(state, PETIT), RobotLevel.FORT, None)
        blamed += estimate is not None and estimate.better != PETIT and estimate.points >= LEAST_POINTS

    assert len(states) >= 4
    assert blamed >= 0.75 * len(states)


def test_the_robots_own_card_is_never_blamed():
    for state in list(first_leads())[:3]:
        view, step = state.view(state.to_act), len(state.steps)
        card = choose_action(view, RobotLevel.FORT, seed=step).card

        assert estimate_loss(view, unknown_reading(state, card), RobotLevel.FORT, None) is None


def test_only_cards_of_unknown_cost_are_estimated_in_order():
    state = next(first_leads())
    start, done = state, []
    played_out = play_randomly(start.apply(PlayCard(PETIT)), Random(1))
    actions = played_out.history[len(start.history) :]
    cards = [
        (number, step) for number, step in enumerate(played_out.steps) if isinstance(step.action, PlayCard)
    ]
    readings = [
        CardReading(number - len(start.steps), step.seat, step.action.card, WIDE, WIDE, None, None)
        for number, step in cards
    ]
    bounds = Bounds(20, 20)
    readings[8:] = [
        CardReading(reading.step, reading.seat, reading.card, bounds, bounds, None, None)
        for reading in readings[8:]
    ]

    estimated = estimate_readings(
        start, actions, readings, level=RobotLevel.CLUB, budget=100, progress=done.append
    )

    assert done == [*range(1, len(readings) + 1)]
    assert any(reading.estimate for reading in estimated[:8])
    assert not any(reading.estimate for reading in estimated[8:])
    assert [reading.card for reading in estimated] == [reading.card for reading in readings]


def test_knowledge_of_the_seat_alone_decides():
    """A deal that looks the same to the player gets the same estimate."""
    state = next(first_leads())
    view = state.view(state.to_act)
    reading = unknown_reading(state, PETIT)
    other_view = read_view(view).world(Random(4)).view(view.seat)

    estimates = {estimate_loss(seat_view, reading, RobotLevel.FORT, 200) for seat_view in (view, other_view)}

    assert len(estimates) == 1


def test_games_without_levels_get_no_estimate():
    game = GAMES["tarot-9"]
    start = game.start(game.random_layout(Random(2)), imposed=Imposed(0))
    end = play_randomly(start, Random(2))
    step = next(n for n, action in enumerate(end.history) if isinstance(action, PlayCard))
    reading = CardReading(step, end.actors[step], end.history[step].card, WIDE, WIDE, None, None)

    assert estimate_readings(start, end.history, [reading]) == [reading]
