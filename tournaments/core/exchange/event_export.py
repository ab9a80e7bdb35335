"""Export of an event in the exchange format, from the plays that its sessions are ranked by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.facts.sums import whole
from games.core.rules import RuleSet, format_rules
from games.core.seats import SEAT_LETTERS
from tournaments.core.exchange.event_document import VERSION
from tournaments.core.exchange.event_plays import AGAIN, PlayedOnce, Row, StatusName
from tournaments.core.exchange.value_json import WrittenValue, write_value
from tournaments.core.formats.event_options import RANKING_OPTIONS
from tournaments.core.formats.game_rules import team_seats
from tournaments.core.formats.ranking_plan import RankingPlan, UnitKind
from tournaments.core.formats.session_results import SessionPlays, units_at_play
from tournaments.core.ranking.classification import Presence, Profile
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.rulings import Ruling
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus, ScoreGrid
from tournaments.core.ranking.seat_scores import SeatGrid

_TEXTS = ("category", "series", "club", "country", "team")


@dataclass(frozen=True, slots=True)
class ExportedUnit:
    """A unit that is ranked: a player, pair or team."""

    unit_id: str
    name: str
    profile: Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedSession:
    """One session with the ids of its units."""

    plays: SessionPlays
    unit_ids: Sequence[str]
    """unit_ids[unit]: the id of each unit number in `plays`."""
    coefficient: Fraction = Fraction(1)
    is_final: bool = False
    carried: Fraction = Fraction(1)
    """Part of the results before a final that counts in it."""


def write_event(
    plan: RankingPlan,
    *,
    name: str,
    game: str,
    rules: RuleSet,
    options: Mapping[str, object],
    units: Sequence[ExportedUnit],
    sessions: Sequence[ExportedSession],
) -> dict[str, object]:
    """Return the document that `rank_event` ranks as the site does.

    Args:
        options: as stored with the tournament; options that change no ranking are left out.
    """
    teams = [list(seats) for seats in team_seats(plan, game)]
    return {
        "event": VERSION,
        "format": plan.code,
        "name": name,
        "game": game,
        "rules": format_rules(rules),
        **({"teams": teams} if teams else {}),
        "options": {key: value for key, value in options.items() if key in RANKING_OPTIONS},
        "units": [_write_unit(unit, has_line=plan.line_count > 0) for unit in units],
        "sessions": [_write_session(session, plan) for session in sessions],
    }


def _write_unit(unit: ExportedUnit, *, has_line: bool) -> Row:
    profile = unit.profile
    row: Row = {"id": unit.unit_id, "name": unit.name}
    if has_line:
        row["line"] = SEAT_LETTERS[profile.line]
    row |= {text: value for text in _TEXTS if (value := getattr(profile, text))}
    if profile.age is not None:
        row["age"] = profile.age
    if profile.presence is not Presence.RANKED:
        row["presence"] = profile.presence.value
    return row


def _write_session(session: ExportedSession, plan: RankingPlan) -> Row:
    ids, plays = session.unit_ids, session.plays
    row: Row = {"plays": _write_plays(plays, plan, ids)}
    if plays.rulings:
        row["rulings"] = [_write_ruling(ruling, ids) for ruling in plays.rulings]
    if plays.bonuses:
        row["bonuses"] = [
            {"unit": ids[unit], "against": ids[against], "points": points}
            for (unit, against), points in plays.bonuses.items()
        ]
    if session.coefficient != 1:
        row["coefficient"] = str(session.coefficient)
    if session.is_final:
        row |= {"final": True, "carried": str(session.carried)}
    return row


def _write_plays(plays: SessionPlays, plan: RankingPlan, ids: Sequence[str]) -> list[Row]:
    grid = plays.grid
    if isinstance(grid, UnitPlays):
        columns = (grid.board, grid.attack, grid.defence, grid.score)
        rows = [
            _duel_row(board, ids[attack], ids[defence], score)
            for board, attack, defence, score in zip(*(column.tolist() for column in columns), strict=True)
        ]
    elif isinstance(grid, SeatGrid):
        rows = _seat_rows(grid, ids, has_board=plan.needs_same_deals)
    else:
        rows = _shares_rows(grid, ids, is_triplet=plan.unit is UnitKind.TRIPLET)
    for row, status in zip(rows, grid.status.tolist(), strict=True):
        if status != PlayStatus.PLAYED:
            row["status"] = StatusName[PlayStatus(status).name].value
    if plan.needs_same_deals and not plan.has_duels:
        played_once = PlayedOnce()
        for number, (row, board) in enumerate(zip(rows, grid.board.tolist(), strict=True)):
            if played_once.repeats(units_at_play(grid, number), board):
                row[AGAIN] = True
    return rows


def _duel_row(board: int, attack: str, defence: str, score: int) -> Row:
    return {"board": board + 1, "attack": attack, "defence": defence, "score": score}


def _shares_rows(grid: ScoreGrid, ids: Sequence[str], *, is_triplet: bool) -> list[Row]:
    """Return the rows of a score grid.

    A triplet's plays have the attack in N and the defence in W (see `UnitPlays.as_score_grid`).
    """
    columns = (grid.board, grid.taker_seat, grid.players, grid.score, grid.section)
    has_colours = bool(grid.section.any())
    rows = []
    for board, taker, players, score, section in zip(*(column.tolist() for column in columns), strict=True):
        if is_triplet:
            row = _duel_row(board, ids[players[0]], ids[players[1]], score)
        else:
            seats = {SEAT_LETTERS[seat]: ids[unit] for seat, unit in enumerate(players) if unit != NOBODY}
            row = {"board": board + 1, "taker": SEAT_LETTERS[taker], "players": seats, "score": score}
        rows.append(row | {"section": str(section + 1)} if has_colours else row)
    return rows


def _seat_rows(grid: SeatGrid, ids: Sequence[str], *, has_board: bool) -> list[Row]:
    columns = (grid.board, grid.players, grid.score)

    def write_score(score: int) -> WrittenValue:
        # scores are stored as multiples of 1/parts
        return write_value(score if grid.parts == 1 else whole(Fraction(score, grid.parts)))

    return [
        ({"board": board + 1} if has_board else {})
        | {
            "players": [None if unit == NOBODY else ids[unit] for unit in players],
            "scores": [*map(write_score, scores)],
        }
        for board, players, scores in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _write_ruling(ruling: Ruling, ids: Sequence[str]) -> Row:
    """Return a ruling with its effects, because the tariff may be the organiser's own."""
    row: Row = {
        "guilty": [ids[unit] for unit in ruling.guilty],
        "effects": [
            {"kind": effect.kind.value, "amount": effect.amount, "who": effect.who.value}
            for effect in ruling.effects
        ],
        "reason": ruling.reason,
        "author": ruling.author,
    }
    return row if ruling.play is None else row | {"play": ruling.play}
