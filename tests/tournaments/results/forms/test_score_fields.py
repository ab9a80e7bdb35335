"""Fields for the scores of seats."""

import pytest

from games.core.variants.registry import GAMES
from tournaments.core.slips.score_sheet import LineOf, SheetTerms
from tournaments.results.forms.score_sheets import ScoresForm


@pytest.mark.parametrize(("game", "mode"), [("papayou-4", "text"), ("contrat-4", "numeric")])
def test_a_score_that_may_be_negative_has_a_keyboard_with_a_minus(game: str, mode: str) -> None:
    form = ScoresForm(sheet=SheetTerms(LineOf.SCORES, GAMES[game], (True,) * 4))

    assert {form.fields[name].widget.attrs["inputmode"] for name in form.figures} == {mode}


@pytest.mark.parametrize("text", ["-40", "−40", "– 40", "40-"])
def test_a_sign_stands_before_or_behind_the_score_of_a_seat(text: str) -> None:
    sheet = SheetTerms(LineOf.SCORES, GAMES["papayou-4"], (True,) * 4)

    form = ScoresForm({"score_0": text, "kind": "played"}, sheet=sheet)

    assert form.is_valid()
    assert form.sheet_line().scores[0] == -40
