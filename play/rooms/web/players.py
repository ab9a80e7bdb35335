"""The page of a player of the rooms: their value on each board, and their last rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from play.alone.web.beginners import account_of
from play.rooms.enums import RoomBoard
from play.rooms.models import RoomEntry
from play.rooms.queries.boards import LEAST_GAMES, player_boards
from play.rooms.queries.players import find_player, shown_rounds
from play.rooms.web.boards import PERCENT_BOARDS, WORDS, RoomBoardWords
from tournaments.core.ranking.leaderboards import LeaderboardRow

MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class BoardValue:
    """A player's row on one board."""

    board: RoomBoard
    words: RoomBoardWords
    row: LeaderboardRow[User]

    @property
    def is_percent(self) -> bool:
        return self.board in PERCENT_BOARDS

    @property
    def missing(self) -> int:
        """Games still required before the board lists the player; 0 if it does."""
        return max(0, LEAST_GAMES[self.board] - self.row.games)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A player's result in one round."""

    entry: RoomEntry
    percent: Fraction | None
    ranked: int
    """Number of players with a place."""


@require_safe
def account_player_page(request: HttpRequest, pseudonym: str) -> HttpResponse:
    """Show an account by its present pseudonym; 404 for every other name."""
    player = find_player(pseudonym)
    if player is None:
        raise Http404
    reader = account_of(request)
    entries = shown_rounds(player, reader, most=MOST_ROUNDS)
    context = {
        "player": player,
        "is_own": player == reader,
        "boards": board_values(player_boards(player)),
        "rounds": [
            PlayedRound(entry, Fraction(entry.percent) if entry.percent else None, entry.rivals + 1)
            for entry in entries
        ],
    }
    return render(request, "play/rooms/player.html", context)


def board_values(rows: Mapping[RoomBoard, LeaderboardRow[User]]) -> list[BoardValue]:
    """Return the rows of a player with their texts, for a page."""
    return [BoardValue(board, WORDS[board], row) for board, row in rows.items()]
