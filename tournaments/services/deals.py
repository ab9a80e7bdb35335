"""The deals of a session: dealt by the computer, sealed, read by those who may, opened to all when played.

They are replaced only before the first result.
"""

import secrets
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.models import Deal, DealSet
from games.services.deal_sets import create_deal_set, reveal_deal_set
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState
from tournaments.models import OpenedBoard, ResultSlip, Session
from tournaments.services.audit import record_event

SEED_BYTES = 32


@transaction.atomic
def deal_boards(*, session: Session, dealt_by: User | None, seed: bytes | None = None) -> DealSet:
    """Deal every board of the session; an earlier set is replaced.

    Args:
        seed: secret; drawn from the operating system unless a demonstration gives one.

    Raises:
        AppError: a result exists already (`results_exist`): the boards have been played.
    """
    session = _lock_session(session)
    if ResultSlip.objects.of_session(session).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : les donnes ne peuvent plus être remplacées.")
        )
    replaced = session.deal_set
    deal_set = create_deal_set(
        seed=seed or secrets.token_bytes(SEED_BYTES),
        board_count=max(section.board_count for section in session.sections.all()),
        game=find_format(session.tournament.format).variant.name,
        rule_set=session.tournament.rule_set,
    )
    session.deal_set = deal_set
    session.save(update_fields=["deal_set"])
    session.opened_boards.all().delete()
    if replaced is not None:
        replaced.delete()
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=dealt_by,
        action="deals.dealt",
        subject=str(session.number),
        before={"commitment": replaced.commitment} if replaced else None,
        after={"commitment": deal_set.commitment},
    )
    return deal_set


@transaction.atomic
def read_hands(*, session: Session, seen_by: User | None) -> list[Deal]:
    """The sealed deals with their cards, none before the dealing; the trace keeps who looked."""
    if session.deal_set is None:
        return []
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=seen_by,
        action="deals.seen",
        subject=str(session.number),
    )
    return list(session.deal_set.deals.all())


@transaction.atomic
def open_boards(
    *, session: Session, boards: Collection[int] | None, opened_by: User | None
) -> frozenset[int]:
    """Let anybody see the hands of these étuis, each as soon as every table has played it.

    Args:
        boards: numbers of étuis, or None for every one of the session.

    Returns:
        The numbers that were closed before.

    Raises:
        AppError: nothing is dealt (`deals_missing`), or a number is not of the session (`no_such_board`).
    """
    session = _lock_session(session)
    wanted = _known_boards(session, boards)
    opened = wanted - frozenset(session.opened_boards.values_list("board", flat=True))
    OpenedBoard.objects.bulk_create(
        OpenedBoard(session=session, board=board, opened_by=opened_by) for board in sorted(opened)
    )
    _record_boards(session, "deals.opened", opened, opened_by)
    return opened


@transaction.atomic
def close_boards(
    *, session: Session, boards: Collection[int] | None, closed_by: User | None
) -> frozenset[int]:
    """Hide the hands of these étuis again; arguments and errors as for `open_boards`.

    Returns:
        The numbers that were open before.
    """
    session = _lock_session(session)
    rows = session.opened_boards.filter(board__in=_known_boards(session, boards))
    closed = frozenset(rows.values_list("board", flat=True))
    rows.delete()
    _record_boards(session, "deals.closed", closed, closed_by)
    return closed


@transaction.atomic
def reveal_deals(*, session: Session, reason: str, revealed_by: User | None) -> DealSet:
    """Make the secret seed of the session public, and open every étui.

    Args:
        reason: why it is revealed before the tournament is finished; may be "" after that.

    Raises:
        AppError: nothing is dealt (`deals_missing`); any refusal of `reveal_deal_set`.
    """
    session = _lock_session(session)
    open_boards(session=session, boards=None, opened_by=revealed_by)
    assert session.deal_set is not None
    is_over = session.tournament.state == TournamentState.FINISHED
    revealed = reveal_deal_set(deal_set=session.deal_set, is_over=is_over, reason=reason)
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=revealed_by,
        action="deals.revealed",
        subject=str(session.number),
        after={"commitment": revealed.commitment, "reason": reason.strip()},
    )
    return revealed


def _known_boards(session: Session, boards: Collection[int] | None) -> frozenset[int]:
    """The étuis that are meant, each dealt."""
    if session.deal_set is None:
        raise AppError("deals_missing", _("Les donnes ne sont pas encore distribuées."))
    dealt = frozenset(session.deal_set.deals.values_list("number", flat=True))
    wanted = dealt if boards is None else frozenset(boards)
    if not wanted <= dealt:
        raise AppError("no_such_board", _("Cet étui n’existe pas."), extra={"boards": sorted(wanted - dealt)})
    return wanted


def _record_boards(session: Session, action: str, boards: frozenset[int], actor: User | None) -> None:
    if boards:
        record_event(
            club=session.tournament.club,
            tournament=session.tournament,
            actor=actor,
            action=action,
            subject=str(session.number),
            after={"boards": sorted(boards)},
        )


def _lock_session(session: Session) -> Session:
    """The session's row, locked, with its tournament and club."""
    locked = Session.objects.select_for_update(of=("self",)).select_related("tournament__club", "deal_set")
    return locked.get(pk=session.pk)
