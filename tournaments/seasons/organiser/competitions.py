"""Pages of competitions: those of a club, and joining one with a tournament."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from common.web_server.policy import lane, takes_file
from tournaments.base.access import Right
from tournaments.base.forms.beside import FormBeside
from tournaments.base.forms.decimals import CoefficientField
from tournaments.base.forms.limits import most_bytes, too_large_message
from tournaments.base.forms.merged import MergedForm
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_club, find_tournament, signed_in_user
from tournaments.enums import CompetitionKind, CompetitionMethod, Visibility
from tournaments.models import Club, Competition, ResultSlip, Tournament
from tournaments.seasons.queries.competition_standings import (
    competition_measure,
    competition_rows,
    latest_ranking,
    load_received,
    members_of,
)
from tournaments.seasons.queries.site_deals import offers_for, sites_of
from tournaments.seasons.queries.site_files import site_document
from tournaments.seasons.services.competitions import (
    CODE_LENGTH,
    CompetitionPlan,
    add_tournament,
    change_competition,
    create_competition,
    join_competition,
    remove_tournament,
    show_competition,
)
from tournaments.seasons.services.site_files import receive_site_file, remove_site_file
from tournaments.seasons.words.sites import unranked

OF_CHAMPIONSHIP = ("method", "best_events", "least_events")
"""Fields without a use in a simultaneous tournament."""


class CompetitionForm(MergedForm):
    """A form for the name and the counting rules of a competition."""

    name = forms.CharField(label=gettext_lazy("Nom de la compétition"), max_length=120)
    kind = forms.ChoiceField(label=gettext_lazy("Genre"), choices=CompetitionKind.choices)
    method = forms.ChoiceField(
        label=gettext_lazy("Pour un championnat, additionner"),
        choices=CompetitionMethod.choices,
        initial=CompetitionMethod.SUM,
    )
    best_events = forms.IntegerField(
        label=gettext_lazy("Tournois comptés"),
        min_value=1,
        max_value=1_000,
        required=False,
        help_text=gettext_lazy("Les meilleurs de chacun. Laissez vide pour les compter tous."),
    )
    least_events = forms.IntegerField(
        label=gettext_lazy("Tournois à jouer pour être classé"), min_value=1, max_value=1_000, initial=1
    )

    def __init__(self, *args: Any, competition: Competition | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if competition is not None:
            # the kind is fixed once the competition exists
            del self.fields["kind"]
            if competition.kind == CompetitionKind.SIMULTANEOUS:
                for name in OF_CHAMPIONSHIP:
                    del self.fields[name]
            self.initial = {name: getattr(competition, name) for name in self.fields}
        self._competition = competition

    @property
    def plan(self) -> CompetitionPlan:
        """Return the plan of the competition. The form must be valid."""
        competition = self._competition
        # fields that the form lacks keep their stored values
        values = {name: getattr(competition, name) for name in OF_CHAMPIONSHIP} if competition else {}
        values |= self.cleaned_data
        return CompetitionPlan(
            name=values["name"],
            kind=CompetitionKind(competition.kind if competition else values["kind"]),
            method=CompetitionMethod(values["method"]),
            best_events=values["best_events"],
            least_events=values["least_events"],
        )


class MemberForm(forms.Form):
    """A form for a tournament of the club to add to a competition."""

    tournament = forms.ModelChoiceField(
        label=gettext_lazy("Tournoi"),
        queryset=Tournament.objects.none(),
        empty_label=gettext_lazy("Choisir…"),
    )
    site = forms.CharField(label=gettext_lazy("Lieu"), max_length=80, required=False)
    coefficient = CoefficientField()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tournaments = competition.club.tournaments.filter(is_practice=False)
        candidates = tournaments.exclude(competitions__competition=competition)
        self.fields["tournament"].queryset = candidates  # type: ignore[attr-defined]


class SiteFileForm(FormBeside):
    """A form for the file of a site of another installation."""

    MOST_BYTES = 4_000_000

    site = forms.CharField(label=gettext_lazy("Lieu"), max_length=80)
    file = forms.FileField(
        label=gettext_lazy("Fichier des résultats de ce lieu"), help_text=most_bytes(MOST_BYTES)
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > self.MOST_BYTES:
            message = gettext_lazy("Ce fichier est trop grand pour les résultats d’un lieu.")
            raise forms.ValidationError(too_large_message(message, most_bytes(self.MOST_BYTES)))
        return file


class JoinForm(forms.Form):
    """A form for the access code of another organiser's competition."""

    code = forms.CharField(label=gettext_lazy("Code d’accès"), max_length=3 * CODE_LENGTH)
    site = forms.CharField(label=gettext_lazy("Lieu"), max_length=80, required=False)


@require_http_methods(["GET", "POST"])
def competitions(request: HttpRequest, slug: str) -> HttpResponse:
    """List all competitions of a club; a POST creates one."""
    club = find_club(request, slug)
    form = CompetitionForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        new_competition = create_competition(club=club, plan=form.plan, created_by=signed_in_user(request))
        add_success_message(request, _("La compétition est créée. Ajoutez ses tournois."))
        return redirect("organiser-competition", club.slug, new_competition.pk)
    context = {"club": club, "tab": "competitions", "form": form, "competitions": club.competitions.all()}
    return render(request, "tournaments/seasons/organiser/competitions.html", context)


@require_http_methods(["GET", "POST"])
def competition(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show a competition with its tournaments and ranking; a POST changes its counting rules."""
    club = find_club(request, slug)
    stored_competition = get_object_or_404(club.competitions, pk=pk)
    form = CompetitionForm(posted_data(request), competition=stored_competition)
    if request.method == "POST" and form.is_valid():
        try:
            change_competition(
                competition=stored_competition, plan=form.plan, changed_by=signed_in_user(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("La compétition est enregistrée ; le classement suit."))
            return redirect("organiser-competition", club.slug, pk)
    return _page(request, club, stored_competition, form, MemberForm(competition=stored_competition))


@require_POST
def add_tournament_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Add a tournament of the club."""
    club = find_club(request, slug)
    stored_competition = get_object_or_404(club.competitions, pk=pk)
    form = MemberForm(request.POST, competition=stored_competition)
    if form.is_valid():
        try:
            add_tournament(
                competition=stored_competition, added_by=signed_in_user(request), **form.cleaned_data
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le tournoi compte dans la compétition."))
            return redirect("organiser-competition", club.slug, pk)
    return _page(request, club, stored_competition, CompetitionForm(competition=stored_competition), form)


@require_POST
def remove_tournament_view(request: HttpRequest, slug: str, pk: int, member_pk: int) -> HttpResponse:
    """Remove a tournament."""
    club = find_club(request, slug)
    stored_competition = get_object_or_404(club.competitions, pk=pk)
    member = get_object_or_404(stored_competition.members.select_related("tournament__club"), pk=member_pk)
    message = _("Le tournoi ne compte plus dans la compétition.")
    run_service(request, remove_tournament, message, member=member, removed_by=signed_in_user(request))
    return redirect("organiser-competition", club.slug, pk)


@takes_file(SiteFileForm.MOST_BYTES)
@require_POST
def receive(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Receive the file of a site of another installation."""
    club = find_club(request, slug)
    stored_competition = get_object_or_404(club.competitions.filter(kind=CompetitionKind.SIMULTANEOUS), pk=pk)
    form = SiteFileForm(request.POST, request.FILES)
    if form.is_valid():
        site, source = form.cleaned_data["site"], form.cleaned_data["file"].read()
        try:
            receive_site_file(
                competition=stored_competition, site=site, source=source, received_by=signed_in_user(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les résultats de ce lieu comptent dans le simultané."))
            return redirect("organiser-competition", club.slug, pk)
    forms_of_page = (
        CompetitionForm(competition=stored_competition),
        MemberForm(competition=stored_competition),
        form,
    )
    return _page(request, club, stored_competition, *forms_of_page)


@require_POST
def remove_file(request: HttpRequest, slug: str, pk: int, file_pk: int) -> HttpResponse:
    """Remove a site of another installation."""
    club = find_club(request, slug)
    stored_competition = get_object_or_404(club.competitions, pk=pk)
    file = get_object_or_404(stored_competition.site_files.select_related("competition__club"), pk=file_pk)
    message = _("Ce lieu ne compte plus dans le simultané.")
    run_service(request, remove_site_file, message, file=file, removed_by=signed_in_user(request))
    return redirect("organiser-competition", club.slug, pk)


@lane("drawing")
@never_cache
@require_safe
def site_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the results of a site under public names, as a file for another installation's simultaneous."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    response = JsonResponse(site_document(tournament), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-resultats.json"'
    return response


@require_POST
def change_competition_visibility(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the ranking to the public or to the organisers only."""
    club = find_club(request, slug)
    stored_competition = get_object_or_404(club.competitions, pk=pk)
    is_public = request.POST.get("visibility") == Visibility.PUBLIC
    run_service(
        request,
        show_competition,
        _("Le classement est public.") if is_public else _("Le classement est réservé aux organisateurs."),
        competition=stored_competition,
        visibility=Visibility.PUBLIC if is_public else Visibility.PRIVATE,
        set_by=signed_in_user(request),
    )
    return redirect("organiser-competition", club.slug, pk)


@require_http_methods(["GET", "POST"])
def join_competition_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the competitions of a tournament; a POST joins one by its access code."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = JoinForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            competition_joined = join_competition(
                tournament=tournament, joined_by=signed_in_user(request), **form.cleaned_data
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(
                request, _("Le tournoi compte dans « %(name)s ».") % {"name": competition_joined}
            )
            return redirect("organiser-competition-join", tournament.slug)
    members = tournament.competitions.select_related("competition__club")
    session = current_session(tournament)
    context = {
        "tournament": tournament,
        "tab": "desk",
        "form": form,
        "members": members,
        "offers": offers_for(session),
        "is_played": ResultSlip.objects.of_session(session).exists(),
    }
    return render(request, "tournaments/seasons/organiser/competition_join.html", context)


def _page(
    request: HttpRequest,
    club: Club,
    stored_competition: Competition,
    form: CompetitionForm,
    member_form: MemberForm,
    file_form: SiteFileForm | None = None,
) -> HttpResponse:
    members = members_of(stored_competition)
    sites = sites_of(members) if stored_competition.kind == CompetitionKind.SIMULTANEOUS else []
    received = load_received(stored_competition, members)
    of_member = {site.member: site for site in sites}
    context = {
        "club": club,
        "tab": "competitions",
        "competition": stored_competition,
        "form": form,
        "member_form": member_form,
        "file_form": file_form or SiteFileForm(),
        "received": [(file, site is not None) for file, site in received.items()],
        "members": [(member, of_member.get(member)) for member in members],
        "unranked": unranked(sites, received),
        "rows": competition_rows(latest_ranking(stored_competition)),
        "measure": competition_measure(stored_competition, members),
        "is_late": stored_competition.requests.exists(),
    }
    return render(request, "tournaments/seasons/organiser/competition.html", context)
