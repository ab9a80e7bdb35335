"""The formats of the federation, and friendly events of any game.

Source:
    FFT, Règlement officiel (2012) R9-R26; Manuel de l'organisateur (2011) M3-M64; friendly events: ours.
"""

from games.core.outcome import Bid
from games.core.variant import TAROT_4
from tournaments.core.formats import ranking_plans as plans
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.tournament_format import Attack, Sheet, TournamentFormat
from tournaments.core.movements.table_shape import FREE_FIVES, FREE_INDIVIDUAL, INDIVIDUAL
from tournaments.core.movements.table_shape import QUARTETS as QUARTETS_SHAPE
from tournaments.core.movements.table_shape import TRIPLETS as TRIPLETS_SHAPE

FFT_2012, FRIENDLY_RULES = "fft-2012", "friendly"

DUPLICATE_INDIVIDUAL = TournamentFormat(
    code="duplicate_individual",
    plan=plans.INDIVIDUAL,
    rule_set=FFT_2012,
    variant=TAROT_4,
    movement_format="duplicate_individual",
    shapes=(INDIVIDUAL.code,),
    sheet=Sheet.TRAVELLER,
    attack=Attack.BOARD,
    imposed_bid=Bid.GARDE,
    units_per_table=4,
    table_counts=(5, 6, 7, 8, 9, 11, 13, 17, 19),
)

TRIPLETS = TournamentFormat(
    code="triplets",
    plan=plans.TRIPLETS,
    rule_set=FFT_2012,
    variant=TAROT_4,
    movement_format="triplets",
    shapes=(TRIPLETS_SHAPE.code,),
    sheet=Sheet.TRAVELLER,
    attack=Attack.BOARD,
    imposed_bid=Bid.GARDE,
    units_per_table=2,
    table_counts=(3, 4, 5, 6, 7, 8, 9, 11, 13),
)

QUARTETS = TournamentFormat(
    code="quartets",
    plan=plans.QUARTETS,
    rule_set=FFT_2012,
    variant=TAROT_4,
    movement_format="quartets",
    shapes=(QUARTETS_SHAPE.code,),
    sheet=Sheet.TRAVELLER,
    attack=Attack.SOUTH,
    imposed_bid=Bid.GARDE,
    units_per_table=1,
    table_counts=(5, 7, 9, 11, 13, 15, 17, 19, 21),
)

TEAMS = TournamentFormat(
    code="teams",
    plan=plans.TEAMS,
    rule_set=FFT_2012,
    variant=TAROT_4,
    movement_format="teams",
    shapes=(QUARTETS_SHAPE.code,),
    sheet=Sheet.TRAVELLER,
    attack=Attack.SOUTH,
    imposed_bid=None,
    units_per_table=1,
    table_counts=(2,),
)

TRIANGULAR = TournamentFormat(
    code="triangular",
    plan=plans.TRIANGULAR,
    rule_set=FFT_2012,
    variant=TAROT_4,
    movement_format="triangular",
    shapes=(QUARTETS_SHAPE.code,),
    sheet=Sheet.TRAVELLER,
    attack=Attack.SOUTH,
    imposed_bid=None,
    units_per_table=1,
    table_counts=(3,),
)


def _free_deals(plan: RankingPlan) -> TournamentFormat:
    return TournamentFormat(
        code=plan.code,
        plan=plan,
        rule_set=FFT_2012,
        variant=TAROT_4,
        movement_format="free_deals",
        shapes=(FREE_INDIVIDUAL.code, FREE_FIVES.code),
        sheet=Sheet.SCORES,
        attack=Attack.CHOSEN,
        imposed_bid=None,
        units_per_table=4,
        table_counts=(5, 6, 7, 8, 9, 10, 12, 15, 20),
    )


FREE_DEALS = _free_deals(plans.FREE_DEALS)
FREE_DEALS_PAIRS = _free_deals(plans.FREE_DEALS_PAIRS)
FREE_DEALS_FOURS = _free_deals(plans.FREE_DEALS_FOURS)


def _friendly(plan: RankingPlan, movement_format: str, shapes: tuple[str, ...]) -> TournamentFormat:
    return TournamentFormat(
        code=plan.code,
        plan=plan,
        rule_set=FRIENDLY_RULES,
        variant=TAROT_4,
        movement_format=movement_format,
        shapes=shapes,
        sheet=Sheet.SCORES,
        attack=Attack.CHOSEN,
        imposed_bid=None,
        units_per_table=4,
        table_counts=(3, 4, 5, 6, 7, 8, 9, 11, 13),
    )


FRIENDLY = _friendly(plans.FRIENDLY, "duplicate_individual", (INDIVIDUAL.code,))
FRIENDLY_TOTAL = _friendly(plans.FRIENDLY_TOTAL, "free_deals", (FREE_INDIVIDUAL.code, FREE_FIVES.code))
