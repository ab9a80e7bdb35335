"""Changes to competitions: create, edit, join, leave, and refresh of the ranking."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.notifying import notify_pages
from tournaments.base.services.slugs import create_with_slug
from tournaments.core.formats.registry import find_format
from tournaments.enums import CompetitionKind, CompetitionMethod, Visibility
from tournaments.models import (
    Club,
    Competition,
    CompetitionMember,
    CompetitionSnapshot,
    Tournament,
)
from tournaments.rankings.queries.event_standings import event_measure
from tournaments.seasons.queries.competition_standings import members_of, rank_competition
from tournaments.seasons.queries.site_deals import SiteDeals, sites_of
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import COMPETITIONS, request_competition_ranking
from tournaments.work.topics import competition_topic

# without I, O, 0 and 1, which look alike on paper
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionPlan:
    """Name and counting rules of a competition."""

    name: str
    kind: CompetitionKind
    method: CompetitionMethod = CompetitionMethod.SUM
    best_events: int | None = None
    least_events: int = 1


@transaction.atomic
def create_competition(*, club: Club, plan: CompetitionPlan, created_by: User | None) -> Competition:
    """Create a private competition without tournaments."""
    competition = create_with_slug(
        Competition.objects,
        plan.name,
        "competition",
        club=club,
        name=plan.name,
        kind=plan.kind,
        method=_method(plan),
        best_events=plan.best_events,
        least_events=plan.least_events,
        join_code="".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH)),
    )
    record_event(
        club=club,
        actor=created_by,
        action="competition.created",
        subject=plan.name,
        after={"kind": plan.kind},
    )
    return competition


@transaction.atomic
def change_competition(
    *, competition: Competition, plan: CompetitionPlan, changed_by: User | None
) -> Competition:
    """Change name and counting rules of a competition; its kind stays.

    Raises:
        AppError: results in different units would be added (`competition_measure`).
    """
    locked = _lock(competition)
    old_values = {"method": locked.method, "best": locked.best_events, "least": locked.least_events}
    locked.name, locked.method = plan.name, _method(plan)
    locked.best_events, locked.least_events = plan.best_events, plan.least_events
    _require_one_measure(locked, [member.tournament for member in members_of(locked)])
    locked.save(update_fields=["name", "method", "best_events", "least_events"])
    record_event(
        club=locked.club,
        actor=changed_by,
        action="competition.changed",
        subject=locked.name,
        before=old_values,
        after={"method": locked.method, "best": locked.best_events, "least": locked.least_events},
    )
    request_competition_ranking(competition=locked)
    return locked


@transaction.atomic
def show_competition(*, competition: Competition, visibility: Visibility, set_by: User | None) -> Competition:
    """Show the ranking to the public, or to the organisers only."""
    locked = _lock(competition)
    old_visibility, locked.visibility = locked.visibility, visibility
    locked.save(update_fields=["visibility"])
    record_event(
        club=locked.club,
        actor=set_by,
        action="competition.visibility",
        subject=locked.name,
        before={"visibility": old_visibility},
        after={"visibility": str(visibility)},
    )
    return locked


@transaction.atomic
def add_tournament(
    *,
    competition: Competition,
    tournament: Tournament,
    added_by: User | None,
    site: str = "",
    coefficient: Decimal = Decimal(1),
) -> CompetitionMember:
    """Add a tournament to a competition.

    A site with other deals and without results may join. It is not ranked with the others until it takes
    their deals over (`site_deals`).

    Raises:
        AppError: with one of these codes:
        - `practice_counts_nowhere`: it is a practice event;
        - `competition_twice`: it is a member already;
        - `competition_format`: its format is not that of the others, or cannot be played over several sites;
        - `competition_deals`: it was played with other deals;
        - `competition_measure`: its results are not in the unit of the others.
    """
    locked = _lock(competition)
    if tournament.is_practice:
        raise _refusal("practice_counts_nowhere", _("Un entraînement ne compte dans aucune compétition."))
    if locked.members.filter(tournament=tournament).exists():
        raise _refusal("competition_twice", _("Ce tournoi y est déjà."))
    tournaments = [member.tournament for member in members_of(locked)]
    if locked.kind == CompetitionKind.SIMULTANEOUS:
        _require_one_format([*tournaments, tournament])
    _require_one_measure(locked, [*tournaments, tournament])
    member = CompetitionMember.objects.create(
        competition=locked, tournament=tournament, site=site.strip(), coefficient=coefficient
    )
    if locked.kind == CompetitionKind.SIMULTANEOUS:
        # compares the stored members, so it follows the creation; a refusal rolls it back
        _require_same_deals(locked, member)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=added_by,
        action="competition.joined",
        subject=locked.name,
        after={"site": member.site, "coefficient": str(coefficient)},
    )
    request_competition_ranking(competition=locked)
    return member


@transaction.atomic
def join_competition(*, code: str, tournament: Tournament, site: str, joined_by: User | None) -> Competition:
    """Add a tournament of any club to the competition with this access code.

    Raises:
        AppError: no competition has this code (`no_such_competition`); else as `add_tournament`.
    """
    join_code = "".join(code.split()).upper()
    competition = Competition.objects.filter(join_code=join_code).first()
    if competition is None:
        message = _("Aucune compétition n’a ce code d’accès.")
        raise AppError("no_such_competition", message, fields={"code": message})
    add_tournament(competition=competition, tournament=tournament, site=site, added_by=joined_by)
    return competition


@transaction.atomic
def remove_tournament(*, member: CompetitionMember, removed_by: User | None) -> None:
    """Remove a tournament from a competition."""
    competition = _lock(member.competition)
    record_event(
        club=member.tournament.club,
        tournament=member.tournament,
        actor=removed_by,
        action="competition.left",
        subject=competition.name,
    )
    member.delete()
    request_competition_ranking(competition=competition)


def refresh_competition(*, competition: Competition) -> CompetitionSnapshot | None:
    """Compute the ranking and store it as a new version; None without a request."""

    def rank(version: int) -> CompetitionSnapshot:
        rows = rank_competition(Competition.objects.select_related("club").get(pk=competition.pk))
        return CompetitionSnapshot(competition=competition, version=version, rows=rows)

    def announce(snapshot: CompetitionSnapshot) -> None:
        notify_pages(competition_topic(snapshot.competition_id))

    return COMPETITIONS.keep_next(competition.pk, rank, then=announce)


def _lock(competition: Competition) -> Competition:
    rows = Competition.objects.select_for_update(of=("self",)).select_related("club")
    return rows.get(pk=competition.pk)


def _method(plan: CompetitionPlan) -> CompetitionMethod:
    # a simultaneous is one field: it has no choice of method
    return plan.method if plan.kind == CompetitionKind.CHAMPIONSHIP else CompetitionMethod.SUM


def _require_one_format(tournaments: Sequence[Tournament]) -> None:
    formats = {(tournament.format, tournament.game) for tournament in tournaments}
    if len(formats) > 1 or not find_format(tournaments[0].format).plan.may_be_several_sites:
        raise _refusal(
            "competition_format",
            _("Un simultané réunit des tournois d’une même formule où tous jouent les mêmes donnes."),
        )


def _require_same_deals(competition: Competition, new_member: CompetitionMember) -> None:
    """Refuse a site with results from other cards. Without results it can still take over the deals."""
    sites = sites_of(members_of(competition))
    is_played = any(site.has_results for site in sites if site.member == new_member)
    if is_played and any(site.deals is SiteDeals.OTHER for site in sites):
        raise _refusal(
            "competition_deals",
            _("Ce tournoi a été joué avec d’autres donnes : il ne peut plus rejoindre les autres lieux."),
        )


def _require_one_measure(competition: Competition, tournaments: Sequence[Tournament]) -> None:
    """Refuse to add percentages, points and match points to each other."""
    measures = set(map(event_measure, tournaments))
    if competition.method == CompetitionMethod.SUM and len(measures) > 1:
        raise _refusal(
            "competition_measure",
            _("Ces tournois n’ont pas la même unité : additionnez plutôt leurs points de classement."),
        )


def _refusal(code: str, message: str) -> AppError:
    return AppError(code, message, fields={"tournament": message})
