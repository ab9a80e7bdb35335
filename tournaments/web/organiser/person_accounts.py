"""The account of somebody of the register."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.services.person_accounts import link_account
from tournaments.web.acting import posted, show_error, tell
from tournaments.web.finding import find_club, signed_in
from tournaments.web.forms.people import AccountForm


@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say with which account somebody signs in who also plays; an empty address unties it."""
    club = find_club(request, slug)
    person = get_object_or_404(club.people.select_related("user"), pk=pk)
    form = AccountForm(posted(request), initial={"email": person.user.email if person.user else ""})
    if request.method == "POST" and form.is_valid():
        try:
            link_account(person=person, email=form.cleaned_data["email"], linked_by=signed_in(request))
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("%(person)s est à jour.") % {"person": person})
            return redirect("organiser-person-edit", club.slug, person.pk)
    context = {"club": club, "tab": "people", "person": person, "form": form}
    return render(request, "tournaments/organiser/person_account.html", context)
