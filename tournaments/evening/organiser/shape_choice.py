"""What is offered wherever an evening gets its shape: proposals, the usual list, the club's movements."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from tournaments.core.formats.proposals import Proposal
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.table_shape import INDIVIDUAL
from tournaments.evening.forms.tournaments import AdviceForm, ShapeForm
from tournaments.models import Club, StoredMovement
from tournaments.movements.queries.movements import kept_movements
from tournaments.movements.services.movement_choices import (
    has_shape_of,
    proposal_choice,
    stored_choice,
    usual_shapes,
)


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """One proposal of the adviser with the name that a form gives it."""

    proposal: Proposal
    choice: str

    @property
    def sources(self) -> list[str]:
        """Constructions of its movements, each once."""
        return list(dict.fromkeys(section.source for section in self.proposal.sections))


def shape_context(
    request: HttpRequest,
    club: Club,
    form: ShapeForm,
    *,
    tournament_format: TournamentFormat,
    units: int | None,
) -> dict[str, Any]:
    """Everything that `_shapes.html` needs. One query.

    Args:
        units: players, or teams, proposed to the adviser's form while nobody has filled it in.
    """
    asked = AdviceForm(
        request.GET if "joueurs" in request.GET else None,
        tournament_format=tournament_format,
        initial={"joueurs": units},
    )
    advice = asked.advice
    return {
        "form": form,
        "format": tournament_format,
        "advice_form": asked,
        "advice": advice,
        "proposals": [
            ShownProposal(proposal, proposal_choice(proposal))
            for proposal in (advice.proposals if advice else ())
            if has_shape_of(proposal, tournament_format)
        ],
        "shapes": usual_shapes(tournament_format),
        "kept": [_kept(stored) for stored in kept_movements(club)]
        if INDIVIDUAL.code in tournament_format.shapes
        else [],
    }


def _kept(stored: StoredMovement) -> tuple[StoredMovement, str]:
    return stored, stored_choice(stored)
