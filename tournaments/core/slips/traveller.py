"""One line of a traveller: its score, with all problems of the line at once."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.errors import ImpossibleOutcome
from games.core.facts import PASSED
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.play import Points
from games.core.scoring import check_bonuses, check_outcome, nearest_possible, score_outcome
from games.core.variant import Variant
from games.core.written_points import parse_points
from tournaments.core.errors import TournamentError
from tournaments.core.slips.problem import Problem

CHOSEN_BIDS = (Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)
"""Bids from which the taker of a match of teams may choose."""


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Handfuls, Petit at the end and slam, as ticked."""

    handfuls: tuple[Handful, ...] = ()
    petit: PetitAtEnd = PetitAtEnd.NONE
    slam: Slam = Slam.NONE

    def problems(self, variant: Variant) -> list[Problem]:
        """Return the contradiction between the bonuses; at most one problem."""
        try:
            check_bonuses(variant, handfuls=self.handfuls, petit=self.petit, slam=self.slam)
        except ImpossibleOutcome as error:
            return [Problem.of_outcome(error)]
        return []

    def are_possible(self, variant: Variant) -> bool:
        """Return whether one deal can have all the bonuses."""
        return not self.problems(variant)

    def nearest_scores(self, score: int, bid: Bid, variant: Variant) -> tuple[int, ...]:
        """Return the score alone if these bonuses allow it, else the possible scores around it."""
        return nearest_possible(score, bid, variant, handfuls=self.handfuls, petit=self.petit, slam=self.slam)

    def with_one_more(self) -> Iterator[tuple[str, "Bonuses"]]:
        """Yield each bonus that may have been forgotten, by its name, with the bonuses that include it."""
        for handful in Handful:
            yield f"handful_{handful.value}", replace(self, handfuls=(*self.handfuls, handful))
        if self.petit is PetitAtEnd.NONE:
            for petit in (PetitAtEnd.ATTACK, PetitAtEnd.DEFENCE):
                yield f"petit_{petit.value}", replace(self, petit=petit)
        if self.slam is Slam.NONE:
            for slam in (Slam.MADE, Slam.ANNOUNCED_MADE, Slam.ANNOUNCED_FAILED, Slam.DEFENCE):
                yield f"slam_{slam.value}", replace(self, slam=slam)


NO_BONUSES = Bonuses()


def score_problems(score: int, bid: Bid, variant: Variant, bonuses: Bonuses) -> list[Problem]:
    """Return the problem of a score that no count gives with these bonuses; [] if one does.

    Args:
        score: signed score from the attack's side.
        bonuses: bonuses that are possible together.

    Returns:
        At most one of these problems, with the `score` and the `nearest` possible ones:

        - `score_odd`, where the contract doubles everything;
        - `bonus_missing`, if one more bonus explains the score. Its possible names are in `bonuses`:
          "petit_attack", "handful_simple", "slam_made"… A score below the contract's own points is such a
          case;
        - `score_unreachable` otherwise.
    """
    nearest = bonuses.nearest_scores(score, bid, variant)
    if nearest == (score,):
        return []
    values: dict[str, object] = {"score": score, "nearest": nearest}
    # an even multiplier makes every score even
    if score % 2 and bid.multiplier % 2 == 0:
        return [_problem(score, "score_odd", values)]
    forgotten_bonuses = tuple(
        name
        for name, larger_bonuses in bonuses.with_one_more()
        if larger_bonuses.are_possible(variant)
        and larger_bonuses.nearest_scores(score, bid, variant) == (score,)
    )
    if forgotten_bonuses:
        return [_problem(score, "bonus_missing", values | {"bonuses": forgotten_bonuses})]
    return [_problem(score, "score_unreachable", values)]


def _problem(score: int, code: str, values: dict[str, object]) -> Problem:
    return Problem("gain" if score >= 0 else "loss", code, values)


class LineKind(StrEnum):
    """State of a play on its line."""

    PLAYED = "played"
    NOT_PLAYED = "not_played"
    NEUTRALISED = "neutralised"


@dataclass(frozen=True, slots=True, kw_only=True)
class LineInput:
    """A line as it is written: the score in one of two columns, or the count behind it, or both."""

    kind: LineKind = LineKind.PLAYED
    gain: int | None = None
    """Column "Preneur gagne": points of one defender, 0 or more."""
    loss: int | None = None
    """Column "Preneur chute": points of one defender, 0 or more."""
    bouts: int | None = None
    points: str = ""
    """Card points of the attack as written: "49", "40,5", "40½"."""
    handfuls: tuple[Handful, ...] = ()
    petit: PetitAtEnd = PetitAtEnd.NONE
    slam: Slam = Slam.NONE
    bid: Bid | None = None
    """The bid, where the taker chooses it."""

    @property
    def is_empty(self) -> bool:
        """True if the line is empty apart from a bid."""
        return replace(self, bid=None) == LineInput()

    @property
    def bonuses(self) -> Bonuses:
        return Bonuses(self.handfuls, self.petit, self.slam)

    @property
    def score(self) -> int | None:
        """The written score, signed from the attack's side; None if both columns are empty."""
        if self.gain is not None:
            return self.gain
        return None if self.loss is None else -self.loss


@dataclass(frozen=True, slots=True)
class SlipReading:
    """The result of a possible line."""

    kind: LineKind
    score: int | None = None
    """Points of one defender, signed from the attack's side; None unless played."""
    outcome: Outcome | None = None
    """The facts behind the score, if bouts and points are written."""
    bonuses: Bonuses = NO_BONUSES
    """The bonuses that are ticked, with or without an outcome."""
    bid: Bid | None = None
    """The bid, where the players chose it."""
    taker: int | None = None
    """Seat of the taker, from 0, where the players bid."""
    partners: tuple[int, ...] = ()
    """Seats of the called partners, from 0."""
    is_passed: bool = False
    """True if all players passed and score nothing."""
    seat_scores: tuple[Points | None, ...] | None = None
    """Scores by seat, in playing order, where a sheet is kept by player; None for an empty seat."""
    facts: tuple[tuple[str, str], ...] = ()
    """Facts of a deal of any game, by name: see `SheetLine.facts`."""
    unit: int | None = None
    """Score of each defender in a deal of Tarot written by its facts; `score` is a traveller's."""
    scores_unit: int | None = None
    """Score of each defender in a deal of Tarot with plain bids that was written by its scores alone."""

    @property
    def nobody_took(self) -> bool:
        """True if all players passed, entered as a passed deal or as the fact of a bid."""
        return self.is_passed or ("bid", PASSED) in self.facts


class ImpossibleSlip(TournamentError):
    """A line that cannot be right. `problems` has all its problems, by field."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("slip_impossible", "; ".join(map(str, problems)), field=problems[0].field)
        self.problems = problems


def read_line(line: LineInput, *, taker: int, bid: Bid, variant: Variant) -> SlipReading:
    """Read a line against the rules of the game.

    A score alone must be one that some count gives with the bonuses ticked. Bouts and points give the score,
    and a score written beside them must be the same.

    Args:
        taker: seat of the taker, from 0.

    Raises:
        ImpossibleSlip: with these problems:

        - `line_empty`, `void_with_figures`, `score_missing`, `both_columns`, `negative_score`,
          `bouts_missing`, `points_missing`, `points_not_a_number`, `score_disagrees` (computed, written);
        - those of `score_problems`;
        - those of `games.core.scoring.check_outcome`, whose field `half_points` is called `points` here.
    """
    if line.kind is not LineKind.PLAYED:
        return _read_void(line)
    column_problems = _column_problems(line)
    outcome, count_problems = _read_count(line, taker, bid, variant)
    problems = [*column_problems, *count_problems]
    if not column_problems and line.score is not None:
        if outcome is not None:
            problems += _disagreement(line.score, score_outcome(outcome, variant))
        # bonuses that contradict each other were reported with the count
        elif line.bonuses.are_possible(variant):
            problems += score_problems(line.score, bid, variant, line.bonuses)
    if problems:
        raise ImpossibleSlip(tuple(problems))
    score = line.score if outcome is None else score_outcome(outcome, variant)
    return SlipReading(LineKind.PLAYED, score, outcome, line.bonuses)


def read_chosen_line(line: LineInput, *, taker: int, variant: Variant) -> SlipReading:
    """Read a line of a match of teams: the taker must take and chooses the bid.

    Raises:
        ImpossibleSlip: `bid_missing`, or `bid_too_low` (bid) for one under a garde; else as `read_line`.

    Source:
        FFT, Règlement officiel (2012) R25.
    """
    if line.kind is not LineKind.PLAYED:
        return _read_void(line)
    if line.bid is None:
        raise ImpossibleSlip((Problem("bid", "bid_missing"),))
    if line.bid not in CHOSEN_BIDS:
        raise ImpossibleSlip((Problem("bid", "bid_too_low", {"bid": line.bid.value}),))
    return replace(read_line(line, taker=taker, bid=line.bid, variant=variant), bid=line.bid)


def _read_void(line: LineInput) -> SlipReading:
    """Read a deal that was not played or was neutralised. Its line has no figures."""
    if replace(line, bid=None) != LineInput(kind=line.kind):
        raise ImpossibleSlip((Problem("kind", "void_with_figures", {"kind": line.kind.value}),))
    return SlipReading(line.kind)


def _column_problems(line: LineInput) -> list[Problem]:
    if line.is_empty:
        return [Problem("gain", "line_empty")]
    problems = [
        Problem(field, "negative_score", {"written": amount})
        for field, amount in (("gain", line.gain), ("loss", line.loss))
        if amount is not None and amount < 0
    ]
    if line.gain is not None and line.loss is not None:
        problems.append(Problem("loss", "both_columns", {"gain": line.gain, "loss": line.loss}))
    if line.score is None and line.bouts is None and not line.points.strip():
        problems.append(Problem("gain", "score_missing"))
    return problems


def _read_count(
    line: LineInput, taker: int, bid: Bid, variant: Variant
) -> tuple[Outcome | None, list[Problem]]:
    """Return the outcome behind bouts and points, with its problems; None if they are missing or wrong."""
    has_points = bool(line.points.strip())
    half_points = parse_points(line.points)
    problems = []
    if has_points and half_points is None:
        problems.append(Problem("points", "points_not_a_number", {"written": line.points.strip()}))
    if has_points and line.bouts is None:
        problems.append(Problem("bouts", "bouts_missing"))
    if line.bouts is not None and not has_points:
        problems.append(Problem("points", "points_missing"))
    if line.bouts is None or half_points is None:
        return None, [*problems, *line.bonuses.problems(variant)]
    outcome = Outcome(taker, bid, line.bouts, half_points, line.handfuls, line.petit, line.slam)
    try:
        check_outcome(outcome, variant)
    except ImpossibleOutcome as error:
        return None, [Problem.of_outcome(error)]
    return outcome, []


def _disagreement(entered_score: int, computed_score: int) -> list[Problem]:
    if entered_score == computed_score:
        return []
    field = "gain" if entered_score >= 0 else "loss"
    return [Problem(field, "score_disagrees", {"written": entered_score, "computed": computed_score})]
