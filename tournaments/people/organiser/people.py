"""Pages of a club's register: the list, one person, the list as a file, the settings for public names."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import lane
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.base.web.htmx import render_page
from tournaments.base.web.workbooks import answer_with_workbook
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.core.exchange.players_csv import list_table, write_players
from tournaments.core.exchange.sheet_files import WrittenSheet
from tournaments.models import Club
from tournaments.people.forms.people import PersonForm
from tournaments.people.forms.privacy import CharterForm, ClubPrivacyForm
from tournaments.people.queries.people import list_former_members, list_members, list_people
from tournaments.people.services.clubs import FIELDS, set_club_privacy
from tournaments.people.services.naming_consents import adults_without_answer, record_charter
from tournaments.people.services.people import add_person, change_person
from tournaments.people.services.people_import import row_of

PAGE_SIZE = 100
ORIGINS = {"homologation": "organiser-homologation"}
"""Pages of a tournament that lead to a card, by the value of `depuis` in its address."""


@require_safe
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """List the members by name, or with `anciens` those who left. A search looks among both.

    An htmx request gets the list alone, without the page around it.
    """
    club = find_club(request, slug)
    search = request.GET.get("q", "")[:100]
    shows_former = "anciens" in request.GET and not search.strip()
    if search.strip():
        listed = list_people(club, search)
    else:
        listed = list_former_members(club) if shows_former else list_members(club)
    page = Paginator(listed, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "tab": "people",
        "search": search,
        "page": page,
        "shows_former": shows_former,
    }
    return render_page(
        request,
        "tournaments/people/organiser/people.html",
        context,
        partial="tournaments/people/organiser/_people.html",
    )


@require_http_methods(["GET", "POST"])
def add_person_page(request: HttpRequest, slug: str) -> HttpResponse:
    club = find_club(request, slug)
    form = PersonForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            person = add_person(club=club, values=form.cleaned_data, added_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("%(person)s est dans le registre.") % {"person": person})
            return redirect("organiser-people", club.slug)
    return render(
        request,
        "tournaments/people/organiser/person.html",
        {
            "club": club,
            "tab": "people",
            "form": form,
            "back_address": reverse("organiser-people", args=[club.slug]),
        },
    )


@require_http_methods(["GET", "POST"])
def edit_person_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change the fields of a person of the register.

    The parameters `tournoi` and `depuis` lead back to a page of a tournament: `ORIGINS`, or its entries.
    """
    club = find_club(request, slug)
    person = get_object_or_404(club.people, pk=pk)
    tournament = club.tournaments.filter(slug=request.GET.get("tournoi", "")).first()
    address = (
        reverse(ORIGINS.get(request.GET.get("depuis", ""), "organiser-entries"), args=[tournament.slug])
        if tournament
        else reverse("organiser-people", args=[club.slug])
    )
    form = PersonForm(posted_data(request), initial=PersonForm.initial_of(person))
    if request.method == "POST" and form.is_valid():
        try:
            change_person(person=person, values=form.cleaned_data, changed_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
            # the service has already set the refused values on the object
            person.refresh_from_db()
        else:
            add_success_message(request, _("%(person)s est à jour.") % {"person": person})
            return redirect(address)
    return render(
        request,
        "tournaments/people/organiser/person.html",
        {"club": club, "tab": "people", "person": person, "form": form, "back_address": address},
    )


@lane("drawing")
@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the register as a CSV file that can be imported again."""
    club = find_club(request, slug)
    rows: list[PlayerRow] = [row_of(person) for person in list_people(club)]
    headers = {"Content-Disposition": f'attachment; filename="joueurs-{club.slug}.csv"'}
    return HttpResponse(write_players(rows), content_type="text/csv; charset=utf-8", headers=headers)


@lane("drawing")
@require_safe
def export_workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the register as a workbook that can be imported again. All cells are texts, for their zeros."""
    club = find_club(request, slug)
    rows = list_table(row_of(person) for person in list_people(club))
    return answer_with_workbook(f"joueurs-{club.slug}", [WrittenSheet(_("Joueurs"), rows)])


@require_http_methods(["GET", "POST"])
def club_privacy_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the two privacy settings, with the number of people that each concerns."""
    club = find_club(request, slug)
    initial = {name: getattr(club, name) for name in FIELDS}
    form = ClubPrivacyForm(posted_data(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        set_club_privacy(club=club, set_by=signed_in_user(request), **form.cleaned_data)
        add_success_message(request, _("C’est enregistré ; les pages publiques suivent aussitôt."))
        return redirect("organiser-club-privacy", slug)
    return _privacy_page(request, club, form)


@require_POST
def charter(request: HttpRequest, slug: str) -> HttpResponse:
    """Record that the members signed the charter. The next page lists these people and offers the undo."""
    club = find_club(request, slug)
    form = CharterForm(request.POST)
    if not form.is_valid():
        return _privacy_page(request, club, None, form)
    change = record_charter(club=club, recorded_by=signed_in_user(request))
    if change is None:
        add_success_message(request, _("Personne n’attend cet accord."))
        return redirect("organiser-club-privacy", slug)
    add_success_message(request, _("L’accord est noté ; les pages publiques suivent aussitôt."))
    return redirect("organiser-people-change", slug, change.pk)


def _privacy_page(
    request: HttpRequest, club: Club, form: ClubPrivacyForm | None, charter_form: CharterForm | None = None
) -> HttpResponse:
    context = {
        "club": club,
        "tab": "people",
        "form": form or ClubPrivacyForm(initial={name: getattr(club, name) for name in FIELDS}),
        "charter_form": charter_form or CharterForm(),
        "charter_count": len(adults_without_answer(club)),
        "unnamed": club.people.filter(shows_full_name=False).count(),
        "people_count": club.people.count(),
    }
    status = 422 if charter_form else 200
    return render(request, "tournaments/people/organiser/club_privacy.html", context, status=status)
