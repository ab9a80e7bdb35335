"""A player leaves: a resting player takes over, or the place stays empty, or the table rests."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.errors import InvalidMovement
from tournaments.core.formats.event_options import SheetOf, read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import adds_points
from tournaments.core.movements.movement import NOBODY
from tournaments.core.movements.seat_changes import (
    Departure,
    rounds_played,
    with_wider_tables,
    without_unit,
)
from tournaments.core.ranking.rests import RestPay
from tournaments.core.slips.traveller import LineKind
from tournaments.entries.queries.presence import gone_entries
from tournaments.enums import EntryPresence, IncidentKind
from tournaments.incidents.services.action_words import (
    boards_text,
    names_text,
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.people_steps import set_standing
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.result_steps import set_aside
from tournaments.incidents.services.seat_steps import (
    Place,
    change_seats,
    lock_plays_at,
    refuse_results,
    refuse_rulings,
)
from tournaments.incidents.services.session_rounds import (
    check_end,
    has_undrawn_round,
    refuse_locked,
    round_count,
)
from tournaments.incidents.services.table_regrouping import (
    SeatDifferences,
    closed_places,
    seat_differences,
    session_table_sizes,
    widen_tables,
)
from tournaments.incidents.services.waiting_entries import load_arrays_with_waiting
from tournaments.models import Entry, Play, ResultSlip, Seating, Session
from tournaments.movements.queries.counts import deals_per_line
from tournaments.movements.queries.movements import session_sheet_kind
from tournaments.paper.queries.papers import TABLE_PAPERS
from tournaments.seating.queries.seat_arrays import SeatArrays


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """An entry that leaves, and its last round; 0 for an entry that never came."""

    kind: ClassVar = IncidentKind.LEAVING

    entry: Entry
    after_round: int
    presence: EntryPresence = EntryPresence.WITHDRAWN
    """Standing of the entry in the ranking from now on."""

    loses_rest: bool = False
    """True if the player leaves during that round: its other deals at the table are not played."""

    def plan(self, session: Session) -> CasePlan:
        """Plan the seats without the entry, from the next round on.

        A player who rests takes the seat. If none can, the place stays empty. A table that is too small
        then rests with its boards; where tables deal their own cards, its players sit at other tables.

        Raises:
            AppError: there is no later round (`no_such_round`), the entry has no table then (`not_seated`), a
                result is already stored there (`results_exist`), a ruling is in force (`rulings_exist`), or a
                round is locked (`round_locked`).
        """
        check_end(session, self.after_round, "after_round")
        arrays = load_arrays_with_waiting(session)
        unit = arrays.unit_of(self.entry) if arrays is not None else None
        if arrays is None or unit is None:
            raise self._not_seated()
        present = present_units(session, arrays)
        departure = self._departure(session, arrays, unit, present)
        seats = seat_differences(session, arrays, departure.movement)
        plays = lock_plays_at(session, seats.emptied)
        _refuse_fixed(session, seats, plays)
        lost_plays = self._lost_plays(session)
        deal_count = (len(plays) + len(lost_plays)) * deals_per_line(session)
        is_drawn_later = has_undrawn_round(session, self.after_round)
        # nobody can count rounds that are not drawn
        rounds = None if is_drawn_later else _rounds_of_others(arrays, departure, self.entry, present)
        fairness = (_fairness_sentence(*rounds),) if rounds else ()
        return CasePlan(
            told=Consequences(
                movement=(
                    *_movement_sentences(arrays, departure, self.entry),
                    *((self._draw_sentence(),) if is_drawn_later else ()),
                ),
                boards=(
                    _lost_deals_sentence(deal_count),
                    *fairness,
                    *self._lost_sentences(session, lost_plays),
                ),
                # nobody falls behind where all others play as many rounds
                ranking=self._ranking_sentences(
                    session, is_equal=rounds is not None and rounds[0] == rounds[1]
                ),
                papers=papers_text(session, TABLE_PAPERS),
            ),
            carry_out=lambda user: self._leave(session, seats, plays, lost_plays, user),
            facts={
                "way": "during" if self.loses_rest else "relay",
                "entry": str(self.entry),
                "left": self.entry.pk,
                "rounds": [self.after_round + 1, round_count(session)],
            },
        )

    def _departure(
        self, session: Session, arrays: SeatArrays, unit: int, present: Collection[int]
    ) -> Departure:
        sizes, movement = session_table_sizes(session), arrays.movement
        try:
            return without_unit(
                movement if sizes is None else with_wider_tables(movement, sizes.most),
                unit,
                self.after_round,
                present,
                sizes=sizes,
                closed=closed_places(session, arrays),
            )
        except InvalidMovement as error:
            if has_undrawn_round(session, self.after_round):
                return Departure(movement, (), ())
            raise self._not_seated() from error

    def _lost_plays(self, session: Session) -> list[Play]:
        """Return the lines of the entry's table in its last round that have no result."""
        # a total counts the deals that were played, so its line stays open
        if not self.loses_rest or session_sheet_kind(session) is SheetOf.TOTALS:
            return []
        plays = lock_plays_at(
            session, self._last_seats(session).values_list("round__number", "table__number")
        )
        results = ResultSlip.objects.current().filter(play__in=plays)
        played_keys = set(results.values_list("play_id", flat=True))
        lost_plays = [play for play in plays if play.pk not in played_keys]
        refuse_locked(lost_plays)
        return lost_plays

    def _lost_sentences(self, session: Session, lost_plays: list[Play]) -> tuple[str, ...]:
        if not self.loses_rest:
            return ()
        if session_sheet_kind(session) is SheetOf.TOTALS:
            return (_("Le total de sa table est celui des donnes déjà jouées."),)
        boards = [play.board for play in lost_plays]
        if not self._last_seats(session).exists():
            sentence = _("Sans table en position %(round)d : aucune donne n’y est perdue.")
            return (sentence % {"round": self.after_round},)
        if not boards:
            return (_("Toutes les donnes de sa table ont déjà un résultat."),)
        has_boards = find_format(session.tournament.format).needs_dealt_boards
        return (
            _("Non jouées à sa table, %(rounds)s : %(boards)s.")
            % {
                "rounds": rounds_text(self.after_round, self.after_round),
                "boards": boards_text(boards, has_boards=has_boards),
            },
        )

    def _last_seats(self, session: Session) -> QuerySet[Seating]:
        """Return the seats of the entry in its last round; none where it rests."""
        return Seating.objects.filter(
            round__section__session=session, round__number=self.after_round, entry=self.entry
        )

    def _leave(
        self,
        session: Session,
        seats: SeatDifferences,
        plays: list[Play],
        lost_plays: list[Play],
        user: User,
    ) -> list[Step]:
        steps = [
            *widen_tables(session, seats.seat_count),
            change_seats(removed=seats.removed, added=seats.added, plays=plays, is_bound=True),
        ]
        if lost_plays:
            steps.append(set_aside(lost_plays, LineKind.NOT_PLAYED, _("Départ d’un joueur"), user))
        if self.presence != self.entry.presence:
            steps.append(set_standing(self.entry, self.presence))
        return steps

    def _draw_sentence(self) -> str:
        return _("%(entry)s n’est plus dans les tirages à venir.") % {"entry": self.entry}

    def _ranking_sentences(self, session: Session, *, is_equal: bool) -> tuple[str, ...]:
        if not self.after_round:
            return (_("%(entry)s n’est pas au classement.") % {"entry": self.entry},)
        if self.presence == EntryPresence.WITHDRAWN:
            standing_sentence = _("%(entry)s reste au classement, à la fin et sans place.")
        else:
            standing_sentence = _("%(entry)s garde sa place au classement, sur ce qui est joué.")
        sentences = [standing_sentence % {"entry": self.entry}]
        event_format = find_format(session.tournament.format)
        if event_format.has_partners and self.entry.partners:
            sentence = _(
                "Ses points restent à « %(team)s » ; ses équipiers continuent d’y ajouter les leurs."
            )
            sentences.append(sentence % {"team": self.entry.partners})
        options = read_event_options(session.tournament.options, event_format.plan)
        # sums grow with each deal, so a player who rests falls behind; a mean does not
        if not adds_points(event_format.plan, options):
            sentences.append(_("Les autres sont classés sur les donnes qu’ils jouent."))
        elif not is_equal and options.rests.pay is RestPay.NONE:
            sentences.append(
                _("Un joueur qui se repose marque moins de points qu’il n’aurait pu : prévenez les joueurs.")
            )
        elif not is_equal:
            sentences.append(_("Un joueur qui se repose a les points prévus pour chaque donne au repos."))
        return tuple(sentences)

    def _not_seated(self) -> AppError:
        message = _("%(entry)s n’a pas de table après cette position.") % {"entry": self.entry}
        return AppError("not_seated", message, fields={"entry": message})


def absent_entries(session: Session) -> set[int]:
    """Return the ids of entries that left in this session and are not back, or withdrew. Two queries."""
    withdrawn = session.tournament.entries.filter(presence=EntryPresence.WITHDRAWN)
    return gone_entries(session) | set(withdrawn.values_list("pk", flat=True))


def present_units(session: Session, arrays: SeatArrays) -> list[int]:
    """Return the units that have not left, and so may take an empty seat. Two queries."""
    absent = absent_entries(session)
    return [unit for unit, entry in enumerate(arrays.entries) if entry.pk not in absent]


def _refuse_fixed(session: Session, seats: SeatDifferences, plays: Sequence[Play]) -> None:
    """Refuse to change seats where a result, a ruling or a lock is. Raises as `Leaving.plan`."""
    places = {(row.round.number, row.table.number) for row in (*seats.removed, *seats.added)}
    affected_plays = [*plays, *lock_plays_at(session, places - set(seats.emptied))]
    refuse_results(affected_plays)
    refuse_rulings(affected_plays)
    refuse_locked(affected_plays)


def _numbered(arrays: SeatArrays, places: Iterable[tuple[int, int]]) -> list[Place]:
    """Return (round, table), counted from 0 in the arrays, as numbers of the hall."""
    return [(this_round + 1, arrays.tables[table]) for this_round, table in places]


def _movement_sentences(arrays: SeatArrays, departure: Departure, leaver: Entry) -> tuple[str, ...]:
    """Return a sentence for each table where the entry is missing, and for each new seat."""
    sentences = []
    for (number, table), place in zip(_numbered(arrays, departure.resting), departure.resting, strict=True):
        seated_units = set(departure.movement.players[place[0]].ravel().tolist())
        units = dict.fromkeys(arrays.movement.players[place].tolist())
        resting_entries = [
            arrays.entries[unit]
            for unit in units
            if unit != NOBODY and unit not in seated_units and arrays.entries[unit].pk != leaver.pk
        ]
        sentence_text = (
            _("%(rounds)s : la table %(table)d se repose (%(names)s).")
            if resting_entries
            else _("%(rounds)s : la table %(table)d reste libre, ses joueurs vont à d’autres tables.")
        )
        sentences.append(
            sentence_text
            % {
                "rounds": rounds_text(number, number).capitalize(),
                "table": table,
                "names": names_text(resting_entries),
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
        _("%(rounds)s : la table %(table)d joue à %(count)d.")
        % {
            "rounds": rounds_text(number, number).capitalize(),
            "table": table,
            "count": int((departure.movement.players[place] != NOBODY).sum()),
        }
        for (number, table), place in zip(_numbered(arrays, departure.short), departure.short, strict=True)
    )
    return tuple(sentences)


def _lost_deals_sentence(deal_count: int) -> str:
    if not deal_count:
        return _("Aucune donne n’est perdue.")
    sentence_text = ngettext(
        "%(count)d donne n’est plus à jouer.", "%(count)d donnes ne sont plus à jouer.", deal_count
    )
    return sentence_text % {"count": deal_count}


def _rounds_of_others(
    arrays: SeatArrays, departure: Departure, leaver: Entry, present: list[int]
) -> tuple[int, int]:
    """Return the fewest and the most rounds that the others play."""
    rounds = rounds_played(departure.movement, unit_count=len(arrays.entries))
    round_counts = {int(rounds[unit]) for unit in present if arrays.entries[unit].pk != leaver.pk} or {0}
    return min(round_counts), max(round_counts)


def _fairness_sentence(least: int, most: int) -> str:
    if least == most:
        fairness = ngettext(
            "Les autres jouent %(most)d position.", "Les autres jouent %(most)d positions.", most
        )
    else:
        fairness = _("Les autres jouent de %(least)d à %(most)d positions.")
    return fairness % {"least": least, "most": most}
