"""Plausible score sheets for demonstrations: free deals with their bids, other games played at random."""

import random
from collections.abc import Container

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd
from games.core.play import play_randomly
from games.core.scoring import check_outcome, need_for
from games.core.variant import Variant
from games.core.written_points import format_points
from tournaments.core.slips.score_sheet import LineOf, SheetLine, SheetTerms
from tournaments.core.slips.traveller import LineInput
from tournaments.models import ResultSlip, Session
from tournaments.results.queries.score_sheets import load_sheets
from tournaments.results.services.results import Author, FirstLine, record_first_results

PASSED_SHARE, PARTNER_SHARE, HANDFUL_SHARE, PETIT_SHARE = 0.04, 0.75, 0.12, 0.06
BIDS = (Bid.PRISE,) * 7 + (Bid.GARDE,) * 10 + (Bid.GARDE_SANS,) * 2 + (Bid.GARDE_CONTRE,)
BOUTS = (0, 1, 1, 2, 2, 2, 3)
MEAN, SPREAD = 2.0, 9.0
"""Mean and standard deviation of the points by which a contract is made."""
DEALS_IN_TOTAL = 2
"""Number of deals played at random for the totals of a round."""


def play_sheets(session: Session, rounds: Container[int], author: Author, rng: random.Random) -> int:
    """Record a possible result for every line of these rounds without one. Return the number of results."""
    plays_with_result = set(ResultSlip.objects.of_session(session).values_list("play", flat=True))
    lines = []
    for table_sheet in load_sheets(session):
        if table_sheet.round.number not in rounds:
            continue
        for row in table_sheet.rows:
            if row.play.pk in plays_with_result:
                continue
            line = plausible_sheet_line(table_sheet.sheet, rng)
            lines.append(FirstLine(play=row.play, line=line, sheet=table_sheet.sheet))
    return record_first_results(lines=lines, author=author)


def plausible_sheet_line(sheet: SheetTerms, rng: random.Random) -> SheetLine:
    """Return a possible line of a score sheet."""
    if sheet.holds is LineOf.BIDS:
        return _bid_line(sheet, rng)
    deals = DEALS_IN_TOTAL if sheet.holds is LineOf.TOTALS else 1
    return SheetLine(scores=_add_up(sheet, deals, rng))


def _bid_line(sheet: SheetTerms, rng: random.Random) -> SheetLine:
    if rng.random() < PASSED_SHARE:
        return SheetLine(is_passed=True)
    taker = rng.choice(sheet.seats)
    other_seats = [seat for seat in sheet.seats if seat != taker]
    has_called_partner = sheet.has_partner and rng.random() < PARTNER_SHARE
    bid = rng.choice(BIDS)
    return SheetLine(
        taker=taker,
        bid=bid,
        partner=rng.choice(other_seats) if has_called_partner else None,
        written=_count(bid, sheet.variant, rng),
    )


def _count(bid: Bid, variant: Variant, rng: random.Random) -> LineInput:
    """Return the bouts, points and bonuses of a possible outcome."""
    while True:
        bouts = rng.choice(BOUTS)
        half_points = 2 * need_for(bouts, variant) + 2 * round(rng.gauss(MEAN, SPREAD))
        handfuls = (Handful.SIMPLE,) if rng.random() < HANDFUL_SHARE else ()
        petit = rng.choice((PetitAtEnd.ATTACK, PetitAtEnd.DEFENCE)) if rng.random() < PETIT_SHARE else None
        outcome = Outcome(0, bid, bouts, half_points, handfuls, petit or PetitAtEnd.NONE)
        try:
            check_outcome(outcome, variant)
        except ImpossibleOutcome:
            continue
        points = format_points(half_points)
        return LineInput(bouts=bouts, points=points, handfuls=handfuls, petit=petit or PetitAtEnd.NONE)


def _add_up(sheet: SheetTerms, deals: int, rng: random.Random) -> tuple[int | None, ...]:
    """Return the scores by seat of deals played at random; None for an empty seat."""
    game = sheet.table_game
    scores: list[int | None] = [0 if is_taken else None for is_taken in sheet.seated]
    for _deal in range(deals):
        state = play_randomly(game.start(game.random_layout(rng)), rng)
        for seat, points in zip(sheet.seats, state.scores(), strict=True):
            scores[seat] = (scores[seat] or 0) + round(points)
    return tuple(scores)
