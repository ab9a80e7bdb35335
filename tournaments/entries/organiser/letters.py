"""Page of letters to registered players: write, preview, send."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts.mails import can_send
from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.entries.forms.letters import LetterForm
from tournaments.entries.queries.letters import list_letters, load_addressees
from tournaments.entries.services.letters import reply_address, request_letter


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
