"""What is offered wherever an evening gets its shape: proposals, the usual list, the club's movements."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from tournaments.core.formats.registry import FORMATS
from tournaments.core.movements.proposals import Proposal
from tournaments.models import Club, StoredMovement
from tournaments.queries.movements import kept_movements
from tournaments.services.movement_choices import proposal_choice, stored_choice, usual_shapes
from tournaments.web.forms.tournaments import AdviceForm, ShapeForm


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
    request: HttpRequest, club: Club, form: ShapeForm, *, players: int | None
) -> dict[str, Any]:
    """Everything that `_shapes.html` needs. One query.

    Args:
        players: proposed to the adviser's form while nobody has filled it in.
    """
    asked = AdviceForm(request.GET) if "joueurs" in request.GET else AdviceForm(initial={"joueurs": players})
    advice = asked.advice
    return {
        "form": form,
        "advice_form": asked,
        "advice": advice,
        "proposals": [
            ShownProposal(proposal, proposal_choice(proposal))
            for proposal in (advice.proposals if advice else ())
        ],
        "shapes": [option for code in FORMATS for option in usual_shapes(code)],
        "kept": [_kept(stored) for stored in kept_movements(club)],
    }


def _kept(stored: StoredMovement) -> tuple[StoredMovement, str]:
    return stored, stored_choice(stored)
