"""Note that printed codes and private links stopped working, and that they were replaced."""

from datetime import datetime

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import transaction

from accounts.models import User
from tournaments.base.services.link_keys import forget_link_keys
from tournaments.entries.services.registrations import registration_secret
from tournaments.entries.services.waiting import notify_player
from tournaments.installation.archive import Archive
from tournaments.models import Club, LinkKey, Registration
from tournaments.site.queries.lost_codes import list_lost_codes
from tournaments.trace.services.trace import record_event


@transaction.atomic
def note_restored_keys(archive: Archive, *, now: datetime) -> list[Club]:
    """Check the keys of links after a restore. Return the clubs whose codes are lost.

    An archive of the first version has no keys. Its migration makes them from the `SECRET_KEY` of this
    machine. The codes still work if the archive's sessions were signed with the same key.
    """
    forget_link_keys()
    if LinkKey._meta.db_table in archive.contents.rows or _is_signed_here():
        return []
    _renew_written_links()
    clubs = [club for club in Club.objects.all() if list_lost_codes(club)]
    Club.objects.filter(pk__in=[club.pk for club in clubs]).update(codes_lost_at=now)
    return clubs


@transaction.atomic
def send_registration_links(*, club: Club) -> int:
    """Queue a message with the new link for each registration with an address. Return their number."""
    registrations = [row for row in list_lost_codes(club).registrations if row.email and row.link]
    for registration in registrations:
        notify_player(registration)
    return len(registrations)


@transaction.atomic
def settle_lost_codes(*, club: Club, settled_by: User) -> None:
    """Note that the club has replaced its codes."""
    locked = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if locked.codes_lost_at is None:
        return
    locked.codes_lost_at = None
    locked.save(update_fields=["codes_lost_at"])
    record_event(club=locked, actor=settled_by, action="club.codes_replaced", subject=locked.name)


def _is_signed_here() -> bool:
    """Return whether a stored session was signed with this machine's `SECRET_KEY`."""
    store = SessionStore()
    for data in Session.objects.values_list("session_data", flat=True):
        try:
            signing.loads(data, salt=store.key_salt, serializer=store.serializer)
        except signing.BadSignature:
            continue
        return True
    return False


def _renew_written_links() -> None:
    """Put the new secret into the stored addresses of registrations, which messages contain."""
    for registration in Registration.objects.exclude(link=""):
        head, slash, _former = registration.link.rstrip("/").rpartition("/")
        registration.link = f"{head}{slash}{registration_secret(registration)}/"
        registration.save(update_fields=["link"])
