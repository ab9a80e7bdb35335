"""A hint in words: the move with a club's reason, and the figures behind it."""

from dataclasses import replace
from random import Random

import pytest
from django.utils.translation import override

from games.core.actions import DiscardCard, MakeBid, Pass, PlayCard, ShowHandful
from games.core.bots.habits.call_reasons import CallReason
from games.core.bots.habits.card_reasons import CardReason
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.habits.side_reasons import SideReason
from games.core.cards import parse_card
from games.core.outcome import Bid
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from play.scene.words.reasons import REASONS, hint_words
from play.scene.words.steps import handful_words
from play.tables.services.hints import Hint
from tests.games.core.bots.test_rules_of_thumb import SANS, after, started
from tournaments.base.words.cards import the_cards

KING, THREE = PlayCard(parse_card("HR")), PlayCard(parse_card("C3"))
PRISE, GARDE = MakeBid("prise"), MakeBid("garde")
PLAYED_OUT = ChoiceMethod.PLAYED_OUT


def words(choice, *, state=None, lowest_wins=False):
    """The words of a choice, at a game whose play robots do not know unless a deal of Tarot is given."""
    variant = GAMES["papayou-4"]
    state = state or variant.start(variant.random_layout(Random(1)))
    return hint_words(Hint(state.view(state.to_act), choice), lowest_wins=lowest_wins)


@pytest.mark.parametrize(
    ("choice", "figures"),
    [
        (
            RobotChoice(KING, PLAYED_OUT, 120, {THREE: 1.0, KING: 13.4}),
            "Sur 120 donnes possibles, il gagne en moyenne 12 points de plus qu’avec le 3 de trèfle.",
        ),
        (
            RobotChoice(KING, ChoiceMethod.SEARCHED, 1, {THREE: 12.5, KING: 13.6}),
            (
                "Sur 1 donne possible jouée au mieux jusqu’à la fin, "
                "il gagne en moyenne 1 point de plus qu’avec le 3 de trèfle."
            ),
        ),
        (
            RobotChoice(Pass(), PLAYED_OUT, 60, {MakeBid("garde"): -0.3, Pass(): 0.0}),
            "Sur 60 donnes possibles, cela vaut autant en moyenne que « Garde ».",
        ),
        (
            # the comparison is with the best mean, whatever was won more often
            RobotChoice(
                KING, PLAYED_OUT, 100, {THREE: 4.0, KING: 2.9, Pass(): 0.0}, {THREE: -10, KING: 8, Pass(): 2}
            ),
            (
                "Sur 100 donnes possibles, cela fait plus souvent mieux "
                "que le 3 de trèfle, mais rapporte 1 point de moins en moyenne."
            ),
        ),
        (
            # as good within the error: the learnt policy decided
            RobotChoice(KING, PLAYED_OUT, 100, {THREE: 4.0, KING: 2.9}, {THREE: 0.1, KING: -0.1}),
            (
                "Sur 100 donnes possibles, l’écart avec le 3 de trèfle reste dans le hasard du calcul. "
                "Le robot suit ce qu’il a appris en jouant."
            ),
        ),
        (
            RobotChoice(GARDE, PLAYED_OUT, 60, {GARDE: 8.0, Pass(): 0.0}, made={PRISE: 45, GARDE: 40}),
            "Sur 60 donnes possibles, « Garde » réussit 40 fois.",
        ),
        (
            RobotChoice(Pass(), PLAYED_OUT, 60, {GARDE: -8.0, Pass(): 0.0}, made={PRISE: 12, GARDE: 12}),
            "Sur 60 donnes possibles, « Prise » réussit 12 fois.",
        ),
        (RobotChoice(KING, ChoiceMethod.FORCED), ""),
    ],
)
def test_figures_compare_with_the_best_alternative(choice, figures):
    assert words(choice).figures.replace("\xa0", " ") == figures


@pytest.mark.parametrize(
    ("choice", "advice"),
    [
        (RobotChoice(KING, ChoiceMethod.FORCED), "Le robot jouerait le roi de cœur : c’est le seul choix."),
        (
            RobotChoice(DiscardCard(KING.card), ChoiceMethod.THUMB),
            "Le robot écarterait le roi de cœur, selon l’usage : il n’a pas essayé les autres coups.",
        ),
        (
            RobotChoice(DiscardCard(THREE.card), PLAYED_OUT, discard=(THREE.card, KING.card)),
            "Le robot écarterait le roi de cœur, le 3 de trèfle. Cet écart met 5 points à l’abri.",
        ),
        (RobotChoice(KING, PLAYED_OUT, 120, {THREE: 1.0, KING: 13.4}), "Le robot jouerait le roi de cœur."),
    ],
)
def test_advice_is_the_move(choice, advice):
    assert words(choice).advice.replace("\xa0", " ") == advice


def test_advice_at_tarot_has_the_reason_of_a_club_and_names_equal_cards():
    state = after(started("20T S2", "1T 2T 3T", "4T", "21T", imposed=SANS), "ready 20T")
    choice = RobotChoice(PlayCard(parse_card("2T")), PLAYED_OUT, 40, {PlayCard(parse_card("2T")): 1.0})

    advice = words(choice, state=state).advice.replace("\xa0", " ")

    assert advice == (
        "Le robot jouerait le 2 d’atout ; autant vaut le 3 d’atout. "
        "Gardez le Petit : il serait en danger dans ce pli."
    )


@pytest.mark.parametrize(
    ("game", "counts"),
    [("tarot-4", "1 bout, 3 atouts, aucun roi"), ("tarot-10", "1 bout, 4 atouts, 1 roi"), ("papayou-4", "")],
)
def test_advice_before_a_bid_counts_the_hand(game, counts):
    variant = GAMES[game]
    state = variant.start(variant.random_layout(Random(2)), dealer=0)

    advice = words(RobotChoice(Pass(), ChoiceMethod.THUMB), state=state).advice.replace("\xa0", " ")

    assert advice.endswith(f" Votre main : {counts}.") if counts else "Votre main" not in advice


def test_handful_is_named_as_on_its_button():
    hand = "1T 2T 3T 4T 5T 6T 7T 8T 9T 10T S1 S2 S3 S4 S5 S6 S7 S8"
    state = after(started(hand, imposed=Imposed(0, Bid.GARDE_SANS)), "ready")
    handful = next(action for action in state.legal_actions() if isinstance(action, ShowHandful))

    advice = words(RobotChoice(handful, ChoiceMethod.THUMB), state=state).advice

    assert handful_words(handful, state.legal_actions()) in advice


def test_cards_of_one_colour_are_named_together():
    cards = [parse_card(text) for text in ("C3", "CR", "C9", "2T", "21T", "EX", "H4")]

    assert the_cards(cards) == (
        "le 21 et le 2 d’atout, l’Excuse, le 4 de cœur, le roi, le 9 et le 3 de trèfle"
    )
    with override("en"):
        assert the_cards(cards) == (
            "trumps 21 and 2, the Excuse, the 4 of hearts, the king, the 9 and the 3 of clubs"
        )


def test_every_reason_has_its_words():
    assert REASONS.keys() == {*CardReason, *CallReason, *SideReason}


@pytest.mark.parametrize(
    ("discard", "words_of_suits"),
    [("HD", " et vous coupe à cœur."), ("HD CR", " et vous coupe à cœur et à trèfle."), ("D2", ".")],
)
def test_discard_names_the_suits_that_it_empties_and_no_suit_that_was_empty(discard, words_of_suits):
    hand, cards = ([parse_card(card) for card in text.split()] for text in ("HD CR D2 D3", discard))
    view = replace(started(imposed=Imposed(0)).view(0), hand=frozenset(hand))
    hint = Hint(view, RobotChoice(DiscardCard(cards[0]), ChoiceMethod.THUMB, discard=tuple(cards)))

    assert hint_words(hint, lowest_wins=False).advice.endswith(f" à l’abri{words_of_suits}")


@pytest.mark.parametrize(
    ("bid", "made", "is_risk_told"), [(PRISE, 29, True), (PRISE, 50, False), (GARDE, 29, False)]
)
def test_prise_that_mostly_fails_tells_its_small_risk(bid, made, is_risk_told):
    choice = RobotChoice(bid, PLAYED_OUT, 100, {bid: 1.0}, made={bid: made})

    assert ("Le risque reste petit" in words(choice).figures) is is_risk_told


def test_points_that_are_bad_are_taken_less():
    choice = RobotChoice(KING, PLAYED_OUT, 20, {THREE: -9.0, KING: -4.0})

    assert "il prend en moyenne 5 points de moins qu’avec" in words(choice, lowest_wins=True).figures


def test_hint_has_its_english():
    choice = RobotChoice(KING, PLAYED_OUT, 120, {THREE: 1.0, KING: 13.4})

    with override("en"):
        reason = words(choice)

    assert reason.advice == "The robot would play the king of hearts."
    assert reason.figures == (
        "Over 120 possible deals, it wins 12 points more on average than with the 3 of clubs."
    )
