"""All rankings of an event in the exchange format, as JSON (`manage.py rank_event`)."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tournaments.core.errors import TournamentError
from tournaments.core.exchange.event_document import EventDocument, SessionDocument, read_event
from tournaments.core.exchange.event_plays import (
    has_deals,
    placed,
    read_matches,
    read_score_grid,
    read_seat_grid,
    read_triplet_grid,
    read_unit_plays,
)
from tournaments.core.exchange.value_json import write_number
from tournaments.core.formats.event_results import SessionPart, rank_sessions, tie_breaks_of
from tournaments.core.formats.ranking_plan import Scoring, UnitKind
from tournaments.core.formats.ruling_effects import check_ruling, measure_of
from tournaments.core.formats.session_results import (
    SessionPlays,
    SessionResult,
    chain_of,
    rank_session,
    rank_table_teams,
    units_at_play,
)
from tournaments.core.json_node import InvalidDocument
from tournaments.core.ranking.classification import (
    Group,
    Presence,
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
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.matches import rank_pool
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.seat_scores import SeatGrid
from tournaments.core.ranking.seat_teams import SeatTeam
from tournaments.core.ranking.values import Value, combine_parts

Rows = list[dict[str, object]]
AnyGrid = ScoreGrid | SeatGrid | UnitPlays
VERSION = "etui-rankings-1"


def write_rankings(
    event: EventDocument, values: Sequence[Value | None], profiles: Sequence[Profile], chain: TieBreaks
) -> dict[str, object]:
    """Return all rankings for which the document has data, as plain JSON values."""
    overall = rank_units(values, profiles, chain)
    rankings: dict[str, object] = {"overall": write_rows(event, overall)}
    if event.plan.line_count:
        rankings["lines"] = [
            write_rows(event, rank_units(values, profiles, chain, is_on_line(line)))
            for line in range(event.plan.line_count)
        ]
        if len(event.sessions) == 1:
            rankings["alternated"] = write_rows(event, alternate(overall, profiles))
    rankings["groups"] = {
        group.value: _write_groups(event, values, profiles, chain, group) for group in Group
    }
    rankings["ages"] = {
        ages.name: write_rows(event, rank_units(values, profiles, chain, is_aged(ages.youngest, ages.oldest)))
        for ages in event.options.ages
    }
    rankings["teams"] = _write_teams(event, values, profiles)
    return rankings


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
    """Return the rows of one ranking as plain JSON values."""
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
    """Return an exact value as text: a fraction ("541/8") or a sum of roots ("4 - √10")."""
    if not isinstance(value, RootSum):
        return str(value)
    terms = [f"{multiple}" if inside == 1 else f"{multiple}√{inside}" for inside, multiple in value.terms]
    text = " + ".join(terms).replace("+ -", "- ") or "0"
    # 1√10 is written √10, but 1/11√10 stays
    return re.sub(r"(?<![\d/])1√", "√", text)


def rank_event(document: object) -> dict[str, object]:
    """Return all rankings of an event.

    Args:
        document: plain JSON values as docs/event-format.md describes them.

    Returns:
        Plain JSON values:

        - `overall`, `lines`, `groups`, `ages`, `teams`; after a final `overall` alone
        - `alternated` for one session in which lines are kept
        - `partners` of each session if tables have teams
        - `pool` for matches that are not written deal by deal

        Values have at most six decimals; `exact` is the value itself.

    Raises:
        InvalidDocument: with the path of the place in `field`.
    """
    event = read_event(document)
    head: dict[str, object] = {
        "rankings": VERSION,
        "format": event.plan.code,
        "measure": event.plan.measure.value,
    }
    if event.plan.scoring is Scoring.MATCHES and not has_deals(event):
        return head | {"pool": _rank_matches(event)}
    sessions = [_rank_session(event, number, session) for number, session in enumerate(event.sessions)]
    results = [result for result, _partners in sessions]
    if event.teams:
        head["partners"] = [_write_partners(event, partners) for _result, partners in sessions]
    parts = [
        SessionPart(result.values, session.coefficient, result.criteria, session.is_final, session.carried)
        for result, session in zip(results, event.sessions, strict=True)
    ]
    expelled_units = frozenset(unit for result in results for unit in result.expelled)
    profiles = [
        replace(profile, presence=Presence.UNRANKED) if unit in expelled_units else profile
        for unit, profile in enumerate(event.profiles)
    ]
    chain = chain_of(event.plan, event.options, {})
    if any(part.is_final for part in parts):
        best = event.options.best_sessions
        ranking = rank_sessions(parts, profiles, chain=chain.chain, first=chain.first, best=best)
        return head | {"overall": write_rows(event, ranking)}
    ties = tie_breaks_of(parts, chain.chain, chain.first)
    return head | write_rankings(event, _combine(event, parts), profiles, ties)


def _rank_session(
    event: EventDocument, number: int, session: SessionDocument
) -> tuple[SessionResult, tuple[SeatTeam, ...]]:
    """Rank one session by the scoring of its format. Return also the teams of its tables.

    Errors name the session.
    """
    try:
        plays = read_session_plays(event, session)
        _check_rulings(event, plays.grid, session, f"sessions[{number}]")
        return (
            rank_session(event.plan, event.options, plays),
            rank_table_teams(event.plan, event.options, plays, event.teams),
        )
    except TournamentError as error:
        if error.field.startswith("sessions["):
            raise
        raise placed(error, number) from None


def _write_partners(event: EventDocument, teams: Sequence[SeatTeam]) -> Rows:
    return [
        {
            "place": team.place,
            "members": [event.unit_ids[unit] for unit in team.members],
            "values": [write_number(value) for value in team.values],
            "value": write_number(team.value),
            "exact": write_exact(team.value),
            "deals": team.deal_count,
        }
        for team in teams
    ]


def _check_rulings(event: EventDocument, grid: AnyGrid, session: SessionDocument, place: str) -> None:
    """Refuse rulings that the site refuses: those that cannot be applied as they are meant."""
    measure = measure_of(event.plan, event.options.comparison.method)
    for number, ruling in enumerate(session.rulings):
        at_play = None if ruling.play is None else units_at_play(grid, ruling.play)
        try:
            check_ruling(ruling.effects, measure, guilty=ruling.guilty, at_play=at_play)
        except TournamentError as error:
            field_path = f"{place}.rulings[{number}].{error.field}"
            raise InvalidDocument(error.code, f"{field_path}: {error}", field=field_path) from None


def read_session_plays(event: EventDocument, session: SessionDocument) -> SessionPlays:
    """Return the plays by which a session is ranked, with units numbered as in the document.

    Raises:
        InvalidDocument: with the path of the place in `field`.
    """
    return SessionPlays(
        grid=_read_grid(event, session),
        unit_count=len(event.unit_ids),
        rulings=session.rulings,
        bonuses=session.bonuses,
    )


def _read_grid(event: EventDocument, session: SessionDocument) -> AnyGrid:
    """Return the plays of a session in the grid of their scoring."""
    if event.plan.has_duels:
        return read_unit_plays(event, session.plays)
    if event.plan.scoring is not Scoring.SHARES:
        return read_seat_grid(event, session.plays)
    is_triplet = event.plan.unit is UnitKind.TRIPLET
    return (read_triplet_grid if is_triplet else read_score_grid)(event, session.plays)


def _rank_matches(event: EventDocument) -> list[dict[str, object]]:
    """Return the pool of all matches of the event."""
    matches = [match for session in event.sessions for match in read_matches(event, session.plays)]
    return [
        {
            "place": row.place,
            "unit": event.unit_ids[row.team],
            "victories": row.victories,
            "balance": write_number(row.balance),
            "bonus": row.bonus,
            "scored": write_number(row.scored),
        }
        for row in rank_pool(matches)
    ]


def _combine(event: EventDocument, parts: Sequence[SessionPart]) -> tuple[Value | None, ...]:
    """Return the value of each unit over all sessions and the values carried into them."""
    carried: list[Value | None] | None = None
    if event.carried is not None:
        is_duel = event.plan.has_duels
        carried = [value if value is None or not is_duel else RootSum.of(value) for value in event.carried]
    values = combine_parts([part.part for part in parts], carried=carried, best=event.options.best_sessions)
    return values or (None,) * len(event.unit_ids)
