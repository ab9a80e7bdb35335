"""Choices for the shape of an evening: proposals, the usual list, and the club's movements."""

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
    """One proposal of the adviser, and its name in forms."""

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
    """Return the context of `_shapes.html`. One query.

    Args:
        units: players, or teams, as initial value of the adviser's form.
    """
    advice_form = AdviceForm(
        request.GET if "joueurs" in request.GET else None,
        tournament_format=tournament_format,
        initial={"joueurs": units},
    )
    advice = advice_form.advice
    return {
        "form": form,
        "format": tournament_format,
        "advice_form": advice_form,
        "advice": advice,
        "proposals": [
            ShownProposal(proposal, proposal_choice(proposal))
            for proposal in (advice.proposals if advice else ())
            if has_shape_of(proposal, tournament_format)
        ],
        "shapes": usual_shapes(tournament_format),
        "kept": [_club_choice(movement) for movement in kept_movements(club)]
        # a club's own movements are all individual: `judge` refuses others
        if INDIVIDUAL.code in tournament_format.shapes
        else [],
    }


def _club_choice(movement: StoredMovement) -> tuple[StoredMovement, str]:
    """Return a movement of the club and its name in forms."""
    return movement, stored_choice(movement)
