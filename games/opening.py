"""Opening what is sealed: for those alone who ask first who reads (pyproject.toml, "Opened cards").

In tournaments that is `tournaments.deals.door`, at played tables `play.tables.services.played_tables`.
"""

from dataclasses import replace

from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_set import DealtBoard, Scope, SetDocument, takers_of
from games.core.dealing.layout_text import parse_layout
from games.core.dealing.set_document import format_set_document
from games.core.layouts import Layout
from games.enums import DealSetState
from games.models import Deal, DealSet
from games.sealed import Sealed, open_sealed


def open_layout(sealed: Sealed) -> Layout:
    """Every hand and pile, of any game; what is not dealt yet is empty. No query."""
    return parse_layout(open_sealed(sealed))


def layout_of(deal: Deal) -> Layout:
    """The hands and piles of a deal. No query."""
    return open_layout(deal.hands)


def open_deal(deal: Deal) -> DealtBoard:
    """The deal with its cards. No query."""
    return DealtBoard(deal.number, deal.dealer, deal.taker, layout_of(deal))


def open_set(deal_set: DealSet) -> tuple[DealtBoard, ...]:
    """The deals of a set as values of the core, by number. One query."""
    return tuple(open_deal(row) for row in deal_set.deals.all())


def open_text(sealed: Sealed) -> str:
    """What was played at a table, or one action of it, as it was written."""
    return str(open_sealed(sealed))


def seed_of(deal_set: DealSet) -> bytes:
    """What the deals of a set were made from; b"" for recorded hands. No query."""
    return bytes(open_sealed(deal_set.seed))


def whole_document(deal_set: DealSet) -> SetDocument:
    """The set with its deals and its seed, sealed or not. One query."""
    boards = open_set(deal_set)
    return SetDocument(
        game=deal_set.game,
        rules=deal_set.rule_set,
        algorithm=deal_set.algorithm,
        board_count=len(boards),
        constraints=DealConstraints.from_json(deal_set.constraints),
        commitment=deal_set.commitment,
        seed=seed_of(deal_set) or None,
        boards=boards,
        takers=takers_of(boards),
        scope=Scope(deal_set.scope),
    )


def set_document(deal_set: DealSet) -> str:
    """The set as a JSON document, deals included; its seed only once it is revealed. One query."""
    document = whole_document(deal_set)
    is_revealed = deal_set.state == DealSetState.REVEALED
    return format_set_document(document if is_revealed else replace(document, seed=None))
