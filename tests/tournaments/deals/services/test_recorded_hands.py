"""Hands written down at the table: completed, checked, corrected, traced without a card."""

import pytest

from common.errors import AppError, Conflict
from games.core.cards import Card, format_card, sort_hand
from games.core.dealing import board_dealer, board_taker, lay_out
from games.core.dealing.layout_text import format_layout
from games.enums import DealSetOrigin, DealSetState
from games.models import Deal, DealSet
from tests.factories.opened import hands_of, open_deal_layout, seed_of
from tests.factories.tournaments import (
    SEED,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.deals.services.deals import deal_boards
from tournaments.deals.services.recorded_hands import record_hands
from tournaments.enums import TournamentState
from tournaments.models import AuditEvent, Session, Tournament

pytestmark = pytest.mark.django_db
BOARD = 2
"""Its taker is West, seat 1."""


def dealt_pockets(number: int = 1) -> list[list[Card]]:
    layout = lay_out(SEED, number, 0)
    return [list(sort_hand(pocket)) for pocket in (*layout.hands, *layout.piles)]


def make_bare_session() -> Session:
    return make_tournament(make_club()).sessions.get()


def record(session: Session, pockets: list[list[Card]], *, board: int = BOARD, seen: int = 0) -> Deal:
    return record_hands(
        session=session, board=board, pockets=pockets, seen_version=seen, recorded_by=make_user("Arbitre")
    )


def refusal(session: Session, pockets: list[list[Card]], *, board: int = BOARD, seen: int = 0) -> AppError:
    rows = list(Deal.objects.values_list("hands", "version"))
    with pytest.raises(AppError) as refused:
        record(session, pockets, board=board, seen=seen)
    assert list(Deal.objects.values_list("hands", "version")) == rows
    return refused.value


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.postgres
def test_first_hands_of_a_session_start_a_set_without_seed() -> None:
    session = make_bare_session()

    deal = record(session, dealt_pockets()[:4])

    session.refresh_from_db()
    deal_set = session.deal_set
    assert deal_set is not None
    assert (deal_set.origin, deal_set.state) == (DealSetOrigin.RECORDED, DealSetState.DRAFT)
    assert (seed_of(deal_set), deal_set.commitment, deal_set.game) == (b"", "", "tarot-4")
    assert (deal.number, deal.dealer, deal.taker) == (BOARD, board_dealer(BOARD), board_taker(BOARD))
    assert (hands_of(Deal.objects.get()), deal.version) == (format_layout(lay_out(SEED, 1, 0)), 1)


def test_hands_are_corrected_by_who_has_seen_them() -> None:
    session = make_bare_session()
    record(session, dealt_pockets(1))

    record(session, dealt_pockets(2), seen=1)

    deal = Deal.objects.get()
    assert (open_deal_layout(deal), deal.version) == (lay_out(SEED, 2, 0), 2)
    stale = refusal(session, dealt_pockets(3), seen=1)
    assert isinstance(stale, Conflict)
    assert (stale.code, stale.extra) == ("hands_changed", {"version": 2})


@pytest.mark.postgres
def test_trace_tells_versions_apart_and_shows_no_card() -> None:
    session = make_bare_session()
    record(session, dealt_pockets(1))
    record(session, dealt_pockets(2), seen=1)

    first, second = AuditEvent.objects.filter(action="deals.recorded").order_by("pk")

    assert first.before is None
    assert (first.after["board"], first.after["version"]) == (BOARD, 1)
    assert second.before == {"version": 1, "fingerprint": first.after["fingerprint"]}
    assert second.after["fingerprint"] != first.after["fingerprint"]
    assert second.actor is not None
    assert format_layout(lay_out(SEED, 1, 0))[:12] not in str(first.after)


def test_all_that_is_wrong_is_told_in_each_pocket() -> None:
    pockets = dealt_pockets()
    card = pockets[2][0]
    pockets[1][0] = card
    pockets[4][0] = Card(999)

    error = refusal(make_bare_session(), pockets)

    name = {"21T": "21", "EX": "Ex."}.get(format_card(card), format_card(card).removesuffix("T"))
    assert error.code == "hands_impossible"
    assert {key: plain(messages) for key, messages in error.fields.items()} == {
        "1": f"Carte dans deux pochettes : {name}.",
        "2": f"Carte dans deux pochettes : {name}.",
        "4": "Une carte n’est pas du jeu.",
    }


@pytest.mark.postgres
def test_seventeen_cards_are_told() -> None:
    pockets = dealt_pockets()
    pockets[3].append(pockets[0].pop())

    error = refusal(make_bare_session(), pockets)

    assert error.fields == {"0": "17 cartes au lieu de 18.", "3": "19 cartes au lieu de 18."}
    assert not DealSet.objects.exists()


def make_taker_session() -> Session:
    session = make_bare_session()
    deal_boards(session=session, dealt_by=None, seed=SEED, takers_only=True)
    session.refresh_from_db()
    return session


def with_sealed_taker(pockets: list[list[Card]]) -> list[list[Card]]:
    """Return the pockets after an exchange: the taker gets the sealed hand, its holders the taker's cards."""
    hand = open_deal_layout(Deal.objects.get(number=BOARD)).hands[board_taker(BOARD)]
    other_cards = [card for pocket in pockets for card in pocket if card not in hand]
    west = board_taker(BOARD)
    piles = [other_cards[:18], other_cards[18:36], other_cards[36:54], other_cards[54:]]
    return [*piles[:west], list(hand), *piles[west:]]


@pytest.mark.parametrize("is_empty", [False, True])
def test_rest_of_a_takers_deal_is_recorded_around_the_sealed_hand(is_empty: bool) -> None:
    session = make_taker_session()
    pockets = with_sealed_taker(dealt_pockets())
    sealed = pockets[1]
    recorded_pockets = [pockets[0], [] if is_empty else sealed, *pockets[2:4]]

    deal = record(session, recorded_pockets)

    assert deal.is_whole
    assert [set(hand) for hand in open_deal_layout(deal).hands] == [set(pocket) for pocket in pockets[:4]]
    assert Deal.objects.filter(deal_set=session.deal_set).count() == 20


def test_takers_pocket_that_differs_from_the_sealed_hand_is_told_with_the_difference() -> None:
    session = make_taker_session()
    pockets = with_sealed_taker(dealt_pockets())
    stranger, own_card = pockets[0][0], pockets[1][0]
    pockets[0][0], pockets[1][0] = own_card, stranger

    error = refusal(session, pockets)

    message = plain(error.fields["1"])
    assert list(error.fields) == ["1"]
    assert message.startswith("Ce n’est pas la main distribuée au preneur. En trop : ")
    assert error.extra["extra"] != error.extra["missing"]
    assert all(error.extra.values())


def test_sealed_hand_stays_when_the_rest_is_corrected() -> None:
    session = make_taker_session()
    pockets = with_sealed_taker(dealt_pockets())
    record(session, pockets)
    pockets[0], pockets[2] = pockets[2], pockets[0]

    deal = record(session, pockets, seen=1)

    assert set(open_deal_layout(deal).hands[1]) == set(pockets[1])
    assert deal.version == 2


@pytest.mark.parametrize("board", [0, 21])
def test_board_that_is_not_played_has_no_hands(board: int) -> None:
    assert refusal(make_bare_session(), dealt_pockets(), board=board).code == "no_such_board"


def test_hands_that_the_computer_dealt_are_not_recorded() -> None:
    session = make_seated_tournament(make_club()).sessions.get()

    assert refusal(session, dealt_pockets()).code == "deals_complete"


@pytest.mark.postgres
def test_hands_are_recorded_while_playing_and_no_more_after_the_end() -> None:
    session = make_bare_session()
    record(session, dealt_pockets())
    Tournament.objects.update(state=TournamentState.FINISHED)

    assert refusal(session, dealt_pockets(2), seen=1).code == "tournament_finished"
