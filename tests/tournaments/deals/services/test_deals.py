"""Dealing the étuis of a session."""

import pytest

from common.errors import AppError
from games.core.dealing.boards import board_dealer, board_taker
from games.core.dealing.constraints import NO_BARE_PETIT, TAKER_BIDS, TAKER_POINTS, DealConstraints
from games.core.dealing.themes import Theme
from games.core.outcome import Bid
from games.enums import DealSetState
from games.models import Deal, DealSet
from tests.factories.opened import cards_of, hands_of, open_deal_layout, seed_of
from tests.factories.tournaments import (
    SEED,
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.words.wording import SENTENCES
from tournaments.deals.door import shown_board
from tournaments.deals.services.deals import close_boards, deal_boards, open_boards, reveal_deals
from tournaments.enums import TournamentState
from tournaments.models import AuditEvent, OpenedBoard, Tournament

pytestmark = pytest.mark.django_db


def test_every_board_is_dealt_with_its_dealer_and_taker() -> None:
    session = make_tournament(make_club(), table_count=5).sessions.get()

    deal_set = deal_boards(session=session, dealt_by=None, seed=SEED)

    deals = list(deal_set.deals.all())
    assert [deal.number for deal in deals] == list(range(1, 21))
    for deal in deals:
        assert (deal.dealer, deal.taker) == (board_dealer(deal.number), board_taker(deal.number))
        assert [len(hand) for hand in cards_of(deal).hands] == [18] * 4
        assert len(cards_of(deal).dog) == 6


def test_same_seed_gives_the_same_deals_and_commitment() -> None:
    first, second = (
        deal_boards(session=make_tournament(make_club()).sessions.get(), dealt_by=None, seed=SEED)
        for _ in range(2)
    )

    assert first.commitment == second.commitment
    assert [hands_of(deal) for deal in first.deals.all()] == [hands_of(deal) for deal in second.deals.all()]


def test_seed_is_drawn_when_none_is_given() -> None:
    session = make_tournament(make_club()).sessions.get()

    deal_set = deal_boards(session=session, dealt_by=None)

    assert len(seed_of(deal_set)) == 32
    assert seed_of(deal_set) != SEED


def test_second_dealing_replaces_the_first_and_both_are_traced() -> None:
    session = make_tournament(make_club()).sessions.get()
    first = deal_boards(session=session, dealt_by=None)

    second = deal_boards(session=session, dealt_by=None)

    event = AuditEvent.objects.latest("pk")
    assert list(DealSet.objects.all()) == [second]
    assert Deal.objects.count() == 20
    assert (event.before, event.after) == (
        {"commitment": first.commitment},
        {"commitment": second.commitment},
    )


def test_deals_that_have_been_played_are_not_replaced() -> None:
    tournament = make_seated_tournament(make_club())
    enter_result(list_plays(tournament)[0], 56)

    with pytest.raises(AppError) as refusal:
        deal_boards(session=tournament.sessions.get(), dealt_by=None)

    assert refusal.value.code == "results_exist"


@pytest.mark.parametrize("takers_only", [False, True])
def test_constraints_are_kept_with_the_deals(takers_only: bool) -> None:
    session = make_tournament(make_club()).sessions.get()
    constraints = DealConstraints(taker_bids=(Bid.PRISE, Bid.GARDE), themes=(Theme.TAKER_SAVES_PETIT,))

    deal_set = deal_boards(session=session, dealt_by=None, constraints=constraints, takers_only=takers_only)

    assert DealConstraints.from_json(deal_set.constraints) == constraints
    for deal in deal_set.deals.all():
        assert deal.taker is not None
        assert constraints.broken_by(open_deal_layout(deal), deal.taker) is None
        assert deal.is_whole != takers_only


@pytest.mark.parametrize(
    ("constraints", "field"),
    [
        (DealConstraints(taker_bids=(), taker_points=(149, 150)), "taker_points"),
        (DealConstraints(taker_bids=(Bid.GARDE_CONTRE,), themes=(Theme.TAKER_SAVES_PETIT,)), "themes"),
    ],
)
def test_constraints_that_cannot_be_met_are_told_at_their_field(
    constraints: DealConstraints, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.deal_sets.ATTEMPTS_IN_ALL", 319)
    session = make_tournament(make_club()).sessions.get()

    with pytest.raises(AppError) as refusal:
        deal_boards(session=session, dealt_by=None, seed=SEED, constraints=constraints)

    assert (refusal.value.code, list(refusal.value.fields)) == ("constraints_not_met", [field])
    assert "La donne 1 ne remplit pas les conditions après 300 essais." in str(refusal.value.message)
    assert not DealSet.objects.exists()


def test_theme_about_the_defenders_needs_their_hands() -> None:
    session = make_tournament(make_club()).sessions.get()
    constraints = DealConstraints(themes=(Theme.MISSING_21,))

    with pytest.raises(AppError) as refusal:
        deal_boards(session=session, dealt_by=None, constraints=constraints, takers_only=True)

    assert (refusal.value.code, list(refusal.value.fields)) == ("theme_needs_hands", ["themes"])


def test_every_constraint_that_cannot_be_met_has_its_sentence() -> None:
    names = [NO_BARE_PETIT, TAKER_BIDS, TAKER_POINTS, *Theme]

    assert all(f"unmet_{name}" in SENTENCES for name in names)


@pytest.mark.postgres
def test_opening_and_closing_are_traced_with_the_boards_that_changed() -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    user = make_user("Directrice")
    open_boards(session=session, boards=[3], opened_by=user)

    opened = open_boards(session=session, boards=[2, 3, 5], opened_by=user)
    opening = AuditEvent.objects.latest("pk")
    closed = close_boards(session=session, boards=[1, 2], closed_by=user)
    closing = AuditEvent.objects.latest("pk")

    assert (opened, closed) == ({2, 5}, {2})
    assert (opening.action, opening.actor, opening.after) == ("deals.opened", user, {"boards": [2, 5]})
    assert (closing.action, closing.actor, closing.after) == ("deals.closed", user, {"boards": [2]})
    assert set(OpenedBoard.objects.values_list("board", "opened_by")) == {(3, user.pk), (5, user.pk)}


def test_opening_what_is_open_changes_nothing_and_leaves_no_trace() -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    open_boards(session=session, boards=None, opened_by=None)
    events = AuditEvent.objects.count()

    assert open_boards(session=session, boards=[4], opened_by=None) == frozenset()

    assert (OpenedBoard.objects.count(), AuditEvent.objects.count()) == (20, events)


@pytest.mark.parametrize("change", [(open_boards, "opened_by"), (close_boards, "closed_by")])
def test_boards_that_are_not_dealt_are_neither_opened_nor_closed(change) -> None:
    service, actor = change
    bare = make_tournament(make_club()).sessions.get()
    dealt = make_seated_tournament(make_club()).sessions.get()

    with pytest.raises(AppError) as refusal_info:
        service(session=bare, boards=None, **{actor: None})
    with pytest.raises(AppError) as unknown:
        service(session=dealt, boards=[20, 21], **{actor: None})

    assert refusal_info.value.code == "deals_missing"
    assert (unknown.value.code, unknown.value.extra) == ("no_such_board", {"boards": [21]})


def test_dealing_again_closes_the_boards() -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    open_boards(session=session, boards=None, opened_by=None)

    deal_boards(session=session, dealt_by=None)

    assert not OpenedBoard.objects.exists()


@pytest.mark.parametrize("is_opened", [False, True])
@pytest.mark.parametrize("is_complete", [False, True])
def test_a_deal_is_shown_when_it_is_opened_and_played_everywhere(is_opened: bool, is_complete: bool) -> None:
    session = make_seated_tournament(make_club()).sessions.get()
    open_boards(session=session, boards=[1, 2] if is_opened else [2], opened_by=None)

    deal = shown_board(session, 1, is_complete=is_complete)

    assert (deal is not None) == (is_opened and is_complete)
    assert deal is None or deal.number == 1


def play_board(tournament: Tournament, board: int) -> None:
    for play in list_plays(tournament):
        if play.board == board:
            enter_result(play, 56)


@pytest.mark.postgres
def test_seed_is_not_revealed_while_a_board_is_in_play() -> None:
    tournament = make_seated_tournament(make_club())
    session = tournament.sessions.get()
    Deal.objects.exclude(number__lte=2).delete()
    play_board(tournament, 1)
    enter_result(list_plays(tournament)[5], 56)

    with pytest.raises(AppError) as refusal:
        reveal_deals(session=session, reason="Litige.", revealed_by=None)

    assert (refusal.value.code, refusal.value.extra) == ("boards_in_play", {"boards": [2]})
    assert not OpenedBoard.objects.exists()
    assert DealSet.objects.get().state == DealSetState.SEALED


def test_seed_is_not_revealed_before_anybody_sits() -> None:
    session = make_tournament(make_club()).sessions.get()
    deal_boards(session=session, dealt_by=None)

    with pytest.raises(AppError) as refusal:
        reveal_deals(session=session, reason="Annulée.", revealed_by=None)

    assert refusal.value.code == "boards_in_play"


def test_revealing_needs_a_reason_before_the_end_opens_every_board_and_is_traced() -> None:
    tournament = make_seated_tournament(make_club())
    session = tournament.sessions.get()
    Deal.objects.exclude(number=1).delete()
    play_board(tournament, 1)
    user = make_user("Directrice")
    with pytest.raises(AppError) as refusal:
        reveal_deals(session=session, reason=" ", revealed_by=user)
    assert refusal.value.code == "deals_in_play"
    assert not OpenedBoard.objects.exists()

    revealed = reveal_deals(session=session, reason="Litige.", revealed_by=user)

    event = AuditEvent.objects.latest("pk")
    assert (revealed.state, OpenedBoard.objects.count()) == (DealSetState.REVEALED, 1)
    assert (event.action, event.actor) == ("deals.revealed", user)
    assert event.after == {"commitment": revealed.commitment, "reason": "Litige."}


def test_revealing_after_the_end_needs_no_reason() -> None:
    tournament = make_seated_tournament(make_club())
    Tournament.objects.update(state=TournamentState.FINISHED)

    revealed = reveal_deals(session=tournament.sessions.get(), reason="", revealed_by=None)

    assert revealed.state == DealSetState.REVEALED
