"""Somebody is no longer there: the place stays empty, tables rest where too few are left to play."""

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
from tournaments.incidents.services.action_words import TABLE_PAPERS, names_text, papers_text, rounds_text
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
from tournaments.seating.queries.seat_arrays import SeatArrays, load_seat_arrays


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """Who leaves and after which round; 0 for somebody who never came."""

    kind: ClassVar = IncidentKind.LEAVING

    entry: Entry
    after_round: int
    presence: EntryPresence = EntryPresence.WITHDRAWN
    """How the entry stands in the ranking from now on."""

    def plan(self, session: Session) -> CasePlan:
        """The place is empty from the next round on; a table that is too small then rests, with its étuis.

        Raises:
            AppError: there is no later round (`no_such_round`), the entry has no table then (`not_seated`),
                a result is stored there already (`results_exist`), a ruling is in force (`rulings_exist`)
                or a round is locked (`round_locked`).
        """
        check_end(session, self.after_round, "after_round")
        arrays = load_seat_arrays(session)
        unit = arrays.unit_of(self.entry) if arrays is not None else None
        if arrays is None or unit is None:
            raise self._not_seated()
        try:
            gone = without_unit(arrays.movement, unit, self.after_round)
        except InvalidMovement as error:
            raise self._not_seated() from error
        removed, plays = self._given_up(session, arrays, gone)
        return CasePlan(
            told=Consequences(
                movement=_movement_sentences(arrays, gone, self.entry, removed),
                boards=_board_sentences(arrays, gone, self.entry, plays),
                ranking=self._ranking_sentences(session),
                papers=papers_text(session, TABLE_PAPERS),
            ),
            carry_out=lambda user: self._leave(removed, plays, user),
            facts={
                "way": "relay",
                "entry": str(self.entry),
                "rounds": [self.after_round + 1, round_count(session)],
            },
        )

    def _given_up(
        self, session: Session, arrays: SeatArrays, gone: Departure
    ) -> tuple[list[Seating], list[Play]]:
        """Seats and plays that go: all of the tables that rest, the one seat of those that play on."""
        resting, short = _numbered(arrays, gone.resting), _numbered(arrays, gone.short)
        plays = plays_at(session, resting)
        kept = plays_at(session, short)
        refuse_results([*plays, *kept])
        refuse_rulings([*plays, *kept])
        refuse_locked([*plays, *kept])
        alone = [row for row in seatings_at(session, short) if row.entry_id == self.entry.pk]
        return [*seatings_at(session, resting), *alone], plays

    def _leave(self, removed: list[Seating], plays: list[Play], _user: User) -> list[Step]:
        steps = [change_seats(removed=removed, added=[], plays=plays)]
        if self.presence != self.entry.presence:
            steps.append(set_standing(self.entry, self.presence))
        return steps

    def _ranking_sentences(self, session: Session) -> tuple[str, ...]:
        if not self.after_round:
            return (_("%(entry)s n’est pas au classement.") % {"entry": self.entry},)
        if self.presence == EntryPresence.WITHDRAWN:
            stands = _("%(entry)s reste au classement, à la fin et sans place.")
        else:
            stands = _("%(entry)s garde sa place au classement, sur ce qui est joué.")
        is_sum = find_format(session.tournament.format).plan.scoring is Scoring.SUMS
        others = (
            _("Qui se repose marque moins de points qu’il n’aurait pu : à dire aux joueurs.")
            if is_sum
            else _("Les autres sont classés sur les donnes qu’ils jouent.")
        )
        return (stands % {"entry": self.entry}, others)

    def _not_seated(self) -> AppError:
        told = _("%(entry)s n’a pas de table après cette position.") % {"entry": self.entry}
        return AppError("not_seated", told, fields={"entry": told})


def _numbered(arrays: SeatArrays, places: tuple[tuple[int, int], ...]) -> list[Place]:
    return [(this_round + 1, arrays.tables[table]) for this_round, table in places]


def _movement_sentences(
    arrays: SeatArrays, gone: Departure, leaving: Entry, removed: list[Seating]
) -> tuple[str, ...]:
    """What becomes of each table where somebody is missing."""
    told = []
    for number, table in _numbered(arrays, gone.resting):
        others = {
            row.entry.pk: row.entry
            for row in removed
            if (row.round.number, row.table.number) == (number, table) and row.entry_id != leaving.pk
        }
        told.append(
            _("%(rounds)s : la table %(table)d se repose (%(names)s).")
            % {
                "rounds": rounds_text(number, number).capitalize(),
                "table": table,
                "names": names_text(others.values()),
            }
        )
    told.extend(
        _("%(rounds)s : la table %(table)d joue avec une place vide.")
        % {"rounds": rounds_text(number, number).capitalize(), "table": table}
        for number, table in _numbered(arrays, gone.short)
    )
    return tuple(told)


def _board_sentences(
    arrays: SeatArrays, gone: Departure, leaving: Entry, plays: list[Play]
) -> tuple[str, ...]:
    told = ngettext(
        "%(count)d donne n’est plus à jouer.", "%(count)d donnes ne sont plus à jouer.", len(plays)
    ) % {"count": len(plays)}
    rounds = [
        count
        for unit, count in enumerate(rounds_played(gone.movement).tolist())
        if arrays.entries[unit].pk != leaving.pk
    ]
    fairness = _("Les autres jouent de %(least)d à %(most)d positions.")
    return (told, fairness % {"least": min(rounds), "most": max(rounds)})
