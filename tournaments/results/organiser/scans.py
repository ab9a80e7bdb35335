"""Pages for scans and photos of sheets: upload one by one or as a pile, display, sorting by hand, removal."""

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import takes_file
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.enums import ScanKind
from tournaments.models import Session, SheetScan, Tournament
from tournaments.paper.services.scan_sorting import LARGEST_PILE, UNSORTED, SortedPile, assign_scan, sort_pile
from tournaments.results.forms.scans import PileForm, ScanForm, SheetForm, scan_form
from tournaments.results.queries.checking import SheetName, has_score_sheets
from tournaments.results.queries.scans import list_scans
from tournaments.results.services.scans import add_scan, remove_scan

UNPROCESSABLE = 422


@takes_file(LARGEST_PILE)
@require_POST
def add_scans_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Store each file on its own. The page names the refused files."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = find_requested_session(request, tournament)
    form = ScanForm(request.POST, request.FILES)
    if not form.is_valid():
        for error in form.errors.get("pictures", [_("Cette feuille n’existe pas.")]):
            messages.error(request, str(error))
        # without a valid sheet, the user returns to the list of unsorted scans
        name = form.sheet() if set(form.errors) == {"pictures"} else SheetName()
    else:
        name = form.sheet()
        _add_all(request, session, form)
    return redirect(_address(tournament, session, name))


@require_safe
@never_cache
def scan(request: HttpRequest, slug: str, pk: int) -> FileResponse:
    """Return the file of a scan: a picture for display, a PDF as a download."""
    sheet_scan = _find(find_tournament(request, slug, Right.READ_RESULTS), pk)
    is_image = sheet_scan.kind == ScanKind.IMAGE
    response = FileResponse(
        sheet_scan.file.open("rb"),
        as_attachment=not is_image,
        filename=f"feuille-{sheet_scan.pk}.{'jpg' if is_image else 'pdf'}",
        content_type="image/jpeg" if is_image else "application/pdf",
    )
    # the file comes from a user: the browser must not execute anything in it
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


@require_POST
def delete_scan_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    scan = _find(tournament, pk)
    name = SheetName(scan.board, scan.round_number, scan.table_number)
    run_service(
        request, remove_scan, _("L’image est retirée."), scan=scan, removed_by=signed_in_user(request)
    )
    return redirect(_address(tournament, scan.session, name))


def pictures_of(session: Session, name: SheetName) -> dict[str, object]:
    """Return the template context for the pictures of a sheet and their upload form. One query."""
    return {"scans": list(list_scans(session, name)), "scan_form": scan_form(name)}


def _add_all(request: HttpRequest, session: Session, form: ScanForm) -> None:
    picture_count = 0
    for file in form.cleaned_data["pictures"]:
        try:
            add_scan(session=session, name=form.sheet(), file=file, added_by=signed_in_user(request))
        except AppError as error:
            messages.error(request, _("%(file)s : %(why)s") % {"file": file.name, "why": error.message})
        else:
            picture_count += 1
    if picture_count:
        template = ngettext("%(count)d image ajoutée.", "%(count)d images ajoutées.", picture_count)
        messages.success(request, template % {"count": picture_count})


def _find(tournament: Tournament, pk: int) -> SheetScan:
    scans = SheetScan.objects.select_related("session__tournament__club")
    return get_object_or_404(scans, pk=pk, session__tournament=tournament)


def _address(tournament: Tournament, session: Session, name: SheetName) -> str:
    """Return the address of the page where the sheet is typed; of the unsorted scans without a sheet."""
    if name.board is not None:
        page = reverse("organiser-traveller", args=[tournament.slug, name.board])
    elif name.round_number is not None and name.table_number is not None:
        page = reverse("organiser-score-sheet", args=[tournament.slug, name.round_number, name.table_number])
    else:
        page = reverse("organiser-scan-piles", args=[tournament.slug])
    return f"{page}?seance={session.number}#images"


@takes_file(LARGEST_PILE)
@require_http_methods(["GET", "POST"])
@never_cache
def piles(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload scans and show the unsorted ones."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = find_requested_session(request, tournament)
    form = PileForm(posted_data(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        _sort_all(request, session, form)
        return redirect(request.get_full_path())
    return _page(request, tournament, session, form)


@require_POST
def assign(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Assign an unsorted page to its sheet."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    waiting = SheetScan.objects.select_related("session__tournament__club")
    place = {"board": None, "round_number": None, "session__tournament": tournament}
    scan = get_object_or_404(waiting, pk=pk, **place)
    form = SheetForm(request.POST, by_table=has_score_sheets(scan.session), prefix=f"s{pk}")
    if form.is_valid():
        try:
            assign_scan(scan=scan, name=form.sheet(), assigned_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La page est rangée avec sa feuille."))
            page = reverse("organiser-scan-piles", args=[slug])
            return redirect(f"{page}?seance={scan.session.number}")
    return _page(request, tournament, scan.session, PileForm(), refused_form=(pk, form))


def _sort_all(request: HttpRequest, session: Session, form: PileForm) -> None:
    for file in form.cleaned_data["pictures"]:
        try:
            pile = sort_pile(session=session, file=file, added_by=signed_in_user(request))
        except AppError as error:
            messages.error(request, _("%(file)s : %(why)s") % {"file": file.name, "why": error.message})
        else:
            _report_pile(request, str(file.name), pile)


def _report_pile(request: HttpRequest, name: str, pile: SortedPile) -> None:
    """Show the numbers of sorted and unsorted pages of a file, and the unreadable ones."""
    if pile.filed:
        template = ngettext(
            "%(file)s : %(count)d page rangée avec sa feuille.",
            "%(file)s : %(count)d pages rangées avec leurs feuilles.",
            pile.filed,
        )
        messages.success(request, template % {"file": name, "count": pile.filed})
    if pile.waiting:
        template = ngettext(
            "%(file)s : %(count)d page à ranger à la main.",
            "%(file)s : %(count)d pages à ranger à la main.",
            pile.waiting,
        )
        messages.warning(request, template % {"file": name, "count": pile.waiting})
    if pile.unreadable:
        pages = ", ".join(map(str, pile.unreadable))
        template = ngettext(
            "%(file)s, page %(pages)s : aucune image à garder.",
            "%(file)s, pages %(pages)s : aucune image à garder.",
            len(pile.unreadable),
        )
        messages.warning(request, template % {"file": name, "pages": pages})


def _page(
    request: HttpRequest,
    tournament: Tournament,
    session: Session,
    form: PileForm,
    *,
    refused_form: tuple[int, SheetForm] | None = None,
) -> HttpResponse:
    by_table = has_score_sheets(session)
    waiting = [
        (scan, refused_form[1])
        if refused_form and refused_form[0] == scan.pk
        else (scan, SheetForm(by_table=by_table, prefix=f"s{scan.pk}"))
        for scan in list_scans(session, UNSORTED)
    ]
    context = {"tournament": tournament, "form": form, "waiting": waiting}
    status = UNPROCESSABLE if refused_form or form.errors else 200
    return render(request, "tournaments/results/organiser/scan_piles.html", context, status=status)
