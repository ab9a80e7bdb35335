"""Phases of an event, and the acts that each allows."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.phases import Act, EventFacts, Phase, Progress, legal_acts, phase_of

DRAFT = EventFacts(progress=Progress.PREPARED, entered=3, empty_places=17)
PLAYED = EventFacts(progress=Progress.PLAYED, entered=20, results_counted=3, results_expected=100)


@pytest.mark.parametrize(
    ("facts", "phase"),
    [
        (DRAFT, Phase.DRAFT),
        (replace(DRAFT, is_open=True), Phase.OPEN),
        (replace(DRAFT, is_open=True, arrived=2), Phase.OPEN),
        (replace(DRAFT, is_open=True, arrived=3), Phase.CHECKED_IN),
        (replace(DRAFT, entered=0), Phase.DRAFT),
        (replace(DRAFT, is_open=True, arrived=3, is_first_session=False), Phase.DRAFT),
        (replace(PLAYED, progress=Progress.SEATED, results_counted=0), Phase.SEATED),
        (replace(PLAYED, progress=Progress.SEATED), Phase.PLAYING),
        (replace(PLAYED, results_counted=0), Phase.PLAYING),
        (PLAYED, Phase.PLAYING),
        (replace(PLAYED, results_counted=100), Phase.CLOSING),
        (replace(PLAYED, results_counted=100, rounds_undrawn=1), Phase.PLAYING),
        (replace(PLAYED, progress=Progress.FINISHED), Phase.FINAL),
        (replace(PLAYED, progress=Progress.FINISHED, is_archived=True), Phase.ARCHIVED),
    ],
)
def test_phase_is_told_from_what_is_known(facts: EventFacts, phase: Phase) -> None:
    assert phase_of(facts) is phase


@pytest.mark.parametrize(
    ("facts", "first"),
    [
        (DRAFT, Act.ENTER_PEOPLE),
        (replace(DRAFT, arrived=3), Act.PLACE),
        (replace(DRAFT, arrived=3, empty_places=0), Act.FIX_SEATS),
        (replace(DRAFT, empty_places=0), Act.FIX_SEATS),
        (replace(DRAFT, needs_deals=True), Act.ENTER_PEOPLE),
        (replace(DRAFT, arrived=3, needs_deals=True), Act.PLACE),
        (replace(DRAFT, empty_places=0, needs_deals=True), Act.DEAL),
        (replace(DRAFT, empty_places=0, needs_deals=True, is_first_session=False), Act.DEAL),
        (replace(PLAYED, progress=Progress.SEATED, results_counted=0, needs_deals=True), Act.DEAL),
        (replace(PLAYED, progress=Progress.SEATED, results_counted=0), Act.RUN_HALL),
        (PLAYED, Act.RUN_HALL),
        (replace(PLAYED, results_counted=100), Act.CLOSE),
        (replace(PLAYED, results_counted=100, results_unsettled=1), Act.SETTLE),
        (replace(PLAYED, rounds_undrawn=1), Act.RUN_HALL),
        (replace(PLAYED, results_counted=100, rounds_undrawn=1), Act.DRAW_ROUND),
        (replace(PLAYED, progress=Progress.FINISHED), Act.CLOSE),
        (replace(PLAYED, progress=Progress.FINISHED, is_archived=True), Act.UNARCHIVE),
    ],
)
def test_what_leads_on_comes_first(facts: EventFacts, first: Act) -> None:
    assert legal_acts(facts)[0] is first


events = st.builds(
    EventFacts,
    progress=st.sampled_from(Progress),
    is_first_session=st.booleans(),
    needs_deals=st.booleans(),
    is_open=st.booleans(),
    is_archived=st.booleans(),
    is_public=st.booleans(),
    entered=st.integers(0, 4),
    arrived=st.integers(0, 4),
    empty_places=st.integers(0, 2),
    results_counted=st.integers(0, 3),
    results_expected=st.integers(0, 3),
    results_unsettled=st.integers(0, 1),
    rounds_undrawn=st.integers(0, 1),
)
OPPOSITES = (
    (Act.PUBLISH, Act.HIDE),
    (Act.OPEN_ENTRIES, Act.CLOSE_ENTRIES),
    (Act.PLACE, Act.FIX_SEATS),
    (Act.SETTLE, Act.FINISH),
)


@given(events)
def test_something_leads_on_and_opposites_never_stand_side_by_side(facts: EventFacts) -> None:
    acts = legal_acts(facts)

    assert acts
    assert len(set(acts)) == len(acts)
    assert not any(set(pair) <= set(acts) for pair in OPPOSITES)


@given(events)
def test_seats_are_changed_only_while_nothing_is_played(facts: EventFacts) -> None:
    acts = set(legal_acts(facts))

    if acts & {Act.FIX_SEATS, Act.UNDO_SEATS, Act.PLACE}:
        assert facts.progress in (Progress.PREPARED, Progress.SEATED)
        assert not facts.results_counted or facts.progress is Progress.PREPARED
    if Act.ARCHIVE in acts:
        assert facts.progress is Progress.FINISHED


def test_every_act_is_offered_somewhere() -> None:
    plain = [
        replace(DRAFT, is_public=public, is_open=is_open)
        for public in (False, True)
        for is_open in (False, True)
    ]
    full = [replace(facts, empty_places=0, needs_deals=needs) for facts in plain for needs in (False, True)]
    later = [
        replace(PLAYED, progress=progress, results_counted=percentage, is_archived=archived, is_public=public)
        for progress, percentage, archived, public in itertools.product(
            (Progress.SEATED, Progress.PLAYED, Progress.FINISHED), (0, 100), (False, True), (False, True)
        )
    ]

    undrawn = [replace(PLAYED, rounds_undrawn=2)]
    unsettled = [replace(PLAYED, results_counted=100, results_unsettled=2)]

    offered = {act for facts in plain + full + later + undrawn + unsettled for act in legal_acts(facts)}

    assert offered == set(Act)
