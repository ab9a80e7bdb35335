"""The options of a tournament's ranking."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.rankings.forms.ranking_options import RankingOptionsForm
from tournaments.rankings.services.ranking_options import set_ranking_options


@require_http_methods(["GET", "POST"])
def options(request: HttpRequest, slug: str) -> HttpResponse:
    """What parts equal results, what is compared, what counts."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    plan = find_format(tournament.format).plan
    form = RankingOptionsForm(
        posted(request), plan=plan, options=read_event_options(tournament.options, plan)
    )
    if request.method == "POST" and form.is_valid():
        try:
            set_ranking_options(tournament=tournament, changes=form.changes(), set_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Les options sont enregistrées ; le classement est refait."))
            return redirect("organiser-ranking-options", tournament.slug)
    context = {"tournament": tournament, "tab": "standings", "form": form}
    return render(request, "tournaments/rankings/organiser/ranking_options.html", context)
