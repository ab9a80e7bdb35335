"""Reader for an event of another program, in the format of docs/event-format.md.

An event has units, sessions, plays, rulings and options.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.core.errors import InvalidRules
from games.core.rules import FFT, RuleSet
from games.core.seats import SEAT_LETTERS, parse_seat
from games.core.variants.registry import GAMES, find_variant
from tournaments.core.errors import TournamentError
from tournaments.core.formats.event_options import (
    LARGEST_BONUS,
    LONGEST_RULES,
    MOST_BONUSES,
    EventOptions,
    parse_event_options,
)
from tournaments.core.formats.game_rules import parse_game_rules, team_seats
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.ruling_effects import family_of
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.json_node import InvalidDocument, Node
from tournaments.core.ranking.classification import Presence, Profile
from tournaments.core.ranking.faults import Family, Tariff, find_tariff
from tournaments.core.ranking.faults_fft_2012 import EDITION, FFT_2012
from tournaments.core.ranking.matches import Pair
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling, Who

VERSION = "etui-event-1"
MOST_UNITS, MOST_SESSIONS = 20_000, 100
_TEXTS = ("name", "category", "series", "club", "country", "team")


@dataclass(frozen=True, slots=True)
class SessionDocument:
    """One session. Its plays are read later, by the reader of their scoring."""

    coefficient: Fraction
    plays: tuple[Node, ...]
    rulings: tuple[Ruling, ...]
    bonuses: Mapping[Pair, int]
    """bonuses[(unit, against)]: match points that a team has before it meets the other one."""
    is_final: bool
    carried: Fraction
    """Part of the results before a final that counts in it."""


@dataclass(frozen=True, slots=True)
class EventDocument:
    """A whole event. Units are numbered from 0 in the order of the document."""

    plan: RankingPlan
    game: str
    rules: RuleSet
    options: EventOptions
    unit_ids: tuple[str, ...]
    names: tuple[str, ...]
    profiles: tuple[Profile, ...]
    carried: tuple[Fraction | None, ...] | None
    teams: tuple[tuple[int, ...], ...]
    """Seats of each team of a table; empty if all play for themselves."""
    sessions: tuple[SessionDocument, ...]

    @property
    def unit_numbers(self) -> dict[str, int]:
        return {unit_id: number for number, unit_id in enumerate(self.unit_ids)}


def read_event(document: object) -> EventDocument:
    """Read everything but the plays.

    Raises:
        InvalidDocument: with the path of the place.
    """
    root = Node(document).fields(
        ("event", "format", "units", "sessions"), ("name", "game", "rules", "carried", "options", "teams")
    )
    if root["event"].value != VERSION:
        raise root["event"].wrong(repr(VERSION), code="event_version")
    if root["format"].text() not in FORMATS:
        raise root["format"].wrong("one of " + ", ".join(FORMATS), code="no_such_plan")
    event_format = FORMATS[root["format"].text()]
    plan, (game, rules) = event_format.plan, _read_game(root, event_format)
    options = parse_event_options(root.get("options", Node({}, "options")), plan)
    family = family_of(plan, options.comparison.method)
    units = root["units"].parts(MOST_UNITS)
    rows = [unit.fields(("id",), (*_TEXTS, "line", "age", "presence")) for unit in units]
    ids = tuple(row["id"].name() for row in rows)
    numbers = _number_units(ids, rows)
    return EventDocument(
        plan=plan,
        game=game,
        rules=rules,
        options=options,
        unit_ids=ids,
        names=tuple(row["name"].text() if "name" in row else "" for row in rows),
        profiles=tuple(map(_read_profile, rows)),
        carried=_read_carried(root["carried"], numbers) if "carried" in root else None,
        teams=_read_teams(root["teams"], plan, game) if "teams" in root else team_seats(plan, game),
        sessions=tuple(
            _read_session(session, family, numbers) for session in root["sessions"].parts(MOST_SESSIONS)
        ),
    )


def _read_game(root: Mapping[str, Node], event_format: TournamentFormat) -> tuple[str, RuleSet]:
    """Return the game and its rules, by default those of the format."""
    game = root["game"].text() if "game" in root else event_format.variant.name
    if game not in GAMES or (not event_format.is_friendly and game != event_format.variant.name):
        raise root["game"].wrong("a game that the format can be played with", code="unknown_game")
    text = root["rules"].text(LONGEST_RULES) if "rules" in root else FFT
    try:
        rules = parse_game_rules(game, text)
    except InvalidRules as error:
        raise root["rules"].wrong("rules of the game", code=error.code) from error
    # the rules of official formats are fixed; friendly ones are free
    if not event_format.is_friendly and rules != RuleSet():
        raise root["rules"].wrong("the rules of the format", code="rules_locked")
    return game, rules


def _read_teams(node: Node, plan: RankingPlan, game: str) -> tuple[tuple[int, ...], ...]:
    """Return the seats that are partners in the document."""
    last = find_variant(game).player_count - 1
    teams = tuple(
        tuple(seat.whole(0, last) for seat in team.parts(last + 1)) for team in node.parts(last + 1)
    )
    seats = [seat for team in teams for seat in team]
    if any(len(team) < 2 for team in teams) or len(set(seats)) < len(seats):
        raise node.wrong("lists of two seats or more, each seat in one of them")
    if teams and not plan.is_for_any_game:
        raise node.wrong("empty: no table of the format has teams")
    return teams


def find_unit(node: Node, numbers: Mapping[str, int]) -> int:
    """Return the number of the unit with this id (else `no_such_unit`)."""
    unit_id = node.text()
    if unit_id not in numbers:
        raise node.wrong("the id of a unit", code="no_such_unit")
    return numbers[unit_id]


def _number_units(ids: tuple[str, ...], rows: list[dict[str, Node]]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for row, unit_id in zip(rows, ids, strict=True):
        if unit_id in numbers:
            raise row["id"].wrong("an id of its own", code="unit_twice")
        numbers[unit_id] = len(numbers)
    return numbers


def _read_profile(row: dict[str, Node]) -> Profile:
    texts = {name: row[name].text() for name in _TEXTS if name in row and name != "name"}
    return Profile(
        line=read_seat_letter(row["line"]) if "line" in row else 0,
        age=row["age"].whole(0, 150) if "age" in row else None,
        presence=row["presence"].choice(Presence) if "presence" in row else Presence.RANKED,
        **texts,
    )


def read_seat_letter(node: Node) -> int:
    """Return the seat of a letter: N, W, S, E."""
    if not isinstance(node.value, str) or len(node.value) != 1 or node.value not in SEAT_LETTERS:
        raise node.wrong("one of N, W, S, E")
    return parse_seat(node.value)


def _read_carried(node: Node, numbers: Mapping[str, int]) -> tuple[Fraction | None, ...]:
    carried: list[Fraction | None] = [None] * len(numbers)
    if not isinstance(node.value, dict):
        raise node.wrong("an object", code="not_an_object")
    for unit_id, value in node.fields((), node.value).items():
        if unit_id not in numbers:
            raise value.wrong("under the id of a unit", code="no_such_unit")
        carried[numbers[unit_id]] = value.fraction()
    return tuple(carried)


def _read_session(node: Node, family: Family, numbers: Mapping[str, int]) -> SessionDocument:
    row = node.fields(("plays",), ("coefficient", "rulings", "bonuses", "final", "carried"))
    plays = tuple(row["plays"].parts())
    rulings = row["rulings"].parts(100_000) if "rulings" in row else []
    return SessionDocument(
        coefficient=_read_coefficient(row["coefficient"]) if "coefficient" in row else Fraction(1),
        plays=plays,
        rulings=tuple(_read_ruling(ruling, family, numbers, len(plays)) for ruling in rulings),
        bonuses=dict(_read_bonus(bonus, numbers) for bonus in row["bonuses"].parts(MOST_BONUSES))
        if "bonuses" in row
        else {},
        is_final=row["final"].flag() if "final" in row else False,
        carried=_read_part(row["carried"]) if "carried" in row else Fraction(1),
    )


def _read_coefficient(node: Node) -> Fraction:
    coefficient = node.fraction()
    if coefficient <= 0:
        raise node.wrong("a number above 0")
    return coefficient


def _read_part(node: Node) -> Fraction:
    part = node.fraction()
    if not 0 <= part <= 1:
        raise node.wrong("a part from 0 to 1")
    return part


def _read_bonus(node: Node, numbers: Mapping[str, int]) -> tuple[Pair, int]:
    row = node.fields(("unit", "against", "points"))
    pair = find_unit(row["unit"], numbers), find_unit(row["against"], numbers)
    return pair, row["points"].whole(0, LARGEST_BONUS)


def _read_ruling(node: Node, family: Family, numbers: Mapping[str, int], play_count: int) -> Ruling:
    row = node.fields((), ("play", "guilty", "fault", "occurrence", "edition", "effects", "reason", "author"))
    if ("fault" in row) == ("effects" in row):
        raise node.wrong("a ruling with either a fault or effects", code="ruling_fault")
    if "edition" in row and row["edition"].text() != EDITION:
        raise row["edition"].wrong(repr(EDITION))
    if "play" in row and play_count == 0:
        raise row["play"].wrong("the row of a play")
    return Ruling(
        effects=_read_tariff(row, family) if "fault" in row else _read_effects(row["effects"]),
        play=row["play"].whole(0, play_count - 1) if "play" in row else None,
        guilty=tuple(find_unit(unit, numbers) for unit in row["guilty"].parts(100))
        if "guilty" in row
        else (),
        fault=row["fault"].text() if "fault" in row else "",
        reason=row["reason"].text(2_000) if "reason" in row else "",
        author=row["author"].text() if "author" in row else "",
    )


def _read_tariff(row: dict[str, Node], family: Family) -> Tariff:
    occurrence = row["occurrence"].whole(1, 1_000) if "occurrence" in row else 1
    try:
        return find_tariff(FFT_2012, row["fault"].text(), family, occurrence=occurrence)
    except TournamentError as error:
        place = row["fault"].path
        raise InvalidDocument(error.code, f"{place}: {error}", field=place) from None


def _read_effects(node: Node) -> Tariff:
    effects = []
    for part in node.parts(20):
        row = part.fields(("kind",), ("amount", "who"))
        effects.append(
            Effect(
                row["kind"].choice(EffectKind),
                row["amount"].whole(-1_000_000, 1_000_000) if "amount" in row else 0,
                # without a name an effect hits the guilty units
                row["who"].choice(Who) if "who" in row else Who.GUILTY,
            )
        )
    return tuple(effects)
