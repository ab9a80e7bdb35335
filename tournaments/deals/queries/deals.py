"""How far the étuis are known, who may read the sealed ones, and who has."""

from collections.abc import Container
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.core.dealing.boards import dealer_in_turn
from games.core.dealing.dealt_game import DealtGame, dealt_game
from games.core.rules import format_rules
from games.core.variants.registry import find_variant
from games.models import Deal
from games.services.recorded_deals import is_recordable
from tournaments.base.queries.progress import complete_boards
from tournaments.base.queries.teams import is_played_by
from tournaments.core.formats.registry import find_format
from tournaments.enums import SlipKind
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import (
    AuditEvent,
    DealReader,
    Entry,
    Play,
    PlayRecord,
    ResultSlip,
    Session,
    Tournament,
)

HANDS_READ, PAPER_PREVIEWED, PAPER_FETCHED = "deals.seen", "document.previewed", "document.downloaded"
IMPORTED, RECORDED, STRENGTH_READ = "deals.imported", "deals.recorded", "deals.strength_seen"
READ_ELSEWHERE, FILE_READ = "deals.seen_elsewhere", "deals.file_read"
"""Actions of the trace by which somebody came to know cards; of papers, only those with cards leave one."""


@dataclass(frozen=True, slots=True)
class BoardOpening:
    """How far the cards of one étui are known."""

    board: int
    dealer: int
    """Seat, from 0."""
    taker: int | None
    """Seat of the imposed taker, from 0; None where the players bid."""
    is_opened: bool
    """The organiser opened it."""
    is_shown: bool
    """Anybody sees its cards: it is opened and every table has played it."""


def board_openings(session: Session, board_count: int, *, kept: Container[int] = ()) -> list[BoardOpening]:
    """Every étui from 1 to `board_count`; those `kept` closed for another event do not show. Two queries."""
    taker_of = find_format(session.tournament.format).taker_of
    player_count = find_variant(session.tournament.game).player_count
    opened = frozenset(session.opened_boards.values_list("board", flat=True))
    shown = opened & complete_boards(session)
    return [
        BoardOpening(
            number,
            dealer_in_turn(number, player_count),
            taker_of(number),
            is_opened=number in opened,
            is_shown=number in shown and number not in kept,
        )
        for number in range(1, board_count + 1)
    ]


def game_dealt(session: Session) -> DealtGame:
    """The game of a session as its rules have it dealt. No query."""
    return dealt_game(session.tournament.game, format_rules(game_rules(session.tournament)))


def whole_boards(session: Session) -> list[int]:
    """The étuis whose hands are all known, by number. One query."""
    deals = Deal.objects.filter(deal_set__session=session).order_by("number")
    return [deal.number for deal in deals if deal.is_whole]


def recordable_boards(session: Session) -> dict[int, bool]:
    """The étuis whose hands are dealt at the table, by number: whether they are all known. Two queries.

    None when the computer dealt every hand, or where no diagram tells all of a deal.
    """
    deal_set = session.deal_set
    is_dealt = deal_set is not None and not is_recordable(deal_set)
    if is_dealt or game_dealt(session).has_order:
        return {}
    whole = whole_boards(session)
    count = max((section.board_count for section in session.sections.all()), default=0)
    return {number: number in whole for number in range(1, count + 1)}


def first_board_to_record(session: Session) -> int | None:
    """The first étui whose hands are still to be recorded, the first of all once they are; None without any.

    Two queries.
    """
    boards = recordable_boards(session)
    return next((number for number, is_whole in boards.items() if not is_whole), next(iter(boards), None))


def boards_known_to_player(session: Session, user: User) -> frozenset[int]:
    """The étuis that hold no secret for somebody who plays: played everywhere, or as often as he or his team
    has to. Two queries.
    """
    own = Entry.objects.filter(is_played_by(user), tournament=session.tournament_id).values("pk")
    slips = ResultSlip.objects.current().filter(play=OuterRef("pk")).exclude(kind=SlipKind.NOT_PLAYED)
    due = Play.objects.filter(
        round__section__session=session,
        round__seatings__entry__in=own,
        round__seatings__table=F("table"),
    )
    rows = set(due.values_list("board", Exists(slips)))
    met = {board for board, _ in rows} - {board for board, is_played in rows if not is_played}
    return complete_boards(session) | met


def list_readers(tournament: Tournament) -> QuerySet[DealReader]:
    """Who is named to read the sealed cards, by name; `plays` tells that they play themselves. One query."""
    entries = Entry.objects.filter(is_played_by(OuterRef("user")), tournament=tournament)
    return tournament.deal_readers.select_related("user").annotate(plays=Exists(entries))


def list_readings(tournament: Tournament) -> QuerySet[AuditEvent]:
    """Every time that somebody came to know sealed cards, with the reader, latest first. One query."""
    by_itself = (HANDS_READ, PAPER_PREVIEWED, PAPER_FETCHED, IMPORTED, RECORDED, STRENGTH_READ, FILE_READ)
    actions = (*by_itself, READ_ELSEWHERE)
    return tournament.audit_events.filter(action__in=actions).select_related("actor")


def latest_records(session: Session, board: int) -> QuerySet[PlayRecord]:
    """The last version of every recorded play of an étui, by round and table. One query."""
    newest = Window(RowNumber(), partition_by=F("play"), order_by=F("version").desc())
    records = PlayRecord.objects.filter(play__round__section__session=session, play__board=board)
    latest = records.annotate(newest=newest).filter(newest=1).select_related("play__round", "play__table")
    return latest.order_by("play__round__number", "play__table__number")
