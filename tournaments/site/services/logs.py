"""The trace in words: as lines, as a file, and published for the public."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.exchange.csv_text import encode_lines
from tournaments.core.formats.registry import find_format
from tournaments.models import AuditEvent, Tournament
from tournaments.site.words.log_wording import LogLine, log_line
from tournaments.trace.services.trace import record_event


def lines_in_words(
    events: Iterable[AuditEvent], tournament: Tournament, *, is_public: bool = False
) -> list[LogLine]:
    """Return events of one tournament in words. Lines for the public have no names and results."""
    board_word = _("étui") if find_format(tournament.format).needs_dealt_boards else _("donne")
    return [log_line(event, board_word, is_public=is_public) for event in events]


def log_csv(events: Iterable[AuditEvent], tournament: Tournament) -> bytes:
    """Return events as a table for a spreadsheet, with the codes of their actions."""
    titles = (_("quand"), _("qui"), _("quoi"), _("sur quoi"), _("détails"), _("code"))
    lines = [titles]
    for line in lines_in_words(events, tournament):
        event = line.event
        moment = date_format(localtime(event.created_at), "Y-m-d H:i:s")
        actor = str(event.actor) if event.actor else ""
        lines.append((moment, actor, line.what, line.about, line.details, event.action))
    return encode_lines(lines)


@transaction.atomic
def publish_log(*, tournament: Tournament, is_published: bool, set_by: User) -> Tournament:
    """Show the log to the public, without names and results; or hide it again."""
    locked = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)
    if (locked.log_published_at is not None) == is_published:
        return locked
    locked.log_published_at = timezone.now() if is_published else None
    locked.save(update_fields=["log_published_at"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="log.published" if is_published else "log.unpublished",
        subject=locked.name,
    )
    return locked
