"""What goes from one deal to the next: the dealer, Contrat's ladder and third Excuse, the pot, the totals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from games.core.cards import EXCUSE, SUITS, Card, rank_of, suit_of, trump_number
from games.core.decks import ONE_PACK
from games.core.facts import FactsReading, facts_form
from games.core.facts.fields import WrongFact
from games.core.outcome import Outcome
from games.core.play import GameOutcome, NotPlayed, Points
from games.core.rules import RuleSet
from games.core.scoring.mouche import DEALER_STAKE, MoucheTurn, settle_mouche
from games.core.tarot_rules import tarot_rules
from games.core.variants.contrat import COSTLY_EXCUSE, Contrat, ContratOutcome, deal_sizes
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

PLAIN_RULES = RuleSet()
_TRUMP_HEIGHT = 100
"""Above any card of a suit."""
_SUIT_HEIGHTS = {"S": 3, "H": 2, "D": 1, "C": 0}


@dataclass(frozen=True, slots=True)
class GameTerms:
    """What a table agrees on before its first deal."""

    game: str
    """A stored name of the registry."""
    rules: RuleSet = PLAIN_RULES
    first_dealer: int = 0
    follows_ladder: bool = True
    """At Contrat: whether each deal has its own number of cards, else all have that of the rules."""

    @property
    def player_count(self) -> int:
        """How many play."""
        return find_variant(self.game).player_count

    @property
    def plays_for_pot(self) -> bool:
        """Whether a mouche goes from deal to deal."""
        variant = find_variant(self.game)
        return isinstance(variant, Tarot) and tarot_rules(variant.row, self.rules).mouche

    @property
    def deal_count(self) -> int | None:
        """Deals of a whole game, for Contrat; None where the table stops when it likes."""
        variant = find_variant(self.game)
        return len(deal_sizes(variant.player_count)) if isinstance(variant, Contrat) else None

    def dealer_of(self, number: int) -> int:
        """The seat that deals; the deal turns, whether or not anybody took.

        Args:
            number: of the deal, from 1.
        """
        return (self.first_dealer + number - 1) % self.player_count

    def rules_of(self, number: int) -> RuleSet:
        """The rules of one deal, from 1: at Contrat with its cards each, 1 2 3 … n … 2 1 and over again."""
        variant = find_variant(self.game)
        if not isinstance(variant, Contrat) or not self.follows_ladder:
            return self.rules
        sizes = deal_sizes(variant.player_count)
        own = {"cards_each": sizes[(number - 1) % len(sizes)]}
        return variant.make_rules(self.rules.name, dict(self.rules.overrides) | own)


def climbs_ladder(game: str, rules: RuleSet) -> bool:
    """Whether each deal has its own number of cards: at Contrat, unless the table agreed on one."""
    variant = find_variant(game)
    return isinstance(variant, Contrat) and variant.climbs_ladder(rules)


@dataclass(frozen=True, slots=True)
class AddedDeal:
    """One deal of a game as its sheet shows it."""

    number: int
    """From 1."""
    dealer: int
    rules: RuleSet
    """Those of this deal."""
    reading: FactsReading
    pot_payments: tuple[int, ...]
    """What each seat gets from the pot, or puts into it when negative; empty where there is none."""
    pot: int
    """What the pot holds afterwards."""
    costly_excuse: int | None
    """The seat that pays a point for its third Excuse of the game, with this deal."""
    points: tuple[Points, ...]
    """What the deal brings each seat in all: score, pot and third Excuse."""
    totals: tuple[Points, ...]
    """After this deal. A deal that cannot be read leaves them as they were."""


def add_up(terms: GameTerms, deals: Sequence[Mapping[str, str]]) -> tuple[AddedDeal, ...]:
    """The sheet of a game, from the facts of its deals in order; always from the first one.

    Totals and pot sum to nought where the scores do. A deal with a problem adds nothing and stakes nothing.
    """
    totals: tuple[Points, ...] = (0,) * terms.player_count
    pot, excuses, added = 0, Counter[int](), []
    for number, typed in enumerate(deals, 1):
        rules, dealer = terms.rules_of(number), terms.dealer_of(number)
        reading = _read(terms.game, rules, tuple(sorted(typed.items())))
        payments: tuple[int, ...] = ()
        costly = None
        if (number - 1) % (terms.deal_count or number) == 0:
            excuses.clear()
        if isinstance(reading.outcome, ContratOutcome) and reading.outcome.excuse is not None:
            excuses[reading.outcome.excuse] += 1
            is_costly = excuses[reading.outcome.excuse] == COSTLY_EXCUSE
            costly = reading.outcome.excuse if is_costly else None
        if terms.plays_for_pot and reading.outcome is not None:
            turn = settle_pot(terms, reading.outcome, pot, dealer)
            payments, pot = turn.payments, turn.pot
        points = _points(reading, payments, costly, terms.player_count)
        totals = tuple(total + part for total, part in zip(totals, points, strict=True))
        added.append(AddedDeal(number, dealer, rules, reading, payments, pot, costly, points, totals))
    return tuple(added)


def settle_pot(terms: GameTerms, outcome: GameOutcome, pot: int, dealer: int) -> MoucheTurn:
    """What a deal of Tarot does to the pot.

    Args:
        pot: what it held before, as `check_pot` lets through.
    """
    variant = find_variant(terms.game)
    assert isinstance(variant, Tarot)
    assert isinstance(outcome, Outcome | NotPlayed)
    played = outcome if isinstance(outcome, Outcome) else None
    return settle_mouche(pot, played, variant.row, dealer=dealer)


def check_pot(pot: int) -> None:
    """Refuse a pot that stakes cannot have made: all of them are fives.

    Raises:
        WrongFact: `pot_sum`, with the nearest ones `below` and `above`.
    """
    over = pot % DEALER_STAKE
    if over or pot < 0:
        below = max(pot - over, 0)
        message = f"pot {pot} is no sum of stakes of {DEALER_STAKE}"
        raise WrongFact("pot_sum", message, field="pot", pot=pot, below=below, above=below + DEALER_STAKE)


def teams_of(game: str) -> tuple[tuple[int, ...], ...]:
    """The seats of each team of a game, in order of their first seats; none where each plays for himself.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant = find_variant(game)
    if not isinstance(variant, Tarot) or not variant.row.team_count:
        return ()
    return tuple(variant.row.team_members(first) for first in range(variant.row.team_count))


def team_totals(game: str, totals: Sequence[Points]) -> tuple[Points, ...]:
    """What the players of each team have together, in the order of `teams_of`.

    Args:
        totals: of each seat, in seat order.
    """
    return tuple(sum(totals[seat] for seat in seats) for seats in teams_of(game))


def draw_seats(rng: Random, player_count: int) -> tuple[int, ...]:
    """Who sits where by lot, which draws the teams too: for each seat the place in the list of players.

    Source:
        Document 000 (teams are drawn); docs/rules/en/tarot-6.md for the seats of a team.
    """
    players = list(range(player_count))
    rng.shuffle(players)
    return tuple(players)


@dataclass(frozen=True, slots=True)
class DealerDraw:
    """Cards drawn for the first deal."""

    rounds: tuple[tuple[tuple[int, Card], ...], ...]
    """Each a card for each seat that draws; who drew the Excuse draws again in the next one."""
    dealer: int
    """The seat of the lowest card."""


def draw_dealer(rng: Random, player_count: int) -> DealerDraw:
    """Everybody draws a card of one pack; the lowest deals, whoever has the Excuse draws again.

    Source:
        Document 002 (the ace of clubs is the lowest, the 21 the highest; the Excuse draws again); the
        federation's order of suits for equal ranks: spades, hearts, diamonds, clubs.
    """
    pack = list(ONE_PACK)
    rng.shuffle(pack)
    cards = iter(pack)
    first = tuple((seat, next(cards)) for seat in range(player_count))
    rounds = [first]
    again = [seat for seat, card in first if card == EXCUSE]
    if again:
        rounds.append(tuple((seat, next(cards)) for seat in again))
    held = [(drawn_height(card), seat) for drawn in rounds for seat, card in drawn if card != EXCUSE]
    return DealerDraw(tuple(rounds), min(held)[1])


def drawn_height(card: Card) -> tuple[int, int]:
    """By what drawn cards are compared, the Excuse left out: trumps above suits, then rank, then suit."""
    suit = suit_of(card)
    if suit is None:
        return (_TRUMP_HEIGHT + (trump_number(card) or 0), 0)
    return (rank_of(card) or 0, _SUIT_HEIGHTS[SUITS[suit]])


def _points(
    reading: FactsReading, payments: tuple[int, ...], costly: int | None, player_count: int
) -> tuple[Points, ...]:
    scores = reading.scores or (0,) * player_count
    return tuple(
        score + (payments[seat] if payments else 0) + (seat == costly) for seat, score in enumerate(scores)
    )


@lru_cache(maxsize=4096)
def _read(game: str, rules: RuleSet, typed: tuple[tuple[str, str], ...]) -> FactsReading:
    """A reading, kept: a correction adds up again deals that have not changed."""
    return facts_form(game, rules).read(dict(typed))
