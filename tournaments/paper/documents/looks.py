"""How the papers of a club look: what every template and style sheet is told of it."""

import base64
import hashlib
from dataclasses import dataclass

from tournaments.models import Club, PaperLook
from tournaments.models.paper import BLACK, PALE_GREY

LARGE = "1.2"
USUAL = "1"
"""Sizes of type in lists, as a factor."""


@dataclass(frozen=True, slots=True)
class Look:
    """A club's own choices; the usual ones where it made none."""

    logo: bytes = b""
    """A small PNG, b"" for none."""
    ink: str = BLACK
    """Of titles and strong rules, "#rrggbb"."""
    tint: str = PALE_GREY
    """Under the heads of tables, "#rrggbb"."""
    footer: str = ""
    is_large: bool = False
    """Lists and rankings are set in larger type."""
    shows_home_clubs: bool = False
    """Lists and rankings say the club that a player comes from."""

    @property
    def stylesheet(self) -> str:
        """The values that `css/print/tokens.css` leaves to the club, as CSS that needs no escaping.

        "" where the club has chosen none.
        """
        if (self.logo, self.ink, self.tint, self.is_large) == (b"", BLACK, PALE_GREY, False):
            return ""
        values = {"--ink": self.ink, "--tint": self.tint, "--type": LARGE if self.is_large else USUAL}
        if self.logo:
            values["--club-logo"] = f'url("{self.logo_address}")'
        return ":root {" + "".join(f" {name}: {value};" for name, value in values.items()) + " }"

    @property
    def logo_address(self) -> str:
        """The logo as an address that holds it whole, "" for none."""
        if not self.logo:
            return ""
        return "data:image/png;base64," + base64.b64encode(self.logo).decode("ascii")

    @property
    def fingerprint(self) -> str:
        """The same for the same look: two papers of equal content and fingerprint are the same paper."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


PLAIN_LOOK = Look()


def load_look(club: Club) -> Look:
    """The look of a club's papers. One query."""
    kept = PaperLook.objects.filter(club=club).first()
    if kept is None:
        return PLAIN_LOOK
    return Look(
        logo=bytes(kept.logo),
        ink=kept.ink,
        tint=kept.tint,
        footer=kept.footer,
        is_large=kept.is_large,
        shows_home_clubs=kept.shows_home_clubs,
    )
