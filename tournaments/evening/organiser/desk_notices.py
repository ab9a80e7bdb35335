"""Notices on the desk, each for some of the tournaments. Other apps add their own."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament, Webhook


@dataclass(frozen=True, slots=True)
class DeskNotice:
    """A sentence on the desk, with the page that it is about."""

    sentence: str
    url: str
    link: str
    """Text of the link."""
    is_problem: bool = False


NOTICES: list[Callable[[Tournament], DeskNotice | None]] = []
"""Functions that return the notice of a tournament; None without one. Apps above register theirs at start."""


def desk_notices(tournament: Tournament) -> list[DeskNotice]:
    """Return the notices of a tournament. One query, and those of the registered functions."""
    return [notice for make in (_webhook_notice, *NOTICES) if (notice := make(tournament)) is not None]


def _webhook_notice(tournament: Tournament) -> DeskNotice | None:
    """Return the notice of a webhook that was paused by failures; None without one."""
    paused_hooks = Webhook.objects.filter(club=tournament.club_id, was_paused_by_failures=True)
    if not paused_hooks.exists():
        return None
    sentence = _("Un programme n’est plus averti : un jour entier, aucun message n’a été reçu.")
    page = reverse("organiser-webhooks", args=[tournament.club.slug])
    return DeskNotice(sentence, page, _("Programmes avertis"), is_problem=True)
