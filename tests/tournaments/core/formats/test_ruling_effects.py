import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.core.formats.ruling_effects import (
    AMOUNTS,
    KNOWN_EFFECTS,
    check_ruling,
    check_tariff,
    family_of,
    known_targets,
    measure_of,
    needs_guilty,
    needs_play,
)
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.rulings import Effect, EffectKind, Who
from tournaments.core.ranking.seat_scores import Method

FREE_DEALS, FRIENDLY, INDIVIDUAL, QUARTETS = (
    find_format(code).plan for code in ("free_deals", "friendly", "duplicate_individual", "quartets")
)

PENALTY = Effect(EffectKind.PENALTY, 50)
CAP = Effect(EffectKind.CAP, 4_000)


@pytest.mark.parametrize("plan", [row.plan for row in FORMATS.values()], ids=FORMATS)
def test_every_tariff_of_a_format_may_be_ruled_in_it(plan):
    method = Method.TOPAGE if plan.needs_same_deals else Method.TOTAL
    family, measure = family_of(plan, method), measure_of(plan, method)
    tariffs = [tariff for fault in FFT_2012.values() for tariff in fault.tariffs.get(family, ())]

    for tariff in tariffs:
        check_ruling(tariff, measure, guilty={1}, at_play={1, 2})

    assert len(tariffs) > 5


@pytest.mark.parametrize(
    ("plan", "method", "measure", "family"),
    [
        (INDIVIDUAL, Method.TOPAGE, Measure.PERCENT, Family.INDIVIDUAL),
        (QUARTETS, Method.TOPAGE, Measure.MATCH_POINTS, Family.QUARTETS),
        (FREE_DEALS, Method.TOTAL, Measure.POINTS, Family.FREE_DEALS),
        (FRIENDLY, Method.TOPAGE, Measure.PERCENT, Family.INDIVIDUAL),
        (FRIENDLY, Method.DIFFERENCE, Measure.POINTS, Family.FREE_DEALS),
    ],
)
def test_method_of_a_friendly_event_decides_its_tariffs(plan, method, measure, family):
    assert (measure_of(plan, method), family_of(plan, method)) == (measure, family)


@pytest.mark.parametrize(
    ("effects", "guilty", "at_play", "code", "field"),
    [
        ([], {1}, None, "ruling_empty", "effects"),
        ([Effect(EffectKind.POINTS, 4)], {1}, {1}, "ruling_effect", "effects"),
        ([Effect(EffectKind.PENALTY, 0)], {1}, None, "ruling_amount", "effects"),
        ([Effect(EffectKind.PENALTY, 10_001)], {1}, None, "ruling_amount", "effects"),
        ([Effect(EffectKind.MARK, -1)], {1}, {1}, "ruling_amount", "effects"),
        ([Effect(EffectKind.NEUTRALISE, 5)], set(), {1}, "ruling_amount", "effects"),
        ([CAP], {1}, None, "ruling_without_play", "play"),
        ([Effect(EffectKind.PENALTY, 50, Who.ALL)], set(), None, "ruling_without_play", "play"),
        ([PENALTY], set(), None, "ruling_nobody", "guilty"),
        ([Effect(EffectKind.WARNING)], set(), None, "ruling_nobody", "guilty"),
        ([Effect(EffectKind.EXPEL)], set(), None, "ruling_nobody", "guilty"),
        ([CAP], {9}, {1, 2}, "ruling_guilty_elsewhere", "guilty"),
        ([Effect(EffectKind.MARK, 0, Who.OTHERS)], {9}, {1, 2}, "ruling_guilty_elsewhere", "guilty"),
    ],
)
def test_ruling_that_could_not_be_applied_is_refused(effects, guilty, at_play, code, field):
    with pytest.raises(TournamentError) as caught:
        check_ruling(effects, Measure.PERCENT, guilty=guilty, at_play=at_play)

    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("effects", "guilty", "at_play"),
    [
        ([PENALTY], {9}, None),
        ([PENALTY], {9}, {1, 2}),
        ([Effect(EffectKind.NEUTRALISE)], set(), {1, 2}),
        ([Effect(EffectKind.CAP, 4_000, Who.TAKER)], set(), {1, 2}),
        ([Effect(EffectKind.PENALTY, 10_000)], {1}, None),
        ([Effect(EffectKind.MARK, 10_000)], {1}, {1}),
    ],
)
def test_ruling_that_can_be_applied_is_accepted(effects, guilty, at_play):
    check_ruling(effects, Measure.PERCENT, guilty=guilty, at_play=at_play)


@pytest.mark.parametrize("who", [Who.TAKER, Who.DEFENCE])
def test_nobody_is_known_to_attack_where_points_are_added_up(who):
    with pytest.raises(TournamentError) as caught:
        check_tariff([Effect(EffectKind.PENALTY, 100, who)], Measure.POINTS)

    assert (caught.value.code, caught.value.field) == ("ruling_who", "effects")
    assert who not in known_targets(Measure.POINTS)


def test_effects_with_an_amount_are_known_where_they_have_one():
    assert all(kind in KNOWN_EFFECTS[measure] for measure, kind in AMOUNTS)


def test_needs_are_those_of_any_effect():
    assert not needs_play([PENALTY])
    assert needs_play([PENALTY, CAP])
    assert not needs_guilty([Effect(EffectKind.COLLECTIVE_ZERO)])
    assert needs_guilty([Effect(EffectKind.COLLECTIVE_ZERO), PENALTY])
