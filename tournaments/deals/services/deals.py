"""Deals of a session: dealing, opening and closing of étuis, revealing of the seed.

They can be replaced only before the first result.
"""

import secrets
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.dealt_set import Scope
from games.core.dealing.themes import Theme
from games.core.errors import DealingFailed
from games.core.rules import format_rules
from games.models import DealSet
from games.services.deal_sets import create_deal_set, reveal_deal_set
from tournaments.base.queries.progress import complete_boards
from tournaments.base.words.wording import sentence
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import kept_closed
from tournaments.enums import TournamentState
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import OpenedBoard, ResultSlip, Session
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_competition_rankings

SEED_BYTES = 32


@transaction.atomic
def deal_boards(
    *,
    session: Session,
    dealt_by: User | None,
    seed: bytes | None = None,
    constraints: DealConstraints | None = None,
    takers_only: bool = False,
) -> DealSet:
    """Deal all boards of the session. An earlier set is replaced.

    Args:
        seed: the secret seed, for demonstrations; None for one from the operating system.
        constraints: constraints of each deal; None for hands fit for an imposed garde.
        takers_only: deal only the takers' hands. The rest is dealt at the tables and recorded afterwards.

    Raises:
        AppError: with one of these codes:

        - `results_exist`: a result is stored, so that boards have been played;
        - `constraints_not_met`: no deal meets the constraints. The field is the constraint that most deals
          break;
        - `theme_needs_hands`: a theme concerns hands that are not dealt.
    """
    session = lock_unplayed_session(session)
    try:
        deal_set = create_deal_set(
            seed=seed or secrets.token_bytes(SEED_BYTES),
            board_count=board_count(session),
            game=session.tournament.game,
            rule_set=format_rules(game_rules(session.tournament)),
            constraints=constraints,
            scope=Scope.TAKERS if takers_only else Scope.ALL,
            takers=find_format(session.tournament.format).takers,
        )
    except DealingFailed as error:
        raise _dealing_error(error) from error
    replace_deal_set(session=session, deal_set=deal_set, action="deals.dealt", replaced_by=dealt_by)
    return deal_set


def lock_unplayed_session(session: Session) -> Session:
    """Return the locked session if its deals may still be replaced.

    Raises:
        AppError: `results_exist`.
    """
    locked_session = lock_session(session)
    if ResultSlip.objects.of_session(locked_session).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : les donnes ne peuvent plus être remplacées.")
        )
    return locked_session


def board_count(session: Session) -> int:
    """Return the number of étuis that the largest section of the session plays."""
    return max(section.board_count for section in session.sections.all())


def replace_deal_set(
    *, session: Session, deal_set: DealSet, action: str, replaced_by: User | None, **details: object
) -> None:
    """Replace the deals of a locked session. The earlier set is deleted, and all étuis are closed.

    Args:
        action: action of the trace.
        details: values of the trace besides the commitments.
    """
    previous_set = session.deal_set
    session.deal_set = deal_set
    session.save(update_fields=["deal_set"])
    session.opened_boards.all().delete()
    if previous_set is not None:
        # the session protects its set until it refers to another one
        previous_set.delete()
    request_competition_rankings(tournament=session.tournament)
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=replaced_by,
        action=action,
        subject=str(session.number),
        before={"commitment": previous_set.commitment} if previous_set else None,
        after={"commitment": deal_set.commitment, **details},
    )


@transaction.atomic
def open_boards(
    *, session: Session, boards: Collection[int] | None, opened_by: User | None
) -> frozenset[int]:
    """Open étuis. Each is public as soon as all tables have played it.

    Args:
        boards: numbers of étuis, or None for all of the session.

    Returns:
        The numbers that were closed before.

    Raises:
        AppError: nothing is dealt (`deals_missing`), or the session has no such number (`no_such_board`).
    """
    session = lock_session(session)
    numbers = _known_boards(session, boards)
    closed_numbers = numbers - frozenset(session.opened_boards.values_list("board", flat=True))
    OpenedBoard.objects.bulk_create(
        OpenedBoard(session=session, board=board, opened_by=opened_by) for board in sorted(closed_numbers)
    )
    _record_boards(session, "deals.opened", closed_numbers, opened_by)
    return closed_numbers


@transaction.atomic
def close_boards(
    *, session: Session, boards: Collection[int] | None, closed_by: User | None
) -> frozenset[int]:
    """Close étuis. Arguments and errors as for `open_boards`.

    Returns:
        The numbers that were open before.
    """
    session = lock_session(session)
    rows = session.opened_boards.filter(board__in=_known_boards(session, boards))
    open_numbers = frozenset(rows.values_list("board", flat=True))
    rows.delete()
    _record_boards(session, "deals.closed", open_numbers, closed_by)
    return open_numbers


@transaction.atomic
def reveal_deals(*, session: Session, reason: str, revealed_by: User | None) -> DealSet:
    """Publish the secret seed of the session and open all étuis.

    Args:
        reason: reason for revealing it before the tournament is finished; may be "" after that.

    Raises:
        AppError: with one of these codes:

        - `deals_missing`: nothing is dealt;
        - `boards_in_play`, with the étuis in `extra["boards"]`: a table has still to play an étui. The seed
          gives all cards, so that no reason is enough;
        - `deals_sealed_elsewhere`: another event holds the same cards, still sealed;
        - those of `reveal_deal_set`.
    """
    session = lock_session(session)
    is_over = session.tournament.state == TournamentState.FINISHED
    if not is_over:
        _require_played(session)
    _require_nowhere_sealed(session)
    # the seed gives all cards anyway
    open_boards(session=session, boards=None, opened_by=revealed_by)
    assert session.deal_set is not None
    revealed_set = reveal_deal_set(deal_set=session.deal_set, is_over=is_over, reason=reason)
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=revealed_by,
        action="deals.revealed",
        subject=str(session.number),
        after={"commitment": revealed_set.commitment, "reason": reason.strip()},
    )
    return revealed_set


def _require_played(session: Session) -> None:
    """Refuse the change while a dealt étui is still to be played; without seats, all of them are."""
    boards_in_play = _known_boards(session, None) - complete_boards(session)
    if boards_in_play:
        raise AppError(
            "boards_in_play",
            _("Des étuis sont encore en jeu : la graine en donne toutes les cartes, révélez-la après."),
            extra={"boards": sorted(boards_in_play)},
        )


def _require_nowhere_sealed(session: Session) -> None:
    """Refuse the change while a related event keeps these cards sealed: see `kept_closed`."""
    closed_boards = kept_closed(session)
    if closed_boards:
        names = sorted({twin.session.tournament.name for twin in closed_boards.values()})
        raise AppError(
            "deals_sealed_elsewhere",
            _("Les mêmes cartes servent dans %(events)s : révélez-les quand elles y auront été jouées.")
            % {"events": ", ".join(names)},
            extra={"boards": sorted(closed_boards)},
        )


def _known_boards(session: Session, boards: Collection[int] | None) -> frozenset[int]:
    """Return the given étuis, or all. Each must be dealt."""
    if session.deal_set is None:
        raise AppError("deals_missing", _("Les donnes ne sont pas encore distribuées."))
    dealt_numbers = frozenset(session.deal_set.deals.values_list("number", flat=True))
    numbers = dealt_numbers if boards is None else frozenset(boards)
    if not numbers <= dealt_numbers:
        raise AppError(
            "no_such_board", _("Cet étui n’existe pas."), extra={"boards": sorted(numbers - dealt_numbers)}
        )
    return numbers


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


def lock_session(session: Session) -> Session:
    """Return the locked session with its tournament, club and deals."""
    locked_sessions = Session.objects.select_for_update(of=("self",)).select_related(
        "tournament__club", "deal_set"
    )
    return locked_sessions.get(pk=session.pk)


def _dealing_error(error: DealingFailed) -> AppError:
    """Return the error for deals that cannot be made, at the field of the constraint."""
    message = sentence(error.code, error.values)
    if error.code != "constraints_not_met":
        return AppError(error.code, message, fields={error.field: message} if error.field else {})
    reason = sentence(f"unmet_{error.field}", {})
    field = "themes" if error.field in list(Theme) else error.field
    return AppError(
        error.code, f"{message} {reason}", fields={field: reason}, extra={"constraint": error.field}
    )
