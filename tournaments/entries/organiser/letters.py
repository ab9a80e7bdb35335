"""Page of letters to registered players: write, preview, send."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.mails import can_send
from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.entries.forms.letters import LetterForm
from tournaments.entries.queries.letters import list_letters, load_addressees
from tournaments.entries.services.letters import reply_address, request_letter, resume_letter, stop_letter
from tournaments.models import EntrantLetter


@require_http_methods(["GET", "POST"])
def letters(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the letters sent and the form. A POST previews a letter, or sends it with `send`."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    user = signed_in_user(request)
    form = LetterForm(posted_data(request))
    preview: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        draft = form.draft()
        preview = {"draft": draft, "addressees": load_addressees(tournament, draft.group)}
        if "send" in request.POST:
            try:
                count = request_letter(tournament=tournament, draft=draft, requested_by=user)
            except AppError as error:
                show_error(form, error)
            else:
                message = ngettext(
                    "La lettre part à %(count)d adresse.", "La lettre part à %(count)d adresses.", count
                )
                add_success_message(request, message % {"count": count})
                return redirect("organiser-letters", slug)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form,
        "letters": list_letters(tournament),
        "can_send": can_send(),
        "reply_to": reply_address(tournament, user),
        **preview,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/entries/organiser/letters.html", context, status=status)


@require_POST
def stop_letter_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel the messages of a letter that have not left."""
    letter = _find_letter(request, slug, pk)
    count = stop_letter(letter=letter, stopped_by=signed_in_user(request))
    text = ngettext("%(count)d courriel n’est pas parti.", "%(count)d courriels ne sont pas partis.", count)
    add_success_message(request, text % {"count": count})
    return redirect("organiser-letters", slug)


@require_POST
def resume_letter_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Send a letter again to the addresses that have not received it."""
    letter = _find_letter(request, slug, pk)
    message = _("La lettre repart.")
    run_service(request, resume_letter, message, letter=letter, resumed_by=signed_in_user(request))
    return redirect("organiser-letters", slug)


def _find_letter(request: HttpRequest, slug: str, pk: int) -> EntrantLetter:
    tournament = find_tournament(request, slug, Right.PREPARE)
    return get_object_or_404(tournament.letters.select_related("tournament__club"), pk=pk)
