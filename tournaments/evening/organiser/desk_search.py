"""Search for players, tables, boards and pages of a tournament's desk. A script shows it as a palette."""

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
"""Largest number of players in the results."""
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
"""Pattern of the number of a table or board."""
LENGTH = 60
"""Number of letters of a query that count."""
FURTHER_PAGES = (
    DeskPage("", gettext_lazy("Accueil, arrivées"), "organiser-arrivals", Right.WELCOME),
    DeskPage("", gettext_lazy("Préinscriptions des joueurs"), "organiser-registrations", Right.WELCOME),
    DeskPage("", gettext_lazy("Vérifications avant de commencer"), "organiser-preflight"),
    DeskPage("", gettext_lazy("Imprévus"), "organiser-unforeseen"),
    DeskPage("", gettext_lazy("Position suivante"), "organiser-next-round", Right.PREPARE),
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
"""Pages that a search finds by their purpose, beside the parts of the desk."""


@dataclass(frozen=True, slots=True)
class DeskFinds:
    """Results of a search in the session."""

    entries: tuple[Entry, ...]
    """Entries with their people, by name."""
    table: int | None
    """Number of a table of the session; None for no match."""
    board: int | None
    """Number of a board that the session plays; None for no match."""


def find_on_desk(session: Session, search: str) -> DeskFinds:
    """Return the entries whose name begins with the query, and the table and board with its number.

    Five queries at most.
    """
    match = _NUMBER.search(search)
    number = int(match[0]) if match else 0
    table = Table.objects.filter(section__session=session, number=number)
    board = Play.objects.filter(round__section__session=session, board=number)
    return DeskFinds(
        entries=_entries(session, search) if search.strip() else (),
        table=number if match and table.exists() else None,
        board=number if match and board.exists() else None,
    )


def _entries(session: Session, search: str) -> tuple[Entry, ...]:
    """Return at most `LIMIT` entries whose people or team name match the query."""
    entries = session.tournament.entries.select_related("person").prefetch_related("members__person")
    people = matching_people(Person.everybody.all(), search)
    # team names are few: compared here, with the same spelling rules as people
    team_keys = [row.pk for row in entries.exclude(name="") if answers(search_key([row.name]), search)]
    matches = entries.filter(
        Q(person__in=people.values("pk")) | Q(members__person__in=people.values("pk")) | Q(pk__in=team_keys)
    )
    # a team would appear once for each member that matches
    return tuple(matches.distinct()[:LIMIT])


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """One result of a search: its label, its kind and its address."""

    label: str
    kind: str
    url: str


@require_safe
def desk_search_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the results for `q`: a whole page for people, the list alone for the script (`liste`)."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    query = request.GET.get("q", "").strip()[:LENGTH]
    rights = rights_in(request.user, tournament)
    context = {
        "tournament": tournament,
        "tab": "",
        "asked": query,
        "found": [*_session_answers(tournament, rights, query), *_pages(tournament, rights, query)],
    }
    only_list = "liste" in request.GET
    return render(
        request, f"tournaments/evening/organiser/{'_found' if only_list else 'search'}.html", context
    )


def _session_answers(tournament: Tournament, rights: Collection[Right], query: str) -> Iterator[SearchAnswer]:
    """Yield the table, the board, the printed sheet and the entries that match the query."""
    session = current_session(tournament)
    finds = find_on_desk(session, query)
    if finds.table is not None:
        address = reverse("organiser-hall-table", args=[tournament.slug, finds.table])
        yield SearchAnswer(_("Table %(number)d") % {"number": finds.table}, _("table"), address)
    by_board = find_format(tournament.format).needs_dealt_boards
    if finds.board is not None and by_board and Right.ENTER_RESULTS in rights:
        address = reverse("organiser-traveller", args=[tournament.slug, finds.board])
        yield SearchAnswer(_("Étui %(number)d") % {"number": finds.board}, _("saisir ou corriger"), address)
    yield from _printed_sheet(tournament, rights, query)
    for entry in finds.entries:
        address = reverse("public-player", args=[tournament.slug, entry.pk])
        yield SearchAnswer(str(entry), _("équipe") if entry.name else _("joueur"), address)


def _printed_sheet(tournament: Tournament, rights: Collection[Right], query: str) -> Iterator[SearchAnswer]:
    """Yield the sheet whose code is the query."""
    if Right.ENTER_RESULTS not in rights:
        return
    try:
        coded_sheet = find_coded_sheet(query)
    except AppError:
        return
    # a code may be one of another tournament, which the user may not open
    if coded_sheet.sheet.session.tournament_id == tournament.pk:
        address = reverse("organiser-sheet-open", args=[coded_sheet.sheet.code])
        yield SearchAnswer(
            _("Feuille %(code)s") % {"code": coded_sheet.code}, _("saisir ou corriger"), address
        )


def _pages(tournament: Tournament, rights: Collection[Right], query: str) -> Iterator[SearchAnswer]:
    """Yield the pages and documents that match the query."""
    further_pages = [page for page in FURTHER_PAGES if page.needs in rights]
    if not find_format(tournament.format).has_teams:
        further_pages = [page for page in further_pages if page.address != "organiser-team-add"]
    for page in [*desk_pages(tournament, rights), *further_pages]:
        if answers(search_key([str(page.label)]), query):
            yield SearchAnswer(str(page.label), _("page"), page.url(tournament))
    yield from _documents(tournament, rights, query)


def _documents(tournament: Tournament, rights: Collection[Right], query: str) -> Iterator[SearchAnswer]:
    """Yield the documents that match the query and that the user may print."""
    for document in allowed_documents(tournament, rights):
        label = str(document.kind.label)
        if Right.PRINT in rights and answers(search_key([label]), query):
            address = reverse("organiser-document-page", args=[tournament.slug, document.kind.value])
            yield SearchAnswer(label.capitalize(), _("document"), address)
