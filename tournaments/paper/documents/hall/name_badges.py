"""Name badges, ten on a sheet: name, club, licence, and the code that the reception scans."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.base.access import Right
from tournaments.base.queries.teams import people_of
from tournaments.core.exchange.searching import format_player_code
from tournaments.enums import DocumentKind, EntryPresence
from tournaments.models import Person, Tournament
from tournaments.paper.documents.making.document import DocumentType, without_options
from tournaments.paper.documents.making.ready import require_entries
from tournaments.paper.documents.typesetting.imposition import cut_and_stack
from tournaments.paper.documents.typesetting.qr_codes import draw_qr_code
from tournaments.paper.documents.typesetting.type_widths import Face, Type

PER_SHEET = 10
"""Number of badges on a sheet: two columns of five."""
POINTS_BY_FIT = (("large", 28), ("usual", 20), ("small", 14))
"""Type size of a family name on one line in each setting; a longer one is set tight, on several lines."""
NAME_WIDTH = 81
"""Millimetres of a line."""


@dataclass(frozen=True, slots=True)
class NameBadge:
    """The badge of one person."""

    last_name: str
    first_name: str
    team: str
    """Name of the team, "" for a player without a team."""
    club: str
    """Club of origin, "" if the register has none."""
    licence: str
    """Number of the licence, "" if the register has none."""
    code: str
    """Text of the code that the reception scans."""
    fit: str

    @property
    def code_drawing(self) -> str:
        """The code as SVG, to put into a page without escaping."""
        return draw_qr_code(self.code, _("Code à scanner à l’accueil"))


@dataclass(frozen=True, slots=True)
class NameBadgesSheet:
    """Badges in reading order; None for an empty place on the last sheets."""

    badges: tuple[NameBadge | None, ...]


def build_name_badges(tournament: Tournament) -> tuple[NameBadgesSheet, ...]:
    """Return a badge for each person who is entered and not withdrawn, by name. Three queries."""
    entries = tournament.entries.exclude(presence=EntryPresence.WITHDRAWN)
    entries_with_people = entries.select_related("person").prefetch_related("members__person")
    rows = [(person, entry.team_name) for entry in entries_with_people for person in people_of(entry)]
    rows.sort(key=lambda row: (row[0].sort_key, row[0].pk))
    badges = [name_badge(person, team) for person, team in rows]
    return tuple(NameBadgesSheet(row_of_badges) for row_of_badges in cut_and_stack(badges, PER_SHEET))


def name_badge(person: Person, team: str) -> NameBadge:
    return NameBadge(
        last_name=person.last_name.upper(),
        first_name=person.first_name,
        team=team,
        club=person.home_club,
        licence=person.federation_number,
        code=format_player_code(person.pk),
        fit=_fit(person.last_name.upper()),
    )


def _fit(name: str) -> str:
    sizes = ((fit, Type(Face.CONDENSED_BOLD, points)) for fit, points in POINTS_BY_FIT)
    return next((fit for fit, letters in sizes if letters.fits(name, NAME_WIDTH)), "tight")


NAME_BADGES = DocumentType(
    kind=DocumentKind.NAME_BADGES,
    right=Right.PRINT,
    require=require_entries,
    build=without_options(build_name_badges),
)
