"""Guided actions: rehearsed, carried out step by step, taken back."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.base.queries.sessions import current_session
from tournaments.core.ranking.changes import RankedLine, RankingChange, compare_rankings
from tournaments.enums import IncidentKind, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.incidents.services.action_words import incident_text
from tournaments.incidents.services.movement_steps import put_movement_back
from tournaments.incidents.services.people_steps import (
    drop_entry,
    end_stand_in,
    hand_back,
    lift_ruling,
    put_standing_back,
)
from tournaments.incidents.services.plans import Case, Consequences, Step
from tournaments.incidents.services.result_steps import take_results_up
from tournaments.incidents.services.seat_steps import drop_table, put_seats_back
from tournaments.models import Entry, Incident, ResultSlip, Session, Tournament
from tournaments.rankings.queries.changes import ranking_lines
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.rankings.queries.standings import rank_loaded, read_standings
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings

_UNDOING: dict[str, Callable[[Session, Step, User], None]] = {
    "seats": put_seats_back,
    "table": drop_table,
    "results": take_results_up,
    "ruling": lift_ruling,
    "substitution": end_stand_in,
    "presence": put_standing_back,
    "person": hand_back,
    "entry": drop_entry,
    "movement": put_movement_back,
}


def take_back(session: Session, step: Step, user: User) -> None:
    """Undo one step; refusals as the function that undoes it."""
    _UNDOING[step["step"]](session, step, user)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What an action would change, found by doing it and taking the whole transaction back."""

    told: Consequences
    ranking: tuple[RankingChange[Entry], ...]
    """Every line whose place or value would move, in the order of the ranking to be; none before the first
    result."""


def rehearse(*, tournament: Tournament, case: Case, asked_by: User) -> Rehearsal:
    """Say what a case would change in the current session; nothing is kept.

    Raises:
        AppError: as `carry_out`.
    """
    with transaction.atomic():
        locked = _lock(tournament, case.kind)
        session = current_session(locked)
        has_begun = ResultSlip.objects.current().of_session(session).exists()
        before = _ranking(session) if has_begun else []
        plan = case.plan(session)
        plan.carry_out(asked_by)
        ranking = compare_rankings(before, _ranking(session)) if has_begun else ()
        transaction.set_rollback(True)
    return Rehearsal(plan.told, ranking)


@transaction.atomic
def carry_out(*, tournament: Tournament, case: Case, seen: str, made_by: User) -> Incident:
    """Do what a case asks in the current session, all of it or nothing; the ranking follows.

    Args:
        seen: fingerprint of the consequences that the person has read.

    Raises:
        Conflict: the consequences are others by now (`consequences_changed`).
        AppError: the case cannot be done here (each says why), or the tournament is not being played
            (`not_playing`).
    """
    locked = _lock(tournament, case.kind)
    session = current_session(locked)
    plan = case.plan(session)
    if plan.told.fingerprint != seen:
        raise Conflict(
            "consequences_changed",
            _("Quelque chose a changé entre-temps : lisez de nouveau ce qui va changer, puis confirmez."),
        )
    steps = plan.carry_out(made_by)
    incident = Incident.objects.create(
        session=session, kind=case.kind, facts=dict(plan.facts), steps=steps, made_by=made_by
    )
    _record(incident, made_by, "incident.done")
    request_standings(session=session)
    return incident


@transaction.atomic
def undo_incident(*, incident: Incident, undone_by: User) -> Incident:
    """Put back what an action changed, the last change first; it stays in the list, as taken back.

    Raises:
        AppError: it was taken back already (`already_undone`), another session has begun
            (`session_over`), or what it changed has been changed again since (each step says how).
    """
    tournament = lock_tournament(incident.session.tournament)
    incident = Incident.objects.select_related("session__tournament__club").get(pk=incident.pk)
    if incident.undone_at is not None:
        raise AppError("already_undone", _("Cette action est déjà annulée."))
    if incident.session != current_session(tournament):
        raise AppError("session_over", _("Une autre séance a commencé depuis."))
    for step in reversed(incident.steps):
        take_back(incident.session, step, undone_by)
    incident.undone_by, incident.undone_at = undone_by, timezone.now()
    incident.save(update_fields=["undone_by", "undone_at"])
    _record(incident, undone_by, "incident.undone")
    request_standings(session=incident.session)
    return incident


def _lock(tournament: Tournament, kind: IncidentKind) -> Tournament:
    """The tournament, held, in a state in which the case can happen."""
    locked = lock_tournament(tournament)
    begun = {TournamentState.SEATED, TournamentState.PLAYING}
    if locked.state not in begun | ({TournamentState.DRAFT} if kind is IncidentKind.MISSING else set()):
        raise AppError(
            "not_playing",
            _("Vous pourrez le faire une fois les places fixées, et avant la fin du tournoi."),
        )
    return locked


def _ranking(session: Session) -> list[RankedLine[Entry]]:
    """The ranking as results stand."""
    loaded = load_session(session)
    entries = {entry.pk: entry for entry in load_entries(loaded)}
    return ranking_lines(read_standings(rank_loaded(loaded), entries))


def _record(incident: Incident, actor: User, action: str) -> None:
    tournament = incident.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=incident_text(incident),
        after={"incident": incident.pk, "kind": str(incident.kind), **incident.facts},
    )
