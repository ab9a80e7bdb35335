"""Pages of the site's backups: list them, request one, download an archive."""

from django.core.exceptions import PermissionDenied
from django.core.files.storage import storages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from tournaments.base.access import may_back_up, may_look_after
from tournaments.base.web.acting import add_success_message
from tournaments.base.web.finding import signed_in_user
from tournaments.evening.organiser.health_words import describe_backups, describe_requested_copy
from tournaments.evening.services.backups import note_download, request_backup, takes_copies
from tournaments.installation.backups import (
    ASKED,
    backups_place,
    copy_state,
    current_plan,
    is_asked_too_soon,
    is_known_backup,
    kept_backups,
)
from tournaments.installation.file_storages import open_backup

SHOWN = 30
"""Largest number of archives on the page; the latest ones are listed."""


@require_http_methods(["GET", "POST"])
@never_cache
def backups_page(request: HttpRequest) -> HttpResponse:
    """List the backups. A POST requests one.

    For owners of a club and administrators of the site.
    """
    user = _keeper(request)
    moment = timezone.now()
    if request.method == "POST":
        if is_asked_too_soon(now=moment):
            add_success_message(
                request,
                _(
                    "Une sauvegarde vient d’être faite, ou elle est en route. Pour y mettre ce qui a changé"
                    " depuis, recommencez dans deux minutes."
                ),
            )
        else:
            request_backup(ASKED)
            add_success_message(
                request, _("La sauvegarde est demandée. Rechargez cette page dans un instant.")
            )
        return redirect("organiser-backups")
    context = {
        "backup": describe_backups(now=moment),
        "archives": [
            {"name": path.name, "made_at": made_at, "size": storages["backups"].size(path.name)}
            for path, made_at in kept_backups()[:SHOWN]
        ],
        "folder": backups_place(),
        "copies": copy_state(),
        "plan": current_plan(),
        "requested_copy": describe_requested_copy(),
        "may_download": user.is_superuser,
        "may_set_up": may_look_after(user),
        "may_copy": may_look_after(user) and takes_copies(),
    }
    return render(request, "tournaments/evening/organiser/backups.html", context)


@require_safe
@never_cache
def download_backup(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """Send an archive. It holds the data of all clubs, so only an administrator of the site gets it."""
    user = _keeper(request)
    if not user.is_superuser:
        raise PermissionDenied
    if not is_known_backup(name):
        raise Http404
    note_download(name=name, downloaded_by=user)
    return FileResponse(open_backup(name), as_attachment=True, filename=name)  # Django closes it


def _keeper(request: HttpRequest) -> User:
    """Return the user; PermissionDenied unless they may make backups."""
    if not may_back_up(request.user):
        raise PermissionDenied
    return signed_in_user(request)
