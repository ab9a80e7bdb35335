"""The line on the desk about a webhook of the club that has stopped by itself."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.evening.organiser.desk_notices import DeskNotice
from tournaments.models import Tournament, Webhook


def webhook_notice(tournament: Tournament) -> DeskNotice | None:
    """Return the notice of a webhook that was paused by failures; None without one. One query."""
    paused_hooks = Webhook.objects.filter(club=tournament.club_id, was_paused_by_failures=True)
    if not paused_hooks.exists():
        return None
    sentence = _("Un programme n’est plus averti : un jour entier, aucun message n’a été reçu.")
    page = reverse("organiser-webhooks", args=[tournament.club.slug])
    return DeskNotice(sentence, page, _("Programmes avertis"), is_problem=True)
