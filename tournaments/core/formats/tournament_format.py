"""What a format can do, as figures and answers: pages ask the format, they never test its name."""

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
    """What a result is written on."""

    TRAVELLER = "traveller"
    """One score a deal, the attack's."""
    SCORES = "scores"
    """One score for every seat."""


class Attack(StrEnum):
    """Who takes a deal."""

    BOARD = "board"
    """The board says it."""
    SOUTH = "south"
    """The attacker sits South, whatever the board says."""
    CHOSEN = "chosen"
    """The players bid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFormat:
    """One kind of tournament; a row of answers."""

    plan: RankingPlan
    """How it ranks."""
    rule_set: str = FFT_2012
    variant: Variant = TAROT_4
    """The game played, or proposed where any game may be; tournaments store the name of theirs."""
    movement_format: str
    """Under which the catalogue of movements has its shapes."""
    shapes: tuple[str, ...]
    """Codes of the shapes of tables that it plays at."""
    sheet: SheetKind
    attack: Attack
    imposed_bid: Bid | None
    """The bid of every deal; None where players bid."""
    units_per_table: int
    """Players or teams seated at a table."""
    table_counts: tuple[int, ...]
    """Numbers of tables of the usual evenings, smallest first."""
    lengths: tuple[tuple[int, int], ...] = ()
    """(rounds, deals of a round) that the federation plays; () for any with the least deals of the plan."""
    rounds_of_an_attacker: int = 0
    """Rounds before a captain names another attacker; 0 for all of a session."""
    minutes_per_deal: int = 7
    """Play, count, write down, and put the cards back where they travel; no rule says it."""
    may_want_substitutes: bool = False
    """The last table may be completed by people who are not entered."""
    splits: Callable[[int], tuple[Split, ...]] = no_splits
    """(units) -> the recommended ways to part them into colours, best first; `NoSuchMovement` for numbers
    that nothing is recommended for."""
    is_usual: bool = False
    """Most clubs play it: it is proposed before the others."""
    typed_names: tuple[str, ...] = ()
    """What people type to ask for its movements beside its code, as `simple_word` gives it."""

    @property
    def code(self) -> str:
        """Stable name, stored with tournaments."""
        return self.plan.code

    @property
    def is_friendly(self) -> bool:
        """Played by rules of our own: no licence is asked for and nothing is homologated."""
        return self.rule_set == FRIENDLY_RULES

    @property
    def has_own_movements(self) -> bool:
        """The catalogue has movements under its own name; else it plays those of another format."""
        return self.movement_format == self.code

    @property
    def has_teams(self) -> bool:
        """Entries are teams, seated as one."""
        return self.plan.unit in (UnitKind.TRIPLET, UnitKind.QUARTET, UnitKind.TEAM)

    @property
    def plays_both_ways(self) -> bool:
        """A deal of a team is two plays, home and away."""
        return any(SHAPES[code].plays_both_ways for code in self.shapes)

    @property
    def has_partners(self) -> bool:
        """Players are seated one by one and added up by the name of their partners."""
        return self.plan.unit in (UnitKind.PAIR, UnitKind.FOUR)

    @property
    def names_attackers(self) -> bool:
        """The captain of each team says who attacks; he may be anybody of it."""
        return self.attack is Attack.SOUTH

    def attack_periods(self, round_count: int) -> tuple[tuple[int, ...], ...]:
        """The rounds, from 1, that one attacker of a team plays: all of a session in quartets, each quarter
        of a match, both half-times of each period of a triangular; none where no captain names him.

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
        """The same deals are played at several tables, from boards made beforehand."""
        return self.plan.needs_same_deals

    def has_federal_length(self, round_count: int, boards: int) -> bool:
        """Whether so many rounds, of so many deals each, are as the federation wants them."""
        is_printed = not self.lengths or (round_count, boards) in self.lengths
        return is_printed and round_count * boards >= self.plan.least_deals

    @property
    def may_enter_totals(self) -> bool:
        """Totals of a round may stand for its deals: each seat has a score, and no other table plays them."""
        return self.sheet is SheetKind.SCORES and not self.needs_dealt_boards

    @property
    def has_alternated_ranking(self) -> bool:
        """Units keep their line, so that lines can be ranked apart and woven together."""
        return self.plan.line_count > 0

    @property
    def takers(self) -> Takers:
        """Whose hands the deals are made for."""
        return {Attack.BOARD: Takers.FFT, Attack.SOUTH: Takers.SOUTH, Attack.CHOSEN: Takers.NONE}[self.attack]

    def for_seats(self, seat_count: int) -> "TournamentFormat":
        """The format at a game of so many players: tables of that size and their movements."""
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
        """Seat of the taker of a board, from 0; None where the players bid."""
        return self.takers.seat(board)
