"""What was played at a table, card by card, kept for a referee or a later replay."""

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
    """Keep what was played, as a new version, once every action of it is legal.

    The trace says that it was written, not what: the cards of a sealed board stay sealed.

    Args:
        text: in the notation of docs/notation.md, whole or the actions alone.
        seen_version: the version that the person looked at, 0 for none.

    Raises:
        Conflict: somebody wrote another one meanwhile (`record_changed`).
        AppError: nothing is written (`record_missing`), or it cannot be read or have been played so
            (`record_refused`): the sentence at the field `text` names the line.
    """
    play = lock_play(play)
    latest = PlayRecord.objects.filter(play=play).order_by("-version").first()
    if latest is not None and latest.version != seen_version:
        told = _(
            "%(who)s a écrit un autre déroulement entre-temps : lisez-le avant d’enregistrer le vôtre."
        ) % {"who": latest.written_by}
        raise Conflict("record_changed", told, extra={"version": latest.version})
    if not text.strip():
        raise _refused("record_missing", _("Écrivez au moins une action."))
    current = play.slips.current().first()
    record = PlayRecord(
        play=play,
        version=latest.version + 1 if latest else 1,
        text=_checked(text[:LONGEST_TEXT], board_played(play, current), current),
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
        after={"version": record.version},
    )
    return record


def board_played(play: Play, current: ResultSlip | None) -> BoardPlayed | None:
    """What is known of a play before it is told: its cards, dealer and contract; None for cards nobody knows.

    Args:
        play: with its round, section, session and tournament.
        current: the result in force; where the taker chose his bid it says which.
    """
    session = play.round.section.session
    dealt = cards_for(Machine.CHECKING, session)
    deal = next((each for each in dealt if each.number == play.board), None)
    if deal is None or not all(deal.layout.hands):
        return None
    tournament_format = find_format(session.tournament.format)
    taker = tournament_format.taker_of(play.board)
    chosen = (current.facts or {}).get("bid") if current else None
    bid = tournament_format.imposed_bid or chosen
    contract = None if taker is None or bid is None else (taker, str(bid))
    return BoardPlayed(
        game=session.tournament.game, layout=deal.layout, dealer=deal.dealer, contract=contract
    )


def _checked(text: str, board: BoardPlayed | None, current: ResultSlip | None) -> str:
    """The text as the notation writes it, read, replayed and compared."""
    try:
        deal, state = read_play_record(text, board)
        if current is not None and current.kind == SlipKind.PLAYED:
            check_result(deal, state, score=current.score, seat_scores=current.seat_scores)
    except NotationError as error:
        raise _refused("record_refused", _told(error, error.line)) from error
    except (TournamentError, GameError) as error:
        raise _refused("record_refused", _told(error, 0)) from error
    return format_played_deal(deal)


def _told(error: TournamentError | GameError, line: int) -> str:
    """The sentence of a fault, after its line; the program's own words where there is none."""
    known = error.code in SENTENCES
    told = sentence(error.code, error.values) if known else str(error).rpartition("\n")[2]
    return _("Ligne %(line)d : %(why)s") % {"line": line, "why": told} if line else told


def _refused(code: str, told: str) -> AppError:
    return AppError(code, told, fields={"text": told})
