"""Pages of the étuis: dealing, sealing, readers, opened étuis, revealed seed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right, possible_readers
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.twins import Twin
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_dealt_tournament, signed_in_user, why_no_cards
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import kept_closed, read_known
from tournaments.deals.forms.deals import BoardOpeningForm, DealForm, ReaderForm, RevealForm
from tournaments.deals.queries.deals import (
    FILE_READ,
    HANDS_READ,
    IMPORTED,
    PAPER_PREVIEWED,
    READ_ELSEWHERE,
    RECORDED,
    STRENGTH_READ,
    BoardOpening,
    board_openings,
    first_board_to_record,
    game_dealt,
    list_readers,
    list_readings,
    whole_boards,
)
from tournaments.deals.services.deal_readers import name_reader, unname_reader
from tournaments.deals.services.deals import close_boards, deal_boards, open_boards, reveal_deals
from tournaments.deals.words.deal_wording import guarantees, origin_sentence
from tournaments.enums import DocumentKind
from tournaments.models import AuditEvent, ResultSlip
from tournaments.seasons.queries.site_deals import offers_for

READINGS_SHOWN = 50


@require_http_methods(["GET", "POST"])
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the étuis with their dealer and taker. A POST request deals them."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_dealt_tournament(request, slug, right)
    session = current_session(tournament)
    takers = find_format(tournament.format).takers
    form = DealForm(posted_data(request), is_first=session.deal_set is None, takers=takers)
    if request.method == "POST" and form.is_valid():
        try:
            deal_boards(
                session=session,
                dealt_by=signed_in_user(request),
                constraints=form.constraints,
                takers_only=form.takers_only,
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les donnes sont prêtes et scellées."))
            return redirect("organiser-deals", tournament.slug)
    closed_boards = kept_closed(session)
    board_count = max(section.board_count for section in session.sections.all())
    board_rows = board_openings(session, board_count, closed_boards=closed_boards)
    context = {
        "tournament": tournament,
        "tab": "deals",
        "deal_set": session.deal_set,
        "origin": origin_sentence(session.deal_set, len(board_rows)) if session.deal_set else "",
        "form": form,
        "guarantees": guarantees(session.deal_set, game=game_dealt(session), takers=takers),
        "first_whole": next(iter(whole_boards(session)), None),
        "first_to_record": first_board_to_record(session),
        "offers": offers_for(session),
        "is_played": ResultSlip.objects.of_session(session).exists(),
        "boards": board_rows,
        "kept_closed": _closed_by_event(board_rows, closed_boards),
        "readers": (readers := list(list_readers(tournament))),
        "possible_readers": possible_readers(tournament).exclude(pk__in=[row.user_id for row in readers]),
        "readings": [(event, _reading_text(event)) for event in list_readings(tournament)[:READINGS_SHOWN]],
        "reveal_form": RevealForm(),
    }
    return render(request, "tournaments/deals/organiser/deals.html", context)


@never_cache
@require_safe
def hands(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the hands of the sealed deals that the reader may see. The page is secret."""
    tournament = find_dealt_tournament(request, slug, Right.READ_HANDS)
    session = current_session(tournament)
    context = {
        "tournament": tournament,
        "tab": "deals",
        "deals": read_known(session, reader=signed_in_user(request)),
        "why_not_all": why_no_cards(request.user, tournament),
    }
    return render(request, "tournaments/deals/organiser/hands.html", context)


@require_POST
def open_boards_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Open an étui, or all. Its hands are public as soon as all tables have played it."""
    message = _("C’est ouvert : chacun verra les mains dès que toutes les tables auront joué l’étui.")
    return _change_opening(request, slug, open_boards, message, "opened_by")


@require_POST
def close_boards_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Close an étui, or all. Its hands are hidden again."""
    return _change_opening(request, slug, close_boards, _("C’est refermé."), "closed_by")


@require_POST
def reveal(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish the secret seed, from which all deals can be computed again."""
    tournament = find_dealt_tournament(request, slug, Right.PREPARE)
    form = RevealForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            reveal_deals,
            _("La graine est publique ; chacun peut vérifier les donnes."),
            session=current_session(tournament),
            reason=form.cleaned_data["reason"],
            revealed_by=signed_in_user(request),
        )
    else:
        messages.error(request, str(form.errors["reason"][0]))
    return redirect("organiser-deals", tournament.slug)


def _change_opening(
    request: HttpRequest, slug: str, service: Callable[..., Any], message: str, actor: str
) -> HttpResponse:
    tournament = find_dealt_tournament(request, slug, Right.PREPARE)
    form = BoardOpeningForm(request.POST)
    if form.is_valid():
        # both services have the same parameters except for the name of this one
        actor_argument = {actor: signed_in_user(request)}
        run_service(
            request,
            service,
            message,
            session=current_session(tournament),
            boards=form.boards,
            **actor_argument,
        )
    else:
        messages.error(request, str(form.errors["board"][0]))
    return redirect("organiser-deals", tournament.slug)


def _closed_by_event(
    boards: Iterable[BoardOpening], closed_boards: Mapping[int, Twin]
) -> list[tuple[str, list[int]]]:
    """Return the events under way that close opened étuis, by name, each with the numbers of its étuis."""
    boards_by_event: dict[str, list[int]] = {}
    for row in boards:
        if row.is_opened and row.board in closed_boards:
            boards_by_event.setdefault(closed_boards[row.board].session.tournament.name, []).append(row.board)
    return sorted(boards_by_event.items())


def _reading_text(event: AuditEvent) -> str:
    """Return the sealed cards of a line of the trace, in words."""
    details = event.after or {}
    board = {"number": details.get("board", 0)}
    if event.action == IMPORTED:
        return _("Toutes les mains, importées d’un fichier")
    if event.action == FILE_READ:
        return _("Toutes les mains, dans un fichier pour un autre lieu")
    if event.action == RECORDED:
        return _("Étui %(number)d, relevé") % board
    if event.action == STRENGTH_READ:
        return _("Force des mains, à l’écran")
    if event.action == READ_ELSEWHERE:
        return _elsewhere_text(details)
    if event.action == HANDS_READ:
        return _hands_text(details)
    if "board" in details:
        return _("Étui %(number)d, carte par carte à l’écran") % board
    paper = DocumentKind(event.subject).label if event.subject in DocumentKind.values else event.subject
    if event.action == PAPER_PREVIEWED:
        return _("Aperçu : %(paper)s") % {"paper": paper}
    return _("PDF : %(paper)s") % {"paper": paper}


def _elsewhere_text(details: Mapping[str, Any]) -> str:
    """Return the text for a read in another event with the same cards.

    An event of another club is not named.
    """
    event_name = details.get("event")
    if event_name:
        return _("Mêmes cartes, lues dans « %(event)s »") % {"event": event_name}
    return _("Mêmes cartes, lues dans un tournoi d’un autre club")


def _hands_text(details: Mapping[str, Any]) -> str:
    if "played" in details:
        return _("Étui %(number)d, déroulement à l’écran") % {"number": details["board"]}
    if "board" in details:
        return _("Étui %(number)d, à l’écran") % {"number": details["board"]}
    if "boards" in details:
        return _("Mains déjà jouées, à l’écran")
    return _("Toutes les mains, à l’écran")


@require_POST
def name(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a reader of the sealed cards. The next page is the one that has the form: documents or étuis."""
    tournament = find_dealt_tournament(request, slug, Right.PREPARE)
    form = ReaderForm(request.POST, tournament=tournament)
    if form.is_valid():
        reader = form.cleaned_data["reader"]
        message = _("%(reader)s peut lire les mains.") % {"reader": reader}
        run_service(
            request,
            name_reader,
            message,
            tournament=tournament,
            reader=reader,
            named_by=signed_in_user(request),
        )
    else:
        messages.error(request, str(form.errors["reader"][0]))
    from_documents = request.POST.get("from") == "documents"
    return redirect("organiser-documents" if from_documents else "organiser-deals", tournament.slug)


@require_POST
def unname(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw the sealed cards from a reader."""
    tournament = find_dealt_tournament(request, slug, Right.PREPARE)
    deal_reader = get_object_or_404(tournament.deal_readers.select_related("user"), pk=pk)
    message = _("%(reader)s ne lit plus les mains.") % {"reader": deal_reader.user}
    arguments = {"reader": deal_reader.user, "unnamed_by": signed_in_user(request)}
    run_service(request, unname_reader, message, tournament=tournament, **arguments)
    return redirect("organiser-deals", tournament.slug)
