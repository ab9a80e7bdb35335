"""What a stored result slip holds: from a reading to its facts, back to a line, and into words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.outcome import Handful, PetitAtEnd, Slam
from tournaments.core.slips.traveller import LineInput, LineKind, SlipReading
from tournaments.core.slips.written_points import format_points
from tournaments.enums import SlipKind
from tournaments.models import ResultSlip
from tournaments.services.wording import BONUS_NAMES, signed


def facts_of(reading: SlipReading) -> dict[str, Any] | None:
    """What `ResultSlip.facts` holds of a reading; `line_of` reads it back."""
    if reading.score is None:
        return None
    return {
        "bouts": reading.outcome.bouts if reading.outcome else None,
        "half_points": reading.outcome.half_points if reading.outcome else None,
        "handfuls": [handful.value for handful in reading.bonuses.handfuls],
        "petit": reading.bonuses.petit.value,
        "slam": reading.bonuses.slam.value,
    }


def line_of(slip: ResultSlip) -> LineInput:
    """The line that was written: reading it again gives the same result."""
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
    )


def says_the_same(slip: ResultSlip, reading: SlipReading) -> bool:
    """Whether storing the reading would change nothing."""
    return (slip.kind, slip.score, slip.facts) == (reading.kind, reading.score, facts_of(reading))


def describe_slip(slip: ResultSlip) -> str:
    """A slip in a few characters: "+62", "−52", "neutralisée"."""
    return _describe(SlipKind(slip.kind), slip.score)


def describe_reading(reading: SlipReading) -> str:
    """What a line comes to, in the words of `describe_slip`."""
    return _describe(SlipKind(reading.kind), reading.score)


def describe_line(line: LineInput) -> str:
    """What somebody typed, in a few words, whether or not it makes sense."""
    if line.kind is LineKind.PLAYED and line.score is None:
        return ", ".join(_count_words(line.bouts, line.points))
    return _describe(SlipKind(line.kind), line.score)


def describe_facts(slip: ResultSlip) -> list[str]:
    """The count and the bonuses behind a score, each in words; empty when only the score was written."""
    line = line_of(slip)
    return [*_count_words(line.bouts, line.points), *describe_bonuses(slip)]


def describe_bonuses(slip: ResultSlip) -> list[str]:
    """The bonuses of a slip, each in words."""
    line = line_of(slip)
    names = [f"handful_{handful.value}" for handful in line.handfuls]
    names += [f"petit_{line.petit.value}", f"slam_{line.slam.value}"]
    return [str(BONUS_NAMES[name]) for name in names if name in BONUS_NAMES]


def _describe(kind: SlipKind, score: int | None) -> str:
    return str(kind.label) if score is None else signed(score)


def _count_words(bouts: int | None, points: str) -> list[str]:
    words = []
    if bouts is not None:
        words.append(ngettext("%(count)d bout", "%(count)d bouts", bouts) % {"count": bouts})
    if points:
        words.append(_("%(points)s points") % {"points": points})
    return words
