"""Travellers: one for each board, filled in but for the results, two on a sheet to be cut.

Source:
    FFT, Manuel de l'organisateur (2011): the *feuille ambulante* of the individual duplicate.
"""

from dataclasses import dataclass

from games.core.seats import NORTH, SOUTH, opening_leader
from tournaments.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import Attack, Sheet, TournamentFormat
from tournaments.documents.document import DocumentType, without_options
from tournaments.documents.imposition import cut_and_stack, fit_of
from tournaments.documents.ready import require_seats
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.queries.movements import sections_of
from tournaments.queries.seats import load_rounds
from tournaments.queries.travellers import Traveller, travellers_of

PER_SHEET = 2
LINES_BY_FIT = (("roomy", 9), ("usual", 13))
"""How many lines fit in each setting; a longer traveller is set tight. The federation's form has 13."""


@dataclass(frozen=True, slots=True)
class TravellerCard:
    """One traveller as printed."""

    traveller: Traveller
    leader: int
    """Seat that leads, on the dealer's right."""
    fit: str
    """How close the lines are: "roomy", "usual" or "tight"."""
    section: int | None
    """Number of the section, None when it is the only one."""
    writer: int
    """Seat that writes the results: North, or the attacker where he always sits South."""
    has_bid: bool
    """The taker chooses the bid: it has a column."""


@dataclass(frozen=True, slots=True)
class TravellersSheet:
    """Cards side by side; None where the last sheet has none."""

    cards: tuple[TravellerCard | None, ...]


def build_travellers(tournament: Tournament) -> tuple[TravellersSheet, ...]:
    """Sheets of every section in turn, each to be cut and stacked. Four queries a section, one more."""
    sheets: list[TravellersSheet] = []
    sections = sections_of(tournament)
    tournament_format = find_format(tournament.format)
    for section in sections:
        number = section.number if len(sections) > 1 else None
        cards = [
            _card(traveller, number, tournament_format)
            for traveller in travellers_of(load_rounds(section), tournament_format)
        ]
        sheets += [TravellersSheet(placed) for placed in cut_and_stack(cards, PER_SHEET)]
    return tuple(sheets)


def _card(traveller: Traveller, section: int | None, played: TournamentFormat) -> TravellerCard:
    return TravellerCard(
        traveller=traveller,
        leader=opening_leader(traveller.dealer),
        fit=fit_of(len(traveller.lines), LINES_BY_FIT),
        section=section,
        writer=SOUTH if played.attack is Attack.SOUTH else NORTH,
        has_bid=played.imposed_bid is None,
    )


TRAVELLERS = DocumentType(
    kind=DocumentKind.TRAVELLERS,
    right=Right.PRINT,
    require=require_seats,
    build=without_options(build_travellers),
    template="tournaments/pdf/travellers.html",
    stylesheet="css/print/travellers.css",
    is_for=lambda tournament_format: tournament_format.sheet is Sheet.TRAVELLER,
)
