"""Pages of a club's seasons: ladders, tables of points, weights of events."""

import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import lane
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.base.web.workbooks import answer_with_workbook
from tournaments.models import Club, Season, SeasonTariff
from tournaments.seasons.forms.seasons import (
    TARIFF_EXAMPLES,
    SeasonForm,
    TariffChangeForm,
    TariffForm,
    WeightsForm,
    season_initial,
    tariff_initial,
)
from tournaments.seasons.queries.seasons import (
    lacks_tariff,
    list_season_events,
    load_ladder,
    season_weights,
    suitable_measure,
    tariff_of,
)
from tournaments.seasons.services.season_files import season_sheet
from tournaments.seasons.services.seasons import keep_season, keep_tariff, weigh_events


@require_http_methods(["GET", "POST"])
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """List all seasons and tables of points; a POST creates a season."""
    club = find_club(request, slug)
    form = SeasonForm(posted_data(request), initial={"measure": suitable_measure(club)})
    if request.method == "POST" and form.is_valid():
        try:
            new_season = keep_season(club=club, season=None, plan=form.plan, kept_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La saison est créée."))
            return redirect("organiser-season", club.slug, new_season.pk)
    context = {
        "club": club,
        "tab": "seasons",
        "form": form,
        "seasons": club.seasons.all(),
        "tariffs": [(row.pk, tariff_of(row)) for row in club.season_tariffs.all()],
    }
    return render(request, "tournaments/seasons/organiser/seasons.html", context)


@require_http_methods(["GET", "POST"])
def manage_season_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a season with its events and ladder; a POST changes its counting rules."""
    club = find_club(request, slug)
    this_season = get_object_or_404(club.seasons, pk=pk)
    form = SeasonForm(posted_data(request), initial=season_initial(this_season))
    if request.method == "POST" and form.is_valid():
        try:
            keep_season(club=club, season=this_season, plan=form.plan, kept_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La saison est enregistrée."))
            return redirect("organiser-season", club.slug, pk)
    events = list_season_events(this_season)
    context = {
        "club": club,
        "tab": "seasons",
        "season": this_season,
        "form": form,
        "weights_form": WeightsForm(events=events, weights=season_weights(this_season)),
        "ladder": load_ladder(this_season),
        "lacks_tariff": lacks_tariff(this_season),
    }
    return render(request, "tournaments/seasons/organiser/season.html", context)


@require_POST
def weights(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Store the weight of each event of a season."""
    club = find_club(request, slug)
    this_season = get_object_or_404(club.seasons, pk=pk)
    events = list_season_events(this_season)
    form = WeightsForm(request.POST, events=events, weights=season_weights(this_season))
    if form.is_valid():
        message = _("Les coefficients sont enregistrés.")
        run_service(
            request,
            weigh_events,
            message,
            club=club,
            weights=form.weights,
            weighed_by=signed_in_user(request),
        )
        return redirect("organiser-season", club.slug, pk)
    context = {
        "club": club,
        "tab": "seasons",
        "season": this_season,
        "form": SeasonForm(initial=season_initial(this_season)),
        "weights_form": form,
        "ladder": load_ladder(this_season),
        "lacks_tariff": lacks_tariff(this_season),
    }
    return render(request, "tournaments/seasons/organiser/season.html", context)


@lane("drawing")
@require_safe
def download_season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Return the ranking of a season as a workbook."""
    club = find_club(request, slug)
    this_season = get_object_or_404(Season, club=club, pk=pk)
    sheet = season_sheet(this_season, load_ladder(this_season))
    return answer_with_workbook(f"saison-{club.slug}-{this_season.starts_on:%Y}", [sheet])


@require_http_methods(["GET", "POST"])
def tariff_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a table of points."""
    return _tariff(request, slug, None)


@require_http_methods(["GET", "POST"])
def season_tariff_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a table of points."""
    return _tariff(request, slug, pk)


def _tariff(request: HttpRequest, slug: str, pk: int | None) -> HttpResponse:
    club = find_club(request, slug)
    stored_tariff = None if pk is None else get_object_or_404(SeasonTariff, club=club, pk=pk)
    example = TARIFF_EXAMPLES.get(request.GET.get("exemple", ""))
    initial_tariff = (
        tariff_of(stored_tariff) if stored_tariff else example and example.tariff(_first_day(club))
    )
    form_class = TariffChangeForm if stored_tariff else TariffForm
    form = form_class(
        posted_data(request), initial=tariff_initial(initial_tariff) if initial_tariff else None
    )
    if request.method == "POST" and form.is_valid():
        try:
            keep_tariff(
                club=club,
                tariff=stored_tariff,
                valid_from=form.cleaned_data["valid_from"],
                bands=form.cleaned_data["bands"],
                kept_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le barème est enregistré ; les points suivent."))
            return redirect("organiser-seasons", club.slug)
    context = {
        "club": club,
        "tab": "seasons",
        "form": form,
        "is_known": stored_tariff is not None,
        "examples": TARIFF_EXAMPLES if stored_tariff is None else {},
    }
    return render(request, "tournaments/seasons/organiser/season_tariff.html", context)


def _first_day(club: Club) -> datetime.date:
    """Return the day from which an example applies: the first of the club's seasons, or today."""
    first = club.seasons.order_by("starts_on").values_list("starts_on", flat=True).first()
    return first or timezone.localdate()
