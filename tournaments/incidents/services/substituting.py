"""A member of the register, or a visitor, plays in another player's place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import list_tournament_players
from tournaments.core.formats.ranking_plan import UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind, IncidentKind
from tournaments.incidents.services.action_words import papers_text, rounds_text
from tournaments.incidents.services.people_steps import stand_in
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.session_rounds import check_rounds, round_count
from tournaments.models import Person, Session, Tournament
from tournaments.people.services.people import add_person

NAME_PAPERS = (DocumentKind.SEAT_LISTS, DocumentKind.PERSONAL_CARDS, DocumentKind.DUEL_SHEETS)
"""Papers that name the players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """A person who joins: a member of the register, or a visitor by name."""

    person: Person | None = None
    last_name: str = ""
    first_name: str = ""

    def __str__(self) -> str:
        """Return the name as a person of the register has it: DURAND Anne."""
        return str(self.person or f"{self.last_name.upper()} {self.first_name}".strip())

    def require_name(self) -> None:
        """Require one person: a member or a visitor.

        Raises:
            AppError: neither is given (`newcomer_missing`), or both (`newcomer_twice`).
        """
        if self.person is None and not self.last_name:
            message = _("Choisissez quelqu’un du registre, ou écrivez le nom d’un visiteur.")
            raise AppError("newcomer_missing", message, fields={"person": message})
        if self.person is not None and self.last_name:
            message = _("Quelqu’un du registre, ou un visiteur : pas les deux.")
            raise AppError("newcomer_twice", message, fields={"last_name": message})

    def require_free(self, tournament: Tournament) -> None:
        """Require one person who is not entered yet.

        Raises:
            AppError: as `require_name`, or the person is entered already (`plays_already`).
        """
        self.require_name()
        if self.person and list_tournament_players(tournament).filter(pk=self.person.pk).exists():
            message = _("%(person)s est déjà inscrit à ce tournoi.") % {"person": self}
            raise AppError("plays_already", message, fields={"person": message})

    def enter(self, session: Session, made_by: User) -> Person:
        """Return the person. A visitor is added to the register first.

        In a practice event the new person is fictitious.
        """
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
    """A player who is replaced, their substitute, and the rounds concerned."""

    kind: ClassVar = IncidentKind.SUBSTITUTE

    leaves: Person
    comes: Newcomer
    first_round: int
    last_round: int
    """Last round of the substitute. The replaced player is back in the next one.

    The last round of the session means that the player does not come back.
    """

    def plan(self, session: Session) -> CasePlan:
        """Plan the substitution. The entry keeps its number, its seats and all its results.

        Raises:
            AppError: as `Newcomer.require_name`, or the rounds are not played (`no_such_round`). Carrying out
                the plan raises as `replace_player`.
        """
        self.comes.require_name()
        check_rounds(session, self.first_round, self.last_round)
        names = {"comes": str(self.comes), "leaves": str(self.leaves)}
        rounds = {"rounds": rounds_text(self.first_round, self.last_round)}
        movement = [_("%(comes)s s’assoit aux places qu’avait %(leaves)s, %(rounds)s.") % (names | rounds)]
        if self.last_round < round_count(session):
            return_sentence = _("%(leaves)s revient à la position %(number)d.")
            movement.append(return_sentence % (names | {"number": self.last_round + 1}))
        return CasePlan(
            told=Consequences(
                movement=(*movement, *_role_sentences(session.tournament, names)),
                boards=(_("Toutes les donnes seront jouées, aucun étui ne change."),),
                ranking=(
                    _line_sentence(session.tournament) % names,
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
        substitute = self.comes.enter(session, user)
        steps = [stand_in(session, self.leaves, substitute, self.first_round, user)]
        if self.last_round < round_count(session):
            # the return is a second substitution, the other way round
            steps.append(stand_in(session, substitute, self.leaves, self.last_round + 1, user))
        return steps


def _line_sentence(tournament: Tournament) -> str:
    if find_format(tournament.format).has_teams:
        return _("L’équipe garde son nom, sa ligne et tous ses résultats ; %(comes)s y est nommé.")
    return _("La ligne garde le nom (%(leaves)s) et tous ses résultats ; %(comes)s y est nommé.")


def _role_sentences(tournament: Tournament, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the role that a substitute takes over in a team; () where there are no roles.

    Source:
        FFT, Règlement officiel (2012) R20 and R22.
    """
    tournament_format = find_format(tournament.format)
    sentences = []
    if tournament_format.plan.unit is UnitKind.TRIPLET:
        sentences.append(_("%(comes)s prend le badge que portait %(leaves)s et attaque à son tour.") % names)
    if tournament_format.names_attackers:
        sentences.append(_("Où %(leaves)s est l’attaquant désigné, %(comes)s attaque.") % names)
    if tournament_format.plan.unit is UnitKind.QUARTET:
        sentences.append(
            _("Le règlement des quadrettes n’admet pas de nouveau joueur d’une séance à l’autre.")
        )
    return tuple(sentences)
