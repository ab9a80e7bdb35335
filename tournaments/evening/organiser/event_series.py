"""Pages of a series of events: preview its days, make it, undo it."""

import datetime
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from tournaments.base.web.acting import add_success_message, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.core.holidays import Holiday, holiday_of
from tournaments.evening.forms.events import StartForm
from tournaments.evening.services.event_choices import EventChoices
from tournaments.evening.services.event_series import make_series, undo_series, why_it_stays
from tournaments.models import Club, Tournament

MADE = "make"
"""Field of the preview's form. Its presence means that the user has seen the days."""
DAY = "day"
"""Field of a chosen day in the preview's form."""
HOLIDAY_NAMES = {
    Holiday.NEW_YEAR: gettext_lazy("jour de l’An"),
    Holiday.EASTER_MONDAY: gettext_lazy("lundi de Pâques"),
    Holiday.LABOUR: gettext_lazy("fête du Travail"),
    Holiday.VICTORY: gettext_lazy("8 mai"),
    Holiday.ASCENSION: gettext_lazy("Ascension"),
    Holiday.WHIT_MONDAY: gettext_lazy("lundi de Pentecôte"),
    Holiday.NATIONAL: gettext_lazy("fête nationale"),
    Holiday.ASSUMPTION: gettext_lazy("Assomption"),
    Holiday.ALL_SAINTS: gettext_lazy("Toussaint"),
    Holiday.ARMISTICE: gettext_lazy("11 novembre"),
    Holiday.CHRISTMAS_EVE: gettext_lazy("veille de Noël"),
    Holiday.CHRISTMAS: gettext_lazy("Noël"),
    Holiday.NEW_YEARS_EVE: gettext_lazy("Saint-Sylvestre"),
}
"""Name of each holiday as the preview shows it beside the day."""


@dataclass(frozen=True, slots=True)
class ProposedDay:
    """One day of the preview."""

    day: datetime.date
    others: tuple[str, ...]
    """Names of the club's other events of that day."""
    holiday: Any
    """Name of the public holiday, "" for none."""
    is_chosen: bool


def series_page(
    request: HttpRequest, club: Club, form: StartForm, choices: EventChoices
) -> HttpResponse | None:
    """Show the days of a series, or make its events. Return None if the service refuses them.

    Args:
        form: valid, of several days.
    """
    days = set(form.days)
    chosen_days = [day for day in form.days if day.isoformat() in request.POST.getlist(DAY)]
    if MADE in request.POST and chosen_days:
        try:
            key = make_series(
                club=club,
                days=chosen_days,
                name_of=form.name_on,
                choices=choices,
                starts_at=form.cleaned_data["hour"],
                created_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
            return None
        count = len(chosen_days)
        message = ngettext("%(count)d tournoi est créé.", "%(count)d tournois sont créés.", count)
        add_success_message(request, message % {"count": count})
        return redirect("organiser-series", club.slug, key)
    proposed_days = list(_proposed(club, form, days, is_chosen=MADE not in request.POST))
    context = {
        "club": club,
        "tab": "club",
        "form": form,
        "days": proposed_days,
        "chosen_count": sum(day.is_chosen for day in proposed_days),
        # with a chosen day the function has returned above
        "is_none_chosen": MADE in request.POST,
    }
    return render(request, "tournaments/evening/organiser/event_series_preview.html", context)


def _proposed(
    club: Club, form: StartForm, days: set[datetime.date], *, is_chosen: bool
) -> Iterator[ProposedDay]:
    """Yield the days in order. A holiday, or a day with another event of the club, is not preselected."""
    names_by_day: dict[datetime.date, list[str]] = {}
    events = club.tournaments.filter(starts_on__in=days, is_practice=False, cancelled_at=None)
    for day, name in events.values_list("starts_on", "name"):
        names_by_day.setdefault(day, []).append(name)
    for day in form.days:
        names = tuple(names_by_day.get(day, ()))
        holiday = holiday_of(day)
        holiday_name = HOLIDAY_NAMES[holiday] if holiday else ""
        yield ProposedDay(day, names, holiday_name, is_chosen and not names and holiday is None)


@require_safe
def series(request: HttpRequest, slug: str, key: uuid.UUID) -> HttpResponse:
    """Show the events of a series, and the events that its undoing would keep."""
    club = find_club(request, slug)
    events = list(Tournament.objects.filter(club=club, series=key).order_by("starts_on", "pk"))
    if not events:
        raise Http404
    rows = [(event, why_it_stays(event)) for event in events]
    context: dict[str, Any] = {
        "club": club,
        "tab": "club",
        "key": key,
        "rows": rows,
        "untouched_count": sum(not reason for _event, reason in rows),
    }
    return render(request, "tournaments/evening/organiser/event_series.html", context)


@require_POST
def undo_series_view(request: HttpRequest, slug: str, key: uuid.UUID) -> HttpResponse:
    """Delete the untouched events of a series."""
    club = find_club(request, slug)
    if not Tournament.objects.filter(club=club, series=key).exists():
        raise Http404
    count = undo_series(club=club, key=key, undone_by=signed_in_user(request))
    message = ngettext("%(count)d tournoi est supprimé.", "%(count)d tournois sont supprimés.", count)
    add_success_message(
        request, message % {"count": count} if count else _("Aucun de ces tournois n’est vide.")
    )
    if Tournament.objects.filter(club=club, series=key).exists():
        return redirect("organiser-series", club.slug, key)
    return redirect("organiser-club", club.slug)
