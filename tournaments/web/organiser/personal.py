"""What is held about somebody: handed over or erased, by who keeps the register or by the person."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from common.errors import AppError
from tournaments.models import Person
from tournaments.services.erasure import erase_person
from tournaments.services.personal_exports import export_person
from tournaments.web.acting import posted, show_error, tell
from tournaments.web.finding import find_club, signed_in
from tournaments.web.forms.privacy import ErasureForm


@require_safe
def own_list(request: HttpRequest) -> HttpResponse:
    """The registers in which somebody signed in stands."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    people = Person.objects.filter(user=signed_in(request)).select_related("club").order_by("club__name")
    return render(request, "tournaments/organiser/own_data.html", {"people": people})


@require_http_methods(["GET", "POST"])
@never_cache
def own(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own data in one register."""
    person = _own_person(request, pk)
    links = (reverse("organiser-own-data-file", args=[pk]), reverse("organiser-own-data"))
    return _page(request, person, *links, after=reverse("public-home"))


@require_safe
@never_cache
def own_file(request: HttpRequest, pk: int) -> HttpResponse:
    return _file(request, _own_person(request, pk))


@require_http_methods(["GET", "POST"])
@never_cache
def page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Somebody's data, for who keeps the register."""
    club = find_club(request, slug)
    person = get_object_or_404(club.people.select_related("club"), pk=pk)
    links = (
        reverse("organiser-person-data-file", args=[slug, pk]),
        reverse("organiser-person-edit", args=[slug, pk]),
    )
    return _page(request, person, *links, after=reverse("organiser-people", args=[slug]))


@require_safe
@never_cache
def file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = find_club(request, slug)
    return _file(request, get_object_or_404(club.people.select_related("club"), pk=pk))


def _own_person(request: HttpRequest, pk: int) -> Person:
    """Somebody whose account asks; everybody else is refused, whoever has the number."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    found = Person.objects.select_related("club").filter(pk=pk, user=signed_in(request)).first()
    if found is None:
        raise PermissionDenied
    return found


def _page(request: HttpRequest, person: Person, file_url: str, back_url: str, *, after: str) -> HttpResponse:
    form = ErasureForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            erased = erase_person(
                person=person, typed_name=form.cleaned_data["typed_name"], erased_by=signed_in(request)
            )
        except AppError as error:
            show_error(form, error)
        else:
            told = ngettext(
                "C’est effacé, avec %(count)d image ou document.",
                "C’est effacé, avec %(count)d images ou documents.",
                erased.files,
            )
            tell(request, told % {"count": erased.files})
            if erased.keeps_account:
                tell(request, _("Le compte reste : il sert encore à organiser."))
            return redirect(after)
    context = {"person": person, "form": form, "file_url": file_url, "back_url": back_url}
    status = 422 if form.errors else 200
    return render(request, "tournaments/organiser/personal.html", context, status=status)


def _file(request: HttpRequest, person: Person) -> HttpResponse:
    packed = export_person(person=person, exported_by=signed_in(request))
    headers = {"Content-Disposition": f'attachment; filename="donnees-{person.pk}.zip"'}
    return HttpResponse(packed, content_type="application/zip", headers=headers)
