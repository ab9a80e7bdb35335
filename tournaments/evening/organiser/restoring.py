"""Page that restores a backup: check an archive, show what would change, request the restore."""

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from common.errors import AppError
from common.web_server.policy import takes_file
from etui.places import command_text
from tournaments.base.access import may_back_up
from tournaments.base.web.acting import add_success_message, run_service, show_error
from tournaments.base.web.finding import signed_in_user
from tournaments.evening.forms.restores import LARGEST_ARCHIVE, SENT, RestoreForm
from tournaments.evening.queries.archives import restorable_archives
from tournaments.evening.services.backups import request_restore_of, takes_copies
from tournaments.installation.staged_restore import (
    ARCHIVE,
    RestoreStep,
    StagedRestore,
    forget_staged,
    is_served_here,
    receive_archive,
    restore_folder,
    staged_restore,
    start_check,
)

CHECK_SECONDS = 8.0
"""Wait for the check in a request, in seconds. A longer check goes on, and the page reloads itself."""
UNDER_WAY = (RestoreStep.CHECKING, RestoreStep.WANTED, RestoreStep.BEGUN)
FIELD_OF_REFUSAL = {"passphrase_missing": "passphrase", "passphrase_wrong": "passphrase"}


@require_http_methods(["GET", "POST"])
@never_cache
@takes_file(LARGEST_ARCHIVE)
def restore_page(request: HttpRequest) -> HttpResponse:
    """Check an archive that is chosen or sent, and show what a restore would change. For administrators."""
    _administrator(request)
    archives = restorable_archives(with_sticks=takes_copies())
    sources = [(key, name) for key, (_path, name) in archives.items()]
    if request.method == "POST":
        form = RestoreForm(request.POST, request.FILES, sources=sources)
        if form.is_valid():
            try:
                staged = _check(form, archives)
            except AppError as error:
                show_error(form, error)
            else:
                if staged is None or staged.step != RestoreStep.REFUSED:
                    return redirect("organiser-restore")
                form.add_error(_field_of(form, staged), staged.why)
                forget_staged()
        return _show_restore(request, form, None, status=422)
    return _show_restore(request, RestoreForm(sources=sources), staged_restore(now=timezone.now()))


@require_POST
@never_cache
def request_restore(request: HttpRequest) -> HttpResponse:
    """Request the restore of the archive that was checked, or forget it with `cancel`."""
    user = _administrator(request)
    if "cancel" in request.POST:
        forget_staged()
        add_success_message(request, _("Rien n’a été changé."))
        return redirect("organiser-restore")
    if is_served_here():
        done, mark = _("La remise en place commence."), request.POST.get("mark", "")
        run_service(request, request_restore_of, done, mark=mark, requested_by=user)
    return redirect("organiser-restore")


def _check(form: RestoreForm, archives: dict[str, tuple[Path, str]]) -> StagedRestore | None:
    """Start the check of the chosen archive and wait a while for its result."""
    source: str = form.cleaned_data["source"]
    if source == SENT:
        upload: UploadedFile[Any] = form.cleaned_data["file"]
        path, name = receive_archive(upload.chunks()), upload.name or ""
    else:
        path, name = archives[source][0], archives[source][0].name
    process = start_check(path, name=name, passphrase=form.cleaned_data["passphrase"], now=timezone.now())
    with suppress(subprocess.TimeoutExpired):
        process.wait(CHECK_SECONDS)
    return staged_restore(now=timezone.now())


def _field_of(form: RestoreForm, staged: StagedRestore) -> str:
    is_sent = form.cleaned_data["source"] == SENT
    return FIELD_OF_REFUSAL.get(staged.code, "file" if is_sent else "source")


def _show_restore(
    request: HttpRequest, form: RestoreForm, staged: StagedRestore | None, *, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "staged": staged,
        "is_under_way": staged is not None and staged.step in UNDER_WAY,
        "is_served": is_served_here(),
        "command": command_text(f"restore {restore_folder() / ARCHIVE}"),
    }
    return render(request, "tournaments/evening/organiser/restore.html", context, status=status)


def _administrator(request: HttpRequest) -> User:
    """Return the user; PermissionDenied unless they administer the site. A backup replaces all clubs."""
    if not may_back_up(request.user) or not (user := signed_in_user(request)).is_superuser:
        raise PermissionDenied
    return user
