"""The reference mark of an étui: a hundred plays by robots, once its cards are public.

The job runs in slices. Each plays for `SLICE_SECONDS`, stores its scores and goes to the end of the queue, so
that no document waits long behind it. Each slice takes the cards through the door again, and stops if the
étui has been closed.
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
"""Largest number of marks of the site that wait or are in progress."""
OPEN_STATES = (JobState.QUEUED, JobState.RUNNING)


@transaction.atomic
def request_reference(*, session: Session, board: int) -> BoardReference:
    """Request the reference mark of a public étui. Return the existing one unless it has failed.

    Raises:
        AppError: the étui is not public, not completely known or not of Tarot (`no_reference`); too many
            marks wait (`too_many_references`).
    """
    if _open_board(session, board) is None:
        raise AppError("no_reference", _("Cet étui n’est pas ouvert à tous."))
    previous_reference = (
        BoardReference.objects.select_for_update().filter(session=session, board=board).first()
    )
    if previous_reference is not None and previous_reference.state != JobState.FAILED:
        return previous_reference
    if BoardReference.objects.filter(state__in=OPEN_STATES).count() >= MOST_OPEN:
        raise AppError(
            "too_many_references", _("Beaucoup de calculs attendent déjà : réessayez dans quelques minutes.")
        )
    if previous_reference is not None:
        previous_reference.delete()
    # two requests at the same time create one row
    reference, _made = BoardReference.objects.get_or_create(
        session=session, board=board, defaults={"total": PLAYS}
    )
    BOARD_REFERENCES.nudge(reference.pk)
    return reference


def has_references(tournament: Tournament) -> bool:
    """Return whether étuis of an event can have a mark. Only Tarot has a score of the attack."""
    return isinstance(find_variant(tournament.game), Tarot)


def play_reference(*, reference: BoardReference) -> BoardReference:
    """Run one slice of the job, then finish it or queue the next slice.

    A row of another worker is returned unchanged.
    """
    return BOARD_REFERENCES.run(reference, _play_slice, _give_up)


def _play_slice(claim: Claim[BoardReference]) -> None:
    row, deadline = claim.row, time.monotonic() + SLICE_SECONDS
    deal = _open_board(row.session, row.board)
    if deal is None:
        claim.give_up("the étui is closed")
        return
    scores: list[int] = list(row.scores)
    start = _start_of(row.session, deal)
    # the number of stored scores is the position in the series of plays
    for end_state in reference_plays(start, LEVEL, seed=row.board, plays=PLAYS, first=len(scores)):
        scores.append(attack_score(end_state) or 0)
        claim.keep(scores=scores, done=len(scores))
        if time.monotonic() >= deadline and len(scores) < PLAYS:
            claim.queue_again()
            return
    claim.keep(state=JobState.DONE, finished_at=timezone.now())


def _open_board(session: Session, board: int) -> DealtBoard | None:
    """Return the étui through the door if it is a public, completely known deal of Tarot; else None."""
    if not has_references(session.tournament):
        return None
    deal = shown_board(session, board, is_complete=board in complete_boards(session))
    # a set of takers' hands has empty hands until they are recorded
    return deal if deal is not None and all(deal.layout.hands) else None


def _start_of(session: Session, deal: DealtBoard) -> State:
    """Return the state before the first step, with the contract that the event imposes."""
    game, deal_set = session.tournament.game, session.deal_set
    assert deal_set is not None  # the deal comes from it
    rules = parse_rules(find_variant(game).options, deal_set.rule_set)
    contract = board_contract(session.tournament, deal.number)
    return start_of(PlayedDeal(game, deal.layout, deal.dealer, rules=rules, contract=contract))


def board_contract(tournament: Tournament, board: int) -> tuple[int, str] | None:
    """Return the taker's seat and the bid that the event imposes on an étui; None if the players bid."""
    event_format = find_format(tournament.format)
    taker, bid = event_format.taker_of(board), event_format.imposed_bid
    return None if taker is None or bid is None else (taker, bid.value)


def _give_up(claim: Claim[BoardReference], error: Exception) -> None:
    logger.error("Board reference failed: id %s", claim.row.pk, exc_info=error)
    claim.give_up(f"{type(error).__name__}: {error}")
