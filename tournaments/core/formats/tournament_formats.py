"""The formats of the federation, and friendly events of any game, one row for each.

Source:
    FFT, Règlement officiel (2012) R9-R26; Manuel de l'organisateur (2011) M3-M64. Friendly events are ours.
"""

from dataclasses import replace

from games.core.outcome import Bid
from tournaments.core.formats.parallel_sections import split_players, split_triplets
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring, UnitKind
from tournaments.core.formats.tournament_format import FRIENDLY_RULES, Attack, SheetKind, TournamentFormat
from tournaments.core.movements.library import formats as movements_of
from tournaments.core.movements.table_shape import FREE_FIVES, FREE_INDIVIDUAL, INDIVIDUAL
from tournaments.core.movements.table_shape import QUARTETS as QUARTETS_SHAPE
from tournaments.core.movements.table_shape import TRIPLETS as TRIPLETS_SHAPE
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.totals import Weights

DUPLICATE_INDIVIDUAL = TournamentFormat(
    plan=RankingPlan(
        code="duplicate_individual",
        unit=UnitKind.PLAYER,
        unit_sizes=(1,),
        scoring=Scoring.SHARES,
        measure=Measure.PERCENT,
        family=Family.INDIVIDUAL,
        weights=Weights(1, 3),
        line_count=4,
        may_be_several_sites=True,
    ),
    movement_format=movements_of.DUPLICATE_INDIVIDUAL,
    shapes=(INDIVIDUAL.code,),
    sheet=SheetKind.TRAVELLER,
    attack=Attack.BOARD,
    imposed_bid=Bid.GARDE,
    units_per_table=4,
    table_counts=(5, 6, 7, 8, 9, 11, 13, 17, 19),
    may_want_substitutes=True,
    splits=split_players,
    is_usual=True,
    typed_names=("individual", "individuel", "duplicate", "duplicateindividuel"),
)

FREE_LENGTHS = ((6, 4), (5, 5), (3, 8), (5, 4))
"""Lengths of free deals as (rounds, deals of a round), the last one before a final.

Source:
    FFT, Manuel de l'organisateur (2011) M3.
"""
QUARTERS = ((4, 4), (4, 6))
"""Lengths of the matches of teams: quarters, deals of a quarter.

Source:
    FFT, Règlement officiel (2012) R25.
"""
HALF_TIMES = ((8, 6), (8, 3))
"""Lengths of a triangular: four periods of two half-times. The shorter one is not homologated.

Source:
    FFT, Manuel de l'organisateur (2011) M62-M64.
"""

FREE_DEALS = TournamentFormat(
    plan=RankingPlan(
        code="free_deals",
        unit=UnitKind.PLAYER,
        unit_sizes=(1,),
        scoring=Scoring.SUMS,
        measure=Measure.POINTS,
        family=Family.FREE_DEALS,
        needs_same_deals=False,
        may_have_final=True,
    ),
    movement_format=movements_of.FREE_DEALS,
    shapes=(FREE_INDIVIDUAL.code, FREE_FIVES.code),
    sheet=SheetKind.SCORES,
    attack=Attack.CHOSEN,
    imposed_bid=None,
    units_per_table=4,
    table_counts=(5, 6, 7, 8, 9, 10, 12, 15, 20),
    lengths=FREE_LENGTHS,
    is_usual=True,
    typed_names=("free", "libre", "libres", "donneslibres"),
)

TRIPLETS = TournamentFormat(
    plan=RankingPlan(
        code="triplets",
        unit=UnitKind.TRIPLET,
        unit_sizes=(3,),
        scoring=Scoring.SHARES,
        measure=Measure.PERCENT,
        family=Family.TRIPLETS,
        weights=Weights(1, 1),
        line_count=2,
        may_be_several_sites=True,
        least_deals=16,
    ),
    movement_format=movements_of.TRIPLETS,
    shapes=(TRIPLETS_SHAPE.code,),
    sheet=SheetKind.TRAVELLER,
    attack=Attack.BOARD,
    imposed_bid=Bid.GARDE,
    units_per_table=2,
    table_counts=(3, 4, 5, 6, 7, 8, 9, 11, 13),
    minutes_per_deal=8,
    splits=split_triplets,
    is_usual=True,
    typed_names=("triplet", "triplettes", "triplette"),
)

QUARTETS = TournamentFormat(
    plan=RankingPlan(
        code="quartets",
        unit=UnitKind.QUARTET,
        unit_sizes=(4,),
        scoring=Scoring.DUELS,
        measure=Measure.MATCH_POINTS,
        family=Family.QUARTETS,
        least_deals=20,
    ),
    movement_format=movements_of.QUARTETS,
    shapes=(QUARTETS_SHAPE.code,),
    sheet=SheetKind.TRAVELLER,
    attack=Attack.SOUTH,
    imposed_bid=Bid.GARDE,
    units_per_table=1,
    table_counts=(5, 7, 9, 11, 13, 15, 17, 19, 21),
    minutes_per_deal=8,
    is_usual=True,
    typed_names=("quartet", "quadrettes", "quadrette"),
)

FRIENDLY_TOTAL = TournamentFormat(
    plan=RankingPlan(
        code="friendly_total",
        unit=UnitKind.PLAYER,
        unit_sizes=(1,),
        scoring=Scoring.SEATS,
        measure=Measure.POINTS,
        family=Family.FREE_DEALS,
        is_for_any_game=True,
        needs_same_deals=False,
        may_have_final=True,
    ),
    rule_set=FRIENDLY_RULES,
    movement_format=movements_of.FREE_DEALS,
    shapes=(FREE_INDIVIDUAL.code, FREE_FIVES.code),
    sheet=SheetKind.SCORES,
    attack=Attack.CHOSEN,
    imposed_bid=None,
    units_per_table=4,
    table_counts=(3, 4, 5, 6, 7, 8, 9, 11, 13),
    is_usual=True,
)

FREE_DEALS_PAIRS = replace(
    FREE_DEALS,
    plan=replace(
        FREE_DEALS.plan,
        code="free_deals_pairs",
        unit=UnitKind.PAIR,
        unit_sizes=(2,),
        may_have_final=False,
    ),
    is_usual=False,
    typed_names=(),
)

FREE_DEALS_FOURS = replace(
    FREE_DEALS_PAIRS,
    plan=replace(FREE_DEALS_PAIRS.plan, code="free_deals_fours", unit=UnitKind.FOUR, unit_sizes=(4,)),
)

TEAMS = TournamentFormat(
    plan=RankingPlan(
        code="teams",
        unit=UnitKind.TEAM,
        unit_sizes=(4, 5, 6),
        scoring=Scoring.MATCHES,
        measure=Measure.MATCH_POINTS,
        family=Family.TEAMS,
        is_one_sided=True,
        least_deals=16,
    ),
    movement_format=movements_of.TEAMS,
    shapes=(QUARTETS_SHAPE.code,),
    sheet=SheetKind.TRAVELLER,
    attack=Attack.SOUTH,
    imposed_bid=None,
    units_per_table=1,
    table_counts=(2,),
    lengths=QUARTERS,
    rounds_of_an_attacker=1,
    minutes_per_deal=8,
    typed_names=("team", "equipes", "equipe"),
)

TRIANGULAR = replace(
    TEAMS,
    plan=replace(TEAMS.plan, code="triangular", least_deals=48),
    movement_format=movements_of.TRIANGULAR,
    table_counts=(3,),
    lengths=HALF_TIMES,
    rounds_of_an_attacker=2,
    typed_names=("triangulaire",),
)

FRIENDLY = TournamentFormat(
    plan=RankingPlan(
        code="friendly",
        unit=UnitKind.PLAYER,
        unit_sizes=(1,),
        scoring=Scoring.SEATS,
        measure=Measure.PERCENT,
        family=Family.INDIVIDUAL,
        is_for_any_game=True,
        may_be_several_sites=True,
    ),
    rule_set=FRIENDLY_RULES,
    movement_format=movements_of.DUPLICATE_INDIVIDUAL,
    shapes=(INDIVIDUAL.code,),
    sheet=SheetKind.SCORES,
    attack=Attack.CHOSEN,
    imposed_bid=None,
    units_per_table=4,
    table_counts=(3, 4, 5, 6, 7, 8, 9, 11, 13),
    may_want_substitutes=True,
    splits=split_players,
)

ROWS = (
    DUPLICATE_INDIVIDUAL,
    FREE_DEALS,
    TRIPLETS,
    QUARTETS,
    FRIENDLY_TOTAL,
    FREE_DEALS_PAIRS,
    FREE_DEALS_FOURS,
    TEAMS,
    TRIANGULAR,
    FRIENDLY,
)
"""All formats in the order in which they are offered. The first is the default."""
