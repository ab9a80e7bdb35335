"""Rulings that a format permits: its effects, their amounts and the people concerned."""

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal

from tournaments.core.errors import TournamentError
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling, Who
from tournaments.core.ranking.seat_scores import Method

_EVERYWHERE = frozenset(
    {
        EffectKind.WARNING,
        EffectKind.STANDS,
        EffectKind.REPLAY,
        EffectKind.PENALTY,
        EffectKind.EXPEL,
        EffectKind.NEUTRALISE,
        EffectKind.CANCEL,
    }
)
KNOWN_EFFECTS: dict[Measure, frozenset[EffectKind]] = {
    Measure.PERCENT: _EVERYWHERE | {EffectKind.COLLECTIVE_ZERO, EffectKind.MARK, EffectKind.CAP},
    Measure.POINTS: _EVERYWHERE | {EffectKind.CANCEL_IF_WON},
    Measure.MATCH_POINTS: _EVERYWHERE
    | {
        EffectKind.COLLECTIVE_ZERO,
        EffectKind.POINTS,
        EffectKind.POINTS_CAP,
        EffectKind.POINTS_FLOOR,
    },
}
"""Effects that change a ranking by each measure."""

PERCENT_UNIT = 100
"""Amounts of percentages are in hundredths."""
WHOLE_PERCENT, MOST_POINTS, MOST_MATCH_POINTS = 10_000, 100_000, 100
AMOUNTS: dict[tuple[Measure, EffectKind], tuple[int, int]] = {
    (Measure.PERCENT, EffectKind.PENALTY): (1, WHOLE_PERCENT),
    (Measure.PERCENT, EffectKind.MARK): (0, WHOLE_PERCENT),
    (Measure.PERCENT, EffectKind.CAP): (0, WHOLE_PERCENT),
    (Measure.POINTS, EffectKind.PENALTY): (1, MOST_POINTS),
    (Measure.MATCH_POINTS, EffectKind.PENALTY): (1, MOST_MATCH_POINTS),
    (Measure.MATCH_POINTS, EffectKind.POINTS): (-MOST_MATCH_POINTS, MOST_MATCH_POINTS),
    (Measure.MATCH_POINTS, EffectKind.POINTS_CAP): (0, MOST_MATCH_POINTS),
    (Measure.MATCH_POINTS, EffectKind.POINTS_FLOOR): (0, MOST_MATCH_POINTS),
}
"""(least, largest) amount of the effects that have one, in the unit of `Effect.amount`."""

ON_A_PLAY = frozenset(EffectKind) - {
    EffectKind.WARNING,
    EffectKind.STANDS,
    EffectKind.PENALTY,
    EffectKind.EXPEL,
}
"""Effects that change one deal and need its play."""
_AIMED = frozenset(
    {
        EffectKind.MARK,
        EffectKind.CAP,
        EffectKind.POINTS,
        EffectKind.POINTS_CAP,
        EffectKind.POINTS_FLOOR,
        EffectKind.CANCEL_IF_WON,
    }
)
"""Effects on a deal that distinguish its camps."""


_OF_CAMPS = frozenset({Who.TAKER, Who.DEFENCE})
"""Targets that need a known attacker. A sheet of points does not record the attacker."""


def measure_of(plan: RankingPlan, method: Method) -> Measure:
    """Return the measure of a session. In friendly events the organiser's method decides it."""
    if plan.scoring is Scoring.SEATS:
        return Measure.PERCENT if method is Method.TOPAGE else Measure.POINTS
    return plan.measure


def family_of(plan: RankingPlan, method: Method) -> Family:
    """Return the family whose tariffs apply: that of free deals where scores are added up."""
    return Family.FREE_DEALS if measure_of(plan, method) is Measure.POINTS else plan.family


def known_targets(measure: Measure) -> frozenset[Who]:
    """Return the possible targets of an effect in a format."""
    return frozenset(Who) - _OF_CAMPS if measure is Measure.POINTS else frozenset(Who)


def needs_play(effects: Iterable[Effect]) -> bool:
    """Return whether the effects need the play of a deal."""
    return any(
        effect.kind in ON_A_PLAY or (effect.kind is EffectKind.PENALTY and effect.who is not Who.GUILTY)
        for effect in effects
    )


def needs_guilty(effects: Iterable[Effect]) -> bool:
    """Return whether the effects need a player at fault."""
    return any(
        effect.kind in (EffectKind.WARNING, EffectKind.EXPEL)
        or (effect.kind in _AIMED | {EffectKind.PENALTY} and effect.who in (Who.GUILTY, Who.OTHERS))
        for effect in effects
    )


def check_effects(rulings: Sequence[Ruling], measure: Measure) -> None:
    """Refuse rulings with effects that the format does not have.

    Raises:
        TournamentError: `ruling_effect`.
    """
    for ruling in rulings:
        for effect in ruling.effects:
            _check_kind(effect, measure)


def check_ruling(
    effects: Sequence[Effect], measure: Measure, *, guilty: Collection[int], at_play: Collection[int] | None
) -> None:
    """Refuse a ruling that could not be applied as intended.

    Args:
        guilty: players at fault, under any numbers.
        at_play: all players at the play concerned, under the same numbers; None for a ruling without a play.

    Raises:
        TournamentError: as `check_tariff`, `ruling_without_play`, `ruling_nobody`, or
            `ruling_guilty_elsewhere` if an effect on the deal concerns people who are not at it.
    """
    check_tariff(effects, measure)
    if needs_play(effects) and at_play is None:
        raise TournamentError("ruling_without_play", "these effects need a play", field="play")
    if needs_guilty(effects) and not guilty:
        raise TournamentError("ruling_nobody", "these effects need somebody at fault", field="guilty")
    # the other aimed effects concern the taker, the defence or all, whose seats the play has
    on_deal = [
        effect for effect in effects if effect.kind in _AIMED and effect.who in (Who.GUILTY, Who.OTHERS)
    ]
    if on_deal and at_play is not None and not set(guilty) & set(at_play):
        raise TournamentError(
            "ruling_guilty_elsewhere", f"none of {sorted(guilty)} sits at the play", field="guilty"
        )


def check_tariff(effects: Sequence[Effect], measure: Measure) -> None:
    """Refuse effects that the format never permits.

    Raises:
        TournamentError: `ruling_empty`, `ruling_effect`, `ruling_amount`, or `ruling_who` where points are
            added up and the attacker is not recorded.
    """
    if not effects:
        raise TournamentError("ruling_empty", "a ruling without an effect", field="effects")
    for effect in effects:
        _check_kind(effect, measure)
        _check_amount(effect, measure)
        if effect.who not in known_targets(measure):
            raise TournamentError(
                "ruling_who", f"no {effect.who.value} where points are added up", field="effects"
            )


def _check_kind(effect: Effect, measure: Measure) -> None:
    known_kinds = KNOWN_EFFECTS[measure]
    if effect.kind not in known_kinds:
        kinds = ", ".join(sorted(known_kinds))
        raise TournamentError(
            "ruling_effect",
            f"effect {effect.kind.value} not in {kinds}",
            field="effects",
            kind=effect.kind.value,
        )


def _check_amount(effect: Effect, measure: Measure) -> None:
    least, most = AMOUNTS.get((measure, effect.kind), (0, 0))
    # the message has per cent, the effect hundredths
    unit = PERCENT_UNIT if measure is Measure.PERCENT else 1
    if not least <= effect.amount <= most:
        raise TournamentError(
            "ruling_amount",
            f"amount {effect.amount} of {effect.kind.value} not in {least}..{most}",
            field="effects",
            kind=effect.kind.value,
            least=Decimal(least) / unit,
            most=Decimal(most) / unit,
        )
