"""Pages of organisers: the club's site and its laptops, the events that they share."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.refusals import as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.limits import MINUTE, By, Limit, limit_kind
from publishing.models import ClubSite, Laptop, SharedEvent
from publishing.services.keys import code_digest
from publishing.services.pairing import (
    LONGEST_NAME,
    make_pairing_code,
    pair_with_site,
    part_from_site,
    revoke_laptop,
)
from publishing.services.publishing import (
    TAKEN_OVER,
    continue_here,
    hand_event_back,
    let_go,
    may_continue,
    publish_event,
    share_event,
    stop_sharing,
    take_along,
    take_back,
)
from publishing.services.receiving import reclaim_event
from publishing.services.site_client import ask_club_site, asking_for_page
from publishing.words.states import state_of_event
from tournaments.base.access import may_own_club
from tournaments.base.web.acting import add_success_message, show_error
from tournaments.base.web.finding import find_club, find_own_club, signed_in_user
from tournaments.base.web.shown_once import show_text, shown_text
from tournaments.models import Club, Tournament

SITE_REQUESTS = limit_kind("site-requests", Limit(By.PERSON, 20, MINUTE))
"""Limit for forms that ask another machine."""
CODE_COOKIE = "etui-pairing-code"
SHOWN = 30
"""Number of events in the list, the latest first."""


class PairingForm(forms.Form):
    """Address and code of the club's site."""

    address = forms.CharField(
        label=gettext_lazy("Adresse du site"),
        max_length=200,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=gettext_lazy("Celle du navigateur, par exemple https://tarot.example."),
    )
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Le site le montre à un responsable du club, sur cette même page."),
    )
    name = forms.CharField(
        label=gettext_lazy("Nom de cet ordinateur"),
        max_length=LONGEST_NAME,
        initial=gettext_lazy("Portable du club"),
        help_text=gettext_lazy("Pour le reconnaître sur le site."),
    )


class TakingForm(forms.Form):
    """An event of the site to take along."""

    slug = forms.SlugField(max_length=80, widget=forms.HiddenInput())
    turn = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput())
    is_forced = forms.BooleanField(required=False, widget=forms.HiddenInput())
    phrase = forms.CharField(
        label=gettext_lazy("Phrase de secours de l’autre ordinateur"),
        required=False,
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("Elle ouvre les donnes. Sans elle, la soirée continue sans les cartes."),
    )


@require_http_methods(["GET", "POST"])
@never_cache
@asking_for_page()
def publishing_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's site and laptops, and what they share. A POST pairs this laptop with the site."""
    if request.method != "POST":
        return _page(request, find_club(request, slug))
    club = find_own_club(request, slug)
    form = PairingForm(request.POST)
    if wait := limit_form(request, form, SITE_REQUESTS):
        return as_too_many_requests(_page(request, club, form=form), wait)
    if form.is_valid():
        try:
            site = pair_with_site(club=club, paired_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(
                request, _("Cet ordinateur est associé à « %(club)s ».") % {"club": site.club_name}
            )
            return redirect("organiser-publishing", slug)
    return _page(request, club, form=form)


@require_POST
@never_cache
def make_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a pairing code. The next page shows it on this device."""
    club = find_own_club(request, slug)
    code = make_pairing_code(club=club, made_by=signed_in_user(request))
    page = reverse("organiser-publishing", args=[slug])
    response = redirect(page)
    show_text(response, CODE_COOKIE, code, on=page, secure=request.is_secure())
    return response


@require_POST
def revoke_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Refuse further requests of a laptop."""
    club = find_own_club(request, slug)
    laptop = get_object_or_404(club.laptops.select_related("club"), pk=pk)
    revoke_laptop(laptop=laptop, revoked_by=signed_in_user(request))
    add_success_message(request, _("« %(laptop)s » ne peut plus rien publier.") % {"laptop": laptop.name})
    return redirect("organiser-publishing", slug)


@require_POST
def part_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget the site of the club."""
    club = find_own_club(request, slug)
    site = ClubSite.objects.select_related("club").filter(club=club).first()
    if site is not None:
        part_from_site(site=site, parted_by=signed_in_user(request))
        add_success_message(request, _("Cet ordinateur ne publie plus rien. Le site garde ce qu’il a."))
    return redirect("organiser-publishing", slug)


@require_POST
@asking_for_page()
def act_on_event(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Carry out an act on an event of the club: share it, stop, hand it back, take it back, reclaim it."""
    club = find_club(request, slug)
    tournament = get_object_or_404(Tournament.objects.select_related("club"), club=club, slug=event)
    chosen = _ACTS.get(request.POST.get("act", ""), _refuse_unknown)
    try:
        add_success_message(request, chosen(tournament, signed_in_user(request)))
    except AppError as error:
        messages.error(request, str(error.message))
    return redirect("organiser-publishing", slug)


@require_http_methods(["GET", "POST"])
@never_cache
@asking_for_page()
def site_events(request: HttpRequest, slug: str) -> HttpResponse:
    """List the events of the site. A POST takes one of them to this laptop."""
    club = find_club(request, slug)
    site = ClubSite.objects.select_related("club").filter(club=club).first()
    if site is None:
        return redirect("organiser-publishing", slug)
    form = TakingForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        if wait := limit_form(request, form, SITE_REQUESTS):
            return as_too_many_requests(_list(request, site, form), wait)
        if form.is_valid():
            try:
                tournament = take_along(site=site, taken_by=signed_in_user(request), **form.cleaned_data)
            except AppError as error:
                show_error(form, error)
            else:
                add_success_message(request, _("Le tournoi est sur cet ordinateur, qui le mène maintenant."))
                return redirect("organiser-desk", tournament.slug)
    return _list(request, site, form)


def _share(tournament: Tournament, user: User) -> str:
    site = ClubSite.objects.filter(club=tournament.club).first()
    if site is None:
        raise AppError("not_paired", _("Associez d’abord cet ordinateur au site du club."))
    event = share_event(tournament=tournament, site=site, shared_by=user)
    if publish_event(event_id=event.pk):
        return _("Le tournoi est publié, et le reste pendant toute la soirée.")
    return _("Le tournoi sera publié dès que le site le prend : il n’y est pas encore.")


def _stop(tournament: Tournament, user: User) -> str:
    stop_sharing(event=_shared(tournament), stopped_by=user)
    return _("Le tournoi n’est plus publié. Le site garde ce qu’il a.")


def _hand_back(tournament: Tournament, user: User) -> str:
    hand_event_back(event=_published(tournament), handed_by=user)
    return _("Le site mène maintenant ce tournoi.")


def _continue(tournament: Tournament, user: User) -> str:
    continue_here(event=_shared(tournament), continued_by=user)
    return _("Cet ordinateur mène de nouveau le tournoi.")


def _let_go(tournament: Tournament, user: User) -> str:
    let_go(event=_published(tournament), let_go_by=user)
    return _("Cet ordinateur ne mène plus le tournoi : vous pouvez seulement le lire ici.")


def _take_back(tournament: Tournament, user: User) -> str:
    event = _published(tournament)
    take_back(event=event, taken_by=user)
    publish_event(event_id=event.pk)
    return _("Cet ordinateur mène de nouveau le tournoi, sur le site aussi.")


def _reclaim(tournament: Tournament, user: User) -> str:
    reclaim_event(event=_shared(tournament), reclaimed_by=user)
    return _("Le site mène maintenant ce tournoi. Ce que l’ordinateur n’avait pas publié n’y est pas.")


def _refuse_unknown(tournament: Tournament, user: User) -> str:
    raise AppError("act_unknown", _("Choisissez l’un des boutons de ce tournoi."))


_ACTS: dict[str, Callable[[Tournament, User], str]] = {
    "share": _share,
    "stop": _stop,
    "hand-back": _hand_back,
    "continue": _continue,
    "let-go": _let_go,
    "take-back": _take_back,
    "reclaim": _reclaim,
}
"""Acts on an event by the value of their button. Each returns the sentence of its success."""


def _shared(tournament: Tournament) -> SharedEvent:
    return get_object_or_404(
        SharedEvent.objects.select_related("tournament__club", "site", "laptop"), tournament=tournament
    )


def _published(tournament: Tournament) -> SharedEvent:
    event = _shared(tournament)
    if event.site is None:
        raise AppError("not_shared", _("Ce tournoi n’est pas publié par cet ordinateur."))
    return event


def _page(request: HttpRequest, club: Club, *, form: PairingForm | None = None) -> HttpResponse:
    site = ClubSite.objects.filter(club=club).first()
    laptops = list(Laptop.objects.filter(club=club))
    tournaments = (
        club.tournaments.filter(is_practice=False, archived_at=None)
        .select_related("shared__site", "shared__laptop")
        .order_by("-starts_on", "-pk")[:SHOWN]
    )
    rows = [_row(tournament) for tournament in tournaments]
    context = {
        "club": club,
        "tab": "club",
        "site": site,
        "laptops": laptops,
        "is_owner": may_own_club(request.user, club),
        "form": form or PairingForm(),
        "shows_pairing": settings.ETUI_IS_IN_HALL or form is not None,
        "code": _unused_code(request, club),
        "rows": rows if site is not None else [row for row in rows if row["shared"] is not None],
    }
    return render(request, "publishing/page.html", context, status=422 if form and form.errors else 200)


def _unused_code(request: HttpRequest, club: Club) -> str:
    """Return the code that was made on this device; "" once it is used."""
    code = shown_text(request, CODE_COOKIE)
    is_unused = bool(code) and club.pairing_codes.filter(digest=code_digest(code), used_at=None).exists()
    return code if is_unused else ""


def _row(tournament: Tournament) -> dict[str, Any]:
    shared = getattr(tournament, "shared", None)
    if shared is not None:
        shared.tournament = tournament
    return {
        "tournament": tournament,
        "shared": shared,
        "state": state_of_event(shared) if shared is not None else None,
        "is_taken_over": shared is not None and shared.problem in TAKEN_OVER,
        "may_continue": shared is not None and may_continue(shared),
    }


def _written_here(club: Club) -> set[str]:
    """Return the identifiers of the shared events that this laptop writes."""
    rows = SharedEvent.objects.filter(club=club, tournament__writer="")
    return {str(uid) for uid in rows.values_list("uid", flat=True)}


def _listed(row: dict[str, Any]) -> dict[str, Any]:
    is_forced = bool(row["writer"]) and not row["is_own"]
    values = {"slug": row["slug"], "turn": row["turn"], "is_forced": is_forced}
    # several forms on one page
    form = TakingForm(initial=values, auto_id=f"id_{row['slug']}_%s")
    return {
        "name": str(row["name"]),
        "day": date.fromisoformat(row["day"]),
        "writer": str(row["writer"]),
        "is_forced": is_forced,
        "is_own": row["is_own"] is True,
        "form": form,
    }


def _list(request: HttpRequest, site: ClubSite, form: TakingForm) -> HttpResponse:
    context: dict[str, Any] = {"club": site.club, "tab": "club", "site": site, "form": form, "events": []}
    try:
        listed = ask_club_site(site, "GET", "events/")["events"]
        written_here = _written_here(site.club)
        context["events"] = [_listed(row) for row in listed if row["uid"] not in written_here]
    except AppError as error:
        context["problem"] = error.message
    except (KeyError, TypeError, ValueError):
        context["problem"] = _("La réponse du site est illisible : mettez les deux Étui à la même version.")
    return render(request, "publishing/site_events.html", context, status=422 if form.errors else 200)
