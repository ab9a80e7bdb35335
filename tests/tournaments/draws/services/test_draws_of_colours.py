"""Rounds of several colours, drawn one by one: within each colour, or over all players."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.errors import AppError
from tests.cases import TIMES
from tests.factories.draws import (
    draw,
    draw_and_publish,
    enter_totals,
    make_drawn_colours,
    make_drawn_tournament,
    tables_in,
)
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_people, make_user
from tournaments.base.queries.rounds import count_undrawn_rounds, read_sessions
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.draws.queries.next_rounds import follows_movement, load_draw_facts
from tournaments.draws.queries.shown_draws import show_draw
from tournaments.draws.services.draws import publish_draw, repeat_draw, swap_places, tables_of, undo_draw
from tournaments.enums import DrawMethod, DrawState, EntryPresence
from tournaments.events.services.states import finish_tournament
from tournaments.incidents.services.actions import carry_out, rehearse, undo_incident
from tournaments.incidents.services.arriving import Arriving
from tournaments.incidents.services.shortening import Shortening
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, Play, ResultSlip, Round, Seating, Session, Tournament
from tournaments.movements.queries.counts import count_hall
from tournaments.movements.queries.movements import sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.seating.queries.seats import hall_itineraries, load_rounds, load_sections
from tournaments.seating.services.movements import change_sections, choose_draws

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Red at tables 1 to 3, green at tables 4 and 5."""
    return make_drawn_colours(make_club(), 12, 8)


def session_of(tournament: Tournament) -> Session:
    return tournament.sessions.get()


def members(tournament: Tournament, number: int) -> list[set[int]]:
    """The entries with a seat of each colour in a round."""
    rows = Seating.objects.filter(round__section__session__tournament=tournament, round__number=number)
    return [
        set(rows.filter(round__section=section).values_list("entry", flat=True))
        for section in sections_of(tournament)
    ]


def refusal(service, **arguments) -> str:
    with pytest.raises(AppError) as caught:
        service(**arguments)
    return caught.value.code


@pytest.mark.parametrize("method", DrawMethod)
def test_each_colour_is_drawn_within_itself(tournament: Tournament, method: DrawMethod) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament, method)

    assert members(tournament, 2) == members(tournament, 1)
    assert [len(table) for table in tables_in(tournament, 2)] == [4] * 5
    plays = Play.objects.filter(round__number=2).order_by("table__number")
    assert list(plays.values_list("table__number", "table__section__number", "round__section__number")) == [
        (number, 1 + (number > 3), 1 + (number > 3)) for number in range(1, 6)
    ]
    assert set(tables_of(published)) == set(range(1, 6))


def test_mixed_colours_keep_their_sizes_and_the_best_of_all_are_in_the_first(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament, changes_colour=True)

    red, green = members(tournament, 2)
    assert (len(red), len(green)) == (12, 8)
    places = {pk: place for place, pk in enumerate(published.order)}
    assert sum(places[pk] for pk in red) / 12 < sum(places[pk] for pk in green) / 8
    assert red != members(tournament, 1)[0]


def test_players_stay_in_the_colour_of_their_last_seat(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw_and_publish(tournament, changes_colour=True)
    enter_totals(tournament, 2)
    draw_and_publish(tournament)

    assert members(tournament, 3) == members(tournament, 2) != members(tournament, 1)


@settings(max_examples=3 * TIMES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from([28, 29, 31, 32]), min_size=2, max_size=2),
    st.lists(
        st.tuples(st.sampled_from([DrawMethod.BEST, DrawMethod.RANDOM]), st.booleans()),
        min_size=2,
        max_size=2,
    ),
)
def test_every_player_has_one_seat_and_no_second_meeting(
    counts: list[int], ways: list[tuple[DrawMethod, bool]]
) -> None:
    tournament = make_drawn_colours(make_club(), *counts, round_count=3)
    everyone = set(tournament.entries.values_list("pk", flat=True))
    for number, (method, is_mixed) in enumerate(ways, start=2):
        draw_and_publish(tournament, method, changes_colour=is_mixed, most_missing=99)
        seats = [pk for table in tables_in(tournament, number) for pk in table]
        assert sorted(seats) == sorted(everyone)
        assert [len(colour) for colour in members(tournament, number)] == counts
        if not is_mixed:
            assert members(tournament, number) == members(tournament, number - 1)
    meetings = Counter(
        pair
        for number in (1, 2, 3)
        for table in tables_in(tournament, number)
        for pair in combinations(sorted(table), 2)
    )
    assert max(meetings.values()) == 1
    # the database forbids a second seat in one round of a section only
    rows = Seating.objects.filter(round__section__session__tournament=tournament)
    assert len(set(rows.values_list("entry", "round__number"))) == rows.count()


def test_draw_of_colours_comes_again_from_its_seed(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    facts = load_draw_facts(session_of(tournament))
    published = draw_and_publish(tournament, DrawMethod.RANDOM, changes_colour=True)

    assert repeat_draw(published, facts) == tables_of(published)


@pytest.mark.postgres
def test_all_colours_are_undone_together(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament, changes_colour=True)
    enter_totals(tournament, 2, but=(1, 2, 3, 4))
    assert refusal(undo_draw, draw=published, undone_by=make_user()) == "results_exist"

    ResultSlip.objects.filter(play__round__number=2).delete()
    assert undo_draw(draw=published, undone_by=make_user()).state == DrawState.UNDONE
    assert tables_in(tournament, 2) == []
    assert not Play.objects.filter(round__number=2).exists()
    assert Round.objects.filter(number=2).count() == 2


def test_later_round_of_any_colour_keeps_a_draw_from_being_undone(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament)
    draw_and_publish(tournament, most_missing=5)

    assert refusal(undo_draw, draw=published, undone_by=make_user()) == "later_round"


def test_players_of_two_colours_are_swapped_by_hand(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    tables_before = tables_of(proposed)
    swapped = swap_places(draw=proposed, first="1-0", second="5-0", changed_by=None)
    publish_draw(draw=swapped, seen_swaps=1, published_by=None)

    assert tables_before[1][0] in members(tournament, 2)[1]
    assert tables_before[5][0] in members(tournament, 2)[0]


def test_missing_sheets_of_all_colours_hold_the_draw_back(tournament: Tournament) -> None:
    enter_totals(tournament, 1, but=(1, 5))

    assert refusal(draw, tournament=tournament, most_missing=1) == "sheets_missing"
    proposed = draw(tournament, most_missing=2)
    assert proposed.missing == [[1, 1], [1, 5]]
    session = session_of(tournament)
    reaches = show_draw(session, load_draw_facts(session), proposed).reaches
    # within the colours, a player of table 1 stays at 1 to 3, one of table 5 at 4 or 5
    first_tables = {
        entry.pk: number
        for number, table in enumerate(tables_in(tournament, 1), 1)
        for entry in Entry.objects.filter(pk__in=table)
    }
    assert {(first_tables[reach.entry.pk], set(tables) <= {1, 2, 3}) for reach, tables in reaches} == {
        (1, True),
        (5, False),
    }


def test_movement_cannot_be_resumed_once_colours_were_mixed(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw_and_publish(tournament, DrawMethod.MOVEMENT)
    assert follows_movement(load_draw_facts(session_of(tournament)))
    enter_totals(tournament, 2)
    draw_and_publish(tournament, changes_colour=True)
    enter_totals(tournament, 3)

    assert not follows_movement(load_draw_facts(session_of(tournament)))
    assert refusal(draw, tournament=tournament, method=DrawMethod.MOVEMENT) == "movement_left"


def test_late_player_sits_where_a_seat_is_free(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    leaver = tournament.entries.get(pk=min(members(tournament, 1)[0]))
    leaver.presence = EntryPresence.WITHDRAWN
    leaver.save()
    late = Entry.objects.create(tournament=tournament, person=make_people(tournament.club, 1)[0])
    draw_and_publish(tournament)

    assert members(tournament, 2)[0] == members(tournament, 1)[0] - {leaver.pk} | {late.pk}


def test_hall_grows_in_the_last_colour_and_undoing_takes_the_table_away(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    late = [
        Entry.objects.create(tournament=tournament, person=person).pk
        for person in make_people(tournament.club, 4)
    ]
    published = draw_and_publish(tournament)

    assert members(tournament, 2) == [members(tournament, 1)[0], members(tournament, 1)[1] | set(late)]
    assert [section.table_count for section in sections_of(tournament)] == [3, 3]
    undo_draw(draw=published, undone_by=make_user())
    assert [section.table_count for section in sections_of(tournament)] == [3, 2]


def test_colour_that_is_full_says_what_to_choose() -> None:
    tournament = make_drawn_colours(make_club(), 16, 16)
    enter_totals(tournament, 1)
    section = sections_of(tournament)[0]
    Entry.objects.create(tournament=tournament, person=make_people(tournament.club, 1)[0], section=section)

    assert refusal(draw, tournament=tournament) == "colour_full"
    assert len(tables_of(draw(tournament, odd_players=OddPlayers.FIVES))) == 8
    assert len(tables_of(draw(tournament, changes_colour=True))) == 9


def test_player_who_comes_by_the_page_of_incidents_is_drawn(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    user = make_user(club=tournament.club)
    person = make_people(tournament.club, 1)[0]
    case = Arriving(comes=Newcomer(person=person), place=None, first_round=2)
    report = rehearse(tournament=tournament, case=case, asked_by=user).told
    carry_out(tournament=tournament, case=case, seen=report.fingerprint, made_by=user)
    draw_and_publish(tournament, odd_players=OddPlayers.FIVES)

    late = tournament.entries.get(person=person)
    assert late.pk in set().union(*members(tournament, 2))


@pytest.mark.postgres
def test_rounds_to_come_are_counted_once_for_all_colours(tournament: Tournament) -> None:
    session = session_of(tournament)
    enter_totals(tournament, 1)
    (state,) = read_sessions(Session.objects.filter(tournament=tournament))

    assert count_undrawn_rounds(session) == state.undrawn_count == 3
    counts = count_hall(session, sections_of(tournament))
    assert (counts.rounds, counts.deals, counts.tables) == (4, (16, 16), 5)


@pytest.mark.postgres
def test_shortened_evening_of_colours_gives_up_its_rounds_and_takes_them_back(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    user = make_user(club=tournament.club)
    case = Shortening(last_round=1)
    report = rehearse(tournament=tournament, case=case, asked_by=user).told
    assert any("3 positions" in sentence for sentence in report.boards)
    incident = carry_out(tournament=tournament, case=case, seen=report.fingerprint, made_by=user)
    assert refusal(draw, tournament=tournament) == "all_drawn"
    undo_incident(incident=incident, undone_by=user)

    assert draw_and_publish(tournament).round.number == 2


def test_evening_of_colours_is_drawn_to_its_end(tournament: Tournament) -> None:
    for number in range(1, 5):
        enter_totals(tournament, number)
        if number < 4:
            draw_and_publish(tournament, list(DrawMethod)[number % 2], changes_colour=number == 2)

    assert refusal(draw, tournament=tournament) == "all_drawn"
    tournament.refresh_from_db()
    assert finish_tournament(tournament=tournament, finished_by=None).state == "finished"


def test_player_who_changed_colour_has_one_itinerary_without_false_rests(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw_and_publish(tournament, changes_colour=True)
    sections = load_sections(session_of(tournament))
    alone = [(section, load_rounds(section)) for section, _rounds in sections]

    for rounds_of_sections in (sections, alone):
        assert all(not this_round.resting for _, rounds in rounds_of_sections for this_round in rounds)
        evenings = hall_itineraries(rounds_of_sections)
        assert len(evenings) == 20
        assert {tuple(stop.round for stop in row.stops) for _section, row in evenings} == {(1, 2)}
    changed = members(tournament, 1)[0] - members(tournament, 2)[0]
    assert changed
    assert all(section.number == 1 for section, row in evenings if row.entry.pk in changed)


def test_resting_player_rests_in_one_colour_only() -> None:
    tournament = make_drawn_colours(make_club(), 15, 15)
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament, odd_players=OddPlayers.RESTS, changes_colour=True)
    resting = [
        entry.pk for _section, rounds in load_sections(session_of(tournament)) for entry in rounds[1].resting
    ]

    assert len(published.resting) == 6
    assert sorted(resting) == sorted(published.resting)


@pytest.mark.parametrize(("rounds", "deals"), [((3, 4), (4, 4)), ((3, 3), (4, 5))])
def test_colours_of_other_lengths_follow_the_movement(
    rounds: tuple[int, int], deals: tuple[int, int]
) -> None:
    tournament = make_sheet_tournament(make_club())
    plans = [
        SectionPlan(table_count=5, round_count=count, boards_per_set=deal_count)
        for count, deal_count in zip(rounds, deals, strict=True)
    ]
    change_sections(tournament=tournament, plans=plans, changed_by=None)

    assert refusal(choose_draws, tournament=tournament, is_drawn=True, chosen_by=None) == "not_drawable"


def test_split_into_colours_keeps_the_choice_to_draw() -> None:
    tournament = make_sheet_tournament(make_club())
    choose_draws(tournament=tournament, is_drawn=True, chosen_by=None)
    plan = SectionPlan(table_count=5, round_count=3, boards_per_set=4)
    sections = change_sections(tournament=tournament, plans=[plan, plan], changed_by=None)

    assert [section.is_drawn for section in sections] == [True, True]


def test_table_that_was_added_does_not_break_the_way_of_the_movement() -> None:
    tournament = make_drawn_tournament(make_club())
    enter_totals(tournament, 1)
    for person in make_people(tournament.club, 4):
        Entry.objects.create(tournament=tournament, person=person)
    draw_and_publish(tournament)

    assert not follows_movement(load_draw_facts(session_of(tournament)))
