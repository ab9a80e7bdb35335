"""One line of a score sheet: the taker and the result of a deal, or the score of every seat."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from games.core.errors import ImpossibleOutcome, InvalidRules
from games.core.facts import FactsForm, FactsReading, facts_form
from games.core.facts.sums import whole
from games.core.outcome import Bid, Outcome
from games.core.play import GameVariant, Points, check_parts, check_scores, matches_exact_score
from games.core.rules import RuleSet, make_rules
from games.core.scoring import share_score
from games.core.seats import SHEET_ORDER
from games.core.variant import VARIANTS, Share, Variant
from games.core.variants.registry import variant_for
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
    """Content of one line of a sheet."""

    BIDS = "bids"
    """A deal of Tarot with its bid. The scores of the seats are computed."""
    SCORES = "scores"
    """The score of every seat for one deal, or the facts behind it."""
    TOTALS = "totals"
    """The score of every seat for the whole round."""


FACT = "fact_"
"""Prefix of the field of a fact on a line. The name of the fact in the game's form follows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """A line as it is written. Fields without a place on the sheet stay empty."""

    taker: int | None = None
    """Seat of the taker, from 0."""
    bid: Bid | None = None
    partner: int | None = None
    """Seat of the called partner, from 0; None for a taker who plays alone."""
    is_passed: bool = False
    """True if all players passed."""
    written: LineInput = field(default_factory=LineInput)
    """Score of one defender, count and bonuses, as on a traveller. Its kind is the kind of the line."""
    scores: tuple[Points | None, ...] = ()
    """scores[seat], in playing order; None for an empty field."""
    facts: tuple[tuple[str, str], ...] = ()
    """Facts of the deal as (name of a field of `SheetTerms.facts_form`, text), ordered by name."""

    @property
    def is_empty(self) -> bool:
        """True if the line is empty."""
        return self.has_no_figures and not self.is_passed and self.written.kind is LineKind.PLAYED

    @property
    def has_no_figures(self) -> bool:
        """True if the line is empty apart from its kind."""
        is_blank = self.written == LineInput(kind=self.written.kind)
        is_bid = self.taker is not None or self.bid is not None or self.partner is not None
        has_scores = any(score is not None for score in self.scores)
        return is_blank and not is_bid and not has_scores and not self.facts


@dataclass(frozen=True, slots=True)
class SheetTerms:
    """The context in which the lines of one sheet are read."""

    holds: LineOf
    game: GameVariant
    """The game of the event. A table with fewer or more players plays it for as many (`table_game`)."""
    seated: tuple[bool, ...]
    """seated[seat]: True for a seat with a player, seats in playing order."""
    rules: RuleSet = PLAIN_RULES
    """Rules of the deal, where the organiser chooses them."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with a player, in playing order."""
        return tuple(seat for seat, is_taken in enumerate(self.seated) if is_taken)

    @property
    def seats_in_order(self) -> tuple[int, ...]:
        """The seats with a player, in the order of the sheets."""
        order = [seat for seat in SHEET_ORDER if seat in self.seats]
        # seats beyond four follow in playing order
        return (*order, *(seat for seat in self.seats if seat not in SHEET_ORDER))

    @property
    def takes_facts(self) -> bool:
        """True if a deal may be written by its facts, which need a full table.

        Seats beyond those of the game may be empty.
        """
        return self.holds is LineOf.SCORES and self.seats == tuple(range(self.game.player_count))

    @property
    def facts_form(self) -> FactsForm | None:
        """Form of the facts of a deal; None where the line takes no facts."""
        return facts_form(self.game.name, self.rules) if self.takes_facts else None

    @property
    def table_game(self) -> GameVariant:
        """The game of the event for as many players as sit at the table.

        It is the game of the event itself if there is no other, or if the other one has not the same options.
        """
        game = variant_for(self.game.name, len(self.seats)) or self.game
        try:
            game.check_rules(make_rules(game.options, self.rules.name, dict(self.rules.overrides)))
        except InvalidRules:
            return self.game
        return game

    @property
    def variant(self) -> Variant:
        """The form of Tarot that the table plays. It must have 3, 4 or 5 players."""
        return VARIANTS[f"tarot-{len(self.seats)}"]

    @property
    def has_partner(self) -> bool:
        """True if the taker calls a partner."""
        return self.variant.share is Share.TWO_THIRDS


def read_sheet_line(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    """Read a line against the rules of the game.

    Returns:
        A reading with `seat_scores`. With bids it also has the taker and the result of a traveller line.

    Raises:
        ImpossibleSlip: with these problems:

        - those of `read_line`, of `games.core.play.check_scores` and of the form of the facts (field
          `fact_<name>`);
        - `passed_with_figures`, `taker_missing`, `bid_missing`, `taker_not_seated`, `partner_is_taker`,
          `partner_not_seated`, `no_facts_here`, `scores_not_zero` (total);
        - `seat_score_missing`, `seat_not_at_table` and `seat_score_disagrees` (written, computed), at the
          field `score_<seat>`.
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
    zeros = _by_seat(sheet, [0] * len(sheet.seats))
    return SlipReading(LineKind.PLAYED, is_passed=True, seat_scores=zeros)


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
    # `share_score` numbers the players of the table without its empty seats
    places = {seat: place for place, seat in enumerate(sheet.seats)}
    partners = () if line.partner is None else (line.partner,)
    shares = share_score(
        reading.score,
        sheet.variant,
        taker=places[line.taker],
        partners=tuple(places[seat] for seat in partners),
    )
    outcome = reading.outcome
    return replace(
        reading,
        outcome=None if outcome is None else replace(outcome, taker=line.taker, partners=partners),
        bid=line.bid,
        taker=line.taker,
        partners=partners,
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
    """Refuse a score at a seat without a player, which would be lost."""
    problems = tuple(
        Problem(f"score_{seat}", "seat_not_at_table")
        for seat, score in enumerate(line.scores)
        if score is not None and seat not in sheet.seats
    )
    if problems:
        raise ImpossibleSlip(problems)


def _read_scores(line: SheetLine, sheet: SheetTerms) -> SlipReading:
    seat_scores = [line.scores[seat] if seat < len(line.scores) else None for seat in sheet.seats]
    scores = [score for score in seat_scores if score is not None]
    if len(scores) < len(seat_scores):
        raise ImpossibleSlip(
            tuple(
                Problem(f"score_{seat}", "seat_score_missing")
                for seat, score in zip(sheet.seats, seat_scores, strict=True)
                if score is None
            )
        )
    unit = _check_scores(scores, sheet)
    return SlipReading(LineKind.PLAYED, seat_scores=_by_seat(sheet, scores), scores_unit=unit)


def read_facts(line: SheetLine, sheet: SheetTerms) -> FactsReading:
    """Return the reading of the facts of a line, with all problems and the nearest possible values.

    Raises:
        ImpossibleSlip: `no_facts_here`.
    """
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
    field_names = {field_of_form.name for field_of_form in sheet.facts_form.fields}
    # a form may hold fields that the game does not have
    facts = tuple((name, text) for name, text in line.facts if name in field_names)
    slip = SlipReading(LineKind.PLAYED, seat_scores=_by_seat(sheet, scores), facts=facts)
    outcome = reading.outcome
    if not isinstance(outcome, Outcome):
        return slip
    bonuses = Bonuses(outcome.handfuls, outcome.petit, outcome.slam)
    unit = next(sum_line.points for sum_line in reading.lines if sum_line.code == "unit")
    return replace(slip, bid=outcome.bid, bonuses=bonuses, unit=int(unit or 0))


def _of_fact(problem: Problem, name: str) -> Problem:
    return replace(problem, field=f"{FACT}{name}")


def _check_written(line: SheetLine, scores: Sequence[Points]) -> None:
    """Refuse scores beside the facts that differ by more than a rounding."""
    problems = [
        Problem(
            f"score_{seat}", "seat_score_disagrees", {"written": entered_score, "computed": computed_score}
        )
        for seat, (entered_score, computed_score) in enumerate(zip(line.scores, scores, strict=False))
        if entered_score is not None and not matches_exact_score(entered_score, computed_score)
    ]
    if problems:
        raise ImpossibleSlip(tuple(problems))


def _check_scores(scores: Sequence[Points], sheet: SheetTerms) -> int | None:
    """Check scores against the game: one deal of a full table by all its rules, other scores by their sum.

    Returns:
        The score of each defender in one deal of Tarot with plain bids; None for any other game.
    """
    game = sheet.table_game
    is_deal = sheet.holds is LineOf.SCORES and len(scores) == game.player_count
    try:
        (check_scores if is_deal else check_parts)(game, scores, sheet.rules)
    except ImpossibleOutcome as error:
        raise ImpossibleSlip((Problem.of_outcome(error),)) from error
    # if every deal of a game adds up to 0, so does a round
    if not is_deal and tuple(game.score_sums) == (0,) and sum(scores) != 0:
        raise ImpossibleSlip((Problem("scores", "scores_not_zero", {"total": sum(scores)}),))
    has_plain_bids = game.option_values(sheet.rules).get("ladder") != "pousse"
    return game.unit_of(scores, sheet.rules) if is_deal and has_plain_bids else None


def _by_seat(sheet: SheetTerms, scores: Sequence[Points]) -> tuple[Points | None, ...]:
    """Return the scores of the players, spread over all seats of the table."""
    next_score = iter(scores)
    return tuple(next(next_score) if is_taken else None for is_taken in sheet.seated)
