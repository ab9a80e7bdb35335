"""Pages of the movements that a club keeps: list, upload, download, search, edit, compare."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import lane, takes_file
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.base.web.htmx import render_page
from tournaments.core.exchange.movement_file import MOST_BYTES
from tournaments.enums import MovementOrigin
from tournaments.models import Club, StoredMovement
from tournaments.movements.forms.movements import (
    MOST_CELLS,
    CompareForm,
    MovementEditForm,
    MovementFileForm,
    SearchForm,
)
from tournaments.movements.queries.movement_reports import report_on
from tournaments.movements.queries.movements import kept_movements, movement_of
from tournaments.movements.services.movement_files import (
    check_movement_reading,
    store_movement_file,
    store_reading,
)
from tournaments.movements.services.movement_searches import cancel_search, request_search
from tournaments.movements.web.movement_downloads import movement_response

SEARCHES_SHOWN = 20


@takes_file(MOST_BYTES)
@never_cache
@require_http_methods(["GET", "POST"])
def movements(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's movements, and store one that is uploaded."""
    club = find_club(request, slug)
    form = MovementFileForm(posted_data(request), request.FILES or None)
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            content, name = form.cleaned_data["file"].read(), form.cleaned_data["name"]
            stored_movement = store_movement_file(
                club=club, content=content, name=name, stored_by=signed_in_user(request)
            )
        except AppError as error:
            show_error(form, error)
            problems = error.extra.get("problems", [])
        else:
            add_success_message(request, _("Le mouvement est gardé."))
            return redirect("organiser-kept-movement", club.slug, stored_movement.pk)
    return _movements_page(request, club, form, SearchForm(), problems)


@require_POST
def start_search_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a search. Its progress is shown on the club's page."""
    club = find_club(request, slug)
    form = SearchForm(request.POST)
    if form.is_valid():
        try:
            request_search(club=club, requested_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(
                request, _("La recherche est lancée ; elle continue si vous quittez la page.")
            )
            return redirect("organiser-movements", club.slug)
    return _movements_page(request, club, MovementFileForm(), form, [])


@require_POST
def stop_search_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Stop a search and keep the best movement so far."""
    club = find_club(request, slug)
    search = get_object_or_404(club.movement_searches, pk=pk)
    cancel_search(search=search, cancelled_by=signed_in_user(request))
    add_success_message(request, _("La recherche est arrêtée."))
    return redirect("organiser-movements", club.slug)


@require_safe
def kept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show one movement of the club."""
    club = find_club(request, slug)
    stored_movement = _find_kept(club, pk)
    movement = movement_of(stored_movement)
    context = {
        "club": club,
        "tab": "movements",
        "stored": stored_movement,
        "report": report_on(movement, stored_movement.boards_per_set),
        "may_edit": movement.board_sets.size <= MOST_CELLS,
    }
    return render(request, "tournaments/movements/organiser/kept_movement.html", context)


@require_http_methods(["GET", "POST"])
def edit_movement_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Edit a movement table by table. It is stored as a new movement."""
    club = find_club(request, slug)
    form = _edit_form(request, _find_kept(club, pk))
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            stored_movement = store_reading(
                club=club,
                reading=form.reading(),
                name=form.cleaned_data["name"],
                origin=MovementOrigin.EDITED,
                stored_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
            problems = error.extra.get("problems", [])
        else:
            add_success_message(request, _("Le nouveau mouvement est gardé."))
            return redirect("organiser-kept-movement", club.slug, stored_movement.pk)
    context = {"club": club, "tab": "movements", "pk": pk, "form": form, "problems": problems}
    return render(request, "tournaments/movements/organiser/movement_edit.html", context)


@lane("drawing")
@require_POST
def check_movement_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Return the findings of the checker on the movement in the form, without storing it."""
    club = find_club(request, slug)
    form = _edit_form(request, _find_kept(club, pk))
    verdict = check_movement_reading(form.reading()) if form.is_valid() else None
    context = {"verdict": verdict, "problems": form.problems()}
    return render(request, "tournaments/movements/organiser/_verdict.html", context)


@lane("drawing")
@require_safe
def download_club_movement(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    stored_movement = _find_kept(find_club(request, slug), pk)
    return movement_response(stored_movement, stored_movement.boards_per_set, form)


@lane("drawing")
@require_safe
def compare_movements_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show two movements side by side: of the club, or of the catalogue for a number of players."""
    club = find_club(request, slug)
    form = CompareForm(request.GET, club=club)
    # fills `form.chosen`; an invalid form shows its errors
    form.is_valid()
    reports = [(choice, report_on(choice.movement, choice.boards_per_set)) for choice in form.chosen]
    context = {"club": club, "tab": "movements", "form": form, "compared": reports}
    return render(request, "tournaments/movements/organiser/movements_compare.html", context)


def _movements_page(
    request: HttpRequest, club: Club, form: MovementFileForm, search_form: SearchForm, problems: list[str]
) -> HttpResponse:
    """Render the club's page. While a search is open, htmx requests the list of searches alone."""
    searches = list(club.movement_searches.select_related("result").defer("best")[:SEARCHES_SHOWN])
    context = {
        "club": club,
        "tab": "movements",
        "form": form,
        "search_form": search_form,
        "problems": problems,
        "searches": searches,
        "is_working": any(search.is_open for search in searches),
        "kept": kept_movements(club),
    }
    return render_page(
        request,
        "tournaments/movements/organiser/club_movements.html",
        context,
        partial="tournaments/movements/organiser/_searches.html",
    )


def _find_kept(club: Club, pk: int) -> StoredMovement:
    return get_object_or_404(club.movements.exclude(origin=MovementOrigin.CATALOGUE), pk=pk)


def _edit_form(request: HttpRequest, stored_movement: StoredMovement) -> MovementEditForm:
    """Return the form to edit a movement.

    Raises:
        Http404: the movement is too large for a page.
    """
    movement = movement_of(stored_movement)
    if movement.board_sets.size > MOST_CELLS:
        raise Http404
    name = _("%(name)s, modifié") % {"name": stored_movement.name}
    # the addition may make the name too long for its column
    return MovementEditForm(
        posted_data(request), movement=movement, name=name[:80], boards=stored_movement.boards_per_set
    )
