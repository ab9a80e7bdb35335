"""The organiser's page of the parts of a tournament that the public sees, and when."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.showing import load_play_state, showing_of
from tournaments.base.web.acting import posted_data, run_service
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.showing import PRESETS, Moment, Part, Showing, Viewer, waits_for
from tournaments.events.forms.showing import PART_LABELS, PRESET_WORDS, ShowingForm
from tournaments.events.services.showing import hide_now, set_showing, show_now
from tournaments.models import Tournament

_NOW: dict[Moment | None, str | Promise] = {
    None: gettext_lazy("oui"),
    Moment.HIDDEN: gettext_lazy("non"),
    Moment.SESSION: gettext_lazy("pas avant la fin de la séance"),
    Moment.END: gettext_lazy("pas avant la fin du tournoi"),
}


@dataclass(frozen=True, slots=True)
class PartNow:
    """The state of one part as the public sees it now."""

    part: Part
    label: str | Promise
    told: str | Promise
    is_shown: bool


@dataclass(frozen=True, slots=True)
class ShowingPreset:
    """A usual choice of when each part is shown."""

    code: str
    name: str | Promise
    told: str | Promise
    is_chosen: bool


@require_http_methods(["GET", "HEAD", "POST"])
def showing_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the presets and a field for every part, and store the choice."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    showing = showing_of(tournament)
    form = ShowingForm(posted_data(request), initial=ShowingForm.initial_of(showing))
    if request.method == "POST":
        preset = PRESETS.get(request.POST.get("preset", ""))
        if preset is not None or form.is_valid():
            _choose(request, tournament, preset or form.showing)
            return redirect("organiser-showing", slug)
    context = {
        "tournament": tournament,
        "tab": "desk",
        "form": form,
        "now": parts_now(tournament),
        "is_own_choice": showing not in PRESETS.values(),
        "presets": [
            ShowingPreset(code, *PRESET_WORDS[code], row == showing) for code, row in PRESETS.items()
        ],
    }
    return render(
        request, "tournaments/events/organiser/showing.html", context, status=422 if form.errors else 200
    )


@require_POST
def switch(request: HttpRequest, slug: str) -> HttpResponse:
    """Show or hide a part at once and return to the page of the button.

    An unknown part changes nothing.
    """
    tournament = find_tournament(request, slug, Right.PREPARE)
    shows, hides = request.POST.get("show", ""), request.POST.get("hide", "")
    # a text equals the member of a StrEnum with that value
    if (shows or hides) in set(Part):
        run_service(
            request,
            show_now if shows else hide_now,
            _("C’est visible maintenant.") if shows else _("C’est caché."),
            tournament=tournament,
            part=Part(shows or hides),
            set_by=signed_in_user(request),
        )
    return redirect("organiser-desk" if "desk" in request.POST else "organiser-showing", slug)


def parts_now(tournament: Tournament) -> list[PartNow]:
    """Return the state of every part as the public sees it now.

    One query; six if it depends on how far the play is.
    """
    showing = showing_of(tournament)
    state = load_play_state(current_session(tournament), showing)
    waits = {part: waits_for(showing, part, state, Viewer.EVERYBODY) for part in PART_LABELS}
    return [PartNow(part, PART_LABELS[part], _NOW[waits[part]], waits[part] is None) for part in PART_LABELS]


def _choose(request: HttpRequest, tournament: Tournament, showing: Showing) -> None:
    run_service(
        request,
        set_showing,
        _("L’affichage est enregistré."),
        tournament=tournament,
        showing=showing,
        set_by=signed_in_user(request),
    )
