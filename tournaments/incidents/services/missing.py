"""Somebody does not come, before the first result: another person, an empty place, another movement."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.wording import sentence
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.movements.catalogue import list_shapes
from tournaments.core.movements.figures import measure
from tournaments.core.movements.remarks import describe
from tournaments.enums import EntryPresence, IncidentKind, TournamentState
from tournaments.events.services.events import refuse_mixed
from tournaments.incidents.services.action_words import MOVEMENT_PAPERS, SEAT_PAPERS, papers_text
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Somebody else has the place from the beginning."""

    kind: ClassVar = IncidentKind.MISSING

    entry: Entry
    comes: Newcomer
    is_ranked: bool
    """False for somebody who only completes the table."""

    def plan(self, session: Session) -> CasePlan:
        """The entry becomes that of the one who comes.

        Raises:
            AppError: results are stored (`results_exist`), teams are entered (`teams_only`), nobody comes
                (`newcomer_missing`, `newcomer_twice`), or the one who comes is entered (`plays_already`).
        """
        refuse_begun(session)
        if find_format(session.tournament.format).has_teams:
            raise AppError(
                "teams_only",
                _("Changez l’équipier sur la page de son équipe, ou prenez un remplaçant."),
            )
        self.comes.require_free(session.tournament)
        names = {"comes": str(self.comes), "entry": str(self.entry)}
        stands = _("%(comes)s est classé.") if self.is_ranked else _("%(comes)s joue hors classement.")
        return CasePlan(
            told=Consequences(
                movement=(
                    _("%(comes)s a la place de départ de %(entry)s ; le mouvement ne change pas.") % names,
                ),
                boards=(_("Toutes les donnes seront jouées, aucun étui ne change."),),
                ranking=(stands % names, _("%(entry)s n’est pas au classement.") % names),
                papers=papers_text(session, SEAT_PAPERS),
            ),
            carry_out=lambda user: self._replace(session, user),
            facts={"way": "replaced", "entry": names["entry"], "person": names["comes"]},
        )

    def _replace(self, session: Session, user: User) -> list[Step]:
        person = self.comes.enter(session, user)
        refuse_mixed(session.tournament, [person])
        steps = [hand_over(self.entry, person)]
        if not self.is_ranked:
            steps.append(set_standing(self.entry, EntryPresence.UNRANKED))
        return steps


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftEmpty:
    """The place stays empty all evening; the movement is that of everybody."""

    kind: ClassVar = IncidentKind.MISSING

    entry: Entry

    def plan(self, session: Session) -> CasePlan:
        """As somebody who leaves before the first round.

        Raises:
            AppError: results are stored (`results_exist`), or as `Leaving`.
        """
        refuse_begun(session)
        if session.tournament.state == TournamentState.DRAFT:
            raise AppError(
                "not_seated",
                _("Fixez d’abord les places avec %(entry)s ; sa place restera vide ensuite.")
                % {"entry": self.entry},
            )
        plan = Leaving(entry=self.entry, after_round=0).plan(session)
        return CasePlan(
            told=plan.told,
            carry_out=plan.carry_out,
            facts={"way": "relay", "entry": str(self.entry), "left": self.entry.pk},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherMovement:
    """Those who are there play a movement for as many."""

    kind: ClassVar = IncidentKind.MISSING

    entry: Entry
    choice: str
    """As `movement_choices` names it."""

    def plan(self, session: Session) -> CasePlan:
        """Everybody who can keeps the starting place; seats that were fixed are fixed again.

        Raises:
            AppError: results are stored (`results_exist`), the choice names nothing (`no_such_shape`); as
                `seat_anew` when it is carried out.
        """
        refuse_begun(session)
        chosen = read_choice(session.tournament.club, self.choice)
        return CasePlan(
            told=Consequences(
                movement=tuple(told for row in chosen for told in _figures(row)),
                boards=_board_sentences(session, chosen),
                ranking=(_("%(entry)s n’est pas au classement.") % {"entry": self.entry},),
                papers=papers_text(session, MOVEMENT_PAPERS),
            ),
            carry_out=lambda user: self._change(session, chosen, user),
            facts={
                "way": "movement",
                "entry": str(self.entry),
                "movement": " + ".join(choice_words(row) for row in chosen),
            },
        )

    def _change(self, session: Session, chosen: list[ChosenMovement], user: User) -> list[Step]:
        gone = set_standing(self.entry, EntryPresence.WITHDRAWN)
        return [gone, seat_anew(session, [row.plan for row in chosen], user)]


def other_movements(session: Session, player_count: int) -> list[tuple[str, str]]:
    """Movements of the catalogue for so many, name and words, as near to the evening as can be.

    Each has the rounds of the evening, or as many as it lasts, and its boards a round; once étuis are dealt
    only those are offered that play as many.
    """
    tournament, sections = session.tournament, sections_of(session.tournament)
    if not sections:
        return []
    rounds, boards = sections[0].round_count, sections[0].boards_per_set
    shapes = list_shapes(format_of(tournament.format, tournament.game).movement_format, player_count)
    names = dict.fromkeys(
        f"{shape.source}-{shape.table_count}-{min(rounds, shape.most_rounds)}-{player_count}-{boards}"
        for shape in sorted(shapes, key=lambda shape: shape.most_rounds < rounds)
    )
    dealt = None if session.deal_set is None else session.deal_set.deals.count()
    return [
        (name, " + ".join(map(choice_words, chosen)))
        for name in names
        if (chosen := _read(session, name)) and dealt in (None, _board_count(chosen))
    ]


def _read(session: Session, name: str) -> list[ChosenMovement]:
    """The movement of a name; nothing where the catalogue has none of so many rounds or boards."""
    try:
        return read_choice(session.tournament.club, name)
    except AppError:
        return []


def refuse_begun(session: Session) -> None:
    """Refuse once results are stored (`results_exist`). One query."""
    if ResultSlip.objects.of_session(session).exists():
        raise AppError(
            "results_exist",
            _("Des résultats sont déjà saisis : voyez « Quelqu’un s’en va » ou « Quelqu’un est en retard »."),
        )


def _board_count(chosen: list[ChosenMovement]) -> int:
    return max(row.movement.set_count * row.boards_per_set for row in chosen)


def _figures(chosen: ChosenMovement) -> tuple[str, ...]:
    """The movement, and what there is to say of it."""
    told = describe(measure(chosen.movement, chosen.boards_per_set))
    return (
        _("%(movement)s.") % {"movement": choice_words(chosen)},
        *(sentence(row.code, row.values) for row in told),
    )


def _board_sentences(session: Session, chosen: list[ChosenMovement]) -> tuple[str, ...]:
    before = max((section.board_count for section in sections_of(session.tournament)), default=0)
    after = _board_count(chosen)
    if before == after:
        return (_("Le nombre d’étuis ne change pas."),) if after else ()
    return (_("%(after)d étuis au lieu de %(before)d.") % {"after": after, "before": before},)
