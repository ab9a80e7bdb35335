"""Pages of the list of licensees that a club keeps beside its register."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.web.acting import add_success_message
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.models import LicenceList
from tournaments.people.services.licences import (
    compare_licences,
    delete_licence_list,
    keep_licence_list,
    update_from_licences,
)
from tournaments.people.services.list_drafts import from_session
from tournaments.people.services.people_import import load_register, waiting_import_key

ROWS_SHOWN = 500
"""Largest number of lines of each table. The counts include all lines."""


@require_http_methods(["GET", "POST"])
def licences(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list of licensees beside the register. A POST request updates the register from it."""
    club = find_club(request, slug)
    licence_list = LicenceList.objects.filter(club=club).select_related("club", "loaded_by").first()
    if request.method == "POST" and licence_list is not None:
        try:
            plan = update_from_licences(
                licence_list=licence_list,
                seen_digest=request.POST.get("digest", ""),
                updated_by=signed_in_user(request),
            )
        except AppError as error:
            messages.error(request, str(error.message))
        else:
            assert plan.change is not None
            add_success_message(request, _updated_message(len(plan.updated)))
            return redirect("organiser-people-change", club.slug, plan.change.pk)
    context = {
        "club": club,
        "tab": "people",
        "licence_list": licence_list,
        "count": licence_list.licensees.count() if licence_list else 0,
        "comparison": compare_licences(licence_list) if licence_list else None,
        "rows_shown": ROWS_SHOWN,
    }
    return render(request, "tournaments/people/organiser/licences.html", context)


@require_POST
def keep_licences(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep the uploaded list as the list of licensees, and delete it from the session."""
    club = find_club(request, slug)
    stored_draft = request.session.get(waiting_import_key(club))
    draft = from_session(stored_draft) if stored_draft else None
    rows = draft.read(load_register(club)).rows if draft else ()
    # a list without readable lines must not replace the one before
    if draft is None or not rows:
        messages.warning(request, _("Choisissez d’abord un fichier."))
        return redirect("organiser-people-import", club.slug)
    del request.session[waiting_import_key(club)]
    keep_licence_list(club=club, rows=rows, name=draft.name, loaded_by=signed_in_user(request))
    text = ngettext(
        "La liste est gardée : %(count)d licencié. Votre registre n’a pas changé.",
        "La liste est gardée : %(count)d licenciés. Votre registre n’a pas changé.",
        len(rows),
    )
    add_success_message(request, text % {"count": len(rows)})
    return redirect("organiser-licences", club.slug)


@require_POST
def delete_licences(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the list of licensees. The register stays as it is."""
    club = find_club(request, slug)
    delete_licence_list(club=club, deleted_by=signed_in_user(request))
    add_success_message(request, _("Le fichier des licenciés est supprimé. Votre registre n’a pas changé."))
    return redirect("organiser-licences", club.slug)


def _updated_message(count: int) -> str:
    text = ngettext("%(count)d joueur est à jour.", "%(count)d joueurs sont à jour.", count)
    return text % {"count": count}
