"""How a club's papers look: logo, colours, foot of the page; checked so that everything stays legible."""

import warnings
from dataclasses import dataclass
from io import BytesIO

from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image

from accounts.models import User
from common.errors import AppError
from tournaments.core.colours import LEAST_OF_TITLES, LEAST_UNDER_TEXT, contrast
from tournaments.models import Club, PaperLook
from tournaments.services.audit import record_event

LARGEST_LOGO = 4 * 1024 * 1024
"""Bytes of the file that is sent."""
MOST_PIXELS = 25_000_000
KEPT_SIZE = (640, 160)
"""Pixels of what is kept at most: 400 dots an inch on the 40 × 10 mm that a page has for it."""
MOST_COLOURS = 64
LOGO_FORMATS = ("PNG", "JPEG")
"""A drawing in SVG may hold programs and addresses, and is refused."""
WHITE, BLACK = "#ffffff", "#000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookChoices:
    """What the page of a club's papers asks, but for the logo."""

    ink: str
    """Colour of titles and strong rules, "#rrggbb"."""
    tint: str
    """Ground of the heads of tables, "#rrggbb"."""
    footer: str
    is_large: bool
    shows_home_clubs: bool


@transaction.atomic
def keep_look(
    *, club: Club, choices: LookChoices, logo: "File[bytes] | None", without_logo: bool, kept_by: User
) -> PaperLook:
    """Keep how the papers of a club look from now on; files already made stay as they are.

    Args:
        logo: a new one, None to leave it as it is.
        without_logo: take away the logo there is; a new one goes before.

    Raises:
        AppError: a colour is too pale or too dark to read (`colour_illegible`), or as `clean_logo`.
    """
    _check_colours(choices)
    look, _made = PaperLook.objects.select_for_update().get_or_create(club=club)
    if logo is not None:
        look.logo = clean_logo(logo)
    elif without_logo:
        look.logo = b""
    look.ink, look.tint, look.footer = choices.ink, choices.tint, choices.footer.strip()
    look.is_large, look.shows_home_clubs = choices.is_large, choices.shows_home_clubs
    look.save()
    record_event(club=club, actor=kept_by, action="papers.look_changed", subject=club.name)
    return look


def clean_logo(logo: "File[bytes]") -> bytes:
    """A logo as a small PNG of our own making, its empty margins kept.

    Raises:
        AppError: `logo_too_large` (bytes or pixels), `logo_unreadable` (no PNG or JPEG).
    """
    if (logo.size or 0) > LARGEST_LOGO:
        raise _logo_error("logo_too_large", _("Logo trop lourd : 4 Mo au plus."))
    kept = BytesIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(logo, formats=LOGO_FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _logo_error("logo_too_large", _("Logo trop grand : 25 millions de pixels au plus."))
                _small(opened).save(kept, "PNG", optimize=True)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        told = _("Ce logo ne se lit pas : envoyez un PNG ou un JPEG (pas de SVG).")
        raise _logo_error("logo_unreadable", told) from None
    return kept.getvalue()


def _small(opened: Image.Image) -> Image.Image:
    """On white, so that no viewer has to mix colours, and in few of them."""
    drawing = opened.convert("RGBA")
    drawing.thumbnail(KEPT_SIZE)
    paper = Image.new("RGBA", drawing.size, WHITE)
    paper.alpha_composite(drawing)
    return paper.convert("RGB").quantize(MOST_COLOURS)


def _check_colours(choices: LookChoices) -> None:
    wrong = {}
    if contrast(choices.ink, WHITE) < LEAST_OF_TITLES:
        wrong["ink"] = _("Trop clair pour des titres : ils ne se liraient pas en noir et blanc.")
    if contrast(choices.tint, BLACK) < LEAST_UNDER_TEXT:
        wrong["tint"] = _("Trop foncé sous du texte noir : choisissez une teinte plus claire.")
    if wrong:
        raise AppError("colour_illegible", next(iter(wrong.values())), fields=wrong)


def _logo_error(code: str, told: str) -> AppError:
    return AppError(code, told, fields={"logo": told})
