"""One line of a score sheet: who took and what came of it, or the score of every seat."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from games.core.errors import ImpossibleOutcome
from games.core.facts import FactsForm, FactsReading, facts_form
from games.core.facts.sums import whole
from games.core.outcome import Bid, Outcome
from games.core.play import GameVariant, Points, agrees, check_parts, check_scores
from games.core.rules import RuleSet
from games.core.scoring import share_score
from games.core.seats import SHEET_ORDER
from games.core.variant import VARIANTS, Share, Variant
from tournaments.core.slips.problem import Problem
from tournaments.core.slips.traveller import (
    Bonuses,
    ImpossibleSlip,
    LineInput,
    LineKind,
    SlipReading,
    read_line,
)

PLAIN_RULES = RuleSet()


class LineOf(StrEnum):
    """What one line of a sheet holds."""

    BIDS = "bids"
    """A deal of Tarot as it was bid; the scores of the seats are computed."""
    SCORES = "scores"
    """The score of every seat for one deal, or the facts that it comes from."""
    TOTALS = "totals"
    """The score of every seat for the whole round."""


FACT = "fact_"
"""What the field of a fact is called on a line: this, then its name in the game's form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """A line as it is written; what the sheet has no place for stays empty."""

    taker: int | None = None
    """Seat, from 0."""
    bid: Bid | None = None
    partner: int | None = None
    """Seat of who was called, from 0; None for a taker who plays alone."""
    is_passed: bool = False
    """Everybody passed."""
    written: LineInput = field(default_factory=LineInput)
    """Score of one defender, count and bonuses, as on a traveller; its kind is that of the line."""
    scores: tuple[Points | None, ...] = ()
    """scores[seat], in playing order; None where nothing is written."""
    facts: tuple[tuple[str, str], ...] = ()
    """What is written of the deal: the name of a field of `SheetTerms.facts_form` and its text, by name."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is written."""
        return self.has_no_figures and not self.is_passed and self.written.kind is LineKind.PLAYED

    @property
    def has_no_figures(self) -> bool:
        """Whether nothing but perhaps the kind of the line is written."""
        is_unwritten = self.written == LineInput(kind=self.written.kind)
        is_bid = self.taker is not None or self.bid is not None or self.partner is not None
        has_scores = any(score is not None for score in self.scores)
        return is_unwritten and not is_bid and not has_scores and not self.facts


@dataclass(frozen=True, slots=True)
class SheetTerms:
    """What the lines of one sheet are read against."""

    holds: LineOf
    game: GameVariant
    """The game of the event; with bids a table of three or five plays Tarot for as many."""
    seated: tuple[bool, ...]
    """seated[seat]: whether somebody sits there, seats in playing order."""
    rules: RuleSet = PLAIN_RULES
    """Those of the deal, where the organiser chooses them."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats where somebody sits, in playing order."""
        return tuple(seat for seat, is_taken in enumerate(self.seated) if is_taken)

    @property
    def seats_in_order(self) -> tuple[int, ...]:
        """The same seats in the order of the sheets."""
        order = [seat for seat in SHEET_ORDER if seat in self.seats]
        return (*order, *(seat for seat in self.seats if seat not in SHEET_ORDER))

    @property
    def takes_facts(self) -> bool:
        """Whether a deal may be written by its facts: the game has no other seats."""
        is_whole = self.holds is LineOf.SCORES and all(self.seated)
        return is_whole and len(self.seated) == self.game.player_count

    @property
    def facts_form(self) -> FactsForm | None:
        """What may be written of a deal instead of scores; None where it takes no facts."""
        return facts_form(self.game.name, self.rules) if self.takes_facts else None

    @property
    def variant(self) -> Variant:
        """The form of Tarot that the table plays; 3, 4 or 5 must sit there."""
        return VARIANTS[f"tarot-{len(self.seats)}"]

    @property
    def has_partner(self) -> bool:
        """Whether the taker calls somebody."""
        return self.variant.share is Share.TWO_THIRDS


def read_sheet_line(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    """Read a line against the rules of the game.

    Returns:
        A reading with `seat_scores`; with bids also what a traveller line would give, and who took.

    Raises:
        ImpossibleSlip: with the problems of `read_line`, of `games.core.play.check_scores`,
            `passed_with_figures`, `taker_missing`, `bid_missing`, `taker_not_seated`, `partner_is_taker`,
            `partner_not_seated`, `seat_score_missing` and `seat_not_at_table` (field `score_<seat>`),
            `scores_not_zero` (total),
            `no_facts_here`; of facts those of their form, at the field `fact_<name>`, and
            `seat_score_disagrees` (written, computed) where scores beside them are others.
    """
    if line.is_empty:
        raise ImpossibleSlip((Problem("taker" if sheet.holds is LineOf.BIDS else "scores", "line_empty"),))
    if line.written.kind is not LineKind.PLAYED:
        return _read_void(line)
    if line.is_passed:
        return _read_passed(line, sheet)
    _check_seats(line, sheet)
    if line.facts:
        return _read_facts(line, sheet)
    return _read_bids(line, sheet) if sheet.holds is LineOf.BIDS else _read_scores(line, sheet)


def _read_void(line: SheetLine) -> SlipReading:
    kind = line.written.kind
    if not line.has_no_figures or line.is_passed:
        raise ImpossibleSlip((Problem("kind", "void_with_figures", {"kind": kind.value}),))
    return SlipReading(kind)


def _read_passed(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    if not line.has_no_figures:
        raise ImpossibleSlip((Problem("kind", "passed_with_figures"),))
    nothing = _by_seat(sheet, [0] * len(sheet.seats))
    return SlipReading(LineKind.PLAYED, is_passed=True, seat_scores=nothing)


def _read_bids(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    problems = _bid_problems(line, sheet)
    reading = None
    if line.bid is not None:
        try:
            reading = read_line(line.written, taker=0, bid=line.bid, variant=sheet.variant)
        except ImpossibleSlip as error:
            problems += error.problems
    if problems or reading is None or line.taker is None:
        raise ImpossibleSlip(tuple(problems))
    assert reading.score is not None
    places = {seat: place for place, seat in enumerate(sheet.seats)}
    called = () if line.partner is None else (line.partner,)
    shares = share_score(
        reading.score,
        sheet.variant,
        taker=places[line.taker],
        partners=tuple(places[seat] for seat in called),
    )
    outcome = reading.outcome
    return replace(
        reading,
        outcome=None if outcome is None else replace(outcome, taker=line.taker, partners=called),
        bid=line.bid,
        taker=line.taker,
        partners=called,
        seat_scores=_by_seat(sheet, shares),
    )


def _bid_problems(line: SheetLine, sheet: SheetTerms) -> list[Problem]:
    problems = []
    if line.taker is None:
        problems.append(Problem("taker", "taker_missing"))
    elif line.taker not in sheet.seats:
        problems.append(Problem("taker", "taker_not_seated"))
    if line.bid is None:
        problems.append(Problem("bid", "bid_missing"))
    if line.partner is not None:
        if not sheet.has_partner or line.partner not in sheet.seats:
            problems.append(Problem("partner", "partner_not_seated"))
        elif line.partner == line.taker:
            problems.append(Problem("partner", "partner_is_taker"))
    return problems


def _check_seats(line: SheetLine, sheet: SheetTerms) -> None:
    """No score is written where nobody sits: it would be lost."""
    problems = tuple(
        Problem(f"score_{seat}", "seat_not_at_table")
        for seat, score in enumerate(line.scores)
        if score is not None and seat not in sheet.seats
    )
    if problems:
        raise ImpossibleSlip(problems)


def _read_scores(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    written = [line.scores[seat] if seat < len(line.scores) else None for seat in sheet.seats]
    scores = [score for score in written if score is not None]
    if len(scores) < len(written):
        raise ImpossibleSlip(
            tuple(
                Problem(f"score_{seat}", "seat_score_missing")
                for seat, score in zip(sheet.seats, written, strict=True)
                if score is None
            )
        )
    unit = _check_scores(scores, sheet)
    return SlipReading(LineKind.PLAYED, seat_scores=_by_seat(sheet, scores), scores_unit=unit)


def read_facts(line: SheetLine, sheet: SheetTerms) -> FactsReading:
    """What the facts of a line come to, with everything wrong and the nearest values as their form says."""
    form = sheet.facts_form
    if form is None:
        raise ImpossibleSlip((Problem("kind", "no_facts_here"),))
    return form.read(dict(line.facts))


def _read_facts(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    reading = read_facts(line, sheet)
    if reading.problems:
        raise ImpossibleSlip(
            tuple(_of_fact(Problem.of_outcome(error), error.field) for error in reading.problems)
        )
    scores = tuple(map(whole, reading.scores))
    _check_written(line, scores)
    assert sheet.facts_form is not None  # else `read_facts` refused
    known = {each.name for each in sheet.facts_form.fields}
    facts = tuple((name, text) for name, text in line.facts if name in known)
    read = SlipReading(LineKind.PLAYED, seat_scores=scores, facts=facts)
    played = reading.outcome
    if not isinstance(played, Outcome):
        return read
    bonuses = Bonuses(played.handfuls, played.petit, played.slam)
    unit = next(line.points for line in reading.lines if line.code == "unit")
    return replace(read, bid=played.bid, bonuses=bonuses, unit=int(unit or 0))


def _of_fact(problem: Problem, name: str) -> Problem:
    return replace(problem, field=f"{FACT}{name}")


def _check_written(line: SheetLine, scores: Sequence[Points]) -> None:
    """Scores may stand beside the facts; they are then the same, or rounded from the same."""
    problems = [
        Problem(f"score_{seat}", "seat_score_disagrees", {"written": written, "computed": computed})
        for seat, (written, computed) in enumerate(zip(line.scores, scores, strict=False))
        if written is not None and not agrees(written, computed)
    ]
    if problems:
        raise ImpossibleSlip(tuple(problems))


def _check_scores(scores: Sequence[Points], sheet: SheetTerms) -> int | None:
    """What the game allows: of one deal all that it says, of a round or of another table the sum alone.

    Returns:
        What each defender gives in one deal of Tarot by plain bids.
    """
    is_deal = sheet.holds is LineOf.SCORES and len(scores) == sheet.game.player_count
    try:
        (check_scores if is_deal else check_parts)(sheet.game, scores, sheet.rules)
    except ImpossibleOutcome as error:
        raise ImpossibleSlip((Problem.of_outcome(error),)) from error
    if not is_deal and tuple(sheet.game.score_sums) == (0,) and sum(scores) != 0:
        raise ImpossibleSlip((Problem("scores", "scores_not_zero", {"total": sum(scores)}),))
    has_plain_bids = sheet.game.option_values(sheet.rules).get("ladder") != "pousse"
    return sheet.game.unit_of(scores, sheet.rules) if is_deal and has_plain_bids else None


def _by_seat(sheet: SheetTerms, scores: Sequence[Points]) -> tuple[Points | None, ...]:
    """Scores of those who sit, spread over all the seats of the table."""
    following = iter(scores)
    return tuple(next(following) if is_taken else None for is_taken in sheet.seated)
