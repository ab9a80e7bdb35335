"""Decimals behind a comma or a point are the same number on every page, in both languages."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from games.core.written_points import parse_points
from tournaments.base.forms.decimals import DecimalField
from tournaments.base.forms.money import AmountsField, CentsField, written_cents
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.evening.organiser.sessions import CoefficientForm, SessionForm
from tournaments.rankings.forms.rulings import EffectForm
from tournaments.seasons.forms.seasons import TariffForm
from tournaments.seasons.organiser.competitions import MemberForm

ROOT = Path(__file__).parents[4]


def read_tariff(text: str) -> Any:
    form = TariffForm({"valid_from": "2026-09-01", "least_1": "2", "attendance_1": text, "points_1": text})
    return form.is_valid() and (
        form.cleaned_data["bands"][0].attendance,
        form.cleaned_data["bands"][0].points,
    )


def read_amount(text: str) -> Any:
    form = EffectForm(
        {"effect-kind": "penalty", "effect-amount": text, "effect-who": "guilty"},
        prefix="effect",
        measure=Measure.PERCENT,
    )
    form.is_valid()
    return form.cleaned_data.get("amount")


def read_carried(text: str) -> Any:
    form = SessionForm(
        {"carried": text, "coefficient": "1", "seats": "final"}, played=find_format("free_deals")
    )
    form.is_valid()
    return form.cleaned_data.get("carried")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("text", ["0,5", "0.5", " 0,5 ", "0.50"])
@pytest.mark.parametrize(
    ("read", "value"),
    [
        (DecimalField().clean, Decimal("0.5")),
        (CoefficientForm.base_fields["coefficient"].clean, Decimal("0.5")),
        (MemberForm.base_fields["coefficient"].clean, Decimal("0.5")),
        (CentsField().clean, 50),
        (AmountsField().clean, [50]),
        (parse_points, 1),
        (read_amount, Decimal("0.5")),
        (read_carried, Fraction(1, 2)),
        (read_tariff, (Fraction(1, 2), (Fraction(1, 2),))),
    ],
)
def test_comma_and_point_give_the_same(
    read: Callable[[str], Any], value: object, text: str, language: str
) -> None:
    with translation.override(language):
        assert read(text) == value


@pytest.mark.parametrize("text", ["1,2,3", "1.234,5", "1,234.5", ",", "−", "x"])
def test_a_number_with_two_signs_is_asked_again(text: str) -> None:
    with pytest.raises(Exception, match="nombre"):
        DecimalField().clean(text)


def test_what_was_stored_is_shown_as_the_language_writes_it() -> None:
    values_by_language = {}
    for language in ("fr", "en"):
        with translation.override(language):
            html = str(CoefficientForm(initial={"coefficient": Decimal("1.5")})["coefficient"])
            values_by_language[language] = ('value="1,5"' in html, 'value="1.5"' in html, written_cents(1250))

    assert values_by_language == {"fr": (True, False, "12,50"), "en": (False, True, "12.50")}


def test_no_form_reads_decimals_in_one_language_alone() -> None:
    raw = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "tournaments").rglob("*.py")
        if "forms.DecimalField(" in path.read_text() or "forms.FloatField(" in path.read_text()
    ]

    assert raw == []
