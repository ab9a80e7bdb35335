"""Forms in which cards leave the site, and the search for them in any response."""

import io
import re
import zipfile
from collections.abc import Sequence
from html import unescape
from typing import Any

from pypdf import PdfReader

from games.core.cards import sort_hand, trump_number
from games.core.dealing.hand_value import evaluate_hand
from games.core.deals import format_pile
from games.core.decks import ONE_PACK
from games.core.notation.card_styles import FRENCH, format_styled_hand
from games.core.seats import SHEET_ORDER
from games.models import Deal
from tests.factories.opened import cards_of, hands_of, open_deal_layout
from tournaments.core.sorting import sort_pack
from tournaments.paper.documents.deals.hand_diagrams import card_label, diagram_rows
from tournaments.paper.documents.deals.hand_diagrams import group_diagram_cards as label_groups
from tournaments.templatetags.cards import card_faces, hand_words
from tournaments.templatetags.etui import card_groups, pocket_mark, pocket_name

LEAST_CARDS = 9
"""Shorter rows of figures stand on pages for other reasons."""


def texts_of_cards(deal: Deal) -> list[str]:
    """Cards of a whole deal as programs, pages, papers and sorting sheets write them, without spaces.

    The text of the deal; every hand in our notation, in French, as read out, laid open and as its trumps are
    listed; the dog as it is drawn and listed; the sorting of the first row, card by card or as a line of
    pockets; the points of all hands.
    """
    assert deal.taker is not None
    cards = cards_of(deal)
    trumps = [[str(n) for n in map(trump_number, sort_hand(hand)) if n is not None] for hand in cards.hands]
    first_row = sort_pack(open_deal_layout(deal), ("dog",))[0].cards
    dog = [(group["symbol"] or "Atouts", *group["cards"]) for group in card_groups(cards.dog)]  # type: ignore[misc]
    slip = [
        (group.symbol, *group.labels)
        for group in label_groups(diagram_rows(cards.dog, ONE_PACK))
        if group.labels
    ]
    points = [evaluate_hand(hand).with_dog for hand in cards.hands]
    taker = ("preneur" if seat == deal.taker else "" for seat in SHEET_ORDER)
    texts = [
        hands_of(deal),
        *map(format_pile, (*cards.hands, cards.dog)),
        *(format_styled_hand(hand, FRENCH) for hand in cards.hands),
        *map(hand_words, (*cards.hands, cards.dog)),
        *("".join(face.index for face in card_faces(hand)) for hand in cards.hands),
        *("".join(row) for row in trumps if len(row) >= LEAST_CARDS),
        "".join(f"{points[seat]}{word}" for seat, word in zip(SHEET_ORDER, taker, strict=True)),
        "".join(f"Atout{card_label(placed.card)}{pocket_name(placed.pocket)}" for placed in first_row),
        "".join(
            f"{card_label(placed.card)}{pocket_mark(placed.pocket, SHEET_ORDER)}" for placed in first_row
        ),
        "".join("".join(group) for group in dog).replace("Exc.", "E"),
        "".join("".join(group) for group in slip),
        "".join(pocket_mark(placed.pocket, SHEET_ORDER) for placed in first_row),
        *map(_in_groups, (*cards.hands, cards.dog)),
    ]
    return ["".join(text.split()) for text in texts]


def _in_groups(cards: Sequence[int]) -> str:
    """Cards by suit as booklets and teaching sheets list them, with a dash for a missing suit."""
    groups = label_groups(diagram_rows(cards, ONE_PACK))
    return "".join(f"{group.symbol or 'Atouts'}{''.join(group.labels) or '–'}" for group in groups)


def text_of_answer(response: Any) -> str:
    """Return the readable text of a response (page, JSON, CSV, drawing, PDF, zip) without tags and spaces."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return _bare(_text_of(bytes(content)))


def _text_of(content: bytes) -> str:
    if content.startswith(b"%PDF-") and len(content) > 100:
        return "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "\n".join(_text_of(archive.read(name)) for name in archive.namelist())
    return content.decode(errors="replace")  # a picture has no text


def _bare(content: str) -> str:
    return "".join(unescape(re.sub(r"<[^>]*>", "", content)).split())
