"""Deals made elsewhere: read from a file, or taken again from another session."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.core.cards import parse_card
from games.core.dealing.deal import ATTEMPTS_IN_ALL
from games.core.dealing.deal_file import DealFile, read_deal_file
from games.core.dealing.dealt_set import DealtBoard, Scope, SetDocument, sealed_part
from games.core.dealing.layout_text import format_layout
from games.core.dealing.sealing import seal_listed
from games.core.dealing.verification import verify_set
from games.core.errors import NotationError
from games.core.notation.card_styles import FRENCH, format_styled_card
from games.core.rules import format_rules
from games.enums import DealSetOrigin, DealSetState
from games.models import DealSet
from games.services.deal_sets import store_deal_set
from games.services.dealing_sentences import FAULTS, board_sentence
from tournaments.base.queries.twins import other_sites
from tournaments.base.words.wording import SENTENCES, sentence
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import Machine, cards_for, sealed_set_for
from tournaments.deals.queries.deals import game_dealt
from tournaments.deals.queries.seen_deals import list_people_who_saw, list_public_boards
from tournaments.deals.services.deals import SEED_BYTES, board_count, lock_unplayed_session, replace_deal_set
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Session
from tournaments.trace.services.trace import record_event

CARDS_SHOWN = 12


@transaction.atomic
def import_deal_set(
    *, session: Session, source: str | bytes, imported_by: User | None, confirmed: bool = False
) -> DealSet:
    """Give the session the deals of a file; an earlier set is replaced.

    A whole set with a seed that makes its deals keeps its seed and commitment. Any other deals are committed
    to card by card; those numbered beyond the boards of the session are left out.

    Args:
        source: one of the forms of `read_deal_file`.
        confirmed: the person knows that some of these deals are known already.

    Raises:
        AppError: `deal_file_refused`, with all faults in `extra["faults"]`, each a line and a column (0 when
            there is none), a place in words and a sentence; `deals_seen`, with the people of the
            session who have played some in `extra["people"]`, each a name and boards, and in
            `extra["public_boards"]` the boards that anybody may see elsewhere; `results_exist`.
    """
    session = lock_unplayed_session(session)
    tournament_format = find_format(session.tournament.format)
    game = game_dealt(session)
    read = read_deal_file(source, game, takers=tournament_format.takers)
    if read.faults:
        raise _refused([_told(fault) for fault in read.faults])
    wanted = board_count(session)
    document = _provable(read, wanted) or _listed(read.boards, session, wanted)
    _ask_if_seen(session, document.boards, confirmed)
    deal_set = store_deal_set(document=document, origin=DealSetOrigin.IMPORTED)
    left_out = len(read.boards) - len(document.boards)
    replace_deal_set(
        session=session,
        deal_set=deal_set,
        action="deals.imported",
        replaced_by=imported_by,
        boards=len(document.boards),
        left_out=left_out,
    )
    return deal_set


@transaction.atomic
def reuse_deal_set(
    *, session: Session, earlier: Session, reused_by: User | None, confirmed: bool = False
) -> DealSet:
    """Give the session a copy of the deals of another session; an earlier set is replaced.

    A whole set keeps its seed and its commitment, so that both prove the same cards; a part of one, or a set
    whose seed is public, is committed to anew.

    Args:
        earlier: of the club, or of a site of the same simultaneous.

    Raises:
        AppError: `deals_not_reusable`: the other session is none of these, of another game, or has too few
            deals; `deals_seen` and `results_exist` as for `import_deal_set`.
    """
    session = lock_unplayed_session(session)
    wanted = board_count(session)
    boards = _reusable_boards(session, earlier, wanted)
    assert earlier.deal_set is not None
    _ask_if_seen(session, boards, confirmed)
    document = _sealed_already(earlier, wanted) or _listed(boards, session, wanted)
    deal_set = store_deal_set(document=document, origin=DealSetOrigin.REUSED, source=earlier.deal_set)
    replace_deal_set(
        session=session,
        deal_set=deal_set,
        action="deals.reused",
        replaced_by=reused_by,
        source=f"{earlier.tournament.slug}/{earlier.number}",
    )
    record_event(
        club=earlier.tournament.club,
        tournament=earlier.tournament,
        actor=reused_by,
        action="deals.taken_over",
        subject=str(earlier.number),
        after={"event": session.tournament.name},
    )
    return deal_set


def _provable(read: DealFile, wanted: int) -> SetDocument | None:
    """The document of a file when its seed proves exactly the deals that are wanted.

    Raises:
        AppError: the seed in the file does not make its deals.
    """
    document = read.document
    if document is None or document.seed is None:
        return None
    found = verify_set(document, attempts=ATTEMPTS_IN_ALL)
    if not found.is_sound:
        faults = [str(FAULTS[fault]) for fault in found.faults]
        faults += [board_sentence(board) for board in found.boards if board.faults]
        raise _refused([_fault_row(0, 0, "", told) for told in faults])
    return document if document.boards == read.boards and len(read.boards) == wanted else None


def _sealed_already(earlier: Session, wanted: int) -> SetDocument | None:
    """The set of another session as it was sealed there, where its whole is wanted and its seed is secret."""
    if earlier.deal_set is None or earlier.deal_set.state != DealSetState.SEALED:
        return None
    document = sealed_set_for(Machine.COPYING, earlier)
    is_whole = document is not None and document.scope is Scope.ALL
    return document if document and is_whole and len(document.boards) == wanted else None


def _listed(boards: Sequence[DealtBoard], session: Session, wanted: int) -> SetDocument:
    """Boards 1 to `wanted` of those, committed to card by card; where one is not whole, their takers' hands.

    Raises:
        AppError: some are missing.
    """
    by_number = {board.number: board for board in boards}
    missing = [number for number in range(1, wanted + 1) if number not in by_number]
    if missing:
        told = sentence("boards_missing", {"missing": ", ".join(map(str, missing)), "wanted": wanted})
        raise _refused([_fault_row(0, 0, "", told)])
    kept = [by_number[number] for number in range(1, wanted + 1)]
    scope = Scope.ALL if all(all(board.layout.hands) for board in kept) else Scope.TAKERS
    sealed = [replace(board, layout=sealed_part(board, scope)) for board in kept]
    seed = secrets.token_bytes(SEED_BYTES)
    game, rules = session.tournament.game, _rules_text(session)
    return seal_listed(seed, sealed, game=game, rules=rules, scope=scope)


def _rules_text(session: Session) -> str:
    return format_rules(game_rules(session.tournament))


def _reusable_boards(session: Session, earlier: Session, wanted: int) -> tuple[DealtBoard, ...]:
    game = session.tournament.game
    deal_set = earlier.deal_set
    is_foreign = earlier.tournament.club_id != session.tournament.club_id
    is_other = is_foreign and earlier.tournament_id not in other_sites(session.tournament)
    is_unfit = is_other or earlier.pk == session.pk or deal_set is None or deal_set.game != game
    boards = () if is_unfit else tuple(cards_for(Machine.COPYING, earlier))
    if not {board.number for board in boards} >= set(range(1, wanted + 1)):
        raise AppError(
            "deals_not_reusable",
            _("Ces donnes ne peuvent pas servir ici : elles manquent, ou sont d’un autre jeu."),
        )
    return boards


def _ask_if_seen(session: Session, boards: Iterable[DealtBoard], confirmed: bool) -> None:
    """Ask for a confirmation when some of these deals are known to somebody of the session, or to anybody."""
    if confirmed:
        return
    hands = {format_layout(board.layout): board.number for board in boards}
    people, public = list_people_who_saw(session, hands), list_public_boards(session, hands)
    if people or public:
        rows = [{"name": str(row.person), "boards": list(row.boards)} for row in people]
        raise AppError(
            "deals_seen",
            _("Certaines de ces donnes sont déjà connues : confirmez, ou changez de donnes."),
            fields={"confirmed": _("Confirmez que ces donnes peuvent servir quand même.")},
            extra={"people": rows, "public_boards": public},
        )


def _refused(faults: list[dict[str, Any]]) -> AppError:
    told = _("Ce fichier ne peut pas servir : corrigez ce qui suit, puis envoyez-le de nouveau.")
    return AppError("deal_file_refused", told, fields={"file": told}, extra={"faults": faults})


def _told(fault: NotationError) -> dict[str, Any]:
    """A fault of a file with its sentence; the program's own reason where there is none."""
    code = fault.code if fault.code in SENTENCES else "deal_unreadable"
    cards = _card_names(str(fault.values.get("cards", "")))
    values = {"reason": str(fault), **fault.values, "cards": cards}
    return _fault_row(fault.line, fault.column, fault.field, sentence(code, values))


def _card_names(cards: str) -> str:
    """Cards of a fault as people write them; of many the first ones and how many more."""
    names = [format_styled_card(parse_card(card), FRENCH) for card in cards.split()]
    shown = ", ".join(names[:CARDS_SHOWN])
    more = len(names) - CARDS_SHOWN
    return _("%(cards)s et %(count)d autres") % {"cards": shown, "count": more} if more > 0 else shown


def _fault_row(line: int, column: int, place: str, told: str) -> dict[str, Any]:
    return {"line": line, "column": column, "place": place, "sentence": told}
