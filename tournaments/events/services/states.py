"""Ending an evening and opening it again."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.enums import TournamentState
from tournaments.events.queries.unsettled import unsettled_counts
from tournaments.events.services.events import lock_tournament
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records


@transaction.atomic
def finish_tournament(*, tournament: Tournament, finished_by: User | None) -> Tournament:
    """Close the evening: no result is taken any more.

    Raises:
        AppError: results are missing (`results_missing`, how many), disputed (`results_disputed`) or
            wait for a confirmation that is asked for (`results_unconfirmed`), or nothing is being played.
    """
    locked = lock_tournament(tournament)
    if locked.state != TournamentState.PLAYING:
        raise AppError("not_playing", _("Ce tournoi n’est pas en cours : vous ne pouvez pas le terminer."))
    expected = Play.objects.filter(round__section__session__tournament=locked).count()
    entered = ResultSlip.objects.current().filter(play__round__section__session__tournament=locked).count()
    if entered < expected:
        raise AppError(
            "results_missing",
            _("Résultats manquants : %(count)d. Saisissez-les, ou marquez ces donnes « non jouée ».")
            % {"count": expected - entered},
            extra={"missing": expected - entered},
        )
    _refuse_unsettled(locked)
    return _change_state(locked, TournamentState.FINISHED, finished_by)


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, reopened_by: User | None) -> Tournament:
    """Take results again after the end, to correct one.

    Raises:
        AppError: the tournament is not finished.
    """
    locked = lock_tournament(tournament)
    if locked.state != TournamentState.FINISHED:
        raise AppError("not_finished", _("Ce tournoi n’est pas terminé."))
    return _change_state(locked, TournamentState.PLAYING, reopened_by)


@transaction.atomic
def archive_tournament(*, tournament: Tournament, archived_by: User | None) -> Tournament:
    """Keep a finished event as it is, for good or until it is taken out again.

    Raises:
        AppError: it is not finished (`not_finished`) or in the archives already (`archived`).
    """
    locked = lock_tournament(tournament)
    if locked.state != TournamentState.FINISHED:
        raise AppError("not_finished", _("Terminez d’abord le tournoi : vous pourrez ensuite l’archiver."))
    return _keep(locked, timezone.now(), "tournament.archived", archived_by)


@transaction.atomic
def unarchive_tournament(*, tournament: Tournament, taken_out_by: User | None) -> Tournament:
    """Allow changes of an archived event again.

    Raises:
        AppError: `not_archived`.
    """
    locked = lock_tournament(tournament, may_be_archived=True)
    if locked.archived_at is None:
        raise AppError("not_archived", _("Ce tournoi n’est pas archivé."))
    return _keep(locked, None, "tournament.unarchived", taken_out_by)


def _keep(
    tournament: Tournament, since: datetime.datetime | None, action: str, actor: User | None
) -> Tournament:
    tournament.archived_at = since
    tournament.save(update_fields=["archived_at"])
    record_event(
        club=tournament.club, tournament=tournament, actor=actor, action=action, subject=tournament.name
    )
    return tournament


def _refuse_unsettled(tournament: Tournament) -> None:
    disputed, unconfirmed = unsettled_counts(tournament)
    if disputed:
        told = ngettext(
            "%(count)d résultat est contesté : répondez sur la page des résultats.",
            "%(count)d résultats sont contestés : répondez sur la page des résultats.",
            disputed,
        )
        raise AppError("results_disputed", told % {"count": disputed}, extra={"disputed": disputed})
    if unconfirmed:
        told = ngettext(
            "%(count)d résultat attend d’être confirmé : voyez la page des résultats.",
            "%(count)d résultats attendent d’être confirmés : voyez la page des résultats.",
            unconfirmed,
        )
        raise AppError("results_unconfirmed", told % {"count": unconfirmed}, extra={"waiting": unconfirmed})


def _change_state(tournament: Tournament, state: TournamentState, actor: User | None) -> Tournament:
    before, tournament.state = tournament.state, state
    tournament.save(update_fields=["state"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=f"tournament.{state}",
        subject=tournament.name,
        before={"state": before},
        after={"state": str(state)},
    )
    request_records(tournament=tournament)
    return tournament
