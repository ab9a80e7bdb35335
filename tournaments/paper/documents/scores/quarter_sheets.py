"""Sheets of the quarters of a match: one attacker against three defenders in each of two rooms.

Source:
    FFT, Règlement officiel (2012) R25-R26; Manuel de l'organisateur (2011) M60-M64: the open room is table 1,
    and the two half-times of a period compare three pairs of teams.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.base.words.figures import signed
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.roots import RootSum
from tournaments.models import Entry, Section
from tournaments.paper.documents.hall.duel_people import (
    ATTACKERS,
    DEFENDERS,
    known_attacker,
    known_defenders,
)
from tournaments.paper.documents.results.duel_results import NO_POINTS, DuelResults
from tournaments.paper.documents.scores.quarter_layout import (
    BOXES,
    DAY_WIDTH,
    WIDTH,
    QuarterRoom,
    QuarterTable,
    SetQuarter,
    lay_out_quarter,
)
from tournaments.paper.documents.scores.team_records import point_boxes, points_in_words
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.queries.attackers import NamedAttackers, named_attackers
from tournaments.seating.queries.seats import RoundSeats, load_rounds
from tournaments.seating.words.seat_names import starting_place

BLANK_BOARDS = 6
"""Étuis of a quarter of the longer match."""
ROOMS = 2
"""Attacks of a quarter of a match."""
NO_POINTS_YET = ("", "")

Points = tuple[RootSum, RootSum]
"""Match points of the team that attacks in the first room, and of the other one."""


@dataclass(frozen=True, slots=True)
class QuarterSheet:
    """One quarter of a match between two teams: half a sheet."""

    number: int | None
    """Number of the quarter, from 1; None on a blank form."""
    setting: SetQuarter
    section: int | None
    """Number of the section; None for the only section."""

    @property
    def event_fit(self) -> str:
        """Type and room of the name of the event, after its day."""
        return f"condensed-bold 7.5 {WIDTH - DAY_WIDTH:g}"


@dataclass(frozen=True, slots=True)
class RoomAttack:
    """An attack of a team against the defence of another one in a round, at a table."""

    round: int
    table: int
    team: Entry
    defence: Entry
    boards: tuple[int, ...]


def quarter_sheets(
    section: Section, tournament_format: TournamentFormat, results: DuelResults, section_number: int | None
) -> Iterator[Callable[[], QuarterSheet]]:
    """Yield the quarters of each match, by quarter, set when called. Five queries."""
    rounds = {row.number: row for row in load_rounds(section)}
    attackers = named_attackers(section)
    carried: dict[tuple[int, int], Points] = {}
    for number, period in enumerate(tournament_format.attack_periods(len(rounds)), start=1):
        for attacks in _matches([rounds[place] for place in period]):
            own, other = (attack.team.pk for attack in attacks)
            before = carried.get((own, other)) or (results.bonus(own, other), results.bonus(other, own))
            boards = sorted({board for attack in attacks for board in attack.boards})
            known = [points for board in boards if (points := results.points(board, own, other))]
            scored = _sum(known)
            after = _sum([before, scored])
            carried[own, other], carried[other, own] = after, after[::-1]
            match = " – ".join(f"{starting_place(attack.team)} {attack.team}" for attack in attacks)
            table = QuarterTable(
                match=match,
                rooms=_rooms(attacks, attackers, section, period),
                boards=tuple(map(str, boards)),
                boxes=tuple(_boxes(attacks, board, results) for board in boards),
                totals=(
                    _in_words(scored) if known else NO_POINTS_YET,
                    _in_words(before) if results.duels else NO_POINTS_YET,
                    _in_words(after) if known else NO_POINTS_YET,
                ),
                winner=_winner(attacks, scored),
                has_band=section_number is not None,
            )
            yield partial(_quarter_sheet, number, section_number, table)


def blank_quarter() -> QuarterSheet:
    """Return a quarter to fill in by hand."""
    table = QuarterTable(
        match=_("Rencontre :"),
        rooms=tuple(QuarterRoom(title, "", "", "", ()) for title in (_open_room(), _closed_room())),
        boards=("",) * BLANK_BOARDS,
        boxes=(("",) * len(BOXES),) * BLANK_BOARDS,
        totals=(NO_POINTS_YET,) * 3,
        winner="",
        has_band=False,
    )
    return _quarter_sheet(None, None, table)


def _quarter_sheet(number: int | None, section: int | None, table: QuarterTable) -> QuarterSheet:
    return QuarterSheet(number, lay_out_quarter(table), section)


def _matches(rounds: Sequence[RoundSeats]) -> list[tuple[RoomAttack, ...]]:
    """Return the two attacks of each pair of teams in a period, the one at the lower table first."""
    attacks: dict[frozenset[int], list[RoomAttack]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            sides = {len(seats): entry for seats, entry in table.sides if entry is not None}
            team, defence = sides.get(ATTACKERS), sides.get(DEFENDERS)
            if team is not None and defence is not None:
                attack = RoomAttack(this_round.number, table.table, team, defence, table.boards)
                attacks.setdefault(frozenset({team.pk, defence.pk}), []).append(attack)
    pairs = (sorted(pair, key=lambda attack: attack.table) for pair in attacks.values())
    return [tuple(pair) for pair in pairs if len(pair) == ROOMS]


def _rooms(
    attacks: Sequence[RoomAttack], attackers: NamedAttackers, section: Section, period: Sequence[int]
) -> tuple[QuarterRoom, ...]:
    rooms = []
    for attack in attacks:
        room = _open_room() if attack.table == section.first_table else _closed_room()
        title = _("%(room)s – table %(table)s") % {"room": room, "table": attack.table}
        if len(period) > 1:
            half = period.index(attack.round) + 1
            title = _("%(room)s, mi-temps %(half)s") % {"room": title, "half": half}
        attacker = known_attacker(attackers, attack.team, period)
        defence_attacker = known_attacker(attackers, attack.defence, period)
        rooms.append(
            QuarterRoom(
                title,
                starting_place(attack.team),
                attacker,
                starting_place(attack.defence),
                known_defenders(attack.defence, defence_attacker),
            )
        )
    return tuple(rooms)


def _open_room() -> str:
    return _("Salle ouverte")


def _closed_room() -> str:
    return _("Salle fermée")


def _boxes(attacks: Sequence[RoomAttack], board: int, results: DuelResults) -> tuple[str, ...]:
    """Return bid and score of both attacks, their difference, and the match points of both teams."""
    boxes = []
    for attack in attacks:
        line = results.line(attack.round, attack.table, board)
        boxes += [str(BID_NAMES[line.bid]) if line.bid else "", signed(line.score)]
    own, other = (attack.team.pk for attack in attacks)
    difference = results.difference(board, own, other)
    points = point_boxes(results.points(board, own, other))
    return (*boxes, "" if difference is None else str(abs(difference)), *points)


def _sum(points: Iterable[Points]) -> Points:
    pairs = list(points) or [(NO_POINTS, NO_POINTS)]
    own, other = (RootSum.sum(side) for side in zip(*pairs, strict=True))
    return own, other


def _in_words(points: Points) -> tuple[str, str]:
    own, other = points
    return points_in_words(own), points_in_words(other)


def _winner(attacks: Sequence[RoomAttack], scored: Points) -> str:
    """Return the team with more match points; "" where both have as many."""
    own, other = scored
    if own == other:
        return ""
    return str(attacks[0].team if other < own else attacks[1].team)
