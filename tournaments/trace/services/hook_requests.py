"""Requests of messages to the webhooks of a club, made with the change that they announce."""

import json

from tournaments.base.prepared import PreparedQuery
from tournaments.enums import HookKind
from tournaments.models import Tournament, Webhook
from tournaments.work.kinds import HOOKS

_KINDS = PreparedQuery(
    lambda club: Webhook.objects.filter(club=club, paused_at=None).values_list("kinds"), int
)


def request_messages(*, tournament: Tournament, kind: HookKind) -> None:
    """Request messages to the webhooks of the club, inside the transaction of the change.

    One prepared query when there is none: each result of a hall comes here.
    """
    if any(kind.value in json.loads(kinds) for (kinds,) in _KINDS.rows(tournament.club_id)):
        HOOKS.request(tournament.pk, tournament=tournament, kind=kind)
