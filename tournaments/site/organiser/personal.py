"""Pages of the data about a person: export and erasure, by the keeper of the register or the owner."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from common.errors import AppError
from common.web_server.policy import lane
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.models import Person
from tournaments.people.forms.privacy import ErasureForm
from tournaments.people.queries.tie_requests import list_waiting_requests
from tournaments.people.services.person_accounts import accept_tie, refuse_tie, untie_own
from tournaments.site.services.erasure import erase_person
from tournaments.site.services.personal_exports import export_account, export_person


@require_safe
@never_cache
def own_list(request: HttpRequest) -> HttpResponse:
    """Show the persons tied to the account that is signed in, and open requests of clubs to tie it."""
    user = _account(request)
    people = Person.objects.filter(user=user).select_related("club").order_by("club__name")
    context = {"people": people, "requests": list_waiting_requests(user)}
    return render(request, "tournaments/site/organiser/own_data.html", context)


@lane("drawing")
@require_safe
@never_cache
def own_account_file(request: HttpRequest) -> HttpResponse:
    """Return the data about the account that is signed in."""
    content = export_account(user=_account(request))
    headers = {"Content-Disposition": 'attachment; filename="mon-compte.zip"'}
    return HttpResponse(content, content_type="application/zip", headers=headers)


@require_POST
@never_cache
def answer_tie_request(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept or refuse a club's request to tie the account to a person. "yes" in `answer` accepts."""
    user = _account(request)
    tie_request = list_waiting_requests(user).filter(pk=pk).first()
    if tie_request is None:
        raise PermissionDenied
    if request.POST.get("answer") == "yes":
        template = _("Votre compte est lié à %(person)s, %(club)s.")
        message = template % {"person": tie_request.person, "club": tie_request.person.club}
        run_service(request, accept_tie, message, asked=tie_request, user=user)
    else:
        message = _("C’est noté. Le club n’apprend rien.")
        run_service(request, refuse_tie, message, asked=tie_request, user=user)
    return redirect("own-data")


@require_POST
@never_cache
def untie(request: HttpRequest, pk: int) -> HttpResponse:
    """Untie the account from a person."""
    person = _own_person(request, pk)
    template = _("Votre compte n’est plus lié à %(person)s, %(club)s.")
    message = template % {"person": person, "club": person.club}
    run_service(request, untie_own, message, person=person, user=signed_in_user(request))
    return redirect("own-data")


@require_http_methods(["GET", "POST"])
@never_cache
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the owner their data in one register."""
    person = _own_person(request, pk)
    links = (reverse("own-data-file", args=[pk]), reverse("own-data"))
    return _page(request, person, *links, next_url=reverse("own-data"), by=None)


@lane("drawing")
@require_safe
@never_cache
def own_file(request: HttpRequest, pk: int) -> HttpResponse:
    return _file(_own_person(request, pk), by=None)


@require_http_methods(["GET", "POST"])
@never_cache
def person_data_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the data about a person to the keeper of the register."""
    club = find_club(request, slug)
    person = get_object_or_404(club.people.select_related("club"), pk=pk)
    links = (
        reverse("organiser-person-data-file", args=[slug, pk]),
        reverse("organiser-person-edit", args=[slug, pk]),
    )
    next_url = reverse("organiser-people", args=[slug])
    return _page(request, person, *links, next_url=next_url, by=signed_in_user(request))


@lane("drawing")
@require_safe
@never_cache
def download_person_data(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = find_club(request, slug)
    person = get_object_or_404(club.people.select_related("club"), pk=pk)
    return _file(person, by=signed_in_user(request))


def _account(request: HttpRequest) -> User:
    """Return the user who is signed in. A stranger is refused and sent to the sign-in page."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return signed_in_user(request)


def _own_person(request: HttpRequest, pk: int) -> Person:
    """Return a person tied to the user's account.

    Raises:
        PermissionDenied: the person is tied to no account, or to another.
    """
    person = Person.objects.select_related("club").filter(pk=pk, user=_account(request)).first()
    if person is None:
        raise PermissionDenied
    return person


def _page(
    request: HttpRequest, person: Person, file_url: str, back_url: str, *, next_url: str, by: User | None
) -> HttpResponse:
    """Show and handle the page of a person's data and its erasure.

    Args:
        by: the keeper; None for the owner, whose account must not be named in the club's trace.
    """
    form = ErasureForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            erasure = erase_person(person=person, typed_name=form.cleaned_data["typed_name"], erased_by=by)
        except AppError as error:
            show_error(form, error)
        else:
            message = ngettext(
                "C’est effacé, avec %(count)d image ou document.",
                "C’est effacé, avec %(count)d images ou documents.",
                erasure.files,
            )
            add_success_message(request, message % {"count": erasure.files})
            if by is None:
                add_success_message(
                    request, _("Votre compte reste : vous pouvez le fermer sur la page « Mon compte ».")
                )
            return redirect(next_url)
    context = {"person": person, "form": form, "file_url": file_url, "back_url": back_url}
    status = 422 if form.errors else 200
    return render(request, "tournaments/site/organiser/personal.html", context, status=status)


def _file(person: Person, *, by: User | None) -> HttpResponse:
    content = export_person(person=person, exported_by=by, for_owner=by is None)
    headers = {"Content-Disposition": f'attachment; filename="donnees-{person.pk}.zip"'}
    return HttpResponse(content, content_type="application/zip", headers=headers)
