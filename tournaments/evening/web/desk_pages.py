"""The parts of a tournament's desk: they are its tabs, and commands of the palette."""

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class DeskPage:
    """One part of the desk."""

    tab: str
    """Value of `tab` in the context of its pages."""
    label: str | Promise
    address: str
    """URL name of its first page."""
    needs: Right = Right.READ_DESK
    """Right that the part requires."""

    def url(self, tournament: Tournament) -> str:
        """Return the address of the first page. The places lead to the seats once these are fixed."""
        is_fixed = self.tab == "places" and tournament.state != TournamentState.DRAFT
        return reverse("organiser-seats" if is_fixed else self.address, args=[tournament.slug])


DESK_PAGES = (
    DeskPage("desk", _("Bureau"), "organiser-desk"),
    DeskPage("entries", _("Inscrits"), "organiser-entries"),
    DeskPage("places", _("Places"), "organiser-places"),
    DeskPage("movement", _("Mouvement"), "organiser-movement"),
    DeskPage("deals", _("Étuis"), "organiser-deals"),
    DeskPage("documents", _("Documents"), "organiser-documents", Right.PRINT),
    DeskPage("hall", _("Salle"), "organiser-hall"),
    DeskPage("results", _("Résultats"), "organiser-results", Right.READ_RESULTS),
    DeskPage("rulings", _("Arbitrage"), "organiser-rulings"),
    DeskPage("standings", _("Classement"), "organiser-snapshots"),
    DeskPage("sessions", _("Séances"), "organiser-sessions"),
    DeskPage("staff", pgettext_lazy("organisers", "Organisation"), "organiser-staff", Right.PREPARE),
)
"""All parts of the desk, in the order of an evening."""


def desk_pages(tournament: Tournament, rights: Collection[Right]) -> list[DeskPage]:
    """Return the parts that the tournament has and that a user with these rights may open."""
    has_boards = find_format(tournament.format).needs_dealt_boards
    return [page for page in DESK_PAGES if page.needs in rights and (page.tab != "deals" or has_boards)]
