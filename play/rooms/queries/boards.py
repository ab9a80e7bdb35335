"""The five boards of the site, of a club's rooms and of a room, for a season or all time."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from accounts.models import User
from play.free.models import TableRating
from play.rooms.enums import RoomBoard
from play.rooms.models import Room, RoomRating, RoomRecord
from tournaments.core.ranking.leaderboards import (
    Leaderboard,
    LeaderboardRow,
    PlayerRecord,
    Tally,
    build_leaderboard,
)
from tournaments.core.ranking.rating import Rating
from tournaments.models import Club

LEAST_GAMES = {
    RoomBoard.RATING: 10,
    RoomBoard.MARKS: 20,
    RoomBoard.BEATEN: 5,
    RoomBoard.PLACES: 1,
    RoomBoard.SCORES: 20,
    RoomBoard.TABLES: 10,
}
"""Games (deals, or rounds) required to appear on a board, so that one lucky deal makes no rank."""
COUNTED_AS = {
    RoomBoard.RATING: Leaderboard.RATING,
    RoomBoard.MARKS: Leaderboard.DUPLICATE,
    RoomBoard.BEATEN: Leaderboard.DUPLICATE,
    RoomBoard.PLACES: Leaderboard.CAREER,
    RoomBoard.SCORES: Leaderboard.FREE_DEALS,
    RoomBoard.TABLES: Leaderboard.RATING,
}
"""Board of the ranking core with the same arithmetic: mean of percentages, mean of points, or sum of
points."""


@dataclass(frozen=True, slots=True)
class BoardScope:
    """Rooms that a board covers: those of the site, those of a club, or a single room."""

    room: Room | None = None
    club: Club | None = None
    season: int | None = None
    """Year in which the season began; None for all time."""


@dataclass(slots=True)
class _Sums:
    compared: int = 0
    marks: Fraction = Fraction(0)
    played: int = 0
    scores: Fraction = Fraction(0)
    rounds: int = 0
    shares: Fraction = Fraction(0)
    halves_beaten: int = 0

    def add(self, record: RoomRecord) -> None:
        self.compared += record.compared
        self.marks += Fraction(record.marks)
        self.played += record.played
        self.scores += Fraction(record.scores)
        self.rounds += record.rounds
        self.shares += Fraction(record.shares)
        self.halves_beaten += record.halves_beaten


def room_board(
    board: RoomBoard, scope: BoardScope, *, least_games: int | None = None
) -> tuple[LeaderboardRow[User], ...]:
    """Return a board, best player first. Only accounts with a pseudonym appear. Three queries.

    Ratings are those of today, over all rooms. A season or a room only restricts the players listed.

    Args:
        least_games: None for `LEAST_GAMES`.
    """
    sums: dict[int, _Sums] = defaultdict(_Sums)
    for record in _records(scope):
        sums[record.user_id].add(record)
    users = (
        User.objects.filter(pk__in=sums, is_active=True).exclude(pseudonym="").order_by("pseudonym_folded")
    )
    ratings = {row.user_id: row.rating for row in RoomRating.objects.filter(user__in=sums)}
    records = [_player_record(board, user, sums[user.pk], ratings.get(user.pk)) for user in users]
    threshold = LEAST_GAMES[board] if least_games is None else least_games
    return build_leaderboard(COUNTED_AS[board], records, least_games=threshold)


def table_board(*, least_games: int | None = None) -> tuple[LeaderboardRow[User], ...]:
    """Return the board of ratings of free tables, best first. Only accounts with a pseudonym. One query."""
    ratings = (
        TableRating.objects.filter(user__is_active=True)
        .exclude(user__pseudonym="")
        .select_related("user")
        .order_by("user__pseudonym_folded")
    )
    records = [PlayerRecord(key=row.user, country=row.user.country, rating=row.rating) for row in ratings]
    threshold = LEAST_GAMES[RoomBoard.TABLES] if least_games is None else least_games
    return build_leaderboard(Leaderboard.RATING, records, least_games=threshold)


def player_boards(user: User) -> dict[RoomBoard, LeaderboardRow[User]]:
    """Return an account's row on each board of the site, from the first game on. Three queries.

    Boards without a game of the account are left out. The place of a row has no meaning here: the row stands
    alone.
    """
    sums = _Sums()
    for room_record in RoomRecord.objects.filter(user=user):
        sums.add(room_record)
    ratings: dict[RoomBoard, Rating] = {}
    if room_rating := RoomRating.objects.filter(user=user).first():
        ratings[RoomBoard.RATING] = room_rating.rating
    if table_rating := TableRating.objects.filter(user=user).first():
        ratings[RoomBoard.TABLES] = table_rating.rating
    rows = {}
    for board in RoomBoard:
        record = _player_record(board, user, sums, ratings.get(board))
        # at most one row
        for row in build_leaderboard(COUNTED_AS[board], [record]):
            rows[board] = row
    return rows


def seasons_of(scope: BoardScope) -> list[int]:
    """Return the seasons in which a player has results, latest first. One query."""
    years: Iterable[int] = _records(scope).values_list("season", flat=True).distinct()
    return sorted(years, reverse=True)


def _records(scope: BoardScope) -> QuerySet[RoomRecord]:
    records = RoomRecord.objects.all()
    if scope.room is not None:
        records = records.filter(room=scope.room)
    if scope.club is not None:
        records = records.filter(room__club=scope.club)
    return records if scope.season is None else records.filter(season=scope.season)


def _player_record(board: RoomBoard, user: User, sums: _Sums, rating: Rating | None) -> PlayerRecord[User]:
    return PlayerRecord(
        key=user,
        country=user.country,
        rating=rating,
        duplicate=_percentages(board, sums),
        free_deals=Tally(sums.scores, sums.played),
        career=Tally(Fraction(sums.halves_beaten, 2), sums.rounds),
    )


def _percentages(board: RoomBoard, sums: _Sums) -> Tally:
    if board == RoomBoard.BEATEN:
        return Tally(sums.shares, sums.rounds)
    return Tally(sums.marks, sums.compared)
