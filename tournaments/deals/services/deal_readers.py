"""Named readers of the sealed cards, and reads of one board or of the balance."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.dealing.balance import SetBalance, has_scale, set_balance
from games.core.dealing.dealt_set import DealtBoard
from games.models import Deal
from tournaments.base.access import possible_readers
from tournaments.deals.door import read_session_deals
from tournaments.deals.queries.deals import HANDS_READ, STRENGTH_READ
from tournaments.models import DealReader, Session, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def name_reader(*, tournament: Tournament, reader: User, named_by: User | None) -> DealReader:
    """Name a user with a suitable role as a reader of the sealed cards. A repeated call changes nothing.

    Raises:
        AppError: no role, club or account of the user allows it (`reader_without_role`).
    """
    if not possible_readers(tournament).filter(pk=reader.pk).exists():
        raise AppError(
            "reader_without_role", _("Seuls les directeurs, les arbitres et le club lisent des mains.")
        )
    deal_reader, is_added = DealReader.objects.get_or_create(
        tournament=tournament, user=reader, defaults={"named_by": named_by}
    )
    if is_added:
        _record(tournament, "deals.reader_named", reader, named_by)
    return deal_reader


@transaction.atomic
def unname_reader(*, tournament: Tournament, reader: User, unnamed_by: User | None) -> None:
    """Withdraw the sealed cards from a reader. Nothing happens if the user is not named."""
    row_count, _rows = DealReader.objects.filter(tournament=tournament, user=reader).delete()
    if row_count:
        _record(tournament, "deals.reader_unnamed", reader, unnamed_by)


@transaction.atomic
def read_board(*, session: Session, number: int, seen_by: User | None) -> tuple[DealtBoard, int] | None:
    """Return one deal of the session, and the number of times that its hands were recorded.

    None, without a trace, if nothing is known of it.
    """
    boards = read_session_deals(session, reader=seen_by, action=HANDS_READ, board=number)
    if not boards:
        return None
    return boards[0], Deal.objects.get(deal_set__session=session, number=number).version


def read_balance(*, session: Session, seen_by: User | None) -> SetBalance | None:
    """Return the strength of the hands. The trace records it, since it reveals the cards in part.

    None, without a trace, before the dealing and for games without such a scale.
    """
    if not has_scale(session.tournament.game):
        return None
    boards = read_session_deals(session, reader=seen_by, action=STRENGTH_READ)
    return set_balance(boards) if boards else None


def _record(tournament: Tournament, action: str, reader: User, actor: User | None) -> None:
    record_event(club=tournament.club, tournament=tournament, actor=actor, action=action, subject=str(reader))
