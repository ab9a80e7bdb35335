"""The version mark of a table's page, which every phone in the hall polls every few seconds."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, FilteredRelation, OuterRef, Q, QuerySet

from tournaments.base.prepared import PreparedQuery
from tournaments.base.queries.sessions import current_session_key
from tournaments.models import Play, ResultFlag, ResultSlip, RoundLock, TableAccess, TablePhone
from tournaments.results.queries.table_disputes import latest_answer

Rows = QuerySet[Any, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class OpenLink:
    """The link of a table, with the state of one round at the table."""

    pk: int
    round_number: int
    nonce: str
    state: str
    """State of the tournament."""
    showing_version: int
    """Version of the tournament's display settings, which change the public names."""
    is_current: bool
    """True if its session is the current one."""
    table_id: int
    section_id: int
    session_id: int
    is_over: bool
    """True if a later round has begun at the table."""
    is_locked: bool
    """True if the organisers have locked the round."""
    is_followed: bool
    """True if a later round has its tables, as the movement gives them or as they were drawn."""


@dataclass(frozen=True, slots=True)
class TableMark:
    """The state of a round on a phone's page, as a short text to compare."""

    text: str
    phone: int | None
    """Key of the phone; None until its owner has chosen a seat."""
    is_locked: bool
    """True if the organisers have locked the round, so that its results cannot change."""
    has_disputes: bool
    """True if the phone has disputes or answers to show (`load_table_disputes`)."""


def find_link(pk: int, round_number: int) -> OpenLink | None:
    """Return the link with this key; None if it was revoked or never made. One query."""
    rows = _LINK.rows(pk, round_number)
    if not rows:
        return None
    nonce, state, version, is_current, table, section, session, *row_flags = rows[0]
    flags = [bool(flag) for flag in row_flags]
    return OpenLink(
        pk, round_number, nonce, state, version, bool(is_current), table, section, session, *flags
    )


def table_mark(link: OpenLink, device: uuid.UUID) -> TableMark:
    """Return the mark of a round for a phone. Two queries."""
    own_phone, writer, own_answer = None, "", None
    for pk, device_key, seat, holds_pen, answer in _PHONES.rows(link.pk, link.round_number):
        # the databases return the stored key as a UUID or as text
        if uuid.UUID(str(device_key)) == device:
            own_phone, own_answer = (pk, seat), answer
        if holds_pen:
            writer = f"{pk}-{seat}"
    # one part per deal: its version, "c" if confirmed, "d" if disputed, "a" and the latest answer
    rows = _DEALS.rows(link.pk, link.round_number)
    deals = [
        f"{slip or 0}{'c' if confirmed_at else ''}{'d' if is_disputed else ''}a{answer or 0}"
        for slip, confirmed_at, is_disputed, answer in rows
    ]
    place = [
        own_phone[1] if own_phone else "",
        own_answer or "",
        writer,
        f"{link.is_over:d}{link.is_locked:d}{link.is_followed:d}",
    ]
    text = ".".join(map(str, [link.round_number, f"v{link.showing_version}", *place, *deals]))
    has_disputes = own_phone is not None and (
        own_answer is not None or any(is_disputed or answer for *_deal, is_disputed, answer in rows)
    )
    return TableMark(text, own_phone[0] if own_phone else None, link.is_locked, has_disputes)


def _link(pk: int, number: int) -> Rows:
    session = "table__section__session"
    is_current = Q(**{session: current_session_key(OuterRef(f"{session}__tournament"))})
    # a result of a later round shows that the table has gone on
    later_slips = ResultSlip.objects.current().filter(
        play__table=OuterRef("table"), play__round__number__gt=number
    )
    later_plays = Play.objects.filter(round__section=OuterRef("table__section"), round__number__gt=number)
    locks = RoundLock.objects.filter(session=OuterRef(session), round_number=number, unlocked_at=None)
    return (
        TableAccess.objects.filter(pk=pk, revoked_at=None)
        .annotate(
            is_current=ExpressionWrapper(is_current, BooleanField()),
            is_over=Exists(later_slips),
            is_locked=Exists(locks),
            is_followed=Exists(later_plays),
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
            "is_followed",
        )
    )


def _phones(pk: int, number: int) -> Rows:
    phones = TablePhone.objects.filter(table__access=pk, round__number=number, ended_at=None)
    own_answer = latest_answer(
        phone__device=OuterRef("device"), play__round__section__session=OuterRef("table__section__session")
    )
    return phones.annotate(own_answer=own_answer).values_list(
        "pk", "device", "seat", "holds_pen", "own_answer"
    )


def _deals(pk: int, number: int) -> Rows:
    has_dispute = Exists(ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None))
    return (
        Play.objects.filter(table__access=pk, round__number=number)
        .annotate(
            current=FilteredRelation("slips", condition=Q(slips__is_current=True)),
            is_disputed=has_dispute,
            answer=latest_answer(play=OuterRef("pk")),
        )
        .order_by("board")
        .values_list("current__pk", "current__confirmation__confirmed_at", "is_disputed", "answer")
    )


_LINK = PreparedQuery(_link, int, int)
_PHONES = PreparedQuery(_phones, int, int)
_DEALS = PreparedQuery(_deals, int, int)
