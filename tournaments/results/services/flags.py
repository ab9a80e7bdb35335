"""Results that players dispute: raised at the table, answered by an organiser."""

import uuid
from dataclasses import dataclass

from django.core.files import File
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.telling import tell
from tournaments.base.services.pictures import PictureFault, small_photo
from tournaments.base.services.sent_files import picture_refusals, stored_first
from tournaments.models import Play, ResultFlag, ResultSlip, TableAccess, TablePhone, Tournament
from tournaments.results.services.checking import require_unlocked
from tournaments.results.services.slip_versions import conflict_with, token_reused
from tournaments.results.services.table_phones import Device, find_phone
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic

LONGEST_TEXT = 500
LARGEST_PHOTO = 8 * 1024 * 1024


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
            (`flag_empty`), as `clean_photo`; `token_reused` for another dispute.
    """
    dispute = _Dispute(access, play, device, seen_version, text.strip()[:LONGEST_TEXT], token)
    if photo is None:
        return dispute.keep("")
    if (kept := dispute.kept_before()) is not None:
        return kept
    with stored_first(ResultFlag, "photo", clean_photo(photo), "jpg") as name:  # while nobody waits to write
        flag = dispute.keep(name)
    if flag.photo.name != name:  # the same was sent at the same moment
        flag.photo.storage.delete(name)
    return flag


@dataclass(frozen=True, slots=True)
class _Dispute:
    """What somebody says of a result."""

    access: TableAccess
    play: Play
    device: Device
    seen_version: int
    text: str
    token: uuid.UUID | None

    def kept_before(self) -> ResultFlag | None:
        """What was kept of the same dispute; refused where there is nothing that this phone may dispute."""
        phone = self._phone()
        if self.token is not None and (sent := ResultFlag.objects.filter(token=self.token).first()):
            return _sent_before(sent, self.play, phone)
        current = self._current()
        if current is None:
            raise AppError("nothing_to_dispute", _("Aucun résultat n’est encore noté pour cette donne."))
        if current.version != self.seen_version:
            raise conflict_with(current)
        if not self.text:
            told = _("Dites en quelques mots ce qui est faux.")
            raise AppError("flag_empty", told, fields={"text": told})
        return current.flags.filter(phone=phone, resolved_at=None).first()

    @transaction.atomic
    def keep(self, photo: str) -> ResultFlag:
        """Write it, with the name of a stored photo, "" without one; or what was kept before."""
        Play.objects.select_for_update().get(pk=self.play.pk)
        if (kept := self.kept_before()) is not None:
            return kept
        phone, current = self._phone(), self._current()
        flag = ResultFlag(play=self.play, slip=current, phone=phone, seat=phone.seat, token=self.token)
        flag.text, flag.photo = self.text, photo
        _insert(flag)
        _record(flag, None, "result.disputed", {"version": self.seen_version, "text": flag.text})
        return flag

    def _phone(self) -> TablePhone:
        return find_phone(access=self.access, this_round=self.play.round, device=self.device.key)

    def _current(self) -> ResultSlip | None:
        return self.play.slips.current().select_related("entered_by").first()


@transaction.atomic
def resolve_flag(*, flag: ResultFlag, note: str, resolved_by: User) -> ResultFlag:
    """Answer a disputed result; the result itself is corrected on its own, before or after.

    Raises:
        AppError: nothing is answered (`note_missing`), somebody did already (`flag_resolved`), or
            the round is locked (`round_locked`): what was checked is opened again first.
    """
    flag = ResultFlag.objects.select_for_update().get(pk=flag.pk)
    if flag.resolved_at is not None:
        raise AppError(
            "flag_resolved", _("Quelqu’un a déjà répondu à cette contestation : rechargez la page.")
        )
    require_unlocked(flag.play)
    if not note.strip():
        told = _("Écrivez ce que vous avez décidé.")
        raise AppError("note_missing", told, fields={"note": told})
    flag.note, flag.resolved_by, flag.resolved_at = note.strip()[:LONGEST_TEXT], resolved_by, timezone.now()
    flag.save(update_fields=["note", "resolved_by", "resolved_at"])
    _record(flag, resolved_by, "result.dispute_resolved", {"note": flag.note})
    return flag


def clean_photo(photo: "File[bytes]") -> bytes:
    """A photo as a small JPEG, upright, without place, date or camera (`pictures.small_photo`).

    Raises:
        AppError: `photo_too_large` (bytes or pixels), `photo_unreadable` (no JPEG, PNG or WebP),
            `pictures_busy` (others are being read).
    """
    if (photo.size or 0) > LARGEST_PHOTO:
        told = _("Photo trop lourde : 8 Mo au plus.")
        raise AppError("photo_too_large", told, fields={"photo": told})
    too_large = _("Photo trop grande : 50 millions de pixels au plus en JPEG, 25 en PNG ou en WebP.")
    unreadable = _("Cette photo est illisible : envoyez un JPEG, un PNG ou un WebP.")
    words = {
        PictureFault.TOO_LARGE: ("photo_too_large", too_large),
        PictureFault.UNREADABLE: ("photo_unreadable", unreadable),
    }
    with picture_refusals("photo", words):
        return small_photo(photo.read())


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
    tell(table_topic(play.table_id))
