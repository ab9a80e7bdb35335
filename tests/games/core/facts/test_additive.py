"""Parts of the scores: their sums are the scores of the engine, deal by deal."""

import random

import pytest

from games.core.errors import ImpossibleOutcome
from games.core.facts.additive import AdditiveScores, additive_scores
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.rules import RuleSet
from games.core.scoring import check_outcome, score_seats
from games.core.tarot_rules import tarot_rules
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

pytestmark = pytest.mark.pure
DEALS = 2000
SLAMS = (*[Slam.NONE] * 8, *Slam)


def parts_of(game: str, rules: RuleSet = RuleSet()) -> AdditiveScores:  # noqa: B008 - frozen
    parts = additive_scores(game, rules)
    assert parts is not None
    return parts


def any_outcome(size: int, rng: random.Random) -> Outcome:
    taker, partner = rng.sample(range(size), 2)
    return Outcome(
        taker=taker,
        bid=rng.choice([Bid.PRISE, Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE]),
        bouts=rng.randrange(4),
        half_points=rng.randrange(183),
        handfuls=tuple(rng.choices(list(Handful), k=rng.choice([0, 0, 1, 2]))),
        petit=rng.choice(list(PetitAtEnd)),
        slam=rng.choice(SLAMS),
        partners=(partner,) if size == 5 and rng.random() < 0.7 else (),
    )


@pytest.mark.parametrize("game", ["tarot-3", "tarot-4", "tarot-5", "tarot-5-flambeuse"])
def test_sum_of_the_parts_is_the_score_of_the_engine(game: str) -> None:
    variant = find_variant(game)
    assert isinstance(variant, Tarot)
    row, size = variant.row, variant.player_count
    rng = random.Random(size)
    parts, options, counted = parts_of(game), tarot_rules(row, RuleSet()), 0
    for _deal in range(DEALS):
        outcome = any_outcome(size, rng)
        try:
            check_outcome(outcome, row, options)
        except ImpossibleOutcome:
            continue
        sums = parts.scores(outcome, size)
        if sums is None:
            assert outcome.slam not in (Slam.NONE, Slam.ANNOUNCED_FAILED)
            continue
        counted += 1
        assert sums == list(score_seats(outcome, row, options))

    assert counted > DEALS / 8


def test_published_deal_has_its_score() -> None:
    """A garde with two bouts, 49 points and the petit au bout: (25 + 8 + 10) × 2 = 86 from each defender."""
    outcome = Outcome(2, Bid.GARDE, 2, 98, petit=PetitAtEnd.ATTACK)

    assert parts_of("tarot-4").scores(outcome, 4) == [-86, -86, 258, -86]


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("tarot-5", RuleSet("traditional")),
        ("tarot-6", RuleSet()),
        ("nullo-4", RuleSet()),
        ("contrat-4", RuleSet()),
    ],
)
def test_games_whose_scores_have_no_such_parts_have_none(game: str, rules: RuleSet) -> None:
    """Halves of a share are no whole parts; teams and other games have other sums."""
    assert additive_scores(game, rules) is None
