"""Rounds drawn one by one: proposed, changed by hand, published, undone."""

import pytest

from common.errors import AppError, Conflict
from tests.factories.draws import (
    draw,
    draw_and_publish,
    enter_totals,
    make_drawn_tournament,
    prepare_drawn_tournament,
    tables_in,
)
from tests.factories.sheets import make_seated_sheets, make_sheet_tournament
from tests.factories.tournaments import make_club, make_people, make_tournament, make_user
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.rounds import read_sessions
from tournaments.core.exchange.value_json import read_values
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.draws.queries.next_rounds import (
    follows_movement,
    load_draw_facts,
    rank_present,
    reachable_places,
)
from tournaments.draws.services.draws import (
    publish_draw,
    repeat_draw,
    swap_places,
    tables_of,
    undo_draw,
)
from tournaments.enums import DrawMethod, DrawState, EntryPresence
from tournaments.events.services.states import finish_tournament
from tournaments.incidents.services.actions import carry_out, rehearse, undo_incident
from tournaments.incidents.services.arriving import Arriving
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.shortening import Shortening
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import (
    AuditEvent,
    Entry,
    Play,
    PlayRecord,
    ResultSlip,
    Round,
    RoundDraw,
    Seating,
    Session,
    Tournament,
)
from tournaments.movements.queries.counts import count_hall
from tournaments.movements.queries.movements import section_table_shape, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.standings import rank_loaded
from tournaments.seating.services.movements import change_sections, choose_draws
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.db


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_drawn_tournament(make_club())


def session_of(tournament: Tournament) -> Session:
    return tournament.sessions.get()


def is_zero_sum(tournament: Tournament) -> bool:
    columns = rank_loaded(load_session(session_of(tournament)))["columns"]
    return sum(read_values(columns["value"])) == 0


def refusal(service, **arguments) -> str:
    with pytest.raises(AppError) as caught:
        service(**arguments)
    return caught.value.code


def test_only_the_first_round_is_seated(tournament: Tournament) -> None:
    rounds = Round.objects.filter(section__session__tournament=tournament)

    assert rounds.count() == 5
    assert list(rounds.exclude(seatings=None).values_list("number", flat=True).distinct()) == [1]
    assert Play.objects.filter(round__in=rounds).count() == 3
    assert not sections_of(tournament)[0].keeps_lines


def test_places_are_fixed_round_by_round_only_where_each_table_deals_for_itself(db: None) -> None:
    duplicate = make_tournament(make_club())

    assert refusal(choose_draws, tournament=duplicate, is_drawn=True, chosen_by=None) == "not_drawable"


def test_choice_can_be_taken_back_before_the_seats_are_fixed(db: None) -> None:
    tournament = make_sheet_tournament(make_club())
    choose_draws(tournament=tournament, is_drawn=True, chosen_by=None)
    choose_draws(tournament=tournament, is_drawn=False, chosen_by=None)

    (section,) = sections_of(tournament)
    assert not section.is_drawn
    assert section.keeps_lines


def test_another_movement_keeps_the_choice(db: None) -> None:
    tournament = make_sheet_tournament(make_club())
    choose_draws(tournament=tournament, is_drawn=True, chosen_by=None)
    plan = SectionPlan(table_count=6, round_count=3, boards_per_set=4)
    (section,) = change_sections(tournament=tournament, plans=[plan], changed_by=None)

    assert section.is_drawn


def test_choice_is_fixed_with_the_seats(tournament: Tournament) -> None:
    assert (
        refusal(choose_draws, tournament=tournament, is_drawn=False, chosen_by=None) == "not_in_preparation"
    )


def test_best_against_best_follows_the_ranking(tournament: Tournament) -> None:
    """Three tables of four who met: the second round parts them, the best at the first table."""
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament)

    session = session_of(tournament)
    ranking = rank_loaded(load_session(session))["columns"]["entry"]
    assert published.order == ranking
    first = tables_in(tournament, 1)
    second = tables_in(tournament, 2)
    # four of three tables: one pair of each table meets again at least once
    assert max(len(old & new) for old in first for new in second) == 2
    assert ranking[0] in second[0]
    assert Play.objects.filter(round=published.round).count() == 3


def test_nobody_meets_again_where_that_is_possible(db: None) -> None:
    tournament = make_drawn_tournament(make_club(), table_count=5, player_count=20, round_count=3)
    enter_totals(tournament, 1)
    draw_and_publish(tournament)
    enter_totals(tournament, 2)
    draw_and_publish(tournament, DrawMethod.RANDOM)

    rounds = [tables_in(tournament, number) for number in (1, 2, 3)]
    meetings = [
        (player, mate)
        for tables in rounds
        for table in tables
        for player in table
        for mate in table
        if player < mate
    ]
    assert len(set(meetings)) == len(meetings) == 3 * 5 * 6


def test_draft_seats_nobody(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)

    assert proposed.state == DrawState.DRAFT
    assert not Seating.objects.filter(round=proposed.round).exists()
    assert not Play.objects.filter(round=proposed.round).exists()


def test_drawing_again_replaces_the_proposal(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    first = draw(tournament, DrawMethod.RANDOM)
    second = draw(tournament, DrawMethod.BEST)

    assert list(RoundDraw.objects.all()) == [second]
    assert refusal(publish_draw, draw=first, seen_swaps=0, published_by=None) == "draw_changed"


def test_draw_by_lot_comes_again_from_its_seed(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    facts = load_draw_facts(session_of(tournament))
    published = draw_and_publish(tournament, DrawMethod.RANDOM)

    assert repeat_draw(published, facts) == tables_of(published)
    event = AuditEvent.objects.get(action="round.drawn")
    assert (event.after["seed"], event.after["method"]) == (published.seed, "random")
    assert event.after["order"] == list(facts.present)


def test_another_seed_gives_other_tables(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    tables_drawn = [tables_of(draw(tournament, DrawMethod.RANDOM, seed=seed)) for seed in ("a", "b", "a")]

    assert tables_drawn[0] == tables_drawn[2] != tables_drawn[1]


def test_missing_sheets_hold_the_draw_back(tournament: Tournament) -> None:
    enter_totals(tournament, 1, but=(2,))

    assert refusal(draw, tournament=tournament) == "sheets_missing"
    assert draw(tournament, most_missing=1).missing == [[1, 2]]


def test_players_of_missing_sheets_may_still_move(tournament: Tournament) -> None:
    enter_totals(tournament, 1, but=(2,))
    session = session_of(tournament)
    facts = load_draw_facts(session)
    order = rank_present(session, facts)

    (missing_sheet,) = facts.missing
    assert (missing_sheet.round, missing_sheet.table, len(missing_sheet.entries)) == (1, 2, 4)
    reaches = reachable_places(session, facts, order)
    assert {reach.entry.pk for reach in reaches} == {entry.pk for entry in missing_sheet.entries}
    # +30 is the most of a player so far: with it each of the four can be first, with -30 last
    assert {(reach.best, reach.worst) for reach in reaches} == {(1, 12)}


def test_movement_is_followed_as_long_as_it_was(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    longer_event = make_sheet_tournament(
        make_club(), table_count=3, player_count=12, round_count=5, deals=4, options={"sheet": "totals"}
    )
    apply_movement(tournament=longer_event, seated_by=None)
    published = draw_and_publish(tournament, DrawMethod.MOVEMENT)

    names = Seating.objects.values_list("table__number", "seat", "entry__person__last_name")
    assert set(names.filter(round=published.round)) == set(
        names.filter(round__section__session__tournament=longer_event, round__number=2)
    )


def test_movement_cannot_be_resumed_after_another_way(tournament: Tournament) -> None:
    """Source: FFT, Manuel de l'organisateur (2011) M4-M5."""
    enter_totals(tournament, 1)
    draw_and_publish(tournament, DrawMethod.RANDOM)
    enter_totals(tournament, 2)

    assert not follows_movement(load_draw_facts(session_of(tournament)))
    assert refusal(draw, tournament=tournament, method=DrawMethod.MOVEMENT) == "movement_left"


def test_odd_players_make_threes_or_rest(db: None) -> None:
    tournament = make_drawn_tournament(make_club(), table_count=4, player_count=15)
    enter_totals(tournament, 1)
    threes = draw(tournament)
    rests = draw(tournament, odd_players=OddPlayers.RESTS)

    def sizes(proposed):
        return [sum(pk is not None for pk in seats) for seats in tables_of(proposed).values()]

    assert (sizes(threes), threes.resting) == ([4, 4, 4, 3], [])
    assert sizes(rests) == [4, 4, 4]
    assert len(rests.resting) == 3


def test_table_of_three_has_no_north(db: None) -> None:
    """Source: FFT, Manuel de l'organisateur (2011) M4."""
    tournament = make_drawn_tournament(make_club(), table_count=4, player_count=15)
    enter_totals(tournament, 1)

    last = tables_of(draw(tournament))[4]
    assert last[0] is None
    assert None not in last[1:]


def test_tables_of_five_widen_the_tables_and_undoing_narrows_them(db: None) -> None:
    """Source: FFT, Règlement officiel (2012) R12: tables of five in small events."""
    tournament = make_drawn_tournament(make_club(), table_count=6, player_count=22, round_count=3)
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament, odd_players=OddPlayers.FIVES)

    assert [len(table) for table in tables_in(tournament, 2)] == [4, 4, 4, 5, 5]
    assert section_table_shape(sections_of(tournament)[0]).seat_count == 5
    enter_totals(tournament, 2)
    assert is_zero_sum(tournament)
    ResultSlip.objects.filter(play__round=published.round).delete()
    undo_draw(draw=published, undone_by=make_user())
    assert section_table_shape(sections_of(tournament)[0]).seat_count == 4


def test_player_who_comes_is_seated_in_drawn_rounds_only(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    user = make_user(club=tournament.club)
    person = make_people(tournament.club, 1)[0]
    case = Arriving(comes=Newcomer(person=person), place=None, first_round=2)
    report = rehearse(tournament=tournament, case=case, asked_by=user).told
    carry_out(tournament=tournament, case=case, seen=report.fingerprint, made_by=user)

    assert not Seating.objects.filter(round__number__gte=2).exists()
    draw_and_publish(tournament)
    late = tournament.entries.get(person=person)
    assert late.pk in set().union(*tables_in(tournament, 2))


def test_player_who_leaves_is_not_drawn(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    user = make_user(club=tournament.club)
    leaver = tournament.entries.order_by("pk")[0]
    case = Leaving(entry=leaver, after_round=1)
    report = rehearse(tournament=tournament, case=case, asked_by=user).told
    carry_out(tournament=tournament, case=case, seen=report.fingerprint, made_by=user)
    draw_and_publish(tournament)

    assert [len(table) for table in tables_in(tournament, 2)] == [4, 4, 3]
    assert leaver.pk not in set().union(*tables_in(tournament, 2))


def test_nobody_rests_twice_before_all_have(db: None) -> None:
    tournament = make_drawn_tournament(make_club(), table_count=4, player_count=15)
    rested: list[int] = []
    for number in range(1, 5):
        enter_totals(tournament, number)
        rested += draw_and_publish(tournament, odd_players=OddPlayers.RESTS).resting

    assert len(rested) == len(set(rested)) == 12


def test_late_player_is_drawn_and_one_who_left_is_not(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    leaver = tournament.entries.order_by("pk").first()
    leaver.presence = EntryPresence.WITHDRAWN
    leaver.save()
    late = Entry.objects.create(tournament=tournament, person=make_people(tournament.club, 1)[0])
    draw_and_publish(tournament)

    seated = set().union(*tables_in(tournament, 2))
    assert late.pk in seated
    assert leaver.pk not in seated


def test_more_players_get_a_table_more_and_undoing_takes_it_away(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    for person in make_people(tournament.club, 4):
        Entry.objects.create(tournament=tournament, person=person)
    published = draw_and_publish(tournament)
    assert [len(table) for table in tables_in(tournament, 2)] == [4, 4, 4, 4]
    assert sections_of(tournament)[0].table_count == 4

    undo_draw(draw=published, undone_by=make_user())
    assert sections_of(tournament)[0].table_count == 3


def test_two_places_are_swapped_by_hand(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    tables_before = tables_of(proposed)
    tables_after = tables_of(swap_places(draw=proposed, first="1-0", second="2-3", changed_by=None))

    assert (tables_after[1][0], tables_after[2][3]) == (tables_before[2][3], tables_before[1][0])
    assert tables_after[3] == tables_before[3]
    assert RoundDraw.objects.get().swaps == 1


def test_swap_with_rest_and_back(db: None) -> None:
    tournament = make_drawn_tournament(make_club(), table_count=4, player_count=15)
    enter_totals(tournament, 1)
    proposed = draw(tournament, odd_players=OddPlayers.RESTS)
    seated = tables_of(proposed)[1][0]
    changed = swap_places(draw=proposed, first="1-0", second="r-2", changed_by=None)

    assert changed.resting[2] == seated
    # from a table of four, one player may rest as well: three play on
    assert len(swap_places(draw=changed, first="2-0", second="r-3", changed_by=None).resting) == 4


def test_tables_too_small_are_refused(db: None) -> None:
    tournament = make_drawn_tournament(make_club(), table_count=4, player_count=15)
    enter_totals(tournament, 1)
    proposed = draw(tournament, odd_players=OddPlayers.RESTS)
    swap_places(draw=proposed, first="2-0", second="r-3", changed_by=None)

    refused = {"draw": proposed, "first": "2-1", "second": "r-4", "changed_by": None}
    assert refusal(swap_places, **refused) == "table_size"
    assert len(RoundDraw.objects.get().resting) == 4


def test_place_that_is_not_in_the_draw_is_refused(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)

    for place in ("", "9-0", "1-7", "1", "x-y", "r-9", "1--1", "²-0", "1-" + "9" * 5000):
        refused = {"draw": proposed, "first": "1-0", "second": place, "changed_by": None}
        assert refusal(swap_places, **refused) == "no_such_place"


def test_nothing_is_published_that_another_desk_has_changed(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    swap_places(draw=proposed, first="1-0", second="2-0", changed_by=None)

    with pytest.raises(Conflict):
        publish_draw(draw=proposed, seen_swaps=0, published_by=None)


def test_player_who_left_since_the_draw_is_not_published(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    tournament.entries.filter(pk=proposed.order[0]).update(presence=EntryPresence.WITHDRAWN)

    assert refusal(publish_draw, draw=proposed, seen_swaps=0, published_by=None) == "players_changed"


def test_published_round_is_undone_as_long_as_nothing_rests_on_it(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament)
    undone = undo_draw(draw=published, undone_by=make_user())

    assert undone.state == DrawState.UNDONE
    assert not Seating.objects.filter(round=published.round).exists()
    assert not Play.objects.filter(round=published.round).exists()
    assert draw_and_publish(tournament).round == published.round


def test_round_with_a_result_is_not_undone(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament)
    enter_totals(tournament, 2, but=(1, 2))

    assert refusal(undo_draw, draw=published, undone_by=make_user()) == "results_exist"


def test_round_with_a_record_of_the_play_is_not_undone(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament)
    play = Play.objects.filter(round=published.round).order_by("pk")[0]
    PlayRecord.objects.create(play=play, version=1, text="x", written_by=make_user())

    assert refusal(undo_draw, draw=published, undone_by=make_user()) == "lines_kept"


def test_round_before_a_later_one_is_not_undone(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament)
    draw_and_publish(tournament, most_missing=3)

    assert refusal(undo_draw, draw=published, undone_by=make_user()) == "later_round"


def test_evening_is_over_only_when_all_rounds_are_drawn_and_played(tournament: Tournament) -> None:
    for number in range(1, 6):
        enter_totals(tournament, number)
        (state,) = read_sessions(Session.objects.filter(tournament=tournament))
        is_last = number == 5
        assert state.is_over is is_played_out(tournament) is is_last
        assert state.round_count + state.undrawn_count == 5
        if not is_last:
            tournament.refresh_from_db()
            assert refusal(finish_tournament, tournament=tournament, finished_by=None) == "rounds_undrawn"
            draw_and_publish(tournament, list(DrawMethod)[number % 2])

    assert refusal(draw, tournament=tournament) == "all_drawn"
    assert finish_tournament(tournament=tournament, finished_by=None).state == "finished"


def test_figures_of_the_hall_have_the_rounds_to_come(tournament: Tournament) -> None:
    session = session_of(tournament)
    counts = count_hall(session, sections_of(tournament))

    assert (counts.rounds, counts.deals) == (5, (20, 20))


def test_shortened_evening_has_no_more_rounds_to_draw(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw(tournament)
    user = make_user(club=tournament.club)
    case = Shortening(last_round=1)
    report = rehearse(tournament=tournament, case=case, asked_by=user).told
    incident = carry_out(tournament=tournament, case=case, seen=report.fingerprint, made_by=user)

    assert refusal(draw, tournament=tournament) == "all_drawn"
    assert is_played_out(tournament)
    undo_incident(incident=incident, undone_by=user)
    assert not is_played_out(tournament)
    assert draw_and_publish(tournament).round.number == 2


def test_session_of_a_movement_has_nothing_to_draw(db: None) -> None:
    tournament = make_seated_sheets(make_club())
    assert refusal(draw, tournament=tournament) == "not_drawn"


def test_places_must_be_fixed_before_a_draw(db: None) -> None:
    tournament = make_sheet_tournament(make_club())
    choose_draws(tournament=tournament, is_drawn=True, chosen_by=None)

    assert refusal(draw, tournament=tournament) == "not_playing"


def test_friendly_game_at_tables_of_five_rests_in_turn(db: None) -> None:
    tournament = make_drawn_tournament(
        make_club(),
        format_code="friendly_total",
        game="tarot-5",
        table_count=2,
        player_count=13,
        round_count=3,
    )
    session = session_of(tournament)
    facts = load_draw_facts(session)

    assert facts.odd_rules == (OddPlayers.RESTS,)
    round_draw = draw(tournament, DrawMethod.RANDOM, odd_players=OddPlayers.RESTS, most_missing=2)
    rested_first = set(facts.present) - set(facts.seats[1].values())
    assert [sum(pk is not None for pk in seats) for seats in tables_of(round_draw).values()] == [5, 5]
    assert len(round_draw.resting) == 3
    assert not rested_first & set(round_draw.resting)


def test_partners_of_pairs_never_meet(db: None) -> None:
    tournament = prepare_drawn_tournament(make_club(), format_code="free_deals_pairs")
    entries = list(tournament.entries.order_by("pk"))
    for index, entry in enumerate(entries):
        entry.partners = f"Paire {index // 2}"
        entry.save()
    apply_movement(tournament=tournament, seated_by=None)
    enter_totals(tournament, 1)
    pairs = [{first.pk, second.pk} for first, second in zip(entries[::2], entries[1::2], strict=True)]

    for seed in "abc":
        tables = tables_of(draw(tournament, DrawMethod.RANDOM, seed=seed)).values()
        assert not any(pair <= set(seats) for pair in pairs for seats in tables)
