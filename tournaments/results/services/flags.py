"""Disputed results: raised by players at the table, answered by an organiser."""

import uuid
from dataclasses import dataclass

from django.core.files import File
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.notifying import notify_pages
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
    """Store a player's dispute of a result. A second dispute by the same phone adds nothing.

    A dispute sent twice with the same `token` returns the stored one, even after an organiser answered it.

    Args:
        play: with its round and table.
        text: the fault, in the player's words.
        photo: picture of the sheet or the cards. It is stored without the camera's metadata.

    Raises:
        Conflict: the result is not the version seen (`slip_changed`).
        AppError: `seat_unknown`; there is no result yet (`nothing_to_dispute`); the text is empty
            (`flag_empty`); as `clean_photo`; `token_reused` for another dispute.
    """
    dispute = _Dispute(access, play, device, seen_version, text.strip()[:LONGEST_TEXT], token)
    if photo is None:
        return dispute.keep("")
    if (stored_flag := dispute.stored_flag()) is not None:
        return stored_flag
    # the photo is stored outside the transaction, so that the lock of the play is held for a short time only
    with stored_first(ResultFlag, "photo", clean_photo(photo), "jpg") as name:
        flag = dispute.keep(name)
    # a concurrent request stored the same dispute first: delete this copy of its photo
    if flag.photo.name != name:
        flag.photo.storage.delete(name)
    return flag


@dataclass(frozen=True, slots=True)
class _Dispute:
    """A dispute that a phone has sent."""

    access: TableAccess
    play: Play
    device: Device
    seen_version: int
    text: str
    token: uuid.UUID | None

    def stored_flag(self) -> ResultFlag | None:
        """Return the stored flag of the same dispute, if any; refuse what this phone may not dispute."""
        phone = self._phone()
        # before the checks: the result may have changed since the dispute was first sent
        if self.token is not None and (flag := ResultFlag.objects.filter(token=self.token).first()):
            return _require_same_dispute(flag, self.play, phone)
        current = self._current()
        if current is None:
            raise AppError("nothing_to_dispute", _("Aucun résultat n’est encore noté pour cette donne."))
        if current.version != self.seen_version:
            raise conflict_with(current)
        if not self.text:
            message = _("Dites en quelques mots ce qui est faux.")
            raise AppError("flag_empty", message, fields={"text": message})
        return current.flags.filter(phone=phone, resolved_at=None).first()

    @transaction.atomic
    def keep(self, photo: str) -> ResultFlag:
        """Store the dispute, or return the flag that is stored already.

        Args:
            photo: name of a stored photo, "" without one.
        """
        # two requests with the same dispute wait for each other here
        Play.objects.select_for_update().get(pk=self.play.pk)
        if (stored_flag := self.stored_flag()) is not None:
            return stored_flag
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
    """Answer a disputed result. The result itself is corrected separately, before or after.

    Raises:
        AppError: the note is empty (`note_missing`), the dispute is answered already (`flag_resolved`), or
            the round is locked (`round_locked`): it must be unlocked first.
    """
    flag = ResultFlag.objects.select_for_update().get(pk=flag.pk)
    if flag.resolved_at is not None:
        raise AppError(
            "flag_resolved", _("Quelqu’un a déjà répondu à cette contestation : rechargez la page.")
        )
    require_unlocked(flag.play)
    if not note.strip():
        message = _("Écrivez ce que vous avez décidé.")
        raise AppError("note_missing", message, fields={"note": message})
    flag.note, flag.resolved_by, flag.resolved_at = note.strip()[:LONGEST_TEXT], resolved_by, timezone.now()
    flag.save(update_fields=["note", "resolved_by", "resolved_at"])
    _record(flag, resolved_by, "result.dispute_resolved", {"note": flag.note})
    _notify_owner(flag)
    return flag


def clean_photo(photo: "File[bytes]") -> bytes:
    """Return a photo as a small upright JPEG, without place, date or camera (`pictures.small_photo`).

    Raises:
        AppError: `photo_too_large` (bytes or pixels), `photo_unreadable` (no JPEG, PNG or WebP),
            `pictures_busy` (too many pictures are being read).
    """
    if (photo.size or 0) > LARGEST_PHOTO:
        message = _("Photo trop lourde : 8 Mo au plus.")
        raise AppError("photo_too_large", message, fields={"photo": message})
    too_large = _("Photo trop grande : 50 millions de pixels au plus en JPEG, 25 en PNG ou en WebP.")
    unreadable = _("Cette photo est illisible : envoyez un JPEG, un PNG ou un WebP.")
    words = {
        PictureFault.TOO_LARGE: ("photo_too_large", too_large),
        PictureFault.UNREADABLE: ("photo_unreadable", unreadable),
    }
    with picture_refusals("photo", words):
        return small_photo(photo.read())


def _require_same_dispute(flag: ResultFlag, play: Play, phone: TablePhone) -> ResultFlag:
    if (flag.play_id, flag.phone_id) != (play.pk, phone.pk):
        raise token_reused()
    return flag


def _insert(flag: ResultFlag) -> None:
    """Insert the flag. The lock of its play does not prevent the use of its token for another play."""
    try:
        with transaction.atomic():
            flag.save(force_insert=True)
    except IntegrityError as error:
        raise token_reused() from error


def _notify_owner(flag: ResultFlag) -> None:
    """Notify the tables at which the phone that raised the dispute has sat since. One query."""
    phone = flag.phone
    later_phones = TablePhone.objects.filter(device=phone.device, claimed_at__gt=phone.claimed_at)
    for table in set(later_phones.exclude(table=flag.play.table).values_list("table", flat=True)):
        notify_pages(table_topic(table))


def _record(flag: ResultFlag, actor: User | None, action: str, values: dict[str, object]) -> None:
    play = Play.objects.select_related("round", "table").get(pk=flag.play_id)
    tournament = Tournament.objects.select_related("club").get(sessions__sections__rounds=play.round_id)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=f"{play.board}/{play.round.number}/{play.table.number}",
        after=values,
    )
    notify_pages(table_topic(play.table_id))
