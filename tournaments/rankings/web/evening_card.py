"""A player's evening as a picture to share: place, total, best étui with its hand, all étuis by mark."""

import hashlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from tournaments.rankings.web.link_picture import cut_to, heading, sans

SIDE, MARGIN = 1080, 72
INK, SOFT, BRASS, FACE = "#fffdf7", "#cfe0d7", "#d9a441", "#fffdf7"
ABOVE, BELOW = (42, 108, 88), (18, 58, 46)
"""Colour of the felt at the top and at the bottom, as red, green and blue."""
SUIT_INKS = {"spades": "#1c2723", "clubs": "#1c2723", "hearts": "#b3261e", "diamonds": "#b3261e"}
TRUMP_INK = "#33408f"
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
SHADE_GROUNDS = ("#b5544c", "#c98f7c", "#8d9a86", "#6fb285", "#3f9f63")
UNKNOWN_GROUND = "#2a5a4b"
CARD_WIDTH, CARD_HEIGHT, CARD_TOP = 118, 182, 660
MOST_TILES = 40
TILES_IN_ROW = (10, 13, 20)
"""Numbers of tiles in a row, from large tiles to small ones. The first that fits is used."""
TILES_TOP, TILES_TOP_UNDER_HAND, TILES_FOOT = 690, 894, 1036


@dataclass(frozen=True, slots=True)
class CardIndex:
    """The corner of a card, which is all that shows in a fan."""

    suit: str
    """Suit as in `CardFace`: a suit, "trumps" or "excuse"."""
    index: str


@dataclass(frozen=True, slots=True)
class EveningCard:
    """The texts and figures of the picture."""

    event: str
    day: str
    """Club and day."""
    name: str
    place: str
    field: str
    """Number of entries with a place, after a stroke."""
    total: str
    best: str
    """The étui with the largest gain; "" if there is none."""
    hand: tuple[CardIndex, ...]
    """Hand of the player at that étui, in the order of a page; empty if it must not show."""
    shades: tuple[tuple[int, int | None], ...]
    """All étuis with their shade, from 0 (worst) to 4 (best); None without a mark."""

    @property
    def mark(self) -> str:
        """Version of the picture: changes whenever its content does."""
        return hashlib.sha256(repr(astuple(self)).encode()).hexdigest()[:16]


def draw_evening_card(card: EveningCard) -> bytes:
    """Return the picture as a square PNG."""
    image = draw_felt()
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, SIDE - 14, SIDE, SIDE), fill=BRASS)
    width = SIDE - 2 * MARGIN
    for top, text, font, ink in (
        (56, "Étui", heading("Étui", 60), BRASS),
        (150, card.event, heading(card.event, 48), INK),
        (216, card.day, sans("Regular", 32), SOFT),
        (290, card.name, heading(card.name, 62), INK),
        (590, card.best, sans("Regular", 34), INK),
    ):
        pen.text((MARGIN, top), cut_to(text, font, width), font=font, fill=ink)
    large, small = heading(card.place, 180), heading(card.total, 78)
    pen.text((MARGIN, 540), card.place, font=large, fill=BRASS, anchor="ls")
    field_left = MARGIN + large.getlength(card.place) + 24
    pen.text((field_left, 540), card.field, font=heading(card.field, 54), fill=SOFT, anchor="ls")
    pen.text((SIDE - MARGIN, 540), card.total, font=small, fill=INK, anchor="rs")
    _draw_hand(pen, card.hand)
    _draw_tiles(pen, card.shades[:MOST_TILES], TILES_TOP_UNDER_HAND if card.hand else TILES_TOP)
    buffer = BytesIO()
    image.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()


def draw_felt() -> Image.Image:
    """Return the background of a square picture, lighter at the top."""
    # one column, stretched afterwards, is far quicker than all pixels
    column = Image.new("RGB", (1, SIDE))
    for y in range(SIDE):
        shares = zip(ABOVE, BELOW, strict=True)
        column.putpixel((0, y), tuple(high + (low - high) * y // SIDE for high, low in shares))
    return column.resize((SIDE, SIDE))


def _draw_hand(pen: ImageDraw.ImageDraw, hand: Sequence[CardIndex]) -> None:
    # cards overlap only if the hand is wider than the picture
    step = min(CARD_WIDTH + 8, (SIDE - 2 * MARGIN - CARD_WIDTH) / max(len(hand) - 1, 1))
    for number, card in enumerate(hand):
        left_edge = MARGIN + step * number
        box = (left_edge, CARD_TOP, left_edge + CARD_WIDTH, CARD_TOP + CARD_HEIGHT)
        pen.rounded_rectangle(box, radius=9, fill=FACE, outline="#b9b09a")
        ink = SUIT_INKS.get(card.suit, TRUMP_INK)
        sign = SIGNS.get(card.suit, "")
        pen.text(
            (left_edge + 5, CARD_TOP + 40), card.index, font=heading(card.index, 31), fill=ink, anchor="ls"
        )
        pen.text((left_edge + 7, CARD_TOP + 84), sign, font=sans("Bold", 32), fill=ink, anchor="ls")
        middle = (left_edge + CARD_WIDTH / 2 + 12, CARD_TOP + CARD_HEIGHT - 54)
        # only the last card of the fan is not covered
        if number == len(hand) - 1:
            pen.text(middle, sign, font=sans("Bold", 76), fill=ink, anchor="mm")


def _draw_tiles(pen: ImageDraw.ImageDraw, shades: Sequence[tuple[int, int | None]], top: int) -> None:
    """Draw one square for each étui, as large as their number permits."""
    width = SIDE - 2 * MARGIN + 8
    # -(-a // b) rounds the number of rows up
    fitting = (
        tile_count
        for tile_count in TILES_IN_ROW
        if width / tile_count * -(-len(shades) // tile_count) <= TILES_FOOT - top
    )
    in_row = next(fitting, TILES_IN_ROW[-1])
    pitch = width / in_row
    for number, (board, shade) in enumerate(shades):
        row, column = divmod(number, in_row)
        left_edge, upper, side = MARGIN + pitch * column, top + pitch * row, pitch - 8
        ground = UNKNOWN_GROUND if shade is None else SHADE_GROUNDS[shade]
        pen.rounded_rectangle(
            (left_edge, upper, left_edge + side, upper + side), radius=pitch / 7, fill=ground
        )
        font = heading("0", int(pitch * 0.46))
        pen.text((left_edge + side / 2, upper + side / 2), str(board), font=font, fill=INK, anchor="mm")
