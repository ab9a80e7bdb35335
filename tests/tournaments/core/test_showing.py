"""The one rule of what shows when and to whom."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.json_node import InvalidDocument
from tournaments.core.showing import (
    PRESETS,
    Moment,
    Part,
    PlayState,
    Showing,
    Viewer,
    is_shown,
    read_showing,
    showing_document,
    shown_parts,
    waits_for,
)

PREPARED = PlayState()
PLAYING = PlayState(round_number=3, round_count=5)
LATE = PlayState(round_number=4, round_count=5)
ALL_IN = PlayState(round_number=5, round_count=5, is_session_over=True)
NEXT = dataclasses.replace(ALL_IN, is_session_closed=True)
FINISHED = dataclasses.replace(NEXT, is_event_over=True)
STATES = (PREPARED, PLAYING, LATE, ALL_IN, NEXT, FINISHED)

moments = st.sampled_from(list(Moment))
showings = st.builds(
    Showing,
    **{part.value: moments for part in Part},
    held_rounds=st.integers(0, 50),
    is_own_alone=st.booleans(),
)


@pytest.mark.parametrize(
    ("moment", "states"),
    [
        (Moment.HIDDEN, ()),
        (Moment.LIVE, STATES),
        (Moment.SESSION, (ALL_IN, NEXT, FINISHED)),
        (Moment.END, (FINISHED,)),
    ],
)
@pytest.mark.parametrize("part", Part)
def test_a_part_shows_from_its_moment_on(part: Part, moment: Moment, states: tuple[PlayState, ...]) -> None:
    showing = read_showing({part.value: moment.value})

    visible_states = tuple(state for state in STATES if is_shown(showing, part, state, Viewer.EVERYBODY))

    assert visible_states == states


def test_the_ranking_is_held_in_the_last_rounds_until_the_session_is_closed() -> None:
    showing = Showing(held_rounds=2)

    blocking_moments = [waits_for(showing, Part.RANKING, state, Viewer.EVERYBODY) for state in STATES]

    assert blocking_moments == [None, None, Moment.SESSION, Moment.SESSION, None, None]
    assert all(is_shown(showing, Part.BOARDS, state, Viewer.EVERYBODY) for state in STATES)


@pytest.mark.parametrize("part", [Part.OWN_RESULTS, Part.OWN_MARKS])
@pytest.mark.parametrize(
    ("viewer", "shows"), [(Viewer.EVERYBODY, False), (Viewer.PLAYER, True), (Viewer.DESK, True)]
)
def test_own_parts_may_be_for_the_player_alone(part: Part, viewer: Viewer, shows: bool) -> None:
    assert is_shown(Showing(is_own_alone=True), part, PLAYING, viewer) is shows


def test_the_page_of_a_player_waits_like_everybodys() -> None:
    showing = Showing(own_marks=Moment.END, is_own_alone=True)

    assert waits_for(showing, Part.OWN_MARKS, ALL_IN, Viewer.PLAYER) is Moment.END


@examples(20)
@given(showings)
def test_the_desk_sees_everything(showing: Showing) -> None:
    assert all(shown_parts(showing, state, Viewer.DESK) == set(Part) for state in STATES)


@examples(20)
@given(showings)
def test_what_is_read_is_what_was_written(showing: Showing) -> None:
    assert read_showing(showing_document(showing)) == showing


@examples(30)
@given(showings)
def test_a_choice_that_needs_no_state_shows_the_same_in_all(showing: Showing) -> None:
    answers = {shown_parts(showing, state, Viewer.EVERYBODY) for state in STATES}

    assert showing.needs_state or len(answers) == 1


def test_no_choice_is_the_club_evening() -> None:
    assert read_showing({}) == Showing() == PRESETS["club"]


def test_presets_differ() -> None:
    assert len(set(PRESETS.values())) == len(PRESETS) == 3


@pytest.mark.parametrize(
    ("document", "code", "field"),
    [
        ([], "not_an_object", ""),
        ({"ranking": "soon"}, "field_value", "ranking"),
        ({"held_rounds": 51}, "field_value", "held_rounds"),
        ({"held_rounds": True}, "field_value", "held_rounds"),
        ({"is_own_alone": 1}, "field_value", "is_own_alone"),
        ({"weather": "live"}, "unknown_field", "'weather'"),
    ],
)
def test_a_wrong_document_is_refused(document: Any, code: str, field: str) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        read_showing(document)

    assert (refusal.value.code, refusal.value.field) == (code, field)
