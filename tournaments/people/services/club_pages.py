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
from tournaments.people.services.clubs import rename_club
from tournaments.trace.services.trace import record_event

if TYPE_CHECKING:
    from django.core.files import File

LARGEST_PICTURE = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ClubTexts:
    """Texts of a club's public page, and the head of its receipts."""

    presentation: str
    address: str
    contact: str
    receipt_head: str


def keep_club_page(
    *,
    club: Club,
    name: str,
    city: str,
    texts: ClubTexts,
    picture: "File[bytes] | None",
    without_picture: bool,
    kept_by: User,
) -> ClubPage:
    """Store the name, the city and the public page of a club.

    Args:
        picture: a new picture; None keeps the present one.
        without_picture: remove the picture. A new picture takes precedence.

    Raises:
        AppError: as `clean_picture`.
    """
    # the picture is decoded before the transaction, which holds a row lock
    image = clean_picture(picture) if picture is not None else None
    with transaction.atomic():
        club = rename_club(club=club, name=name, city=city, renamed_by=kept_by)
        page, _made = ClubPage.objects.select_for_update().get_or_create(club=club)
        previous_texts = {field: getattr(page, field) for field in ClubTexts.__slots__}
        for field, value in asdict(texts).items():
            setattr(page, field, value)
        if image is not None:
            page.picture = image
        elif without_picture:
            page.picture = b""
        page.save()
        record_event(
            club=club,
            actor=kept_by,
            action="club.page_changed",
            subject=club.name,
            before=previous_texts,
            after=asdict(texts) | {"picture": len(page.picture)},
        )
    return page


def clean_picture(picture: "File[bytes]") -> bytes:
    """Return a picture as a small JPEG (`tournaments.base.services.pictures.small_photo`).

    Raises:
        AppError: `picture_too_large` (bytes or pixels), `picture_unreadable` (not a JPEG, PNG or WebP) or
            `pictures_busy` (too many pictures at the same time).
    """
    if (picture.size or 0) > LARGEST_PICTURE:
        message = _("Image trop lourde : 4 Mo au plus.")
        raise AppError("picture_too_large", message, fields={"picture": message})
    messages = {
        PictureFault.TOO_LARGE: (
            "picture_too_large",
            _("Image trop grande : 50 millions de pixels au plus en JPEG, 25 en PNG ou en WebP."),
        ),
        PictureFault.UNREADABLE: (
            "picture_unreadable",
            _("Cette image est illisible : envoyez un JPEG, un PNG ou un WebP."),
        ),
    }
    with picture_refusals("picture", messages):
        return small_photo(picture.read())
