"""The ranking of a round: topage of each deal over everybody who finished it, by the core of the events.

Who plays against robots always holds the same seat, so that a deal is one field; at tables of several a field
is who held the same hand. A player's points are compared as the attack's score of an event is, an equal score
counting half. Percentages are means over the deals compared.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

import numpy as np

from games.core.seats import SOUTH
from play.rooms.enums import UnplayedRule
from play.rooms.models import RoomEntry, RoomPlay, RoomRound
from play.rooms.queries.tables import held_hands, over_deals, table_scores
from tournaments.core.ranking.comparison import Marks, attack_marks, count_field, mark_plays
from tournaments.core.ranking.places import assign_places, level_values
from tournaments.core.ranking.score_grid import NOBODY, SEAT_COUNT, PlayStatus, ScoreGrid
from tournaments.core.ranking.totals import Weights, add_up

Scores = Mapping[int, Fraction]
"""scores[deal] of one player, higher better."""
Hands = Mapping[int, int]
"""seats[deal] that one player held, or was to."""
SEATS_OF_DEAL = 16
"""More than any game has: what a field of the core's grid, a deal and a seat, is numbered by."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What a player of a round has, as far as deals are compared."""

    place: int | None = None
    percent: Fraction | None = None
    compared: int = 0
    """Deals in the percentage."""
    marks: Mapping[int, Fraction] = field(default_factory=dict)
    """marks[deal] in per cent, of the deals that he finished."""
    halves_beaten: int = 0
    """Twice the players behind, and once those at the same place."""
    rivals: int = 0
    """Other players with a place."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundField:
    """The plays of a round as the core ranks them, and their marks."""

    grid: ScoreGrid
    """Everybody at South, as the taker of the core; its boards are `SEATS_OF_DEAL` × deal + the seat held."""
    marks: Marks


def compare_scores(
    scores: Sequence[Scores],
    *,
    deals: Collection[int],
    unplayed: UnplayedRule,
    hands: Sequence[Hands] | None = None,
) -> RoundField | None:
    """The fields of a round; None where no hand was finished by two.

    Args:
        scores: scores[player].
        deals: those that are compared now.
        hands: hands[player] that were his to play; None where everybody plays each deal from the same seat.
    """
    due = hands if hands is not None else [dict.fromkeys(deals, SOUTH) for _ in scores]
    holders: dict[int, list[int]] = defaultdict(list)
    for player, own in enumerate(scores):
        for deal in own:
            if deal in deals:
                holders[SEATS_OF_DEAL * deal + due[player][deal]].append(player)
    rows: list[tuple[int, int, int, PlayStatus]] = []
    for board, players in sorted(holders.items()):
        deal, seat = divmod(board, SEATS_OF_DEAL)
        if len(players) < 2:
            continue
        levels = level_values([scores[player][deal] for player in players])
        rows += [
            (board, player, int(level), PlayStatus.PLAYED)
            for player, level in zip(players, levels, strict=True)
        ]
        if unplayed == UnplayedRule.ZERO:
            absent = [
                player
                for player, own in enumerate(scores)
                if own and deal not in own and due[player].get(deal) == seat
            ]
            rows += [(board, player, 0, PlayStatus.COLLECTIVE_ZERO) for player in absent]
    if not rows:
        return None
    boards, players_of, level_of, status = zip(*rows, strict=True)
    seats = np.full((len(rows), SEAT_COUNT), NOBODY)
    seats[:, SOUTH] = players_of
    grid = ScoreGrid(
        board=np.array(boards),
        taker_seat=np.full(len(rows), SOUTH),
        players=seats,
        score=np.array(level_of),
        status=np.array(status),
        line=np.zeros(len(scores), dtype=np.int64),
    )
    return RoundField(grid, mark_plays(grid))


def rank_scores(
    scores: Sequence[Scores],
    *,
    deals: Collection[int],
    unplayed: UnplayedRule,
    hands: Sequence[Hands] | None = None,
    unranked: Collection[int] = (),
) -> list[PlayerResult]:
    """results[player] of a round; arguments as `compare_scores`.

    Players of `unranked` are compared with and have no place. Where deals that were not played are left out,
    a place needs half of the deals compared.
    """
    compared = compare_scores(scores, deals=deals, unplayed=unplayed, hands=hands)
    if compared is None:
        return [PlayerResult() for _ in scores]
    grid, marks = compared.grid, compared.marks
    totals = add_up(grid, marks, Weights())
    counts, percents = totals.attack_count.tolist(), list(totals.overall_percents)
    needed = len(set((grid.board // SEATS_OF_DEAL).tolist())) if unplayed == UnplayedRule.LEFT_OUT else 0
    chains = [
        None if percent is None or 2 * count < needed or player in unranked else (percent,)
        for player, (percent, count) in enumerate(zip(percents, counts, strict=True))
    ]
    places = assign_places(chains)
    halves, rivals = _beaten(places)
    by_deal: list[dict[int, Fraction]] = [{} for _ in scores]
    for play in np.flatnonzero(grid.is_compared).tolist():
        mark = marks.mark_percent(play, SOUTH)
        if mark is not None:
            by_deal[int(grid.players[play, SOUTH])][int(grid.board[play]) // SEATS_OF_DEAL] = mark
    return [
        PlayerResult(
            place=places[player],
            percent=percents[player],
            compared=counts[player],
            marks=by_deal[player],
            halves_beaten=halves[player],
            rivals=rivals if places[player] else 0,
        )
        for player in range(len(scores))
    ]


def beaten_share(halves_beaten: int, rivals: int) -> Fraction:
    """The share of the other players left behind, in per cent; equals count half."""
    numerator, denominator = attack_marks(np.array([0]), np.array([halves_beaten]), np.array([rivals + 1]))
    return Fraction(100 * int(numerator[0]), int(denominator[0]))


def _beaten(places: Sequence[int | None]) -> tuple[list[int], int]:
    """halves[player] left behind, and how many others each player with a place has."""
    ranked = [player for player, place in enumerate(places) if place]
    halves = [0] * len(places)
    counted = count_field(
        np.zeros(len(ranked), dtype=np.int64), np.array([-(places[player] or 0) for player in ranked])
    )
    for player, lower, equal in zip(ranked, counted.lower.tolist(), counted.equal.tolist(), strict=True):
        halves[player] = 2 * lower + equal
    return halves, max(len(ranked) - 1, 0)


# --- rows ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One player of a round, as its page shows him."""

    entry: RoomEntry
    finished: int
    """Deals finished."""
    result: PlayerResult


@dataclass(frozen=True, slots=True)
class RoundRanking:
    """Everybody of a round, who has a place first, in its order."""

    lines: tuple[RoundLine, ...]
    compared: tuple[int, ...]
    """Deals that nobody can play any more: those that the percentages are of."""
    scores: Mapping[int, Scores]
    """scores[entry's key][deal] as points at the table."""


def round_ranking(of: RoomRound, now: datetime) -> RoundRanking:
    """The ranking of a round at a moment, over deals that nobody can play any more. Six queries at most.

    Once it is settled it stays as it was counted, whoever closes his account since.
    """
    entries = list(of.entries.select_related("owner"))
    if of.settled_at is not None:
        return _kept_ranking(of, entries)
    points = finished_scores(of)
    compared = closed_deals(of, entries, points, now)
    return _in_order(entries, compared, points, rank_entries(of, entries, points, compared))


def rank_entries(
    of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores], compared: Collection[int]
) -> dict[int, PlayerResult]:
    """results[entry's key] of those whom no director took out. At most one query.

    Robots among people at tables are compared with and not ranked.
    """
    ranked = [entry for entry in entries if not entry.is_excluded]
    results = rank_scores(
        fair_scores(of, ranked, points),
        deals=compared,
        unplayed=UnplayedRule(of.room.unplayed),
        hands=hands_of(of, ranked),
        unranked=[place for place, entry in enumerate(ranked) if of.is_shared and entry.is_robot],
    )
    return {entry.pk: result for entry, result in zip(ranked, results, strict=True)}


def hands_of(of: RoomRound, entries: Sequence[RoomEntry]) -> list[Hands] | None:
    """hands[entry] in the order given; None where everybody plays from the same seat. At most one query."""
    if not of.is_shared:
        return None
    held = held_hands(of)
    return [held.get(entry.pk, {}) for entry in entries]


def fair_scores(of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores]) -> list[Scores]:
    """scores[entry] in the order given, higher better in every game."""
    sign = -1 if of.room.lowest_wins else 1
    return [{deal: sign * score for deal, score in points.get(entry.pk, {}).items()} for entry in entries]


def _kept_ranking(of: RoomRound, entries: Sequence[RoomEntry]) -> RoundRanking:
    points: dict[int, dict[int, Fraction]] = defaultdict(dict)
    marks: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for play in RoomPlay.objects.filter(entry__round=of):
        if play.score:
            points[play.entry_id][play.deal] = Fraction(play.score)
        if play.mark:
            marks[play.entry_id][play.deal] = Fraction(play.mark)
    results = {
        entry.pk: PlayerResult(
            place=entry.place,
            percent=Fraction(entry.percent) if entry.percent else None,
            compared=entry.compared,
            marks=marks[entry.pk],
            halves_beaten=entry.halves_beaten,
            rivals=entry.rivals,
        )
        for entry in entries
    }
    return _in_order(entries, tuple(range(1, of.deals + 1)), points, results)


def _in_order(
    entries: Sequence[RoomEntry],
    compared: tuple[int, ...],
    points: Mapping[int, Scores],
    results: Mapping[int, PlayerResult],
) -> RoundRanking:
    lines = [
        RoundLine(entry, len(points.get(entry.pk, ())), results.get(entry.pk, PlayerResult()))
        for entry in entries
    ]
    lines.sort(key=lambda line: (line.result.place or len(lines) + 1, line.entry.number))
    return RoundRanking(tuple(lines), compared, points)


def finished_scores(of: RoomRound) -> dict[int, dict[int, Fraction]]:
    """points[entry's key][deal] of the deals of a round that were finished in time. At most two queries."""
    if of.is_shared:
        return table_scores(of)
    points: dict[int, dict[int, Fraction]] = defaultdict(dict)
    plays = RoomPlay.objects.filter(entry__round=of, table__ended_at__lte=of.closes_at)
    for entry, deal, score in plays.values_list("entry_id", "deal", "table__score"):
        points[entry][deal] = Fraction(score)
    return points


def closed_deals(
    of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores], now: datetime
) -> tuple[int, ...]:
    """The deals of a round that nobody can play any more."""
    deals = tuple(range(1, of.deals + 1))
    if now >= of.closes_at:
        return deals
    if of.is_shared:
        return over_deals(of)
    if of.may_enter(now):
        return ()
    playing = [entry for entry in entries if entry.left_at is None and not entry.is_robot]
    return tuple(deal for deal in deals if all(deal in points.get(entry.pk, {}) for entry in playing))
