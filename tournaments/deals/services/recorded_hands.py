"""Recording of the hands of a board that was dealt at the table, from its diagram."""

from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from common.errors import AppError, Conflict
from games.core.cards import Card, sort_hand
from games.core.dealing.boards import dealer_in_turn
from games.core.dealing.pockets import InvalidPockets
from games.core.notation.card_styles import FRENCH, format_styled_card
from games.core.rules import format_rules
from games.core.variants.registry import find_variant
from games.models import Deal, DealSet
from games.services.recorded_deals import (
    TakerHandDiffers,
    create_recorded_set,
    is_recordable,
    record_deal,
)
from tournaments.base.words.wording import sentence
from tournaments.core.formats.registry import find_format
from tournaments.deals.queries.deals import game_dealt
from tournaments.deals.services.deals import board_count, lock_session
from tournaments.enums import TournamentState
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Session
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_competition_rankings

ORDER_COUNTS = gettext_lazy(
    "À ce jeu, l’ordre du talon ou des cartes posées compte : un diagramme ne peut pas le montrer."
)


@transaction.atomic
def record_hands(
    *,
    session: Session,
    board: int,
    pockets: Sequence[Collection[Card]],
    seen_version: int,
    recorded_by: User | None,
) -> Deal:
    """Store the hands of one board, or a correction of them.

    The trace has a fingerprint of each version and no card, since the board may still be in play.

    Args:
        pockets: the hands in playing order, then the piles. One incomplete pocket is filled with the
            remaining cards. The taker's may be empty if it was dealt in advance.
        seen_version: number of recordings of these hands when the page was shown; 0 for none.

    Raises:
        Conflict: another user has recorded these hands since (`hands_changed`).
        AppError: with one of these codes:

        - `hands_impossible`, with a sentence for each faulty pocket, by its number in `pockets`;
        - `deals_complete`: the computer dealt all hands;
        - `order_counts`: a diagram cannot show the whole deal;
        - `no_such_board` and `tournament_finished`.
    """
    session = lock_session(session)
    _require_recordable(session, board)
    deal = _find_deal(session, board)
    # the session is locked, so that of two recorders at the same time only one gets past this check
    if deal.version != seen_version:
        raise Conflict(
            "hands_changed",
            _("Quelqu’un a déjà relevé ces mains : vérifiez-les avant de les corriger."),
            extra={"version": deal.version},
        )
    previous_fingerprint = deal.hands.fingerprint if deal.hands else ""
    try:
        record_deal(deal=deal, pockets=pockets)
    except InvalidPockets as error:
        raise _pockets_error(error) from error
    except TakerHandDiffers as error:
        raise _taker_hand_error(error) from error
    _record_trace(session, deal, previous_fingerprint, recorded_by)
    request_competition_rankings(tournament=session.tournament)
    return deal


def _require_recordable(session: Session, board: int) -> None:
    if session.tournament.state == TournamentState.FINISHED:
        raise AppError(
            "tournament_finished", _("Ce tournoi est terminé : rouvrez-le pour relever des mains.")
        )
    if not 1 <= board <= board_count(session):
        raise AppError("no_such_board", _("Cet étui n’existe pas."), extra={"boards": [board]})
    if game_dealt(session).has_order:
        raise AppError("order_counts", ORDER_COUNTS)
    if session.deal_set is not None and not is_recordable(session.deal_set):
        raise AppError(
            "deals_complete",
            _("Toutes les mains de cette séance sont déjà distribuées : il n’y a rien à relever."),
        )


def _find_deal(session: Session, board: int) -> Deal:
    """Return the row of a board, or a new one. A session without a set gets one."""
    deal_set = session.deal_set or _start_set(session)
    row = deal_set.deals.filter(number=board).first()
    if row is not None:
        return row
    taker = find_format(session.tournament.format).taker_of(board)
    dealer = dealer_in_turn(board, find_variant(session.tournament.game).player_count)
    return Deal(deal_set=deal_set, number=board, dealer=dealer, taker=taker)


def _start_set(session: Session) -> DealSet:
    tournament = session.tournament
    rules = format_rules(game_rules(tournament))
    session.deal_set = create_recorded_set(game=tournament.game, rule_set=rules)
    session.save(update_fields=["deal_set"])
    return session.deal_set


def _pockets_error(error: InvalidPockets) -> AppError:
    fields: dict[str, str] = {}
    for problem in error.problems:
        name = str(problem.pocket)
        cards = "" if problem.code == "card_unknown" else _names(problem.cards)
        values = {"cards": cards, "count": problem.count, "wanted": problem.wanted}
        text = sentence(problem.code, values)
        fields[name] = f"{fields[name]} {text}" if name in fields else text
    return AppError("hands_impossible", sentence("pockets_impossible", {}), fields=fields)


def _taker_hand_error(error: TakerHandDiffers) -> AppError:
    values = {"extra": _names(error.extra), "missing": _names(error.missing)}
    text = sentence(error.code, values)
    return AppError("hands_impossible", text, fields={str(error.seat): text}, extra=values)


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(format_styled_card(card, FRENCH) for card in sort_hand(cards))


def _record_trace(session: Session, deal: Deal, previous_fingerprint: str, recorded_by: User | None) -> None:
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=recorded_by,
        action="deals.recorded",
        subject=str(session.number),
        before={"version": deal.version - 1, "fingerprint": previous_fingerprint}
        if previous_fingerprint
        else None,
        after={"board": deal.number, "version": deal.version, "fingerprint": deal.hands.fingerprint},
    )
