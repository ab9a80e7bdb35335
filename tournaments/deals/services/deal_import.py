"""Deals made elsewhere: import from a file, or reuse of another session's deals."""

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
    """Replace the deals of the session by the deals of a file.

    A complete set keeps its seed and commitment if the seed gives its deals. Other deals get a new commitment
    to each card. Deals with numbers beyond the boards of the session are left out.

    Args:
        source: one of the forms of `read_deal_file`.
        confirmed: True if the user accepts that some deals are already known.

    Raises:
        AppError: with one of these codes:

        - `deal_file_refused`, with all faults in `extra["faults"]`: line and column (0 for none), a place in
          words and a sentence;
        - `deals_seen`, with the participants who have played some deals in `extra["people"]` (name and
          boards), and the boards that are public elsewhere in `extra["public_boards"]`;
        - `results_exist`.
    """
    session = lock_unplayed_session(session)
    tournament_format = find_format(session.tournament.format)
    game = game_dealt(session)
    deal_file = read_deal_file(source, game, takers=tournament_format.takers)
    if deal_file.faults:
        raise _file_error([_fault_details(fault) for fault in deal_file.faults])
    count = board_count(session)
    # without a proof by its seed, the set gets a commitment to the list of its cards
    document = _provable_document(deal_file, count) or _listed_document(deal_file.boards, session, count)
    _require_confirmation(session, document.boards, confirmed)
    deal_set = store_deal_set(document=document, origin=DealSetOrigin.IMPORTED)
    ignored_count = len(deal_file.boards) - len(document.boards)
    replace_deal_set(
        session=session,
        deal_set=deal_set,
        action="deals.imported",
        replaced_by=imported_by,
        boards=len(document.boards),
        left_out=ignored_count,
    )
    return deal_set


@transaction.atomic
def reuse_deal_set(
    *, session: Session, earlier: Session, reused_by: User | None, confirmed: bool = False
) -> DealSet:
    """Replace the deals of the session by a copy of another session's deals.

    A complete set keeps its seed and commitment, so that both events prove the same cards. A part of a set,
    or a set with a public seed, gets a new commitment.

    Args:
        earlier: a session of the club, or of a site of the same simultaneous event.

    Raises:
        AppError: the other session is none of these, has a different game or too few deals
            (`deals_not_reusable`); `deals_seen` and `results_exist` as for `import_deal_set`.
    """
    session = lock_unplayed_session(session)
    count = board_count(session)
    boards = _reusable_boards(session, earlier, count)
    assert earlier.deal_set is not None
    _require_confirmation(session, boards, confirmed)
    document = _sealed_document(earlier, count) or _listed_document(boards, session, count)
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


def _provable_document(deal_file: DealFile, count: int) -> SetDocument | None:
    """Return the document of a file if its seed proves exactly `count` deals; else None.

    Raises:
        AppError: the seed in the file does not give its deals.
    """
    document = deal_file.document
    if document is None or document.seed is None:
        return None
    verification = verify_set(document, attempts=ATTEMPTS_IN_ALL)
    if not verification.is_sound:
        faults = [str(FAULTS[fault]) for fault in verification.faults]
        faults += [board_sentence(board) for board in verification.boards if board.faults]
        raise _file_error([_fault_row(0, 0, "", text) for text in faults])
    return document if document.boards == deal_file.boards and len(deal_file.boards) == count else None


def _sealed_document(earlier: Session, count: int) -> SetDocument | None:
    """Return the sealed set of another session; None unless it is secret and has `count` whole deals."""
    if earlier.deal_set is None or earlier.deal_set.state != DealSetState.SEALED:
        return None
    document = sealed_set_for(Machine.COPYING, earlier)
    is_whole = document is not None and document.scope is Scope.ALL
    return document if document and is_whole and len(document.boards) == count else None


def _listed_document(boards: Sequence[DealtBoard], session: Session, count: int) -> SetDocument:
    """Return a set of boards 1 to `count` with a commitment to each card.

    If one board is incomplete, the set has the takers' hands only.

    Raises:
        AppError: boards are missing.
    """
    by_number = {board.number: board for board in boards}
    missing_numbers = [number for number in range(1, count + 1) if number not in by_number]
    if missing_numbers:
        text = sentence("boards_missing", {"missing": ", ".join(map(str, missing_numbers)), "wanted": count})
        raise _file_error([_fault_row(0, 0, "", text)])
    session_boards = [by_number[number] for number in range(1, count + 1)]
    scope = Scope.ALL if all(all(board.layout.hands) for board in session_boards) else Scope.TAKERS
    sealed_boards = [replace(board, layout=sealed_part(board, scope)) for board in session_boards]
    seed = secrets.token_bytes(SEED_BYTES)
    game, rules = session.tournament.game, _rules_text(session)
    return seal_listed(seed, sealed_boards, game=game, rules=rules, scope=scope)


def _rules_text(session: Session) -> str:
    return format_rules(game_rules(session.tournament))


def _reusable_boards(session: Session, earlier: Session, count: int) -> tuple[DealtBoard, ...]:
    game = session.tournament.game
    deal_set = earlier.deal_set
    is_foreign = earlier.tournament.club_id != session.tournament.club_id
    is_other = is_foreign and earlier.tournament_id not in other_sites(session.tournament)
    is_unfit = is_other or earlier.pk == session.pk or deal_set is None or deal_set.game != game
    boards = () if is_unfit else tuple(cards_for(Machine.COPYING, earlier))
    if not {board.number for board in boards} >= set(range(1, count + 1)):
        raise AppError(
            "deals_not_reusable",
            _("Ces donnes ne peuvent pas servir ici : elles manquent, ou sont d’un autre jeu."),
        )
    return boards


def _require_confirmation(session: Session, boards: Iterable[DealtBoard], confirmed: bool) -> None:
    """Require a confirmation if some deals are known to participants of the session, or public."""
    if confirmed:
        return
    hands = {format_layout(board.layout): board.number for board in boards}
    people, public_boards = list_people_who_saw(session, hands), list_public_boards(session, hands)
    if people or public_boards:
        rows = [{"name": str(row.person), "boards": list(row.boards)} for row in people]
        raise AppError(
            "deals_seen",
            _("Certaines de ces donnes sont déjà connues : confirmez, ou changez de donnes."),
            fields={"confirmed": _("Confirmez que ces donnes peuvent servir quand même.")},
            extra={"people": rows, "public_boards": public_boards},
        )


def _file_error(faults: list[dict[str, Any]]) -> AppError:
    message = _("Ce fichier ne peut pas servir : corrigez ce qui suit, puis envoyez-le de nouveau.")
    return AppError("deal_file_refused", message, fields={"file": message}, extra={"faults": faults})


def _fault_details(fault: NotationError) -> dict[str, Any]:
    """Return the row of a fault, with the program's own reason if the fault has no sentence."""
    code = fault.code if fault.code in SENTENCES else "deal_unreadable"
    cards = _card_names(str(fault.values.get("cards", "")))
    values = {"reason": str(fault), **fault.values, "cards": cards}
    return _fault_row(fault.line, fault.column, fault.field, sentence(code, values))


def _card_names(cards: str) -> str:
    """Return the names of the cards of a fault: the first ones, and the number of the others."""
    names = [format_styled_card(parse_card(card), FRENCH) for card in cards.split()]
    listed_names = ", ".join(names[:CARDS_SHOWN])
    extra_count = len(names) - CARDS_SHOWN
    return (
        _("%(cards)s et %(count)d autres") % {"cards": listed_names, "count": extra_count}
        if extra_count > 0
        else listed_names
    )


def _fault_row(line: int, column: int, place: str, text: str) -> dict[str, Any]:
    return {"line": line, "column": column, "place": place, "sentence": text}
