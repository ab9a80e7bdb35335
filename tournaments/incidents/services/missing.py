"""A player is missing before the first result: replace, leave the place empty, or change the movement."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.wording import sentence
from tournaments.core.formats.registry import format_of
from tournaments.core.movements.catalogue import list_shapes
from tournaments.core.movements.figures import measure_movement
from tournaments.core.movements.remarks import describe
from tournaments.enums import EntryPresence, IncidentKind, TournamentState
from tournaments.events.services.events import refuse_mixed
from tournaments.incidents.services.action_words import papers_text
from tournaments.incidents.services.awaiting_seat import refuse_teams
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.movement_steps import seat_anew
from tournaments.incidents.services.people_steps import hand_over, set_standing
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, ResultSlip, Session
from tournaments.movements.queries.movements import sections_of
from tournaments.movements.services.movement_choices import (
    ChosenMovement,
    choice_words,
    read_choice,
)
from tournaments.paper.queries.papers import MOVEMENT_PAPERS, SEAT_PAPERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Another person has the place from the beginning."""

    kind: ClassVar = IncidentKind.MISSING

    entry: Entry
    comes: Newcomer
    is_ranked: bool
    """False for a person who only completes the table."""

    def plan(self, session: Session) -> CasePlan:
        """Plan to hand the entry over to the person who comes.

        Raises:
            AppError: results are stored (`results_exist`), teams are entered (`teams_only`), no person or two
                are given (`newcomer_missing`, `newcomer_twice`), or the person is entered (`plays_already`).
        """
        refuse_begun(session)
        refuse_teams(session)
        self.comes.require_free(session.tournament)
        names = {"comes": str(self.comes), "entry": str(self.entry)}
        standing_sentence = (
            _("%(comes)s est classé.") if self.is_ranked else _("%(comes)s joue hors classement.")
        )
        return CasePlan(
            told=Consequences(
                movement=(
                    _("%(comes)s a la place de départ qu’avait %(entry)s ; le mouvement ne change pas.")
                    % names,
                ),
                boards=(_("Toutes les donnes seront jouées, aucun étui ne change."),),
                ranking=(standing_sentence % names, _("%(entry)s n’est pas au classement.") % names),
                papers=papers_text(session, SEAT_PAPERS),
            ),
            carry_out=lambda user: self._replace(session, user),
            facts={"way": "replaced", "entry": names["entry"], "person": names["comes"]},
        )

    def _replace(self, session: Session, user: User) -> list[Step]:
        person = self.comes.enter(session, user)
        # the chosen person may be fictitious in a real event, or real in a practice event
        refuse_mixed(session.tournament, [person])
        steps = [hand_over(self.entry, person)]
        if not self.is_ranked:
            steps.append(set_standing(self.entry, EntryPresence.UNRANKED))
        return steps


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftEmpty:
    """The place stays empty all evening; the movement does not change."""

    kind: ClassVar = IncidentKind.MISSING

    entry: Entry

    def plan(self, session: Session) -> CasePlan:
        """Plan the evening as if the entry left before the first round.

        Raises:
            AppError: results are stored (`results_exist`), the seats are not fixed (`not_seated`), or as
                `Leaving`.
        """
        refuse_begun(session)
        if session.tournament.state == TournamentState.DRAFT:
            raise AppError(
                "not_seated",
                _("Fixez d’abord les places avec %(entry)s ; sa place restera vide ensuite.")
                % {"entry": self.entry},
            )
        # plan the departure, but record it under the kind of this case
        plan = Leaving(entry=self.entry, after_round=0).plan(session)
        return CasePlan(
            told=plan.told,
            carry_out=plan.carry_out,
            facts={"way": "relay", "entry": str(self.entry), "left": self.entry.pk},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherMovement:
    """The entries that are present play a movement for their number."""

    kind: ClassVar = IncidentKind.MISSING

    entry: Entry
    choice: str
    """Name of the movement, as in `movement_choices`."""

    def plan(self, session: Session) -> CasePlan:
        """Plan another movement. Entries keep their starting place where possible.

        Seats that were fixed are fixed again.

        Raises:
            AppError: results are stored (`results_exist`), or the choice names no movement (`no_such_shape`).
                When it is carried out, as `seat_anew`.
        """
        refuse_begun(session)
        movements = read_choice(session.tournament.club, self.choice)
        return CasePlan(
            told=Consequences(
                movement=tuple(
                    sentence_text for movement in movements for sentence_text in _figures(movement)
                ),
                boards=_board_sentences(session, movements),
                ranking=(_("%(entry)s n’est pas au classement.") % {"entry": self.entry},),
                papers=papers_text(session, MOVEMENT_PAPERS),
            ),
            carry_out=lambda user: self._change(session, movements, user),
            facts={
                "way": "movement",
                "entry": str(self.entry),
                "movement": " + ".join(choice_words(movement) for movement in movements),
            },
        )

    def _change(self, session: Session, movements: list[ChosenMovement], user: User) -> list[Step]:
        standing_step = set_standing(self.entry, EntryPresence.WITHDRAWN)
        return [standing_step, seat_anew(session, [movement.plan for movement in movements], user)]


def other_movements(session: Session, player_count: int) -> list[tuple[str, str]]:
    """Return movements of the catalogue for a number of players as (name, words), the most similar first.

    Each has the rounds of the evening, or as many as it lasts, and the evening's boards per round. Once
    boards are dealt, only movements with the same number of boards are offered.
    """
    tournament, sections = session.tournament, sections_of(session.tournament)
    if not sections:
        return []
    rounds, boards = sections[0].round_count, sections[0].boards_per_set
    shapes = list_shapes(format_of(tournament.format, tournament.game).movement_format, player_count)
    names = dict.fromkeys(
        f"{shape.source}-{shape.table_count}-{min(rounds, shape.most_rounds)}-{player_count}-{boards}"
        # movements that last the whole evening first; the catalogue's order otherwise
        for shape in sorted(shapes, key=lambda shape: shape.most_rounds < rounds)
    )
    dealt_count = None if session.deal_set is None else session.deal_set.deals.count()
    return [
        (name, " + ".join(map(choice_words, movements)))
        for name in names
        if (movements := _movements_named(session, name)) and dealt_count in (None, _board_count(movements))
    ]


def _movements_named(session: Session, name: str) -> list[ChosenMovement]:
    """Return the movement of a name; empty if the catalogue has none with these rounds and boards."""
    try:
        return read_choice(session.tournament.club, name)
    except AppError:
        return []


def refuse_begun(session: Session) -> None:
    """Refuse the action once results are stored (`results_exist`). One query."""
    if ResultSlip.objects.of_session(session).exists():
        raise AppError(
            "results_exist",
            _("Des résultats sont déjà saisis : voyez « Quelqu’un s’en va » ou « Quelqu’un est en retard »."),
        )


def _board_count(movements: list[ChosenMovement]) -> int:
    return max(movement.movement.set_count * movement.boards_per_set for movement in movements)


def _figures(movement: ChosenMovement) -> tuple[str, ...]:
    """Return the name of the movement and remarks about it."""
    remarks = describe(measure_movement(movement.movement, movement.boards_per_set))
    return (
        _("%(movement)s.") % {"movement": choice_words(movement)},
        *(sentence(remark.code, remark.values) for remark in remarks),
    )


def _board_sentences(session: Session, movements: list[ChosenMovement]) -> tuple[str, ...]:
    old_count = max((section.board_count for section in sections_of(session.tournament)), default=0)
    new_count = _board_count(movements)
    if old_count == new_count:
        return (_("Le nombre d’étuis ne change pas."),) if new_count else ()
    return (_("%(after)d étuis au lieu de %(before)d.") % {"after": new_count, "before": old_count},)
