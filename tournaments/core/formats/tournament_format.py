"""What a format can do, as figures and answers: pages ask the format, they never test its name."""

from dataclasses import dataclass

from games.core.outcome import Bid
from games.core.variant import Variant
from tournaments.core.ranking.standings import RankingRules


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFormat:
    """One kind of tournament; a row of answers."""

    code: str
    """Stable name, stored with tournaments."""
    rule_set: str
    """Stable name of the rules and their edition, stored with tournaments."""
    variant: Variant
    """The game played; its name is stored with tournaments and deals."""
    seats_per_table: int
    imposed_bid: Bid | None
    """The bid of every deal; None where players bid."""
    has_imposed_taker: bool
    """The board says who takes."""
    needs_dealt_boards: bool
    """The same deals are played at several tables, from boards made beforehand."""
    has_alternated_ranking: bool
    """Players keep their line, so that lines can be ranked apart and woven together."""
    ranking_rules: RankingRules
    table_counts: tuple[int, ...]
    """Numbers of tables of the usual evenings, smallest first."""
