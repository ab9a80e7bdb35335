"""Players who are there and wait for a seat, because no table has a place for one more."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.seat_changes import seat_arrival, with_a_table_more
from tournaments.enums import EntryPresence, IncidentKind
from tournaments.events.services.events import refuse_mixed
from tournaments.incidents.services.action_words import names_text
from tournaments.incidents.services.leaving import present_units
from tournaments.incidents.services.people_steps import add_entry, set_standing
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.session_rounds import check_rounds, round_count
from tournaments.incidents.services.substituting import Newcomer
from tournaments.incidents.services.waiting_entries import WAITS, list_waiting, load_arrays_with_waiting
from tournaments.models import Entry, Session
from tournaments.seating.queries.seat_arrays import SeatArrays


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingSeat:
    """A player who is there and waits until a seat is free or a further table can be made."""

    kind: ClassVar = IncidentKind.ARRIVING

    comes: Newcomer | Entry
    """A person who is not entered, or an entry that had left."""
    first_round: int
    """First round in which the player could have a seat."""

    def plan(self, session: Session) -> CasePlan:
        """Plan the entry of the player, without a seat.

        Raises:
            AppError: as `Newcomer.require_free`, or teams are entered (`teams_only`),
                or there is no such round (`no_such_round`).
        """
        refuse_teams(session)
        check_rounds(session, self.first_round, round_count(session))
        if isinstance(self.comes, Newcomer):
            self.comes.require_free(session.tournament)
        return CasePlan(
            told=Consequences(
                movement=(
                    _("%(comes)s prend la première place qu’un joueur laisse.") % {"comes": self.comes},
                    *_table_sentences(session, self.first_round),
                ),
                ranking=(_("%(comes)s est classé sur les donnes qu’il joue.") % {"comes": self.comes},),
            ),
            carry_out=lambda user: enter_arrival(session, self.comes, user)[0],
            facts={
                "way": WAITS,
                "entry": str(self.comes),
                **({"back": self.comes.pk} if isinstance(self.comes, Entry) else {}),
            },
        )


def count_missing_players(session: Session, arrays: SeatArrays, first_round: int) -> int | None:
    """Return the number of players besides one more with whom a further table opens.

    None if the movement has no boards left for such a table.

    Args:
        arrays: seats of the session, with the players who wait.
        first_round: from 1.
    """
    movement, count = with_a_table_more(arrays.movement), len(arrays.entries)
    present = present_units(session, arrays)
    for missing_count in range(1, movement.shape.seat_count):
        waiting = [*present, *range(count, count + missing_count)]
        if seat_arrival(movement, first_round - 1, waiting, unit=count + missing_count).seats:
            return missing_count
    return None


def table_hint(session: Session, first_round: int) -> str:
    """Return a sentence on the further table that one more player and others can make."""
    arrays = load_arrays_with_waiting(session)
    missing_count = count_missing_players(session, arrays, first_round) if arrays is not None else None
    if missing_count is None:
        return _("Ce mouvement n’a plus d’étui pour une table de plus.")
    sentence_text = ngettext(
        "Avec %(count)d personne de plus, une table de plus s’ouvre.",
        "Avec %(count)d personnes de plus, une table de plus s’ouvre.",
        missing_count,
    )
    return sentence_text % {"count": missing_count}


def _table_sentences(session: Session, first_round: int) -> tuple[str, ...]:
    waiting_entries = list_waiting(session)
    if not waiting_entries:
        return (table_hint(session, first_round),)
    names_sentence = _("Attendent déjà : %(names)s.") % {"names": names_text(waiting_entries)}
    return (names_sentence, table_hint(session, first_round))


def refuse_teams(session: Session) -> None:
    """Refuse a single player where teams are entered (`teams_only`)."""
    if find_format(session.tournament.format).has_teams:
        raise AppError(
            "teams_only", _("Changez l’équipier sur la page de son équipe, ou prenez un remplaçant.")
        )


def enter_arrival(session: Session, comes: Newcomer | Entry, user: User) -> tuple[list[Step], Entry]:
    """Enter a newcomer, or put an entry that had left back into the ranking."""
    if isinstance(comes, Entry):
        return [set_standing(comes, EntryPresence.RANKED)], comes
    person = comes.enter(session, user)
    refuse_mixed(session.tournament, [person])
    step, entry = add_entry(session, person)
    return [step], entry
