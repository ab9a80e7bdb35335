"""Somebody of the register, or a visitor, plays in somebody's place."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import players_of
from tournaments.enums import DocumentKind, IncidentKind
from tournaments.incidents.services.action_words import papers_text, rounds_text
from tournaments.incidents.services.people_steps import stand_in
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.session_rounds import check_rounds, round_count
from tournaments.models import Person, Session, Tournament
from tournaments.people.services.people import add_person

NAME_PAPERS = (DocumentKind.SEAT_LISTS, DocumentKind.PERSONAL_CARDS)
"""Papers that name who plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Who comes: somebody of the register, or a visitor by name."""

    person: Person | None = None
    last_name: str = ""
    first_name: str = ""

    def __str__(self) -> str:
        return str(self.person or f"{self.last_name} {self.first_name}".strip())

    def require_name(self) -> None:
        """Refuse nobody (`newcomer_missing`), or two people at once (`newcomer_twice`)."""
        if self.person is None and not self.last_name:
            told = _("Choisissez quelqu’un du registre, ou écrivez le nom d’un visiteur.")
            raise AppError("newcomer_missing", told, fields={"person": told})
        if self.person is not None and self.last_name:
            told = _("Quelqu’un du registre, ou un visiteur : pas les deux.")
            raise AppError("newcomer_twice", told, fields={"last_name": told})

    def require_free(self, tournament: Tournament) -> None:
        """Refuse nobody, two people at once (as `require_name`), and who is entered (`plays_already`)."""
        self.require_name()
        if self.person and players_of(tournament).filter(pk=self.person.pk).exists():
            told = _("%(person)s est déjà inscrit à ce tournoi.") % {"person": self}
            raise AppError("plays_already", told, fields={"person": told})

    def enter(self, session: Session, made_by: User) -> Person:
        """The person; a visitor is added to the register, a fictitious one in a practice event."""
        if self.person is not None:
            return self.person
        values = {
            "last_name": self.last_name,
            "first_name": self.first_name,
            "is_fictitious": session.tournament.is_practice,
        }
        return add_person(club=session.tournament.club, values=values, added_by=made_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituting:
    """Who leaves, who comes, and in which rounds."""

    kind: ClassVar = IncidentKind.SUBSTITUTE

    leaves: Person
    comes: Newcomer
    first_round: int
    last_round: int
    """The one who left is back in the next round; the last one of the session for nevermore."""

    def plan(self, session: Session) -> CasePlan:
        """The line keeps its number, its seats and all its results.

        Raises:
            AppError: nobody comes (`newcomer_missing`, `newcomer_twice`), such rounds are not played
                (`no_such_round`); as `replace_player` when it is carried out.
        """
        self.comes.require_name()
        check_rounds(session, self.first_round, self.last_round)
        names = {"comes": str(self.comes), "leaves": str(self.leaves)}
        rounds = {"rounds": rounds_text(self.first_round, self.last_round)}
        movement = [_("%(comes)s s’assoit aux places de %(leaves)s, %(rounds)s.") % (names | rounds)]
        if self.last_round < round_count(session):
            back = _("%(leaves)s revient à la position %(number)d.")
            movement.append(back % (names | {"number": self.last_round + 1}))
        return CasePlan(
            told=Consequences(
                movement=tuple(movement),
                boards=(_("Toutes les donnes seront jouées, aucun étui ne change."),),
                ranking=(
                    _("La ligne reste au nom de %(leaves)s, avec tous ses résultats ; %(comes)s y est nommé.")
                    % names,
                    _("%(comes)s n’a pas de ligne à son nom.") % names,
                ),
                papers=papers_text(session, NAME_PAPERS),
            ),
            carry_out=lambda user: self._replace(session, user),
            facts={
                "person": names["comes"],
                "leaves": names["leaves"],
                "rounds": [self.first_round, self.last_round],
            },
        )

    def _replace(self, session: Session, user: User) -> list[Step]:
        comes = self.comes.enter(session, user)
        steps = [stand_in(session, self.leaves, comes, self.first_round, user)]
        if self.last_round < round_count(session):
            steps.append(stand_in(session, comes, self.leaves, self.last_round + 1, user))
        return steps
