"""The result of a deal of the day as a picture to share, without a card or a score."""

import hashlib
from dataclasses import astuple, dataclass
from io import BytesIO

from PIL import ImageDraw

from tournaments.rankings.web.evening_card import BRASS, INK, MARGIN, SIDE, SOFT, UNKNOWN_GROUND, draw_felt
from tournaments.rankings.web.link_picture import cut_to, heading, sans

TILES_TOP, TILE_GAP = 780, 18
PLAYED_GROUND = "#3f9f63"


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The texts and figures of the picture."""

    title: str
    day: str
    name: str
    place: str
    field: str
    """Number of players, after a stroke."""
    beaten: str
    streak: str
    """Length of the streak in words; "" for less than two days."""
    days: tuple[tuple[str, bool], ...]
    """Last seven days as short names, and whether each was played."""
    address: str

    @property
    def mark(self) -> str:
        """Version of the picture: changes whenever its content does."""
        return hashlib.sha256(repr(astuple(self)).encode()).hexdigest()[:16]


def draw_daily_card(card: DailyCard) -> bytes:
    """Return the picture as a square PNG."""
    image = draw_felt()
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, SIDE - 14, SIDE, SIDE), fill=BRASS)
    width = SIDE - 2 * MARGIN
    for top, text, font, ink in (
        (56, "Étui", heading("Étui", 60), BRASS),
        (150, card.title, heading(card.title, 48), INK),
        (216, card.day, sans("Regular", 32), SOFT),
        (290, card.name, heading(card.name, 62), INK),
        (590, card.beaten, sans("Regular", 40), INK),
        (690, card.streak, sans("Bold", 40), BRASS),
        (990, card.address, sans("Regular", 32), SOFT),
    ):
        pen.text((MARGIN, top), cut_to(text, font, width), font=font, fill=ink)
    large = heading(card.place, 200)
    pen.text((MARGIN, 550), card.place, font=large, fill=BRASS, anchor="ls")
    field_left = MARGIN + large.getlength(card.place) + 24
    pen.text((field_left, 550), card.field, font=heading(card.field, 60), fill=SOFT, anchor="ls")
    side = (width - TILE_GAP * (len(card.days) - 1)) / len(card.days)
    for number, (day, is_played) in enumerate(card.days):
        left = MARGIN + (side + TILE_GAP) * number
        ground = PLAYED_GROUND if is_played else UNKNOWN_GROUND
        pen.rounded_rectangle((left, TILES_TOP, left + side, TILES_TOP + side), radius=16, fill=ground)
        middle = (left + side / 2, TILES_TOP + side / 2)
        pen.text(middle, day, font=sans("Bold", 32), fill=INK, anchor="mm")
    buffer = BytesIO()
    image.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
