"""Substitute slips: who plays in whose place and where, then blank ones to fill the sheet."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.entries.queries.presence import list_substitutions
from tournaments.enums import DocumentKind
from tournaments.models import Substitution, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.document import DocumentType, PaperMoment
from tournaments.paper.documents.imposition import fill_sheets
from tournaments.paper.documents.options import DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_nothing
from tournaments.seating.queries.seats import Stop, itineraries, load_rounds

PER_SHEET = 4
BLANK = "blank"
"""The part of blank slips alone."""


@dataclass(frozen=True, slots=True)
class SubstituteSlip:
    """What who comes takes along: whom, and where from now on."""

    substitution: Substitution
    """With its people."""
    stops: tuple[Stop, ...]
    """From the first round of whoever comes; a rest has no table."""
    section: int | None
    """Number of the section, None when it is the only one."""


@dataclass(frozen=True, slots=True)
class SubstituteSlipsSheet:
    """Four slips; None for a blank one."""

    slips: tuple[SubstituteSlip | None, ...]


def build_substitute_slips(
    tournament: Tournament, options: DocumentOptions
) -> tuple[SubstituteSlipsSheet, ...]:
    """The substitutions of the current session by round, or as many blank sheets as copies are asked for.

    Four queries a section, three more; none for blank ones.
    """
    blank = SubstituteSlipsSheet((None,) * PER_SHEET)
    if options.part == BLANK:
        return (blank,) * options.copies
    slips = _slips(tournament)
    sheets = tuple(
        SubstituteSlipsSheet((*row, *[None] * (PER_SHEET - len(row))))
        for row in fill_sheets(slips, PER_SHEET)
    )
    return sheets or (blank,)


def _slips(tournament: Tournament) -> list[SubstituteSlip]:
    made = list(list_substitutions(current_session(tournament)))
    if not made:
        return []
    stops: dict[int, list[Stop]] = {}
    numbers: dict[int, int] = {}
    sections = sections_of(tournament)
    for section in sections:
        for itinerary in itineraries(load_rounds(section)):
            stops.setdefault(itinerary.entry.pk, []).extend(itinerary.stops)
            numbers[itinerary.entry.pk] = section.number
    return [
        SubstituteSlip(
            row,
            tuple(
                sorted(
                    (stop for stop in stops.get(row.entry_id, ()) if stop.round >= row.first_round),
                    key=lambda stop: (stop.round, stop.table or 0),
                )
            ),
            numbers.get(row.entry_id) if len(sections) > 1 else None,
        )
        for row in made
    ]


SUBSTITUTE_SLIPS = DocumentType(
    kind=DocumentKind.SUBSTITUTE_SLIPS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_substitute_slips,
    template="tournaments/paper/pdf/substitute_slips.html",
    stylesheet="css/print/forms.css",
    moment=PaperMoment.DURING,
    options=frozenset({OptionName.PART, OptionName.COPIES}),
    parts=(("", _("remplacements de la séance")), (BLANK, _("fiches vierges"))),
)
