"""Sentences about the actions at a table, in the language and with the names of their reader."""

import pytest
from django.utils.translation import override

from games.core.actions import (
    Announce,
    Bet,
    DiscardCard,
    Draw,
    GiveCard,
    Hidden,
    MakeBid,
    Pass,
    PlayCard,
    Ready,
)
from games.core.announcements import MISERE_OF_TRUMPS, PETIT_SLAM, SLAM, offered_handfuls
from games.core.auction import SLAM_BID
from games.core.cards import parse_card
from games.core.play import SeatAction
from games.core.tricks import TRUMPS
from play.scene.words.steps import (
    asked_words,
    button_words,
    discarded_words,
    handful_words,
    run_of,
    run_words,
    short_words,
    step_words,
)


@pytest.mark.parametrize(
    ("action", "french", "english"),
    [
        (PlayCard(parse_card("HR")), "{} joue le roi de cœur.", "{} plays the king of hearts."),
        (MakeBid("garde"), "{} annonce\N{NO-BREAK SPACE}: garde.", "{} bids garde."),
        (Pass(), "{} passe.", "{} passes."),
        (Hidden("discard"), "{} a fait son écart.", "{} has discarded."),
    ],
)
def test_step_is_told_in_the_language_and_with_the_names_of_its_reader(
    action: object, french: str, english: str
) -> None:
    sentences = []
    for language, names in (("fr", "NESO"), ("en", ("N", "50 % Eve", "S", "W"))):
        with override(language):
            sentences += [
                step_words(SeatAction(1, action), 0, names),
                step_words(SeatAction(2, action), 0, names),
            ]

    assert sentences == [
        french.format("E"),
        french.format("S"),
        english.format("50 % Eve"),
        english.format("S"),
    ]


def test_own_step_is_told_as_ones_own() -> None:
    assert step_words(SeatAction(2, Pass()), 2, "NESO") == "Vous passez."
    assert step_words(SeatAction(2, Pass()), 1, "NESO") == "S passe."


def test_draws_and_hidden_gifts_of_one_seat_are_one_sentence() -> None:
    draws, gifts = [SeatAction(2, Draw())] * 5, [SeatAction(2, Hidden("give"))] * 2

    def words(steps: list[SeatAction], me: int = 0) -> str:
        return run_words(steps, me, "NESO", lists_own=True)

    assert (words(draws), words(draws, 2)) == ("S pioche 5 cartes.", "Vous piochez 5 cartes.")
    assert (words(draws[:1]), words(gifts)) == ("S pioche.", "S donne 2 cartes.")
    assert not run_of(GiveCard(parse_card("H9")))
    assert not run_of(Hidden("play"))


def test_discard_is_one_sentence_which_names_only_what_its_reader_sees() -> None:
    own_steps = [SeatAction(2, DiscardCard(parse_card(card))) for card in ("H9", "D4")]
    hidden = [SeatAction(3, Hidden("discard"))] * 6
    with_trump = [*hidden[:5], SeatAction(3, DiscardCard(parse_card("4T")))]

    def told(steps: list[SeatAction], *, lists_own: bool = False) -> str:
        return discarded_words(steps, 2, "NESO", lists_own=lists_own)

    assert told(own_steps, lists_own=True) == "Vous écartez le 9 de cœur, le 4 de carreau."
    assert told(own_steps) == "Votre écart est fait."
    assert told(hidden) == "O a fait son écart."
    assert told(with_trump) == "O a fait son écart et montre le 4 d’atout."


def test_announcements_before_the_first_card_say_what_they_are_worth() -> None:
    legal = (Ready(), Announce(SLAM), Announce(PETIT_SLAM))

    assert asked_words(legal) == "Annoncez-vous un chelem\N{NO-BREAK SPACE}?"
    assert [button_words(action) for action in legal] == [
        "Non, jouer",
        "Chelem\N{NO-BREAK SPACE}: tous les plis (+400 / −200)",
        "Petit chelem (+300 / −150)",
    ]


def test_slam_asked_in_the_auction_says_contract_and_points() -> None:
    bid = MakeBid(SLAM_BID)

    assert button_words(bid) == "Garde contre avec chelem (+400 / −200)"
    sentence = step_words(SeatAction(2, bid), 0, "NESO")
    assert sentence == "S annonce\N{NO-BREAK SPACE}: garde contre avec chelem."
    assert short_words(bid) == "garde contre avec chelem"


def test_handfuls_say_their_level_and_points() -> None:
    handfuls = offered_handfuls(TRUMPS, (10, 13, 15))

    assert [handful_words(handful, handfuls) for handful in handfuls] == [
        "Montrer la poignée simple, 10 atouts (+20)",
        "Montrer la double poignée, 13 atouts (+30)",
        "Montrer la triple poignée, 15 atouts (+40)",
    ]


@pytest.mark.parametrize(
    ("tricks", "told", "own"),
    [
        (0, "Est n’annonce aucun pli.", "Vous n’annoncez aucun pli."),
        (1, "Est annonce 1 pli.", "Vous annoncez 1 pli."),
        (3, "Est annonce 3 plis.", "Vous annoncez 3 plis."),
    ],
)
def test_bet_is_told_as_a_number_of_tricks(tricks: int, told: str, own: str) -> None:
    step, names = SeatAction(2, Bet(tricks)), ("Sud", "Ouest", "Est", "Nord")

    assert step_words(step, 0, names) == told
    assert step_words(step, 2, names) == own
    assert short_words(step.action) == f"annonce {tricks}"


def test_question_before_the_lead_names_the_slam_if_only_a_slam_can_be_announced() -> None:
    slam, misere = Announce(SLAM), Announce(MISERE_OF_TRUMPS)

    assert asked_words((Ready(), slam)) == "Annoncez-vous un chelem\N{NO-BREAK SPACE}?"
    assert asked_words((Ready(), slam, misere)) == "Faites-vous une annonce\N{NO-BREAK SPACE}?"
    assert asked_words((Ready(), misere)) == "Faites-vous une annonce\N{NO-BREAK SPACE}?"
