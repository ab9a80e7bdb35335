"""A pile of scanned sheets sent at once; the pages whose code could not be read, sorted by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import posted, show_error, tell
from tournaments.base.web.finding import asked_session, find_tournament, signed_in
from tournaments.models import Session, SheetScan, Tournament
from tournaments.paper.services.scan_sorting import UNSORTED, SortedPile, assign_scan, sort_pile
from tournaments.results.forms.scans import PileForm, SheetForm
from tournaments.results.queries.checking import has_score_sheets
from tournaments.results.queries.scans import list_scans

UNPROCESSABLE = 422


@require_http_methods(["GET", "POST"])
@never_cache
def piles(request: HttpRequest, slug: str) -> HttpResponse:
    """Send scans and see what waits."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = asked_session(request, tournament)
    form = PileForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        _sort_all(request, session, form)
        return redirect(request.get_full_path())
    return _page(request, tournament, session, form)


@require_POST
def assign(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say of which sheet a waiting page is."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    waiting = SheetScan.objects.select_related("session__tournament__club")
    place = {"board": None, "round_number": None, "session__tournament": tournament}
    scan = get_object_or_404(waiting, pk=pk, **place)
    form = SheetForm(request.POST, by_table=has_score_sheets(scan.session), prefix=f"s{pk}")
    if form.is_valid():
        try:
            assign_scan(scan=scan, name=form.sheet(), assigned_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("La page est rangée avec sa feuille."))
            page = reverse("organiser-scan-piles", args=[slug])
            return redirect(f"{page}?seance={scan.session.number}")
    return _page(request, tournament, scan.session, PileForm(), failed=(pk, form))


def _sort_all(request: HttpRequest, session: Session, form: PileForm) -> None:
    for file in form.cleaned_data["pictures"]:
        try:
            pile = sort_pile(session=session, file=file, added_by=signed_in(request))
        except AppError as error:
            messages.error(request, _("%(file)s : %(why)s") % {"file": file.name, "why": error.message})
        else:
            _tell(request, str(file.name), pile)


def _tell(request: HttpRequest, name: str, pile: SortedPile) -> None:
    """How many pages of a file found their sheet, how many wait, and which ones cannot be read."""
    if pile.filed:
        told = ngettext(
            "%(file)s : %(count)d page rangée avec sa feuille.",
            "%(file)s : %(count)d pages rangées avec leurs feuilles.",
            pile.filed,
        )
        messages.success(request, told % {"file": name, "count": pile.filed})
    if pile.waiting:
        told = ngettext(
            "%(file)s : %(count)d page à ranger à la main.",
            "%(file)s : %(count)d pages à ranger à la main.",
            pile.waiting,
        )
        messages.warning(request, told % {"file": name, "count": pile.waiting})
    if pile.unreadable:
        pages = ", ".join(map(str, pile.unreadable))
        told = ngettext(
            "%(file)s, page %(pages)s : aucune image à garder.",
            "%(file)s, pages %(pages)s : aucune image à garder.",
            len(pile.unreadable),
        )
        messages.warning(request, told % {"file": name, "pages": pages})


def _page(
    request: HttpRequest,
    tournament: Tournament,
    session: Session,
    form: PileForm,
    *,
    failed: tuple[int, SheetForm] | None = None,
) -> HttpResponse:
    by_table = has_score_sheets(session)
    waiting = [
        (scan, failed[1])
        if failed and failed[0] == scan.pk
        else (scan, SheetForm(by_table=by_table, prefix=f"s{scan.pk}"))
        for scan in list_scans(session, UNSORTED)
    ]
    context = {"tournament": tournament, "form": form, "waiting": waiting}
    status = UNPROCESSABLE if failed or form.errors else 200
    return render(request, "tournaments/results/organiser/scan_piles.html", context, status=status)
