"""Pages of the halls of an event and of the tables of its referees."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import RIGHTS_BY_ROLE, Right
from tournaments.base.queries.referee_tables import load_referees
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.hall.halls import read_halls
from tournaments.hall.forms.event_halls import HallsForm, RefereesForm
from tournaments.hall.services.event_halls import set_halls, set_referee_tables
from tournaments.models import Role, Tournament


@require_http_methods(["GET", "POST"])
@never_cache
def event_halls(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the halls and the referees' tables. A POST replaces the halls."""
    tournament = find_tournament(request, slug, Right.RUN)
    form = HallsForm(posted_data(request), halls=read_halls(tournament.halls))
    if request.method == "POST" and form.is_valid():
        try:
            set_halls(tournament=tournament, halls=form.halls(), set_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les salles sont enregistrées."))
            return redirect("organiser-halls", slug)
    return _page(request, tournament, form, _referees_form(tournament))


@require_POST
def referee_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Store the tables of the referees."""
    tournament = find_tournament(request, slug, Right.RUN)
    form = _referees_form(tournament, request)
    if form.is_valid():
        run_service(
            request,
            set_referee_tables,
            _("Les tables des arbitres sont enregistrées."),
            tournament=tournament,
            tables=form.tables,
            set_by=signed_in_user(request),
        )
        return redirect("organiser-halls", slug)
    return _page(request, tournament, HallsForm(halls=read_halls(tournament.halls)), form)


def _page(
    request: HttpRequest, tournament: Tournament, halls_form: HallsForm, referees_form: RefereesForm
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "tab": "hall",
        "halls_form": halls_form,
        "referees_form": referees_form,
    }
    status = 422 if halls_form.errors or referees_form.errors else 200
    return render(request, "tournaments/hall/organiser/event_halls.html", context, status=status)


def _referees_form(tournament: Tournament, request: HttpRequest | None = None) -> RefereesForm:
    """Return the form with every person whose role in the event runs the hall."""
    roles = [role for role, rights in RIGHTS_BY_ROLE.items() if Right.RUN in rights]
    in_force = Role.objects.in_force().filter(tournament=tournament, role__in=roles)
    referees = list(
        User.objects.filter(pk__in=in_force.values("user"), is_active=True).order_by("name", "pk")
    )
    stored = load_referees(tournament)
    return RefereesForm(
        posted_data(request) if request is not None else None,
        referees=referees,
        ranges={referee.pk: stored.ranges_of(referee) for referee in referees},
        halls=read_halls(tournament.halls),
    )
