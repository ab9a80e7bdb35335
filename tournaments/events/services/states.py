"""Begin, finish, reopen and archive an event."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.rounds import count_undrawn_rounds
from tournaments.base.queries.sessions import current_session
from tournaments.enums import HookKind, TournamentState
from tournaments.events.queries.unsettled import unsettled_counts
from tournaments.events.services.events import lock_tournament
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.trace.services.hook_requests import request_messages
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records


def begin_playing(tournament: Tournament) -> None:
    """Mark an event whose seats are fixed as being played, with its first result. Programs are notified.

    The caller is inside the transaction of the result. The loaded row keeps its state.
    """
    if tournament.state != TournamentState.SEATED:
        return
    seated = Tournament.objects.filter(pk=tournament.pk, state=TournamentState.SEATED)
    # of two first results at the same time one begins the event
    if seated.update(state=TournamentState.PLAYING):
        request_messages(tournament=tournament, kind=HookKind.STATE)


@transaction.atomic
def finish_tournament(*, tournament: Tournament, finished_by: User | None) -> Tournament:
    """Close the evening: results are refused from now on.

    Raises:
        AppError: with one of these codes:

        - `not_playing`: the event is not being played;
        - `results_missing` (number of missing results);
        - `rounds_undrawn` (number of rounds that are still to be drawn);
        - `results_disputed` (number of open disputes);
        - `results_unconfirmed`: results wait for a confirmation that the phone rules demand.
    """
    locked = lock_tournament(tournament)
    if locked.state != TournamentState.PLAYING:
        message = (
            _("Ce tournoi est déjà terminé.")
            if locked.state == TournamentState.FINISHED
            else _("Ce tournoi n’est pas en cours : vous ne pouvez pas le terminer.")
        )
        raise AppError("not_playing", message)
    play_count = Play.objects.filter(round__section__session__tournament=locked).count()
    result_count = (
        ResultSlip.objects.current().filter(play__round__section__session__tournament=locked).count()
    )
    if result_count < play_count:
        raise AppError(
            "results_missing",
            _("Résultats manquants : %(count)d. Saisissez-les, ou marquez ces donnes « non jouée ».")
            % {"count": play_count - result_count},
            extra={"missing": play_count - result_count},
        )
    undrawn_count = count_undrawn_rounds(current_session(locked))
    if undrawn_count:
        message = _("Positions encore à tirer : %(count)d. Tirez, ou écourtez la soirée.")
        raise AppError("rounds_undrawn", message % {"count": undrawn_count}, extra={"undrawn": undrawn_count})
    _refuse_unsettled(locked)
    return _change_state(locked, TournamentState.FINISHED, finished_by)


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, reopened_by: User | None) -> Tournament:
    """Accept results again after the end, so that one can be corrected.

    Raises:
        AppError: `not_finished`.
    """
    locked = lock_tournament(tournament)
    if locked.state != TournamentState.FINISHED:
        raise AppError("not_finished", _("Ce tournoi n’est pas terminé."))
    return _change_state(locked, TournamentState.PLAYING, reopened_by)


@transaction.atomic
def archive_tournament(*, tournament: Tournament, archived_by: User | None) -> Tournament:
    """Protect a finished event from changes until it is taken out of the archives.

    Raises:
        AppError: `not_finished`, or `archived` if it is in the archives already.
    """
    locked = lock_tournament(tournament)
    if locked.state != TournamentState.FINISHED:
        raise AppError("not_finished", _("Terminez d’abord le tournoi : vous pourrez ensuite l’archiver."))
    return _set_archived(locked, timezone.now(), "tournament.archived", archived_by)


@transaction.atomic
def unarchive_tournament(*, tournament: Tournament, taken_out_by: User | None) -> Tournament:
    """Allow changes of an archived event again.

    Raises:
        AppError: `not_archived`.
    """
    locked = lock_tournament(tournament, may_be_archived=True)
    if locked.archived_at is None:
        raise AppError("not_archived", _("Ce tournoi n’est pas archivé."))
    return _set_archived(locked, None, "tournament.unarchived", taken_out_by)


def _set_archived(
    tournament: Tournament, archived_at: datetime.datetime | None, action: str, actor: User | None
) -> Tournament:
    tournament.archived_at = archived_at
    tournament.save(update_fields=["archived_at"])
    record_event(
        club=tournament.club, tournament=tournament, actor=actor, action=action, subject=tournament.name
    )
    return tournament


def _refuse_unsettled(tournament: Tournament) -> None:
    disputed, unconfirmed = unsettled_counts(tournament)
    if disputed:
        message = ngettext(
            "%(count)d résultat est contesté : répondez sur la page des résultats.",
            "%(count)d résultats sont contestés : répondez sur la page des résultats.",
            disputed,
        )
        raise AppError("results_disputed", message % {"count": disputed}, extra={"disputed": disputed})
    if unconfirmed:
        message = ngettext(
            "%(count)d résultat attend d’être confirmé : voyez la page des résultats.",
            "%(count)d résultats attendent d’être confirmés : voyez la page des résultats.",
            unconfirmed,
        )
        raise AppError(
            "results_unconfirmed", message % {"count": unconfirmed}, extra={"waiting": unconfirmed}
        )


def _change_state(tournament: Tournament, state: TournamentState, actor: User | None) -> Tournament:
    old_state, tournament.state = tournament.state, state
    # events that an earlier version finished have no time yet
    if tournament.first_finished_at is None and TournamentState.FINISHED in (state, old_state):
        tournament.first_finished_at = timezone.now()
    tournament.save(update_fields=["state", "first_finished_at"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=f"tournament.{state}",
        subject=tournament.name,
        before={"state": old_state},
        after={"state": str(state)},
    )
    # seasons and ratings count finished events only
    request_records(tournament=tournament)
    return tournament
