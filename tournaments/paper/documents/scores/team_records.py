"""Records of the duels of a team, one for its attacker and one for its defenders.

Source:
    FFT, Règlement officiel (2012) R22: *feuilles de route*, in general blue for the attacker and pink for the
    defence. Manuel de l'organisateur (2011) M52: their columns, fourteen positions of two étuis.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.base.words.figures import in_measure
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.roots import RootSum
from tournaments.models import Entry, Section
from tournaments.paper.documents.hall.duel_people import is_attack, side_people
from tournaments.paper.documents.results.duel_results import NO_POINTS, DuelResults
from tournaments.paper.documents.scores.record_layout import (
    RecordHead,
    RecordRound,
    RecordRow,
    SetRecord,
    lay_out_record,
    most_rows,
    record_head,
)
from tournaments.paper.documents.typesetting.imposition import split_to_fit
from tournaments.seating.queries.attackers import named_attackers
from tournaments.seating.queries.seats import Itinerary, Stop, TableSeats, itineraries, load_rounds
from tournaments.seating.words.seat_names import starting_place

BLANK_ROUNDS, BLANK_ROWS = 14, 2
"""Rounds of the federation's form, and étuis of each."""
NO_TOTALS = ("", "", "")

Tables = Mapping[tuple[int, int], TableSeats]
"""Tables by round and number."""


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """Record of the attacker or of the defenders of a team: half a sheet."""

    title: str
    number: str
    """Number of the team; "" on a blank form."""
    head: RecordHead
    setting: SetRecord
    section: int | None
    """Number of the section; None for the only section."""
    part: int
    """Number of this sheet among those of the side, from 1."""
    part_count: int


def team_records(
    section: Section, results: DuelResults, section_number: int | None
) -> Iterator[list[Callable[[], TeamRecord]]]:
    """Yield the parts of the record of each side of a team, by number, set when called. Five queries."""
    rounds = load_rounds(section)
    attackers = named_attackers(section)
    tables = {(row.number, table.table): table for row in rounds for table in row.tables}
    has_band = section_number is not None
    for itinerary in itineraries(rounds):
        attacks = is_attack(itinerary.side)
        head = record_head(str(itinerary.entry), side_people(itinerary, attackers), has_band=has_band)
        lines = [
            _record_round(itinerary.entry, stop, tables, results, attacks=attacks) for stop in itinerary.stops
        ]
        parts = _split(lines, most_rows(head))
        totals = _totals(itinerary, tables, results)
        yield [
            partial(
                _set_record,
                starting_place(itinerary.entry),
                head,
                part_rounds,
                totals if part == len(parts) else NO_TOTALS,
                attacks=attacks,
                section=section_number,
                part=part,
                part_count=len(parts),
            )
            for part, part_rounds in enumerate(parts, start=1)
        ]


def blank_record(*, attacks: bool) -> TeamRecord:
    """Return a record to fill in by hand."""
    head = record_head(_("Équipe :"), _("Attaquant :") if attacks else _("Défenseurs :"), has_band=False)
    rows = tuple(RecordRow("") for _row in range(BLANK_ROWS))
    rounds = [RecordRound(str(number), "", "", rows) for number in range(1, BLANK_ROUNDS + 1)]
    return _set_record("", head, rounds, NO_TOTALS, attacks=attacks, section=None, part=1, part_count=1)


def record_title(*, attacks: bool) -> str:
    """Return the name of the record, as the federation has it on its forms."""
    return _("Feuille de route de l’attaquant") if attacks else _("Feuille de route des défenseurs")


def _set_record(
    number: str,
    head: RecordHead,
    rounds: Sequence[RecordRound],
    totals: tuple[str, ...],
    *,
    attacks: bool,
    section: int | None,
    part: int,
    part_count: int,
) -> TeamRecord:
    setting = lay_out_record(rounds, head, attacks=attacks, totals=totals)
    return TeamRecord(record_title(attacks=attacks), number, head, setting, section, part, part_count)


def _record_round(
    entry: Entry, stop: Stop, tables: Tables, results: DuelResults, *, attacks: bool
) -> RecordRound:
    other = None if stop.table is None else _other(entry, tables[stop.round, stop.table])
    if stop.table is None or other is None:
        return RecordRound(str(stop.round), "", _("Relais"), (RecordRow(""),), is_rest=True)
    rows = tuple(
        RecordRow(
            str(board),
            (
                *_score_boxes(results, stop, board, attacks=attacks),
                *point_boxes(results.points(board, entry.pk, other.pk)),
            ),
        )
        for board in stop.boards
    )
    return RecordRound(str(stop.round), starting_place(other), str(other), rows)


def _other(entry: Entry, table: TableSeats) -> Entry | None:
    return next((other for _seats, other in table.sides if other is not None and other != entry), None)


def _score_boxes(results: DuelResults, stop: Stop, board: int, *, attacks: bool) -> tuple[str, str]:
    """Return the score in the box of the camp that won the deal: the attack if it is not negative."""
    score = results.line(stop.round, stop.table or 0, board).score
    if score is None:
        return "", ""
    is_own = (score >= 0) == attacks
    return (str(abs(score)), "") if is_own else ("", str(abs(score)))


def point_boxes(points: tuple[RootSum, RootSum] | None) -> tuple[str, str]:
    """Return match points won and lost; a zero only where both are."""
    if points is None:
        return "", ""
    if points == (NO_POINTS, NO_POINTS):
        return points_in_words(NO_POINTS), points_in_words(NO_POINTS)
    own, other = (points_in_words(value) if value != NO_POINTS else "" for value in points)
    return own, other


def points_in_words(points: RootSum) -> str:
    """Return match points with three decimals."""
    return in_measure(points, Measure.MATCH_POINTS)


def _totals(itinerary: Itinerary, tables: Tables, results: DuelResults) -> tuple[str, ...]:
    """Return the match points won and lost, and their difference."""
    pairs = [
        pair
        for stop in itinerary.stops
        if stop.table is not None and (other := _other(itinerary.entry, tables[stop.round, stop.table]))
        for board in stop.boards
        if (pair := results.points(board, itinerary.entry.pk, other.pk))
    ]
    if not pairs:
        return NO_TOTALS
    own, lost = (RootSum.sum(side) for side in zip(*pairs, strict=True))
    return points_in_words(own), points_in_words(lost), points_in_words(own - lost)


def _split(rounds: Sequence[RecordRound], most: int) -> list[tuple[RecordRound, ...]]:
    """Return the rounds sheet by sheet. Rounds have the same number of étuis, a rest has one row."""
    longest = max(len(this_round.rows) for this_round in rounds)
    return list(split_to_fit(rounds, max(1, most // longest)))
