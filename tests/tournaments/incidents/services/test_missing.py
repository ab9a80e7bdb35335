"""Absences: another person, an empty place, another movement; and substitutes."""

import pytest

from common.errors import AppError
from tests.factories.incidents import deal_with, entry_called, places_of, play_rounds, seats_and_plays
from tests.factories.tournaments import make_club, make_people, make_seated_tournament, make_user
from tournaments.enums import EntryPresence
from tournaments.incidents.services.actions import rehearse, undo_incident
from tournaments.incidents.services.missing import LeftEmpty, OtherMovement, Replaced, other_movements
from tournaments.incidents.services.plans import Case
from tournaments.incidents.services.substituting import Newcomer, Substituting
from tournaments.models import Person, Seating, Substitution, Tournament
from tournaments.movements.queries.movements import sections_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


@pytest.mark.postgres
def test_a_visitor_completes_the_table(tournament: Tournament) -> None:
    entry = entry_called(tournament, "Nom02")
    places = places_of(entry)

    incident = deal_with(
        tournament, Replaced(entry=entry, comes=Newcomer(last_name="Joker"), is_ranked=False)
    )

    entry.refresh_from_db()
    assert (entry.person.last_name, entry.presence) == ("Joker", EntryPresence.UNRANKED)
    assert places_of(entry) == places
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    entry.refresh_from_db()
    assert (entry.person.last_name, entry.presence) == ("Nom02", EntryPresence.RANKED)


@pytest.mark.postgres
def test_a_visitor_only_thought_of_is_in_no_register(tournament: Tournament) -> None:
    case = Replaced(
        entry=entry_called(tournament, "Nom02"), comes=Newcomer(last_name="Joker"), is_ranked=True
    )

    rehearse(tournament=tournament, case=case, asked_by=make_user("Directrice"))

    assert not Person.objects.filter(last_name="Joker").exists()


@pytest.mark.postgres
def test_his_place_stays_empty(tournament: Tournament) -> None:
    entry = entry_called(tournament, "Nom02")
    state = seats_and_plays(tournament)

    incident = deal_with(tournament, LeftEmpty(entry=entry))

    assert places_of(entry) == {}
    assert Seating.objects.count() == 80
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state


@pytest.mark.postgres
def test_nineteen_play_a_movement_of_their_own() -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    entry = entry_called(tournament, "Nom20")
    state = seats_and_plays(tournament)
    section_before = sections_of(tournament)[0]
    choices = other_movements(tournament.sessions.get(), 19)

    incident = deal_with(tournament, OtherMovement(entry=entry, choice=choices[0][0]))

    entry.refresh_from_db()
    assert entry.presence == EntryPresence.WITHDRAWN
    assert sections_of(tournament)[0].player_count == 19
    assert Seating.objects.values("entry").distinct().count() == 19
    assert places_of(entry_called(tournament, "Nom01"))[1] == (1, 0)
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert seats_and_plays(tournament) == state
    assert sections_of(tournament)[0].movement == section_before.movement


def test_other_movements_are_as_long_as_the_evening(tournament: Tournament) -> None:
    section = sections_of(tournament)[0]

    choices = other_movements(tournament.sessions.get(), 19)

    assert choices
    assert all(name.endswith(f"-{section.round_count}-19-{section.boards_per_set}") for name, _ in choices)
    assert other_movements(tournament.sessions.get(), 1) == []


def test_only_movements_for_the_boards_dealt_are_offered() -> None:
    tournament = make_seated_tournament(make_club())

    for choice, _words in other_movements(tournament.sessions.get(), 19):
        report = rehearse(
            tournament=tournament,
            case=OtherMovement(entry=entry_called(tournament, "Nom20"), choice=choice),
            asked_by=make_user("Directrice"),
        ).told
        assert report.boards == ("Le nombre d’étuis ne change pas.",)


@pytest.mark.parametrize("way", ["replaced", "empty", "movement"])
def test_once_results_are_in_nobody_is_missing(tournament: Tournament, way: str) -> None:
    entry = entry_called(tournament, "Nom02")
    play_rounds(tournament, 1)
    cases: dict[str, Case] = {
        "replaced": Replaced(entry=entry, comes=Newcomer(last_name="Joker"), is_ranked=True),
        "empty": LeftEmpty(entry=entry),
        "movement": OtherMovement(entry=entry, choice="?"),
    }

    with pytest.raises(AppError) as refused:
        deal_with(tournament, cases[way])

    assert refused.value.code == "results_exist"


def test_who_is_entered_already_does_not_come_twice(tournament: Tournament) -> None:
    entered_person = entry_called(tournament, "Nom03").person

    with pytest.raises(AppError) as refused:
        deal_with(
            tournament,
            Replaced(
                entry=entry_called(tournament, "Nom02"), comes=Newcomer(person=entered_person), is_ranked=True
            ),
        )

    assert refused.value.code == "plays_already"


@pytest.mark.parametrize("comes", [Newcomer(), Newcomer(person=Person(last_name="A"), last_name="B")])
def test_one_person_comes(tournament: Tournament, comes: Newcomer) -> None:
    with pytest.raises(AppError) as refused:
        deal_with(
            tournament,
            Substituting(
                leaves=entry_called(tournament, "Nom02").person, comes=comes, first_round=1, last_round=5
            ),
        )

    assert refused.value.code in ("newcomer_missing", "newcomer_twice")


@pytest.mark.postgres
def test_a_substitute_of_one_round(tournament: Tournament) -> None:
    leaves = entry_called(tournament, "Nom02").person
    comes = make_people(tournament.club, 1)[0]

    incident = deal_with(
        tournament,
        Substituting(leaves=leaves, comes=Newcomer(person=comes), first_round=1, last_round=1),
    )

    rows = Substitution.objects.order_by("first_round").values_list("leaves", "person", "first_round")
    assert list(rows) == [(leaves.pk, comes.pk, 1), (comes.pk, leaves.pk, 2)]
    undo_incident(incident=incident, undone_by=make_user("Directrice"))
    assert not Substitution.objects.exists()


@pytest.mark.postgres
def test_a_substitute_to_the_end_is_a_visitor(tournament: Tournament) -> None:
    leaves = entry_called(tournament, "Nom02").person

    deal_with(
        tournament,
        Substituting(leaves=leaves, comes=Newcomer(last_name="Durand"), first_round=3, last_round=5),
    )

    substitution = Substitution.objects.get()
    assert (substitution.leaves, substitution.person.last_name, substitution.first_round) == (
        leaves,
        "Durand",
        3,
    )
