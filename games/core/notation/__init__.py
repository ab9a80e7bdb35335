"""Conversion of cards, hands and whole played deals to text and JSON, and back: docs/notation.md."""

from games.core.notation.card_styles import (
    FRENCH,
    INTERNATIONAL,
    CardStyle,
    format_styled_card,
    format_styled_hand,
    parse_styled_card,
    parse_styled_hand,
)
from games.core.notation.deal_json import format_deal_json, parse_deal_json, read_deal_values
from games.core.notation.deal_reader import parse_played_deal, parse_played_deals
from games.core.notation.deal_writer import format_played_deal
from games.core.notation.played_deal import PlayedDeal
from games.core.notation.source import load_json

__all__ = [
    "FRENCH",
    "INTERNATIONAL",
    "CardStyle",
    "PlayedDeal",
    "format_deal_json",
    "format_played_deal",
    "format_styled_card",
    "format_styled_hand",
    "load_json",
    "parse_deal_json",
    "parse_played_deal",
    "parse_played_deals",
    "parse_styled_card",
    "parse_styled_hand",
    "read_deal_values",
]
