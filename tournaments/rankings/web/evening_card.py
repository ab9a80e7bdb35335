"""An evening as a picture to send: place, total, the best étui with its hand, all étuis by their mark."""

import hashlib
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from common.pdf import find_static_file
from tournaments.rankings.web.link_picture import cut_to, sans

SIDE, MARGIN = 1080, 72
INK, SOFT, BRASS, FACE = "#fffdf7", "#cfe0d7", "#d9a441", "#fffdf7"
ABOVE, BELOW = (42, 108, 88), (18, 58, 46)
"""Red, green and blue of the felt at the top and at the bottom."""
SUIT_INKS = {"spades": "#1c2723", "clubs": "#1c2723", "hearts": "#b3261e", "diamonds": "#b3261e"}
TRUMP_INK = "#33408f"
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
SHADE_GROUNDS = ("#b5544c", "#c98f7c", "#8d9a86", "#6fb285", "#3f9f63")
UNKNOWN_GROUND = "#2a5a4b"
CARD_WIDTH, CARD_HEIGHT, CARD_TOP = 118, 182, 660
MOST_TILES = 40


@dataclass(frozen=True, slots=True)
class CardIndex:
    """A card as far as it shows in a fan."""

    suit: str
    """As `CardFace`: a suit, "trumps" or "excuse"."""
    index: str


@dataclass(frozen=True, slots=True)
class EveningCard:
    """The words and figures of the picture."""

    event: str
    day: str
    """Club and day."""
    name: str
    place: str
    field: str
    """How many have a place, after a stroke."""
    total: str
    best: str
    """The étui that brought most; "" where none is known."""
    hand: tuple[CardIndex, ...]
    """The hand held at it, in the order of a page; empty where it is not to be seen."""
    shades: tuple[tuple[int, int | None], ...]
    """Every étui with its shade, worst 0 to best 4; None without a mark."""

    @property
    def mark(self) -> str:
        """Changes whenever the picture does."""
        return hashlib.sha256(repr(astuple(self)).encode()).hexdigest()[:16]


def draw_evening_card(card: EveningCard) -> bytes:
    """The picture, a square as PNG."""
    image = _felt()
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, SIDE - 14, SIDE, SIDE), fill=BRASS)
    wide = SIDE - 2 * MARGIN
    pen.text((MARGIN, 60), "Étui", font=_display(60), fill=BRASS)
    for top, text, font, ink in (
        (150, card.event, sans("Bold", 46), INK),
        (212, card.day, sans("Regular", 32), SOFT),
        (296, card.name, sans("Bold", 56), INK),
        (590, card.best, sans("Regular", 34), INK),
    ):
        pen.text((MARGIN, top), cut_to(text, font, wide), font=font, fill=ink)
    pen.text((MARGIN, 540), card.place, font=sans("Bold", 170), fill=BRASS, anchor="ls")
    after = MARGIN + sans("Bold", 170).getlength(card.place) + 24
    pen.text((after, 540), card.field, font=sans("Regular", 56), fill=SOFT, anchor="ls")
    pen.text((SIDE - MARGIN, 540), card.total, font=sans("Bold", 72), fill=INK, anchor="rs")
    _draw_hand(pen, card.hand)
    _draw_tiles(pen, card.shades[:MOST_TILES])
    drawn = BytesIO()
    image.save(drawn, format="PNG", optimize=True)
    return drawn.getvalue()


def _felt() -> Image.Image:
    """The cloth, lighter above."""
    column = Image.new("RGB", (1, SIDE))
    for y in range(SIDE):
        shares = zip(ABOVE, BELOW, strict=True)
        column.putpixel((0, y), tuple(high + (low - high) * y // SIDE for high, low in shares))
    return column.resize((SIDE, SIDE))


def _draw_hand(pen: ImageDraw.ImageDraw, hand: Sequence[CardIndex]) -> None:
    step = min(CARD_WIDTH + 8, (SIDE - 2 * MARGIN - CARD_WIDTH) / max(len(hand) - 1, 1))
    for number, card in enumerate(hand):
        left = MARGIN + step * number
        box = (left, CARD_TOP, left + CARD_WIDTH, CARD_TOP + CARD_HEIGHT)
        pen.rounded_rectangle(box, radius=9, fill=FACE, outline="#b9b09a")
        ink = SUIT_INKS.get(card.suit, TRUMP_INK)
        sign = SIGNS.get(card.suit, "")
        pen.text((left + 7, CARD_TOP + 44), card.index, font=_index(), fill=ink, anchor="ls")
        pen.text((left + 7, CARD_TOP + 84), sign, font=sans("Bold", 32), fill=ink, anchor="ls")
        middle = (left + CARD_WIDTH / 2 + 12, CARD_TOP + CARD_HEIGHT - 54)
        if number == len(hand) - 1:
            pen.text(middle, sign, font=sans("Bold", 76), fill=ink, anchor="mm")


def _draw_tiles(pen: ImageDraw.ImageDraw, shades: Sequence[tuple[int, int | None]]) -> None:
    """One square for each étui, in rows of twenty."""
    pitch = (SIDE - 2 * MARGIN + 8) / 20
    for number, (board, shade) in enumerate(shades):
        left, top = MARGIN + pitch * (number % 20), 900 + (pitch + 4) * (number // 20)
        ground = UNKNOWN_GROUND if shade is None else SHADE_GROUNDS[shade]
        pen.rounded_rectangle((left, top, left + pitch - 8, top + pitch - 4), radius=7, fill=ground)
        middle = (left + (pitch - 8) / 2, top + (pitch - 4) / 2)
        pen.text(middle, str(board), font=sans("Bold", 20), fill=INK, anchor="mm")


@cache
def _display(size: int) -> ImageFont.FreeTypeFont:
    """The face of the site's name; its figures do not stand on the line, so no number is written in it."""
    return ImageFont.truetype(str(find_static_file("fonts/EtuiDisplay-Regular.woff2")), size)


@cache
def _index() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(find_static_file("fonts/EtuiSansCondensed-Bold.ttf")), 31)
