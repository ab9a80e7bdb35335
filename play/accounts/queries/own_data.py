"""Export of an account's data about playing, alone and with others."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from play.rooms.queries.rooms import are_cards_open, room_play_of
from play.tables.models import PlayedTable
from play.tables.services.played_tables import load_sitting, played_text


def load_plays(user: User) -> list[dict[str, Any]]:
    """Return the account's tables, oldest first, as plain JSON values. Two queries.

    The cards are included once the deal is over, in a room once no player can still play it. Before that the
    player knows only their own hand.
    """
    now = timezone.now()
    tables = user.played_tables.select_related(
        "daily", "board_again__session__tournament", "room_play__entry__round__room"
    )
    return [
        {
            "began": table.created_at.isoformat(),
            "ended": table.ended_at and table.ended_at.isoformat(),
            "origin": table.origin,
            "theme": table.theme,
            "game": table.game,
            "seat": table.seat,
            "level": table.level,
            "score": table.score,
            "name": table.daily.name if hasattr(table, "daily") else "",
            "event": table.board_again.session.tournament.name if hasattr(table, "board_again") else "",
            "board": table.board_again.board if hasattr(table, "board_again") else None,
            "room": room_name(table),
            "deal": played_text(load_sitting(table)) if table.ended_at and are_cards_open(table, now) else "",
        }
        for table in tables.prefetch_related("actions").order_by("created_at", "pk")
    ]


def room_name(table: PlayedTable) -> str:
    """Return the name of the room in whose round a deal was played; "" for other deals."""
    play = room_play_of(table)
    return play.entry.round.room.name if play else ""


def load_free_tables(user: User) -> list[dict[str, Any]]:
    """Return the free tables where the account has a seat, earliest first. Three queries.

    The rows are plain JSON values. Of other players only the points of their seats are included.
    """
    seats = user.table_seats.select_related("table").prefetch_related("table__deals__table")
    return [
        {
            "opened": seat.table.created_at.isoformat(),
            "game": seat.table.game,
            "rules": seat.table.rule_set,
            "name": seat.name,
            "seat": seat.seat,
            "since": seat.joined_at.isoformat(),
            "scores": [
                deal.table.score.split(" ")
                for deal in seat.table.deals.all()
                if deal.table.ended_at and deal.number >= seat.plays_from
            ],
        }
        for seat in seats
    ]


def load_rated_matches(user: User) -> list[dict[str, Any]]:
    """Return the account's rated matches, earliest first. One query."""
    seats = user.rated_seats.filter(rated__settled_at__isnull=False).select_related("rated__table")
    return [
        {
            "ended": seat.rated.settled_at.isoformat(),
            "game": seat.rated.table.game,
            "place": seat.place,
            "rating_before": seat.before,
            "rating_after": seat.after,
        }
        for seat in seats.order_by("rated__settled_at")
        if seat.rated.settled_at is not None
    ]


def load_moderation(user: User) -> dict[str, Any]:
    """Return the account's blocks, reports, bars, messages and silences. Five queries."""
    return {
        "blocked": [
            {"name": block.name, "since": block.made_at.isoformat()} for block in user.player_blocks.all()
        ],
        "reports": [
            {
                "at": report.made_at.isoformat(),
                "name": report.name,
                "reason": report.reason,
                "line": report.line,
                "words": report.words,
                "answer": report.answer,
            }
            for report in user.player_reports.all()
        ],
        "kept_out": [
            {"room": bar.room.name if bar.room else "", "until": bar.until.isoformat()}
            for bar in user.room_bars.select_related("room")
        ],
        "written": [
            {
                "at": line.written_at.isoformat(),
                "room": line.room.name,
                "name": line.name,
                "text": line.text,
                "taken_away": line.taken_at and line.taken_at.isoformat(),
            }
            for line in user.written_lines.select_related("room")
        ],
        "may_not_write": [
            {"room": silence.room.name, "until": silence.until and silence.until.isoformat()}
            for silence in user.silences.select_related("room")
        ],
    }
