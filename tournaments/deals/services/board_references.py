"""The mark of reference of an étui: a hundred plays of it by robots, once everybody may see its cards.

A job in slices: each plays for `SLICE_SECONDS`, keeps what it has and goes to the end of the queue, so that
no document waits long for it. The cards come through the door each time, and with them the leave to go on.
"""

import logging
import time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.bots.choosing import RobotLevel
from games.core.bots.reference import PLAYS, reference_plays
from games.core.dealing.dealt_set import DealtBoard
from games.core.exchange.deals import start_of
from games.core.notation import PlayedDeal
from games.core.play import State
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot, attack_score
from tournaments.base.queries.progress import complete_boards
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import shown_board
from tournaments.enums import JobState
from tournaments.models import BoardReference, Session, Tournament
from tournaments.work.jobs import Claim
from tournaments.work.kinds import BOARD_REFERENCES

logger = logging.getLogger(__name__)

LEVEL = RobotLevel.CLUB
SLICE_SECONDS = 4.0
MOST_OPEN = 40
"""Marks of the site that wait or are being made at a time."""
OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)


@transaction.atomic
def request_reference(*, session: Session, board: int) -> BoardReference:
    """Ask for the mark of an étui that everybody may see; the one asked for before, unless it failed.

    Raises:
        AppError: `no_reference`, for an étui that is not open, not whole or no Tarot; `too_many_references`,
            where many wait.
    """
    if _open_board(session, board) is None:
        raise AppError("no_reference", _("Cet étui n’est pas ouvert à tous."))
    earlier = BoardReference.objects.select_for_update().filter(session=session, board=board).first()
    if earlier is not None and earlier.state != JobState.FAILED:
        return earlier
    if BoardReference.objects.filter(state__in=OPEN_STATES).count() >= MOST_OPEN:
        raise AppError(
            "too_many_references", _("Beaucoup de calculs attendent déjà : réessayez dans quelques minutes.")
        )
    if earlier is not None:
        earlier.delete()
    reference, _made = BoardReference.objects.get_or_create(
        session=session, board=board, defaults={"total": PLAYS}
    )
    BOARD_REFERENCES.nudge(reference.pk)
    return reference


def has_references(tournament: Tournament) -> bool:
    """Whether étuis of an event can have a mark: one of Tarot, where the attack has a score."""
    return isinstance(find_variant(tournament.game), Tarot)


def play_reference(*, reference: BoardReference) -> BoardReference:
    """Play the étui for one slice, then end, or ask for the next one; leave alone what is not to be taken."""
    return BOARD_REFERENCES.run(reference, _play_slice, _give_up)


def _play_slice(claim: Claim[BoardReference]) -> None:
    row, end = claim.row, time.monotonic() + SLICE_SECONDS
    deal = _open_board(row.session, row.board)
    if deal is None:
        claim.give_up("the étui is closed")
        return
    scores: list[int] = list(row.scores)
    start = _start_of(row.session, deal)
    for end_state in reference_plays(start, LEVEL, seed=row.board, plays=PLAYS, first=len(scores)):
        scores.append(attack_score(end_state) or 0)
        claim.keep(scores=scores, done=len(scores))
        if time.monotonic() >= end and len(scores) < PLAYS:
            claim.queue_again()
            return
    claim.keep(state=JobState.DONE, finished_at=timezone.now())


def _open_board(session: Session, board: int) -> DealtBoard | None:
    """The étui through the door, where everybody may see every hand of a deal of Tarot; else None."""
    if not has_references(session.tournament):
        return None
    deal = shown_board(session, board, is_complete=board in complete_boards(session))
    return deal if deal is not None and all(deal.layout.hands) else None


def _start_of(session: Session, deal: DealtBoard) -> State:
    """The étui before its first step, with the event's contract."""
    game, deal_set = session.tournament.game, session.deal_set
    assert deal_set is not None  # the deal comes from it
    rules = parse_rules(find_variant(game).options, deal_set.rule_set)
    contract = board_contract(session.tournament, deal.number)
    return start_of(PlayedDeal(game, deal.layout, deal.dealer, rules=rules, contract=contract))


def board_contract(tournament: Tournament, board: int) -> tuple[int, str] | None:
    """The taker's seat and the bid that the event imposes on an étui; None where the players bid."""
    event_format = find_format(tournament.format)
    taker, bid = event_format.taker_of(board), event_format.imposed_bid
    return None if taker is None or bid is None else (taker, bid.value)


def _give_up(claim: Claim[BoardReference], error: Exception) -> None:
    logger.error("reference %s", claim.row.pk, exc_info=error)
    claim.give_up(f"{type(error).__name__}: {error}")
