"""Empty form fields: rendered once for all deals, in the language of the request."""

import re

from django.utils.translation import override

from tournaments.enums import SlipKind
from tournaments.models import ResultSlip
from tournaments.results.table.rows import fresh_fields


def stored(kind=SlipKind.PLAYED, score=58, **facts):
    return ResultSlip(kind=kind, score=score, facts=facts)


def test_every_deal_to_write_gets_the_same_drawing():
    first, second = (
        fresh_fields("duplicate_individual", None, None),
        fresh_fields("duplicate_individual", None, None),
    )

    assert first.html is second.html
    assert 'id="' not in first.html
    assert 'name="reason"' not in first.html
    assert first.html.count('name="bouts"') == 4


def test_keypad_has_figures_alone():
    """At four players every count is whole: a half point would only be refused."""
    keys = re.findall(r'data-key="([^"]*)"', fresh_fields("duplicate_individual", None, None).html)

    assert sorted(keys) == ["", *"0123456789"]


def test_each_language_and_each_format_has_its_own():
    french = fresh_fields("duplicate_individual", None, None).html
    with override("en"):
        english = fresh_fields("duplicate_individual", None, None).html

    assert "Noter" in french
    assert "Noter" not in english
    assert 'name="bid"' in fresh_fields("teams", None, None).html
    assert 'name="bid"' not in french


def test_a_correction_shows_what_is_stored_and_asks_why():
    html = fresh_fields("duplicate_individual", None, stored(bouts=2, half_points=90)).html

    assert 'name="points" value="45"' in html
    assert 'name="bouts" value="2" checked' in html
    assert "58" not in html, "new points give their own score"
    assert 'name="reason"' in html


def test_what_is_folded_opens_when_it_says_something():
    bare = fresh_fields("duplicate_individual", None, stored())
    unplayed = fresh_fields("duplicate_individual", None, stored(SlipKind.NOT_PLAYED, None))

    assert 'name="gain" value="58"' in bare.html
    assert (bare.has_details, unplayed.has_details) == (False, True)
