"""Rankings inside the ranking: by line, series, category, age, club, country, and of teams of individuals."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.core.formats.ranking_plan import Measure
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.document import DocumentType, PaperMoment
from tournaments.paper.documents.large_type import LIST_LAID_DOWN
from tournaments.paper.documents.options import PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_standings
from tournaments.rankings.queries.classifications import (
    GroupKind,
    GroupRanking,
    TeamRow,
    list_kinds,
    load_field,
    rank_clubs,
    rank_groups,
    rank_shared_teams,
)

TEAMS = "teams"
"""Variant with the teams of individuals and the clubs."""


@dataclass(frozen=True, slots=True)
class GroupPages:
    """All groups of a tournament, in its main ranking."""

    kinds: tuple[tuple[GroupKind, tuple[GroupRanking, ...]], ...]
    partners: tuple[TeamRow, ...]
    clubs: tuple[TeamRow, ...]
    measure: Measure
    line_count: int
    covers_sessions: bool
    """True if the ranking adds up several sessions."""


def build_group_rankings(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[GroupPages, ...]:
    """Return one flow of all groups, or of the groups of one kind. Queries as `load_field`."""
    field = load_field(tournament)
    kinds = [kind for kind in list_kinds(field) if options.part in ("", kind)]
    has_teams = options.part in ("", TEAMS)
    return (
        GroupPages(
            kinds=tuple((kind, tuple(rank_groups(field, kind))) for kind in kinds),
            partners=tuple(rank_shared_teams(field)) if has_teams else (),
            clubs=tuple(rank_clubs(field)) if has_teams else (),
            measure=field.measure,
            line_count=field.line_count,
            covers_sessions=field.covers_sessions,
        ),
    )


GROUP_RANKINGS = DocumentType(
    kind=DocumentKind.GROUP_RANKINGS,
    right=Right.PRINT,
    require=require_standings,
    build=build_group_rankings,
    template="tournaments/paper/pdf/group_rankings.html",
    stylesheet="css/print/group_rankings.css",
    moment=PaperMoment.AFTER,
    large=LIST_LAID_DOWN,
    options=frozenset({OptionName.PART, OptionName.LARGE_TYPE}),
    parts=(
        ("", _("tous les groupes")),
        (GroupKind.LINE, _("par ligne")),
        (GroupKind.SERIES, _("par série")),
        (GroupKind.CATEGORY, _("par catégorie")),
        (GroupKind.AGE, _("par âge")),
        (GroupKind.CLUB, _("par club")),
        (GroupKind.COUNTRY, _("par pays")),
        (TEAMS, _("équipes et clubs entre eux")),
    ),
)
