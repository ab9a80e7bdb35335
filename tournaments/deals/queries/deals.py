"""Étuis of a session: the public ones, the readers of their cards, and the reads in the trace."""

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
"""Actions of the trace for reads of cards. Of documents, only those with cards are in the trace."""


@dataclass(frozen=True, slots=True)
class BoardOpening:
    """An étui, and whether its cards are public."""

    board: int
    dealer: int
    """Seat of the dealer, from 0."""
    taker: int | None
    """Seat of the imposed taker, from 0; None if the players bid."""
    is_opened: bool
    """True if the organiser has opened it."""
    is_shown: bool
    """True if its cards are public: it is opened, and all tables have played it."""


def board_openings(
    session: Session, board_count: int, *, closed_boards: Container[int] = ()
) -> list[BoardOpening]:
    """Return the étuis from 1 to `board_count`. Two queries.

    Args:
        closed_boards: étuis that another event keeps closed. They are not public.
    """
    taker_of = find_format(session.tournament.format).taker_of
    player_count = find_variant(session.tournament.game).player_count
    opened_boards = frozenset(session.opened_boards.values_list("board", flat=True))
    public_boards = opened_boards & complete_boards(session)
    return [
        BoardOpening(
            number,
            dealer_in_turn(number, player_count),
            taker_of(number),
            is_opened=number in opened_boards,
            is_shown=number in public_boards and number not in closed_boards,
        )
        for number in range(1, board_count + 1)
    ]


def game_dealt(session: Session) -> DealtGame:
    """Return the game of a session with its rules of dealing. No query."""
    return dealt_game(session.tournament.game, format_rules(game_rules(session.tournament)))


def whole_boards(session: Session) -> list[int]:
    """Return the étuis whose hands are all known, by number. One query."""
    deals = Deal.objects.filter(deal_set__session=session).order_by("number")
    return [deal.number for deal in deals if deal.is_whole]


def recordable_boards(session: Session) -> dict[int, bool]:
    """Return the étuis that are dealt at the table, by number: True if all their hands are recorded.

    Two queries. Empty if the computer dealt all hands, or if a diagram cannot show the whole deal.
    """
    deal_set = session.deal_set
    is_dealt = deal_set is not None and not is_recordable(deal_set)
    if is_dealt or game_dealt(session).has_order:
        return {}
    recorded_boards = whole_boards(session)
    count = max((section.board_count for section in session.sections.all()), default=0)
    return {number: number in recorded_boards for number in range(1, count + 1)}


def first_board_to_record(session: Session) -> int | None:
    """Return the first étui with hands to record, or the first étui if all are recorded. Two queries.

    None without étuis to record.
    """
    boards = recordable_boards(session)
    return next((number for number, is_whole in boards.items() if not is_whole), next(iter(boards), None))


def boards_known_to_player(session: Session, user: User) -> frozenset[int]:
    """Return the étuis that a player may see. Two queries.

    These are the étuis that all tables have played, and those that the player has finished: each of their
    plays of the étui has a result other than "not played".
    """
    own_entries = Entry.objects.filter(is_played_by(user), tournament=session.tournament_id).values("pk")
    slips = ResultSlip.objects.current().filter(play=OuterRef("pk")).exclude(kind=SlipKind.NOT_PLAYED)
    due_plays = Play.objects.filter(
        round__section__session=session,
        round__seatings__entry__in=own_entries,
        round__seatings__table=F("table"),
    )
    rows = set(due_plays.values_list("board", Exists(slips)))
    # an étui that the entries meet twice counts only when both plays have a result
    played_boards = {board for board, _ in rows} - {board for board, is_played in rows if not is_played}
    return complete_boards(session) | played_boards


def list_readers(tournament: Tournament) -> QuerySet[DealReader]:
    """Return the named readers of the sealed cards, by name. One query.

    The annotation `plays` is True for a reader who plays in the tournament.
    """
    entries = Entry.objects.filter(is_played_by(OuterRef("user")), tournament=tournament)
    return tournament.deal_readers.select_related("user").annotate(plays=Exists(entries))


def list_readings(tournament: Tournament) -> QuerySet[AuditEvent]:
    """Return the reads of sealed cards in the trace, with the reader, latest first. One query."""
    own_actions = (HANDS_READ, PAPER_PREVIEWED, PAPER_FETCHED, IMPORTED, RECORDED, STRENGTH_READ, FILE_READ)
    actions = (*own_actions, READ_ELSEWHERE)
    return tournament.audit_events.filter(action__in=actions).select_related("actor")


def latest_records(session: Session, board: int) -> QuerySet[PlayRecord]:
    """Return the latest version of each recorded play of an étui, by round and table. One query."""
    newest = Window(RowNumber(), partition_by=F("play"), order_by=F("version").desc())
    records = PlayRecord.objects.filter(play__round__section__session=session, play__board=board)
    latest = records.annotate(newest=newest).filter(newest=1).select_related("play__round", "play__table")
    return latest.order_by("play__round__number", "play__table__number")
