"""Finding any player, table, board or page of a tournament's desk; the script makes a palette of it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from common.errors import AppError
from tournaments.base.access import Right, rights_in
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.finding import find_tournament
from tournaments.core.exchange.searching import answers, search_key
from tournaments.core.formats.registry import find_format
from tournaments.evening.web.desk_pages import DeskPage, desk_pages
from tournaments.models import Entry, Person, Play, Session, Table, Tournament
from tournaments.paper.services.documents import allowed_documents
from tournaments.paper.services.sheet_codes import find_coded_sheet
from tournaments.people.queries.people import matching_people

LIMIT = 8
"""At most so many players."""
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
LENGTH = 60
"""Letters of a search that count."""
FURTHER_PAGES = (
    DeskPage("", gettext_lazy("Accueil, arrivées"), "organiser-arrivals", Right.WELCOME),
    DeskPage("", gettext_lazy("Préinscriptions des joueurs"), "organiser-registrations", Right.WELCOME),
    DeskPage("", gettext_lazy("Vérifications avant de commencer"), "organiser-preflight"),
    DeskPage("", gettext_lazy("Imprévus"), "organiser-unforeseen"),
    DeskPage("", gettext_lazy("Contrôle des feuilles"), "organiser-checking", Right.CHECK_RESULTS),
    DeskPage("", gettext_lazy("Double saisie"), "organiser-second-entries", Right.ENTER_RESULTS),
    DeskPage("", gettext_lazy("Feuilles numérisées"), "organiser-scan-piles", Right.ENTER_RESULTS),
    DeskPage("", gettext_lazy("Journal des actions"), "organiser-log", Right.PREPARE),
    DeskPage("", gettext_lazy("Inscrire une équipe"), "organiser-team-add", Right.PREPARE),
    DeskPage("", gettext_lazy("Nouvelle décision d’arbitrage"), "organiser-ruling-give", Right.RULE),
    DeskPage("", gettext_lazy("Tarifs des fautes"), "organiser-tariffs"),
    DeskPage("", gettext_lazy("Téléphones aux tables"), "organiser-phones", Right.ENTER_RESULTS),
    DeskPage("", gettext_lazy("Présence, remplaçants"), "organiser-presence"),
    DeskPage("", gettext_lazy("Droits d’inscription"), "organiser-fees"),
    DeskPage("", gettext_lazy("Dotation, prix"), "organiser-prizes"),
    DeskPage("", gettext_lazy("Options du classement"), "organiser-ranking-options"),
    DeskPage("", gettext_lazy("Classements par groupe"), "organiser-groups"),
    DeskPage("", gettext_lazy("Changements du classement"), "organiser-changes"),
    DeskPage("", gettext_lazy("Changer de mouvement"), "organiser-movement-change", Right.PREPARE),
    DeskPage("", gettext_lazy("Rapport d’homologation"), "organiser-homologation", Right.PREPARE),
    DeskPage("", gettext_lazy("Affichage public"), "organiser-showing", Right.PREPARE),
    DeskPage("", gettext_lazy("Clôturer, publier, archiver"), "organiser-closing", Right.PREPARE),
)
"""Pages that a search finds by what is done there, beside the parts of the desk."""


@dataclass(frozen=True, slots=True)
class DeskFinds:
    """What answers a search."""

    entries: tuple[Entry, ...]
    """With their people, by name."""
    table: int | None
    board: int | None
    """Of the session's plays."""


def find_on_desk(session: Session, search: str) -> DeskFinds:
    """Who plays under a name beginning so; the table and the board of a number. Five queries at most."""
    found = _NUMBER.search(search)
    number = int(found[0]) if found else 0
    table = Table.objects.filter(section__session=session, number=number)
    board = Play.objects.filter(round__section__session=session, board=number)
    return DeskFinds(
        entries=_entries(session, search) if search.strip() else (),
        table=number if found and table.exists() else None,
        board=number if found and board.exists() else None,
    )


def _entries(session: Session, search: str) -> tuple[Entry, ...]:
    entries = session.tournament.entries.select_related("person").prefetch_related("members__person")
    people = matching_people(Person.everybody.all(), search)
    named = [row.pk for row in entries.exclude(name="") if answers(search_key([row.name]), search)]
    found = entries.filter(
        Q(person__in=people.values("pk")) | Q(members__person__in=people.values("pk")) | Q(pk__in=named)
    )
    return tuple(found.distinct()[:LIMIT])


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """One answer: what it is, and where it leads."""

    label: str
    kind: str
    url: str


@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """What answers `q`: whole pages for people, the list alone for the script (`liste`)."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    asked = request.GET.get("q", "").strip()[:LENGTH]
    rights = rights_in(request.user, tournament)
    context = {
        "tournament": tournament,
        "tab": "",
        "asked": asked,
        "found": [*_things(tournament, rights, asked), *_pages(tournament, rights, asked)],
    }
    only_list = "liste" in request.GET
    return render(
        request, f"tournaments/evening/organiser/{'_found' if only_list else 'search'}.html", context
    )


def _things(tournament: Tournament, rights: Collection[Right], asked: str) -> Iterator[SearchAnswer]:
    session = current_session(tournament)
    finds = find_on_desk(session, asked)
    if finds.table is not None:
        address = reverse("organiser-hall-table", args=[tournament.slug, finds.table])
        yield SearchAnswer(_("Table %(number)d") % {"number": finds.table}, _("table"), address)
    by_board = find_format(tournament.format).needs_dealt_boards
    if finds.board is not None and by_board and Right.ENTER_RESULTS in rights:
        address = reverse("organiser-traveller", args=[tournament.slug, finds.board])
        yield SearchAnswer(_("Étui %(number)d") % {"number": finds.board}, _("saisir ou corriger"), address)
    yield from _printed_sheet(tournament, rights, asked)
    for entry in finds.entries:
        address = reverse("public-player", args=[tournament.slug, entry.pk])
        yield SearchAnswer(str(entry), _("équipe") if entry.name else _("joueur"), address)


def _printed_sheet(tournament: Tournament, rights: Collection[Right], asked: str) -> Iterator[SearchAnswer]:
    """The sheet whose code was asked for, once it is a code."""
    if Right.ENTER_RESULTS not in rights:
        return
    try:
        found = find_coded_sheet(asked)
    except AppError:
        return
    if found.sheet.session.tournament_id == tournament.pk:
        address = reverse("organiser-sheet-open", args=[found.sheet.code])
        yield SearchAnswer(_("Feuille %(code)s") % {"code": found.code}, _("saisir ou corriger"), address)


def _pages(tournament: Tournament, rights: Collection[Right], asked: str) -> Iterator[SearchAnswer]:
    further = [page for page in FURTHER_PAGES if page.needs in rights]
    if not find_format(tournament.format).has_teams:
        further = [page for page in further if page.address != "organiser-team-add"]
    for page in [*desk_pages(tournament, rights), *further]:
        if answers(search_key([str(page.label)]), asked):
            yield SearchAnswer(str(page.label), _("page"), page.url(tournament))
    yield from _documents(tournament, rights, asked)


def _documents(tournament: Tournament, rights: Collection[Right], asked: str) -> Iterator[SearchAnswer]:
    for each in allowed_documents(tournament, rights):
        label = str(each.kind.label)
        if Right.PRINT in rights and answers(search_key([label]), asked):
            address = reverse("organiser-document-page", args=[tournament.slug, each.kind.value])
            yield SearchAnswer(label.capitalize(), _("document"), address)
