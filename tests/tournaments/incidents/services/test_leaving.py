"""Departures: tables rest or play with an empty seat, and earlier results count."""

import pytest

from common.errors import AppError
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
    make_sheet_tournament,
)
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
    make_user,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.enums import DocumentKind, EntryPresence, JobState, SlipKind
from tournaments.incidents.services.action_words import incident_text
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.leaving import Leaving
from tournaments.models import Entry, Play, PlayRecord, PrintedDocument, ResultSlip, Seating, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.queries.seats import load_rounds
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def test_his_tables_rest_from_the_next_round_on(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    leaver = entry_called(tournament, "Nom02")
    places = places_of(leaver)

    deal_with(tournament, Leaving(entry=leaver, after_round=2))

    assert set(places_of(leaver)) == {1, 2}
    for this_round in load_rounds(tournament.sessions.get().sections.get())[2:]:
        table = places[this_round.number][0]
        assert this_round.tables[table - 1].boards == ()
        assert len(this_round.resting) == 4
    assert Play.objects.count() == 100 - 12


def test_who_left_is_last_and_without_a_place(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    leaver = entry_called(tournament, "Nom02")

    deal_with(tournament, Leaving(entry=leaver, after_round=2))
    session = tournament.sessions.get()
    refresh_standings(session=session)

    last = snapshot_rows(latest_standings(session))[-1]
    assert (last.entry, last.overall_place) == (leaver, None)
    assert last.value is not None


def test_what_was_played_may_keep_its_place(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    leaver = entry_called(tournament, "Nom02")

    deal_with(tournament, Leaving(entry=leaver, after_round=2, presence=EntryPresence.RANKED))

    leaver.refresh_from_db()
    assert leaver.presence == EntryPresence.RANKED


def test_consequences_name_tables_people_and_papers(tournament: Tournament) -> None:
    PrintedDocument.objects.create(
        tournament=tournament, kind=DocumentKind.PERSONAL_CARDS, state=JobState.DONE, file="x.pdf"
    )

    report = rehearse(
        tournament=tournament,
        case=Leaving(entry=entry_called(tournament, "Nom02"), after_round=2),
        asked_by=make_user("Directrice"),
    ).told

    assert len(report.movement) == 3
    assert report.movement[0].startswith("Position 3")
    assert "12 donnes ne sont plus à jouer" in report.boards[0]
    assert "de 4 à 5 positions" in report.boards[1]
    assert len(report.papers) == 1
    assert report.papers[0].startswith("Fiches personnelles")


def test_who_rests_in_the_last_round_loses_no_deal_of_it(tournament: Tournament) -> None:
    first = entry_called(tournament, "Nom02")
    round_number, (table, _seat) = 3, places_of(first)[3]
    seated = Seating.objects.filter(round__number=round_number, table__number=table).exclude(entry=first)
    resting = seated.first().entry  # type: ignore[union-attr]
    deal_with(tournament, Leaving(entry=first, after_round=2))

    report = rehearse(
        tournament=tournament,
        case=Leaving(entry=resting, after_round=3, loses_rest=True),
        asked_by=make_user("Directrice"),
    ).told

    assert report.boards[-1] == "Sans table en position 3\u00a0: aucune donne n’y est perdue."


def test_taken_back_as_if_it_had_not_been(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    state, leaver = seats_and_plays(tournament), entry_called(tournament, "Nom02")
    incident = deal_with(tournament, Leaving(entry=leaver, after_round=2))

    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert seats_and_plays(tournament) == state
    leaver.refresh_from_db()
    assert leaver.presence == EntryPresence.RANKED


def test_a_record_of_the_play_in_a_later_round_keeps_its_table(tournament: Tournament) -> None:
    leaver = entry_called(tournament, "Nom02")
    seating = leaver.seatings.select_related("round").get(round__number=4)
    play = Play.objects.filter(round=seating.round, table=seating.table_id).order_by("pk")[0]
    PlayRecord.objects.create(play=play, version=1, text="x", written_by=make_user())

    with pytest.raises(AppError) as refusal:
        deal_with(tournament, Leaving(entry=leaver, after_round=2))

    assert refusal.value.code == "lines_kept"


def test_a_result_of_a_later_round_keeps_its_table(tournament: Tournament) -> None:
    leaver = entry_called(tournament, "Nom02")
    table = places_of(leaver)[4][0]
    later = next(row for row in list_plays(tournament) if (row.round.number, row.table.number) == (4, table))
    enter_result(later, 56)
    state = seats_and_plays(tournament)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Leaving(entry=leaver, after_round=2))

    assert refused.value.code == "results_exist"
    assert seats_and_plays(tournament) == state


def test_after_the_last_round_nobody_leaves(tournament: Tournament) -> None:
    with pytest.raises(AppError) as refused:
        deal_with(tournament, Leaving(entry=entry_called(tournament, "Nom02"), after_round=5))

    assert refused.value.code == "no_such_round"


def test_who_has_left_does_not_leave_again(tournament: Tournament) -> None:
    leaver = entry_called(tournament, "Nom02")
    deal_with(tournament, Leaving(entry=leaver, after_round=2))

    with pytest.raises(AppError) as refused:
        deal_with(tournament, Leaving(entry=leaver, after_round=2))

    assert refused.value.code == "not_seated"


@pytest.mark.postgres
def test_free_deals_go_on_with_three() -> None:
    free = make_seated_sheets(make_club())
    leaver = free.entries.order_by("pk")[1]

    deal_with(free, Leaving(entry=leaver, after_round=1))

    assert Play.objects.filter(round__section__session__tournament=free).count() == 20
    assert Seating.objects.filter(round__number=2).count() == 19
    assert not Seating.objects.filter(round__number=2, entry=leaver).exists()


@pytest.mark.parametrize("pair_name", ["", "Les Rois"])
def test_ranking_of_a_leaver_names_the_pair_and_no_rest_where_nobody_rests(pair_name: str) -> None:
    format_code = "free_deals_pairs" if pair_name else "free_deals"
    free = make_sheet_tournament(make_club(), format_code=format_code)
    for number, entry in enumerate(free.entries.order_by("pk") if pair_name else ()):
        name = pair_name if number < 2 else f"Paire {number // 2}"
        Entry.objects.filter(pk=entry.pk).update(partners=name)
    apply_movement(tournament=free, seated_by=None)
    leaver = free.entries.order_by("pk")[1]

    case = Leaving(entry=leaver, after_round=1)
    told = rehearse(tournament=free, case=case, asked_by=make_user("Directrice")).told

    assert not any("se repose" in sentence for sentence in told.ranking)
    pair_sentences = [sentence for sentence in told.ranking if "ses équipiers" in sentence]
    assert len(pair_sentences) == bool(pair_name)
    assert all(pair_name in sentence for sentence in pair_sentences)


def test_two_of_a_table_of_free_deals_leave_and_the_others_get_a_third() -> None:
    free = make_seated_sheets(make_club())
    state, at_table = seats_and_plays(free), Seating.objects.filter(round__number=2, table__number=1)
    first, second = [row.entry for row in at_table.order_by("seat")[:2]]
    incidents = [deal_with(free, Leaving(entry=entry, after_round=1)) for entry in (first, second)]

    sizes = [Seating.objects.filter(round__number=2, table__number=table).count() for table in range(1, 6)]
    assert sorted(sizes) == [3, 3, 4, 4, 4]
    assert Play.objects.filter(round__section__session__tournament=free).count() == 20
    for incident in reversed(incidents):
        undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(free) == state


def test_a_departure_during_a_round_ends_it_for_the_table() -> None:
    free = make_seated_sheets(make_club())
    leaver = free.entries.order_by("pk")[0]
    table = places_of(leaver)[1][0]
    done = find_play(free, 1, table, 1)
    enter_line(done, bid_line(0, 50))

    incident = deal_with(free, Leaving(entry=leaver, after_round=1, loses_rest=True))

    lost = find_play(free, 1, table, 2)
    assert [play.slips.current().get().kind for play in (done, lost)] == [
        SlipKind.PLAYED,
        SlipKind.NOT_PLAYED,
    ]
    assert "avant la fin de sa position" in incident_text(incident)
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert not lost.slips.current().exists()
    assert done.slips.current().get().score is not None or done.slips.current().get().seat_scores


def test_a_table_of_totals_keeps_its_line_when_a_player_leaves_during_a_round() -> None:
    free = make_seated_sheets(make_club(), options={"sheet": "totals"})
    case = Leaving(entry=free.entries.order_by("pk")[0], after_round=1, loses_rest=True)

    report = rehearse(tournament=free, case=case, asked_by=make_user("Directrice")).told
    deal_with(free, case)

    assert "Le total de sa table est celui des donnes déjà jouées." in report.boards
    assert not ResultSlip.objects.exists()


def test_a_player_leaves_before_the_next_rounds_are_drawn() -> None:
    free = make_seated_sheets(make_club())
    Seating.objects.filter(round__number=2).delete()
    leaver = free.entries.order_by("pk")[0]

    deal_with(free, Leaving(entry=leaver, after_round=1))

    leaver.refresh_from_db()
    assert leaver.presence == EntryPresence.WITHDRAWN
    assert set(places_of(leaver)) == {1}


def test_rounds_to_be_drawn_are_not_counted() -> None:
    free = make_seated_sheets(make_club())
    Seating.objects.filter(round__number=2).delete()
    leaver = free.entries.order_by("pk")[0]

    case = Leaving(entry=leaver, after_round=1)
    report = rehearse(tournament=free, case=case, asked_by=make_user("Directrice")).told

    assert report.movement == ("NOM01 Ana n’est plus dans les tirages à venir.",)
    assert report.boards == ("Aucune donne n’est perdue.",)
    assert any("se repose" in sentence for sentence in report.ranking)


@pytest.mark.parametrize("format_code", ["triplets", "quartets"])
def test_opponents_of_a_team_that_leaves_rest(format_code: str) -> None:
    teams = make_team_tournament(make_club(), format_code, is_seated=True)
    leaver, state = teams.entries.order_by("pk")[1], seats_and_plays(teams)
    tables = {row[:2] for row in state[0] if row[3] == leaver.pk and row[0] > 1}

    incident = deal_with(teams, Leaving(entry=leaver, after_round=1))

    seats, plays = seats_and_plays(teams)
    assert not {row[:2] for row in seats} & tables
    assert not {row[:2] for row in plays} & tables
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(teams) == state


@pytest.fixture
def resting() -> Tournament:
    """Nineteen players: four tables play three rounds, three people rest in each."""
    movement = find_by_code("resting_table-5-3-19-4").movement
    return apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)


def test_who_rests_has_the_seat_and_no_deal_is_lost(resting: Tournament) -> None:
    leaver = entry_called(resting, "Nom01")
    plays = Play.objects.count()

    deal_with(resting, Leaving(entry=leaver, after_round=1))

    assert Play.objects.count() == plays
    seats = Seating.objects.filter(round__number__gt=1).values_list("round__number", "entry")
    assert len(seats) == len(set(seats)) == 2 * 16
    assert leaver.pk not in {entry for _, entry in seats}


def test_consequences_show_the_evening_of_each_person(resting: Tournament) -> None:
    case = Leaving(entry=entry_called(resting, "Nom01"), after_round=1)

    rehearsal = rehearse(tournament=resting, case=case, asked_by=make_user("Directrice"))

    effects = {str(effect.entry): effect for effect in rehearsal.people}
    leaver_effect = effects.pop("NOM01 Ana")
    assert rehearsal.told.boards[0] == "Aucune donne n’est perdue."
    assert leaver_effect.figures[:3] == ((12, 4), (3, 1), (0, 0))
    assert all(next_place == "" for _, _, next_place in leaver_effect.moves)
    assert ((8, 12), (2, 3), (1, 0)) in [effect.figures[:3] for effect in effects.values()]
    assert any("joue table" in sentence for sentence in rehearsal.told.movement)


def test_seats_of_those_who_rested_are_given_back(resting: Tournament) -> None:
    state = seats_and_plays(resting)
    incident = deal_with(resting, Leaving(entry=entry_called(resting, "Nom01"), after_round=1))

    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert seats_and_plays(resting) == state
