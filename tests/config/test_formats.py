"""Days and hours as they are read and typed in each language."""

import datetime

import pytest
from django import forms
from django.utils.formats import date_format
from django.utils.translation import override

SEVENTH = datetime.date(2026, 11, 7)
AT_FOUR = datetime.datetime(2026, 11, 7, 16, 5, tzinfo=datetime.UTC)


@pytest.mark.parametrize(("language", "written"), [("fr", "07/11/2026"), ("en", "7 Nov 2026")])
def test_no_short_day_can_be_taken_for_another(language: str, written: str) -> None:
    with override(language):
        assert date_format(SEVENTH, "SHORT_DATE_FORMAT") == written


@pytest.mark.parametrize(
    ("language", "written"), [("fr", "7 novembre 2026 à 16:05"), ("en", "7 November 2026, 16:05")]
)
def test_hours_are_those_of_the_clock_in_the_hall(language: str, written: str) -> None:
    with override(language):
        assert date_format(AT_FOUR, "DATETIME_FORMAT") == written


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("typed", ["2026-11-07", "07/11/2026"])
def test_a_typed_day_comes_before_its_month_in_every_language(language: str, typed: str) -> None:
    with override(language):
        assert forms.DateField().clean(typed) == SEVENTH
