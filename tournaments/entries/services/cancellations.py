"""Cancellation of a registration by its sender, alone or among registrations that were joined."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.registrations import UNANSWERED, holder_of, is_shared, own_players
from tournaments.entries.services.registrations import record_registration
from tournaments.entries.services.waiting import notify_player, notify_senders, promote_waiting
from tournaments.entries.services.withdrawals import is_kept, withdraw_entry
from tournaments.enums import RegistrationState, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, PartnerProposal, RegisteredPlayer, Registration


@transaction.atomic
def cancel_registration(*, registration: Registration) -> Registration:
    """Cancel a registration with its entry. Free places go to the waiting list.

    Players of other registrations that it was joined with stay registered, and look for partners again.

    Raises:
        AppError: it is already cancelled or refused (`registration_over`), the seats are fixed
            (`not_in_preparation`), or it is part of an entered team (`team_entered`).
    """
    locked_tournament = lock_tournament(registration.tournament)
    registration = Registration.objects.select_related("tournament__club").get(pk=registration.pk)
    holder = holder_of(registration)
    if holder.state not in (*UNANSWERED, RegistrationState.ACCEPTED):
        raise AppError("registration_over", _("Cette préinscription est déjà annulée ou refusée."))
    players = list(own_players(registration))
    entries = list(Entry.objects.filter(registered_players__in=players).distinct())
    # a tournament is in preparation again between two sessions
    is_late = locked_tournament.state != TournamentState.DRAFT or any(map(is_kept, entries))
    if holder.state == RegistrationState.ACCEPTED and is_late:
        raise AppError(
            "not_in_preparation", _("Les places sont déjà fixées : prévenez le club ou le directeur.")
        )
    if is_shared(holder):
        if entries and find_format(locked_tournament.format).has_teams:
            raise AppError("team_entered", _("Votre équipe est inscrite : prévenez le club."))
        _leave(holder, registration, players)
    registration.state = RegistrationState.CANCELLED
    registration.save(update_fields=["state"])
    PartnerProposal.objects.filter(Q(sender=registration) | Q(recipient=registration)).delete()
    for entry in entries:
        withdraw_entry(entry=entry, withdrawn_by=None)
    record_registration(registration, "registration.cancelled")
    notify_player(registration)
    promote_waiting(locked_tournament)
    return registration


def _leave(holder: Registration, leaving: Registration, players: Sequence[RegisteredPlayer]) -> None:
    """Part the players of `leaving` from the others, who keep the place."""
    others = [player for player in holder.players.select_related("sent_with") if player not in players]
    if leaving.pk == holder.pk:
        heir = others[0].home
        heir.state, heir.promoted_at = holder.state, holder.promoted_at
    else:
        heir = holder
        _move(players, leaving)
    _move(others, heir)
    heir.seeks_partner = True
    heir.save(update_fields=["state", "promoted_at", "seeks_partner"])
    notify_senders(heir)


def _move(players: Sequence[RegisteredPlayer], registration: Registration) -> None:
    for position, player in enumerate(players):
        home = player.home
        player.sent_with = None if home.pk == registration.pk else home
        player.registration, player.position = registration, position
        player.save(update_fields=["registration", "position", "sent_with"])
