"""Papers of an evening: their contents, and those that have been printed whole, alone or in the pack."""

from collections.abc import Set
from datetime import datetime

from django.db.models import CharField, OuterRef, Subquery
from django.db.models.functions import Cast, Coalesce

from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind, JobState
from tournaments.models import AuditEvent, PrintedDocument, Session, Tournament

EVENING_KINDS = frozenset(
    {
        DocumentKind.SEAT_LISTS,
        DocumentKind.PERSONAL_CARDS,
        DocumentKind.TRAVELLERS,
        DocumentKind.SCORE_SHEETS,
        DocumentKind.COVER_SHEET,
    }
)
"""Dated documents that every evening of players needs.

Guide cards would repeat the personal cards, and movement sheets the seat lists.
"""
FURNITURE_KINDS = frozenset(
    {
        DocumentKind.TABLE_CARDS,
        DocumentKind.ORIENTATION_BOARDS,
        DocumentKind.BOARD_LABELS,
        DocumentKind.GUIDE_CARDS,
        DocumentKind.NAME_BADGES,
    }
)
"""Documents without a date, which a hall keeps: guide cards by place, badges of the players.

A pack of these alone has guide cards without names; the evening of teams has those with names.
"""
SEAT_PAPERS = (
    DocumentKind.SEAT_LISTS,
    DocumentKind.PERSONAL_CARDS,
    DocumentKind.GUIDE_CARDS,
    DocumentKind.SCORE_SHEETS,
)
"""Papers that show the seats of people."""
TABLE_PAPERS = (*SEAT_PAPERS, DocumentKind.TRAVELLERS)
"""Papers that show seats, or the tables that play a board."""
MOVEMENT_PAPERS = (*TABLE_PAPERS, DocumentKind.MOVEMENT_SHEETS)
"""Papers that show seats, boards at tables, or the movement itself."""
CARD_PAPERS = (
    DocumentKind.HAND_DIAGRAMS,
    DocumentKind.SORTING_SHEETS,
    DocumentKind.COPY_SHEETS,
    DocumentKind.DOG_SLIPS,
)
"""Papers of an evening that show cards."""
ATTACKER_PAPERS = (DocumentKind.SEAT_LISTS, DocumentKind.DUEL_SHEETS)
"""Papers that name the attackers."""
BY_PLACE = "places"
"""Variant of the guide cards without names and date."""
NARROWING = frozenset(
    {"section", "part", "first_round", "last_round", "first_board", "last_board", "first_table", "last_table"}
)
"""Options that print only a part of a document."""


def evening_kinds(tournament_format: TournamentFormat) -> frozenset[DocumentKind]:
    """Return the default content of an evening's pack. Teams have guide cards, with their opponents."""
    if not tournament_format.has_teams:
        return EVENING_KINDS
    return EVENING_KINDS - {DocumentKind.PERSONAL_CARDS} | {DocumentKind.GUIDE_CARDS}


def is_furniture_pack(kinds: Set[str]) -> bool:
    """Return whether a pack of these kinds is kept from week to week. Its guide cards are those by place."""
    return kinds <= FURNITURE_KINDS


def papers_made(tournament: Tournament, *, with_parts: bool = False) -> dict[str, datetime]:
    """Return the time of the latest request of each kind that is ready, earliest first. One query.

    Only papers of the current session count: those requested since it was opened. A pack from before the
    seats were fixed has none of the papers that need seats, and does not count. Guide cards by place name
    no player, and never count.

    Args:
        with_parts: True to count documents of which only a part was printed.
    """
    seating_events = AuditEvent.objects.filter(tournament=OuterRef("tournament"), action="tournament.seated")
    usual = evening_kinds(find_format(tournament.format))
    documents = PrintedDocument.objects.filter(tournament=tournament, state=JobState.DONE)
    documents = documents.annotate(
        seated_at=Subquery(seating_events.order_by("-created_at").values("created_at")[:1])
    )
    number = Session.objects.filter(tournament=OuterRef("tournament")).order_by("-number").values("number")
    opening_events = AuditEvent.objects.filter(
        tournament=OuterRef("tournament"),
        action="session.opened",
        subject=Cast(Subquery(number[:1]), CharField()),
    )
    opening_time = Subquery(opening_events.order_by("-created_at").values("created_at")[:1])
    # the first session has no event of its opening: all its papers count
    documents = documents.filter(created_at__gte=Coalesce(opening_time, "created_at"))
    request_times: dict[str, datetime] = {}
    for document in documents.order_by("created_at"):
        counts = with_parts or not NARROWING & document.options.keys()
        for kind in _kinds_of(document, usual) if counts else ():
            request_times[kind] = document.created_at
    return dict(sorted(request_times.items(), key=lambda row: row[1]))


def _kinds_of(document: PrintedDocument, usual: frozenset[DocumentKind]) -> frozenset[str]:
    """Return the kinds of the evening's papers that a document contains.

    Args:
        usual: kinds of a pack without chosen kinds.
    """
    if document.kind != DocumentKind.EVENING_PACK:
        is_by_place = document.kind == DocumentKind.GUIDE_CARDS and document.options.get("part") == BY_PLACE
        return frozenset() if is_by_place else frozenset({document.kind})
    seated_at = document.seated_at  # type: ignore[attr-defined]  # of the query above
    # see `papers_made`: such a pack has no paper with seats
    if seated_at is None or document.created_at < seated_at:
        return frozenset()
    kinds = frozenset(document.options.get("kinds", usual))
    return kinds - {DocumentKind.GUIDE_CARDS} if is_furniture_pack(kinds) else kinds
