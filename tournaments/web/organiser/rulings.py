"""Penalties: given with a reason, taken back with a reason."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.access import Right
from tournaments.models import Ruling
from tournaments.services.rulings import give_ruling, withdraw_ruling
from tournaments.web.acting import act, posted, show_error, tell
from tournaments.web.finding import asked_session, find_tournament, signed_in
from tournaments.web.forms.rulings import PenaltyForm, WithdrawalForm


@require_http_methods(["GET", "POST"])
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties of the session, taken back or not; giving one."""
    tournament = find_tournament(request, slug, Right.RULE if request.method == "POST" else Right.READ_DESK)
    session = asked_session(request, tournament)
    form = PenaltyForm(posted(request), tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            give_ruling(session=session, ruled_by=signed_in(request), draft=form.draft())
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Pénalité donnée à %(person)s.") % {"person": form.cleaned_data["entry"].person})
            return redirect("organiser-rulings", tournament.slug)
    rows = session.rulings.select_related("ruled_by", "withdrawn_by").prefetch_related("guilty__person")
    context = {
        "tournament": tournament,
        "tab": "rulings",
        "form": form,
        "rulings": [(row, row.effects[0]["amount"]) for row in rows],
    }
    return render(request, "tournaments/organiser/rulings.html", context)


@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a penalty back."""
    tournament = find_tournament(request, slug, Right.RULE)
    ruling = get_object_or_404(
        Ruling.objects.select_related("session__tournament__club"), pk=pk, session__tournament=tournament
    )
    form = WithdrawalForm(request.POST)
    act(
        request,
        withdraw_ruling,
        _("La pénalité est retirée."),
        ruling=ruling,
        reason=form.cleaned_data["reason"] if form.is_valid() else "",
        withdrawn_by=signed_in(request),
    )
    return redirect("organiser-rulings", tournament.slug)
