"""Deals of numbered étuis, each from the seed and its number alone."""

from collections import Counter
from dataclasses import dataclass

from games.core.dealing.boards import board_taker
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_game import DealtGame, dealt_game
from games.core.dealing.dealt_set import Scope, Takers, taker_hand_only
from games.core.dealing.shuffle import shuffled_deck
from games.core.deals import Deal
from games.core.errors import DealingFailed
from games.core.layouts import Layout

MOST_ATTEMPTS = 20_000
"""Attempts at one deal before giving up. A taker's hand worth exactly a garde needs 50 or so on average, one
worth a garde sans 500."""
ATTEMPTS_IN_ALL = 60_000
"""At all the deals of one set while somebody waits: seconds at most. Thirty étuis whose taker has a garde
sans, the rarest that is dealt, need 15,000 or so."""
TAROT_4_DEALT = dealt_game("tarot-4")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of every deal of a set."""

    constraints: DealConstraints
    game: DealtGame = TAROT_4_DEALT
    scope: Scope = Scope.ALL
    takers: Takers = Takers.FFT

    def taker_of(self, number: int) -> int:
        """Seat of the taker of a board; without one, any seat, of which nothing is asked."""
        seat = self.takers.seat(number)
        return board_taker(number) if seat is None else seat

    def lay_out(self, seed: bytes, number: int, attempt: int) -> Layout:
        """What is dealt at one attempt, whatever the constraints; arguments as for `lay_out`."""
        layout = lay_out(seed, number, attempt, self.game)
        return taker_hand_only(layout, self.taker_of(number)) if self.scope is Scope.TAKERS else layout


def lay_out(seed: bytes, number: int, attempt: int, game: DealtGame = TAROT_4_DEALT) -> Layout:
    """The whole deal of one attempt, whatever the constraints.

    Args:
        seed: at least 32 secret bytes.
        number: number of the deal, from 1.
        attempt: from 0.
    """
    return game.cut(shuffled_deck(game.deck, seed, number, attempt))


def deal_of(layout: Layout) -> Deal:
    """The deal of a layout of whole hands and one dog.

    Raises:
        InvalidDeal: as `Deal`.
    """
    return Deal(layout.hands, frozenset(layout.piles[0]))


def deal_board(
    seed: bytes, number: int, constraints: DealConstraints | None = None, *, attempts: int = MOST_ATTEMPTS
) -> Deal:
    """The four-player deal of an étui: its first attempt that meets the constraints; see `find_attempt`."""
    wanted = Wanted(constraints or DealConstraints())
    return deal_of(wanted.lay_out(seed, number, find_attempt(seed, number, wanted, attempts)))


def find_attempt(seed: bytes, number: int, wanted: Wanted, attempts: int = MOST_ATTEMPTS) -> int:
    """The first attempt at a deal that meets the constraints, from 0.

    Args:
        seed: at least 32 secret bytes.
        number: number of the étui, from 1; it says who the imposed taker is.
        attempts: how many to make before giving up, at least 1.

    Raises:
        DealingFailed: `constraints_not_met`, naming the constraint that refused most of the attempts;
            `seed_too_short`; `no_such_board`.
    """
    taker = wanted.taker_of(number)
    refusals: Counter[str] = Counter()
    for attempt in range(attempts):
        broken = wanted.constraints.broken_by(wanted.lay_out(seed, number, attempt), taker)
        if broken is None:
            return attempt
        refusals[broken] += 1
    worst = refusals.most_common(1)[0][0]
    message = f"no deal for board {number} in {attempts} attempts, mostly because of {worst}"
    raise DealingFailed("constraints_not_met", message, field=worst, number=number, attempts=attempts)
