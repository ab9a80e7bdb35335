"""Access to cards that several events share: sites, copies of copies, other clubs."""

import pytest
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from games.models import Deal
from tests.factories.tournaments import (
    SEED,
    enter_results,
    list_plays,
    make_club,
    make_player,
    make_reader,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.access import Right, has_right
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import (
    DoorShut,
    kept_closed,
    paper_for,
    read_known,
    read_session_deals,
    shown_board,
    shown_boards,
)
from tournaments.deals.services.deal_import import reuse_deal_set
from tournaments.deals.services.deals import deal_boards, open_boards, reveal_deals
from tournaments.enums import CompetitionKind, TournamentState
from tournaments.evening.services.practice import create_practice
from tournaments.models import AuditEvent, Club, Competition, CompetitionMember, Tournament
from tournaments.paper.documents.deals.hand_diagrams import build_hand_diagrams

pytestmark = pytest.mark.django_db
ELSEWHERE = "deals.seen_elsewhere"
BOARD = 1


def take_over(source: Tournament, name: str = "Reprise") -> Tournament:
    """Another event of the club with the deals of one."""
    copy = make_tournament(source.club, name=name)
    reuse_deal_set(session=copy.sessions.get(), earlier=source.sessions.get(), reused_by=None, confirmed=True)
    return copy


def keeper(club: Club, *named_in: Tournament) -> User:
    user = make_user("Gardienne", club=club)
    for tournament in named_in:
        make_reader(user, tournament)
    return user


def sees(user: User, *tournaments: Tournament) -> list[bool]:
    return [has_right(user, tournament, Right.SEE_DEALS) for tournament in tournaments]


def make_sites(*tournaments: Tournament) -> None:
    simultaneous = Competition.objects.create(
        club=tournaments[0].club, name="Simultané", slug="simultane", kind=CompetitionKind.SIMULTANEOUS
    )
    CompetitionMember.objects.bulk_create(
        CompetitionMember(competition=simultaneous, tournament=tournament) for tournament in tournaments
    )


def finish(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)


def play(tournament: Tournament, board: int = BOARD) -> None:
    enter_results((site_play, 56) for site_play in list_plays(tournament) if site_play.board == board)


def test_named_in_the_later_event_alone_reads_neither_and_in_the_first_alone_reads_the_first() -> None:
    first = make_seated_tournament(make_club())
    later = take_over(first)

    assert sees(keeper(first.club, later), first, later) == [False, False]
    assert sees(keeper(first.club, first), first, later) == [True, False]
    assert sees(keeper(first.club, first, later), first, later) == [True, True]


def test_copy_of_a_copy_is_bound_by_the_first_even_when_the_one_between_is_dealt_anew() -> None:
    first = make_seated_tournament(make_club())
    between = take_over(first, "Entre-deux")
    last = take_over(between, "Dernier")
    deal_boards(session=between.sessions.get(), dealt_by=None, seed=bytes(range(40)))

    assert sees(keeper(first.club, last), last) == [False]
    assert sees(keeper(first.club, last, first), last) == [True]


def test_first_event_over_binds_nobody_and_is_told_still() -> None:
    first = make_seated_tournament(make_club())
    later = take_over(first)
    finish(first)
    reader = keeper(first.club, later)

    read_session_deals(later.sessions.get(), reader=reader, action="deals.seen")

    (line,) = AuditEvent.objects.filter(action=ELSEWHERE)
    assert (line.tournament, line.actor) == (first, reader)
    assert line.after == {"boards": list(range(1, 21)), "event": "Reprise"}


def test_player_of_either_reads_in_neither_until_it_is_played_out() -> None:
    first = make_seated_tournament(make_club())
    later = take_over(first)
    player = keeper(first.club, first, later)
    make_player(player, first)

    assert sees(player, first, later) == [False, False]
    with pytest.raises(DoorShut):
        read_session_deals(later.sessions.get(), reader=player, action="deals.seen")
    assert read_known(later.sessions.get(), reader=player) == []

    enter_results((site_play, 56) for site_play in list_plays(first))

    assert sees(player, first, later) == [True, True]


def test_reader_who_plays_where_the_cards_were_first_knows_what_he_has_played() -> None:
    first = make_seated_tournament(make_club())
    later = take_over(first)
    player = keeper(first.club, first, later)
    make_player(player, first)
    play(first)

    assert [deal.number for deal in read_known(later.sessions.get(), reader=player)] == [BOARD]


def test_sites_of_a_simultaneous_read_their_own_unless_they_play_at_another() -> None:
    club = make_club()
    first_site, second_site = make_seated_tournament(club), make_seated_tournament(club)
    reader = keeper(club, second_site)
    assert sees(reader, second_site) == [False]

    make_sites(first_site, second_site)

    assert sees(reader, first_site, second_site) == [False, True]
    make_player(reader, first_site)
    assert sees(reader, second_site) == [False]


@pytest.mark.postgres
def test_site_that_took_the_deals_over_is_bound_by_where_they_were() -> None:
    first = make_seated_tournament(make_club())
    later = take_over(first)
    make_sites(first, later)

    assert sees(keeper(first.club, later), later) == [False]


def test_other_club_with_the_same_cards_is_told_and_binds_only_who_plays_there() -> None:
    theirs, ours = make_seated_tournament(make_club("Leur club")), make_seated_tournament(make_club())
    reader = keeper(ours.club, ours)
    assert sees(reader, ours) == [True]

    read_session_deals(ours.sessions.get(), reader=reader, action="deals.seen", board=BOARD)
    make_player(reader, theirs)

    (line,) = AuditEvent.objects.filter(action=ELSEWHERE)
    assert (line.tournament, line.after) == (theirs, {"boards": [BOARD], "event": ""})
    assert sees(reader, ours) == [False]


def test_opened_board_does_not_show_while_the_club_keeps_its_cards_sealed_elsewhere() -> None:
    first = make_seated_tournament(make_club())
    later = make_seated_tournament(first.club)
    session = later.sessions.get()
    open_boards(session=session, boards=None, opened_by=None)
    play(later)

    def shown() -> list[int]:
        single = shown_board(session, BOARD, is_complete=True)
        every = [deal.number for deal in shown_boards(session)]
        assert every == ([] if single is None else [single.number])
        return every

    assert shown() == []
    assert kept_closed(session).keys() == set(range(1, 21))
    play(first)
    assert shown() == []
    open_boards(session=first.sessions.get(), boards=[BOARD], opened_by=None)
    assert shown() == [BOARD]


@pytest.mark.postgres
def test_board_opened_before_its_cards_were_taken_over_stays_open() -> None:
    first = make_seated_tournament(make_club())
    session = first.sessions.get()
    play(first)
    open_boards(session=session, boards=[BOARD], opened_by=None)
    session.opened_boards.update(created_at=timezone.now() - timezone.timedelta(minutes=1))

    take_over(first)

    assert [deal.number for deal in shown_boards(session)] == [BOARD]


def test_sites_show_a_board_once_all_of_them_have_played_it() -> None:
    club = make_club()
    first_site, second_site = make_seated_tournament(club), make_seated_tournament(club)
    make_sites(first_site, second_site)
    session = first_site.sessions.get()
    open_boards(session=session, boards=None, opened_by=None)
    play(first_site)
    assert shown_boards(session) == []

    play(second_site)

    assert [deal.number for deal in shown_boards(session)] == [BOARD]


def test_seed_is_not_revealed_while_another_event_keeps_the_cards_sealed() -> None:
    first = make_seated_tournament(make_club())
    later = take_over(first)
    Deal.objects.filter(number__gt=BOARD).delete()
    play(first)

    with pytest.raises(AppError) as refused:
        reveal_deals(session=first.sessions.get(), reason="Fin.", revealed_by=None)
    finish(later)
    reveal_deals(session=first.sessions.get(), reason="Fin.", revealed_by=None)

    assert (refused.value.code, refused.value.extra) == ("deals_sealed_elsewhere", {"boards": [BOARD]})
    assert "Reprise" in str(refused.value.message)


def test_taking_deals_over_is_told_where_they_are_taken_from() -> None:
    first = make_seated_tournament(make_club())

    take_over(first)

    event = AuditEvent.objects.get(action="deals.taken_over")
    assert (event.tournament, event.after) == (first, {"event": "Reprise"})


def test_practice_with_the_cards_of_an_evening_is_bound_as_any_event() -> None:
    evening = make_seated_tournament(make_club())
    code = find_format(evening.format).code
    practice = create_practice(
        club=evening.club, name="Essai", format_code=code, starts_on=evening.starts_on, created_by=None
    )
    deal_boards(session=practice.sessions.get(), dealt_by=None, seed=SEED)

    assert sees(keeper(evening.club, practice), practice) == [False]


def test_paper_that_says_for_nobody_has_no_cards() -> None:
    evening = make_seated_tournament(make_club())
    unnamed = keeper(evening.club)

    with pytest.raises(DoorShut):
        build_hand_diagrams(evening)
    with pytest.raises(DoorShut), paper_for(unnamed, action="document.previewed", kind="hand_diagrams"):
        build_hand_diagrams(evening)

    assert not AuditEvent.objects.filter(action="document.previewed").exists()
