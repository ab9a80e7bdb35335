"""What is missing at this moment: to go on with on paper, with exactly what is known.

A page with the round, the plan of the clock and the tables that owe results; then the seats from this round
on, and the sheets that are not finished with the results that are there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils import timezone

from tournaments.base.access import Right
from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.document import DocumentType, Packed, PaperMoment
from tournaments.paper.documents.options import DocumentOptions
from tournaments.paper.documents.packs import (
    Chapter,
    LeftOut,
    coded_chapters,
    colour_by_colour,
    pack_contents,
)
from tournaments.paper.documents.ready import require_seats
from tournaments.paper.documents.seat_lists import BY_ROUND
from tournaments.paper.documents.travellers import KNOWN
from tournaments.paper.queries.printed_sheets import SheetContent
from tournaments.results.queries.known_results import MissingAtTable, missing_by_table

HELD = (DocumentKind.SEAT_LISTS, DocumentKind.TRAVELLERS, DocumentKind.SCORE_SHEETS)


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round is played if nobody touches the clock; None while it does not run."""

    number: int
    begins_at: datetime | None
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class MissingNow:
    """The first page, and the documents that follow it."""

    round_number: int
    round_count: int
    plan: tuple[RoundTimes, ...]
    """From this round on; empty without a clock."""
    minutes: int
    """Of a round by the clock; 0 without one."""
    owed: tuple[MissingAtTable, ...]
    """Results of this round and those before it."""
    to_come: int
    """Results of later rounds."""
    has_boards: bool
    """The same deals are played at several tables: étuis, not deals, are missing."""
    has_sections: bool
    documents: tuple[Packed, ...]
    left_out: tuple[LeftOut, ...]


def missing_now(documents: Sequence[DocumentType]) -> DocumentType:
    """The pack of those `documents` with which an evening goes on without a screen."""
    held = tuple(each for each in documents if each.kind in HELD)
    return DocumentType(
        kind=DocumentKind.MISSING_NOW,
        right=Right.PRINT,
        require=require_seats,
        build=partial(_build, held),
        template="tournaments/paper/pdf/missing_now.html",
        stylesheet="css/print/pack.css",
        moment=PaperMoment.DURING,
        holds=held,
        inside=_inside,
        coded=partial(_coded, held),
    )


def plan_rounds(this_round: RoundNow) -> tuple[RoundTimes, ...]:
    """The rounds from this one on, each as long as the clock was set, one right after the other."""
    clock = this_round.clock
    if clock is None:
        return ()
    rounds = range(this_round.number, this_round.round_count + 1)
    ends_at = clock.ends_at(this_round.now)
    if ends_at is None:
        return tuple(RoundTimes(number, None, None) for number in rounds)
    after = [clock.length * (number - clock.round_number) for number in rounds]
    return tuple(
        RoundTimes(number, ends_at + later - clock.length, ends_at + later)
        for number, later in zip(rounds, after, strict=True)
    )


def _build(
    held: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[MissingNow, ...]:
    session = current_session(tournament)
    this_round = load_round(session, timezone.now())
    missing = missing_by_table(session)
    owed = tuple(row for row in missing if row.round <= this_round.number)
    chapters = list(_chapters(held, tournament, options, this_round.number)) if missing else []
    contents = pack_contents(chapters, tournament)
    page = MissingNow(
        round_number=this_round.number,
        round_count=this_round.round_count,
        plan=plan_rounds(this_round),
        minutes=int(this_round.clock.length.total_seconds() // 60) if this_round.clock else 0,
        owed=owed,
        to_come=sum(len(row.boards) for row in missing) - sum(len(row.boards) for row in owed),
        has_boards=find_format(tournament.format).needs_dealt_boards,
        has_sections=session.sections.count() > 1,
        documents=contents.documents,
        left_out=contents.left_out,
    )
    return (page,)


def _coded(
    held: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions
) -> tuple[SheetContent, ...]:
    return coded_chapters(_chapters(held, tournament, options, 1), tournament)


def _inside(page: MissingNow) -> tuple[Packed, ...]:
    return page.documents


def _chapters(
    held: Sequence[DocumentType], tournament: Tournament, options: DocumentOptions, from_round: int
) -> list[Chapter]:
    played = find_format(tournament.format)
    to_finish = DocumentOptions(site=options.site, part=KNOWN)
    seats = DocumentOptions(site=options.site, part=BY_ROUND, first_round=from_round)
    chosen = [
        (each, seats if each.kind == DocumentKind.SEAT_LISTS else to_finish)
        for each in held
        if each.is_for(played)
    ]
    return list(colour_by_colour(chosen, tournament))
