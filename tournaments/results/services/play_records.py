"""Records of the play at a table, card by card, for a referee or a later replay."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from games.core.errors import GameError, NotationError
from games.core.notation import format_played_deal
from tournaments.base.words.wording import SENTENCES, sentence
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.play_record import BoardPlayed, check_result, read_play_record
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import Machine, cards_for
from tournaments.enums import SlipKind
from tournaments.models import Play, PlayRecord, ResultSlip
from tournaments.results.services.slip_versions import lock_play
from tournaments.trace.services.trace import record_event

LONGEST_TEXT = 20_000


@transaction.atomic
def record_play(*, play: Play, text: str, seen_version: int, written_by: User) -> PlayRecord:
    """Store a record as a new version, if every action in it is legal.

    Args:
        text: the record in the notation of docs/notation.md, complete or the actions alone.
        seen_version: the version that the author looked at, 0 for none.

    Raises:
        Conflict: another record was stored in the meantime (`record_changed`).
        AppError: the text is empty (`record_missing`), or it cannot be read or is not a legal play
            (`record_refused`). The sentence at the field `text` names the line.
    """
    play = lock_play(play)
    latest = PlayRecord.objects.filter(play=play).order_by("-version").first()
    if latest is not None and latest.version != seen_version:
        message = _(
            "%(who)s a écrit un autre déroulement entre-temps : lisez-le avant d’enregistrer le vôtre."
        ) % {"who": latest.written_by}
        raise Conflict("record_changed", message, extra={"version": latest.version})
    if not text.strip():
        raise _refusal("record_missing", _("Écrivez au moins une action."))
    current = play.slips.current().first()
    record = PlayRecord(
        play=play,
        version=latest.version + 1 if latest else 1,
        text=_normalise_record(text[:LONGEST_TEXT], board_played(play, current), current),
        written_by=written_by,
    )
    record.save(force_insert=True)
    tournament = play.round.section.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=written_by,
        action="play.recorded",
        subject=f"{play.board}/{play.round.number}/{play.table.number}",
        # the version only: the cards of a sealed board must not appear in the trace
        after={"version": record.version},
    )
    return record


def board_played(play: Play, current: ResultSlip | None) -> BoardPlayed | None:
    """Return the facts known without a record: cards, dealer and contract. None if the cards are unknown.

    Args:
        play: with its round, section, session and tournament.
        current: the result in force. It holds the bid, in a format where the taker chooses it.
    """
    session = play.round.section.session
    deals = cards_for(Machine.CHECKING, session)
    deal = next((deal for deal in deals if deal.number == play.board), None)
    if deal is None or not all(deal.layout.hands):
        return None
    tournament_format = find_format(session.tournament.format)
    taker = tournament_format.taker_of(play.board)
    entered_bid = (current.facts or {}).get("bid") if current else None
    bid = tournament_format.imposed_bid or entered_bid
    contract = None if taker is None or bid is None else (taker, str(bid))
    return BoardPlayed(
        game=session.tournament.game, layout=deal.layout, dealer=deal.dealer, contract=contract
    )


def _normalise_record(text: str, board: BoardPlayed | None, current: ResultSlip | None) -> str:
    """Read, replay and compare a record. Return its text in the canonical notation."""
    try:
        deal, state = read_play_record(text, board)
        # the record must lead to the entered score
        if current is not None and current.kind == SlipKind.PLAYED:
            check_result(deal, state, score=current.score, seat_scores=current.seat_scores)
    except NotationError as error:
        raise _refusal("record_refused", _fault_message(error, error.line)) from error
    except (TournamentError, GameError) as error:
        raise _refusal("record_refused", _fault_message(error, 0)) from error
    return format_played_deal(deal)


def _fault_message(error: TournamentError | GameError, line: int) -> str:
    """Return the sentence of a fault after its line number; the exception's own text if there is none."""
    has_sentence = error.code in SENTENCES
    message = sentence(error.code, error.values) if has_sentence else str(error).rpartition("\n")[2]
    return _("Ligne %(line)d : %(why)s") % {"line": line, "why": message} if line else message


def _refusal(code: str, message: str) -> AppError:
    return AppError(code, message, fields={"text": message})
