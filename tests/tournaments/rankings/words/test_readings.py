"""An analysis in words: a cost that is exact, bounded or estimated."""

from random import Random

from games.core.actions import PlayCard
from games.core.analysis.readings import Bounds, CardReading, Estimate
from games.core.cards import parse_card
from games.core.play import play_randomly
from games.core.variants.registry import find_variant
from games.core.variants.tarot.setting import Imposed
from tournaments.rankings.words.readings import DealRead, analysis_words, reading_words

ESTIMATE = Estimate(14, parse_card("SR"), 100)


def deal() -> DealRead:
    game = find_variant("tarot-4")
    start = game.start(game.random_layout(Random(6)), dealer=0, imposed=Imposed(1))  # type: ignore[call-arg]
    return DealRead(play_randomly(start, Random(1)), ("Nord", "Est", "Sud", "Ouest"))


def reading(low: int, high: int, estimate: Estimate | None = None) -> CardReading:
    """The first card of the deal, after which the score lies between two bounds."""
    steps = enumerate(deal().state.steps)
    number, step = next((number, step) for number, step in steps if isinstance(step.action, PlayCard))
    assert isinstance(step.action, PlayCard)
    bounds = Bounds(low, high)
    return CardReading(number, step.seat, step.action.card, bounds, bounds, None, None, (), estimate)


def test_card_of_unknown_cost_says_so() -> None:
    assert reading_words(reading(-300, 300), deal()).lines[0].startswith("On ne sait pas")


def test_estimate_stands_first_and_names_the_better_card() -> None:
    lines = reading_words(reading(-300, 300, ESTIMATE), deal()).lines

    assert lines[0] == (
        "Avec ce que le joueur voyait, le roi de pique valait environ 14 points de plus\u00a0: "
        "estimation sur 100 donnes possibles."
    )
    assert not any("On ne sait pas" in line for line in lines)


def test_estimated_cards_are_ranked_among_the_costly_ones() -> None:
    larger = Estimate(20, parse_card("SR"), 100)
    exact_reading = CardReading(0, 1, parse_card("S2"), Bounds(60, 60), Bounds(44, 44), None, None)

    words = analysis_words([reading(-300, 300, ESTIMATE), reading(-300, 300, larger), exact_reading], deal())

    assert [card.cost for card in words.costly] == ["environ 20 points", "16 points", "environ 14 points"]
