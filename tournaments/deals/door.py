"""The only module that hands out cards: it checks who reads and why, and writes sealed reads to the trace.

Whoever needs the cards of a set calls one of these functions; nobody else may open what is sealed
(pyproject.toml, "Opened cards"). Where another event holds the same cards, its trace is told, too.
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
from common.requests.callers import caller_address
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
    """Why the program takes cards itself; nobody sees them by it."""

    PRINTING = "printing"
    """Into a file, which is fetched through the door, or a specimen."""
    COPYING = "copying"
    """Into another set, which is sealed again and keeps where its deals come from."""
    CHECKING = "checking"
    """What somebody wrote is compared with the hands."""
    MAKING_UP = "making up"
    """The results of practice and demonstrations follow the hands."""


class DoorShut(PermissionDenied):
    """Cards were asked for without the right to them, or without saying who reads."""


# --- somebody with a right ------------------------------------------------------------------------


@transaction.atomic
def read_cards(
    session: Session, *, reader: User | None, action: str, subject: str = "", board: int | None = None
) -> list[DealtBoard]:
    """The deals of a session for somebody who may read them all, by number; the trace keeps who looked.

    Args:
        reader: None for whoever works at the machine itself, by a command.
        action: how the trace calls it; its `subject` is the session's number unless another is given.
        board: this étui alone, which the trace tells.

    Raises:
        DoorShut: the reader may not.
    """
    require_right(session.tournament, reader)
    deals = _deals_of(session)
    found = [open_deal(deal) for deal in (deals if board is None else deals.filter(number=board))]
    if found:
        told = None if board is None else {"board": board}
        boards = None if board is None else {board}
        tell_reading(session, reader=reader, action=action, subject=subject, after=told, boards=boards)
    return found


@transaction.atomic
def read_known(session: Session, *, reader: User) -> list[DealtBoard]:
    """The deals that a named reader may see on the screen, by number; the trace keeps who looked.

    All of them, none before the dealing; for somebody who plays while results are missing, those of the
    étuis that every table has played, or his own. What another event keeps from him stays closed.

    Raises:
        DoorShut: he is not named.
    """
    rights = rights_in(reader, session.tournament)
    if Right.READ_HANDS not in rights:
        raise DoorShut
    dealt = list(_deals_of(session))
    if not dealt:
        return []
    sees_all = Right.SEE_DEALS in rights
    known = {deal.number for deal in dealt} if sees_all else _known(session, reader)
    shown = [open_deal(deal) for deal in dealt if deal.number in known]
    numbers = None if sees_all else [deal.number for deal in shown]
    told = None if numbers is None else {"boards": numbers}
    tell_reading(session, reader=reader, action=HANDS_READ, after=told, boards=numbers)
    return shown


@transaction.atomic
def read_set(session: Session, *, reader: User | None, action: str) -> str:
    """The set of a session as a JSON document with its seed, for another site; the trace keeps who took it.

    A draft, of hands that were written down, has neither seed nor commitment, and no document.

    Args:
        action: how the trace calls it.

    Raises:
        DoorShut: the reader may not read all the cards, or nothing is sealed.
    """
    require_right(session.tournament, reader)
    deal_set = session.deal_set
    if deal_set is None or deal_set.state == DealSetState.DRAFT:
        raise DoorShut
    tell_reading(session, reader=reader, action=action)
    return format_set_document(whole_document(deal_set))


def require_right(tournament: Tournament, reader: User | None) -> None:
    """Refuse (`DoorShut`) who may not read all the cards; queries as `rights_in`."""
    if reader is not None and Right.SEE_DEALS not in rights_in(reader, tournament):
        raise DoorShut


def _known(session: Session, reader: User) -> frozenset[int]:
    """The étuis that hold no secret for a named reader who may not read all of them."""
    known = frozenset(_deals_of(session).values_list("number", flat=True))
    tournament = session.tournament
    if access_to(reader, tournament).plays and not is_played_out(tournament):
        known = boards_known_to_player(session, reader)
    for obstacle in obstacles(reader, session):
        there = obstacle.twin.session
        free = boards_known_to_player(there, reader) if obstacle.is_named else obstacle.twin.shown()
        known -= {here for here, number in obstacle.twin.boards if number not in free}
    return known


# --- the trace ------------------------------------------------------------------------------------


def tell_reading(
    session: Session,
    *,
    reader: User | None,
    action: str,
    subject: str = "",
    after: dict[str, Any] | None = None,
    boards: Collection[int] | None = None,
) -> None:
    """A line in the trace of the tournament, and one in that of every other whose sealed cards these are.

    Args:
        boards: étuis of the session that were read, None for all.
    """
    own = session.tournament
    lines = [
        AuditEvent(
            club_id=own.club_id,
            tournament=own,
            actor=reader,
            action=action,
            subject=subject or str(session.number),
            after=after,
            address=caller_address(),
        )
    ]
    for twin in list_twins(Session.objects.filter(pk=session.pk)):
        read = sorted({there for here, there in twin.boards if boards is None or here in boards})
        if read:
            by_way_of = own.name if twin.is_near else ""
            lines.append(
                AuditEvent(
                    club_id=twin.session.tournament.club_id,
                    tournament_id=twin.session.tournament_id,
                    actor=reader,
                    action=READ_ELSEWHERE,
                    subject=str(twin.session.number),
                    after={"boards": read, "event": by_way_of},
                    address=caller_address(),
                )
            )
    AuditEvent.objects.bulk_create(lines)


# --- papers ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Paper:
    """For whom cards are put on paper."""

    reader: User | None = None
    machine: Machine | None = None
    session: Session | None = None
    """Whose cards were taken, once they are."""


_paper: ContextVar[_Paper | None] = ContextVar("for whom cards are put on paper", default=None)


@contextmanager
def paper_for(reader: User | None, *, action: str, kind: str) -> Iterator[None]:
    """Within the block papers may show cards to a reader who has the right; the trace is told at its end.

    Args:
        reader: None for whoever works at the machine itself.
        action: how the trace calls it; `kind` of document is its subject.
    """
    paper = _Paper(reader=reader)
    with _writing(paper):
        yield
    if paper.session is not None:
        tell_reading(paper.session, reader=reader, action=action, subject=kind)


@contextmanager
def paper_by(machine: Machine) -> Iterator[None]:
    """Within the block papers may take cards for nobody: into a file, a comparison, a specimen."""
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
    """The deals of the current session for the paper that is being written, by number.

    Raises:
        DoorShut: nobody said for whom (`paper_for`, `paper_by`), or he may not.
    """
    paper = _paper.get()
    if paper is None:
        raise DoorShut
    if paper.machine is None and paper.session is None:
        require_right(tournament, paper.reader)
        paper.session = current_session(tournament)
    return [open_deal(deal) for deal in _deals_of(current_session_key(tournament))]


# --- everybody ------------------------------------------------------------------------------------


def shown_board(session: Session, board: int, *, is_complete: bool) -> DealtBoard | None:
    """The deal of an étui when anybody may see it, else None. One query, none while it is in play.

    A few more where another event holds the same cards: see `kept_closed`.

    Args:
        is_complete: whether every table has played the étui.
    """
    if not is_complete:
        return None
    opened = _deals_of(session).filter(deal_set__session__opened_boards__board=board, number=board)
    deal = with_twins(opened, is_near=True).first()
    if deal is None or (deal.has_twin and board in kept_closed(session)):
        return None
    return open_deal(deal)


def shown_boards(session: Session) -> list[DealtBoard]:
    """The deals of a session that anybody may see, by number: opened, and played everywhere. Two queries."""
    opened = session.opened_boards.values("board")
    deals = list(with_twins(_deals_of(session).filter(number__in=opened), is_near=True))
    shown = complete_boards(session)
    if any(deal.has_twin for deal in deals):
        shown -= kept_closed(session).keys()
    return [open_deal(deal) for deal in deals if deal.number in shown]


def kept_closed(session: Session) -> dict[int, Twin]:
    """Étuis that stay closed here, opened or not, each with the event under way whose sealed cards they are.

    An event of the same club, or another site of a simultaneous, until its étui shows there, or, at a site,
    until every table of it has played it. What was open here before the other set was made is known.
    One query, five more where there are such events, and a few for each.
    """
    kept: dict[int, Twin] = {}
    for twin in live_twins(session):
        if not twin.is_near or twin.session.deal_set is None:
            continue
        made_at = twin.session.deal_set.created_at
        early = OpenedBoard.objects.filter(session=session, created_at__lt=made_at)
        known = frozenset(early.values_list("board", flat=True))
        free = twin.played() if twin.is_site else twin.shown()
        kept |= {here: twin for here, there in twin.boards if there not in free and here not in known}
    return kept


def revealed_seed(deal_set: DealSet) -> str:
    """The seed of a set in hexadecimal, "" before it is revealed. No query."""
    return seed_of(deal_set).hex() if deal_set.state == DealSetState.REVEALED else ""


def revealed_document(session: Session) -> str | None:
    """The revealed set of a session as a JSON document, None before. One query."""
    deal_set = session.deal_set
    is_revealed = deal_set is not None and deal_set.state == DealSetState.REVEALED
    return set_document(deal_set) if deal_set is not None and is_revealed else None


# --- what was played, card by card ----------------------------------------------------------------


@transaction.atomic
def read_record(record: PlayRecord, *, play: Play, reader: User) -> str:
    """What was played at a table, for somebody who may read all cards; the trace keeps who looked.

    Raises:
        DoorShut: the reader may not.
    """
    session = play.round.section.session
    require_right(session.tournament, reader)
    told = {"board": play.board, "played": True}
    tell_reading(session, reader=reader, action=HANDS_READ, after=told, boards={play.board})
    return open_text(record.text)


def shown_record(
    session: Session, board: int, play_id: int, *, is_complete: bool
) -> tuple[DealtBoard, PlayRecord, str] | None:
    """The cards of an étui and what one table played of it, where anybody may see them; else None."""
    deal = shown_board(session, board, is_complete=is_complete)
    record = latest_records(session, board).filter(play=play_id).first() if deal is not None else None
    return None if deal is None or record is None else (deal, record, open_text(record.text))


# --- the program itself ---------------------------------------------------------------------------


def cards_for(machine: Machine, session: Session) -> list[DealtBoard]:
    """The deals of a session for work that shows nobody any of them, by number. One query.

    Args:
        machine: which work; there is no other.
    """
    assert machine in Machine
    return [open_deal(deal) for deal in _deals_of(session)]


def sealed_set_for(machine: Machine, session: Session) -> SetDocument | None:
    """The set of a session as it was sealed, for work that shows nobody any of it; None for a draft.

    Args:
        machine: which work; there is no other.
    """
    assert machine in Machine
    deal_set = session.deal_set
    return whole_document(deal_set) if deal_set and deal_set.state != DealSetState.DRAFT else None


def signature_by_cards(session: Session, board_count: int, text: str) -> str:
    """What only who holds étuis 1 to `board_count` of the session can write under a text; shows no card.

    "" where one of them is not known whole. One query.
    """
    deals = list(_deals_of(session).filter(number__lte=board_count))
    if len(deals) < board_count or not deals or not all(deal.is_whole for deal in deals):
        return ""
    return sign_by_cards([open_deal(deal) for deal in deals], text)


def revealed_deals(deal_set: DealSet) -> list[DealtBoard]:
    """The deals of a set of a room's round, by number, once it is revealed; none before. One query."""
    if deal_set.state != DealSetState.REVEALED:
        return []
    return [open_deal(deal) for deal in deal_set.deals.all()]


def revealed_set_file(deal_set: DealSet) -> str:
    """The same as a file with its seed, to be verified; "" before. One query."""
    return format_set_document(whole_document(deal_set)) if deal_set.state == DealSetState.REVEALED else ""


def _deals_of(session: Any) -> QuerySet[Deal]:
    """The rows of a session, of which the key is enough, by number; no query."""
    return Deal.objects.filter(deal_set__session=session).order_by("number")
