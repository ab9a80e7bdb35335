"""Look of a club's papers: logo, colours, foot of the page, with checks that all text stays legible."""

from dataclasses import dataclass

from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.pictures import PictureFault, small_logo
from tournaments.base.services.sent_files import picture_refusals
from tournaments.core.colours import LEAST_OF_TITLES, LEAST_UNDER_TEXT, contrast
from tournaments.models import Club, PaperLook
from tournaments.trace.services.trace import record_event

LARGEST_LOGO = 4 * 1024 * 1024
"""Largest size of a logo file, in bytes."""
WHITE, BLACK = "#ffffff", "#000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookChoices:
    """Fields of the page of a club's papers, without the logo."""

    ink: str
    """Colour of titles and strong rules, "#rrggbb"."""
    tint: str
    """Background colour of the heads of tables, "#rrggbb"."""
    footer: str
    is_large: bool
    is_letter: bool
    shows_home_clubs: bool


def keep_look(
    *, club: Club, choices: LookChoices, logo: "File[bytes] | None", without_logo: bool, kept_by: User
) -> PaperLook:
    """Store the look of a club's papers. Finished files stay unchanged.

    Args:
        logo: a new logo, None to keep the current one.
        without_logo: True to remove the current logo; a new logo takes precedence.

    Raises:
        AppError: a colour is too pale or too dark to read (`colour_illegible`), or as `clean_logo`.
    """
    _check_colours(choices)
    # decoding takes long: done before the row is locked
    drawing = clean_logo(logo) if logo is not None else None
    with transaction.atomic():
        look, _is_new = PaperLook.objects.select_for_update().get_or_create(club=club)
        if drawing is not None:
            look.logo = drawing
        elif without_logo:
            look.logo = b""
        look.ink, look.tint, look.footer = choices.ink, choices.tint, choices.footer.strip()
        look.is_large, look.shows_home_clubs = choices.is_large, choices.shows_home_clubs
        look.is_letter = choices.is_letter
        look.save()
        record_event(club=club, actor=kept_by, action="papers.look_changed", subject=club.name)
    return look


def clean_logo(logo: "File[bytes]") -> bytes:
    """Return a logo as a small PNG (`tournaments.base.services.pictures.small_logo`).

    Raises:
        AppError: `logo_too_large` (bytes or pixels), `logo_unreadable` (no PNG, JPEG or WebP),
            `pictures_busy` (too many pictures are being decoded).
    """
    if (logo.size or 0) > LARGEST_LOGO:
        message = _("Logo trop lourd : 4 Mo au plus.")
        raise AppError("logo_too_large", message, fields={"logo": message})
    too_large = _("Logo trop grand : 25 millions de pixels au plus, 50 en JPEG.")
    unreadable = _("Ce logo est illisible : envoyez un PNG, un JPEG ou un WebP (pas de SVG).")
    words = {
        PictureFault.TOO_LARGE: ("logo_too_large", too_large),
        PictureFault.UNREADABLE: ("logo_unreadable", unreadable),
    }
    with picture_refusals("logo", words):
        return small_logo(logo.read())


def _check_colours(choices: LookChoices) -> None:
    problems = {}
    if contrast(choices.ink, WHITE) < LEAST_OF_TITLES:
        problems["ink"] = _("Trop clair pour des titres : ils seraient illisibles en noir et blanc.")
    if contrast(choices.tint, BLACK) < LEAST_UNDER_TEXT:
        problems["tint"] = _("Trop foncé sous du texte noir : choisissez une teinte plus claire.")
    if problems:
        raise AppError("colour_illegible", next(iter(problems.values())), fields=problems)
