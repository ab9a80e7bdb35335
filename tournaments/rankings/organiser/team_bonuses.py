"""Match points that teams have before they meet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.rankings.forms.team_bonuses import BonusesForm
from tournaments.rankings.services.ranking_options import set_ranking_options


@require_http_methods(["GET", "POST"])
def bonuses(request: HttpRequest, slug: str) -> HttpResponse:
    """The bonus of every team against every other one, by national ranking; other formats have none."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    plan = find_format(tournament.format).plan
    has_matches = plan.scoring is Scoring.MATCHES
    teams = tournament.entries.select_related("person").order_by("pk") if has_matches else ()
    options = read_event_options(tournament.options, plan)
    form = BonusesForm(posted(request), teams=tuple(teams), options=options)
    if request.method == "POST" and form.is_valid():
        try:
            set_ranking_options(tournament=tournament, changes=form.changes(), set_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Les bonus sont enregistrés ; le classement est refait."))
            return redirect("organiser-bonuses", tournament.slug)
    context = {"tournament": tournament, "tab": "standings", "form": form}
    return render(request, "tournaments/rankings/organiser/bonuses.html", context)
