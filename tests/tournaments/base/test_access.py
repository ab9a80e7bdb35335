"""Rights of each role."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_player,
    make_reader,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.access import (
    CARD_RIGHTS,
    Right,
    clubs_managed_by,
    desks_of,
    has_right,
    may_manage_club,
    possible_readers,
    rights_in,
)
from tournaments.enums import EventRole, MembershipRole, TournamentState, Visibility

pytestmark = pytest.mark.django_db

EVERYTHING = frozenset(Right) - CARD_RIGHTS
"""Rights of an owner: no role alone reads cards."""
BY_ROLE = {
    EventRole.DIRECTOR: EVERYTHING,
    EventRole.REFEREE: EVERYTHING - {Right.PREPARE, Right.WELCOME, Right.ENTER_TABLE, Right.GIVE_ROLES},
    EventRole.SCORER: {Right.VIEW, Right.READ_DESK, Right.PRINT, Right.READ_RESULTS, Right.ENTER_RESULTS},
    EventRole.CHECKER: {Right.VIEW, Right.READ_DESK, Right.READ_RESULTS, Right.CHECK_RESULTS},
    EventRole.TREASURER: {Right.VIEW, Right.READ_DESK, Right.WELCOME},
    EventRole.SCREEN: {Right.VIEW},
    EventRole.TABLE: {Right.ENTER_TABLE},
}


@pytest.mark.parametrize("role", EventRole)
def test_role_gives_its_rights_in_its_tournament_and_none_elsewhere(role: EventRole) -> None:
    club = make_club()
    tournament, elsewhere = make_tournament(club), make_tournament(club)
    user = make_user(tournament=tournament, role=role)

    assert rights_in(user, tournament) == BY_ROLE[role]
    assert rights_in(user, elsewhere) == frozenset()


@pytest.mark.parametrize("role", EventRole)
def test_publishing_adds_the_right_to_see_and_no_other(role: EventRole) -> None:
    tournament = make_seated_tournament(make_club())
    user = make_user(tournament=tournament, role=role)

    tournament.visibility = Visibility.PUBLIC

    assert rights_in(user, tournament) == BY_ROLE[role] | {Right.VIEW}


def test_two_roles_add_up() -> None:
    tournament = make_tournament(make_club())
    user = make_user(tournament=tournament, role=EventRole.CHECKER)
    user.event_roles.create(tournament=tournament, role=EventRole.SCREEN)

    assert rights_in(user, tournament) == BY_ROLE[EventRole.CHECKER]


@pytest.mark.postgres
@pytest.mark.parametrize("role", MembershipRole)
def test_membership_gives_everything_in_the_tournaments_of_its_club_only(role: MembershipRole) -> None:
    club, other_club = make_club(), make_club("Ailleurs")
    user = make_user(club=club, role=role)

    assert rights_in(user, make_tournament(club)) == EVERYTHING
    assert rights_in(user, make_tournament(other_club)) == frozenset()
    assert (may_manage_club(user, club), may_manage_club(user, other_club)) == (True, False)
    assert list(clubs_managed_by(user)) == [club]


def test_superuser_has_everything_everywhere() -> None:
    club = make_club()
    user = make_user()
    user.is_superuser = True
    user.save()

    assert rights_in(user, make_tournament(club)) == EVERYTHING
    assert list(clubs_managed_by(user)) == [club]


def test_deactivated_owner_has_nothing() -> None:
    club = make_club()
    tournament = make_tournament(club)
    user = make_user(club=club)
    assert has_right(user, tournament, Right.PREPARE)

    user.is_active = False

    assert rights_in(user, tournament) == frozenset()
    assert not may_manage_club(user, club)
    assert not clubs_managed_by(user)
    assert not desks_of(user)


@pytest.mark.parametrize(
    ("visibility", "state", "sees"),
    [
        (Visibility.PUBLIC, TournamentState.PLAYING, True),
        (Visibility.PUBLIC, TournamentState.SEATED, True),
        (Visibility.PUBLIC, TournamentState.FINISHED, True),
        (Visibility.PUBLIC, TournamentState.DRAFT, False),
        (Visibility.PRIVATE, TournamentState.PLAYING, False),
    ],
)
def test_visitor_reads_what_is_public_once_it_is_seated(
    visibility: Visibility, state: TournamentState, sees: bool
) -> None:
    tournament = make_tournament(make_club())
    tournament.visibility, tournament.state = visibility, state

    assert rights_in(AnonymousUser(), tournament) == ({Right.VIEW} if sees else frozenset())


def test_desks_are_those_of_the_clubs_and_of_the_roles_that_have_one() -> None:
    club = make_club()
    in_club, directed, screen_event, elsewhere = (
        make_tournament(club),
        *(make_tournament(make_club("Ailleurs")) for _ in range(3)),
    )
    user = make_user(club=club)
    user.event_roles.create(tournament=directed, role=EventRole.CHECKER)
    user.event_roles.create(tournament=screen_event, role=EventRole.SCREEN)
    make_user(tournament=elsewhere, role=EventRole.DIRECTOR)

    assert set(desks_of(user)) == {in_club, directed}
    assert not desks_of(AnonymousUser())


def test_somebody_with_two_ways_to_a_desk_finds_it_once() -> None:
    club = make_club()
    tournament = make_tournament(club)
    user = make_user(club=club)
    user.event_roles.create(tournament=tournament, role=EventRole.SCORER)
    make_user("Autre", club=club)

    assert list(desks_of(user)) == [tournament]


@pytest.mark.parametrize("role", [EventRole.DIRECTOR, EventRole.REFEREE])
def test_director_and_referee_read_the_cards_once_named(role: EventRole) -> None:
    tournament = make_tournament(make_club())
    user = make_user(tournament=tournament, role=role)
    assert rights_in(user, tournament) == BY_ROLE[role]

    make_reader(user, tournament)

    assert rights_in(user, tournament) == BY_ROLE[role] | CARD_RIGHTS


@pytest.mark.postgres
def test_named_reader_who_loses_the_role_reads_nothing() -> None:
    tournament = make_tournament(make_club())
    user = make_reader(make_user(tournament=tournament), tournament)

    user.event_roles.all().delete()

    assert rights_in(user, tournament) == frozenset()


def test_superuser_too_must_be_named_to_read_the_cards() -> None:
    tournament = make_tournament(make_club())
    user = User.objects.create_superuser("super@example.org", name="super")
    assert not has_right(user, tournament, Right.SEE_DEALS)

    make_reader(user, tournament)

    assert has_right(user, tournament, Right.SEE_DEALS)


def test_named_reader_who_plays_reads_everything_only_once_everything_is_played() -> None:
    tournament = make_seated_tournament(make_club())
    user = make_reader(make_user(tournament=tournament), tournament)
    make_player(user, tournament)
    *first, last = list_plays(tournament)
    enter_results((play, 56) for play in first)
    assert rights_in(user, tournament) & CARD_RIGHTS == {Right.READ_HANDS}

    enter_result(last, 56)

    assert rights_in(user, tournament) >= CARD_RIGHTS


def test_playing_elsewhere_takes_nothing_away() -> None:
    club = make_club()
    tournament, elsewhere = make_tournament(club), make_seated_tournament(club)
    user = make_reader(make_user(tournament=tournament), tournament)
    make_player(user, elsewhere)

    assert rights_in(user, tournament) >= CARD_RIGHTS


def test_possible_readers_are_directors_referees_the_club_and_superusers() -> None:
    club = make_club()
    tournament = make_tournament(club)
    for role in EventRole:
        make_user(role, tournament=tournament, role=role)
    make_user("club", club=club)
    make_user("elsewhere", club=make_club("Ailleurs"))
    User.objects.create_superuser("super@example.org", name="super")

    assert [user.name for user in possible_readers(tournament)] == ["club", "director", "referee", "super"]
