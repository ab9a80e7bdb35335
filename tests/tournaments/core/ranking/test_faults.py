import json
from pathlib import Path

import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.faults import Family, find_tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.rulings import Effect, EffectKind, Who

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "faults_fft_2012.json").read_text(encoding="utf-8")
)
COLUMNS = (Family.INDIVIDUAL, Family.TRIPLETS, Family.TEAMS, Family.QUARTETS)
PLAIN = {
    EffectKind.NEUTRALISE: "DN",
    EffectKind.COLLECTIVE_ZERO: "*0",
    EffectKind.CANCEL: "cancelled",
    EffectKind.CANCEL_IF_WON: "cancelled if won",
    EffectKind.REPLAY: "replay",
    EffectKind.STANDS: "stands",
    EffectKind.WARNING: "warning",
    EffectKind.EXPEL: "struck off",
}


def written(effect, family):
    """One effect as the data file writes it."""
    who = "" if effect.who is Who.GUILTY else f" {effect.who.value}"
    by_marks = family in (Family.INDIVIDUAL, Family.TRIPLETS)
    if effect.kind is EffectKind.PENALTY:
        unit = "" if family is Family.FREE_DEALS else " PM"
        return f"{effect.amount / 100:g}%{who}" if by_marks else f"{effect.amount}{unit}{who}"
    if effect.kind is EffectKind.MARK:
        return f"={effect.amount // 100}{who}"
    if effect.kind is EffectKind.CAP:
        return f"{effect.amount // 100}/{100 - effect.amount // 100}"
    if effect.kind is EffectKind.POINTS_CAP:
        return f"+{effect.amount}/-{effect.amount}"
    if effect.kind is EffectKind.POINTS_FLOOR:
        return f"+{effect.amount}"
    return PLAIN[effect.kind]


def written_tariff(tariff, family):
    points = [effect for effect in tariff if effect.kind is EffectKind.POINTS]
    texts = [written(effect, family) for effect in tariff if effect not in points]
    if points:
        amounts = {effect.who: effect.amount for effect in points}
        if Who.ALL in amounts:
            texts.append(f"{amounts[Who.ALL]} both")
        else:
            texts.append("/".join(str(amounts[who]) for who in (Who.GUILTY, Who.OTHERS) if who in amounts))
    return ", ".join(texts)


def written_tariffs(code, family):
    tariffs = FFT_2012[code].tariffs.get(family)
    return None if tariffs is None else " | ".join(written_tariff(tariff, family) for tariff in tariffs)


@pytest.mark.parametrize(("code", "row"), PUBLISHED["duplicate"].items())
def test_published_tariffs_of_duplicate(code, row):
    assert [written_tariffs(code, family) for family in COLUMNS] == row


@pytest.mark.parametrize(("code", "tariff"), PUBLISHED["free_deals"].items())
def test_published_tariffs_of_free_deals(code, tariff):
    assert written_tariffs(code, Family.FREE_DEALS) == tariff


def test_every_fault_is_published():
    assert set(FFT_2012) == {*PUBLISHED["duplicate"], *PUBLISHED["free_deals"]}


def test_letters_of_the_travellers():
    assert {fault.short for fault in FFT_2012.values() if fault.short} == {
        "MR",
        "CO",
        "FE",
        "CE",
        "PO",
        "RC",
        "SO",
        "CM",
    }


def test_second_fault_and_later_ones_cost_more():
    costs = [find_tariff(FFT_2012, "slow_play", Family.INDIVIDUAL, occurrence=n) for n in (1, 2, 3)]

    assert costs[0] == (Effect(EffectKind.WARNING),)
    assert costs[1] == costs[2] == (Effect(EffectKind.PENALTY, 50),)


def test_organiser_replaces_a_tariff():
    mine = ((Effect(EffectKind.PENALTY, 300),),)

    overrides = {("smoking", Family.INDIVIDUAL): mine}

    assert find_tariff(FFT_2012, "smoking", Family.INDIVIDUAL, overrides=overrides) == mine[0]
    assert find_tariff(FFT_2012, "smoking", Family.TRIPLETS, overrides=overrides) == (
        Effect(EffectKind.PENALTY, 100),
    )


@pytest.mark.parametrize(
    ("code", "family", "occurrence", "refusal"),
    [
        ("chewing", Family.TEAMS, 1, "no_such_fault"),
        ("moving_about", Family.TEAMS, 1, "no_such_tariff"),
        ("smoking", Family.TEAMS, 0, "fault_occurrence"),
    ],
)
def test_unknown_tariffs_are_refused(code, family, occurrence, refusal):
    with pytest.raises(TournamentError) as caught:
        find_tariff(FFT_2012, code, family, occurrence=occurrence)

    assert caught.value.code == refusal
