"""Deals of numbered étuis, each computed from the seed and its number alone."""

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
"""Attempts at one deal before the search fails. A taker's hand worth exactly a garde takes about 50 attempts
on average, a garde sans about 500.
"""
ATTEMPTS_IN_ALL = 60_000
"""Attempts at all the deals of one set during a request: some seconds at most. Thirty étuis with a garde
sans, the rarest bid that is dealt, take about 15,000.
"""
TAROT_4_DEALT = dealt_game("tarot-4")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Requirements for every deal of a set."""

    constraints: DealConstraints
    game: DealtGame = TAROT_4_DEALT
    scope: Scope = Scope.ALL
    takers: Takers = Takers.FFT

    def taker_of(self, number: int) -> int:
        """The taker's seat of a board. In a set without takers, any seat: no constraint depends on
        it then.
        """
        seat = self.takers.seat(number)
        return board_taker(number) if seat is None else seat

    def lay_out(self, seed: bytes, number: int, attempt: int) -> Layout:
        """Return the cards dealt at one attempt, without a check of the constraints; arguments as for
        `lay_out`.
        """
        layout = lay_out(seed, number, attempt, self.game)
        return taker_hand_only(layout, self.taker_of(number)) if self.scope is Scope.TAKERS else layout


def lay_out(seed: bytes, number: int, attempt: int, game: DealtGame = TAROT_4_DEALT) -> Layout:
    """The whole deal of one attempt, without a check of constraints.

    Args:
        seed: at least 32 secret bytes.
        number: number of the deal, from 1.
        attempt: from 0.
    """
    return game.cut(shuffled_deck(game.deck, seed, number, attempt))


def deal_from_layout(layout: Layout) -> Deal:
    """The deal of a layout of whole hands and one dog.

    Raises:
        InvalidDeal: as `Deal`.
    """
    return Deal(layout.hands, frozenset(layout.piles[0]))


def deal_board(
    seed: bytes, number: int, constraints: DealConstraints | None = None, *, attempts: int = MOST_ATTEMPTS
) -> Deal:
    """The four-player deal of an étui: its first attempt that meets the constraints; see `find_attempt`."""
    requirements = Wanted(constraints or DealConstraints())
    return deal_from_layout(
        requirements.lay_out(seed, number, find_attempt(seed, number, requirements, attempts))
    )


def find_attempt(seed: bytes, number: int, requirements: Wanted, attempts: int = MOST_ATTEMPTS) -> int:
    """Return the number of the first attempt at a deal that meets the constraints, from 0.

    Args:
        seed: at least 32 secret bytes.
        number: number of the étui, from 1; it decides the imposed taker.
        requirements: constraints, game, scope and takers of the set.
        attempts: most attempts, at least 1.

    Raises:
        DealingFailed: `constraints_not_met`, with the constraint that refused most of the attempts;
            `seed_too_short`; `no_such_board`.
    """
    taker = requirements.taker_of(number)
    # counted for the error message: the organiser should know which constraint to relax
    refusals: Counter[str] = Counter()
    for attempt in range(attempts):
        broken_constraint = requirements.constraints.broken_by(
            requirements.lay_out(seed, number, attempt), taker
        )
        if broken_constraint is None:
            return attempt
        refusals[broken_constraint] += 1
    main_constraint = refusals.most_common(1)[0][0]
    message = f"no deal for board {number} in {attempts} attempts, mostly because of {main_constraint}"
    raise DealingFailed(
        "constraints_not_met", message, field=main_constraint, number=number, attempts=attempts
    )
