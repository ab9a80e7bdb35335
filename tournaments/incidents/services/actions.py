"""Guided actions: rehearse a case, carry it out step by step, undo it."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.base.queries.sessions import current_session
from tournaments.base.services.public_pages import renew_pages
from tournaments.core.ranking.changes import RankedLine, RankingChange, compare_rankings
from tournaments.enums import PLAYED_STATES, IncidentKind, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.incidents.services.action_words import incident_text
from tournaments.incidents.services.effects import PersonEffect, compare_figures, load_person_figures
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
from tournaments.incidents.services.round_steps import put_rounds_back
from tournaments.incidents.services.seat_steps import drop_table, put_seats_back
from tournaments.incidents.services.table_regrouping import narrow_tables
from tournaments.models import Entry, Incident, ResultSlip, Session, Tournament
from tournaments.rankings.queries.changes import lines_to_compare
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.rankings.queries.standings import rank_loaded, read_standings
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings

_UNDOING: dict[str, Callable[[Session, Step, User], None]] = {
    "seats": put_seats_back,
    "table": drop_table,
    "width": narrow_tables,
    "results": take_results_up,
    "rounds": put_rounds_back,
    "ruling": lift_ruling,
    "substitution": end_stand_in,
    "presence": put_standing_back,
    "person": hand_back,
    "entry": drop_entry,
    "movement": put_movement_back,
}
"""Function that undoes a step, by the step's name."""


def undo_incident_step(session: Session, step: Step, user: User) -> None:
    """Undo one step. Raises as the function that undoes it."""
    _UNDOING[step["step"]](session, step, user)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Consequences of an action, found by carrying it out in a transaction that is rolled back."""

    told: Consequences
    """Consequences in words."""
    ranking: tuple[RankingChange[Entry], ...]
    """All lines whose place or value would change, in the order of the new ranking.

    Empty before the first result.
    """
    people: tuple[PersonEffect, ...] = ()
    """Effects on all players or teams whose deals or seats would change."""


def rehearse(*, tournament: Tournament, case: Case, asked_by: User) -> Rehearsal:
    """Return the consequences of a case in the current session, without storing anything.

    Raises:
        AppError: as `carry_out`.
    """
    with transaction.atomic():
        locked_tournament = _lock(tournament, case.kind)
        session = current_session(locked_tournament)
        has_begun = ResultSlip.objects.current().of_session(session).exists()
        old_ranking = _ranking(session) if has_begun else []
        old_figures = load_person_figures(session)
        plan = case.plan(session)
        steps = plan.carry_out(asked_by)
        # an unsaved incident would not count as a departure
        Incident.objects.create(
            session=session, kind=case.kind, facts=dict(plan.facts), steps=steps, made_by=asked_by
        )
        changes = compare_rankings(old_ranking, _ranking(session)) if has_begun else ()
        people = compare_figures(session, old_figures, load_person_figures(session))
        # the plan really runs: only so are the refusals of its steps and the new ranking exact
        transaction.set_rollback(True)
    return Rehearsal(plan.told, changes, people)


@transaction.atomic
def carry_out(*, tournament: Tournament, case: Case, seen: str, made_by: User) -> Incident:
    """Carry out a case in the current session, completely or not at all, and request a new ranking.

    Args:
        seen: fingerprint of the consequences that the user has read.

    Raises:
        Conflict: the consequences are different by now (`consequences_changed`).
        AppError: the case is impossible here (each case has its codes), or the tournament is not being played
            (`not_playing`).
    """
    locked_tournament = _lock(tournament, case.kind)
    session = current_session(locked_tournament)
    plan = case.plan(session)
    # the plan is made afresh: between reading and confirming, another desk may have changed the hall
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
    """Undo the changes of an action, the last change first. The incident stays in the list, marked as undone.

    Raises:
        AppError: the tournament is finished (`tournament_finished`), the action is already undone
            (`already_undone`), another session has begun (`session_over`), or later changes forbid it (each
            step has its codes).
    """
    tournament = lock_tournament(incident.session.tournament)
    if tournament.state == TournamentState.FINISHED:
        raise AppError("tournament_finished", _("Le tournoi est terminé : rouvrez-le d’abord."))
    incident = Incident.objects.select_related("session__tournament__club").get(pk=incident.pk)
    if incident.undone_at is not None:
        raise AppError("already_undone", _("Cette action est déjà annulée."))
    if incident.session != current_session(tournament):
        raise AppError("session_over", _("Une autre séance a commencé depuis."))
    # a later step may rest on an earlier one: seats on a table, an entry or a person
    for step in reversed(incident.steps):
        undo_incident_step(incident.session, step, undone_by)
    incident.undone_by, incident.undone_at = undone_by, timezone.now()
    incident.save(update_fields=["undone_by", "undone_at"])
    _record(incident, undone_by, "incident.undone")
    request_standings(session=incident.session)
    return incident


def can_occur(kind: IncidentKind, tournament: Tournament) -> bool:
    """Return whether a case can occur in the present state of a tournament."""
    # a player may be missing before seats are fixed; all other cases need seats
    is_early = kind is IncidentKind.MISSING and tournament.state == TournamentState.DRAFT
    return is_early or tournament.state in PLAYED_STATES


def _lock(tournament: Tournament, kind: IncidentKind) -> Tournament:
    """Return the locked tournament, in a state in which the case can occur."""
    locked_tournament = lock_tournament(tournament)
    if not can_occur(kind, locked_tournament):
        raise AppError(
            "not_playing",
            _("Vous pourrez le faire une fois les places fixées, et avant la fin du tournoi."),
        )
    return locked_tournament


def _ranking(session: Session) -> list[RankedLine[Entry]]:
    """Return the ranking of the results as they are now."""
    session_plays = load_session(session)
    entries = {entry.pk: entry for entry in load_entries(session_plays)}
    return lines_to_compare(read_standings(rank_loaded(session_plays), entries))


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
    # open phones and screens show the next seats: a ranking alone would leave the former ones there
    renew_pages(Tournament.objects.filter(pk=tournament.pk))
