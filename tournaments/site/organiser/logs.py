"""The action log: filtered, as a file, published."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.base.access import Right
from tournaments.base.web.acting import act
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.site.forms.logs import LogFilterForm
from tournaments.site.queries.logs import list_log
from tournaments.site.services.logs import lines_in_words, log_csv, publish_log

PAGE_SIZE = 100


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done in the tournament, in words, latest first."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = LogFilterForm(request.GET, tournament=tournament)
    page = Paginator(list_log(tournament, form.asked()), PAGE_SIZE).get_page(request.GET.get("page"))
    asked = request.GET.copy()
    asked.pop("page", None)
    context = {
        "tournament": tournament,
        "tab": "staff",
        "form": form,
        "page": page,
        "lines": lines_in_words(page.object_list, tournament),
        "asked": asked.urlencode(),
    }
    return render(request, "tournaments/site/organiser/log.html", context)


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """What the filter lets through, as a CSV file."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = LogFilterForm(request.GET, tournament=tournament)
    headers = {"Content-Disposition": f'attachment; filename="journal-{tournament.slug}.csv"'}
    content = log_csv(list_log(tournament, form.asked()), tournament)
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the log to everybody who may see the tournament, or no longer."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_published = request.POST.get("published") == "1"
    done = _("Le journal est publié, sans nom.") if is_published else _("Le journal n’est plus publié.")
    asked = {"is_published": is_published, "set_by": signed_in(request)}
    act(request, publish_log, done, tournament=tournament, **asked)
    return redirect("organiser-log", slug)
