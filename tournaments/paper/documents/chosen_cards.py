"""Which cards of players are printed, and how many on a sheet."""

from collections.abc import Iterable
from dataclasses import replace

from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.models import Entry
from tournaments.paper.documents.options import ROUNDS, TABLES, DocumentOptions, OptionName
from tournaments.seating.queries.seats import Itinerary, RoundSeats, itineraries

CARDS_PER_SHEET = (4, 2, 1)
"""Cards of A6, of A5 on an A4 laid down, or a card on a sheet of A5; the usual number first."""
CARD_OPTIONS = ROUNDS | TABLES | {OptionName.SECTION, OptionName.PER_SHEET, OptionName.CUT_MARKS}


def choose_itineraries(rounds: Iterable[RoundSeats], options: DocumentOptions) -> list[Itinerary]:
    """The evenings wanted, by starting place: of the starting tables wanted, with the rounds wanted.

    Whoever begins without a table has a card unless tables were chosen.
    """
    wanted = (
        replace(row, stops=tuple(stop for stop in row.stops if options.has_round(stop.round)))
        for row in itineraries(rounds)
        if _begins_at(row.entry, options)
    )
    return [row for row in wanted if row.stops]


def _begins_at(entry: Entry, options: DocumentOptions) -> bool:
    if options.first_table is None and options.last_table is None:
        return True
    return entry.start_seat != RELAY_SEAT and options.has_table(entry.start_table or 0)
