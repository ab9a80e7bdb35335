"""Which papers of an evening are there: printed whole, alone or in the pack."""

from datetime import datetime

from django.db.models import CharField, OuterRef, Subquery
from django.db.models.functions import Cast, Coalesce

from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind, JobState
from tournaments.models import AuditEvent, PrintedDocument, Session, Tournament

EVENING_KINDS = frozenset(
    {
        DocumentKind.NAME_BADGES,
        DocumentKind.SEAT_LISTS,
        DocumentKind.PERSONAL_CARDS,
        DocumentKind.TRAVELLERS,
        DocumentKind.SCORE_SHEETS,
        DocumentKind.COVER_SHEET,
    }
)
"""What is dated and needed at every evening of players: guide cards would say again what personal cards say,
movement sheets what the lists say."""
FURNITURE_KINDS = frozenset(
    {DocumentKind.TABLE_CARDS, DocumentKind.ORIENTATION_BOARDS, DocumentKind.BOARD_LABELS}
)
"""What carries no date and is kept from one evening to the next."""
NARROWING = frozenset(
    {"section", "part", "first_round", "last_round", "first_board", "last_board", "first_table", "last_table"}
)
"""Options by which only a part of a document is printed."""


def evening_kinds(played: TournamentFormat) -> frozenset[DocumentKind]:
    """What the pack of an evening holds unless others are chosen: teams have guide cards, with opponents."""
    if not played.has_teams:
        return EVENING_KINDS
    return EVENING_KINDS - {DocumentKind.PERSONAL_CARDS} | {DocumentKind.GUIDE_CARDS}


def papers_made(tournament: Tournament, *, with_parts: bool = False) -> dict[str, datetime]:
    """Return when each kind was last requested, of those that are ready, earliest first. One query.

    Only papers of the present session count: those requested since it was opened. A pack from before the
    seats were fixed held none of the papers that need them, and does not count.

    Args:
        with_parts: count documents of which only a part was printed, too.
    """
    seated = AuditEvent.objects.filter(tournament=OuterRef("tournament"), action="tournament.seated")
    usual = evening_kinds(find_format(tournament.format))
    ready = PrintedDocument.objects.filter(tournament=tournament, state=JobState.DONE)
    ready = ready.annotate(seated_at=Subquery(seated.order_by("-created_at").values("created_at")[:1]))
    number = Session.objects.filter(tournament=OuterRef("tournament")).order_by("-number").values("number")
    opened = AuditEvent.objects.filter(
        tournament=OuterRef("tournament"),
        action="session.opened",
        subject=Cast(Subquery(number[:1]), CharField()),
    )
    last_opened = Subquery(opened.order_by("-created_at").values("created_at")[:1])
    ready = ready.filter(created_at__gte=Coalesce(last_opened, "created_at"))
    made: dict[str, datetime] = {}
    for document in ready.order_by("created_at"):
        is_counted = with_parts or not NARROWING & document.options.keys()
        for kind in _kinds_of(document, usual) if is_counted else ():
            made[kind] = document.created_at
    return dict(sorted(made.items(), key=lambda row: row[1]))


def _kinds_of(document: PrintedDocument, usual: frozenset[DocumentKind]) -> frozenset[str]:
    """The kinds that a document holds; `usual` those of a pack for which none were chosen."""
    if document.kind != DocumentKind.EVENING_PACK:
        return frozenset({document.kind})
    seated_at = document.seated_at  # type: ignore[attr-defined]  # of the query above
    if seated_at is None or document.created_at < seated_at:
        return frozenset()
    return frozenset(document.options.get("kinds", usual))
