"""Dog slips: the cards of a dog or stock, kept in its pocket to restore the pile after each play."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.variants.registry import find_variant
from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.deals.hand_diagrams import CardGroup, OrderedCard, PileCards, pile_cards
from tournaments.paper.documents.making.document import DocumentType, with_boards
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions
from tournaments.paper.documents.typesetting.imposition import cut_and_stack

PER_SHEET = 24
"""Number of slips on a sheet: three columns of eight."""


@dataclass(frozen=True, slots=True)
class DogSlip:
    """A dog or another pile of one étui."""

    number: int
    pile: str
    """Name of the pile in the game."""
    groups: tuple[CardGroup, ...]
    """Groups with at least one card; empty where the order counts."""
    order: tuple[OrderedCard, ...]
    """Cards from first to last, where the order counts."""


@dataclass(frozen=True, slots=True)
class DogSlipsSheet:
    """Slips in reading order; None for an empty place on the last sheets."""

    slips: tuple[DogSlip | None, ...]


def build_dog_slips(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[DogSlipsSheet, ...]:
    """Return a slip for each pile of each whole deal, by number. One query."""
    deals = list_whole_deals(tournament, options)
    slips = [_slip(deal.number, pile) for deal in deals for pile in pile_cards(deal, tournament.game)]
    return tuple(DogSlipsSheet(row_of_slips) for row_of_slips in cut_and_stack(slips, PER_SHEET))


def require_piles(tournament: Tournament) -> None:
    """Refuse a game without piles (`no_piles`), then as `require_whole_deals`. Three queries."""
    variant = find_variant(tournament.game)
    if not any(variant.pile_sizes(variant.make_rules())):
        raise AppError("no_piles", _("Ce jeu n’a ni chien ni talon : il ne lui faut pas de fiche."))
    require_whole_deals(tournament)


def _slip(number: int, pile: PileCards) -> DogSlip:
    groups = tuple(group for group in pile.groups if group.labels)
    return DogSlip(number=number, pile=pile.name, groups=groups, order=pile.order)


DOG_SLIPS = DocumentType(
    kind=DocumentKind.DOG_SLIPS,
    right=Right.SEE_DEALS,
    require=require_piles,
    build=build_dog_slips,
    is_for=with_boards,
    options=BOARDS,
)
