"""Naming of readers of the sealed cards, and the cards that each may read."""

import pytest
from django.db.models import F

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import (
    SEED,
    enter_result,
    list_plays,
    make_club,
    make_player,
    make_reader,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.deals.door import read_known
from tournaments.deals.queries.deals import list_readers
from tournaments.deals.services.deal_readers import name_reader, unname_reader
from tournaments.deals.services.deals import deal_boards
from tournaments.enums import EventRole, SlipKind
from tournaments.models import AuditEvent, Play, ResultSlip, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_seated_tournament(make_club())


@pytest.fixture
def director(tournament: Tournament) -> User:
    return make_user("Directrice", tournament=tournament)


def shown_boards(tournament: Tournament, reader: User) -> list[int]:
    return [deal.number for deal in read_known(tournament.sessions.get(), reader=reader)]


def test_reader_is_named_once_and_unnamed_both_in_the_trace(tournament: Tournament, director: User) -> None:
    for _ in range(2):
        name_reader(tournament=tournament, reader=director, named_by=director)
    assert [row.user for row in list_readers(tournament)] == [director]

    for _ in range(2):
        unname_reader(tournament=tournament, reader=director, unnamed_by=director)

    assert not list_readers(tournament)
    trace_rows = AuditEvent.objects.filter(action__startswith="deals.reader").order_by("pk")
    assert [(event.action, event.subject, event.actor) for event in trace_rows] == [
        ("deals.reader_named", "Directrice", director),
        ("deals.reader_unnamed", "Directrice", director),
    ]


@pytest.mark.parametrize("role", [EventRole.SCORER, EventRole.CHECKER, EventRole.SCREEN])
def test_role_that_reads_no_cards_is_not_named(tournament: Tournament, role: EventRole) -> None:
    scorer = make_user(tournament=tournament, role=role)

    with pytest.raises(AppError, match="reader_without_role"):
        name_reader(tournament=tournament, reader=scorer, named_by=None)

    assert not list_readers(tournament)


@pytest.mark.postgres
def test_readers_who_play_are_told_apart(tournament: Tournament, director: User) -> None:
    make_reader(director, tournament)
    make_player(make_reader(make_user("Joueur", tournament=tournament), tournament), tournament)

    rows = list_readers(tournament).values_list("user__name", "plays")
    assert list(rows) == [
        ("Directrice", False),
        ("Joueur", True),
    ]


def test_reader_is_given_every_deal_and_the_trace_says_so(tournament: Tournament, director: User) -> None:
    make_reader(director, tournament)

    boards = shown_boards(tournament, director)

    event = AuditEvent.objects.latest("pk")
    assert boards == list(range(1, 21))
    assert (event.action, event.actor, event.after) == ("deals.seen", director, None)


def test_reader_who_plays_is_given_what_he_or_every_table_has_played(
    tournament: Tournament, director: User
) -> None:
    make_player(make_reader(director, tournament), tournament)
    plays = list_plays(tournament)
    for play in plays:
        if play.board == 7:
            enter_result(play, 56)
    enter_result(plays[0], 56)  # board 1, round 1, at his table
    enter_result(next(play for play in plays if play.board == 5), 56)  # not at his table
    assert plays[0].table.number == 1

    boards = shown_boards(tournament, director)

    assert boards == [1, 7]
    assert AuditEvent.objects.latest("pk").after == {"boards": [1, 7]}


def test_line_said_not_played_shows_nothing_to_who_was_due_to_play_it(
    tournament: Tournament, director: User
) -> None:
    make_player(make_reader(director, tournament), tournament)
    enter_result(list_plays(tournament)[0], 56)
    assert shown_boards(tournament, director) == [1]

    ResultSlip.objects.update(kind=SlipKind.NOT_PLAYED, score=None)

    assert shown_boards(tournament, director) == []


def test_hands_before_the_dealing_are_none_and_leave_no_trace() -> None:
    tomorrow = make_tournament(make_club())
    director = make_reader(make_user(tournament=tomorrow), tomorrow)
    events = AuditEvent.objects.count()

    assert shown_boards(tomorrow, director) == []

    assert AuditEvent.objects.count() == events


@pytest.mark.postgres
def test_member_of_a_quartet_knows_a_board_once_his_team_has_played_it_on_both_sides() -> None:
    tournament = make_team_tournament(make_club(), "quartets", is_seated=True)
    deal_boards(session=tournament.sessions.get(), dealt_by=None, seed=SEED)
    entry = tournament.entries.order_by("pk")[0]
    member = entry.members.exclude(person=entry.person)[0].person
    reader = make_reader(make_user("Équipier", tournament=tournament), tournament)
    member.user = reader
    member.save()
    assert [row.plays for row in list_readers(tournament)] == [True]
    team_plays = Play.objects.filter(
        round__seatings__entry=entry, round__seatings__table=F("table")
    ).distinct()
    board = team_plays.order_by("board")[0].board
    home, away = team_plays.filter(board=board)

    enter_result(home, 62)
    first = shown_boards(tournament, reader)
    enter_result(away, 58)

    assert (first, shown_boards(tournament, reader)) == ([], [board])
