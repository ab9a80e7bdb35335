"""Who reads the sealed cards of a tournament: named, unnamed, and each reading told to the trace."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.dealing.balance import SetBalance, set_balance
from games.models import Deal
from games.services.deal_sets import dealt_boards
from tournaments.access import Right, has_right, possible_readers
from tournaments.models import DealReader, Session, Tournament
from tournaments.queries.deals import boards_known_to_player
from tournaments.services.audit import record_event


@transaction.atomic
def name_reader(*, tournament: Tournament, reader: User, named_by: User | None) -> DealReader:
    """Let somebody whose role allows it read the sealed cards; naming them twice changes nothing.

    Raises:
        AppError: no role, club or account of theirs makes it possible (`reader_without_role`).
    """
    if not possible_readers(tournament).filter(pk=reader.pk).exists():
        raise AppError(
            "reader_without_role", _("Seuls les directeurs, les arbitres et le club lisent des mains.")
        )
    named, is_added = DealReader.objects.get_or_create(
        tournament=tournament, user=reader, defaults={"named_by": named_by}
    )
    if is_added:
        _record(tournament, "deals.reader_named", reader, named_by)
    return named


@transaction.atomic
def unname_reader(*, tournament: Tournament, reader: User, unnamed_by: User | None) -> None:
    """Take the sealed cards away from somebody; nothing happens when they were not named."""
    deleted, _rows = DealReader.objects.filter(tournament=tournament, user=reader).delete()
    if deleted:
        _record(tournament, "deals.reader_unnamed", reader, unnamed_by)


@transaction.atomic
def read_hands(*, session: Session, seen_by: User) -> list[Deal]:
    """The deals with the cards that a named reader may see; the trace keeps who looked.

    All of them, none before the dealing; for somebody who plays while results are missing, those of the
    étuis that every table has played, or his own.
    """
    if session.deal_set is None:
        return []
    deals = session.deal_set.deals.all()
    sees_all = has_right(seen_by, session.tournament, Right.SEE_DEALS)
    if not sees_all:
        deals = deals.filter(number__in=boards_known_to_player(session, seen_by))
    shown = list(deals)
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=seen_by,
        action="deals.seen",
        subject=str(session.number),
        after=None if sees_all else {"boards": [deal.number for deal in shown]},
    )
    return shown


@transaction.atomic
def read_board(*, session: Session, number: int, seen_by: User | None) -> Deal | None:
    """One deal of the session, to complete or correct; None, and no trace, when nothing is known of it."""
    deal = Deal.objects.select_related("deal_set").filter(deal_set__session=session, number=number).first()
    if deal is not None:
        record_event(
            club=session.tournament.club,
            tournament=session.tournament,
            actor=seen_by,
            action="deals.seen",
            subject=str(session.number),
            after={"board": number},
        )
    return deal


@transaction.atomic
def read_balance(*, session: Session, seen_by: User | None) -> SetBalance | None:
    """How strong the hands are, which tells of the cards; None, and no trace, before the dealing."""
    if session.deal_set is None:
        return None
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=seen_by,
        action="deals.strength_seen",
        subject=str(session.number),
    )
    return set_balance(dealt_boards(session.deal_set))


def _record(tournament: Tournament, action: str, reader: User, actor: User | None) -> None:
    record_event(club=tournament.club, tournament=tournament, actor=actor, action=action, subject=str(reader))
