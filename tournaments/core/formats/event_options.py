"""Options that an organiser chooses beside the format, for stored tournaments and event documents."""

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
from tournaments.core.ranking.handicap import LARGEST_HANDICAP, HandicapBy, HandicapPer, HandicapScale
from tournaments.core.ranking.rests import NO_REST_PAY, RestPay, RestRule
from tournaments.core.ranking.seat_scores import Comparison, Method
from tournaments.core.ranking.totals import Weights
from tournaments.core.slips.score_sheet import LineOf

RANKING_OPTIONS = (
    "across_sections", "neuberg", "weights", "tie_breaks", "best_sessions", "method", "lowest_wins", "trim",
    "counted_members", "ages",
)  # fmt: skip
"""Options that change a ranking. Event documents have no others."""
SITE_OPTIONS = (
    "sheet", "bonuses", "forecast", "first_badge", "later_sessions", "rules", "teams",
    "first_dealer", "round_word", "handicap", "rest_pay", "rest_points",
)  # fmt: skip
"""Options that only a tournament of the site has."""
MOST_BONUSES, LARGEST_BONUS = 1_000, 1_000
MOST_REST_POINTS = 1_000
"""Largest number of points for a deal at rest."""
LONGEST_RULES = 200
"""Length of a rule-set with every option of a game overridden, in characters."""
MOST_SESSIONS = 6
"""Largest number of sessions that are planned with an event."""


class SheetOf(StrEnum):
    """Content of one sheet of free deals."""

    DEALS = "deals"
    """Every deal of a table in a round."""
    TOTALS = "totals"
    """The total of each player at the end of the round."""


class TeamsOf(StrEnum):
    """Rule by which partners are chosen at a game of teams."""

    TABLES = "tables"
    """Partners by their places at the table of each round: the draw of places makes the teams."""
    EVENING = "evening"
    """Partners of the first round, for all of a session."""


class FirstDealer(StrEnum):
    """Rule for the first dealer at a table in a round. The deal turns from there on."""

    NORTH = "north"
    """The first seat with a player."""
    DRAWN = "drawn"
    """The player with the lowest card of a draw."""


class RoundWord(StrEnum):
    """Word of an event for a round. Pages, phones, screens, letters and papers of the event use it."""

    POSITION = "position"
    """The federation's word in duplicate."""
    TOUR = "tour"
    PARTIE = "partie"
    SEQUENCE = "sequence"


class MovementKind(StrEnum):
    """Kind of movement of the people in a session."""

    LINES = "lines"
    """The lines of the federation: every player keeps the same seat."""
    TURNING = "turning"
    """Players change seats, as in a Howell."""


@dataclass(frozen=True, slots=True)
class AgeGroup:
    """A group of players of these ages, both included, with a ranking of its own."""

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
    """A session after the first, planned with the event. All of it may change when it is opened.

    Source:
        FFT, Règlement officiel (2012) R18-R19: percentages of sessions are added, each with a coefficient;
        Manuel de l'organisateur (2011) M3: the best of free deals play a final.
    """

    days_after: int = 0
    """Number of days after the first day of the event."""
    hour: datetime.time | None = None
    """Hour at which the session begins; None if it is open."""
    rounds: int | None = None
    """Number of rounds; None for that of the previous session or of the catalogue."""
    boards: int | None = None
    """Deals of a round at a table; None for those of the previous session or of the catalogue."""
    movement: MovementKind | None = None
    """Kind of movement; None for that of the previous session or the first of the catalogue."""
    sheet: SheetOf | None = None
    """Content of a sheet of free deals; None for that of the event."""
    qualified: int | None = None
    """Number of units that play, the best ones; None for all."""
    coefficient: Fraction = Fraction(1)
    is_final: bool = False
    carried: Fraction = Fraction(1)
    """Part of the earlier results that counts in a final."""

    @property
    def weight(self) -> Decimal:
        """The coefficient as a decimal."""
        return Decimal(self.coefficient.numerator) / self.coefficient.denominator

    def to_json(self) -> dict[str, Any]:
        """Return the session as `read_event_options` reads it: hour as "20:30" or "", fractions as text."""
        texts = {"coefficient": str(self.coefficient), "carried": str(self.carried)}
        return asdict(self) | texts | {"hour": self.hour.strftime("%H:%M") if self.hour else ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """The options of an event. The defaults are those of its format."""

    topage: Topage
    comparison: Comparison
    weights: Weights
    tie_breaks: tuple[Criterion, ...]
    best_sessions: int | None
    """Number of sessions that count, the best ones; None for all."""
    counted_members: int | None
    """Number of members of a team of individuals that count, the best ones; None for all."""
    ages: tuple[AgeGroup, ...]
    sheet: SheetOf
    bonuses: tuple[Bonus, ...]
    forecast: bool
    """True if players may see which results they still need."""
    first_badge: Badge
    """Member of every triplet who attacks first, as the referee drew."""
    later_sessions: tuple[PlannedSession, ...] = ()
    """Sessions planned after the first, in order."""
    rules: str = FFT
    """Text of the rule-set that is played: see `tournaments.core.formats.game_rules`."""
    teams: TeamsOf = TeamsOf.TABLES
    first_dealer: FirstDealer = FirstDealer.NORTH
    round_word: RoundWord = RoundWord.POSITION
    handicap: HandicapScale | None = None
    """Points given beside the ranking; None for an event without a handicap."""
    rests: RestRule = NO_REST_PAY
    """Compensation for rests, where points are added up."""


def read_event_options(document: object, plan: RankingPlan) -> EventOptions:
    """Return the options of a stored tournament (`Tournament.options`); {} gives the defaults of its format.

    Raises:
        InvalidDocument: `unknown_field`, `field_value` or `not_an_object`, with the option in `field`.
    """
    return parse_event_options(Node(document), plan, (*RANKING_OPTIONS, *SITE_OPTIONS))


def parse_event_options(
    node: Node, plan: RankingPlan, names: Iterable[str] = RANKING_OPTIONS
) -> EventOptions:
    """Return the options at a node of a document.

    Args:
        names: names of the options that the document may have.

    Raises:
        InvalidDocument: see `read_event_options`.
    """
    values = node.fields((), names)
    return EventOptions(
        topage=Topage(
            across_sections=values["across_sections"].flag() if "across_sections" in values else True,
            is_neuberg=values["neuberg"].flag() if "neuberg" in values else False,
        ),
        comparison=_read_comparison(values, plan),
        weights=_read_weights(values["weights"]) if "weights" in values else plan.weights or Weights(),
        tie_breaks=tuple(part.choice(Criterion) for part in values["tie_breaks"].parts(20))
        if "tie_breaks" in values
        else (),
        best_sessions=_read_count(values, "best_sessions"),
        counted_members=_read_count(values, "counted_members"),
        ages=tuple(map(_read_ages, values["ages"].parts(50))) if "ages" in values else (),
        sheet=values["sheet"].choice(SheetOf) if "sheet" in values else SheetOf.DEALS,
        bonuses=tuple(map(_read_bonus, values["bonuses"].parts(MOST_BONUSES))) if "bonuses" in values else (),
        forecast=values["forecast"].flag() if "forecast" in values else True,
        first_badge=values["first_badge"].choice(Badge) if "first_badge" in values else Badge.BLUE,
        later_sessions=tuple(map(_read_session, values["later_sessions"].parts(MOST_SESSIONS - 1)))
        if "later_sessions" in values
        else (),
        rules=values["rules"].text(LONGEST_RULES) if "rules" in values else FFT,
        teams=values["teams"].choice(TeamsOf) if "teams" in values else TeamsOf.TABLES,
        first_dealer=values["first_dealer"].choice(FirstDealer)
        if "first_dealer" in values
        else FirstDealer.NORTH,
        rests=_read_rests(values),
        round_word=values["round_word"].choice(RoundWord)
        if "round_word" in values
        else usual_round_word(plan),
        handicap=_read_handicap(values["handicap"]) if "handicap" in values else None,
    )


def usual_round_word(plan: RankingPlan) -> RoundWord:
    """Return the word for a round that an event of a format has unless its organiser chooses another one.

    Source:
        FFT, Règlement officiel (2012) R9-R26 names the rounds of duplicate *positions*. In free deals clubs
        announce *tours*; this default is ours.
    """
    return RoundWord.POSITION if plan.needs_same_deals else RoundWord.TOUR


def _read_rests(values: dict[str, Node]) -> RestRule:
    return RestRule(
        values["rest_pay"].choice(RestPay) if "rest_pay" in values else RestPay.NONE,
        values["rest_points"].whole(-MOST_REST_POINTS, MOST_REST_POINTS) if "rest_points" in values else 0,
    )


def _read_comparison(values: dict[str, Node], plan: RankingPlan) -> Comparison:
    default_method = Method.TOPAGE if plan.needs_same_deals else Method.TOTAL
    return Comparison(
        method=values["method"].choice(Method) if "method" in values else default_method,
        lowest_wins=values["lowest_wins"].flag() if "lowest_wins" in values else False,
        trim=values["trim"].whole(0, 1_000) if "trim" in values else 0,
        is_neuberg=values["neuberg"].flag() if "neuberg" in values else False,
    )


def _read_weights(node: Node) -> Weights:
    weights = [part.whole(0, 1_000) for part in node.parts(2)]
    if len(weights) != 2 or not sum(weights):
        raise node.wrong("two weights, attack and defence, not both 0")
    return Weights(*weights)


def _read_count(values: dict[str, Node], name: str) -> int | None:
    return values[name].whole(1, 1_000) if name in values else None


def _read_ages(node: Node) -> AgeGroup:
    row = node.fields(("name", "from", "to"))
    return AgeGroup(row["name"].text(), row["from"].whole(0, 150), row["to"].whole(0, 150))


def _read_bonus(node: Node) -> Bonus:
    row = node.fields(("entry", "against", "points"))
    return Bonus(row["entry"].whole(1), row["against"].whole(1), row["points"].whole(0, LARGEST_BONUS))


def _read_session(node: Node) -> PlannedSession:
    # documents stored before these fields existed have no value for them
    optional_fields = ("movement", "sheet")
    row = node.fields(
        [field.name for field in fields(PlannedSession) if field.name not in optional_fields], optional_fields
    )
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


def _read_handicap(node: Node) -> HandicapScale:
    row = node.fields(("by", "per", "points"))
    groups = row["points"].value if isinstance(row["points"].value, dict) else {}
    points = row["points"].fields((), groups)
    return HandicapScale(
        by=row["by"].choice(HandicapBy),
        per=row["per"].choice(HandicapPer),
        points={group: number.whole(0, LARGEST_HANDICAP) for group, number in points.items()},
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


def find_line_kind(tournament_format: TournamentFormat, sheet: SheetOf) -> LineOf:
    """Return the content of a sheet: bids of Tarot in free deals, scores of any other game, or totals.

    Deals that several tables play are compared one by one, so their sheets never hold totals.
    """
    if sheet is SheetOf.TOTALS and not tournament_format.needs_dealt_boards:
        return LineOf.TOTALS
    return LineOf.SCORES if tournament_format.plan.is_for_any_game else LineOf.BIDS


def lines_per_round(holds: LineOf, boards_per_set: int) -> int:
    """Return the number of lines on the sheet of a table that plays `boards_per_set` deals in a round."""
    return 1 if holds is LineOf.TOTALS else boards_per_set
