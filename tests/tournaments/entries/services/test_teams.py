"""Teams: entered, changed, refused."""

import random

import pytest

from common.errors import AppError
from tests.factories.tournaments import enter_result, list_plays, make_club, make_people, make_team_tournament
from tournaments.core.alphabet import sort_key
from tournaments.entries.forms.teams import TeamForm
from tournaments.entries.services.teams import change_team, enter_team, propose_name
from tournaments.entries.services.withdrawals import restore_entry, withdraw_entry
from tournaments.enums import TournamentState
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Entry, Person, Tournament
from tournaments.seating.services.starting_places import draw_places
from tournaments.site.services.erasure import erase_person

pytestmark = pytest.mark.django_db


def members(entry: Entry) -> list[str]:
    return [member.person.last_name for member in entry.members.all()]


def enter(tournament: Tournament, people: list[Person], name: str = "") -> Entry:
    return enter_team(tournament=tournament, name=name, people=people, entered_by=None)


def test_team_has_its_captain_among_its_members_and_the_trace_tells() -> None:
    club = make_club()
    people = make_people(club, 3)
    tournament = make_team_tournament(club, "triplets")

    entry = enter(tournament, [people[2], people[0], people[1]], " Les Atouts ")

    assert (entry.name, entry.person, members(entry)) == (
        "Les Atouts",
        people[2],
        ["Nom01", "Nom02", "Nom03"],
    )
    event = AuditEvent.objects.latest("pk")
    assert (event.action, event.subject) == ("teams.entered", "Les Atouts")
    assert event.after == {
        "name": "Les Atouts",
        "captain": "NOM03 Ana",
        "members": ["NOM01 Ana", "NOM02 Ana", "NOM03 Ana"],
    }


def test_name_is_proposed_from_those_who_accept_to_be_named() -> None:
    people = make_people(make_club(), 3)
    people[1].shows_full_name = False

    assert propose_name(people) == "NOM01 / Ana N. / NOM03"
    assert len(propose_name(people * 4)) == 60


@pytest.mark.postgres
def test_a_team_without_a_name_has_the_family_names_for_its_organisers_alone() -> None:
    club = make_club()
    people = make_people(club, 4)
    people[1].shows_full_name = False
    people[1].save()
    tournament = make_team_tournament(club, "triplets")

    entry = enter(tournament, people[:3])
    assert (str(entry), entry.public_name) == ("NOM01 / NOM02 / NOM03", "NOM01 / Ana N. / NOM03")
    assert TeamForm(tournament=tournament, team=entry).initial["name"] == ""

    event = withdraw_entry(entry=entry, withdrawn_by=None)
    entry = restore_entry(tournament=tournament, event=event, restored_by=None)
    assert str(entry) == "NOM01 / NOM02 / NOM03"

    entry = change_team(entry=entry, name="", people=[*people[:2], people[3]], changed_by=None)
    assert (str(entry), entry.sort_key) == ("NOM01 / NOM02 / NOM04", sort_key("NOM01 / NOM02 / NOM04"))

    entry = change_team(entry=entry, name="Les Atouts", people=people[:3], changed_by=None)
    assert str(entry) == entry.public_name == "Les Atouts"


@pytest.mark.postgres
def test_nobody_erased_is_left_in_the_name_of_his_team() -> None:
    club = make_club()
    people = make_people(club, 3)
    tournament = make_team_tournament(club, "triplets")
    entry = enter(tournament, people)
    Tournament.objects.update(state=TournamentState.FINISHED)

    erase_person(person=people[1], typed_name="nom02 ana", erased_by=None)

    entry = Entry.objects.get(pk=entry.pk)
    assert str(entry) == entry.public_name == f"NOM01 / Joueur {people[1].pk} / NOM03"


@pytest.mark.parametrize(
    ("places", "code", "fields"),
    [
        ((0, 1), "team_size", set()),
        ((0, 1, 2, 3), "team_size", set()),
        ((4, 5, 4), "member_twice", {"member-2"}),
        ((4, 0, 5), "member_taken", {"member-1"}),
        ((4, 5, 6), "person_elsewhere", set()),
    ],
)
def test_impossible_team_is_refused(places: tuple[int, ...], code: str, fields: set[str]) -> None:
    club = make_club()
    people = [*make_people(club, 6), *make_people(make_club(), 1)]
    tournament = make_team_tournament(club, "triplets")
    enter(tournament, people[:3])

    with pytest.raises(AppError) as refusal:
        enter(tournament, [people[place] for place in places])

    assert (refusal.value.code, set(refusal.value.fields)) == (code, fields)
    assert tournament.entries.count() == 1


def test_two_teams_are_not_called_the_same() -> None:
    club = make_club()
    people = make_people(club, 6)
    tournament = make_team_tournament(club, "triplets")
    enter(tournament, people[:3], "Les Étuis")

    with pytest.raises(AppError) as refusal:
        enter(tournament, people[3:], "les etuis")

    assert (refusal.value.code, set(refusal.value.fields)) == ("team_name_taken", {"name"})


def test_there_are_no_more_teams_than_places() -> None:
    club = make_club()
    people = make_people(club, 12)
    tournament = make_team_tournament(club, "teams")
    enter(tournament, people[:4])
    enter(tournament, people[4:8])

    with pytest.raises(AppError) as refusal:
        enter(tournament, people[8:])

    assert refusal.value.code == "too_many_entries"
    assert "1 équipe" in str(refusal.value.message) or "une équipe" in str(refusal.value.message)


def test_players_alone_do_not_enter_an_event_of_teams() -> None:
    club = make_club()
    tournament = make_team_tournament(club, "triplets")

    with pytest.raises(AppError) as refusal:
        enter_people(tournament=tournament, people=make_people(club, 3), entered_by=None)

    assert refusal.value.code == "teams_only"


def test_team_changes_until_the_first_result() -> None:
    club = make_club()
    tournament = make_team_tournament(club, "triplets", is_seated=True)
    entry = tournament.entries.order_by("pk")[0]
    captain, mate, _ = (member.person for member in entry.members.all())
    newcomer = make_people(club, 1)[0]

    change_team(entry=entry, name="Neufs", people=[mate, newcomer, captain], changed_by=None)

    entry.refresh_from_db()
    assert (entry.name, entry.person) == ("Neufs", mate)
    assert {member.person for member in entry.members.all()} == {captain, mate, newcomer}
    assert AuditEvent.objects.latest("pk").before["captain"] == str(captain)  # type: ignore[index]
    enter_result(list_plays(tournament)[0], 62)
    with pytest.raises(AppError) as refusal:
        change_team(entry=entry, name="", people=[captain, mate, newcomer], changed_by=None)
    assert refusal.value.code == "results_exist"


def test_withdrawn_team_frees_its_people() -> None:
    club = make_club()
    people = make_people(club, 3)
    tournament = make_team_tournament(club, "triplets")
    withdraw_entry(entry=enter(tournament, people), withdrawn_by=None)

    enter(tournament, people)

    assert tournament.entries.count() == 1
    draw_places(tournament=tournament, rng=random.Random(1), drawn_by=None)
