"""Preview of a link to an event in a messenger: a picture of 1200 × 630 with its name and day."""

import hashlib
import re
from dataclasses import astuple, dataclass
from functools import cache

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournaments.base.static_files import find_static_file
from tournaments.base.words.dates import date_format
from tournaments.enums import TournamentState
from tournaments.models import Tournament

WIDTH, HEIGHT, MARGIN = 1200, 630, 90
GROUND, INK, SOFT, BRASS = "#0f3d2e", "#fdfcf7", "#b9cfc4", "#d9a441"
LARGEST, SMALLEST, STEP = 96, 44, 4
HAND = "img/hand.png"
ABOVE_HAND, BESIDE_HAND = 740, 600
"""Largest widths of the line that ends above the cards and of the one beside them."""
NAME_HEIGHT = 250
LEADING = 1.2
"""Height of a line, relative to its font. A name whose lines exceed `NAME_HEIGHT` ends in an ellipsis."""
HEADING_LETTERS = re.compile(r"""[0-9A-Za-zÀ-ÿĂıŒœ !"#%&'()*+,\-./:;=?@\[\]\u00a0¡«°²³·º»¿–—‘’‚“”„•…‹›€−]*""")
"""Letters of the face of headings; a name with other letters uses the face of papers."""


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """The texts of the picture. It never shows a player's name."""

    name: str
    club: str
    day: str
    state: str

    @property
    def mark(self) -> str:
        """Version of the picture: changes whenever its content does."""
        return hashlib.sha256(repr(astuple(self)).encode()).hexdigest()[:16]


def picture_of(tournament: Tournament) -> LinkPicture:
    """Return the texts for an event, in the reader's language."""
    return LinkPicture(
        name=tournament.name,
        club=tournament.club.name,
        day=date_format(tournament.starts_on, "j F Y"),
        state=_state_words(tournament),
    )


def draw_picture(picture: LinkPicture) -> Image.Image:
    """Return the picture in the colours of the site, with the name as large as it fits."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 24, HEIGHT), fill=BRASS)
    pen.text((MARGIN, 64), "Étui", font=heading("Étui", 48), fill=BRASS)
    font, lines = _fit_name(picture.name)
    top = 170.0
    for line in lines:
        pen.text((MARGIN, top), line, font=font, fill=INK)
        top += font.size * LEADING
    with Image.open(find_static_file(HAND)) as source:
        hand = source.convert("RGBA")
    image.paste(hand, (WIDTH - MARGIN - hand.width, HEIGHT - hand.height), hand)
    club_font, small_font = sans("Regular", 40), sans("Regular", 28)
    pen.text((MARGIN, HEIGHT - 190), cut_to(picture.club, club_font, ABOVE_HAND), font=club_font, fill=INK)
    words = f"{picture.day} · {picture.state}"
    pen.text((MARGIN, HEIGHT - 122), cut_to(words, small_font, BESIDE_HAND), font=small_font, fill=SOFT)
    return image


def _state_words(tournament: Tournament) -> str:
    if tournament.state == TournamentState.FINISHED:
        return _("résultats")
    if tournament.state == TournamentState.DRAFT:
        return _("en préparation")
    return _("classement en direct")


@cache
def sans(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the face of pictures, which has the letters of all scripts; `weight` is "Bold" or "Regular"."""
    return ImageFont.truetype(str(find_static_file(f"fonts/EtuiWorld-{weight}.ttf")), size)


@cache
def _display(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(find_static_file("fonts/EtuiDisplay-Regular.woff2")), size)


def heading(text: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the face of headings, or the face of papers if it lacks a letter of the text."""
    return _display(size) if HEADING_LETTERS.fullmatch(text) else sans("Bold", size * 9 // 10)


def _fit_name(text: str) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the largest font in which the text takes few enough lines, and those lines."""
    for size in range(LARGEST, SMALLEST - 1, -STEP):
        font = heading(text, size)
        lines = _lines(text, font)
        fits = all(font.getlength(line) <= WIDTH - 2 * MARGIN for line in lines)
        if fits and len(lines) <= _most_lines(size):
            return font, lines
    font = heading(text, SMALLEST)
    return font, [cut_to(line, font) for line in _lines(text, font)[: _most_lines(SMALLEST)]]


def _most_lines(size: int) -> int:
    return int(NAME_HEIGHT / (size * LEADING))


def _lines(text: str, font: ImageFont.FreeTypeFont) -> list[str]:
    """Return the text line by line; a word wider than a line has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= WIDTH - 2 * MARGIN:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def cut_to(text: str, font: ImageFont.FreeTypeFont, width: int = WIDTH - 2 * MARGIN) -> str:
    """Return as much of the text as fits on a line, with an ellipsis if it is cut."""
    prefix = text
    while prefix and font.getlength(prefix + "…" * (prefix != text)) > width:
        prefix = prefix[:-1]
    return prefix if prefix == text else prefix.rstrip() + "…"
