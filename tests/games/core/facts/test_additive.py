"""Parts of scores that a page adds up without network. tests/e2e/test_offline_counts.py adds them up."""

import pytest

from games.core.facts import facts_form
from games.core.facts.additive import additive_scores
from games.core.facts.over_deals import GameTerms, add_up_deals, excuse_counts
from games.core.facts.pot_parts import pot_parts
from games.core.facts.seat_parts import seat_parts
from games.core.outcome import Bid, Outcome, PetitAtEnd, Slam
from games.core.rules import RuleSet, parse_rules
from games.core.scoring.mouche import settle_mouche
from games.core.variants.registry import GAMES, find_variant
from games.core.variants.tarot.game import Tarot
from tests.cases import by_day
from tests.games.core.variants.watching import is_of_the_day

pytestmark = pytest.mark.pure
PLAIN = RuleSet()


@pytest.mark.parametrize("game", by_day(GAMES, lambda game: is_of_the_day(find_variant(game))))
def test_every_game_has_the_parts_of_its_kind(game: str) -> None:
    is_tarot = isinstance(find_variant(game), Tarot)

    assert (additive_scores(game, PLAIN) is not None) is is_tarot
    assert (seat_parts(game, PLAIN) is None) is is_tarot


def test_parts_of_a_published_deal() -> None:
    """A garde with two bouts, 49 points and the petit au bout: (25 + 8 + 10) × 2 = 86 from each defender."""
    parts = additive_scores("tarot-4", PLAIN)
    assert parts is not None

    assert (parts.counts[2][98], parts.petit[PetitAtEnd.ATTACK]) == (25 + 8, 10)
    assert parts.bids[Bid.GARDE] == (2, 0)
    assert parts.shares == {"1/1/1/taker": 3}
    assert parts.margins[8] == 33
    assert parts.margins[-8] == -33


def test_a_count_of_all_points_needs_a_slam() -> None:
    parts = additive_scores("tarot-4", PLAIN)
    assert parts is not None

    assert (3, 182) in parts.slam_counts
    assert (3, 130) not in parts.slam_counts
    assert parts.slams[Slam.ANNOUNCED_MADE] == 400


def test_halves_and_thirds_are_whole_numbers_of_the_scale() -> None:
    halves, thirds = (additive_scores("tarot-5", RuleSet(name)) for name in ("traditional", "fft"))
    assert halves is not None
    assert thirds is not None

    assert (halves.scale, halves.shares["2/2/1/taker"], halves.shares["2/2/1/partner"]) == (2, 3, 3)
    assert (thirds.scale, thirds.shares["2/2/1/taker"], thirds.shares["2/2/1/partner"]) == (1, 2, 1)


def test_seat_that_takes_all_of_papayou_has_a_score_of_its_own() -> None:
    parts = seat_parts("papayou-4", PLAIN)
    assert parts is not None

    assert parts.sole == (-431, 431)
    assert parts.tables[0][3] + parts.tables[1][21] == 171
    assert facts_form("papayou-4").sums == {"queens": 4, "trumps": 231}


def test_bet_and_tricks_count_together_and_twice_with_the_excuse() -> None:
    parts = seat_parts("contrat-4", PLAIN)
    assert parts is not None

    assert len(parts.tables) == 1
    assert (parts.tables[0][2][0], parts.tables[0][1][3], parts.excuse_factor) == (2, 2, 2)


@pytest.mark.parametrize("pot", [0, 35, 220])
def test_pot_parts_are_the_turns_of_the_engine(pot: int) -> None:
    terms = GameTerms("tarot-4", parse_rules(find_variant("tarot-4").options, "fft mouche=yes"))
    variant = find_variant("tarot-4")
    assert isinstance(variant, Tarot)
    parts = pot_parts(terms)
    assert parts is not None

    for name, half_points in (("garde/made", 140), ("garde/failed", 20)):
        turn = settle_mouche(pot, Outcome(2, Bid.GARDE, 2, half_points), variant.row, dealer=3)
        values = {role: start + growth * pot for role, (start, growth) in parts[name].items()}
        other = values["other"]
        assert turn.payments == (other, other, values["taker"], other + values["dealer"])
        assert turn.pot == values["pot"]
    assert pot_parts(GameTerms("tarot-4")) is None


def test_excuses_are_counted_in_the_game_under_way() -> None:
    terms = GameTerms("contrat-5")
    assert terms.deal_count == 7
    sizes = [facts_form("contrat-5", terms.rules_of(number)).sums["tricks"] for number in range(1, 10)]
    deals = [
        {f"bet_{seat}": "0" for seat in range(5)}
        | {f"tricks_{seat}": str(size if seat == 1 else 0) for seat in range(5)}
        | {"excuse": "3"}
        for size in sizes
    ]

    assert excuse_counts(terms, add_up_deals(terms, deals[:2])) == [0, 0, 0, 2, 0]
    assert excuse_counts(terms, add_up_deals(terms, deals[:7])) == [0, 0, 0, 0, 0]
    assert excuse_counts(terms, add_up_deals(terms, deals[:9])) == [0, 0, 0, 2, 0]
