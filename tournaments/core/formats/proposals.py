"""What the adviser answers with: proposals for an evening, and how time is reckoned."""

from dataclasses import dataclass

from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.remarks import Remark
from tournaments.core.movements.request import MovementRequest

ADVISED = tuple(row for row in FORMATS.values() if row.has_own_movements)
"""The formats that are compared where none is asked for, in the order in which equals are proposed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long things take; no rule says it, so these are assumptions to adjust to the hall."""

    minutes_per_deal: int | None = None
    """In every format; None for what each format says."""
    minutes_per_move: int = 4
    """Between two rounds: finish, walk, sit down."""
    minutes_to_start: int = 10
    """Seat everybody and explain."""

    def minutes(self, played: TournamentFormat, round_count: int, boards_per_round: int) -> int:
        """From the announced hour to the last card: nobody moves after the last round."""
        rounds = round_count * self.round_minutes(played, boards_per_round)
        return self.minutes_to_start + rounds + (round_count - 1) * self.minutes_per_move

    def most_rounds(self, played: TournamentFormat, minutes: int, boards_per_round: int) -> int:
        """Rounds that end in time; 0 or less when not even one does."""
        per_round = self.round_minutes(played, boards_per_round) + self.minutes_per_move
        return (minutes - self.minutes_to_start + self.minutes_per_move) // per_round

    def round_minutes(self, played: TournamentFormat, boards: int) -> int:
        """One round, from the first card to the last."""
        return boards * (self.minutes_per_deal or played.minutes_per_deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What an organiser insists on; the defaults leave everything open."""

    formats: tuple[TournamentFormat, ...] = ADVISED
    most_boards: int | None = None
    """Étuis at hand, copies counted."""
    copies: int = 1
    """Étuis of one board that can be made within a section, at most."""
    fewest_deals: int = 8
    """Deals that a player should at least play."""
    fewest_rounds: int = 2
    """Rounds that there should at least be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedSection:
    """One colour: a movement to ask the catalogue for."""

    request: MovementRequest
    source: str
    """Stable code of the construction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One way to spend the evening."""

    format: TournamentFormat
    sections: tuple[ProposedSection, ...]
    """One for each colour; all play as many rounds and boards."""
    round_count: int
    boards_per_round: int
    """Deals at a table in a round."""
    minutes: int
    """Estimated time from the announced hour to the end."""
    board_count: int
    """Étuis to prepare, all copies and colours counted; 0 where each table deals for itself."""
    quality: int
    """0 to 100, that of the least good section."""
    met: int
    """Percent of the others whom everybody meets at least."""
    used: int
    """Percent of the time that is played."""
    odd: Remark
    """What those do who do not fill a table.

    `odd_nobody`; `odd_threes` (tables, most rounds of anybody: 1) and `odd_threes_again` (the same, 2 or
    more); `odd_fives` and `odd_fives_again` (the same, without the fifth players); `odd_rest` (most rounds
    of anybody); `half_rests` (most rounds of any team); `odd_substitutes` (people wanted); `odd_reserves`
    (people too many)."""
    federal: Remark | None
    """Where the length is not the federation's: `length_federal` (rounds, deals, minutes), its shortest."""
    tables: tuple[int, ...]
    """Tables at which people sit, of each colour: those that the hall needs."""
    deals: tuple[int, int]
    """Fewest and most of a player or a team."""
    lines: tuple[Remark, Remark]
    """The size, then the meetings: what an organiser reads first."""

    @property
    def table_counts(self) -> tuple[int, ...]:
        """Of each movement, as the catalogue has it: also tables that always rest."""
        return tuple(section.request.table_count for section in self.sections)

    @property
    def code(self) -> str:
        """Stable name within an advice: format, construction, tables by colour, rounds, boards, units."""
        tables = "+".join(map(str, self.table_counts))
        units = sum(section.request.player_count or 0 for section in self.sections)
        size = f"{tables}-{self.round_count}-{self.boards_per_round}-{units}"
        return f"{self.format.movement_format}-{self.sections[0].source}-{size}"

    @property
    def worth(self) -> int:
        """What proposals are ranked by: all in percent, less what the odd players put up with.

        The quality counts four times, the time used twice, the others met once; formats for which
        players must come as teams lose `TEAMS_COST`. Lengths of the federation come before all others.
        """
        length = LENGTH_COST if self.federal else 0
        teams = TEAMS_COST if self.format.has_teams else 0
        return 4 * self.quality + 2 * self.used + self.met - ODD_COSTS[self.odd.code] - teams - length


ODD_COSTS = {
    "odd_nobody": 0,
    "odd_threes": 20,
    "odd_threes_again": 80,
    "odd_fives": 2_000,
    "odd_fives_again": 2_060,
    "odd_rest": 20,
    "half_rests": 20,
    "odd_substitutes": 80,
    "odd_reserves": 120,
}
"""What each answer for odd players takes off the worth of a proposal."""


TEAMS_COST = 60
"""What having to form teams takes off the worth of a proposal."""
LENGTH_COST = 1_000
"""What another length than the federation's takes off: more than all else can give, less than tables of five,
which are not homologated."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The proposals, best first; without any, why."""

    proposals: tuple[Proposal, ...]
    reason: Remark | None = None
    """`advice_out_of_range`, `advice_too_short` (needed minutes), `advice_too_few_boards` (needed étuis)
    or `advice_no_movement`; None with proposals."""
