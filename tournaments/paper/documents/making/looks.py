"""Look of a club's papers, for templates and style sheets."""

import base64
import hashlib
import io
from dataclasses import dataclass, replace

from PIL import Image

from tournaments.core.colours import grey_of
from tournaments.models import Club, PaperLook
from tournaments.models.paper import BLACK, PALE_GREY

LARGE = "1.2"
USUAL = "1"
"""Sizes of type in lists, as a factor."""


@dataclass(frozen=True, slots=True)
class Look:
    """A club's own choices, with the default for each missing one."""

    logo: bytes = b""
    """Small PNG, b"" for none."""
    ink: str = BLACK
    """Colour of titles and strong rules, "#rrggbb"."""
    tint: str = PALE_GREY
    """Background colour of the heads of tables, "#rrggbb"."""
    footer: str = ""
    is_large: bool = False
    """True for larger type in lists and rankings."""
    is_letter: bool = False
    """True for US letter sheets, False for A4."""
    shows_home_clubs: bool = False
    """True if lists and rankings show a player's club of origin."""

    @property
    def stylesheet(self) -> str:
        """The club's values for `css/print/tokens.css`, as CSS without characters to escape.

        "" if the club has the default values.
        """
        if (self.logo, self.ink, self.tint, self.is_large) == (b"", BLACK, PALE_GREY, False):
            return ""
        values = {"--ink": self.ink, "--tint": self.tint, "--type": LARGE if self.is_large else USUAL}
        if self.logo:
            values["--club-logo"] = f'url("{self.logo_address}")'
        return ":root {" + "".join(f" {name}: {value};" for name, value in values.items()) + " }"

    def in_greys(self) -> "Look":
        """Return this look in greys of equal lightness."""
        logo = grey_picture(self.logo) if self.logo else b""
        return replace(self, logo=logo, ink=grey_of(self.ink), tint=grey_of(self.tint))

    @property
    def logo_address(self) -> str:
        """The logo as a data URL, "" for none."""
        if not self.logo:
            return ""
        return "data:image/png;base64," + base64.b64encode(self.logo).decode("ascii")

    @property
    def fingerprint(self) -> str:
        """The digest of all choices: papers with equal content and fingerprint are equal."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


PLAIN_LOOK = Look()


def grey_picture(png: bytes) -> bytes:
    """Return a PNG in greys. Transparent parts stay transparent."""
    grey_png = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("LA").save(grey_png, "PNG", optimize=True)
    return grey_png.getvalue()


def load_look(club: Club) -> Look:
    """Return the look of a club's papers. One query."""
    stored_look = PaperLook.objects.filter(club=club).first()
    if stored_look is None:
        return PLAIN_LOOK
    return Look(
        logo=bytes(stored_look.logo),
        ink=stored_look.ink,
        tint=stored_look.tint,
        footer=stored_look.footer,
        is_large=stored_look.is_large,
        is_letter=stored_look.is_letter,
        shows_home_clubs=stored_look.shows_home_clubs,
    )
