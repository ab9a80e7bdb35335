"""Plays of a session of an event document, as the grids of their scoring."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import cast

import numpy as np

from games.core.facts.sums import whole
from games.core.play import Points
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.event_document import EventDocument, find_unit, read_seat_letter
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.json_node import InvalidDocument, Node
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.matches import Match, score_match
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.score_grid import HIGHEST_SCORE, NOBODY, SEAT_COUNT, PlayStatus, ScoreGrid
from tournaments.core.ranking.seat_scores import HIGHEST_SEAT_SCORE, MOST_PARTS, SeatGrid, over_parts

Row = dict[str, object]
MOST_BOARDS = 100_000
_MOST_SEATS = 16


class StatusName(StrEnum):
    """Names of a `PlayStatus` in a document."""

    PLAYED = "played"
    NEUTRALISED = "neutralised"
    COLLECTIVE_ZERO = "collective_zero"


AGAIN = "again"
"""Field of a play in which a unit meets a board a second time, as it may after an incident."""


class PlayedOnce:
    """Boards played by each unit in the rows of a session, to find a play that is listed twice."""

    def __init__(self) -> None:
        self._boards: set[tuple[int, int]] = set()

    def repeats(self, units: Iterable[int], board: int) -> bool:
        """Record the units of a row. Return whether one of them is in an earlier row of the board."""
        boards = {(board, unit) for unit in units}
        has_repeat = not boards.isdisjoint(self._boards)
        self._boards |= boards
        return has_repeat

    def add(self, node: Node, units: Sequence[int], board: int | None, *, is_again: bool) -> None:
        """Record the units of one row, −1 for an empty seat. `board` is None for a deal dealt at the table.

        Args:
            is_again: the row is declared as a second time; it is neither recorded nor refused.

        Raises:
            InvalidDocument: one unit in two seats (`player_twice`), or on a board again (`play_twice`).
        """
        present_units = [unit for unit in units if unit != NOBODY]
        if len(set(present_units)) < len(present_units):
            raise node.wrong("players who are all different", code="player_twice")
        if board is not None and not is_again and self.repeats(present_units, board):
            raise node.wrong("players who have not played the board yet", code="play_twice")


def read_score_grid(event: EventDocument, plays: Sequence[Node]) -> ScoreGrid:
    """Read plays of individuals.

    Each is {"board", "taker", "players": {"N": id…}, "score"}. An empty seat is left out.
    """
    numbers, played_once = event.unit_numbers, PlayedOnce()
    boards, takers, players, scores, statuses = [], [], [], [], []
    for play in plays:
        row = play.fields(("board", "taker", "players", "score"), ("status", "section", AGAIN))
        seats = row["players"].fields((), ("N", "W", "S", "E"))
        boards.append(row["board"].whole(1, MOST_BOARDS) - 1)
        takers.append(read_seat_letter(row["taker"]))
        players.append([find_unit(seats[s], numbers) if s in seats else NOBODY for s in "NWSE"])
        played_once.add(row["players"], players[-1], boards[-1], is_again=_is_again(play))
        scores.append(row["score"].whole(-HIGHEST_SCORE, HIGHEST_SCORE))
        statuses.append(_read_status(row))
    return ScoreGrid(
        board=np.array(boards, dtype=np.int64),
        taker_seat=np.array(takers, dtype=np.int64),
        players=np.array(players, dtype=np.int64).reshape(-1, SEAT_COUNT),
        score=np.array(scores, dtype=np.int64),
        status=np.array(statuses, dtype=np.int64),
        line=_lines(event),
        section=_number_colours(plays),
    )


def read_unit_plays(event: EventDocument, plays: Sequence[Node]) -> UnitPlays:
    """Read plays of triplets, quartets and teams: {"board", "attack": id, "defence": id, "score"}."""
    numbers = event.unit_numbers
    rows = []
    for play in plays:
        row = play.fields(("board", "attack", "defence", "score"), ("status", "section", AGAIN))
        attack, defence = find_unit(row["attack"], numbers), find_unit(row["defence"], numbers)
        if attack == defence:
            raise row["defence"].wrong("another unit than the attack", code="grid_self")
        board = row["board"].whole(1, MOST_BOARDS) - 1
        rows.append(
            (board, attack, defence, row["score"].whole(-HIGHEST_SCORE, HIGHEST_SCORE), _read_status(row))
        )
    columns = np.array(rows, dtype=np.int64).reshape(-1, 5).T
    return UnitPlays(*columns)


def read_triplet_grid(event: EventDocument, plays: Sequence[Node]) -> ScoreGrid:
    """Read plays of triplets for a comparison by topage."""
    unit_plays, played_once = read_unit_plays(event, plays), PlayedOnce()
    for play, board, *units in zip(
        plays, unit_plays.board, unit_plays.attack, unit_plays.defence, strict=True
    ):
        played_once.add(play, units, board, is_again=_is_again(play))
    return unit_plays.as_score_grid(_lines(event), _number_colours(plays))


def read_seat_grid(event: EventDocument, plays: Sequence[Node]) -> SeatGrid:
    """Read plays in which each seat has its own score.

    Each is {"players": [id or null…], "scores": […]}, with "board" where the same deals are compared. A row
    may also be a whole round of a table.
    """
    numbers = event.unit_numbers
    played_once = PlayedOnce()
    boards, players, scores, statuses = [], [], [], []
    width = max((len(seats) for play in plays if isinstance(seats := _seats_of(play), list)), default=0)
    for play in plays:
        required = ("board",) if event.plan.needs_same_deals else ()
        row = play.fields((*required, "players", "scores"), ("board", "status", AGAIN))
        seats, points = row["players"].parts(_MOST_SEATS), row["scores"].parts(_MOST_SEATS)
        if len(seats) != len(points):
            raise row["scores"].wrong(f"{len(seats)} scores, one for each of the players")
        boards.append(row["board"].whole(1, MOST_BOARDS) - 1 if "board" in row else 0)
        seat_units = [NOBODY if seat.value is None else find_unit(seat, numbers) for seat in seats]
        # rows of smaller tables are filled up to the widest one
        players.append(seat_units + [NOBODY] * (width - len(seat_units)))
        board = boards[-1] if event.plan.needs_same_deals else None
        played_once.add(row["players"], seat_units, board, is_again=_is_again(play))
        marks = [0 if point.value is None else _read_seat_points(point) for point in points]
        scores.append(marks + [0] * (width - len(marks)))
        statuses.append(_read_status(row))
        if event.plan.scoring is Scoring.SUMS and statuses[-1] == PlayStatus.PLAYED and sum(marks) != 0:
            raise row["scores"].wrong("scores that add up to 0", code="scores_not_zero")
    whole_scores, parts = over_parts(scores)
    return SeatGrid(
        board=np.array(boards, dtype=np.int64),
        players=np.array(players, dtype=np.int64).reshape(len(plays), width),
        score=np.array(whole_scores, dtype=np.int64).reshape(len(plays), width),
        status=np.array(statuses, dtype=np.int64),
        player_count=len(event.unit_ids),
        parts=parts,
    )


def read_matches(event: EventDocument, plays: Sequence[Node]) -> tuple[Match, ...]:
    """Read matches of teams.

    Each has "first" and "second", with "quarters" (differences deal by deal) or "points" (of both teams).
    """
    numbers = event.unit_numbers
    matches = []
    for play in plays:
        row = play.fields(("first", "second"), ("quarters", "points", "bonuses", "penalties"))
        first, second = find_unit(row["first"], numbers), find_unit(row["second"], numbers)
        if first == second:
            raise row["second"].wrong("another team than the first", code="match_self")
        if ("quarters" in row) == ("points" in row):
            raise play.wrong("a match with either quarters or points", code="match_points")
        bonuses, penalties = (
            _read_pair(row[name]) if name in row else (0, 0) for name in ("bonuses", "penalties")
        )
        if "quarters" in row:
            quarters = [
                [deal.whole(-2 * HIGHEST_SCORE, 2 * HIGHEST_SCORE) for deal in quarter.parts(100)]
                for quarter in row["quarters"].parts(20)
            ]
            points = score_match(first, second, quarters).points
        else:
            first_points, second_points = _read_points(row["points"])
            points = first_points, second_points
        matches.append(Match(first, second, points, bonuses, penalties))
    return tuple(matches)


def has_deals(event: EventDocument) -> bool:
    """Return whether the matches of an event are written deal by deal, with attack and defence."""
    first = next((play.value for session in event.sessions for play in session.plays), None)
    return isinstance(first, dict) and "attack" in first


def placed(error: TournamentError, session: int) -> InvalidDocument:
    """Return an error of the ranking core with the session in which it occurred."""
    place = f"sessions[{session}]"
    return InvalidDocument(error.code, f"{place}: {error}", field=place)


def _read_seat_points(node: Node) -> Points:
    score = node.fraction()
    if abs(score) > HIGHEST_SEAT_SCORE or MOST_PARTS % score.denominator:
        raise node.wrong(f'points from {-HIGHEST_SEAT_SCORE} to {HIGHEST_SEAT_SCORE}, such as 12 or "7/3"')
    return whole(score)


def _read_points(node: Node) -> list[RootSum]:
    points = [RootSum.of(part.fraction()) for part in node.parts(2)]
    if len(points) != 2:
        raise node.wrong("the match points of both teams")
    return points


def _read_pair(node: Node) -> tuple[int, int]:
    numbers = [part.whole(0, 10_000) for part in node.parts(2)]
    if len(numbers) != 2:
        raise node.wrong("two numbers, one for each team")
    return numbers[0], numbers[1]


def _read_status(row: dict[str, Node]) -> int:
    name = row["status"].choice(StatusName) if "status" in row else StatusName.PLAYED
    return int(PlayStatus[name.name])


def _is_again(play: Node) -> bool:
    """Return whether a play, which is an object, is declared as a second time."""
    row = cast("Row", play.value)
    return AGAIN in row and Node(row[AGAIN], f"{play.path}.{AGAIN}").flag()


def _number_colours(plays: Sequence[Node]) -> np.ndarray:
    """Return section[play]: colours numbered in the order of their appearance."""
    colours: dict[str, int] = {}
    # the readers above have checked that each play is an object
    nodes = [Node(cast("Row", play.value).get("section", ""), f"{play.path}.section") for play in plays]
    return np.array([colours.setdefault(node.text(), len(colours)) for node in nodes], dtype=np.int64)


def _seats_of(play: Node) -> object:
    return play.value.get("players") if isinstance(play.value, dict) else None


def _lines(event: EventDocument) -> np.ndarray:
    return np.array([profile.line for profile in event.profiles], dtype=np.int64)
