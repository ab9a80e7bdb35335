"""What a stored result slip holds: from a reading to its facts, back to a line, and into words."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from tournaments.base.words.wording import BONUS_NAMES, signed
from tournaments.core.movements.table_shape import sheet_order
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind, SlipReading
from tournaments.core.slips.written_points import format_points
from tournaments.enums import SlipKind
from tournaments.models import ResultSlip
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import seat_letter, seat_name


def facts_of(reading: SlipReading) -> dict[str, Any] | None:
    """What `ResultSlip.facts` holds of a reading; `line_of` reads it back."""
    if reading.is_passed:
        return {"passed": True}
    if reading.score is None:
        return None
    facts: dict[str, Any] = {
        "bouts": reading.outcome.bouts if reading.outcome else None,
        "half_points": reading.outcome.half_points if reading.outcome else None,
        "handfuls": [handful.value for handful in reading.bonuses.handfuls],
        "petit": reading.bonuses.petit.value,
        "slam": reading.bonuses.slam.value,
    }
    if reading.bid is not None:
        facts["bid"] = reading.bid.value
    if reading.taker is not None:
        facts |= {"taker": reading.taker, "partners": list(reading.partners)}
    return facts


def line_of(slip: ResultSlip) -> LineInput:
    """The line that was written: reading it again gives the same result; empty for a withdrawal."""
    if slip.kind == SlipKind.WITHDRAWN:
        return LineInput()
    facts = slip.facts or {}
    half_points = facts.get("half_points")
    return LineInput(
        kind=LineKind(slip.kind),
        gain=slip.score if slip.score is not None and slip.score >= 0 else None,
        loss=-slip.score if slip.score is not None and slip.score < 0 else None,
        bouts=facts.get("bouts"),
        points="" if half_points is None else format_points(half_points),
        handfuls=tuple(Handful(level) for level in facts.get("handfuls", ())),
        petit=PetitAtEnd(facts.get("petit", PetitAtEnd.NONE)),
        slam=Slam(facts.get("slam", Slam.NONE)),
        bid=Bid(facts["bid"]) if "bid" in facts and "taker" not in facts else None,
    )


def sheet_line_of(slip: ResultSlip) -> SheetLine:
    """The line of a score sheet that was written: reading it again gives the same result."""
    facts = slip.facts or {}
    is_bid, is_passed = "taker" in facts, "passed" in facts
    return SheetLine(
        taker=facts.get("taker"),
        bid=Bid(facts["bid"]) if "bid" in facts else None,
        partner=next(iter(facts.get("partners", ())), None),
        is_passed=is_passed,
        written=line_of(slip),
        scores=() if is_bid or is_passed else tuple(slip.seat_scores or ()),
    )


def says_the_same(slip: ResultSlip, reading: SlipReading) -> bool:
    """Whether storing the reading would change nothing."""
    stored = (slip.kind, slip.score, slip.facts, slip.seat_scores)
    return stored == (reading.kind, reading.score, facts_of(reading), seat_scores_of(reading))


def seat_scores_of(reading: SlipReading) -> list[int | None] | None:
    """What `ResultSlip.seat_scores` holds of a reading."""
    return None if reading.seat_scores is None else list(reading.seat_scores)


def describe_slip(slip: ResultSlip) -> str:
    """A slip in a few characters: "+62", "−52", "neutralisée", "N +318, S −106, E −106, O −106"."""
    if (slip.facts or {}).get("passed"):
        return _("passée")
    if slip.seat_scores is not None:
        return _describe_seats(slip.seat_scores)
    return _describe(SlipKind(slip.kind), slip.score)


def describe_reading(reading: SlipReading) -> str:
    """What a line comes to, in the words of `describe_slip`."""
    if reading.is_passed:
        return _("passée")
    if reading.seat_scores is not None:
        return _describe_seats(reading.seat_scores)
    return _describe(SlipKind(reading.kind), reading.score)


def describe_sheet_line(line: SheetLine) -> str:
    """What somebody typed on a score sheet, in a few words, whether or not it makes sense."""
    if line.is_passed:
        return _("passée")
    if any(score is not None for score in line.scores):
        return _describe_seats(line.scores)
    words = [] if line.taker is None else [seat_name(line.taker)]
    words += [] if line.bid is None else [str(BID_NAMES[line.bid])]
    return " ".join([*words, describe_line(line.written)]).strip()


def describe_line(line: LineInput) -> str:
    """What somebody typed, in a few words, whether or not it makes sense."""
    words = [] if line.bid is None else [str(BID_NAMES[line.bid])]
    if line.kind is LineKind.PLAYED and line.score is None:
        return ", ".join([*words, *_count_words(line.bouts, line.points)])
    return ", ".join([*words, _describe(SlipKind(line.kind), line.score)])


def describe_facts(slip: ResultSlip) -> list[str]:
    """The count and the bonuses behind a score, each in words; empty when only the score was written."""
    line = line_of(slip)
    return [*_bid_words(slip), *_count_words(line.bouts, line.points), *describe_bonuses(slip)]


def describe_bonuses(slip: ResultSlip) -> list[str]:
    """The bonuses of a slip, each in words."""
    line = line_of(slip)
    names = [f"handful_{handful.value}" for handful in line.handfuls]
    names += [f"petit_{line.petit.value}", f"slam_{line.slam.value}"]
    return [str(BONUS_NAMES[name]) for name in names if name in BONUS_NAMES]


def _bid_words(slip: ResultSlip) -> list[str]:
    """Who took what, and with whom, where the players bid."""
    line = sheet_line_of(slip)
    words = [] if line.taker is None else [_("preneur : %(seat)s") % {"seat": seat_name(line.taker)}]
    words += [] if line.bid is None else [str(BID_NAMES[line.bid])]
    if line.partner is not None:
        words.append(_("appelé : %(seat)s") % {"seat": seat_name(line.partner)})
    return words


def _describe_seats(scores: Sequence[int | None]) -> str:
    """The scores of those who sit, in the order of the sheets."""
    order = sheet_order(len(scores))
    told = [(seat, scores[seat]) for seat in order if seat < len(scores)]
    return ", ".join(f"{seat_letter(seat)} {signed(score)}" for seat, score in told if score is not None)


def _describe(kind: SlipKind, score: int | None) -> str:
    return str(kind.label) if score is None else signed(score)


def _count_words(bouts: int | None, points: str) -> list[str]:
    words = []
    if bouts is not None:
        words.append(ngettext("%(count)d bout", "%(count)d bouts", bouts) % {"count": bouts})
    if points:
        words.append(_("%(points)s points") % {"points": points})
    return words
