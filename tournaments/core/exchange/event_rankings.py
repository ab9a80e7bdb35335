"""The rankings of an event in the exchange format: overall, by line, by group, by age, of teams."""

import re
from collections.abc import Sequence

from tournaments.core.exchange.event_document import EventDocument
from tournaments.core.exchange.numbers import write_number
from tournaments.core.ranking.classification import (
    Group,
    Profile,
    RankedUnit,
    TieBreaks,
    alternate,
    is_aged,
    is_in_group,
    is_on_line,
    rank_teams,
    rank_units,
)
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import Value

Rows = list[dict[str, object]]


def write_rankings(
    event: EventDocument, values: Sequence[Value | None], profiles: Sequence[Profile], chain: TieBreaks
) -> dict[str, object]:
    """Every ranking that the document gives a reason for, as plain JSON values."""
    overall = rank_units(values, profiles, chain)
    written: dict[str, object] = {"overall": write_rows(event, overall)}
    if event.plan.line_count:
        written["lines"] = [
            write_rows(event, rank_units(values, profiles, chain, is_on_line(line)))
            for line in range(event.plan.line_count)
        ]
        if len(event.sessions) == 1:
            written["alternated"] = write_rows(event, alternate(overall, profiles))
    written["groups"] = {group.value: _write_groups(event, values, profiles, chain, group) for group in Group}
    written["ages"] = {
        ages.name: write_rows(event, rank_units(values, profiles, chain, is_aged(ages.youngest, ages.oldest)))
        for ages in event.options.ages
    }
    written["teams"] = _write_teams(event, values, profiles)
    return written


def _write_groups(
    event: EventDocument,
    values: Sequence[Value | None],
    profiles: Sequence[Profile],
    chain: TieBreaks,
    group: Group,
) -> dict[str, Rows]:
    names = sorted({group.of(profile) for profile in profiles} - {""})
    return {
        name: write_rows(event, rank_units(values, profiles, chain, is_in_group(group, name)))
        for name in names
    }


def _write_teams(event: EventDocument, values: Sequence[Value | None], profiles: Sequence[Profile]) -> Rows:
    return [
        {
            "place": team.place,
            "team": team.name,
            "value": write_number(team.value),
            "members": [event.unit_ids[unit] for unit in team.members],
        }
        for team in rank_teams(values, profiles, counted=event.options.counted_members)
    ]


def write_rows(event: EventDocument, rows: Sequence[RankedUnit]) -> Rows:
    """The lines of one ranking as plain JSON values."""
    return [
        {
            "place": row.place,
            "unit": event.unit_ids[row.unit],
            "name": event.names[row.unit],
            "value": None if row.value is None else write_number(row.value),
            "exact": None if row.value is None else write_exact(row.value),
            "criteria": {
                criterion.value: None if value is None else write_number(value)
                for criterion, value in row.criteria
            },
        }
        for row in rows
    ]


def write_exact(value: Value) -> str:
    """A fraction ("541/8"), or a sum of roots ("4 - √10")."""
    if not isinstance(value, RootSum):
        return str(value)
    terms = [f"{multiple}" if inside == 1 else f"{multiple}√{inside}" for inside, multiple in value.terms]
    written = " + ".join(terms).replace("+ -", "- ") or "0"
    return re.sub(r"(?<![\d/])1√", "√", written)
