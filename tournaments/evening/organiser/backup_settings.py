"""Pages around the backups: their plan, a copy on a USB stick, an encrypted download."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from common.errors import AppError
from common.web_server.policy import FORM_BYTES, lane, max_body
from tournaments.base.access import may_back_up, may_look_after
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import signed_in_user
from tournaments.evening.forms.backups import BackupPlanForm, CopyForm, NewPassphraseForm
from tournaments.evening.services.backups import (
    change_backup_plan,
    note_download,
    request_copy,
    takes_copies,
)
from tournaments.installation.backups import copy_state, current_plan, is_known_backup
from tournaments.installation.copy_places import mounted_places
from tournaments.installation.encryption import ENCRYPTED_SUFFIX, check_new_passphrase, encrypted_copy
from tournaments.installation.file_storages import open_backup


@require_http_methods(["GET", "POST"])
@never_cache
def backup_plan_page(request: HttpRequest) -> HttpResponse:
    """Show and change how often backups are made, how many stay, and where a second copy goes."""
    user = _setter(request)
    places = mounted_places() if takes_copies() else None
    form = BackupPlanForm(posted_data(request), plan=current_plan(), places=places)
    if request.method == "POST" and form.is_valid():
        try:
            change_backup_plan(form.plan, changed_by=user)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les réglages des sauvegardes sont enregistrés."))
            return redirect("organiser-backups")
    context = {"form": form, "copies": copy_state(), "chooses_folder": places is not None}
    return _filled(request, "backup_plan", context, form)


@require_http_methods(["GET", "POST"])
@never_cache
def backup_copy_page(request: HttpRequest) -> HttpResponse:
    """Choose a USB stick or a folder for a backup now."""
    user = _setter(request)
    is_possible = takes_copies()
    places = mounted_places() if is_possible else []
    form = CopyForm(posted_data(request), places=places)
    if request.method == "POST" and is_possible and form.is_valid():
        try:
            folder = request_copy(folder=form.chosen_folder, requested_by=user)
        except AppError as error:
            show_error(form, error)
        else:
            message = _(
                "La sauvegarde est en route vers %(folder)s. Attendez qu’elle y soit avant de débrancher."
            )
            add_success_message(request, message % {"folder": folder})
            return redirect("organiser-backups")
    return _filled(request, "backup_copy", {"form": form, "places": places, "is_possible": is_possible}, form)


@require_http_methods(["GET", "POST"])
@never_cache
@lane("passwords")
@max_body(FORM_BYTES)
def encrypted_download(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """Send an archive encrypted with a passphrase that is typed twice. For administrators of the site."""
    if not may_back_up(request.user) or not (user := signed_in_user(request)).is_superuser:
        raise PermissionDenied
    if not is_known_backup(name):
        raise Http404
    form = NewPassphraseForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        passphrase = form.cleaned_data["passphrase"]
        try:
            check_new_passphrase(passphrase, form.cleaned_data["repeated"])
            with open_backup(name) as archive:
                file = encrypted_copy(archive, passphrase)
        except AppError as error:
            show_error(form, error)
        else:
            encrypted_name = name.removesuffix(".zip") + ENCRYPTED_SUFFIX
            note_download(name=encrypted_name, downloaded_by=user)
            return FileResponse(
                file,  # Django closes it
                as_attachment=True,
                filename=encrypted_name,
                content_type="application/octet-stream",
            )
    return _filled(request, "backup_encrypted", {"form": form, "name": name}, form)


def _filled(request: HttpRequest, page: str, context: dict[str, Any], form: Form) -> HttpResponse:
    """Return a page with its form, and the status of a refusal if the form has errors."""
    status = 422 if form.errors else 200
    return render(request, f"tournaments/evening/organiser/{page}.html", context, status=status)


def _setter(request: HttpRequest) -> User:
    """Return the user; PermissionDenied unless they may set up the backups."""
    if not may_look_after(request.user):
        raise PermissionDenied
    return signed_in_user(request)
