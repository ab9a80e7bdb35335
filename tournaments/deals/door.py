"""Access to the cards of deals. The only module of the tournaments that opens them.

Functions for people check the right of the reader, and write reads of sealed cards to the trace. If another
event holds the same cards, the read is also written to its trace. Other modules call these functions: an
import contract forbids them to open sealed cards (pyproject.toml, "Opened cards").
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from common.requests.callers import client_address
from games.core.dealing.commitment import sign_by_cards
from games.core.dealing.dealt_set import DealtBoard, SetDocument
from games.core.dealing.set_document import format_set_document
from games.enums import DealSetState
from games.models import Deal, DealSet
from games.opening import open_deal, open_text, seed_of, set_document, whole_document
from tournaments.base.access import Right, access_to, obstacles, rights_in
from tournaments.base.queries.progress import complete_boards, is_played_out
from tournaments.base.queries.sessions import current_session, current_session_key
from tournaments.base.queries.twins import Twin, list_twins, live_twins, with_twins
from tournaments.deals.queries.deals import HANDS_READ, READ_ELSEWHERE, boards_known_to_player, latest_records
from tournaments.models import AuditEvent, OpenedBoard, Play, PlayRecord, Session, Tournament


class Machine(StrEnum):
    """Reason for which the program itself takes cards. No person sees them."""

    PRINTING = "printing"
    """Cards are written to a file that is fetched through this module, or to a specimen."""
    COPYING = "copying"
    """Cards are copied to another set, which is sealed again and keeps its source."""
    CHECKING = "checking"
    """An input is compared with the hands."""
    TRAVELLING = "travelling"
    """Cards go to another installation of the club, sealed with a key of the club's laptops."""
    MAKING_UP = "making up"
    """Results of practice events and demonstrations are computed from the hands."""


class DoorShut(PermissionDenied):
    """Refused access to cards: the reader has no right to them, or there is no reader."""


# --- readers with a right -------------------------------------------------------------------------


@transaction.atomic
def read_session_deals(
    session: Session, *, reader: User | None, action: str, subject: str = "", board: int | None = None
) -> list[DealtBoard]:
    """Return the deals of a session for a reader of all cards, by number. The trace records the read.

    Args:
        reader: None for a command on the server.
        action: action of the trace. Its subject is the session's number unless `subject` is given.
        board: only this étui, which the trace names.

    Raises:
        DoorShut: the reader has no right to all cards.
    """
    require_right(session.tournament, reader)
    rows = _deals_of(session)
    boards_read = [open_deal(deal) for deal in (rows if board is None else rows.filter(number=board))]
    if boards_read:
        details = None if board is None else {"board": board}
        numbers = None if board is None else {board}
        record_reading(session, reader=reader, action=action, subject=subject, after=details, boards=numbers)
    return boards_read


@transaction.atomic
def read_known(session: Session, *, reader: User) -> list[DealtBoard]:
    """Return the deals that a named reader may see on the screen, by number. The trace records the read.

    A reader who may see all cards gets all deals. A reader who plays, while results are missing, gets the
    étuis that all tables have played and those that they have played themselves. Étuis that another event
    keeps from the reader are left out. Before the dealing the list is empty, and nothing is recorded.

    Raises:
        DoorShut: the reader is not named for this tournament.
    """
    rights = rights_in(reader, session.tournament)
    if Right.READ_HANDS not in rights:
        raise DoorShut
    rows = list(_deals_of(session))
    # before the dealing there is nothing to read and nothing to trace
    if not rows:
        return []
    sees_all = Right.SEE_DEALS in rights
    known_numbers = {deal.number for deal in rows} if sees_all else _known_boards(session, reader)
    boards_read = [open_deal(deal) for deal in rows if deal.number in known_numbers]
    numbers = None if sees_all else [deal.number for deal in boards_read]
    details = None if numbers is None else {"boards": numbers}
    record_reading(session, reader=reader, action=HANDS_READ, after=details, boards=numbers)
    return boards_read


@transaction.atomic
def read_set(session: Session, *, reader: User | None, action: str) -> str:
    """Return the set of a session with its seed, as a JSON document for another site. The trace records it.

    Args:
        action: action of the trace.

    Raises:
        DoorShut: the reader has no right to all cards, or there is no sealed set. A draft of recorded hands
            has neither a seed nor a commitment.
    """
    require_right(session.tournament, reader)
    deal_set = session.deal_set
    if deal_set is None or deal_set.state == DealSetState.DRAFT:
        raise DoorShut
    record_reading(session, reader=reader, action=action)
    return format_set_document(whole_document(deal_set))


def require_right(tournament: Tournament, reader: User | None) -> None:
    """Check the right to read all cards. Queries as `rights_in`.

    Raises:
        DoorShut: the reader has no right to all cards.
    """
    if reader is not None and Right.SEE_DEALS not in rights_in(reader, tournament):
        raise DoorShut


def _known_boards(session: Session, reader: User) -> frozenset[int]:
    """Return the étuis that a named reader without the right to all cards may see."""
    visible_boards = frozenset(_deals_of(session).values_list("number", flat=True))
    tournament = session.tournament
    if access_to(reader, tournament).plays and not is_played_out(tournament):
        visible_boards = boards_known_to_player(session, reader)
    # each other event with the same cards closes the étuis that the reader may not see there
    for obstacle in obstacles(reader, session):
        twin_session = obstacle.twin.session
        twin_visible = (
            boards_known_to_player(twin_session, reader) if obstacle.is_named else obstacle.twin.shown()
        )
        visible_boards -= {
            board for board, twin_board in obstacle.twin.boards if twin_board not in twin_visible
        }
    return visible_boards


# --- the trace ------------------------------------------------------------------------------------


def record_reading(
    session: Session,
    *,
    reader: User | None,
    action: str,
    subject: str = "",
    after: dict[str, Any] | None = None,
    boards: Collection[int] | None = None,
) -> None:
    """Write a read of cards to the trace of the tournament, and of all others with the same sealed cards.

    Args:
        boards: étuis of the session that were read, None for all.
    """
    tournament = session.tournament
    lines = [
        AuditEvent(
            club_id=tournament.club_id,
            tournament=tournament,
            actor=reader,
            action=action,
            subject=subject or str(session.number),
            after=after,
            address=client_address(),
        )
    ]
    for twin in list_twins(Session.objects.filter(pk=session.pk)):
        twin_boards = sorted(
            {twin_board for board, twin_board in twin.boards if boards is None or board in boards}
        )
        if twin_boards:
            # the trace of an event that is not near, in another club, does not name this one
            event_name = tournament.name if twin.is_near else ""
            lines.append(
                AuditEvent(
                    club_id=twin.session.tournament.club_id,
                    tournament_id=twin.session.tournament_id,
                    actor=reader,
                    action=READ_ELSEWHERE,
                    subject=str(twin.session.number),
                    after={"boards": twin_boards, "event": event_name},
                    address=client_address(),
                )
            )
    AuditEvent.objects.bulk_create(lines)


# --- documents ------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Paper:
    """The reader, or the machine, for which cards are printed."""

    reader: User | None = None
    machine: Machine | None = None
    session: Session | None = None
    """Session whose cards were printed; None if no cards were printed yet."""


# a context variable, because several threads draw documents at the same time
_paper: ContextVar[_Paper | None] = ContextVar("for whom cards are put on paper", default=None)


@contextmanager
def paper_for(reader: User | None, *, action: str, kind: str) -> Iterator[None]:
    """Allow documents within the block to show cards, if the reader has the right.

    The end of the block writes the read to the trace, if cards were printed.

    Args:
        reader: None for a command on the server.
        action: action of the trace. Its subject is the `kind` of the document.
    """
    paper = _Paper(reader=reader)
    with _writing(paper):
        yield
    if paper.session is not None:
        record_reading(paper.session, reader=reader, action=action, subject=kind)


@contextmanager
def paper_by(machine: Machine) -> Iterator[None]:
    """Allow documents within the block to take cards without a reader: for a file, a check or a specimen."""
    with _writing(_Paper(machine=machine)):
        yield


@contextmanager
def _writing(paper: _Paper) -> Iterator[None]:
    token = _paper.set(paper)
    try:
        yield
    finally:
        _paper.reset(token)


def cards_on_paper(tournament: Tournament) -> list[DealtBoard]:
    """Return the deals of the current session for the document in progress, by number.

    Raises:
        DoorShut: there is no block of `paper_for` or `paper_by`, or the reader has no right to all cards.
    """
    paper = _paper.get()
    if paper is None:
        raise DoorShut
    # the right is checked once for each document
    if paper.machine is None and paper.session is None:
        require_right(tournament, paper.reader)
        paper.session = current_session(tournament)
    return [open_deal(deal) for deal in _deals_of(current_session_key(tournament))]


# --- public cards ---------------------------------------------------------------------------------


def shown_board(session: Session, board: int, *, is_complete: bool) -> DealtBoard | None:
    """Return the deal of an étui if it is public, else None. One query, none while it is in play.

    A few more queries if another event holds the same cards: see `kept_closed`.

    Args:
        is_complete: True if all tables have played the étui.
    """
    if not is_complete:
        return None
    rows = _deals_of(session).filter(deal_set__session__opened_boards__board=board, number=board)
    # `has_twin` is computed in the same query, so that most étuis need no `kept_closed`
    deal = with_twins(rows, is_near=True).first()
    if deal is None or (deal.has_twin and board in kept_closed(session)):
        return None
    return open_deal(deal)


def shown_boards(session: Session) -> list[DealtBoard]:
    """Return the public deals of a session, by number: opened, and played at all tables. Two queries."""
    opened_boards = session.opened_boards.values("board")
    deals = list(with_twins(_deals_of(session).filter(number__in=opened_boards), is_near=True))
    public_boards = complete_boards(session)
    if any(deal.has_twin for deal in deals):
        public_boards -= kept_closed(session).keys()
    return [open_deal(deal) for deal in deals if deal.number in public_boards]


def kept_closed(session: Session) -> dict[int, Twin]:
    """Return the étuis that stay closed here because an event under way holds the same cards sealed.

    The other event is of the same club, a site of the same simultaneous event, or one of the two took over
    the deals of the other. It closes an étui until the étui is public there. At a site it is enough that all
    its tables have played it.

    An étui that was opened here before the other set was made stays open: its cards were already known.

    One query, five more if there are such events, and a few for each.

    Returns:
        The twin that closes the étui, by number of the étui in this session.
    """
    closed_boards: dict[int, Twin] = {}
    for twin in live_twins(session):
        if not twin.is_near or twin.session.deal_set is None:
            continue
        made_at = twin.session.deal_set.created_at
        earlier_openings = OpenedBoard.objects.filter(session=session, created_at__lt=made_at)
        known_boards = frozenset(earlier_openings.values_list("board", flat=True))
        visible_boards = twin.played() if twin.is_site else twin.shown()
        closed_boards |= {
            board: twin
            for board, twin_board in twin.boards
            if twin_board not in visible_boards and board not in known_boards
        }
    return closed_boards


def revealed_seed(deal_set: DealSet) -> str:
    """Return the seed of a set in hexadecimal; "" before it is revealed. No query."""
    return seed_of(deal_set).hex() if deal_set.state == DealSetState.REVEALED else ""


def revealed_document(session: Session) -> str | None:
    """Return the revealed set of a session as a JSON document; None before. One query."""
    deal_set = session.deal_set
    is_revealed = deal_set is not None and deal_set.state == DealSetState.REVEALED
    return set_document(deal_set) if deal_set is not None and is_revealed else None


# --- recorded plays -------------------------------------------------------------------------------


@transaction.atomic
def read_record(record: PlayRecord, *, play: Play, reader: User) -> str:
    """Return the card-by-card record of a play for a reader of all cards. The trace records the read.

    Raises:
        DoorShut: the reader has no right to all cards.
    """
    session = play.round.section.session
    require_right(session.tournament, reader)
    details = {"board": play.board, "played": True}
    record_reading(session, reader=reader, action=HANDS_READ, after=details, boards={play.board})
    return open_text(record.text)


def shown_record(
    session: Session, board: int, play_id: int, *, is_complete: bool
) -> tuple[DealtBoard, PlayRecord, str] | None:
    """Return the deal of an étui and the record of one table if they are public, else None."""
    deal = shown_board(session, board, is_complete=is_complete)
    record = latest_records(session, board).filter(play=play_id).first() if deal is not None else None
    return None if deal is None or record is None else (deal, record, open_text(record.text))


# --- the program itself ---------------------------------------------------------------------------


def cards_for(machine: Machine, session: Session) -> list[DealtBoard]:
    """Return the deals of a session for work that shows no card to a person, by number. One query.

    Args:
        machine: the kind of work.
    """
    assert machine in Machine
    return [open_deal(deal) for deal in _deals_of(session)]


def sealed_set_for(machine: Machine, session: Session) -> SetDocument | None:
    """Return the sealed set of a session for work that shows no card to a person; None for a draft.

    Args:
        machine: the kind of work.
    """
    assert machine in Machine
    deal_set = session.deal_set
    return whole_document(deal_set) if deal_set and deal_set.state != DealSetState.DRAFT else None


def signature_by_cards(session: Session, board_count: int, text: str) -> str:
    """Return a signature of a text that only a holder of étuis 1 to `board_count` can compute.

    It shows no card. "" if one of the deals is not completely known. One query.
    """
    deals = list(_deals_of(session).filter(number__lte=board_count))
    if len(deals) < board_count or not deals or not all(deal.is_whole for deal in deals):
        return ""
    return sign_by_cards([open_deal(deal) for deal in deals], text)


def travelling_cards(session: Session, *, machine: Machine | None) -> tuple[str, list[dict[str, Any]]]:
    """Return the seed of a session in hexadecimal and its deals, for another installation. Two queries.

    Args:
        machine: `Machine.TRAVELLING` for all cards, which the caller seals; None for what is public.
    """
    is_sealed = machine is Machine.TRAVELLING
    deal_set = session.deal_set
    if deal_set is None:
        return "", []
    rows = list(_deals_of(session))
    seed = seed_of(deal_set).hex() if is_sealed else revealed_seed(deal_set)
    if not is_sealed and deal_set.state != DealSetState.REVEALED:
        public_numbers = {deal.number for deal in shown_boards(session)}
        rows = [deal for deal in rows if deal.number in public_numbers]
    deals = [
        {
            "number": deal.number,
            "dealer": deal.dealer,
            "taker": deal.taker,
            "version": deal.version,
            "hands": open_text(deal.hands),
        }
        for deal in rows
    ]
    return seed, deals


def revealed_deals(deal_set: DealSet) -> list[DealtBoard]:
    """Return the deals of the set of a room's round, by number; empty before it is revealed. One query."""
    if deal_set.state != DealSetState.REVEALED:
        return []
    return [open_deal(deal) for deal in deal_set.deals.all()]


def revealed_set_file(deal_set: DealSet) -> str:
    """Return the revealed set with its seed as a JSON document to verify; "" before. One query."""
    return format_set_document(whole_document(deal_set)) if deal_set.state == DealSetState.REVEALED else ""


def _deals_of(session: Any) -> QuerySet[Deal]:
    """Return the rows of a session (or of its id), by number. No query."""
    return Deal.objects.filter(deal_set__session=session).order_by("number")
