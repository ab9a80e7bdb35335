"""A player leaves: a resting player takes over, or the place stays empty, or the table rests."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.errors import InvalidMovement
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.seat_changes import Departure, rounds_played, without_unit
from tournaments.enums import EntryPresence, IncidentKind
from tournaments.incidents.services.action_words import (
    TABLE_PAPERS,
    costs_text,
    names_text,
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.people_steps import set_standing
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.seat_steps import (
    Place,
    change_seats,
    plays_at,
    refuse_results,
    refuse_rulings,
    seatings_at,
)
from tournaments.incidents.services.session_rounds import check_end, refuse_locked, round_count
from tournaments.models import Entry, Play, Seating, Session
from tournaments.movements.queries.counts import deal_counts, deals_per_line
from tournaments.seating.queries.seat_arrays import SeatArrays, load_seat_arrays


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """An entry that leaves, and its last round; 0 for an entry that never came."""

    kind: ClassVar = IncidentKind.LEAVING

    entry: Entry
    after_round: int
    presence: EntryPresence = EntryPresence.WITHDRAWN
    """Standing of the entry in the ranking from now on."""

    def plan(self, session: Session) -> CasePlan:
        """Plan the seats without the entry, from the next round on.

        A player who rests takes the seat. If none can, the place stays empty. A table that is too small then
        rests with its boards.

        Raises:
            AppError: there is no later round (`no_such_round`), the entry has no table then (`not_seated`), a
                result is already stored there (`results_exist`), a ruling is in force (`rulings_exist`), or a
                round is locked (`round_locked`).
        """
        check_end(session, self.after_round, "after_round")
        arrays = load_seat_arrays(session)
        unit = arrays.unit_of(self.entry) if arrays is not None else None
        if arrays is None or unit is None:
            raise self._not_seated()
        present = present_units(session, arrays)
        try:
            departure = without_unit(arrays.movement, unit, self.after_round, present)
        except InvalidMovement as error:
            raise self._not_seated() from error
        old_seats, plays = self._seats_to_remove(session, arrays, departure)
        new_seats = _seats_to_add(arrays, departure, old_seats)
        costs = costs_text(
            arrays.entries,
            deal_counts(session, ()),
            deal_counts(session, plays, removed=old_seats, added=new_seats),
        )
        deal_count = len(plays) * deals_per_line(session)
        return CasePlan(
            told=Consequences(
                movement=_movement_sentences(arrays, departure, self.entry, old_seats),
                # first the figures of the whole hall, then what each player gains or loses
                boards=(*_board_sentences(arrays, departure, self.entry, deal_count, present), *costs),
                ranking=self._ranking_sentences(session),
                papers=papers_text(session, TABLE_PAPERS),
            ),
            carry_out=lambda user: self._leave(old_seats, new_seats, plays, user),
            facts={
                "way": "relay",
                "entry": str(self.entry),
                "left": self.entry.pk,
                "rounds": [self.after_round + 1, round_count(session)],
            },
        )

    def _seats_to_remove(
        self, session: Session, arrays: SeatArrays, departure: Departure
    ) -> tuple[list[Seating], list[Play]]:
        """Return the seats and plays to remove.

        These are all seats of the tables that rest, the seats that other players take over, and the entry's
        seat at a table that plays on without it.
        """
        resting_places = _numbered(arrays, departure.resting)
        taken_places = [(row[0], row[1]) for row in departure.taken]
        playing_places = _numbered(arrays, [*departure.short, *dict.fromkeys(taken_places)])
        plays, playing_plays = plays_at(session, resting_places), plays_at(session, playing_places)
        refuse_results([*plays, *playing_plays])
        refuse_rulings([*plays, *playing_plays])
        refuse_locked([*plays, *playing_plays])
        taken_seats = {(row[0] + 1, arrays.tables[row[1]], row[2]) for row in departure.taken}
        changed_seats = [
            row
            for row in seatings_at(session, playing_places)
            if row.entry_id == self.entry.pk or (row.round.number, row.table.number, row.seat) in taken_seats
        ]
        return [*seatings_at(session, resting_places), *changed_seats], plays

    # the user of a plan is not needed: these steps store no author
    def _leave(
        self, old_seats: list[Seating], new_seats: list[Seating], plays: list[Play], _user: User
    ) -> list[Step]:
        steps = [change_seats(removed=old_seats, added=new_seats, plays=plays)]
        if self.presence != self.entry.presence:
            steps.append(set_standing(self.entry, self.presence))
        return steps

    def _ranking_sentences(self, session: Session) -> tuple[str, ...]:
        if not self.after_round:
            return (_("%(entry)s n’est pas au classement.") % {"entry": self.entry},)
        if self.presence == EntryPresence.WITHDRAWN:
            standing_sentence = _("%(entry)s reste au classement, à la fin et sans place.")
        else:
            standing_sentence = _("%(entry)s garde sa place au classement, sur ce qui est joué.")
        # sums grow with each deal, so a player who rests falls behind; a mean does not
        is_sum = find_format(session.tournament.format).plan.scoring is Scoring.SUMS
        others_sentence = (
            _("Un joueur qui se repose marque moins de points qu’il n’aurait pu : prévenez les joueurs.")
            if is_sum
            else _("Les autres sont classés sur les donnes qu’ils jouent.")
        )
        return (standing_sentence % {"entry": self.entry}, others_sentence)

    def _not_seated(self) -> AppError:
        message = _("%(entry)s n’a pas de table après cette position.") % {"entry": self.entry}
        return AppError("not_seated", message, fields={"entry": message})


def absent_entries(session: Session) -> set[int]:
    """Return the ids of entries that left in this session and are not back, or withdrew. Two queries."""
    withdrawn = session.tournament.entries.filter(presence=EntryPresence.WITHDRAWN)
    return gone_entries(session) | set(withdrawn.values_list("pk", flat=True))


def gone_entries(session: Session) -> set[int]:
    """Return the ids of entries that left in this session and did not come back. One query.

    An entry counts as gone even if another player has its place now.
    """
    is_gone: dict[int, bool] = {}
    for incident in session.incidents.in_force():  # the latest first
        for fact in ("left", "back"):
            if fact in incident.facts:
                # the latest incident of an entry decides; earlier ones do not change it
                is_gone.setdefault(incident.facts[fact], fact == "left")
    return {pk for pk, has_left in is_gone.items() if has_left}


def present_units(session: Session, arrays: SeatArrays) -> list[int]:
    """Return the units that have not left, and so may take an empty seat. Two queries."""
    absent = absent_entries(session)
    return [unit for unit, entry in enumerate(arrays.entries) if entry.pk not in absent]


def _seats_to_add(arrays: SeatArrays, departure: Departure, old_seats: list[Seating]) -> list[Seating]:
    """Return the seats that other players take over, not stored."""
    units = {(row[0] + 1, arrays.tables[row[1]], row[2]): arrays.entries[row[3]] for row in departure.taken}
    return [
        Seating(round=row.round, table=row.table, seat=row.seat, entry=entry)
        for row in old_seats
        if (entry := units.get((row.round.number, row.table.number, row.seat))) is not None
    ]


def _numbered(arrays: SeatArrays, places: Iterable[tuple[int, int]]) -> list[Place]:
    """Return (round, table), counted from 0 in the arrays, as numbers of the hall."""
    return [(this_round + 1, arrays.tables[table]) for this_round, table in places]


def _movement_sentences(
    arrays: SeatArrays, departure: Departure, leaver: Entry, old_seats: list[Seating]
) -> tuple[str, ...]:
    """Return a sentence for each table where the entry is missing."""
    sentences = []
    for number, table in _numbered(arrays, departure.resting):
        other_entries = {
            row.entry.pk: row.entry
            for row in old_seats
            if (row.round.number, row.table.number) == (number, table) and row.entry_id != leaver.pk
        }
        sentences.append(
            _("%(rounds)s : la table %(table)d se repose (%(names)s).")
            % {
                "rounds": rounds_text(number, number).capitalize(),
                "table": table,
                "names": names_text(other_entries.values()),
            }
        )
    sentences.extend(
        _("%(rounds)s : %(entry)s joue %(place)s.")
        % {
            "rounds": rounds_text(this_round + 1, this_round + 1).capitalize(),
            "entry": arrays.entries[unit],
            "place": seat_text(arrays.tables[table], [seat]),
        }
        for this_round, table, seat, unit in departure.taken
    )
    sentences.extend(
        _("%(rounds)s : la table %(table)d joue avec une place vide.")
        % {"rounds": rounds_text(number, number).capitalize(), "table": table}
        for number, table in _numbered(arrays, departure.short)
    )
    return tuple(sentences)


def _board_sentences(
    arrays: SeatArrays, departure: Departure, leaver: Entry, deal_count: int, present: list[int]
) -> tuple[str, ...]:
    deals_sentence = (
        ngettext("%(count)d donne n’est plus à jouer.", "%(count)d donnes ne sont plus à jouer.", deal_count)
        % {"count": deal_count}
        if deal_count
        else _("Aucune donne n’est perdue.")
    )
    rounds = rounds_played(departure.movement, unit_count=len(arrays.entries))
    round_counts = [int(rounds[unit]) for unit in present if arrays.entries[unit].pk != leaver.pk]
    fairness = _("Les autres jouent de %(least)d à %(most)d positions.")
    return (deals_sentence, fairness % {"least": min(round_counts), "most": max(round_counts)})
