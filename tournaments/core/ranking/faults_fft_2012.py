"""Faults and tariffs of the federation in 2012, row by row. The names of the rows are ours.

Source:
    FFT, Code d'arbitrage (2012) C4-C8 (free deals) and C9-C18 (duplicate). docs/ranking.md, "Rulings", lists
    our readings.
"""

from tournaments.core.ranking.faults import Family, Fault, FaultTable, Tariff
from tournaments.core.ranking.rulings import Effect, EffectKind, Who

EDITION = "fft-2012"
SLOW_PLAY = frozenset({"slow_play", "slow_play_deal_lost"})
"""Faults for which the pace of the tables is evidence."""


def _penalty(amount: int, who: Who = Who.GUILTY) -> Effect:
    return Effect(EffectKind.PENALTY, amount, who)


# DN: donne neutralisée; marks and caps are in hundredths of a percent
DN = Effect(EffectKind.NEUTRALISE)
ZERO = Effect(EffectKind.MARK, 0)
ZERO_TAKER = Effect(EffectKind.MARK, 0, Who.TAKER)
ZERO_ALL = Effect(EffectKind.COLLECTIVE_ZERO)
FORTY = Effect(EffectKind.MARK, 4_000)
FORTY_ALL = Effect(EffectKind.MARK, 4_000, Who.ALL)
FORTY_SIXTY = Effect(EffectKind.CAP, 4_000)
# match points of teams and quartets, from the side of the unit at fault
FOUR = Effect(EffectKind.POINTS_CAP, 4)
SIX = Effect(EffectKind.POINTS_CAP, 6)
AT_LEAST_FOUR = Effect(EffectKind.POINTS_FLOOR, 4)
NOTHING_BOTH = Effect(EffectKind.POINTS, 0, Who.ALL)
MINUS_TEN, MINUS_SIX = Effect(EffectKind.POINTS, -10), Effect(EffectKind.POINTS, -6)
NIL_OTHERS, FOUR_OTHERS = (Effect(EffectKind.POINTS, amount, Who.OTHERS) for amount in (0, 4))
REPLAY = Effect(EffectKind.REPLAY)
STANDS = Effect(EffectKind.STANDS)
WARNING = Effect(EffectKind.WARNING)
CANCEL = Effect(EffectKind.CANCEL)
CANCEL_IF_WON = Effect(EffectKind.CANCEL_IF_WON)
EXPEL = Effect(EffectKind.EXPEL)
# penalties: hundredths of a percent, then match points (PM), then points of free deals
HALF, ONE, ONE_AND_A_HALF = _penalty(50), _penalty(100), _penalty(150)
HALF_ALL, ONE_AND_A_HALF_ALL = _penalty(50, Who.ALL), _penalty(150, Who.ALL)
HALF_TAKER = _penalty(50, Who.TAKER)
PM_1, PM_2, PM_3, PM_4 = (_penalty(points) for points in (1, 2, 3, 4))
PM_1_ALL, PM_4_ALL = _penalty(1, Who.ALL), _penalty(4, Who.ALL)
POINTS_100, POINTS_200, POINTS_400, POINTS_500 = (_penalty(points) for points in (100, 200, 400, 500))


def _row(
    code: str,
    individual: Tariff | None,
    triplets: Tariff | None,
    teams: Tariff | None,
    quartets: Tariff | None,
    short: str = "",
) -> Fault:
    """Return a fault that costs the same every time. Columns are as in the printed table; None for a dash."""
    columns = zip(
        (Family.INDIVIDUAL, Family.TRIPLETS, Family.TEAMS, Family.QUARTETS),
        (individual, triplets, teams, quartets),
        strict=True,
    )
    return Fault(code, {family: (tariff,) for family, tariff in columns if tariff is not None}, short)


def _free(code: str, *tariffs: Tariff) -> Fault:
    return Fault(code, {Family.FREE_DEALS: tariffs})


_BY_MARKS, _BY_POINTS = (Family.INDIVIDUAL, Family.TRIPLETS), (Family.TEAMS, Family.QUARTETS)

_ROWS = (
    _row("moving_about", (ONE,), (ONE,), None, (PM_2,)),
    _row("wrong_card_count", (HALF,), (HALF,), (PM_1,), (PM_1,)),
    Fault(
        "slow_play",
        {
            Family.FREE_DEALS: ((POINTS_100,), (POINTS_200,)),
            **dict.fromkeys(_BY_MARKS, ((WARNING,), (HALF,))),
            **dict.fromkeys(_BY_POINTS, ((WARNING,), (PM_1,))),
        },
    ),
    _row("slow_play_deal_lost", (DN, FORTY), (DN, FORTY), (CANCEL,), (CANCEL,)),
    Fault(
        "wrong_discard",
        {
            Family.FREE_DEALS: ((CANCEL_IF_WON,),),
            **dict.fromkeys(_BY_MARKS, ((DN, ZERO_TAKER),)),
            Family.TEAMS: ((REPLAY, MINUS_TEN, NIL_OTHERS),),
            Family.QUARTETS: ((REPLAY, MINUS_TEN, FOUR_OTHERS),),
        },
        "FE",
    ),
    _row("traveller_error_mended", (HALF_ALL,), (HALF_ALL,), None, (PM_1_ALL,)),
    _row("traveller_error_lost", (ZERO_ALL,), (ZERO_ALL,), None, (PM_4_ALL,)),
    _row("score_forgotten", (ZERO_ALL,), (ZERO_ALL,), None, (PM_4_ALL,), "SO"),
    _row("weak_hand_made", (DN, HALF_TAKER), (DN, HALF_TAKER), None, None),
    _row("diagram_consulted", (HALF,), (HALF,), (PM_1,), (PM_1,)),
    _row("traveller_read", (HALF,), (HALF,), None, (PM_1,), "CM"),
    _row("traveller_read_play_falsified", (HALF, FORTY_SIXTY), (HALF, FORTY_SIXTY), None, (PM_1, FOUR), "CM"),
    _row("hesitation", (FORTY_SIXTY,), (FORTY_SIXTY,), (AT_LEAST_FOUR,), (FOUR,)),
    Fault(
        "smoking",
        {
            Family.FREE_DEALS: ((POINTS_100,),),
            **dict.fromkeys(_BY_MARKS, ((ONE,),)),
            **dict.fromkeys(_BY_POINTS, ((PM_4,),)),
        },
    ),
    _row("wrong_seat", (DN, ZERO), (DN, ZERO), None, (DN, FOUR)),
    _row("wrong_board_howell", None, (ZERO_ALL,), None, None),
    _row("card_exposed_playable", (HALF,), (HALF,), (PM_1,), (PM_1,), "CE"),
    _row(
        "card_exposed_unplayable",
        (HALF, FORTY_SIXTY),
        (HALF, FORTY_SIXTY),
        (PM_1, AT_LEAST_FOUR),
        (PM_1, FOUR),
        "CE",
    ),
    _row("revoke", (HALF, FORTY_SIXTY), (HALF, FORTY_SIXTY), (PM_1, AT_LEAST_FOUR), (PM_1, FOUR), "RC"),
    _row("revoke_on_revoke", (FORTY_ALL, HALF), (FORTY_ALL, HALF), (DN,), (DN, PM_4_ALL), "RC"),
    _row("card_exposed_by_taker", (STANDS,), (STANDS,), (STANDS,), (STANDS,)),
    _row("rebuilt_wrong_played", (HALF,), (HALF,), (PM_1,), (PM_1,), "MR"),
    _row("rebuilt_wrong_not_played", (ONE_AND_A_HALF,), (ONE_AND_A_HALF,), (PM_3,), (PM_3,), "MR"),
    _row("wrong_cards_mended", (STANDS,), (STANDS,), (STANDS,), (STANDS,)),
    _row(
        "wrong_cards_one_camp",
        (DN, ONE_AND_A_HALF),
        (DN, ONE_AND_A_HALF),
        (PM_1, AT_LEAST_FOUR),
        (PM_1, FOUR),
    ),
    _row("wrong_cards_both_camps", (DN, ONE_AND_A_HALF), (DN, ONE_AND_A_HALF), (DN,), (DN,)),
    _row("unchecked_one_camp", (DN, ONE_AND_A_HALF), (DN, ONE_AND_A_HALF_ALL), (AT_LEAST_FOUR,), (FOUR,)),
    _row("unchecked_one_camp_hinge", None, None, None, (SIX,)),
    _row(
        "unchecked_both_camps",
        (DN, ONE_AND_A_HALF),
        (DN, ONE_AND_A_HALF_ALL),
        (NOTHING_BOTH,),
        (DN, PM_4_ALL),
    ),
    _row("card_left_in_board", (DN, ZERO), (DN, ZERO), (DN, MINUS_SIX), (DN, SIX), "CO"),
    _row("handful_fault", (HALF,), (HALF,), (PM_1,), (PM_1,), "PO"),
    _row(
        "handful_fault_grave",
        (HALF, FORTY_SIXTY),
        (HALF, FORTY_SIXTY),
        (PM_1, AT_LEAST_FOUR),
        (PM_1, FOUR),
        "PO",
    ),
    _row("attacker_out_of_turn", None, (DN, ZERO), None, None),
    _row("badge_hidden", None, (HALF,), None, None),
    _row("badge_swapped", None, (EXPEL,), None, None),
    _free("sheet_unbalanced", (POINTS_100,)),
    _free("sheet_incomplete", (POINTS_100,)),
    _free("sheet_not_returned", (POINTS_400,)),
    _free("fault_of_play", (WARNING,), (POINTS_100,)),
    _free("fault_not_mendable", (CANCEL_IF_WON,)),
    _free("misdeal_hidden", (POINTS_500, CANCEL)),
    _free("drunkenness_repeated", (EXPEL,)),
)

FFT_2012: FaultTable = {fault.code: fault for fault in _ROWS}
