"""The surroundings of a line of a traveller or a score sheet, by which a misplaced entry is recognised."""

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
    """Return the surroundings of the line of a play, without the line itself.

    Three queries at most; two more where a player met the board before.

    Args:
        play: with its round, section, session and tournament.
        above: result on the line above, on the same paper.
    """
    return Whereabouts(
        above=above,
        other_scores=_other_scores(play),
        earlier=_earlier_plays(play) if _meets_boards_once(play) else (),
        round_number=play.round.number,
        round_now=_round_counted(play),
    )


def _other_scores(play: Play) -> tuple[int, ...]:
    """Return the scores of the other plays of a board; those with a score per seat are left out."""
    scores = (
        ResultSlip.objects.current()
        .of_session(play.round.section.session)
        .filter(play__board=play.board, kind=SlipKind.PLAYED, seat_scores__isnull=True)
        .exclude(play=play)
        .values_list("score", flat=True)
    )
    return tuple(score for score in scores if score is not None)


def _round_counted(play: Play) -> int | None:
    row = RoundClock.objects.filter(session=play.round.section.session_id).first()
    is_counting = row is not None and row.clock.phase(timezone.now()) in COUNTING
    return row.round_number if row is not None and is_counting else None


def _meets_boards_once(play: Play) -> bool:
    """Return whether entries of single players play deals that are the same at every table."""
    tournament_format = find_format(play.round.section.session.tournament.format)
    has_boards = tournament_format.sheet is SheetKind.TRAVELLER or bool(play.round.section.set_count)
    return has_boards and not tournament_format.has_teams


def _earlier_plays(play: Play) -> tuple[EarlierPlay, ...]:
    """Return results of the same board in other rounds or at other tables with one of the same players."""
    entries = Seating.objects.filter(round=play.round_id, table=play.table_id).values("entry")
    slips = ResultSlip.objects.current().filter(
        kind=SlipKind.PLAYED,
        play__board=play.board,
        play__round=OuterRef("round"),
        play__table=OuterRef("table"),
    )
    seatings = (
        Seating.objects.filter(Exists(slips), entry__in=entries)
        .filter(round__section__session=play.round.section.session_id)
        .exclude(round=play.round_id, table=play.table_id)
        .select_related("round", "table", "entry__person")
        .order_by("round__number", "table__number", "seat")
    )
    return _group_by_place(_exclude_declared(play, _exclude_substituted(play, list(seatings))))


def _exclude_declared(play: Play, seatings: list[Seating]) -> list[Seating]:
    """Exclude places that an action of the director declared: there a player may meet a board again."""
    if not seatings:
        return []
    incidents = Incident.objects.filter(
        session=play.round.section.session_id,
        undone_at=None,
        kind__in=(IncidentKind.SWAP, IncidentKind.TABLES, IncidentKind.BOARDS),
    )
    places = {
        (row[0], row[1])
        for steps in incidents.values_list("steps", flat=True)
        for step in steps
        if step["step"] == "seats"
        for name in ("removed", "added", "plays", "due")
        for row in step[name]
    }
    if (play.round_id, play.table_id) in places:
        return []
    return [seating for seating in seatings if (seating.round_id, seating.table_id) not in places]


def _exclude_substituted(play: Play, seatings: list[Seating]) -> list[Seating]:
    """Exclude seats whose line has another player in one of the two rounds, after a substitution."""
    if not seatings:
        return []
    session = play.round.section.session_id
    rows = Substitution.objects.filter(session=session, entry__in=[seating.entry_id for seating in seatings])
    changes = [(row.entry_id, row.first_round) for row in rows]
    return [
        seating
        for seating in seatings
        if not any(
            # a change of player between the two rounds: different people share the line
            entry == seating.entry_id and min(rounds) < first <= max(rounds)
            for entry, first in changes
            for rounds in [(seating.round.number, play.round.number)]
        )
    ]


def _group_by_place(seatings: Iterable[Seating]) -> tuple[EarlierPlay, ...]:
    names: dict[tuple[int, int], list[str]] = {}
    for seating in seatings:
        names.setdefault((seating.round.number, seating.table.number), []).append(str(seating.entry))
    return tuple(EarlierPlay(", ".join(players), *place) for place, players in names.items())
