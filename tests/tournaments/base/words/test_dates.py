"""Days in words, in both languages."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.template import engines
from django.utils import translation

from tournaments.base.words.dates import date_format

PARIS = ZoneInfo("Europe/Paris")


@pytest.mark.parametrize(
    ("day", "form", "french", "english"),
    [
        (date(2026, 9, 1), "j F Y", "1er septembre 2026", "1 September 2026"),
        (date(2026, 9, 1), "l j F", "mardi 1er septembre", "Tuesday 1 September"),
        (date(2026, 9, 1), "DATE_FORMAT", "1er septembre 2026", "1 September 2026"),
        (date(2026, 9, 11), "j F Y", "11 septembre 2026", "11 September 2026"),
        (date(2026, 9, 1), "SHORT_DATE_FORMAT", "01/09/2026", "1 Sep 2026"),
        (
            datetime(2026, 9, 1, 20, 30, tzinfo=PARIS),
            "j F, H:i",
            "1er septembre, 20:30",
            "1 September, 20:30",
        ),
    ],
)
def test_first_of_a_month_is_written_as_each_language_does(
    day: date, form: str, french: str, english: str
) -> None:
    dates = {}
    for language in ("fr", "en"):
        with translation.override(language):
            dates[language] = date_format(day, form)

    assert dates == {"fr": french, "en": english}


def test_every_template_writes_the_first_of_a_month() -> None:
    text = "{{ day|date:'l j F Y' }}, {{ hour|date:'H:i' }}{{ none|date:'j F' }}"
    values = {"day": date(2026, 9, 1), "hour": datetime(2026, 9, 1, 20, 30, tzinfo=PARIS), "none": None}

    with translation.override("fr"):
        assert engines["django"].from_string(text).render(values) == "mardi 1er septembre 2026, 20:30"
