"""What changes whenever the page of a table does: every phone in the hall asks for it every few seconds."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, FilteredRelation, OuterRef, Q, QuerySet

from tournaments.base.prepared import PreparedQuery
from tournaments.base.queries.sessions import current_session_key
from tournaments.models import Play, ResultFlag, ResultSlip, RoundLock, TableAccess, TablePhone

Rows = QuerySet[Any, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class OpenLink:
    """The link of a table that was not taken back, and how far the table has come after a round."""

    pk: int
    round_number: int
    nonce: str
    state: str
    """Of the tournament."""
    showing_version: int
    """Of the tournament: how its people are named may have changed with it."""
    is_current: bool
    """Its session is the one that is played."""
    table_id: int
    section_id: int
    session_id: int
    is_over: bool
    """A later round has begun at the table."""
    is_locked: bool
    """The organisers checked the round."""


@dataclass(frozen=True, slots=True)
class TableMark:
    """What a phone shows of a round, in a line to be compared."""

    text: str
    phone: int | None
    """The key of the phone that looks, once its owner said where he sits."""
    is_locked: bool
    """The organisers checked the round: nobody writes in it any more."""


def find_link(pk: int, round_number: int) -> OpenLink | None:
    """The link of this key; None when it was taken back or never made. One query."""
    rows = _LINK.rows(pk, round_number)
    if not rows:
        return None
    nonce, state, version, is_current, table, section, session, is_over, is_locked = rows[0]
    flags = bool(is_over), bool(is_locked)
    return OpenLink(
        pk, round_number, nonce, state, version, bool(is_current), table, section, session, *flags
    )


def table_mark(link: OpenLink, device: uuid.UUID) -> TableMark:
    """The facts that the page of a table shows of a round to a phone. Two queries."""
    own, pen = None, ""
    for pk, told, seat, holds_pen in _PHONES.rows(link.pk, link.round_number):
        if uuid.UUID(str(told)) == device:
            own = pk, seat
        if holds_pen:
            pen = f"{pk}-{seat}"
    deals = [
        f"{slip or 0}{'c' if confirmed_at else ''}{'d' if is_disputed else ''}"
        for slip, confirmed_at, is_disputed in _DEALS.rows(link.pk, link.round_number)
    ]
    place = [own[1] if own else "", pen, f"{link.is_over:d}{link.is_locked:d}"]
    text = ".".join(map(str, [link.round_number, f"v{link.showing_version}", *place, *deals]))
    return TableMark(text, own[0] if own else None, link.is_locked)


def _link(pk: int, number: int) -> Rows:
    session = "table__section__session"
    is_current = Q(**{session: current_session_key(OuterRef(f"{session}__tournament"))})
    begun = ResultSlip.objects.current().filter(play__table=OuterRef("table"), play__round__number__gt=number)
    locks = RoundLock.objects.filter(session=OuterRef(session), round_number=number, unlocked_at=None)
    return (
        TableAccess.objects.filter(pk=pk, revoked_at=None)
        .annotate(
            is_current=ExpressionWrapper(is_current, BooleanField()),
            is_over=Exists(begun),
            is_locked=Exists(locks),
        )
        .values_list(
            "nonce",
            f"{session}__tournament__state",
            f"{session}__tournament__showing_version",
            "is_current",
            "table_id",
            "table__section_id",
            f"{session}_id",
            "is_over",
            "is_locked",
        )
    )


def _phones(pk: int, number: int) -> Rows:
    phones = TablePhone.objects.filter(table__access=pk, round__number=number, ended_at=None)
    return phones.values_list("pk", "device", "seat", "holds_pen")


def _deals(pk: int, number: int) -> Rows:
    disputed = Exists(ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None))
    return (
        Play.objects.filter(table__access=pk, round__number=number)
        .annotate(
            current=FilteredRelation("slips", condition=Q(slips__is_current=True)), is_disputed=disputed
        )
        .order_by("board")
        .values_list("current__pk", "current__confirmation__confirmed_at", "is_disputed")
    )


_LINK = PreparedQuery(_link, int, int)
_PHONES = PreparedQuery(_phones, int, int)
_DEALS = PreparedQuery(_deals, int, int)
