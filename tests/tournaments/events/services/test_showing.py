"""The organiser's choice of what shows, and everything that follows it."""

from collections.abc import Callable

import pytest

from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_entered_tournament,
    make_people,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.access import access_to
from tournaments.base.queries.showing import load_play_state, showing_of, shown_of, waiting_for
from tournaments.core.showing import COMPETITION, Moment, Part, Showing, Viewer
from tournaments.enums import EventRole, TournamentState, Visibility
from tournaments.events.services.showing import hide_now, set_showing, show_now
from tournaments.models import AuditEvent, Person, RecordsRequest, Tournament
from tournaments.people.services.people import change_person
from tournaments.seasons.queries.seasons import counted_tournaments

pytestmark = pytest.mark.django_db
Move = Callable[..., Tournament]


@pytest.fixture
def evening() -> Tournament:
    return make_seated_tournament(make_club(), is_dealt=False)


def choose(tournament: Tournament, **parts: Moment) -> Tournament:
    return set_showing(tournament=tournament, showing=Showing(**parts), set_by=None)  # type: ignore[arg-type]


def test_a_choice_is_kept_traced_and_makes_pages_anew(evening: Tournament) -> None:
    choose(evening, ranking=Moment.END)

    evening.refresh_from_db()
    event = AuditEvent.objects.get(action="tournament.showing")
    assert showing_of(evening) == Showing(ranking=Moment.END)
    assert (event.before, event.after) == ({"ranking": "live"}, {"ranking": "end"})
    assert evening.showing_version == 1


def test_the_same_choice_changes_nothing(evening: Tournament) -> None:
    choose(evening)

    evening.refresh_from_db()
    assert evening.showing_version == 0
    assert not AuditEvent.objects.filter(action="tournament.showing").exists()


def test_hidden_now_and_released_at_once_later(evening: Tournament) -> None:
    hidden = hide_now(tournament=evening, part=Part.RANKING, set_by=None)
    while_hidden = waiting_for(hidden.sessions.get(), Part.RANKING, Viewer.EVERYBODY)
    released = show_now(tournament=hidden, part=Part.RANKING, set_by=None)

    assert while_hidden is Moment.HIDDEN
    assert waiting_for(released.sessions.get(), Part.RANKING, Viewer.EVERYBODY) is None


def test_showing_the_ranking_now_ends_its_last_rounds(evening: Tournament) -> None:
    set_showing(tournament=evening, showing=COMPETITION, set_by=None)
    evening.refresh_from_db()

    released = show_now(tournament=evening, part=Part.RANKING, set_by=None)

    assert (showing_of(released).held_rounds, showing_of(released).boards) == (0, COMPETITION.boards)


@pytest.mark.parametrize(("move", "moment"), [(hide_now, Moment.HIDDEN), (show_now, Moment.LIVE)])
def test_two_organisers_who_have_seen_the_same_page_both_get_their_part(
    evening: Tournament, move: Move, moment: Moment
) -> None:
    choose(evening, ranking=Moment.END, boards=Moment.END)
    seen_by_both = [Tournament.objects.get(pk=evening.pk) for _ in range(2)]

    for seen, part in zip(seen_by_both, (Part.RANKING, Part.BOARDS), strict=True):
        move(tournament=seen, part=part, set_by=None)

    evening.refresh_from_db()
    assert (showing_of(evening).ranking, showing_of(evening).boards) == (moment, moment)


def test_state_is_read_only_where_the_choice_asks_for_it(
    evening: Tournament, django_assert_num_queries: object
) -> None:
    session = evening.sessions.select_related("tournament").get()

    with django_assert_num_queries(0):  # type: ignore[operator]
        assert shown_of(session, Viewer.EVERYBODY) == set(Part)


def test_a_session_is_over_with_its_last_result() -> None:
    tournament = make_seated_tournament(make_club(), table_count=5, is_dealt=False)
    choose(tournament, boards=Moment.SESSION)
    tournament.refresh_from_db()
    session = tournament.sessions.get()
    *first, last = list_plays(tournament)
    enter_results((play, 56) for play in first)
    state_before = load_play_state(session, showing_of(tournament))

    enter_result(last, 56)

    state_after = load_play_state(session, showing_of(tournament))
    assert (state_before.round_count, state_before.round_number, state_before.is_session_over) == (
        5,
        5,
        False,
    )
    assert (state_after.is_session_over, state_after.is_session_closed, state_after.is_event_over) == (
        True,
        False,
        False,
    )


@pytest.mark.parametrize(
    ("role", "viewer"),
    [(EventRole.REFEREE, Viewer.DESK), (EventRole.SCREEN, Viewer.EVERYBODY), (None, Viewer.EVERYBODY)],
)
def test_who_opens_the_desk_looks_as_the_desk(
    evening: Tournament, role: EventRole | None, viewer: Viewer
) -> None:
    user = make_user(tournament=evening, role=role) if role else make_user()

    assert access_to(user, evening).viewer() is viewer


@pytest.mark.postgres
def test_whose_account_plays_looks_at_his_own_page_as_its_player(evening: Tournament) -> None:
    user = make_user()
    own_entry, other_entry = evening.entries.select_related("person")[:2]
    Person.objects.filter(pk=own_entry.person_id).update(user=user)

    assert access_to(user, evening).viewer(own_entry) is Viewer.PLAYER
    assert access_to(user, evening).viewer(other_entry) is Viewer.EVERYBODY


@pytest.mark.postgres
@pytest.mark.parametrize(("moment", "counts"), [(Moment.HIDDEN, False), (Moment.END, True)])
def test_a_finished_event_counts_in_seasons_once_its_ranking_shows(moment: Moment, counts: bool) -> None:
    tournament = make_tournament(make_club())
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, visibility=Visibility.PUBLIC
    )

    choose(tournament, ranking=moment)

    assert list(counted_tournaments(tournament.club)) == ([tournament] if counts else [])
    assert RecordsRequest.objects.filter(tournament=tournament).exists()


def test_a_change_of_consent_makes_the_pages_anew_where_somebody_plays() -> None:
    club = make_club()
    tournament, foreign_event = make_entered_tournament(club), make_tournament(make_club("Ailleurs"))
    person = tournament.entries.first().person  # type: ignore[union-attr]

    change_person(person=person, values={"shows_full_name": False}, changed_by=None)
    change_person(person=person, values={"phone": "06"}, changed_by=None)

    tournament.refresh_from_db()
    foreign_event.refresh_from_db()
    assert (tournament.showing_version, foreign_event.showing_version) == (1, 0)


@pytest.mark.postgres
def test_teams_called_after_somebody_lose_the_name_with_the_consent() -> None:
    tournament = make_entered_tournament(make_club())
    entry, mate, namesake = tournament.entries.all()[:3]
    tournament.entries.filter(pk__in=(entry.pk, mate.pk)).update(partners="NOM01 / NOM02")
    tournament.entries.filter(pk=namesake.pk).update(partners="NOM012 / NOM03")

    change_person(person=entry.person, values={"shows_full_name": False}, changed_by=None)

    names = tournament.entries.values_list("partners", flat=True)
    assert list(names[:3]) == ["Ana N. / NOM02", "Ana N. / NOM02", "NOM012 / NOM03"]


@pytest.mark.postgres
def test_new_people_are_named_as_the_club_chose() -> None:
    club = make_club()
    club.withholds_names = True
    club.save()

    (person,) = make_people(club, 1)
    Person.objects.filter(pk=person.pk).update(shows_full_name=False)
    person.refresh_from_db()

    assert (person.is_withheld, person.public_name) == (True, f"Joueur {person.pk}")
