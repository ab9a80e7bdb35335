"""Requests for backups. A process of its own makes them; the request returns at once."""

from django.utils import timezone

from accounts.models import User
from common.workers.queueing import after_commit
from tournaments.installation.backups import want_backup
from tournaments.models import AuditEvent, Club
from tournaments.trace.services.trace import record_event


def request_backup(kind: str) -> None:
    """Request a backup after the commit.

    A lost message does no harm: the watch and beat look for the request again.
    """
    want_backup(kind, now=timezone.now())
    after_commit("tournaments.back_up")


def note_download(*, name: str, downloaded_by: User) -> list[AuditEvent]:
    """Write into the trace of every club that an archive with its data was downloaded."""
    return [
        record_event(club=club, actor=downloaded_by, action="backup.downloaded", subject=name)
        for club in Club.objects.all()
    ]
