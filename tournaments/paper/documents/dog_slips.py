"""Dog slips: the six cards of each dog, to slide into its pocket and to make it again after each play."""

from dataclasses import dataclass

from games.core.dealing.dealt_set import DealtBoard
from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.document import DocumentType, with_boards
from tournaments.paper.documents.hand_diagrams import CardGroup, card_groups, diagram_rows
from tournaments.paper.documents.imposition import cut_and_stack
from tournaments.paper.documents.options import BOARDS, PLAIN, DocumentOptions

PER_SHEET = 24
"""Three columns of eight."""


@dataclass(frozen=True, slots=True)
class DogSlip:
    """The dog of one étui: the groups that have a card."""

    number: int
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class DogSlipsSheet:
    """Slips in reading order; None where the last sheets have none."""

    slips: tuple[DogSlip | None, ...]


def build_dog_slips(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[DogSlipsSheet, ...]:
    """A slip for each whole deal of each session, by number. One query."""
    slips = [dog_slip(deal) for deal in list_whole_deals(tournament, options)]
    return tuple(DogSlipsSheet(placed) for placed in cut_and_stack(slips, PER_SHEET))


def dog_slip(deal: DealtBoard) -> DogSlip:
    """The slip of one deal."""
    groups = card_groups(diagram_rows(frozenset(deal.layout.piles[0])))
    return DogSlip(deal.number, tuple(group for group in groups if group.labels))


DOG_SLIPS = DocumentType(
    kind=DocumentKind.DOG_SLIPS,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_dog_slips,
    template="tournaments/paper/pdf/dog_slips.html",
    stylesheet="css/print/dog_slips.css",
    is_for=with_boards,
    options=BOARDS,
)
