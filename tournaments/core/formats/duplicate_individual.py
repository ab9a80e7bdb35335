"""The federation's individual duplicate: each player for himself, the same deals at every table."""

from games.core.outcome import Bid
from games.core.variant import TAROT_4
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.ranking.standings import RankingRules
from tournaments.core.ranking.totals import Weights

DUPLICATE_INDIVIDUAL = TournamentFormat(
    code="duplicate_individual",
    rule_set="fft-2012",
    variant=TAROT_4,
    seats_per_table=SEAT_COUNT,
    imposed_bid=Bid.GARDE,
    has_imposed_taker=True,
    needs_dealt_boards=True,
    has_alternated_ranking=True,
    ranking_rules=RankingRules(weights=Weights(attack=1, defence=3)),
    table_counts=(5, 6, 7, 8, 9, 11, 13, 17, 19),
)
"""Source: FFT, Règlement officiel (2012) R13-R19; Manuel de l'organisateur (2011) M16-M29."""
