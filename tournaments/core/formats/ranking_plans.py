"""The rankings of all formats, by code.

Source:
    FFT, Règlement officiel (2012) R9-R26, Manuel de l'organisateur (2011) M3-M64; friendly events: ours.
"""

from dataclasses import replace
from fractions import Fraction

from tournaments.core.errors import TournamentError
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring, UnitKind
from tournaments.core.formats.ruling_effects import measure_of
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.seat_scores import Comparison, Method
from tournaments.core.ranking.totals import Weights
from tournaments.core.ranking.values import Value

PERCENT_PLACES, POINT_PLACES, MATCH_POINT_PLACES = 2, 0, 3
PART_PLACES = 2
"""Decimals of points that are no whole number: differences to a mean, points carried in part."""


def _free_deals(code: str, unit: UnitKind, size: int, *, may_have_final: bool = False) -> RankingPlan:
    return RankingPlan(
        code=code,
        unit=unit,
        unit_sizes=(size,),
        scoring=Scoring.SUMS,
        measure=Measure.POINTS,
        places_shown=POINT_PLACES,
        family=Family.FREE_DEALS,
        needs_same_deals=False,
        may_have_final=may_have_final,
    )


FREE_DEALS = _free_deals("free_deals", UnitKind.PLAYER, 1, may_have_final=True)
FREE_DEALS_PAIRS = _free_deals("free_deals_pairs", UnitKind.PAIR, 2)
FREE_DEALS_FOURS = _free_deals("free_deals_fours", UnitKind.FOUR, 4)

INDIVIDUAL = RankingPlan(
    code="duplicate_individual",
    unit=UnitKind.PLAYER,
    unit_sizes=(1,),
    scoring=Scoring.SHARES,
    measure=Measure.PERCENT,
    places_shown=PERCENT_PLACES,
    family=Family.INDIVIDUAL,
    weights=Weights(1, 3),
    line_count=4,
    may_be_several_sites=True,
)

TRIPLETS = RankingPlan(
    code="triplets",
    unit=UnitKind.TRIPLET,
    unit_sizes=(3,),
    scoring=Scoring.SHARES,
    measure=Measure.PERCENT,
    places_shown=PERCENT_PLACES,
    family=Family.TRIPLETS,
    weights=Weights(1, 1),
    line_count=2,
    may_be_several_sites=True,
    least_deals=16,
)

QUARTETS = RankingPlan(
    code="quartets",
    unit=UnitKind.QUARTET,
    unit_sizes=(4,),
    scoring=Scoring.DUELS,
    measure=Measure.MATCH_POINTS,
    places_shown=MATCH_POINT_PLACES,
    family=Family.QUARTETS,
    least_deals=20,
)

TEAMS = RankingPlan(
    code="teams",
    unit=UnitKind.TEAM,
    unit_sizes=(4, 5, 6),
    scoring=Scoring.MATCHES,
    measure=Measure.MATCH_POINTS,
    places_shown=MATCH_POINT_PLACES,
    family=Family.TEAMS,
    is_one_sided=True,
    least_deals=16,
)

TRIANGULAR = replace(TEAMS, code="triangular")

FRIENDLY = RankingPlan(
    code="friendly",
    unit=UnitKind.PLAYER,
    unit_sizes=(1,),
    scoring=Scoring.SEATS,
    measure=Measure.PERCENT,
    places_shown=PERCENT_PLACES,
    family=Family.INDIVIDUAL,
    is_for_any_game=True,
    may_be_several_sites=True,
)

FRIENDLY_TOTAL = RankingPlan(
    code="friendly_total",
    unit=UnitKind.PLAYER,
    unit_sizes=(1,),
    scoring=Scoring.SEATS,
    measure=Measure.POINTS,
    places_shown=POINT_PLACES,
    family=Family.FREE_DEALS,
    is_for_any_game=True,
    needs_same_deals=False,
    may_have_final=True,
)

PLANS = {
    plan.code: plan
    for plan in (
        FREE_DEALS,
        FREE_DEALS_PAIRS,
        FREE_DEALS_FOURS,
        INDIVIDUAL,
        TRIPLETS,
        QUARTETS,
        TEAMS,
        TRIANGULAR,
        FRIENDLY,
        FRIENDLY_TOTAL,
    )
}


def find_plan(code: str) -> RankingPlan:
    """The ranking of this code.

    Raises:
        TournamentError: `no_such_plan`; the message lists the codes.
    """
    if code not in PLANS:
        known = ", ".join(PLANS)
        raise TournamentError(
            "no_such_plan", f"no ranking {code!r}; there are {known}", field="format", format=code
        )
    return PLANS[code]


def shown_measure(plan: RankingPlan, comparison: Comparison) -> Measure:
    """What a ranking of the format shows, which for friendly events the organiser's choices decide."""
    measure = measure_of(plan, comparison.method)
    is_total = plan.scoring is Scoring.SEATS and comparison.method is Method.TOTAL
    return Measure.LOW_POINTS if is_total and comparison.lowest_wins else measure


def as_shown(value: Value | int, measure: Measure) -> Value | int:
    """A value of a ranking as people write it; counts stay as they are."""
    is_turned = measure is Measure.LOW_POINTS and isinstance(value, Fraction)
    return -value if is_turned else value


def places_of(value: Value | int, measure: Measure) -> int:
    """Decimals with which a value of a ranking is shown: none for counts and for whole points."""
    if isinstance(value, int):
        return 0
    if isinstance(value, RootSum):
        return MATCH_POINT_PLACES
    if measure is Measure.PERCENT:
        return PERCENT_PLACES
    return POINT_PLACES if value.denominator == 1 else PART_PLACES
