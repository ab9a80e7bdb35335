"""The sessions of a tournament: what each weighs, opening the next one, the ranking over all of them."""

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.forms.decimals import DecimalField
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.sessions import find_session, list_sessions
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.core.formats.finals import FINALISTS
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.registry import find_format
from tournaments.enums import SessionStart, TournamentState
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.sessions import SessionPlan, drop_session, open_session, set_coefficient

FINEST_SHARE = 1_000
"""Largest denominator of the part carried into a final."""


class CoefficientForm(forms.Form):
    """What a session weighs in the event."""

    coefficient = DecimalField(
        label=gettext_lazy("Coefficient"),
        min_value=Decimal("0.001"),
        max_value=Decimal(100),
        max_digits=6,
        decimal_places=3,
        initial=1,
    )


class SessionForm(CoefficientForm):
    """Who plays the next session, from which places."""

    qualified = forms.IntegerField(
        label=gettext_lazy("Qualifiés"),
        min_value=1,
        max_value=20_000,
        required=False,
        help_text=gettext_lazy("Les premiers du classement. Laissez vide si tous jouent."),
    )
    seats = forms.ChoiceField(
        label=gettext_lazy("Places de départ"), choices=SessionStart.choices, initial=SessionStart.RANKING
    )

    def __init__(self, *args: Any, plan: RankingPlan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if plan.may_have_final:
            self.fields["is_final"] = forms.BooleanField(
                label=gettext_lazy("Finale"),
                required=False,
                help_text=gettext_lazy("Ses joueurs restent classés devant tous les autres."),
            )
            self.fields["carried"] = forms.CharField(
                label=gettext_lazy("Part des points gardée en finale"),
                max_length=9,
                required=False,
                initial="1",
                help_text=gettext_lazy("1 les garde tous, 1/2 la moitié, 0 aucun."),
            )
            self.fields["qualified"].help_text = gettext_lazy(
                "Les premiers du classement, %(known)s pour une finale. Laissez vide si tous jouent."
            ) % {"known": ", ".join(map(str, FINALISTS))}
        else:
            choices = [(value, label) for value, label in SessionStart.choices if value != SessionStart.FINAL]
            self.fields["seats"] = forms.ChoiceField(label=gettext_lazy("Places de départ"), choices=choices)

    def clean_carried(self) -> Fraction:
        """A fraction from 0 to 1."""
        text = self.cleaned_data["carried"].strip().replace(",", ".") or "1"
        try:
            share = Fraction(text)
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if not 0 <= share <= 1 or share.denominator > FINEST_SHARE:
            raise forms.ValidationError(gettext_lazy("Écrivez une part de 0 à 1, comme 1/2."))
        return share

    @property
    def plan(self) -> SessionPlan:
        """What is wanted, once the form is valid."""
        values = self.cleaned_data
        return SessionPlan(
            coefficient=values["coefficient"],
            qualified=values["qualified"],
            seats=SessionStart(values["seats"]),
            is_final=values.get("is_final", False),
            carried=values.get("carried", Fraction(1)),
        )


@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """All sessions with their figures, and the form of the next one."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    form = SessionForm(posted(request), plan=find_format(tournament.format).plan)
    if request.method == "POST" and form.is_valid():
        try:
            opened = open_session(
                tournament=tournament,
                plan=form.plan,
                rng=random.SystemRandom(),
                opened_by=signed_in(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("La séance %(number)d est ouverte.") % {"number": opened.number})
            return redirect("organiser-desk", tournament.slug)
    rows = list_sessions(tournament)
    context = {
        "tournament": tournament,
        "tab": "sessions",
        "form": form,
        "sessions": rows,
        "is_played": tournament.state == TournamentState.PLAYING and is_played_out(tournament),
        "may_drop": tournament.state == TournamentState.DRAFT and len(rows) > 1,
        "event": load_event_standings(tournament) if len(rows) > 1 else None,
    }
    return render(request, "tournaments/evening/organiser/sessions.html", context)


@require_POST
def coefficient(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Weigh a session otherwise."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    session = find_session(tournament, number)
    if session is None:
        raise Http404
    form = CoefficientForm(request.POST)
    if form.is_valid():
        act(
            request,
            set_coefficient,
            _("Le coefficient est enregistré."),
            session=session,
            coefficient=form.cleaned_data["coefficient"],
            set_by=signed_in(request),
        )
    return redirect("organiser-sessions", tournament.slug)


@require_POST
def drop(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up a session that is being prepared."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    act(
        request,
        drop_session,
        _("La séance est abandonnée."),
        tournament=tournament,
        dropped_by=signed_in(request),
    )
    return redirect("organiser-sessions", tournament.slug)
