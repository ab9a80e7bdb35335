"""Results that players dispute: raised at the table, answered by an organiser."""

import secrets
import uuid
import warnings
from io import BytesIO

from django.core.files import File
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from accounts.models import User
from common.errors import AppError
from tournaments.models import Play, ResultFlag, TableAccess, TablePhone, Tournament
from tournaments.services.audit import record_event
from tournaments.services.checking import require_unlocked
from tournaments.services.slip_versions import conflict_with, token_reused
from tournaments.services.table_phones import Device, find_phone

LONGEST_TEXT = 500
LARGEST_PHOTO = 8 * 1024 * 1024
MOST_PIXELS = 50_000_000
KEPT_SIDE = 2000
"""Pixels of the longer side of what is kept: a sheet can be read, a hall full of photos stays small."""
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")


@transaction.atomic
def raise_flag(
    *,
    access: TableAccess,
    play: Play,
    device: Device,
    seen_version: int,
    text: str,
    photo: "File[bytes] | None" = None,
    token: uuid.UUID | None = None,
) -> ResultFlag:
    """Keep that a player says that a result is wrong; a second one of the same phone adds to nothing.

    One sent twice with the same `token` is answered with what was kept, even after an organiser answered it.

    Args:
        play: with its round and table.
        text: what is wrong, in the player's words.
        photo: of the sheet or the cards; kept without what a camera writes in it.

    Raises:
        Conflict: the result is not the version seen (`slip_changed`).
        AppError: `seat_unknown`, nothing is written yet (`nothing_to_dispute`), nothing is said
            (`flag_empty`), `photo_too_large` or `photo_unreadable`; `token_reused` for another dispute.
    """
    Play.objects.select_for_update().get(pk=play.pk)
    phone = find_phone(access=access, this_round=play.round, device=device.key)
    if token is not None and (sent := ResultFlag.objects.filter(token=token).first()):
        return _sent_before(sent, play, phone)
    current = play.slips.current().select_related("entered_by").first()
    if current is None:
        raise AppError("nothing_to_dispute", _("Aucun résultat n’est encore noté pour cette donne."))
    if current.version != seen_version:
        raise conflict_with(current)
    if not text.strip():
        told = _("Dites en quelques mots ce qui est faux.")
        raise AppError("flag_empty", told, fields={"text": told})
    open_flag = current.flags.filter(phone=phone, resolved_at=None).first()
    if open_flag is not None:
        return open_flag
    flag = ResultFlag(play=play, slip=current, phone=phone, seat=phone.seat, token=token)
    flag.text = text.strip()[:LONGEST_TEXT]
    if photo is not None:
        flag.photo.save(f"{secrets.token_hex(16)}.jpg", ContentFile(clean_photo(photo)), save=False)
    _insert(flag)
    _record(flag, None, "result.disputed", {"version": current.version, "text": flag.text})
    return flag


@transaction.atomic
def resolve_flag(*, flag: ResultFlag, note: str, resolved_by: User) -> ResultFlag:
    """Answer a disputed result; the result itself is corrected on its own, before or after.

    Raises:
        AppError: nothing is answered (`note_missing`), somebody did already (`flag_resolved`), or
            the round is locked (`round_locked`): what was checked is opened again first.
    """
    flag = ResultFlag.objects.select_for_update().get(pk=flag.pk)
    if flag.resolved_at is not None:
        raise AppError("flag_resolved", _("Cette contestation a déjà sa réponse."))
    require_unlocked(flag.play)
    if not note.strip():
        told = _("Écrivez ce que vous avez décidé.")
        raise AppError("note_missing", told, fields={"note": told})
    flag.note, flag.resolved_by, flag.resolved_at = note.strip()[:LONGEST_TEXT], resolved_by, timezone.now()
    flag.save(update_fields=["note", "resolved_by", "resolved_at"])
    _record(flag, resolved_by, "result.dispute_resolved", {"note": flag.note})
    return flag


def clean_photo(photo: "File[bytes]") -> bytes:
    """A photo as a JPEG of at most `KEPT_SIDE` pixels a side, upright, without place, date or camera.

    Raises:
        AppError: `photo_too_large` (bytes or pixels), `photo_unreadable` (no JPEG, PNG or WebP).
    """
    if (photo.size or 0) > LARGEST_PHOTO:
        raise _photo_error("photo_too_large", _("Photo trop lourde : 8 Mo au plus."))
    kept = BytesIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(photo, formats=PHOTO_FORMATS) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise _photo_error("photo_too_large", _("Photo trop grande : 50 millions de pixels."))
                upright = ImageOps.exif_transpose(opened).convert("RGB")
                upright.thumbnail((KEPT_SIDE, KEPT_SIDE))
                upright.save(kept, "JPEG", quality=80)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        told = _("Cette photo ne se lit pas : envoyez un JPEG, un PNG ou un WebP.")
        raise _photo_error("photo_unreadable", told) from None
    return kept.getvalue()


def _sent_before(sent: ResultFlag, play: Play, phone: TablePhone) -> ResultFlag:
    if (sent.play_id, sent.phone_id) != (play.pk, phone.pk):
        raise token_reused()
    return sent


def _insert(flag: ResultFlag) -> None:
    """Write it; the lock of its play does not keep its token from another play."""
    try:
        with transaction.atomic():
            flag.save(force_insert=True)
    except IntegrityError as error:
        raise token_reused() from error


def _photo_error(code: str, told: str) -> AppError:
    return AppError(code, told, fields={"photo": told})


def _record(flag: ResultFlag, actor: User | None, action: str, after: dict[str, object]) -> None:
    play = Play.objects.select_related("round", "table").get(pk=flag.play_id)
    tournament = Tournament.objects.select_related("club").get(sessions__sections__rounds=play.round_id)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{play.board}/{play.round.number}/{play.table.number}",
        after=after,
    )
