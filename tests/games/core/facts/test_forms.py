"""The facts of every game: played deals typed back, refusals at their field, nearest possible values."""

from random import Random

import pytest

from games.core.facts import NOBODY, PASSED, facts_form
from games.core.outcome import Handful, Outcome
from games.core.play import NotPlayed
from games.core.rules import parse_rules
from games.core.variants.cold_poker import ColdPokerOutcome
from games.core.variants.contrat import ContratOutcome
from games.core.variants.grelin import GrelinOutcome
from games.core.variants.nullo import NulloOutcome
from games.core.variants.papayou_play import PapayouOutcome
from games.core.variants.registry import GAMES, find_variant
from games.core.written_points import format_points


def played(game, seed):
    rng = Random(seed)
    variant = GAMES[game]
    state = variant.start(variant.random_layout(rng), dealer=0)
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def typed_of(outcome, form):
    """Return the fields that a person would fill in after watching the deal."""
    if isinstance(outcome, NotPlayed):
        return {"bid": PASSED}
    if isinstance(outcome, Outcome):
        return typed_tarot(outcome, form)
    if isinstance(outcome, NulloOutcome):
        return {f"points_{seat}": format_points(half) for seat, half in enumerate(outcome.half_points)}
    if isinstance(outcome, GrelinOutcome):
        return by_seat("cards", outcome.cards_left) | by_seat("tokens", outcome.tokens)
    if isinstance(outcome, ContratOutcome):
        excuse = NOBODY if outcome.excuse is None else str(outcome.excuse)
        return by_seat("bet", outcome.bets) | by_seat("tricks", outcome.tricks) | {"excuse": excuse}
    assert isinstance(outcome, ColdPokerOutcome)
    return by_seat("points", outcome.points)


def typed_tarot(outcome, form):
    typed = {
        "bid": outcome.bid.value,
        "taker": str(outcome.taker),
        "bouts": str(outcome.bouts),
        "points": format_points(outcome.half_points),
        "petit": outcome.petit.value,
        "slam": outcome.slam.value,
        "petits": str(outcome.petits),
    }
    typed |= {f"handful_{level}": str(outcome.handfuls.count(level)) for level in Handful}
    other_seats = [
        seat for seat in outcome.partners if form.row.team_of(seat) != form.row.team_of(outcome.taker)
    ]
    teams = dict.fromkeys(form.row.team_members(seat)[0] for seat in other_seats)
    return typed | {f"partner_{place}": str(seat) for place, seat in enumerate(teams)}


def by_seat(fact, numbers):
    return {f"{fact}_{seat}": str(number) for seat, number in enumerate(numbers)}


@pytest.mark.parametrize("game", [game for game in GAMES if not game.startswith("papayou")])
def test_facts_of_played_deals_give_their_scores(game):
    form = facts_form(game)
    for seed in range(6):
        state = played(game, seed)

        reading = form.read(typed_of(state.outcome(), form))

        assert (reading.problems, reading.scores) == ((), state.scores())


@pytest.mark.parametrize("game", [game for game in GAMES if game.startswith("papayou")])
def test_papayou_adds_queens_and_trumps(game):
    form = facts_form(game)
    typed = {"queens_0": "1", "queens_1": str(form.queens - 1), "trumps_1": "21"}
    typed["trumps_2"] = str(sum(form.heights) - 21)

    reading = form.read(typed)

    expected = [50, 50 * (form.queens - 1) + 21, sum(form.heights) - 21]
    assert list(reading.scores) == [*expected, *[0] * (form.player_count - 3)]


@pytest.mark.parametrize("game", GAMES)
def test_every_form_names_its_fields_and_refuses_rubbish(game):
    form = facts_form(game)
    names = [form_field.name for form_field in form.fields]

    reading = form.read(dict.fromkeys(names, "?!"))

    assert len(set(names)) == len(names)
    assert {error.field for error in reading.problems} == set(names)
    assert form.is_empty({})
    assert not form.is_empty({names[0]: "?"})


@pytest.mark.parametrize("game", GAMES)
def test_nothing_written_asks_for_what_has_no_default(game):
    form = facts_form(game)

    required = {error.field for error in form.read({}).problems if error.code == "fact_missing"}

    assert required == {form_field.name for form_field in form.fields if form_field.blank is None} - {
        form_field.name for form_field in form.fields if game.startswith("papayou")
    }


SOLO = {"bid": "garde", "taker": "0", "bouts": "2", "points": "45"}


@pytest.mark.parametrize(
    ("game", "rules", "typed", "refused", "code", "nearest"),
    [
        ("tarot-4", "fft", SOLO | {"points": "92"}, "points", "fact_out_of_range", ["85", "84"]),
        ("tarot-4", "fft", SOLO | {"bouts": "4"}, "bouts", "fact_out_of_range", ["3", "2"]),
        ("tarot-4", "fft", SOLO | {"points": "45,5"}, "points", "half_points_odd", ["45", "46"]),
        ("tarot-4", "fft", SOLO | {"bouts": "3", "points": "3"}, "points", "too_few_points", ["17", "18"]),
        ("tarot-4", "fft", SOLO | {"margin": "5"}, "margin", "margin_disagrees", ["4"]),
        ("tarot-4", "fft", SOLO | {"handful_triple": "2"}, "handful_triple", "fact_out_of_range", ["1", "0"]),
        (
            "tarot-4",
            "fft",
            SOLO | {"handful_simple": "1", "handful_triple": "1"},
            "handful_triple",
            "too_many_handfuls",
            ["0"],
        ),
        ("tarot-4", "fft", SOLO | {"bid": "pousse"}, "bid", "no_such_choice", ["prise", "garde"]),
        ("tarot-4", "fft", SOLO | {"bid": PASSED}, "bid", "passed_with_facts", ["prise", "garde"]),
        ("tarot-5", "fft", SOLO | {"partner_0": "0"}, "partner_0", "partner_is_taker", ["", "1"]),
        (
            "tarot-7",
            "fft",
            SOLO | {"partner_0": "1", "partner_1": "1"},
            "partner_1",
            "partner_twice",
            ["", "2"],
        ),
        (
            "tarot-7",
            "fft",
            SOLO | {"called_0": "SR", "called_1": "SR"},
            "called_1",
            "called_twice",
            ["", "HR"],
        ),
        ("papayou-3", "fft", {"queens_0": "3", "trumps_0": "231"}, "queens_0", "queens_sum", ["4"]),
        ("papayou-3", "fft", {"queens_0": "4", "trumps_1": "230"}, "trumps_1", "trumps_sum", ["231"]),
        (
            "grelin-3",
            "fft",
            {"cards_0": "0", "cards_1": "0", "cards_2": "2"},
            "cards_1",
            "one_winner",
            ["1", "2"],
        ),
        (
            "contrat-3",
            "fft cards_each=2",
            by_seat("bet", (1, 0, 0)) | by_seat("tricks", (1, 1, 1)),
            "tricks_0",
            "tricks_sum",
            ["0"],
        ),
        ("cold-poker-2", "fft", {"points_0": "60", "points_1": "50"}, "points_0", "points_sum", ["55", "54"]),
        (
            "nullo-4",
            "fft",
            {"points_0": "20", "points_1": "30", "points_2": "28", "points_3": "30"},
            "points_1",
            "dog_out_of_range",
            ["10", "9"],
        ),
    ],
)
def test_impossible_facts_are_refused_with_what_is_near(game, rules, typed, refused, code, nearest):
    form = facts_form(game, parse_rules(find_variant(game).options, rules))

    reading = form.read(typed)

    assert [(error.field, error.code) for error in reading.problems] == [(refused, code)]
    assert (reading.outcome, reading.scores) == (None, ())
    assert [near.value for near in reading.nearest if near.field == refused] == nearest
    for near in reading.nearest:
        assert form.read(typed | {near.field: near.value}).problems == ()


def test_everything_wrong_is_told_at_once():
    reading = facts_form("tarot-5").read({"bid": "garde", "taker": "7", "bouts": "x", "points": "200"})

    assert [(error.field, error.code) for error in reading.problems] == [
        ("taker", "no_such_choice"),
        ("bouts", "not_a_number"),
        ("points", "fact_out_of_range"),
    ]


def test_a_margin_stands_for_the_count():
    form = facts_form("tarot-4")

    by_margin = form.read({"bid": "garde", "taker": "1", "margin": "−7"})
    by_count = form.read({"bid": "garde", "taker": "1", "bouts": "2", "points": "34"})

    assert (by_margin.is_counted, by_count.is_counted) == (False, True)
    assert by_margin.scores == by_count.scores
    assert by_margin.lines[0].code == "margin"


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_seats_add_up_to_the_scores(game):
    form = facts_form(game)
    state = played(game, 2)
    outcome = state.outcome()
    if isinstance(outcome, PapayouOutcome):
        reading = form.read({"queens_0": str(form.queens), "trumps_1": str(sum(form.heights))})
    else:
        reading = form.read(typed_of(outcome, form))

    for seat, score in enumerate(reading.scores):
        assert sum(line.points for line in reading.lines if line.seat == seat) == score


def test_a_number_out_of_range_is_refused_once_with_the_nearest_one():
    reading = facts_form("papayou-4").read({"queens_0": "5", "trumps_0": "121", "trumps_1": "110"})

    assert [(error.code, error.field) for error in reading.problems] == [("fact_out_of_range", "queens_0")]
    assert [(near.field, near.value) for near in reading.nearest] == [("queens_0", "4")]


TAKEN = {"queens_0": "4", "trumps_1": "231"}
"""Fields of a possible deal of Papayou at four under any terms."""


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        ("papayou-4", "traditional", {}),
        (
            "papayou-4",
            "traditional",
            {"cards_each": "10", "exchange": "left", "exchange_cards": "3", "draw": "4"},
        ),
        ("papayou-4", "traditional", {"cards_each": "19", "exchange": "none", "draw": "0"}),
        ("papayou-4", "traditional", {"exchange": "both"}),
        ("papayou-4", "fft exchange=dealer cards_each=10", {"exchange": "right"}),
    ],
)  # fmt: skip
def test_what_the_dealer_of_papayou_says_changes_no_score(game, rules, said):
    form = facts_form(game, parse_rules(find_variant(game).options, rules))

    reading = form.read(TAKEN | said)

    assert (reading.problems, reading.scores) == ((), (200, 231, 0, 0))


@pytest.mark.parametrize(
    ("said", "refused", "nearest"),
    [
        ({"cards_each": "20"}, "cards_each", ["19", "18"]),
        ({"cards_each": "1", "exchange": "both"}, "exchange", ["", "none"]),
        ({"cards_each": "4", "exchange": "both", "exchange_cards": "3"}, "exchange_cards", ["2", "1"]),
        ({"cards_each": "10", "exchange": "none", "exchange_cards": "2"}, "exchange_cards", ["0"]),
        (
            {"cards_each": "18", "exchange": "left", "exchange_cards": "1", "draw": "2"},
            "draw",
            ["1", "0"],
        ),
        ({"exchange": "across"}, "exchange", ["", "none"]),
        ({"draw": "9"}, "draw", ["5", "4"]),
    ],
)
def test_terms_that_the_cards_of_papayou_do_not_allow_are_refused(said, refused, nearest):
    form = facts_form("papayou-4", parse_rules(find_variant("papayou-4").options, "traditional"))

    reading = form.read(TAKEN | said)

    assert [problem.field for problem in reading.problems] == [refused]
    assert [near.value for near in reading.nearest if near.field == refused] == nearest


def test_only_what_is_left_to_the_dealer_is_asked():
    form = facts_form("papayou-4", parse_rules(find_variant("papayou-4").options, "fft draw=dealer"))

    assert [form_field.name for form_field in form.fields if not form_field.of_seat] == ["draw"]
