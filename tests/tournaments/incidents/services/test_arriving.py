"""Arrivals and returns: the former place, a new place, or a sentence why there is none."""

import random

import pytest

from common.errors import AppError
from games.core.outcome import Bid
from tests.e2e.naive_ranking import Played, overall_places, percentages
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_user,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.entries.queries.presence import gone_entries
from tournaments.enums import EntryPresence
from tournaments.incidents.forms.incidents import ArrivingForm
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.arriving import Arriving, list_departures_to_fill
from tournaments.incidents.services.leaving import Leaving, absent_entries
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, Incident, Play, Seating, Tournament
from tournaments.movements.queries.movements import section_table_shape
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.queries.boards import lines_of_plays
from tournaments.results.queries.score_sheets import load_sheets
from tournaments.results.services.corrections import withdraw_result
from tournaments.results.services.results import Author
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db

VISITOR = Newcomer(last_name="Retard", first_name="Zoé")


@pytest.fixture
def tournament() -> Tournament:
    """Nineteen players: four tables play three rounds, three people rest in each."""
    movement = find_by_code("resting_table-5-3-19-4").movement
    return apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)


def leave(tournament: Tournament, entry: Entry, after_round: int = 1) -> Incident:
    return deal_with(tournament, Leaving(entry=entry, after_round=after_round))


def test_who_comes_back_has_his_place_and_those_who_filled_it_rest(tournament: Tournament) -> None:
    state, leaver = seats_and_plays(tournament), entry_called(tournament, "Nom01")
    place = leave(tournament, leaver)

    deal_with(tournament, Arriving(comes=leaver, place=place, first_round=2))

    assert seats_and_plays(tournament) == state
    leaver.refresh_from_db()
    assert leaver.presence == EntryPresence.RANKED
    assert list_departures_to_fill(tournament.sessions.get()) == []


def test_somebody_else_takes_the_place_later_with_a_line_of_his_own(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    leaver = entry_called(tournament, "Nom02")
    places = places_of(leaver)
    place = leave(tournament, leaver)

    deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=3))
    enter_results((play, 56) for play in list_plays(tournament) if play.round.number > 1)
    session = tournament.sessions.get()
    refresh_standings(session=session)

    newcomer = tournament.entries.get(person__last_name="Retard")
    assert places_of(newcomer) == {number: places[number] for number in places if number == 3}
    assert newcomer in [row.entry for row in snapshot_rows(latest_standings(session))]


def test_who_left_may_come_back_although_somebody_has_his_place_and_is_there_again(
    tournament: Tournament,
) -> None:
    leaver, session = entry_called(tournament, "Nom02"), tournament.sessions.get()
    place = leave(tournament, leaver)

    deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=2))
    form = ArrivingForm(None, session=session)
    offered = list(form.fields["back"].queryset)
    back = deal_with(tournament, Arriving(comes=leaver, place=None, first_round=3))

    assert offered == [leaver]
    assert absent_entries(session) == set()
    undo_incident(incident=back, undone_by=make_user("Directrice"))
    assert gone_entries(session) == {leaver.pk}


@pytest.mark.postgres
def test_a_full_place_may_be_taken_where_the_table_rested() -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    state, leaver = seats_and_plays(tournament), entry_called(tournament, "Nom02")
    place = leave(tournament, leaver, 2)

    incident = deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=4))

    assert Play.objects.count() == 100 - 4
    assert set(places_of(tournament.entries.get(person__last_name="Retard"))) == {4, 5}
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    undo_incident(incident=place, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state
    assert tournament.entries.count() == 20


def test_one_more_plays_with_those_who_rest(tournament: Tournament) -> None:
    plays = Play.objects.count()
    report = rehearse(
        tournament=tournament,
        case=Arriving(comes=VISITOR, place=None, first_round=2),
        asked_by=make_user("Directrice"),
    ).told

    state = seats_and_plays(tournament)
    incident = deal_with(tournament, Arriving(comes=VISITOR, place=None, first_round=2))

    assert report.boards[0] == "RETARD Zoé joue 8 donnes."
    assert Play.objects.count() == plays + 8
    assert Seating.objects.filter(round__number=2).count() == 20
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state


def test_one_more_sits_at_a_table_of_three() -> None:
    free = make_seated_sheets(make_club())
    leaver = free.entries.order_by("pk")[1]
    deal_with(free, Leaving(entry=leaver, after_round=1))

    deal_with(free, Arriving(comes=VISITOR, place=None, first_round=2))

    assert Seating.objects.filter(round__number=2).count() == 20


@pytest.mark.postgres
def test_a_fifth_chair_is_added_in_a_full_hall_of_free_deals_and_taken_away_again() -> None:
    free = make_seated_sheets(make_club())
    state, section = seats_and_plays(free), free.sessions.get().sections.get()
    play_line = find_play(free, 1, 1)
    enter_line(play_line, bid_line(0, 50))
    report = rehearse(
        tournament=free,
        case=Arriving(comes=VISITOR, place=None, first_round=1),
        asked_by=make_user("Directrice"),
    )

    incident = deal_with(free, Arriving(comes=VISITOR, place=None, first_round=1))

    newcomer = free.entries.get(person__last_name="Retard")
    assert {number: seat_taken for number, (_, seat_taken) in places_of(newcomer).items()} == {1: 4, 2: 4}
    assert places_of(newcomer)[1][0] != 1, "table 1 has a result"
    assert [(str(effect.entry), effect.figures[:3]) for effect in report.people] == [
        ("RETARD Zoé", ((0, 4), (0, 2), (0, 0)))
    ]
    assert "pas homologuées" in report.told.movement[-1]
    play = find_play(free, 1, places_of(newcomer)[1][0])
    enter_line(play, SheetLine(taker=4, bid=Bid.GARDE, partner=0, written=LineInput(gain=50)))
    session = free.sessions.get()
    refresh_standings(session=session)
    values = {
        row.entry: row.value for row in snapshot_rows(latest_standings(session)) if row.value is not None
    }
    assert values[newcomer] == 100
    assert sum(values.values()) == 0
    with pytest.raises(AppError) as refused:
        undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert refused.value.code == "results_exist"
    withdraw_result(play=play, seen_version=1, author=Author(user=None), reason="erreur")
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(free) == state
    assert section_table_shape(free.sessions.get().sections.get()).seat_count == 4
    assert free.sessions.get().sections.get().movement_id == section.movement_id


def test_a_newcomer_may_make_tables_of_three() -> None:
    free = make_seated_sheets(make_club())
    state = seats_and_plays(free)

    incident = deal_with(free, Arriving(comes=VISITOR, place=None, first_round=2, makes_threes=True))

    counts = [Seating.objects.filter(round__number=2, table__number=table).count() for table in range(1, 7)]
    assert sorted(counts) == [3, 3, 3, 4, 4, 4]
    assert Play.objects.filter(round__number=2, table__number=6).count() == 2
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(free) == state


def test_a_friendly_table_plays_its_game_for_fewer_and_for_more() -> None:
    papayou = make_seated_sheets(
        make_club(), format_code="friendly_total", game="papayou-5", player_count=10, table_count=2
    )
    leaver = papayou.entries.order_by("pk")[0]
    deal_with(papayou, Leaving(entry=leaver, after_round=0))
    short = Seating.objects.filter(
        round__number=1, table__number=places_of(papayou.entries.order_by("pk")[1])[1][0]
    )
    play = find_play(papayou, 1, short[0].table.number)
    scores = [0] * 5
    seats = list(short.order_by("seat").values_list("seat", flat=True))

    def line(total: int) -> SheetLine:
        row = [None if number not in seats else scores[number] for number in range(5)]
        row[seats[0]] = total
        return SheetLine(scores=tuple(row))

    with pytest.raises(AppError):
        enter_line(play, line(400))
    slip = enter_line(play, line(431))

    assert len(seats) == 4
    assert sorted(score for score in slip.seat_scores if score is not None) == [0, 0, 0, 431]


@pytest.mark.parametrize(
    ("game", "best", "other"), [("contrat-4", 11, 0), ("tarot-4", 50, -50)], ids=["contrat", "tarot"]
)
def test_tables_beside_a_fifth_chair_keep_the_facts_of_their_game(game: str, best: int, other: int) -> None:
    friendly = make_seated_sheets(make_club(), format_code="friendly_total", game=game)
    session = friendly.sessions.get()
    facts_before = [sheet.sheet.takes_facts for sheet in load_sheets(session)]

    deal_with(friendly, Arriving(comes=VISITOR, place=None, first_round=1))

    sheets = load_sheets(friendly.sessions.get())
    assert all(facts_before)
    assert [sheet.sheet.takes_facts for sheet in sheets] == [len(sheet.sheet.seats) == 4 for sheet in sheets]
    expected = []
    for count in (4, 5):
        # a taker wins what each of the others loses
        scores = (best if other == 0 else best * (count - 1), *[other] * (count - 1))
        sheet = next(sheet for sheet in sheets if len(sheet.sheet.seats) == count)
        enter_line(sheet.rows[0].play, SheetLine(scores=(*scores, *[None] * (5 - count))))
        expected.extend(scores)
        sheet_row = next(row for row in load_sheets(session) if row.rows[0].play == sheet.rows[0].play)
        assert sheet_row.totals[:count] == scores
    refresh_standings(session=session)
    sign = -1 if friendly.options.get("lowest_wins") else 1
    values = [row.value for row in snapshot_rows(latest_standings(session)) if row.value is not None]
    assert sorted(values) == sorted(sign * score for score in expected)


def test_a_player_comes_before_the_next_rounds_are_drawn() -> None:
    free = make_seated_sheets(make_club())
    Seating.objects.filter(round__number=2).delete()

    deal_with(free, Arriving(comes=VISITOR, place=None, first_round=2))

    newcomer = free.entries.get(person__last_name="Retard")
    assert newcomer.presence == EntryPresence.RANKED
    assert places_of(newcomer) == {}


@pytest.mark.parametrize(
    ("first_round", "deals"), [(1, ("RETARD Zoé joue 2 donnes avant le prochain tirage.",)), (2, ())]
)
def test_deals_of_rounds_to_be_drawn_are_not_counted(first_round: int, deals: tuple[str, ...]) -> None:
    free = make_seated_sheets(make_club())
    Seating.objects.filter(round__number=2).delete()

    case = Arriving(comes=VISITOR, place=None, first_round=first_round)
    report = rehearse(tournament=free, case=case, asked_by=make_user("Directrice")).told

    assert report.boards == deals
    assert any("est dans le tirage de chaque position à venir" in sentence for sentence in report.movement)


def test_the_form_offers_the_first_round_until_every_table_has_a_result() -> None:
    free = make_seated_sheets(make_club(), deals=1)
    session = free.sessions.get()
    enter_line(find_play(free, 1, 1), bid_line(0, 50))

    early = ArrivingForm(None, session=session).fields["first_round"].initial
    for table in range(2, 6):
        enter_line(find_play(free, 1, table), bid_line(0, 50))
    late = ArrivingForm(None, session=session).fields["first_round"].initial

    assert early == 1
    assert late > 1


def test_a_full_hall_says_what_else_can_be_done() -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Arriving(comes=VISITOR, place=None, first_round=2))

    assert refused.value.code == "no_seat"
    assert "plus d’étui pour une table de plus" in refused.value.message
    assert "remplaçante" in refused.value.message


@pytest.mark.postgres
def test_who_is_entered_does_not_come_as_somebody_new(tournament: Tournament) -> None:
    person = entry_called(tournament, "Nom03").person

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Arriving(comes=Newcomer(person=person), place=None, first_round=2))

    assert refused.value.code == "plays_already"


def test_thirty_one_players_with_a_leave_a_return_and_a_late_arrival_rank_as_the_naive_way_does() -> None:
    movement = find_by_code("resting_table-8-4-31-4").movement
    tournament = apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)
    leaver = entry_called(tournament, "Nom05")
    place = leave(tournament, leaver)
    deal_with(tournament, Arriving(comes=VISITOR, place=place, first_round=2))
    deal_with(tournament, Arriving(comes=leaver, place=None, first_round=3))
    rng = random.Random(31)
    enter_results(
        (play, rng.choice((1, -1)) * (52 + 2 * rng.randrange(25))) for play in list_plays(tournament)
    )
    session = tournament.sessions.get()

    refresh_standings(session=session)

    lines = lines_of_plays(Play.objects.filter(round__section__session=session))
    plays = [
        Played(line.play.board, str(line.taker), tuple(map(str, line.defenders)), line.score or 0)
        for line in lines
    ]
    rows = {str(row.entry): row.overall_place for row in snapshot_rows(latest_standings(session))}
    assert len(rows) == 32
    assert rows == overall_places(percentages(plays, {}))
