"""The deals of a session: dealt by the computer, sealed, opened to all when played.

They are replaced only before the first result.
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
    """Deal every board of the session; an earlier set is replaced.

    Args:
        seed: secret; drawn from the operating system unless a demonstration gives one.
        constraints: what each deal must show; None for hands fit for an imposed garde.
        takers_only: deal the takers' hands alone; the rest is dealt at the tables and recorded afterwards.

    Raises:
        AppError: a result exists already (`results_exist`): the boards have been played; no deal meets the
            constraints (`constraints_not_met`, at the field of the one that most deals break); a theme needs
            the hands that are not dealt (`theme_needs_hands`).
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
        raise _unmet(error) from error
    replace_deal_set(session=session, deal_set=deal_set, action="deals.dealt", replaced_by=dealt_by)
    return deal_set


def lock_unplayed_session(session: Session) -> Session:
    """The session, locked, when its deals may still be replaced.

    Raises:
        AppError: `results_exist`.
    """
    locked = lock_session(session)
    if ResultSlip.objects.of_session(locked).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : les donnes ne peuvent plus être remplacées.")
        )
    return locked


def board_count(session: Session) -> int:
    """How many étuis the largest section of the session plays."""
    return max(section.board_count for section in session.sections.all())


def replace_deal_set(
    *, session: Session, deal_set: DealSet, action: str, replaced_by: User | None, **told: object
) -> None:
    """Give a locked session its deals; an earlier set is deleted and every étui is closed.

    Args:
        action: how the trace calls it.
        told: what the trace tells besides the commitments.
    """
    replaced = session.deal_set
    session.deal_set = deal_set
    session.save(update_fields=["deal_set"])
    session.opened_boards.all().delete()
    if replaced is not None:
        replaced.delete()
    request_competition_rankings(tournament=session.tournament)
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=replaced_by,
        action=action,
        subject=str(session.number),
        before={"commitment": replaced.commitment} if replaced else None,
        after={"commitment": deal_set.commitment, **told},
    )


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
    session = lock_session(session)
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
    session = lock_session(session)
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
        AppError: nothing is dealt (`deals_missing`); a table has still to play an étui, and no reason helps:
            whoever has the seed has every card (`boards_in_play`, the étuis in `extra["boards"]`); another
            event holds the same cards, still sealed (`deals_sealed_elsewhere`); any refusal of
            `reveal_deal_set`.
    """
    session = lock_session(session)
    is_over = session.tournament.state == TournamentState.FINISHED
    if not is_over:
        _require_played(session)
    _require_nowhere_sealed(session)
    open_boards(session=session, boards=None, opened_by=revealed_by)
    assert session.deal_set is not None
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


def _require_played(session: Session) -> None:
    """Refuse to go on while a dealt étui is not played everywhere; without seats, none is."""
    waiting = _known_boards(session, None) - complete_boards(session)
    if waiting:
        raise AppError(
            "boards_in_play",
            _("Des étuis sont encore en jeu : la graine en donne toutes les cartes, révélez-la après."),
            extra={"boards": sorted(waiting)},
        )


def _require_nowhere_sealed(session: Session) -> None:
    """Refuse to go on while an event of the club, or a site of the simultaneous, keeps these cards sealed."""
    kept = kept_closed(session)
    if kept:
        names = sorted({twin.session.tournament.name for twin in kept.values()})
        raise AppError(
            "deals_sealed_elsewhere",
            _("Les mêmes cartes servent dans %(events)s : révélez-les quand elles y auront été jouées.")
            % {"events": ", ".join(names)},
            extra={"boards": sorted(kept)},
        )


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


def lock_session(session: Session) -> Session:
    """The session's row, locked, with its tournament, its club and its deals."""
    locked = Session.objects.select_for_update(of=("self",)).select_related("tournament__club", "deal_set")
    return locked.get(pk=session.pk)


def _unmet(error: DealingFailed) -> AppError:
    """What is told of deals that cannot be made, at the field of the constraint."""
    told = sentence(error.code, error.values)
    if error.code != "constraints_not_met":
        return AppError(error.code, told, fields={error.field: told} if error.field else {})
    reason = sentence(f"unmet_{error.field}", {})
    field = "themes" if error.field in list(Theme) else error.field
    return AppError(error.code, f"{told} {reason}", fields={field: reason}, extra={"constraint": error.field})
