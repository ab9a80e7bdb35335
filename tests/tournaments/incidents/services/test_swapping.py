"""Two who sat at each other's place: seats change, results stay, all of it or nothing."""

import pytest

from common.errors import AppError, Conflict
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.tournaments import (
    give_penalty,
    list_plays,
    make_club,
    make_seated_tournament,
    make_team_tournament,
    make_user,
)
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.incidents.services.actions import carry_out, rehearse, undo_incident
from tournaments.incidents.services.swapping import Swap
from tournaments.models import AuditEvent, Incident, ResultSlip, StandingsRequest, Tournament
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.services.rulings import RulingDraft, give_ruling
from tournaments.results.services.checking import lock_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def swap_of(tournament: Tournament, first_name: str, second_name: str, first: int, last: int) -> Swap:
    return Swap(
        entry=entry_called(tournament, first_name),
        other=entry_called(tournament, second_name),
        first_round=first,
        last_round=last,
    )


def test_each_has_the_other_s_place_in_these_rounds_only(tournament: Tournament) -> None:
    first, second = entry_called(tournament, "Nom02"), entry_called(tournament, "Nom07")
    places_before, before_other = places_of(first), places_of(second)

    deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 2, 3))

    assert places_of(first) == places_before | {number: before_other[number] for number in (2, 3)}
    assert places_of(second) == before_other | {number: places_before[number] for number in (2, 3)}


def test_results_stay_at_their_table_and_count_for_who_was_there(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    slips = list(ResultSlip.objects.values_list("pk", "play", "score", "is_current").order_by("pk"))

    deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 2, 2))

    assert list(ResultSlip.objects.values_list("pk", "play", "score", "is_current").order_by("pk")) == slips
    loaded = load_session(tournament.sessions.get())
    unit = loaded.unit_of[entry_called(tournament, "Nom07").pk]
    plays_of_unit = {
        loaded.play_ids[row] for row in range(len(loaded.play_ids)) if unit in loaded.plays.grid.players[row]
    }
    place = places_of(entry_called(tournament, "Nom07"))
    assert plays_of_unit == {
        play.pk
        for play in list_plays(tournament)
        if play.round.number <= 2 and place[play.round.number][0] == play.table.number
    }


def test_the_line_of_a_player_who_sat_wrongly_at_first_is_still_his(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    session_before = load_session(tournament.sessions.get())

    deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 1, 1))

    session_after = load_session(tournament.sessions.get())
    for pk, unit in session_after.unit_of.items():
        assert session_after.lines[unit] == session_before.lines[session_before.unit_of[pk]]


def test_what_will_be_is_told_before_and_nothing_is_kept(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    state = seats_and_plays(tournament)
    StandingsRequest.objects.all().delete()

    report = rehearse(
        tournament=tournament,
        case=swap_of(tournament, "Nom02", "Nom07", 2, 2),
        asked_by=make_user("Directrice"),
    )

    assert len(report.told.movement) >= 2
    assert "NOM07" in report.told.movement[0]
    assert "plus d’une fois" in report.told.boards[0]
    assert "8 résultats" in report.told.ranking[0]
    assert {"Nom02", "Nom07"} <= {change.key.person.last_name for change in report.ranking}
    assert seats_and_plays(tournament) == state
    assert not Incident.objects.exists()
    assert not StandingsRequest.objects.exists()


def test_taken_back_as_if_it_had_not_been(tournament: Tournament) -> None:
    play_rounds(tournament, 2)
    state = seats_and_plays(tournament)
    incident = deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 2, 3))

    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert seats_and_plays(tournament) == state
    actions = AuditEvent.objects.filter(action__startswith="incident").values_list("action", flat=True)
    assert sorted(actions) == ["incident.done", "incident.undone"]


def test_twice_taken_back_is_refused(tournament: Tournament) -> None:
    incident = deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 2, 3))
    undo_incident(incident=incident, undone_by=make_user("Directrice"))

    with pytest.raises(AppError) as refused:
        undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert refused.value.code == "already_undone"


def test_the_latest_of_two_swaps_is_taken_back_first(tournament: Tournament) -> None:
    first = deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 2, 2))
    state = seats_and_plays(tournament)
    second = deal_with(tournament, swap_of(tournament, "Nom02", "Nom13", 2, 2))

    with pytest.raises(AppError) as refused:
        undo_incident(incident=first, undone_by=make_user("Directrice"))
    undo_incident(incident=second, undone_by=make_user("Directrice"))

    assert refused.value.code == "seats_changed"
    assert seats_and_plays(tournament) == state


def test_another_evening_than_the_one_read_about_is_not_changed(tournament: Tournament) -> None:
    case, director = swap_of(tournament, "Nom02", "Nom07", 2, 2), make_user("Directrice")
    fingerprint = rehearse(tournament=tournament, case=case, asked_by=director).told.fingerprint
    play_rounds(tournament, 2)
    state = seats_and_plays(tournament)

    with pytest.raises(Conflict) as refused:
        carry_out(tournament=tournament, case=case, seen=fingerprint, made_by=director)

    assert refused.value.code == "consequences_changed"
    assert seats_and_plays(tournament) == state


@pytest.mark.parametrize(
    ("other", "first", "last", "code"),
    [
        ("Nom02", 2, 2, "same_entry"),
        ("Nom07", 0, 2, "no_such_round"),
        ("Nom07", 3, 2, "no_such_round"),
        ("Nom07", 5, 6, "no_such_round"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tournament: Tournament, other: str, first: int, last: int, code: str
) -> None:
    with pytest.raises(AppError) as refused:
        deal_with(tournament, swap_of(tournament, "Nom02", other, first, last))

    assert refused.value.code == code
    assert refused.value.fields


def test_a_ruling_keeps_the_people_of_its_table(tournament: Tournament) -> None:
    play = next(play for play in list_plays(tournament) if play.round.number == 2 and play.table.number == 2)
    session = tournament.sessions.get()
    draft = RulingDraft(effects=(Effect(EffectKind.NEUTRALISE),), play=play, reason="mains vues")
    give_ruling(session=session, draft=draft, ruled_by=make_user("Arbitre"))
    give_penalty(session, entry_called(tournament, "Nom02"))
    seated = next(
        row.entry for row in play.table.seatings.filter(round=play.round).select_related("entry__person")
    )

    with pytest.raises(AppError) as refused:
        deal_with(tournament, swap_of(tournament, seated.person.last_name, "Nom01", 2, 2))

    assert refused.value.code == "rulings_exist"


def test_a_locked_round_keeps_its_seats(tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    director = make_user("Directrice")
    lock_round(session=tournament.sessions.get(), number=1, locked_by=director)

    with pytest.raises(AppError) as refused:
        deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 1, 1))

    assert refused.value.code == "round_locked"


def test_a_round_locked_since_is_not_put_back(tournament: Tournament) -> None:
    incident = deal_with(tournament, swap_of(tournament, "Nom02", "Nom07", 1, 1))
    play_rounds(tournament, 1)
    lock_round(session=tournament.sessions.get(), number=1, locked_by=make_user("Directrice"))
    state = seats_and_plays(tournament)

    with pytest.raises(AppError) as refused:
        undo_incident(incident=incident, undone_by=make_user("Directrice"))

    assert refused.value.code == "round_locked"
    assert seats_and_plays(tournament) == state


def test_teams_of_one_line_change_places() -> None:
    triplets = make_team_tournament(make_club(), "triplets", is_seated=True)
    first, second = triplets.entries.order_by("pk")[0], triplets.entries.order_by("pk")[1]
    state = seats_and_plays(triplets)

    incident = deal_with(triplets, Swap(entry=first, other=second, first_round=2, last_round=2))

    assert seats_and_plays(triplets) != state
    assert seats_and_plays(triplets)[1] == state[1]
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(triplets) == state


def test_teams_that_meet_home_and_away_are_not_swapped() -> None:
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)
    first, second = quartets.entries.order_by("pk")[:2]

    with pytest.raises(AppError) as refused:
        deal_with(quartets, Swap(entry=first, other=second, first_round=1, last_round=1))

    assert refused.value.code == "swap_in_duels"
