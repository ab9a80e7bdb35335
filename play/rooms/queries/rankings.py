"""The ranking of a round: topage of each deal over all entries that finished it.

Marks, percentages and places come from the ranking core of the tournaments. An entry's points are compared
like the attack's score of an event; an equal score counts half. Percentages are means over the compared
deals.

Against robots all entries hold the same seat, so that each deal is one field. At shared tables a field
consists of the entries that held the same hand.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

import numpy as np

from games.core.seats import SOUTH
from play.rooms.enums import RoundKind, UnplayedRule
from play.rooms.models import RoomEntry, RoomPlay, RoomRound
from play.rooms.queries.tables import held_hands, over_deals, table_scores
from tournaments.core.ranking.comparison import Marks, attack_marks, count_field, mark_plays
from tournaments.core.ranking.places import assign_places, level_values
from tournaments.core.ranking.score_grid import NOBODY, SEAT_COUNT, PlayStatus, ScoreGrid
from tournaments.core.ranking.totals import Weights, compute_totals

Scores = Mapping[int, Fraction]
"""scores[deal] of one player, higher is better."""
Hands = Mapping[int, int]
"""seats[deal] of the hands assigned to one player."""
SEATS_OF_DEAL = 16
"""Number of fields reserved per deal in the core's grid, one for each seat. More than any game has."""


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """Result of one player in a round, over the deals compared so far."""

    place: int | None = None
    percent: Fraction | None = None
    compared: int = 0
    """Number of deals in the percentage."""
    marks: Mapping[int, Fraction] = field(default_factory=dict)
    """marks[deal] in percent, for the finished deals."""
    halves_beaten: int = 0
    """Twice the players beaten, plus one for each player at the same place."""
    rivals: int = 0
    """Number of other players with a place."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundField:
    """The plays of a round as the core's grid, and their marks."""

    grid: ScoreGrid
    """Plays with each player at South as the taker. A board's number is `SEATS_OF_DEAL` × deal + seat
    held."""
    marks: Marks


def compare_scores(
    scores: Sequence[Scores],
    *,
    deals: Collection[int],
    unplayed: UnplayedRule,
    hands: Sequence[Hands] | None = None,
) -> RoundField | None:
    """Return the fields of a round; None if no hand was finished by two players.

    Args:
        scores: scores[player].
        deals: deals to compare.
        hands: hands[player] assigned; None where all players hold the same seat in each deal.
    """
    hands_by_player = hands if hands is not None else [dict.fromkeys(deals, SOUTH) for _ in scores]
    holders: dict[int, list[int]] = defaultdict(list)
    for player, player_scores in enumerate(scores):
        for deal in player_scores:
            if deal in deals:
                holders[SEATS_OF_DEAL * deal + hands_by_player[player][deal]].append(player)
    rows: list[tuple[int, int, int, PlayStatus]] = []
    for board, players in sorted(holders.items()):
        deal, seat = divmod(board, SEATS_OF_DEAL)
        # a single play of a hand has no comparison
        if len(players) < 2:
            continue
        # the core needs whole numbers; only the order of scores matters
        levels = level_values([scores[player][deal] for player in players])
        rows += [
            (board, player, int(level), PlayStatus.PLAYED)
            for player, level in zip(players, levels, strict=True)
        ]
        if unplayed == UnplayedRule.ZERO:
            absent = [
                player
                for player, player_scores in enumerate(scores)
                if player_scores and deal not in player_scores and hands_by_player[player].get(deal) == seat
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
    """Return results[player] of a round; arguments as for `compare_scores`.

    Players in `unranked` are compared but have no place. Where unplayed deals are left out, a place requires
    half of the compared deals.
    """
    field_of_round = compare_scores(scores, deals=deals, unplayed=unplayed, hands=hands)
    if field_of_round is None:
        return [PlayerResult() for _ in scores]
    grid, marks = field_of_round.grid, field_of_round.marks
    totals = compute_totals(grid, marks, Weights())
    counts, percents = totals.attack_count.tolist(), list(totals.overall_percents)
    compared_deals = (
        len(set((grid.board // SEATS_OF_DEAL).tolist())) if unplayed == UnplayedRule.LEFT_OUT else 0
    )
    chains = [
        None if percent is None or 2 * count < compared_deals or player in unranked else (percent,)
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
    """Return the share of the other players beaten, in percent; an equal place counts half."""
    numerator, denominator = attack_marks(np.array([0]), np.array([halves_beaten]), np.array([rivals + 1]))
    return Fraction(100 * int(numerator[0]), int(denominator[0]))


def _beaten(places: Sequence[int | None]) -> tuple[list[int], int]:
    """Return halves[player] beaten, and the number of other players with a place."""
    ranked_players = [player for player, place in enumerate(places) if place]
    halves = [0] * len(places)
    comparison = count_field(
        np.zeros(len(ranked_players), dtype=np.int64),
        # negative, since the lower place is the better one
        np.array([-(places[player] or 0) for player in ranked_players]),
    )
    for player, lower, equal in zip(
        ranked_players, comparison.lower.tolist(), comparison.equal.tolist(), strict=True
    ):
        halves[player] = 2 * lower + equal
    return halves, max(len(ranked_players) - 1, 0)


# --- rows ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One entry of a round with its result, for the page of the round."""

    entry: RoomEntry
    finished: int
    """Number of deals finished."""
    result: PlayerResult


@dataclass(frozen=True, slots=True)
class RoundRanking:
    """All entries of a round in order of their places; entries without a place come last."""

    lines: tuple[RoundLine, ...]
    compared: tuple[int, ...]
    """Deals in the percentages: those that no player can still play."""
    scores: Mapping[int, Scores]
    """scores[entry's key][deal] as points at the table."""


def round_ranking(of: RoomRound, now: datetime) -> RoundRanking:
    """Return the ranking of a round at a moment, over the deals closed by then. Six queries at most.

    A settled round keeps its stored ranking, also after an account is closed.
    """
    entries = list(of.entries.select_related("owner"))
    if of.settled_at is not None:
        return _stored_ranking(of, entries)
    points = finished_scores(of)
    compared_deals = closed_deals(of, entries, points, now)
    return _sort_lines(entries, compared_deals, points, rank_entries(of, entries, points, compared_deals))


def rank_entries(
    of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores], compared: Collection[int]
) -> dict[int, PlayerResult]:
    """Return results[entry's key] of the entries that no director excluded. At most one query.

    Robots at shared tables are compared but have no place.
    """
    ranked_entries = [entry for entry in entries if not entry.is_excluded]
    results = rank_scores(
        fair_scores(of, ranked_entries, points),
        deals=compared,
        unplayed=UnplayedRule(of.room.unplayed),
        hands=hands_of(of, ranked_entries),
        unranked=[place for place, entry in enumerate(ranked_entries) if of.is_shared and entry.is_robot],
    )
    return {entry.pk: result for entry, result in zip(ranked_entries, results, strict=True)}


def hands_of(of: RoomRound, entries: Sequence[RoomEntry]) -> list[Hands] | None:
    """Return hands[entry] in the order given; None where all hold the same seat. At most one query."""
    if not of.is_shared:
        return None
    seats_by_entry = held_hands(of)
    return [seats_by_entry.get(entry.pk, {}) for entry in entries]


def fair_scores(of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores]) -> list[Scores]:
    """Return scores[entry] in the order given, signed so that higher is better in every game."""
    sign = -1 if of.room.lowest_wins else 1
    return [{deal: sign * score for deal, score in points.get(entry.pk, {}).items()} for entry in entries]


def _stored_ranking(of: RoomRound, entries: Sequence[RoomEntry]) -> RoundRanking:
    """Return the ranking of a settled round from the stored results."""
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
    return _sort_lines(entries, tuple(range(1, of.deals + 1)), points, results)


def _sort_lines(
    entries: Sequence[RoomEntry],
    compared: tuple[int, ...],
    points: Mapping[int, Scores],
    results: Mapping[int, PlayerResult],
) -> RoundRanking:
    """Build a ranking with the entries in the order of their places."""
    lines = [
        RoundLine(entry, len(points.get(entry.pk, ())), results.get(entry.pk, PlayerResult()))
        for entry in entries
    ]
    lines.sort(key=lambda line: (line.result.place is None, line.result.place or 0, line.entry.number))
    return RoundRanking(tuple(lines), compared, points)


def finished_scores(of: RoomRound) -> dict[int, dict[int, Fraction]]:
    """Return points[entry's key][deal] of the deals finished in time. At most two queries."""
    if of.is_shared:
        return table_scores(of)
    points: dict[int, dict[int, Fraction]] = defaultdict(dict)
    plays = RoomPlay.objects.filter(entry__round=of, table__ended_at__lte=of.closes_at)
    for entry, deal, score in plays.values_list("entry_id", "deal", "table__score"):
        points[entry][deal] = Fraction(score)
    return points


@dataclass(frozen=True, slots=True)
class DealComparison:
    """One deal of a round that no player can still play, for an entry that finished it."""

    mark: Fraction | None
    """Mark of the entry in percent; None without a comparison."""
    scores: tuple[tuple[RoomEntry, Fraction], ...]
    """Entries that finished the deal with their points, best first."""
    robots_playing: int
    """Number of robots that still play the deal."""


def compare_deal(entry: RoomEntry, deal: int, now: datetime) -> DealComparison | None:
    """Return the comparison of an entry's finished deal; None while a player can still play the deal."""
    of = entry.round
    ranking = round_ranking(of, now)
    if deal not in ranking.compared:
        return None
    shown_entries = [line.entry for line in ranking.lines if not line.entry.is_excluded]
    scores = [
        (shown, ranking.scores[shown.pk][deal])
        for shown in shown_entries
        if deal in ranking.scores.get(shown.pk, {})
    ]
    scores.sort(key=lambda score: score[1], reverse=not of.room.lowest_wins)
    own_line = next((line for line in ranking.lines if line.entry == entry), None)
    robots = {shown for shown in shown_entries if shown.is_robot}
    return DealComparison(
        mark=own_line.result.marks.get(deal) if own_line is not None else None,
        scores=tuple(scores),
        robots_playing=len(robots - {shown for shown, _score in scores}) if of.settled_at is None else 0,
    )


def is_deal_closed(of: RoomRound, deal: int, now: datetime) -> bool:
    """Return whether no player can still play a deal of a round. Two queries at most."""
    if of.settled_at is not None:
        return True
    return deal in closed_deals(of, list(of.entries.all()), finished_scores(of), now)


def closed_deals(
    of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores], now: datetime
) -> tuple[int, ...]:
    """Return the deals of a round that no player can still play."""
    deals = tuple(range(1, of.deals + 1))
    if now >= of.closes_at:
        return deals
    if of.is_shared:
        return over_deals(of)
    has_finished = any(points.get(entry.pk) for entry in entries if not entry.is_robot)
    # a new entry could still play any deal
    if of.may_enter(now) and not (of.kind == RoundKind.AT_ONCE and has_finished):
        return ()
    active_entries = [entry for entry in entries if entry.left_at is None and not entry.is_robot]
    return tuple(deal for deal in deals if all(deal in points.get(entry.pk, {}) for entry in active_entries))
