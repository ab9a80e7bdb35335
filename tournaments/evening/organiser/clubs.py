"""Where an organiser arrives: clubs, tournaments, and one club."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.base.access import captained_by, clubs_managed_by, desks_of
from tournaments.base.web.acting import posted, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.evening.organiser.health_words import backup_told, standing_still
from tournaments.evening.queries.desk import by_state
from tournaments.people.forms.people import ClubForm
from tournaments.people.services.clubs import create_club


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs and tournaments that somebody works for."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    clubs = clubs_managed_by(request.user)
    keeps_data = request.user.is_staff or bool(clubs)
    context = {
        "clubs": clubs,
        "backup": backup_told(now=timezone.now()) if keeps_data else None,
        "groups": by_state(desks_of(request.user)),
        "captained": captained_by(request.user),
        "standing_still": standing_still(),
    }
    return render(request, "tournaments/evening/organiser/home.html", context)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: its tournaments and its register in figures."""
    this_club = find_club(request, slug)
    context = {
        "club": this_club,
        "tab": "club",
        "person_count": this_club.people.count(),
        "members": this_club.memberships.select_related("user").order_by("user__name"),
        "groups": by_state(this_club.tournaments.select_related("club")),
    }
    return render(request, "tournaments/evening/organiser/club.html", context)


@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Make a club; for the staff of the installation."""
    if not request.user.is_authenticated or not signed_in(request).is_staff:
        raise PermissionDenied
    form = ClubForm(posted(request))
    if request.method == "POST" and form.is_valid():
        this_club = create_club(**form.cleaned_data, created_by=signed_in(request))
        tell(request, _("Le club est créé. Ajoutez ses joueurs."))
        return redirect("organiser-club", this_club.slug)
    return render(request, "tournaments/evening/organiser/club_create.html", {"form": form})
