"""Relay slips, eight on a sheet: the rests of each player, and the place where they play again."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.making.document import DocumentType, PaperMoment, with_boards
from tournaments.paper.documents.making.options import ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.typesetting.imposition import cut_and_stack
from tournaments.paper.documents.typesetting.large_type import QUARTER_ALONE
from tournaments.seating.queries.seats import Itinerary, Stop, itineraries, load_rounds

PER_SHEET, PER_LARGE_SHEET = 8, 2
"""Number of slips on a sheet: two columns of four; one of two in large type."""


@dataclass(frozen=True, slots=True)
class RelaySlip:
    """One rest of one player or team, over one or more rounds in a row."""

    entry: Entry
    side: tuple[int, ...]
    """Seats of the side that rests, where teams hold two tables at once; else empty."""
    section: int | None
    """Number of the section; None for the only section."""
    first_round: int
    last_round: int
    back: Stop | None
    """Next round with a table; None if the evening ends with the rest."""
    has_boards: bool
    """True if the same deals are played at several tables, in étuis."""


@dataclass(frozen=True, slots=True)
class RelaySlipsSheet:
    """Slips in reading order; None for an empty place. Without rests, one sheet has only empty places."""

    slips: tuple[RelaySlip | None, ...]


def build_relay_slips(tournament: Tournament, options: DocumentOptions) -> tuple[RelaySlipsSheet, ...]:
    """Return the slips by round, then place, of all chosen sections.

    One query, and four for each section.
    """
    sections = sections_of(tournament)
    has_boards = with_boards(find_format(tournament.format))
    slips = [
        slip
        for section in sections
        if options.has_section(section.number)
        for itinerary in itineraries(load_rounds(section))
        for slip in _slips(itinerary, section.number if len(sections) > 1 else None, has_boards=has_boards)
        if options.has_round(slip.first_round)
    ]
    slips.sort(key=lambda slip: slip.first_round)
    per_sheet = PER_LARGE_SHEET if options.large_type else PER_SHEET
    rows_of_slips = cut_and_stack(slips, per_sheet) or ((None,) * per_sheet,)
    return tuple(RelaySlipsSheet(sheet) for sheet in rows_of_slips)


def _slips(itinerary: Itinerary, section: int | None, *, has_boards: bool) -> Iterator[RelaySlip]:
    stop_count = 0
    for is_rest, group in groupby(itinerary.stops, key=lambda stop: stop.table is None):
        stops = list(group)
        stop_count += len(stops)
        if is_rest:
            next_stop = itinerary.stops[stop_count] if stop_count < len(itinerary.stops) else None
            first_round, last_round = stops[0].round, stops[-1].round
            yield RelaySlip(
                itinerary.entry, itinerary.side, section, first_round, last_round, next_stop, has_boards
            )


RELAY_SLIPS = DocumentType(
    kind=DocumentKind.RELAY_SLIPS,
    right=Right.PRINT,
    require=require_seats,
    build=build_relay_slips,
    shared_styles="forms",
    moment=PaperMoment.DURING,
    large=QUARTER_ALONE,
    options=ROUNDS | {OptionName.SECTION, OptionName.LARGE_TYPE},
)
