"""A whole event in the exchange format into its rankings: what `manage.py rank_event` prints."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournaments.core.errors import TournamentError
from tournaments.core.exchange.event_document import EventDocument, SessionDocument, read_event
from tournaments.core.exchange.event_plays import (
    placed,
    read_matches,
    read_score_grid,
    read_seat_grid,
    read_triplet_grid,
    read_unit_plays,
)
from tournaments.core.exchange.event_rankings import write_rankings
from tournaments.core.exchange.numbers import write_number
from tournaments.core.formats.ranking_plan import Scoring, UnitKind
from tournaments.core.formats.session_results import (
    SessionResult,
    rank_duels,
    rank_seats,
    rank_shares,
    rank_sums,
)
from tournaments.core.ranking.classification import Criterion, Presence, TieBreaks
from tournaments.core.ranking.matches import rank_pool
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import Part, Value, combine_parts

VERSION = "etui-rankings-1"


def rank_event(document: object) -> dict[str, object]:
    """All rankings of an event.

    Args:
        document: plain JSON values as docs/event-format.md describes them.

    Returns:
        Plain JSON values: `overall`, `alternated` (one session, lines kept), `lines`, `groups`, `ages`,
        `teams`, or `pool` for matches. Values have six decimals at most, `exact` is the value itself.

    Raises:
        InvalidDocument: with the path of the place in `field`.
    """
    event = read_event(document)
    head: dict[str, object] = {
        "rankings": VERSION,
        "format": event.plan.code,
        "measure": event.plan.measure.value,
    }
    if event.plan.scoring is Scoring.MATCHES:
        return head | {"pool": _rank_matches(event)}
    results = [_rank_session(event, number, session) for number, session in enumerate(event.sessions)]
    parts = [
        Part(result.values, session.coefficient)
        for result, session in zip(results, event.sessions, strict=True)
    ]
    values = _combine(event, parts)
    struck = frozenset(unit for result in results for unit in result.expelled)
    profiles = [
        replace(profile, presence=Presence.UNRANKED) if unit in struck else profile
        for unit, profile in enumerate(event.profiles)
    ]
    return head | write_rankings(event, values, profiles, _tie_breaks(event, results, parts))


def _rank_session(event: EventDocument, number: int, session: SessionDocument) -> SessionResult:
    """One session by the scoring of its format; refusals name the session."""
    try:
        return _SCORINGS[event.plan.scoring](event, session)
    except TournamentError as error:
        if error.field.startswith("sessions["):
            raise
        raise placed(error, number) from None


def _shares(event: EventDocument, session: SessionDocument) -> SessionResult:
    is_triplet = event.plan.unit is UnitKind.TRIPLET
    grid = (read_triplet_grid if is_triplet else read_score_grid)(event, session.plays)
    return rank_shares(grid, session.rulings, event.options.weights, event.options.topage)


def _seats(event: EventDocument, session: SessionDocument) -> SessionResult:
    return rank_seats(read_seat_grid(event, session.plays), session.rulings, event.options.comparison)


def _sums(event: EventDocument, session: SessionDocument) -> SessionResult:
    return rank_sums(read_seat_grid(event, session.plays), session.rulings)


def _duels(event: EventDocument, session: SessionDocument) -> SessionResult:
    plays = read_unit_plays(event, session.plays)
    return rank_duels(plays, session.rulings, len(event.unit_ids), event.plan)


_SCORINGS: dict[Scoring, Callable[[EventDocument, SessionDocument], SessionResult]] = {
    Scoring.SHARES: _shares,
    Scoring.SEATS: _seats,
    Scoring.SUMS: _sums,
    Scoring.DUELS: _duels,
}


def _rank_matches(event: EventDocument) -> list[dict[str, object]]:
    """The pool of all matches of the event."""
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


def _combine(event: EventDocument, parts: Sequence[Part]) -> tuple[Value | None, ...]:
    """The value of every unit over all sessions and what was carried into them."""
    carried: list[Value | None] | None = None
    if event.carried is not None:
        is_duel = event.plan.scoring is Scoring.DUELS
        carried = [value if value is None or not is_duel else RootSum.of(value) for value in event.carried]
    combined = combine_parts(parts, carried=carried, best=event.options.best_sessions)
    return combined or (None,) * len(event.unit_ids)


def _tie_breaks(event: EventDocument, results: Sequence[SessionResult], parts: Sequence[Part]) -> TieBreaks:
    """The chain of the event with the values of its criteria."""
    values: dict[Criterion, Sequence[Value | int | None]] = {}
    for criterion in event.options.tie_breaks:
        if criterion is Criterion.LAST_SESSION and parts:
            values[criterion] = parts[-1].values
        elif criterion is Criterion.BEST_SESSION and parts:
            values[criterion] = combine_parts(parts, best=1)
        elif results and all(criterion in result.criteria for result in results):
            values[criterion] = _over_sessions(criterion, results, parts)
    return TieBreaks(event.options.tie_breaks, values)


def _over_sessions(
    criterion: Criterion, results: Sequence[SessionResult], parts: Sequence[Part]
) -> Sequence[Value | int | None]:
    """A criterion over all sessions: percentages by coefficient, counts added, the best deal of all."""
    columns = [result.criteria[criterion] for result in results]
    if criterion in (Criterion.TOPS, Criterion.DEALS):
        return [sum(value for value in row if isinstance(value, int)) for row in zip(*columns, strict=True)]
    if criterion is Criterion.BEST_DEAL:
        known = [[value for value in row if value is not None] for row in zip(*columns, strict=True)]
        return [max(row, default=None) for row in known]
    weighed = [
        Part([value if not isinstance(value, int) else None for value in column], part.coefficient)
        for column, part in zip(columns, parts, strict=True)
    ]
    return combine_parts(weighed)
