"""The public page of a club: presentation, usual place, contact and picture."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.pictures import PictureFault, small_photo
from tournaments.base.services.sent_files import picture_refusals
from tournaments.models import Club, ClubPage
from tournaments.trace.services.trace import record_event

if TYPE_CHECKING:
    from django.core.files import File

LARGEST_PICTURE = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ClubTexts:
    """The texts of the page."""

    presentation: str
    address: str
    contact: str


def keep_club_page(
    *, club: Club, texts: ClubTexts, picture: "File[bytes] | None", without_picture: bool, kept_by: User
) -> ClubPage:
    """Store the page of a club. The picture is read before anything is written.

    Args:
        picture: a new one, None to leave it as it is.
        without_picture: take the picture away; a new one goes before.

    Raises:
        AppError: as `clean_picture`.
    """
    drawing = clean_picture(picture) if picture is not None else None
    with transaction.atomic():
        page, _made = ClubPage.objects.select_for_update().get_or_create(club=club)
        before = {name: getattr(page, name) for name in ClubTexts.__slots__}
        for name, value in asdict(texts).items():
            setattr(page, name, value)
        if drawing is not None:
            page.picture = drawing
        elif without_picture:
            page.picture = b""
        page.save()
        record_event(
            club=club,
            actor=kept_by,
            action="club.page_changed",
            subject=club.name,
            before=before,
            after=asdict(texts) | {"picture": len(page.picture)},
        )
    return page


def clean_picture(picture: "File[bytes]") -> bytes:
    """Return a picture as a small JPEG (`tournaments.base.services.pictures.small_photo`).

    Raises:
        AppError: `picture_too_large` (bytes or pixels), `picture_unreadable` (no JPEG, PNG or WebP),
            `pictures_busy` (others are being read).
    """
    if (picture.size or 0) > LARGEST_PICTURE:
        told = _("Image trop lourde : 4 Mo au plus.")
        raise AppError("picture_too_large", told, fields={"picture": told})
    words = {
        PictureFault.TOO_LARGE: (
            "picture_too_large",
            _("Image trop grande : 50 millions de pixels au plus en JPEG, 25 en PNG ou en WebP."),
        ),
        PictureFault.UNREADABLE: (
            "picture_unreadable",
            _("Cette image est illisible : envoyez un JPEG, un PNG ou un WebP."),
        ),
    }
    with picture_refusals("picture", words):
        return small_photo(picture.read())
