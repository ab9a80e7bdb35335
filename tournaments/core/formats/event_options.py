"""What an organiser chose beside the format: one reader for stored tournaments and for event documents."""

import datetime
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from games.core.rules import FFT
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.json_node import Node
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.comparison import Topage
from tournaments.core.ranking.seat_scores import Comparison, Method
from tournaments.core.ranking.totals import Weights
from tournaments.core.slips.score_sheet import LineOf

RANKING_OPTIONS = (
    "across_sections", "neuberg", "weights", "tie_breaks", "best_sessions", "method", "lowest_wins", "trim",
    "counted_members", "ages",
)  # fmt: skip
"""What changes a ranking; event documents have no other options."""
SITE_OPTIONS = (
    "sheet", "bonuses", "forecast", "first_badge", "later_sessions", "rules", "teams",
    "first_dealer",
)  # fmt: skip
"""What only a tournament of the site has."""
MOST_BONUSES, LARGEST_BONUS = 1_000, 1_000
LONGEST_RULES = 200
"""Characters of a rule-set with every option of a game overridden."""
MOST_SESSIONS = 6
"""Of one event, as far as they are planned with it."""


class SheetOf(StrEnum):
    """What one sheet of free deals holds."""

    DEALS = "deals"
    """Every deal of a table in a round."""
    TOTALS = "totals"
    """What each player has at the end of the round."""


class TeamsOf(StrEnum):
    """Who are partners, at a game that teams play."""

    TABLES = "tables"
    """Those who sit so at the table of each round: the places drawn make the teams."""
    EVENING = "evening"
    """The partners of the first round, for all of a session."""


class FirstDealer(StrEnum):
    """Who deals first at a table in a round; the deal turns from there on."""

    NORTH = "north"
    """The first seat where somebody sits."""
    DRAWN = "drawn"
    """Who drew the lowest card."""


class MovementKind(StrEnum):
    """How people go round in a session."""

    LINES = "lines"
    """Everybody keeps his seat: the lines of the federation."""
    TURNING = "turning"
    """People change seats, as in a Howell."""


@dataclass(frozen=True, slots=True)
class AgeGroup:
    """Players of these ages, both included, ranked apart."""

    name: str
    youngest: int
    oldest: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """Match points that a team has before it meets another one, by national ranking.

    Source:
        FFT, Règlement officiel (2012) R25.
    """

    entry: int
    """Stored number of the entry."""
    against: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSession:
    """A session after the first, planned with the event; opening it may still change all of it.

    Source:
        FFT, Règlement officiel (2012) R18-R19: percentages of sessions are added, each with a coefficient;
        Manuel de l'organisateur (2011) M3: the best of free deals play a final.
    """

    days_after: int = 0
    """From the first day of the event."""
    hour: datetime.time | None = None
    """None where none is given."""
    rounds: int | None = None
    """Rounds; None for those of the session before, or the catalogue's."""
    boards: int | None = None
    """Deals of a round at a table, likewise."""
    movement: MovementKind | None = None
    """None for that of the session before, or the first of the catalogue."""
    sheet: SheetOf | None = None
    """What a sheet of free deals holds; None for what the event's sheets hold."""
    qualified: int | None = None
    """Only so many play, the best ones; all for None."""
    coefficient: Fraction = Fraction(1)
    is_final: bool = False
    carried: Fraction = Fraction(1)
    """Part of what was earned before that counts in a final."""

    @property
    def weight(self) -> Decimal:
        """The coefficient in decimals."""
        return Decimal(self.coefficient.numerator) / self.coefficient.denominator

    def to_json(self) -> dict[str, Any]:
        """As `read_event_options` reads it: the hour as "20:30" or "", fractions as text."""
        texts = {"coefficient": str(self.coefficient), "carried": str(self.carried)}
        return asdict(self) | texts | {"hour": self.hour.strftime("%H:%M") if self.hour else ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """What an organiser chose; the defaults are the format's."""

    topage: Topage
    comparison: Comparison
    weights: Weights
    tie_breaks: tuple[Criterion, ...]
    best_sessions: int | None
    """Only so many sessions count, the best ones; all for None."""
    counted_members: int | None
    """Members of a team of individuals that count, the best ones; all for None."""
    ages: tuple[AgeGroup, ...]
    sheet: SheetOf
    bonuses: tuple[Bonus, ...]
    forecast: bool
    """Players may see what they still need."""
    first_badge: Badge
    """Which member of every triplet attacks first, as the referee drew it."""
    later_sessions: tuple[PlannedSession, ...] = ()
    """Those planned after the first, in order."""
    rules: str = FFT
    """Text of the rule-set that is played: see `tournaments.core.formats.game_rules`."""
    teams: TeamsOf = TeamsOf.TABLES
    first_dealer: FirstDealer = FirstDealer.NORTH


def read_event_options(document: object, plan: RankingPlan) -> EventOptions:
    """The options of a stored tournament (`Tournament.options`); {} gives the defaults of its format.

    Raises:
        InvalidDocument: `unknown_field`, `field_value` or `not_an_object`, with the option in `field`.
    """
    return read_options(Node(document), plan, (*RANKING_OPTIONS, *SITE_OPTIONS))


def read_options(node: Node, plan: RankingPlan, known: Iterable[str] = RANKING_OPTIONS) -> EventOptions:
    """The options written at a place of a document, of which there may be those known.

    Raises:
        InvalidDocument: see `read_event_options`.
    """
    given = node.fields((), known)
    return EventOptions(
        topage=Topage(
            across_sections=given["across_sections"].flag() if "across_sections" in given else True,
            is_neuberg=given["neuberg"].flag() if "neuberg" in given else False,
        ),
        comparison=_read_comparison(given, plan),
        weights=_read_weights(given["weights"]) if "weights" in given else plan.weights or Weights(),
        tie_breaks=tuple(part.choice(Criterion) for part in given["tie_breaks"].parts(20))
        if "tie_breaks" in given
        else (),
        best_sessions=_read_count(given, "best_sessions"),
        counted_members=_read_count(given, "counted_members"),
        ages=tuple(map(_read_ages, given["ages"].parts(50))) if "ages" in given else (),
        sheet=given["sheet"].choice(SheetOf) if "sheet" in given else SheetOf.DEALS,
        bonuses=tuple(map(_read_bonus, given["bonuses"].parts(MOST_BONUSES))) if "bonuses" in given else (),
        forecast=given["forecast"].flag() if "forecast" in given else True,
        first_badge=given["first_badge"].choice(Badge) if "first_badge" in given else Badge.BLUE,
        later_sessions=tuple(map(_read_session, given["later_sessions"].parts(MOST_SESSIONS - 1)))
        if "later_sessions" in given
        else (),
        rules=given["rules"].text(LONGEST_RULES) if "rules" in given else FFT,
        teams=given["teams"].choice(TeamsOf) if "teams" in given else TeamsOf.TABLES,
        first_dealer=given["first_dealer"].choice(FirstDealer)
        if "first_dealer" in given
        else FirstDealer.NORTH,
    )


def _read_comparison(given: dict[str, Node], plan: RankingPlan) -> Comparison:
    usual = Method.TOPAGE if plan.needs_same_deals else Method.TOTAL
    return Comparison(
        method=given["method"].choice(Method) if "method" in given else usual,
        lowest_wins=given["lowest_wins"].flag() if "lowest_wins" in given else False,
        trim=given["trim"].whole(0, 1_000) if "trim" in given else 0,
        is_neuberg=given["neuberg"].flag() if "neuberg" in given else False,
    )


def _read_weights(node: Node) -> Weights:
    weights = [part.whole(0, 1_000) for part in node.parts(2)]
    if len(weights) != 2 or not sum(weights):
        raise node.wrong("two weights, attack and defence, not both 0")
    return Weights(*weights)


def _read_count(given: dict[str, Node], name: str) -> int | None:
    return given[name].whole(1, 1_000) if name in given else None


def _read_ages(node: Node) -> AgeGroup:
    row = node.fields(("name", "from", "to"))
    return AgeGroup(row["name"].text(), row["from"].whole(0, 150), row["to"].whole(0, 150))


def _read_bonus(node: Node) -> Bonus:
    row = node.fields(("entry", "against", "points"))
    return Bonus(row["entry"].whole(1), row["against"].whole(1), row["points"].whole(0, LARGEST_BONUS))


def _read_session(node: Node) -> PlannedSession:
    later = ("movement", "sheet")
    row = node.fields([field.name for field in fields(PlannedSession) if field.name not in later], later)
    return PlannedSession(
        days_after=row["days_after"].whole(0, 366),
        hour=_read_hour(row["hour"]),
        coefficient=row["coefficient"].fraction(),
        is_final=row["is_final"].flag(),
        carried=row["carried"].fraction(),
        movement=row["movement"].choice(MovementKind) if _is_given(row, "movement") else None,
        sheet=row["sheet"].choice(SheetOf) if _is_given(row, "sheet") else None,
        **{name: _whole_or_none(row[name]) for name in ("rounds", "boards", "qualified")},
    )


def _read_hour(node: Node) -> datetime.time | None:
    try:
        return datetime.time.fromisoformat(node.text(5)) if node.text(5) else None
    except ValueError:
        raise node.wrong('an hour such as "20:30", or ""') from None


def _is_given(row: dict[str, Node], name: str) -> bool:
    return name in row and row[name].value is not None


def _whole_or_none(node: Node) -> int | None:
    return None if node.value is None else node.whole(1, 20_000)


def sheet_lines(tournament_format: TournamentFormat, sheet: SheetOf) -> LineOf:
    """Deals as they were bid in free deals, scores where any game is played; totals where that is chosen.

    The same deals are compared one by one: their sheets never hold totals.
    """
    if sheet is SheetOf.TOTALS and not tournament_format.needs_dealt_boards:
        return LineOf.TOTALS
    return LineOf.SCORES if tournament_format.plan.is_for_any_game else LineOf.BIDS


def lines_per_round(holds: LineOf, boards_per_set: int) -> int:
    """Lines of the sheet of a table that plays so many deals in a round."""
    return 1 if holds is LineOf.TOTALS else boards_per_set
