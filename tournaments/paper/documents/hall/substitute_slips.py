"""Substitute slips: replaced player, substitute and tables, then blank slips to fill the sheet."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.entries.queries.presence import list_substitutions
from tournaments.enums import DocumentKind
from tournaments.models import Substitution, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.paper.documents.typesetting.imposition import fill_sheets
from tournaments.paper.documents.typesetting.large_type import QUARTER_ALONE
from tournaments.seating.queries.seats import Stop, itineraries, load_rounds

PER_SHEET = 4
BLANK = "blank"
"""Variant of blank slips alone."""


@dataclass(frozen=True, slots=True)
class SubstituteSlip:
    """The slip for a substitute: the replaced player and the next tables."""

    substitution: Substitution
    """Substitution with its people."""
    stops: tuple[Stop, ...]
    """Stops from the substitute's first round. A rest has no table."""
    section: int | None
    """Number of the section; None for the only section."""


@dataclass(frozen=True, slots=True)
class SubstituteSlipsSheet:
    """Four slips; None for a blank one."""

    slips: tuple[SubstituteSlip | None, ...]


def build_substitute_slips(
    tournament: Tournament, options: DocumentOptions
) -> tuple[SubstituteSlipsSheet, ...]:
    """Return the substitutions of the session by round, or the requested number of blank sheets.

    Three queries, and four for each section; none for blank sheets.
    """
    per_sheet = 1 if options.large_type else PER_SHEET
    blank_sheet = SubstituteSlipsSheet((None,) * per_sheet)
    if options.part == BLANK:
        return (blank_sheet,) * options.copies
    slips = _slips(tournament)
    sheets = tuple(
        SubstituteSlipsSheet((*row, *[None] * (per_sheet - len(row))))
        for row in fill_sheets(slips, per_sheet)
    )
    return sheets or (blank_sheet,)


def _slips(tournament: Tournament) -> list[SubstituteSlip]:
    substitutions = list(list_substitutions(current_session(tournament)))
    if not substitutions:
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
            substitution,
            tuple(
                sorted(
                    (
                        stop
                        for stop in stops.get(substitution.entry_id, ())
                        if stop.round >= substitution.first_round
                    ),
                    key=lambda stop: (stop.round, stop.table or 0),
                )
            ),
            numbers.get(substitution.entry_id) if len(sections) > 1 else None,
        )
        for substitution in substitutions
    ]


SUBSTITUTE_SLIPS = DocumentType(
    kind=DocumentKind.SUBSTITUTE_SLIPS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_substitute_slips,
    shared_styles="forms",
    moment=PaperMoment.DURING,
    large=QUARTER_ALONE,
    options=frozenset({OptionName.PART, OptionName.COPIES, OptionName.LARGE_TYPE}),
    parts=(("", _("remplacements de la séance")), (BLANK, _("fiches vierges"))),
)
