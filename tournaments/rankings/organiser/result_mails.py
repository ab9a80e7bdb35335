"""Pages of results by e-mail: recipients, a sample, progress of the messages."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.language_codes import reader_language
from accounts.mails import can_send
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, run_service
from tournaments.base.web.addresses import phone_url
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.enums import MailState, TournamentState, Visibility
from tournaments.models import ResultMail, Tournament
from tournaments.rankings.queries.event_standings import event_mark
from tournaments.rankings.queries.result_mails import load_mail_progress
from tournaments.rankings.services.result_mails import cancel_mails, request_mails, sample_mail


@require_safe
def mails(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the recipients, a sample, and the messages about the current ranking by state."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    progress = load_mail_progress(tournament)
    first = progress.recipients[0] if progress.recipients else None
    links = _links(request, tournament, [first.entry.pk]) if first else {}
    context = {
        "tournament": tournament,
        "tab": "desk",
        "progress": progress,
        "sent": progress.counts[MailState.SENT],
        "failed": ResultMail.objects.filter(
            tournament=tournament, mark=event_mark(tournament), state=MailState.FAILED
        ).select_related("person"),
        "sample": first
        and sample_mail(
            tournament=tournament,
            entry=first.entry,
            link=links.get(first.entry.pk, ""),
            language=reader_language(),
        ),
        "can_send": can_send(),
        "is_finished": tournament.state == TournamentState.FINISHED,
    }
    return render(request, "tournaments/rankings/organiser/result_mails.html", context)


@require_POST
def send_result_mails_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Queue a message for each recipient who has none about this ranking."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        request_mails,
        _("L’envoi des courriels a commencé."),
        tournament=tournament,
        links=_links(request, tournament, tournament.entries.values_list("pk", flat=True)),
        language=reader_language(),
        requested_by=signed_in_user(request),
        own_address=lambda secret: phone_url(request, reverse("public-own-results", args=[secret])),
    )
    return redirect("organiser-result-mails", tournament.slug)


@require_POST
def cancel_result_mails_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel the messages that are still queued."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    count = cancel_mails(tournament=tournament, cancelled_by=signed_in_user(request))
    text = ngettext("%(count)d courriel n’est pas parti.", "%(count)d courriels ne sont pas partis.", count)
    add_success_message(request, text % {"count": count})
    return redirect("organiser-result-mails", tournament.slug)


def _links(request: HttpRequest, tournament: Tournament, entry_ids: Iterable[int]) -> dict[int, str]:
    """Return the addresses of the players' pages; {} unless the event is public."""
    if tournament.visibility != Visibility.PUBLIC:
        return {}
    return {
        entry_id: phone_url(request, reverse("public-player", args=[tournament.slug, entry_id]))
        for entry_id in entry_ids
    }
