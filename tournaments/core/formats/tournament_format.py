"""What a format can do, as figures and answers: pages ask the format, they never test its name."""

from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.dealing.dealt_set import Takers
from games.core.outcome import Bid
from games.core.variant import Variant
from tournaments.core.formats.ranking_plan import RankingPlan, UnitKind
from tournaments.core.movements.table_shape import SEATS


class Sheet(StrEnum):
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

    code: str
    """Stable name, stored with tournaments."""
    plan: RankingPlan
    """How it ranks."""
    rule_set: str
    """Stable name of the rules and their edition, stored with tournaments."""
    variant: Variant
    """The game played, or proposed where any game may be; tournaments store the name of theirs."""
    movement_format: str
    """Under which the catalogue of movements has its shapes."""
    shapes: tuple[str, ...]
    """Codes of the shapes of tables that it plays at."""
    sheet: Sheet
    attack: Attack
    imposed_bid: Bid | None
    """The bid of every deal; None where players bid."""
    units_per_table: int
    """Players or teams seated at a table."""
    table_counts: tuple[int, ...]
    """Numbers of tables of the usual evenings, smallest first."""

    @property
    def has_teams(self) -> bool:
        """Entries are teams, seated as one."""
        return self.plan.unit in (UnitKind.TRIPLET, UnitKind.QUARTET, UnitKind.TEAM)

    @property
    def has_partners(self) -> bool:
        """Players are seated one by one and added up by the name of their partners."""
        return self.plan.unit in (UnitKind.PAIR, UnitKind.FOUR)

    @property
    def needs_dealt_boards(self) -> bool:
        """The same deals are played at several tables, from boards made beforehand."""
        return self.plan.needs_same_deals

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
        kind = "seats" if self.needs_dealt_boards else "free-seats"
        return replace(
            self,
            movement_format=f"{kind}-{seat_count}",
            shapes=(SEATS[seat_count].code,),
            units_per_table=seat_count,
            table_counts=tuple(range(2, 13)),
        )

    def taker_of(self, board: int) -> int | None:
        """Seat of the taker of a board, from 0; None where the players bid."""
        return self.takers.seat(board)
