"""State that a game carries from deal to deal: dealer, Contrat's ladder and third Excuse, pot, totals."""

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
"""Rules of a table that agreed on none."""
_TRUMP_HEIGHT = 100
"""Height above any card of a suit."""
_SUIT_HEIGHTS = {"S": 3, "H": 2, "D": 1, "C": 0}


@dataclass(frozen=True, slots=True)
class GameTerms:
    """Agreements of a table before its first deal."""

    game: str
    """Stored name in the registry."""
    rules: RuleSet = PLAIN_RULES
    first_dealer: int = 0
    follows_ladder: bool = True
    """True if each deal of Contrat has its own number of cards; else all have that of the rules."""

    @property
    def player_count(self) -> int:
        return find_variant(self.game).player_count

    @property
    def plays_for_pot(self) -> bool:
        """True if a mouche goes from deal to deal."""
        variant = find_variant(self.game)
        return isinstance(variant, Tarot) and tarot_rules(variant.row, self.rules).mouche

    @property
    def deal_count(self) -> int | None:
        """Deals of a whole game of Contrat; None for games that end when the table stops."""
        variant = find_variant(self.game)
        return len(deal_sizes(variant.player_count)) if isinstance(variant, Contrat) else None

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals. The deal turns after each deal, taken or passed.

        Args:
            number: number of the deal, from 1.
        """
        return (self.first_dealer + number - 1) % self.player_count

    def rules_of(self, number: int) -> RuleSet:
        """Return the rules of one deal.

        At Contrat they hold the cards each of this deal: 1 2 3 … n … 2 1, and over again.

        Args:
            number: number of the deal, from 1.
        """
        variant = find_variant(self.game)
        if not isinstance(variant, Contrat) or not self.follows_ladder:
            return self.rules
        sizes = deal_sizes(variant.player_count)
        overrides = {"cards_each": sizes[(number - 1) % len(sizes)]}
        return variant.make_rules(self.rules.name, dict(self.rules.overrides) | overrides)


def climbs_ladder(game: str, rules: RuleSet) -> bool:
    """Return whether each deal has its own number of cards: at Contrat, unless the table fixed a number."""
    variant = find_variant(game)
    return isinstance(variant, Contrat) and variant.climbs_ladder(rules)


@dataclass(frozen=True, slots=True)
class AddedDeal:
    """One deal of a game as its sheet shows it."""

    number: int
    """Number of the deal, from 1."""
    dealer: int
    rules: RuleSet
    """Rules of this deal."""
    reading: FactsReading
    pot_payments: tuple[int, ...]
    """Points of each seat from the pot, negative when it pays; empty where there is no pot."""
    pot: int
    """Content of the pot after the deal."""
    costly_excuse: int | None
    """Seat that pays a point for its third Excuse of the game, with this deal."""
    points: tuple[Points, ...]
    """Points of each seat from this deal: score, pot and third Excuse."""
    totals: tuple[Points, ...]
    """Totals after this deal. A deal that cannot be read leaves them unchanged."""


def add_up_deals(terms: GameTerms, deals: Sequence[Mapping[str, str]]) -> tuple[AddedDeal, ...]:
    """Return the sheet of a game from the facts of its deals, in order from the first one.

    Totals and pot sum to 0 where the scores do. A deal with a problem adds nothing and stakes nothing.
    """
    totals: tuple[Points, ...] = (0,) * terms.player_count
    pot, excuses, sheet = 0, Counter[int](), []
    for number, typed in enumerate(deals, 1):
        rules, dealer = terms.rules_of(number), terms.dealer_of(number)
        reading = _read(terms.game, rules, tuple(sorted(typed.items())))
        payments: tuple[int, ...] = ()
        costly_excuse = None
        # A table may play several games of Contrat on one sheet: the count of Excuses starts anew with each.
        if (number - 1) % (terms.deal_count or number) == 0:
            excuses.clear()
        if isinstance(reading.outcome, ContratOutcome) and reading.outcome.excuse is not None:
            excuses[reading.outcome.excuse] += 1
            is_costly = excuses[reading.outcome.excuse] == COSTLY_EXCUSE
            costly_excuse = reading.outcome.excuse if is_costly else None
        # A deal with a problem does not touch the pot, not even for the dealer's stake.
        if terms.plays_for_pot and reading.outcome is not None:
            turn = settle_pot(terms, reading.outcome, pot, dealer)
            payments, pot = turn.payments, turn.pot
        points = _points(reading, payments, costly_excuse, terms.player_count)
        totals = tuple(total + part for total, part in zip(totals, points, strict=True))
        sheet.append(AddedDeal(number, dealer, rules, reading, payments, pot, costly_excuse, points, totals))
    return tuple(sheet)


def excuse_counts(terms: GameTerms, deals: Sequence[AddedDeal]) -> list[int]:
    """Return how many times each seat had the Excuse in the present game of Contrat; zeros in other games."""
    begun = len(deals) % (terms.deal_count or 1)
    outcomes = [deal.reading.outcome for deal in deals[len(deals) - begun :]]
    seats = [outcome.excuse for outcome in outcomes if isinstance(outcome, ContratOutcome)]
    return [seats.count(seat) for seat in range(terms.player_count)]


def settle_pot(terms: GameTerms, outcome: GameOutcome, pot: int, dealer: int) -> MoucheTurn:
    """Return the pot and the payments after a deal of Tarot.

    Args:
        pot: content before the deal, accepted by `check_pot`.
    """
    variant = find_variant(terms.game)
    assert isinstance(variant, Tarot)
    assert isinstance(outcome, Outcome | NotPlayed)
    tarot_outcome = outcome if isinstance(outcome, Outcome) else None
    return settle_mouche(pot, tarot_outcome, variant.row, dealer=dealer)


def check_pot(pot: int) -> None:
    """Refuse a pot that stakes cannot have made: all of them are multiples of five.

    Raises:
        WrongFact: `pot_sum`, with the nearest ones `below` and `above`.
    """
    over = pot % DEALER_STAKE
    if over or pot < 0:
        below = max(pot - over, 0)
        message = f"pot {pot} is no sum of stakes of {DEALER_STAKE}"
        raise WrongFact("pot_sum", message, field="pot", pot=pot, below=below, above=below + DEALER_STAKE)


def teams_of(game: str) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team of a game, in order of their first seats; () in a game without teams.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant = find_variant(game)
    if not isinstance(variant, Tarot) or not variant.row.team_count:
        return ()
    return tuple(variant.row.team_members(first) for first in range(variant.row.team_count))


def team_totals(game: str, totals: Sequence[Points]) -> tuple[Points, ...]:
    """Return the common total of each team, in the order of `teams_of`.

    Args:
        totals: totals of the seats, in seat order.
    """
    return tuple(sum(totals[seat] for seat in seats) for seats in teams_of(game))


def draw_seats(rng: Random, player_count: int) -> tuple[int, ...]:
    """Draw the seats, and with them the teams. Return the index in the list of players for each seat.

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
    """Rounds of (seat, card). The seat that drew the Excuse draws again in the second round."""
    dealer: int
    """Seat of the lowest card."""


def draw_dealer(rng: Random, player_count: int) -> DealerDraw:
    """Draw a card of one pack for each seat. The lowest card deals; the seat with the Excuse draws again.

    Source:
        Document 002 (the ace of clubs is the lowest, the 21 the highest; the Excuse draws again); the
        federation's order of suits for equal ranks: spades, hearts, diamonds, clubs.
    """
    pack = list(ONE_PACK)
    rng.shuffle(pack)
    cards = iter(pack)
    first_round = tuple((seat, next(cards)) for seat in range(player_count))
    rounds = [first_round]
    excuse_seats = [seat for seat, card in first_round if card == EXCUSE]
    if excuse_seats:
        rounds.append(tuple((seat, next(cards)) for seat in excuse_seats))
    heights = [(drawn_height(card), seat) for draws in rounds for seat, card in draws if card != EXCUSE]
    return DealerDraw(tuple(rounds), min(heights)[1])


def drawn_height(card: Card) -> tuple[int, int]:
    """Return the sort key of a drawn card other than the Excuse: trumps above suits, then rank, then suit."""
    suit = suit_of(card)
    if suit is None:
        return (_TRUMP_HEIGHT + (trump_number(card) or 0), 0)
    return (rank_of(card) or 0, _SUIT_HEIGHTS[SUITS[suit]])


def _points(
    reading: FactsReading, payments: tuple[int, ...], costly_excuse: int | None, player_count: int
) -> tuple[Points, ...]:
    scores = reading.scores or (0,) * player_count
    return tuple(
        # Points of Contrat are penalties: a third Excuse adds one.
        score + (payments[seat] if payments else 0) + (seat == costly_excuse)
        for seat, score in enumerate(scores)
    )


@lru_cache(maxsize=4096)
def _read(game: str, rules: RuleSet, typed: tuple[tuple[str, str], ...]) -> FactsReading:
    """Return a reading, from the cache where it can: a correction adds up again all the unchanged deals."""
    return facts_form(game, rules).read(dict(typed))
