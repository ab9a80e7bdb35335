"""Rankings inside the ranking: by line, series, category, age, club, country, and of teams of individuals."""

from dataclasses import dataclass

from tournaments.access import Right
from tournaments.core.formats.ranking_plan import Measure
from tournaments.documents.document import DocumentType, Moment, without_options
from tournaments.documents.ready import require_standings
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.queries.classifications import (
    GroupKind,
    GroupRanking,
    TeamRow,
    list_kinds,
    load_field,
    rank_clubs,
    rank_groups,
    rank_partners,
)


@dataclass(frozen=True, slots=True)
class GroupPages:
    """Every group of a tournament, in the ranking that counts."""

    kinds: tuple[tuple[GroupKind, tuple[GroupRanking, ...]], ...]
    partners: tuple[TeamRow, ...]
    clubs: tuple[TeamRow, ...]
    measure: Measure
    line_count: int


def build_group_rankings(tournament: Tournament) -> tuple[GroupPages, ...]:
    """One flow of all groups. Queries as `load_field`."""
    field = load_field(tournament)
    return (
        GroupPages(
            kinds=tuple((kind, tuple(rank_groups(field, kind))) for kind in list_kinds(field)),
            partners=tuple(rank_partners(field)),
            clubs=tuple(rank_clubs(field)),
            measure=field.measure,
            line_count=field.line_count,
        ),
    )


GROUP_RANKINGS = DocumentType(
    kind=DocumentKind.GROUP_RANKINGS,
    right=Right.PRINT,
    require=require_standings,
    build=without_options(build_group_rankings),
    template="tournaments/pdf/group_rankings.html",
    stylesheet="css/print/group_rankings.css",
    moment=Moment.AFTER,
)
