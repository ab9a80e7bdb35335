"""What is known around a line of a traveller or a score sheet when somebody writes on it."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.base.queries.rounds import COUNTING
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.misplaced import EarlierPlay, Whereabouts
from tournaments.core.slips.traveller import SlipReading
from tournaments.enums import IncidentKind, SlipKind
from tournaments.models import Incident, Play, ResultSlip, RoundClock, Seating, Substitution


def load_whereabouts(play: Play, above: SlipReading | None) -> Whereabouts:
    """What surrounds the line of a play, but for that line itself.

    Three queries at most; two more where somebody met the board before.

    Args:
        play: with its round, section, session and tournament.
        above: what stands on the line above, on the same paper.
    """
    return Whereabouts(
        above=above,
        other_scores=_other_scores(play),
        earlier=_earlier_plays(play) if _meets_boards_once(play) else (),
        round_number=play.round.number,
        round_now=_round_counted(play),
    )


def _other_scores(play: Play) -> tuple[int, ...]:
    """Scores of the other plays of a board that every table plays; none of deals that are a table's own."""
    others = (
        ResultSlip.objects.current()
        .of_session(play.round.section.session)
        .filter(play__board=play.board, kind=SlipKind.PLAYED, seat_scores__isnull=True)
        .exclude(play=play)
        .values_list("score", flat=True)
    )
    return tuple(score for score in others if score is not None)


def _round_counted(play: Play) -> int | None:
    row = RoundClock.objects.filter(session=play.round.section.session_id).first()
    is_counting = row is not None and row.clock.phase(timezone.now()) in COUNTING
    return row.round_number if row is not None and is_counting else None


def _meets_boards_once(play: Play) -> bool:
    """Players for themselves, and deals that are the same at every table."""
    tournament_format = find_format(play.round.section.session.tournament.format)
    has_boards = tournament_format.sheet is SheetKind.TRAVELLER or bool(play.round.section.set_count)
    return has_boards and not tournament_format.has_teams


def _earlier_plays(play: Play) -> tuple[EarlierPlay, ...]:
    """Results of the same board at other tables or rounds where some of the same people sat."""
    here = Seating.objects.filter(round=play.round_id, table=play.table_id).values("entry")
    played = ResultSlip.objects.current().filter(
        kind=SlipKind.PLAYED,
        play__board=play.board,
        play__round=OuterRef("round"),
        play__table=OuterRef("table"),
    )
    found = (
        Seating.objects.filter(Exists(played), entry__in=here)
        .filter(round__section__session=play.round.section.session_id)
        .exclude(round=play.round_id, table=play.table_id)
        .select_related("round", "table", "entry__person")
        .order_by("round__number", "table__number", "seat")
    )
    return _grouped(_without_declared(play, _without_substitutes(play, list(found))))


def _without_declared(play: Play, found: list[Seating]) -> list[Seating]:
    """Leave out what an action of the director declared: such seats and boards are known to meet twice."""
    if not found:
        return []
    declared = Incident.objects.filter(
        session=play.round.section.session_id,
        undone_at=None,
        kind__in=(IncidentKind.SWAP, IncidentKind.TABLES, IncidentKind.BOARDS),
    )
    places = {
        (row[0], row[1])
        for steps in declared.values_list("steps", flat=True)
        for step in steps
        if step["step"] == "seats"
        for name in ("removed", "added", "plays", "due")
        for row in step[name]
    }
    if (play.round_id, play.table_id) in places:
        return []
    return [seating for seating in found if (seating.round_id, seating.table_id) not in places]


def _without_substitutes(play: Play, found: list[Seating]) -> list[Seating]:
    """Those at whose line the same person sits in both rounds."""
    if not found:
        return []
    session = play.round.section.session_id
    rows = Substitution.objects.filter(session=session, entry__in=[seating.entry_id for seating in found])
    changes = [(row.entry_id, row.first_round) for row in rows]
    return [
        seating
        for seating in found
        if not any(
            entry == seating.entry_id and min(rounds) < first <= max(rounds)
            for entry, first in changes
            for rounds in [(seating.round.number, play.round.number)]
        )
    ]


def _grouped(found: Iterable[Seating]) -> tuple[EarlierPlay, ...]:
    names: dict[tuple[int, int], list[str]] = {}
    for seating in found:
        names.setdefault((seating.round.number, seating.table.number), []).append(str(seating.entry))
    return tuple(EarlierPlay(", ".join(told), *place) for place, told in names.items())
