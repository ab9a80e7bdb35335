"""Totals of free deals and friendly events: averages, attack and defence, scratch and handicap."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from games.core.variants.registry import find_variant
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.ranking_plan import Measure, Scoring, UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.handicap import HandicapPlace, HandicapScale, rank_handicap
from tournaments.core.ranking.side_points import SidedDeal, SidePoints, add_up_sides
from tournaments.core.slips.sides import attack_of_result
from tournaments.enums import SlipKind
from tournaments.models import Entry, ResultSlip, Seating, Session, Tournament
from tournaments.rankings.queries.classifications import PlacedEntry, profile_of
from tournaments.rankings.queries.event_standings import EventRow, EventStandings, load_event_standings
from tournaments.rankings.queries.rulings import load_rulings


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRow:
    """The points of one player over the event."""

    entry: Entry
    place: int | None
    """Place without the handicap."""
    value: Fraction | None
    deal_count: int
    average: Fraction | None
    """Points per deal; None without a deal."""
    sides: SidePoints | None
    """Deals and points by side; None for a player without a deal whose taker is known."""
    allowance: int
    handicap: HandicapPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsTable:
    """The points of all players, by scratch place."""

    rows: tuple[PointsRow, ...]
    measure: Measure
    scale: HandicapScale | None
    is_final: bool

    @property
    def has_sides(self) -> bool:
        """True if the taker of at least one deal is known."""
        return any(row.sides for row in self.rows)

    @property
    def by_handicap(self) -> tuple[PointsRow, ...]:
        """Return the rows by place after the handicap; those without a place last."""
        return tuple(sorted(self.rows, key=lambda row: (row.handicap.place is None, row.handicap.place or 0)))


def has_points_table(tournament: Tournament) -> bool:
    """Return whether the ranking of an event adds up points of single players. No query."""
    plan = find_format(tournament.format).plan
    return (
        plan.scoring in (Scoring.SUMS, Scoring.SEATS)
        and not plan.needs_same_deals
        and plan.unit is UnitKind.PLAYER
    )


def has_handicap(tournament: Tournament) -> bool:
    """Return whether the club gives points to groups of players of the event. No query."""
    if not has_points_table(tournament):
        return False
    return read_event_options(tournament.options, find_format(tournament.format).plan).handicap is not None


def load_points_table(tournament: Tournament) -> PointsTable:
    """Return the points of all players over all sessions. Ten queries for one session."""
    plan = find_format(tournament.format).plan
    scale = read_event_options(tournament.options, plan).handicap
    standings = load_event_standings(tournament)
    sides = add_up_sides(deal for session in standings.sessions for deal in _sided_deals(session))
    return _points_table(tournament, standings, sides, scale)


def load_scratch_and_handicap(tournament: Tournament) -> PointsTable:
    """Return the points of all players over all sessions, without their sides. A few queries a session."""
    scale = read_event_options(tournament.options, find_format(tournament.format).plan).handicap
    return _points_table(tournament, load_event_standings(tournament), {}, scale)


def handicap_places(tournament: Tournament, rows: tuple[PlacedEntry, ...]) -> list[int | None]:
    """Return the place of each entry of a ranking after the handicap; no place without a scale."""
    if not has_handicap(tournament):
        return [None] * len(rows)
    table = load_scratch_and_handicap(tournament)
    place_of = {row.entry.pk: row.handicap.place for row in table.rows}
    return [place_of.get(row.entry.pk) for row in rows]


def _points_table(
    tournament: Tournament,
    standings: EventStandings,
    sides: dict[int, SidePoints],
    scale: HandicapScale | None,
) -> PointsTable:
    counts = [sum(count or 0 for count in row.deal_counts) for row in standings.rows]
    values = [
        Fraction(row.value) if isinstance(row.value, Fraction | int) else None for row in standings.rows
    ]
    allowances = [
        scale.allowance(_group(scale, row, tournament), count) if scale else 0
        for row, count in zip(standings.rows, counts, strict=True)
    ]
    places = rank_handicap(values, allowances, [row.place is not None for row in standings.rows])
    rows = zip(standings.rows, counts, values, allowances, places, strict=True)
    return PointsTable(
        rows=tuple(
            PointsRow(
                entry=row.entry,
                place=row.place,
                value=value,
                deal_count=count,
                average=None if value is None or not count else value / count,
                sides=sides.get(row.entry.pk),
                allowance=allowance,
                handicap=place,
            )
            for row, count, value, allowance, place in rows
        ),
        measure=standings.measure,
        scale=scale,
        is_final=standings.is_final,
    )


def _group(scale: HandicapScale, row: EventRow, tournament: Tournament) -> str:
    profile = profile_of(PlacedEntry(entry=row.entry, place=row.place), tournament.starts_on.year)
    group: str = getattr(profile, scale.by)
    return group


def _sided_deals(session: Session) -> Iterator[SidedDeal]:
    """Yield the deals of a session whose taker was written down, without those under a ruling. Three queries.

    Points that a deal leaves to the next one at its table belong to no side.
    """
    void_plays = load_rulings(session).void_plays
    seats: dict[tuple[int, int], dict[int, int]] = {}
    seatings = Seating.objects.filter(round__section__session=session)
    for round_id, table_id, seat, entry_id in seatings.values_list("round", "table", "seat", "entry"):
        seats.setdefault((round_id, table_id), {})[seat] = entry_id
    slips = ResultSlip.objects.current().of_session(session).filter(kind=SlipKind.PLAYED)
    game = find_variant(session.tournament.game)
    columns = ("play", "play__round", "play__table", "seat_scores", "facts")
    for play, round_id, table_id, scores, facts in slips.values_list(*columns):
        attack = frozenset(attack_of_result(game, facts))
        if attack and scores and play not in void_plays:
            units = seats.get((round_id, table_id), {})
            yield SidedDeal([units.get(seat) for seat in range(len(scores))], scores, attack)
