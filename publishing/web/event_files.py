"""An event as a file: written on one installation, checked and added on another.

Between check and confirmation the file travels in the page, so that no list of players waits on the server.
"""

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError, Conflict
from common.web_server.policy import lane, takes_file
from publishing.services.event_files import (
    LARGEST_FILE,
    FilePreview,
    add_event_of_file,
    preview_event_file,
    write_event_file,
)
from tournaments.base.forms.limits import most_bytes, too_large_message
from tournaments.base.web.acting import add_success_message, posted_data
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.models import Club, Tournament

FILE_SUFFIX = ".tournoi"
"""End of the name of a file. An encrypted backup has another one, since it is no event."""
LARGEST_TEXT = LARGEST_FILE * 4 // 3 + 4
"""Largest file as the text of a field."""


class EventFileForm(forms.Form):
    """A file to check."""

    file = forms.FileField(
        label=gettext_lazy("Fichier du tournoi"),
        allow_empty_file=True,
        # tablets let nobody choose a file whose ending they do not know, unless its kind says "any bytes"
        widget=forms.FileInput(attrs={"accept": f"{FILE_SUFFIX},application/octet-stream"}),
        help_text=gettext_lazy(
            "La page « Clôturer » de l’autre Étui l’écrit. Son nom finit par « .tournoi »."
        ),
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > LARGEST_FILE:
            message = gettext_lazy("Ce fichier est trop grand pour un tournoi.")
            raise forms.ValidationError(too_large_message(message, most_bytes(LARGEST_FILE)))
        return file


class CheckedFileForm(forms.Form):
    """A file that was checked, with the digest of its preview."""

    content = forms.CharField(widget=forms.HiddenInput(), max_length=LARGEST_TEXT)
    seen = forms.CharField(widget=forms.HiddenInput(), max_length=64)

    def clean_content(self) -> bytes:
        try:
            return urlsafe_b64decode(self.cleaned_data["content"])
        except (binascii.Error, ValueError) as error:
            raise forms.ValidationError("base64") from error


@require_POST
@never_cache
@lane("drawing")
def write_file(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """Send a finished event as a file."""
    club = find_club(request, slug)
    tournament = get_object_or_404(Tournament, club=club, slug=event)
    try:
        content = write_event_file(tournament=tournament, written_by=signed_in_user(request))
    except AppError as error:
        messages.error(request, str(error.message))
        return redirect("organiser-desk", tournament.slug)
    headers = {"Content-Disposition": f'attachment; filename="{tournament.slug}{FILE_SUFFIX}"'}
    return HttpResponse(content, content_type="application/octet-stream", headers=headers)


@takes_file(LARGEST_FILE)
@require_http_methods(["GET", "POST"])
@never_cache
def check_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a file, and show what it would add to the club. Nothing is stored."""
    club = find_club(request, slug)
    form = EventFileForm(posted_data(request), request.FILES or None)
    if form.is_bound and form.is_valid():
        try:
            return _preview_page(request, club, form.cleaned_data["file"].read())
        except AppError as error:
            form.add_error("file", str(error.message))
    return _page(request, club, form)


@require_POST
@never_cache
def add_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Add the event of a checked file to the club."""
    club = find_club(request, slug)
    form = CheckedFileForm(request.POST)
    try:
        if not form.is_valid():
            raise AppError("file_unknown", _("Choisissez de nouveau le fichier."))
        return _add(request, club, form.cleaned_data["content"], form.cleaned_data["seen"])
    except AppError as error:
        # the fields are hidden: the next page shows the refusal above the file to choose
        messages.error(request, str(error.message))
        return redirect("organiser-publishing-file", club.slug)


def _add(request: HttpRequest, club: Club, content: bytes, seen: str) -> HttpResponse:
    try:
        tournament = add_event_of_file(
            club=club, content=content, seen=seen, added_by=signed_in_user(request)
        )
    except Conflict as error:
        messages.warning(request, str(error.message))
        return _preview_page(request, club, content)
    add_success_message(request, _("Le tournoi du fichier est là."))
    return redirect("organiser-desk", tournament.slug)


def _preview_page(request: HttpRequest, club: Club, content: bytes) -> HttpResponse:
    preview = preview_event_file(club=club, content=content, user=signed_in_user(request))
    values = {"content": urlsafe_b64encode(content).decode(), "seen": preview.digest}
    return _page(request, club, EventFileForm(), preview=preview, checked=CheckedFileForm(initial=values))


def _page(
    request: HttpRequest,
    club: Club,
    form: EventFileForm,
    *,
    preview: FilePreview | None = None,
    checked: CheckedFileForm | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "tab": "club",
        "form": form,
        "preview": preview,
        "checked": checked,
    }
    status = 422 if form.errors else 200
    return render(request, "publishing/event_file.html", context, status=status)
