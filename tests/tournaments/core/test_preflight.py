"""Checks before an evening begins: each fault is reported once, at the right level."""

from dataclasses import replace

import pytest

from tournaments.core.preflight import Boards, Check, EveningFacts, Level, Phones, check_evening, worst_level

READY = EveningFacts(
    is_seated=True,
    table_count=5,
    seat_count=20,
    entry_count=20,
    placed_count=20,
    arrived_count=20,
    boards=Boards(needed=(20,), dealt=20, is_sealed=True, readers=1),
    has_fees=True,
    phones=Phones(open_tables=5, needs_confirmation=True),
    is_public=True,
)


def test_an_evening_that_is_ready_has_nothing_but_good_lines():
    checks = check_evening(READY)

    assert worst_level(checks) is Level.OK
    assert [check.code for check in checks] == [
        "players_complete", "seats_fixed", "deals_sealed", "readers_named", "papers_ready",
        "arrivals_complete", "fees_paid", "licences_valid", "phones_open", "phones_confirm", "results_public",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "code", "level"),
    [
        ({"entry_count": 19, "arrived_count": 19}, "players_missing", Level.BLOCKING),
        ({"entry_count": 21, "arrived_count": 21}, "players_extra", Level.BLOCKING),
        ({"entry_count": 18, "arrived_count": 18, "has_teams": True}, "teams_missing", Level.BLOCKING),
        ({"incomplete_partners": 2}, "partners_incomplete", Level.BLOCKING),
        ({"is_seated": False}, "seats_open", Level.BLOCKING),
        ({"attackers_missing": 2}, "attackers_missing", Level.ATTENTION),
        ({"is_seated": False, "placed_count": 17}, "places_empty", Level.BLOCKING),
        ({"boards": Boards(needed=(20,), readers=1)}, "deals_none", Level.BLOCKING),
        ({"boards": Boards(needed=(20,), dealt=12, is_sealed=True, readers=1)}, "deals_few", Level.BLOCKING),
        (
            {"boards": Boards(needed=(20,), dealt=20, is_revealed=True, readers=1)},
            "deals_revealed",
            Level.BLOCKING,
        ),
        ({"boards": Boards(needed=(20,), dealt=20, readers=1)}, "deals_unsealed", Level.ATTENTION),
        ({"boards": Boards(needed=(20,), dealt=20, is_sealed=True)}, "readers_none", Level.ATTENTION),
        (
            {"boards": Boards(needed=(20, 16), dealt=20, is_sealed=True, readers=1)},
            "boards_differ",
            Level.ATTENTION,
        ),
        (
            {"boards": Boards(needed=(20,), dealt=20, is_sealed=True, readers=2, playing_readers=("Anne",))},
            "readers_play",
            Level.ATTENTION,
        ),
        ({"papers_old": ("travellers",)}, "papers_old", Level.BLOCKING),
        ({"papers_missing": ("seat_lists",)}, "papers_missing", Level.ATTENTION),
        ({"arrived_count": 0}, "arrivals_none", Level.ATTENTION),
        ({"arrived_count": 18}, "arrivals_missing", Level.ATTENTION),
        ({"unpaid_count": 3}, "fees_unpaid", Level.ATTENTION),
        ({"without_licence": 1}, "licences_without", Level.ATTENTION),
        ({"expired_licences": 1}, "licences_expired", Level.ATTENTION),
        ({"unchecked_licences": 1}, "licences_unchecked", Level.ATTENTION),
        ({"phones": Phones(open_tables=3)}, "phones_some", Level.ATTENTION),
        (
            {"phones": Phones(open_tables=5, shows_comparison=True)},
            "phones_compare",
            Level.ATTENTION,
        ),
        ({"is_public": False}, "results_private", Level.ATTENTION),
    ],
)
def test_one_fault_is_found_once_at_its_level(changes, code, level):
    facts = replace(READY, **changes)

    faults = {check.code: check.level for check in check_evening(facts) if check.level is not Level.OK}
    assert faults == {code: level}


def test_findings_say_how_many():
    facts = replace(READY, entry_count=17, unpaid_count=2, papers_old=("travellers", "seat_lists"))

    checks = check_evening(facts)

    assert Check("players_missing", Level.BLOCKING, {"entered": 17, "seats": 20, "missing": 3}) in checks
    assert Check("fees_unpaid", Level.ATTENTION, {"count": 2}) in checks
    assert Check("papers_old", Level.BLOCKING, {"kinds": ("travellers", "seat_lists")}) in checks
    assert worst_level(checks) is Level.BLOCKING


def test_deals_of_the_table_need_no_boards_and_no_readers():
    codes = [check.code for check in check_evening(replace(READY, boards=Boards(needed=())))]

    assert "deals_at_tables" in codes
    assert not {"readers_none", "deals_none"} & set(codes)


def test_nobody_asks_for_licences_where_one_practises_or_plays_among_friends():
    for facts in (replace(READY, is_practice=True), replace(READY, asks_licences=False)):
        codes = [check.code for check in check_evening(replace(facts, without_licence=20))]
        assert not [code for code in codes if code.startswith("licences")]


def test_a_later_session_asks_for_nobody_new():
    facts = replace(READY, is_first_session=False, seat_count=16, placed_count=16)

    assert check_evening(facts)[0].code == "players_stayed"
    assert worst_level(check_evening(facts)) is Level.OK


def test_papers_alone_are_a_choice():
    checks = check_evening(replace(READY, phones=Phones()))

    assert "phones_closed" in [check.code for check in checks]
    assert worst_level(checks) is Level.OK
