"""Access to sealed values, for the modules that check their reader first (pyproject.toml, "Opened cards").

In tournaments that module is `tournaments.deals.door`, at played tables `play.tables.services.played_tables`.
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
    """Return every hand and pile, of any game; undealt ones are empty. No query."""
    return parse_layout(open_sealed(sealed))


def open_deal_layout(deal: Deal) -> Layout:
    """Return the hands and piles of a deal. No query."""
    return open_layout(deal.hands)


def open_deal(deal: Deal) -> DealtBoard:
    """Return the deal with its cards. No query."""
    return DealtBoard(deal.number, deal.dealer, deal.taker, open_deal_layout(deal))


def open_set(deal_set: DealSet) -> tuple[DealtBoard, ...]:
    """Return the deals of a set as values of the core, by number. One query."""
    return tuple(open_deal(row) for row in deal_set.deals.all())


def open_text(sealed: Sealed) -> str:
    """Return the stored text of a played table, or of one of its actions."""
    return str(open_sealed(sealed))


def seed_of(deal_set: DealSet) -> bytes:
    """Return the seed of a set; b"" for recorded hands. No query."""
    return bytes(open_sealed(deal_set.seed))


def whole_document(deal_set: DealSet) -> SetDocument:
    """Return the set with its deals and its seed, sealed or not. One query."""
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
    """Return the set as a JSON document with its deals.

    The seed is in it after the reveal only. One query.
    """
    document = whole_document(deal_set)
    is_revealed = deal_set.state == DealSetState.REVEALED
    # With the seed of a set in play, every hand could be computed.
    return format_set_document(document if is_revealed else replace(document, seed=None))
