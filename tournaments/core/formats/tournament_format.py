"""Abilities of a format as data. Pages read them and never test the name of a format."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.dealing.dealt_set import Takers
from games.core.outcome import Bid
from games.core.variant import TAROT_4, Variant
from tournaments.core.formats.parallel_sections import Split, no_splits
from tournaments.core.formats.ranking_plan import RankingPlan, UnitKind
from tournaments.core.movements.library.formats import format_of_seats
from tournaments.core.movements.table_shape import SEATS, SHAPES

FFT_2012, FRIENDLY_RULES = "fft-2012", "friendly"
"""Stable names of rules and their edition, stored with tournaments."""


class SheetKind(StrEnum):
    """Kind of paper on which a result is written."""

    TRAVELLER = "traveller"
    """One score a deal, that of the attack."""
    SCORES = "scores"
    """One score for every seat."""


class Attack(StrEnum):
    """Rule that decides the taker of a deal."""

    BOARD = "board"
    """The board names the taker."""
    SOUTH = "south"
    """The attacker sits South, regardless of the board."""
    CHOSEN = "chosen"
    """The players bid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFormat:
    """One kind of tournament, as data."""

    plan: RankingPlan
    """Ranking of the format."""
    rule_set: str = FFT_2012
    variant: Variant = TAROT_4
    """The game played, or proposed where any game may be. Tournaments store the name of their game."""
    movement_format: str
    """Name under which the catalogue of movements has its shapes."""
    shapes: tuple[str, ...]
    """Codes of the shapes of its tables."""
    sheet: SheetKind
    attack: Attack
    imposed_bid: Bid | None
    """The bid of every deal; None where players bid."""
    units_per_table: int
    """Players or teams seated at a table."""
    table_counts: tuple[int, ...]
    """Numbers of tables of the usual evenings, ascending."""
    lengths: tuple[tuple[int, int], ...] = ()
    """Federal lengths as (rounds, deals of a round); () for any length with the least deals of the plan."""
    rounds_of_an_attacker: int = 0
    """Number of rounds before a captain names another attacker; 0 for all of a session."""
    minutes_per_deal: int = 7
    """Minutes to play, count, write down, and put the cards back where they travel. No rule fixes them."""
    may_want_substitutes: bool = False
    """True if substitutes who are not entered may complete the last table."""
    splits: Callable[[int], tuple[Split, ...]] = no_splits
    """(units) -> the recommended splits of this number of units into colours, the best first.

    Raises:
        NoSuchMovement: no recommendation exists for this number.
    """
    is_usual: bool = False
    """True if most clubs play the format; it is then listed before the others."""
    typed_names: tuple[str, ...] = ()
    """Words that a user may type for its movements beside its code, as `simple_word` returns them."""

    @property
    def code(self) -> str:
        """Stable name, stored with tournaments."""
        return self.plan.code

    @property
    def is_friendly(self) -> bool:
        """True if the rules are ours: no licence is required and no result is homologated."""
        return self.rule_set == FRIENDLY_RULES

    @property
    def has_own_movements(self) -> bool:
        """True if the catalogue has movements under its own name; else it plays those of another format."""
        return self.movement_format == self.code

    @property
    def has_teams(self) -> bool:
        """True if entries are teams, seated as one."""
        return self.plan.unit in (UnitKind.TRIPLET, UnitKind.QUARTET, UnitKind.TEAM)

    @property
    def plays_both_ways(self) -> bool:
        """True if a deal of a team is two plays, home and away."""
        return any(SHAPES[code].plays_both_ways for code in self.shapes)

    @property
    def has_partners(self) -> bool:
        """True if players are seated one by one and added up with their partners."""
        return self.plan.unit in (UnitKind.PAIR, UnitKind.FOUR)

    @property
    def names_attackers(self) -> bool:
        """True if the captain of each team names the attacker, who may be any member."""
        return self.attack is Attack.SOUTH

    def attack_periods(self, round_count: int) -> tuple[tuple[int, ...], ...]:
        """Return the rounds, from 1, that one attacker of a team plays.

        A period is a whole session in quartets, a quarter of a match, or two half-times of a triangular.

        Returns:
            () in formats in which no captain names the attacker.

        Source:
            FFT, Règlement officiel (2012) R22, R25; Manuel de l'organisateur (2011) M62-M64.
        """
        rounds = tuple(range(1, round_count + 1))
        if not self.names_attackers or not rounds:
            return ()
        size = self.rounds_of_an_attacker or round_count
        return tuple(rounds[first : first + size] for first in range(0, round_count, size))

    @property
    def needs_dealt_boards(self) -> bool:
        """True if several tables play the same deals, from boards made beforehand."""
        return self.plan.needs_same_deals

    def has_federal_length(self, round_count: int, boards: int) -> bool:
        """Return whether a number of rounds, with a number of deals each, is a length of the federation."""
        is_printed = not self.lengths or (round_count, boards) in self.lengths
        return is_printed and round_count * boards >= self.plan.least_deals

    @property
    def may_enter_totals(self) -> bool:
        """True if totals may replace the deals of a round, because only one table plays these deals."""
        return self.sheet is SheetKind.SCORES and not self.needs_dealt_boards

    @property
    def has_alternated_ranking(self) -> bool:
        """True if units keep their line, so that lines can be ranked apart and alternated."""
        return self.plan.line_count > 0

    @property
    def takers(self) -> Takers:
        """Rule of the takers for whose hands the deals are made."""
        return {Attack.BOARD: Takers.FFT, Attack.SOUTH: Takers.SOUTH, Attack.CHOSEN: Takers.NONE}[self.attack]

    def for_seats(self, seat_count: int) -> "TournamentFormat":
        """Return the format for tables of `seat_count` players and their movements."""
        if seat_count == self.units_per_table or not self.plan.is_for_any_game:
            return self
        return replace(
            self,
            movement_format=format_of_seats(seat_count, is_free=not self.needs_dealt_boards),
            shapes=(SEATS[seat_count].code,),
            units_per_table=seat_count,
            table_counts=tuple(range(2, 13)),
            may_want_substitutes=False,
            splits=no_splits,
        )

    def taker_of(self, board: int) -> int | None:
        """Return the seat of the taker of a board, from 0; None where the players bid."""
        return self.takers.seat(board)
