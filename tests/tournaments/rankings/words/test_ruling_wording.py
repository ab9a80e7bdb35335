"""Faults, effects and refusals of rankings in words: all of them, in whole sentences."""

import re
from pathlib import Path

import pytest

from tournaments.base.words.wording import SENTENCES
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.faults import Family
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.rulings import Effect, EffectKind, Who
from tournaments.rankings.words.ruling_wording import (
    FAULT_GROUPS,
    KIND_NAMES,
    WHO_NAMES,
    amount_text,
    effect_text,
    effects_text,
    fault_name,
)

CORE = Path(__file__).parents[4] / "tournaments" / "core"
OF_PROGRAMS = {"grid_shape", "grid_range"}
"""Arrays that only a program can have made wrong."""
MEASURES = {
    Family.FREE_DEALS: Measure.POINTS,
    Family.INDIVIDUAL: Measure.PERCENT,
    Family.TRIPLETS: Measure.PERCENT,
    Family.TEAMS: Measure.MATCH_POINTS,
    Family.QUARTETS: Measure.MATCH_POINTS,
}


def test_every_fault_is_in_one_family_of_incident():
    codes = [code for _group, faults in FAULT_GROUPS for code in faults]

    assert sorted(codes) == sorted(FFT_2012)


def test_every_kind_and_everybody_has_a_name():
    assert set(KIND_NAMES) == set(EffectKind)
    assert set(WHO_NAMES) == set(Who)


def test_every_tariff_is_said_in_whole_sentences():
    for fault in FFT_2012.values():
        for family, tariffs in fault.tariffs.items():
            for tariff in tariffs:
                text = effects_text(tariff, MEASURES[family])
                assert text
                assert "%(" not in text


def test_refusals_of_rankings_and_formats_have_their_sentence():
    sources = [path.read_text() for folder in ("ranking", "formats") for path in (CORE / folder).glob("*.py")]
    codes = {code for source in sources for code in re.findall(r'(?:Error|Grid)\(\s*"([a-z_]+)"', source)}

    assert len(codes) > 20
    assert codes - set(SENTENCES) == OF_PROGRAMS


@pytest.mark.parametrize(
    ("effect", "measure", "text"),
    [
        (Effect(EffectKind.PENALTY, 50), Measure.PERCENT, "pénalité de 0,5 % au fautif"),
        (Effect(EffectKind.PENALTY, 100), Measure.POINTS, "pénalité de 100 points au fautif"),
        (Effect(EffectKind.PENALTY, 1), Measure.MATCH_POINTS, "pénalité de 1 PM au fautif"),
        (
            Effect(EffectKind.CAP, 4_000),
            Measure.PERCENT,
            "note de 40 % au plus au camp du fautif, de 60 % au moins en face",
        ),
        (
            Effect(EffectKind.CAP, 4_000, Who.TAKER),
            Measure.PERCENT,
            "note de 40 % au plus à l’attaque, de 60 % au moins en face",
        ),
        (Effect(EffectKind.POINTS, -10), Measure.MATCH_POINTS, "−10 PM au fautif sur la donne"),
        (
            Effect(EffectKind.POINTS_CAP, 4),
            Measure.MATCH_POINTS,
            "−4 PM au plus au fautif, +4 PM au moins en face",
        ),
        (Effect(EffectKind.MARK, 3_333), Measure.PERCENT, "note de 33,33 % au fautif"),
    ],
)
def test_effect_has_its_amount_in_the_unit_of_the_format(effect, measure, text):
    assert effect_text(effect, measure).replace("\u00a0", " ") == text


def test_ruling_without_a_fault_has_a_name_too():
    assert fault_name("") == "Décision de l’arbitre"
    assert amount_text(1, Measure.POINTS).replace("\u00a0", " ") == "1 point"
