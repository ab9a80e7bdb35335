"""Friends who play the étuis of an evening at a free table."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from common.errors import AppError
from common.requests.limits import LIMITS
from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel
from play.alone.queries.fields import compare_with_field
from play.free.models import EveningTable, FreeTable, TableSeat
from play.free.queries.evening_tables import load_evening_marks
from play.free.queries.first_dealer import draw_first_dealer, find_dealer_draw
from play.free.services.dealing import begin_deal
from play.free.services.evening_tables import open_evening_table
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Chairs, load_sitting
from tests.factories.free_tables import Club
from tests.factories.open_evenings import OPEN, open_evening
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.core.showing import Moment, Part, Showing
from tournaments.deals.services.deals import close_boards
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.showing import set_showing
from tournaments.models import Session, Tournament

pytestmark = pytest.mark.django_db
FORM = {"name": "Anne", "first_board": "2", "clock": "calm", "level": "debutant"}


class EveningClub(Club):
    """People at a table that plays the étuis of an evening."""

    def __init__(self, session: Session, *, first_board: int = 1, owner: User | None = None) -> None:
        self._session, self._first_board = session, first_board
        super().__init__(people=2, owner=owner)

    def open(self, settings: dict[str, Any]) -> TableSeat:
        return open_evening_table(
            session=self._session,
            first_board=self._first_board,
            level=RobotLevel.DEBUTANT,
            clock=(30, 60),
            name=settings["name"],
            device=settings["device"],
            owner=settings["owner"],
            now=self.now,
        )

    def deal(self) -> None:
        """Deal the next étui."""
        deal = self.look().deal
        begin_deal(me=self.seats[0], seen=deal.number if deal else 0, now=self.now)

    def play(self) -> PlayedTable:
        """Deal the next étui and play it to its end."""
        self.deal()
        self.play_out(Random(1))
        deal = self.look().deal
        assert deal is not None
        return deal.table


@pytest.fixture
def evening() -> Tournament:
    """Public and played to its end; three of its étuis are open."""
    return open_evening(make_seated_tournament(make_club()))


@pytest.fixture
def session(evening: Tournament) -> Session:
    return Session.objects.select_related("tournament__club", "deal_set").get(tournament=evening)


def opening(evening: Tournament) -> str:
    return reverse("rooms-evening-table", args=[evening.slug])


def show(client: Client, club: Club) -> Any:
    return client.get(reverse("rooms-free-table", args=[club.table.secret]))


def test_etuis_follow_from_the_first_chosen_to_the_last_under_their_contract(session: Session) -> None:
    club = EveningClub(session, first_board=2)

    tables = [club.play(), club.play()]

    assert [table.board_again.board for table in tables] == [2, 3]
    deals = {deal.number: deal for deal in session.deal_set.deals.all()}
    for table in tables:
        deal = deals[table.board_again.board]
        assert (table.dealer, table.taker, bool(table.bid)) == (deal.dealer, deal.taker, True)
    assert club.look().is_match_over
    with pytest.raises(AppError, match="all_played"):
        club.deal()


def test_idle_table_opens_again_for_the_next_etui(session: Session) -> None:
    club = EveningClub(session)
    first = club.play()
    FreeTable.objects.filter(pk=club.table.pk).update(ended_at=club.now)

    assert club.play().board_again.board == first.board_again.board + 1


def test_etui_that_is_closed_again_is_left_out(session: Session) -> None:
    club = EveningClub(session)
    club.play()
    close_boards(session=session, boards=[2], closed_by=None)

    assert club.play().board_again.board == 3
    with pytest.raises(AppError, match="no_board_left"):
        club.deal()


@pytest.mark.parametrize(
    "hide",
    [
        lambda evening: set_showing(tournament=evening, showing=Showing(hands=Moment.HIDDEN), set_by=None),
        lambda evening: set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None),
    ],
    ids=["hands", "event"],
)
def test_nothing_is_dealt_that_the_host_may_not_see(
    evening: Tournament, session: Session, hide: Callable[[Tournament], object]
) -> None:
    club = EveningClub(session)
    hide(evening)

    with pytest.raises(AppError, match="no_board_left"):
        club.deal()
    assert not PlayedTable.objects.exists()


def test_host_of_the_club_plays_on_while_the_event_is_private(evening: Tournament, session: Session) -> None:
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)
    club = EveningClub(session, owner=make_user("Zoé", club=evening.club))

    assert club.play().board_again.board == 1


def test_table_begins_only_at_an_etui_that_is_open(session: Session) -> None:
    with pytest.raises(AppError, match="board_not_open"):
        EveningClub(session, first_board=4)
    assert not FreeTable.objects.exists()


def test_marks_of_each_seat_are_those_beside_the_field(session: Session) -> None:
    club = EveningClub(session)
    tables = [club.play(), club.play()]
    club.deal()  # in play, so it counts for nobody

    marks = load_evening_marks(EveningTable.objects.get())

    assert {board for board, _seat in marks.fields} == {1, 2}
    for seat in range(4):
        fields = [
            compare_with_field(
                load_sitting(table, Chairs(None, frozenset())).state, seat, session, table.board_again.board
            )
            for table in tables
        ]
        assert [marks.fields[board, seat] for board in (1, 2)] == fields
        assert marks.mean(seat) == sum(field.percentage for field in fields if field) / Fraction(2)


def test_marks_of_a_closed_etui_leave(session: Session) -> None:
    club = EveningClub(session)
    club.play()
    close_boards(session=session, boards=[1], closed_by=None)

    marks = load_evening_marks(EveningTable.objects.get())

    assert (marks.fields, marks.mean(0)) == ({}, None)


def test_players_read_their_mark_and_all_read_the_means(client: Client, session: Session) -> None:
    table = client.post(opening(session.tournament), FORM)["Location"]
    club = EveningTable.objects.get().table
    client.post(reverse("rooms-free-begin", args=[club.secret]), {"donne": "0"})
    play_to_the_end(client, club)

    shown, other = client.get(table), Client().get(table)

    assert shown.context["field"] == load_evening_marks(EveningTable.objects.get()).fields[2, 0]
    assert "À côté des autres tables" in shown.content.decode()
    assert (other.context["field"], "À côté des autres tables" in other.content.decode()) == (None, False)
    for answer in (shown, other):
        assert all(line.mean is not None for line in answer.context["lines"])
        assert '<th scope="col">Moyenne</th>' in answer.content.decode()
        assert "étui 2, 1/2" in answer.content.decode()
    assert "L’étui suivant" in shown.content.decode()
    assert shown.context["drawn_dealer"] == ""


def play_to_the_end(client: Client, table: FreeTable) -> None:
    """Let the one person of a table play the first card that is legal."""
    page = reverse("rooms-free-table", args=[table.secret])
    while not (context := client.get(page).context).get("is_over"):
        sitting = context["sitting"]
        action = format_action(sitting.view.legal[0]) if sitting.is_turn else None
        form = {"numero": str(sitting.number), "donne": str(context["seated"].deal.number)}
        name = "rooms-free-act" if action else "rooms-free-go-on"
        client.post(reverse(name, args=[table.secret]), form | ({"action": action} if action else {}))


@pytest.mark.parametrize("part", [Part.BOARDS, Part.HANDS])
def test_hidden_results_or_hands_show_no_mark(
    client: Client, evening: Tournament, session: Session, part: Part
) -> None:
    club = EveningClub(session)
    club.play()
    assert show(client, club).context["lines"][0].mean is not None

    set_showing(tournament=evening, showing=Showing(**{part: Moment.HIDDEN}), set_by=None)

    assert show(client, club).context["lines"][0].mean is None


def test_means_wait_for_the_end_of_an_etui(client: Client, session: Session) -> None:
    club = EveningClub(session)
    club.play()
    club.deal()

    assert [line.mean for line in show(client, club).context["lines"]] == [None] * 4


def test_no_cards_are_drawn_for_the_dealer_of_an_etui(session: Session) -> None:
    club = EveningClub(session)
    club.deal()
    deal = club.look().deal
    assert deal is not None
    # the table's own draw may fall on the same seat
    PlayedTable.objects.update(dealer=draw_first_dealer(club.table).dealer)
    deal.table.refresh_from_db()

    assert find_dealer_draw(club.table, deal) is None
    EveningTable.objects.all().delete()
    assert find_dealer_draw(FreeTable.objects.get(), deal) is not None


def test_after_the_last_etui_there_is_no_next_one(client: Client, session: Session) -> None:
    client.post(opening(session.tournament), FORM | {"first_board": "3"})
    table = EveningTable.objects.get().table
    client.post(reverse("rooms-free-begin", args=[table.secret]), {"donne": "0"})
    play_to_the_end(client, table)

    page = client.get(reverse("rooms-free-table", args=[table.secret])).content.decode()

    assert "L’étui suivant" not in page
    assert "Une revanche" not in page
    assert reverse("public-board", args=[session.tournament.slug, 3]) in page


def test_page_offers_the_open_etuis_and_leads_to_the_table(client: Client, evening: Tournament) -> None:
    again = client.get(reverse("rooms-evening-again", args=[evening.slug])).content.decode()
    assert opening(evening) in again
    form = client.get(opening(evening)).context["form"]
    assert [value for value, _words in form.fields["first_board"].choices] == list(OPEN)

    answer = client.post(opening(evening), FORM)

    table = EveningTable.objects.get().table
    assert answer["Location"] == reverse("rooms-free-table", args=[table.secret])
    assert (table.deal_count, table.action_seconds, table.is_listed) == (2, 60, False)
    waiting = client.get(answer["Location"]).content.decode()
    assert "2 étuis de cette soirée, à partir du 2" in waiting
    assert evening.name in waiting


def test_lists_name_the_event_whose_etuis_a_table_plays(client: Client, evening: Tournament) -> None:
    client.force_login(make_user("Zoé"))
    client.post(opening(evening), FORM)

    lines = client.get(reverse("rooms-free")).context["own"]

    assert [line.title for line in lines] == [evening.name]
    home = client.get(reverse("own-home")).content.decode()
    assert f"<strong>{evening.name}</strong> <span>reprendre</span>" in home


def test_wrong_form_is_told_and_kept(client: Client, evening: Tournament) -> None:
    answer = client.post(opening(evening), FORM | {"first_board": "9", "name": ""})

    assert {*answer.context["form"].errors} == {"first_board", "name"}
    assert answer.context["form"]["clock"].value() == "calm"
    assert not FreeTable.objects.exists()


def test_without_an_open_etui_the_page_of_the_evening_tells_why(
    client: Client, evening: Tournament, session: Session
) -> None:
    set_showing(tournament=evening, showing=Showing(hands=Moment.HIDDEN), set_by=None)
    again = f"{reverse('rooms-evening-again', args=[evening.slug])}?seance=1"
    assert client.get(opening(evening))["Location"] == again

    set_showing(tournament=evening, showing=Showing(), set_by=None)
    close_boards(session=session, boards=OPEN, closed_by=None)
    assert client.post(opening(evening), FORM)["Location"] == again


def test_opening_of_tables_is_limited(client: Client, evening: Tournament) -> None:
    most = next(limit.most for limit in LIMITS["play-open"] if limit.by == "device")
    client.post(opening(evening), FORM)  # gives the browser its cookie
    for _time in range(most):
        assert client.post(opening(evening), FORM).status_code == 302

    assert client.post(opening(evening), FORM).status_code == 429


def test_end_of_an_etui_costs_as_many_queries_after_more_of_them(client: Client, session: Session) -> None:
    club, counts = EveningClub(session), []
    for _board in OPEN:
        club.play()
        with CaptureQueriesContext(connection) as queries:
            show(client, club)
        counts.append(len(queries))

    assert counts[0] == counts[1]
