"""Rankings by group as pages show them: the links of all kinds, and the tables of one."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.base.web.finding import find_requested_session
from tournaments.core.formats.ranking_plan import Measure
from tournaments.models import Tournament
from tournaments.rankings.queries.classifications import (
    GroupKind,
    GroupRanking,
    RankedField,
    TeamRow,
    group_names,
    load_field,
    rank_clubs,
    rank_groups,
    rank_shared_teams,
)

PARTNERS, CLUBS = "partners", "clubs"
"""Kinds of teams of individuals, beside the kinds of groups."""
LABELS: dict[str, Promise] = {
    GroupKind.LINE: gettext_lazy("Par ligne"),
    GroupKind.SERIES: gettext_lazy("Par série"),
    GroupKind.CATEGORY: gettext_lazy("Par catégorie"),
    GroupKind.AGE: gettext_lazy("Par âge"),
    GroupKind.CLUB: gettext_lazy("Par club"),
    GroupKind.COUNTRY: gettext_lazy("Par pays"),
    PARTNERS: gettext_lazy("Équipes"),
    CLUBS: gettext_lazy("Clubs entre eux"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupsPage:
    """The content of the page of rankings by group."""

    choices: tuple[tuple[str, Promise], ...]
    """Kinds to choose from, with their labels."""
    chosen: str
    """The kind on the page, "" if there are none."""
    groups: tuple[GroupRanking, ...]
    teams: tuple[TeamRow, ...]
    measure: Measure
    line_count: int
    session_number: int | None
    """Number of the session requested; None for all sessions."""


def groups_page(request: HttpRequest, tournament: Tournament) -> GroupsPage:
    """Return the page for `?par=` and `?seance=`; without `?par=` the first kind.

    Raises:
        Http404: the kind does not exist here.
    """
    session = find_requested_session(request, tournament) if request.GET.get("seance") else None
    field = load_field(tournament, session)
    teams = {PARTNERS: rank_shared_teams(field), CLUBS: rank_clubs(field)}
    choices = _choices(field, [name for name, rows in teams.items() if rows])
    kind = request.GET.get("par", "") or (choices[0] if choices else "")
    if kind and kind not in choices:
        raise Http404
    return GroupsPage(
        choices=tuple((choice, LABELS[choice]) for choice in choices),
        chosen=kind,
        groups=tuple(rank_groups(field, GroupKind(kind))) if kind in set(GroupKind) else (),
        teams=tuple(teams.get(kind, ())),
        measure=field.measure,
        line_count=field.line_count,
        session_number=session.number if session else None,
    )


def _choices(field: RankedField, teams: list[str]) -> list[str]:
    return [*(kind for kind in GroupKind if group_names(field, kind)), *teams]
