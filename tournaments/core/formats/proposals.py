"""Proposals of the adviser for an evening, and the estimate of time behind them."""

from dataclasses import dataclass

from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.remarks import Remark
from tournaments.core.movements.request import MovementRequest

ADVISED = tuple(row for row in FORMATS.values() if row.has_own_movements)
"""Formats that are compared by default, in the order in which equal proposals are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Assumptions about time. No rule fixes them, so an organiser adjusts them to the hall."""

    minutes_per_deal: int | None = None
    """Minutes of a deal in every format; None for the minutes of each format."""
    minutes_per_move: int = 4
    """Minutes between two rounds: finish, walk, sit down."""
    minutes_to_start: int = 10
    """Minutes before the first round: seat the players and explain."""

    def minutes(self, event_format: TournamentFormat, round_count: int, boards_per_round: int) -> int:
        """Return the minutes from the announced hour to the last card."""
        rounds = round_count * self.round_minutes(event_format, boards_per_round)
        # players move between the rounds only, not after the last one
        return self.minutes_to_start + rounds + (round_count - 1) * self.minutes_per_move

    def most_rounds(self, event_format: TournamentFormat, minutes: int, boards_per_round: int) -> int:
        """Return the number of rounds that end in time; 0 or less if not even one does."""
        per_round = self.round_minutes(event_format, boards_per_round) + self.minutes_per_move
        # the last round needs no move after it
        return (minutes - self.minutes_to_start + self.minutes_per_move) // per_round

    def round_minutes(self, event_format: TournamentFormat, boards: int) -> int:
        """Return the minutes of one round, from the first card to the last."""
        return boards * (self.minutes_per_deal or event_format.minutes_per_deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Requirements of an organiser. By default any evening is possible."""

    formats: tuple[TournamentFormat, ...] = ADVISED
    most_boards: int | None = None
    """Number of étuis at hand, copies included."""
    copies: int = 1
    """Largest number of étuis of one board within a section."""
    fewest_deals: int = 8
    """Least number of deals of a player."""
    fewest_rounds: int = 2
    """Least number of rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedSection:
    """One colour: a request for a movement of the catalogue."""

    request: MovementRequest
    source: str
    """Stable code of the construction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One possible evening."""

    format: TournamentFormat
    sections: tuple[ProposedSection, ...]
    """Sections, one for each colour. All play the same number of rounds and boards."""
    round_count: int
    boards_per_round: int
    """Deals at a table in a round."""
    minutes: int
    """Estimated minutes from the announced hour to the end."""
    board_count: int
    """Number of étuis to prepare, with all copies and colours; 0 where each table deals for itself."""
    quality: int
    """Quality of the weakest section, 0 to 100."""
    met: int
    """Least share of the other units that a unit meets, in per cent."""
    used: int
    """Share of the time that is used, in per cent."""
    odd: Remark
    """Remark on the players who do not fill a table:

    - `odd_nobody`: there are none.
    - `odd_threes` (tables, most rounds of a player: 1), and `odd_threes_again` (the same, 2 or more).
    - `odd_fives` and `odd_fives_again`: the same, without the fifth players.
    - `odd_rest` (most rounds of a player).
    - `half_rests` (most rounds of a team).
    - `odd_substitutes` (number of substitutes to find).
    - `odd_reserves` (number of players too many).
    """
    federal: Remark | None
    """Shortest federal length, `length_federal` (rounds, deals, minutes), if the proposal has another one."""
    tables: tuple[int, ...]
    """Number of tables that the hall needs, of each colour."""
    deals: tuple[int, int]
    """Fewest and most deals of a player or a team."""
    three_gap: int
    """Percent of the rounds between the units most and least often at a table of three; 0 without one."""
    lines: tuple[Remark, Remark]
    """Summary for the organiser: the size, then the meetings."""

    @property
    def table_counts(self) -> tuple[int, ...]:
        """Number of tables of each movement in the catalogue, with tables that always rest."""
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
        """Score by which proposals are ranked.

        Quality counts four times, the time used twice, the share of opponents met once. Costs are subtracted
        for odd players, for teams to form, and for a length that is not the federation's. Tables of three
        cost more the less evenly the evening shares them: once in three rounds is as much as twice in six.
        """
        length = LENGTH_COST if self.federal else 0
        teams = TEAMS_COST if self.format.has_teams else 0
        odd = ODD_COSTS[self.odd.code] + self.three_gap
        return 4 * self.quality + 2 * self.used + self.met - odd - teams - length


ODD_COSTS = {
    "odd_nobody": 0,
    "odd_threes": 20,
    "odd_threes_again": 20,
    # more than all other parts of the worth: tables of five come last
    "odd_fives": 2_000,
    "odd_fives_again": 2_060,
    "odd_rest": 20,
    "half_rests": 20,
    "odd_substitutes": 80,
    "odd_reserves": 120,
}
"""Cost of each remark on odd players, subtracted from the worth of a proposal."""


TEAMS_COST = 60
"""Cost of having to form teams, subtracted from the worth of a proposal."""
LENGTH_COST = 1_000
"""Cost of a length that is not the federation's.

It exceeds all other parts of the worth, so that federal lengths come first. It is less than the cost of
tables of five, which are not homologated.
"""


@dataclass(frozen=True, slots=True)
class Advice:
    """Proposals, the best first; without proposals the reason."""

    proposals: tuple[Proposal, ...]
    reason: Remark | None = None
    """`advice_out_of_range`, `advice_too_short` (minutes), `advice_too_few_boards` (needed étuis) or
    `advice_no_movement`; None with proposals.
    """
