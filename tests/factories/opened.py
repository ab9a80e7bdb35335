"""Sealed secrets, opened for tests."""

from games.core.dealing.deal import deal_from_layout
from games.core.deals import Deal as Cards
from games.core.layouts import Layout
from games.models import Deal, DealSet
from games.opening import open_deal_layout, set_document
from games.sealed import open_sealed
from tournaments.models import PlayRecord

__all__ = ["cards_of", "hands_of", "open_deal_layout", "seed_of", "set_document", "text_of"]


def hands_of(deal: Deal) -> str:
    """The hands as they are stored."""
    return str(open_sealed(deal.hands))


def cards_of(deal: Deal) -> Cards:
    """The four hands and the dog of a whole deal."""
    layout: Layout = open_deal_layout(deal)
    return deal_from_layout(layout)


def seed_of(deal_set: DealSet) -> bytes:
    return bytes(open_sealed(deal_set.seed))


def text_of(record: PlayRecord) -> str:
    return str(open_sealed(record.text))
