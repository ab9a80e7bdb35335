"""Pack of missing results, to continue an evening on paper from the known state.

The first page has the round, the plan of the clock and the tables with missing results. The seats from this
round on follow, and the unfinished sheets with the results entered so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.utils import timezone

from tournaments.base.access import Right
from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.hall.seat_lists import BY_ROUND
from tournaments.paper.documents.making.document import DocumentType, Packed, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.making.packs import (
    Chapter,
    LeftOut,
    coded_chapters,
    colour_by_colour,
    pack_contents,
)
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.scores.travellers import KNOWN
from tournaments.paper.queries.printed_sheets import SheetContent
from tournaments.results.queries.known_results import MissingAtTable, missing_by_table

HELD = (DocumentKind.SEAT_LISTS, DocumentKind.TRAVELLERS, DocumentKind.SCORE_SHEETS)


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """Planned times of a round if the clock runs on; None while it is stopped."""

    number: int
    begins_at: datetime | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class MissingNow:
    """The first page, and the documents after it."""

    round_number: int
    round_count: int
    plan: tuple[RoundTimes, ...]
    """Planned rounds from this one on; empty without a clock."""
    minutes: int
    """Minutes of a round by the clock; 0 without one."""
    owed: tuple[MissingAtTable, ...]
    """Missing results of this round and those before it."""
    to_come: int
    """Number of results of later rounds."""
    has_boards: bool
    """True if the same deals are played at several tables: étuis are missing, not deals."""
    has_sections: bool
    documents: tuple[Packed, ...]
    left_out: tuple[LeftOut, ...]


def missing_now(documents: Sequence[DocumentType]) -> DocumentType:
    """Return the pack of those `documents` with which an evening continues without a screen."""
    pack_types = tuple(document_type for document_type in documents if document_type.kind in HELD)
    return DocumentType(
        kind=DocumentKind.MISSING_NOW,
        right=Right.PRINT,
        require=require_seats,
        build=partial(_build, pack_types),
        shared_styles="pack",
        moment=PaperMoment.DURING,
        holds=pack_types,
        inside=_inner_documents,
        coded=partial(_coded_sheets, pack_types),
    )


def plan_rounds(this_round: RoundNow) -> tuple[RoundTimes, ...]:
    """Return the rounds from this one on, one after the other, each as long as the clock's setting."""
    clock = this_round.clock
    if clock is None:
        return ()
    rounds = range(this_round.number, this_round.round_count + 1)
    ends_at = clock.ends_at(this_round.now)
    # the clock is stopped
    if ends_at is None:
        return tuple(RoundTimes(number, None, None) for number in rounds)
    # the clock may still be that of an earlier round
    offsets = [clock.length * (number - clock.round_number) for number in rounds]
    return tuple(
        RoundTimes(number, ends_at + offset - clock.length, ends_at + offset)
        for number, offset in zip(rounds, offsets, strict=True)
    )


def _build(
    pack_types: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[MissingNow, ...]:
    session = current_session(tournament)
    this_round = load_round(session, timezone.now())
    missing_tables = missing_by_table(session)
    overdue_tables = tuple(row for row in missing_tables if row.round <= this_round.number)
    chapters = list(_chapters(pack_types, tournament, options, this_round.number)) if missing_tables else []
    contents = pack_contents(chapters, tournament)
    page = MissingNow(
        round_number=this_round.number,
        round_count=this_round.planned_count,
        plan=plan_rounds(this_round),
        minutes=int(this_round.clock.length.total_seconds() // 60) if this_round.clock else 0,
        owed=overdue_tables,
        to_come=sum(len(row.boards) for row in missing_tables)
        - sum(len(row.boards) for row in overdue_tables),
        has_boards=find_format(tournament.format).needs_dealt_boards,
        has_sections=session.sections.count() > 1,
        documents=contents.documents,
        left_out=contents.left_out,
    )
    return (page,)


def _coded_sheets(
    pack_types: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[SheetContent, ...]:
    # from any round: seat lists, the only rounds chosen, carry no code
    return coded_chapters(_chapters(pack_types, tournament, options, 1), tournament)


def _inner_documents(page: MissingNow) -> tuple[Packed, ...]:
    return page.documents


def _chapters(
    pack_types: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions, from_round: int
) -> list[Chapter]:
    tournament_format = find_format(tournament.format)
    unfinished_options = DocumentOptions(site=options.site, grey=options.grey, part=KNOWN)
    seat_options = replace(unfinished_options, part=BY_ROUND, first_round=from_round)
    chosen_types = [
        (document_type, seat_options if document_type.kind == DocumentKind.SEAT_LISTS else unfinished_options)
        for document_type in pack_types
        if document_type.is_for(tournament_format)
    ]
    return list(colour_by_colour(chosen_types, tournament))
