"""Deals of a file or of another session: sealed, refused with every fault, and known to some players."""

from dataclasses import replace

import pytest

from common.errors import AppError
from games.core.dealing import DealConstraints, lay_out, seal_set
from games.core.dealing.layout_text import format_layout
from games.core.dealing.set_document import format_set_document, parse_set_document
from games.core.dealing.verification import verify_set
from games.core.decks import ONE_PACK
from games.enums import DealSetOrigin, DealSetScope, DealSetState
from games.models import DealSet
from games.services.deal_sets import reveal_deal_set
from tests.factories.opened import hands_of, open_deal_layout, seed_of, set_document
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_tournament,
    make_user,
    reveal,
)
from tournaments.deals.queries.seen_deals import list_people_who_saw, list_public_boards, reusable_sessions
from tournaments.deals.services.deal_import import import_deal_set, reuse_deal_set
from tournaments.deals.services.deals import deal_boards, open_boards
from tournaments.deals.services.recorded_hands import record_hands
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Club, Person, Session, Tournament

pytestmark = pytest.mark.django_db
SEED = bytes(range(32))
ANY_HAND = DealConstraints(taker_bids=())
BOARDS = 20


def make_session(club: Club | None = None) -> Session:
    return make_tournament(club or make_club()).sessions.get()


def lines(count: int) -> list[str]:
    return [format_layout(lay_out(SEED, number, 0)) for number in range(1, count + 1)]


def all_hands(deal_set: DealSet) -> list[str]:
    return [hands_of(deal) for deal in deal_set.deals.all()]


def is_proved(deal_set: DealSet) -> bool:
    document = set_document(reveal_deal_set(deal_set=deal_set, is_over=True))
    return verify_set(parse_set_document(document), deal_set.commitment).is_sound


def refusal(session: Session, source: str | bytes) -> AppError:
    with pytest.raises(AppError) as refused:
        import_deal_set(session=session, source=source, imported_by=None)
    assert not DealSet.objects.exists()
    return refused.value


def told(error: AppError) -> list[tuple[int, int, str]]:
    rows = error.extra["faults"]
    return [(row["line"], row["column"], row["sentence"].replace("\N{NO-BREAK SPACE}", " ")) for row in rows]


def test_plain_lines_are_sealed_card_by_card() -> None:
    session = make_session()

    deal_set = import_deal_set(session=session, source="\n".join(lines(BOARDS)), imported_by=make_user("Ida"))

    session.refresh_from_db()
    event = AuditEvent.objects.get(action="deals.imported")
    assert session.deal_set == deal_set
    assert (deal_set.origin, deal_set.state) == (DealSetOrigin.IMPORTED, DealSetState.SEALED)
    assert all_hands(deal_set) == lines(BOARDS)
    assert event.after == {"commitment": deal_set.commitment, "boards": BOARDS, "left_out": 0}
    assert is_proved(deal_set)


def test_deals_beyond_the_boards_of_the_session_are_left_out() -> None:
    deal_set = import_deal_set(session=make_session(), source="\n".join(lines(24)), imported_by=None)

    event = AuditEvent.objects.get(action="deals.imported")
    assert deal_set.deals.count() == BOARDS
    assert event.after is not None
    assert event.after["left_out"] == 4


def test_set_with_its_seed_keeps_its_proof() -> None:
    sealed_set = seal_set(SEED, BOARDS, ANY_HAND)

    deal_set = import_deal_set(
        session=make_session(), source=format_set_document(sealed_set), imported_by=None
    )

    assert (deal_set.commitment, deal_set.algorithm) == (sealed_set.commitment, "etui-2")
    assert seed_of(deal_set) == SEED
    assert is_proved(deal_set)


@pytest.mark.parametrize("change", [{"seed": None}, {"board_count": 30}])
def test_set_without_its_seed_or_too_long_is_committed_to_anew(change: dict[str, object]) -> None:
    count = change.get("board_count", BOARDS)
    assert isinstance(count, int)
    sealed_set = replace(seal_set(SEED, count, ANY_HAND), **change)

    deal_set = import_deal_set(
        session=make_session(), source=format_set_document(sealed_set), imported_by=None
    )

    assert deal_set.algorithm == "listed-1"
    assert deal_set.commitment != sealed_set.commitment
    assert [open_deal_layout(deal) for deal in deal_set.deals.all()] == [
        board.layout for board in sealed_set.boards[:BOARDS]
    ]
    assert is_proved(deal_set)


def test_set_that_its_seed_does_not_make_is_refused_with_the_board() -> None:
    sealed_set = seal_set(SEED, BOARDS, ANY_HAND)
    boards = list(sealed_set.boards)
    boards[2] = replace(boards[2], layout=lay_out(SEED, 99, 0))

    error = refusal(make_session(), format_set_document(replace(sealed_set, boards=tuple(boards))))

    assert told(error) == [(0, 0, "Étui 3 : Les cartes ne sont pas celles que donne la graine.")]


def test_all_faults_are_told_with_their_lines() -> None:
    source = lines(BOARDS)
    source[1] = "T1 x"
    source[6] = "T1 T2 T3 T4 +T5/S1/H1/D1/C1/E"

    error = refusal(make_session(), "\n".join(source))

    first, second = told(error)
    assert error.code == "deal_file_refused"
    assert list(error.fields) == ["file"]
    assert first == (2, 4, "Ce groupe de cartes est illisible.")
    assert second[:2] == (7, 1)
    assert second[2].startswith("Manquent à cette donne : 21, 20, ")
    assert second[2].endswith(" et 56 autres.")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "Il n’y a aucune donne dans ce fichier."),
        (b"\xff", "Un caractère est illisible : enregistrez le fichier en UTF-8."),
        ("{", "Ce fichier est illisible ici : line 1, column 2: not JSON"),
        ('{"format": 1}', "Ce document n’est pas un jeu de donnes d’Étui."),
        ("\n".join(lines(18)), "La séance joue 20 étuis : il manque dans ce fichier 19, 20."),
    ],
)
def test_file_of_no_use_says_why(source: str | bytes, sentence: str) -> None:
    [(_line, _column, message)] = told(refusal(make_session(), source))

    assert message.startswith(sentence)


def test_deals_are_not_imported_after_a_result() -> None:
    tournament = make_seated_tournament(make_club())
    enter_result(list_plays(tournament)[0], 56)

    with pytest.raises(AppError) as refused:
        import_deal_set(session=tournament.sessions.get(), source="\n".join(lines(20)), imported_by=None)

    assert refused.value.code == "results_exist"


def make_second_session(first: Tournament, returning: int) -> Session:
    """A later evening of the club, where the first people of an earlier one play again."""
    second = make_tournament(first.club, name="Deuxième")
    people = list(Person.objects.filter(entries__tournament=first).order_by("last_name")[:returning])
    enter_people(tournament=second, people=people, entered_by=None)
    return second.sessions.get()


def test_set_used_again_whole_keeps_its_fingerprint_and_names_its_source() -> None:
    first = make_seated_tournament(make_club())
    earlier = first.sessions.get()
    session = make_second_session(first, 0)

    deal_set = reuse_deal_set(session=session, earlier=earlier, reused_by=None)

    event = AuditEvent.objects.get(action="deals.reused")
    assert earlier.deal_set is not None
    assert (deal_set.origin, deal_set.source) == (DealSetOrigin.REUSED, earlier.deal_set)
    assert [hands_of(deal) for deal in deal_set.deals.all()] == [
        hands_of(deal) for deal in earlier.deal_set.deals.all()
    ]
    assert deal_set.commitment == earlier.deal_set.commitment
    assert event.after == {"commitment": deal_set.commitment, "source": f"{first.slug}/1"}
    assert is_proved(deal_set)


def test_set_whose_seed_is_public_is_sealed_anew() -> None:
    first = make_seated_tournament(make_club())
    reveal(first)
    earlier = first.sessions.get()

    deal_set = reuse_deal_set(
        session=make_second_session(first, 0), earlier=earlier, reused_by=None, confirmed=True
    )

    assert earlier.deal_set is not None
    assert deal_set.commitment != earlier.deal_set.commitment
    assert is_proved(deal_set)


@pytest.mark.postgres
def test_people_who_have_seen_deals_are_named_and_confirmed() -> None:
    first = make_seated_tournament(make_club())
    session = make_second_session(first, 2)

    with pytest.raises(AppError) as refusal_info:
        reuse_deal_set(session=session, earlier=first.sessions.get(), reused_by=None)
    assert DealSet.objects.count() == 1
    reused = reuse_deal_set(session=session, earlier=first.sessions.get(), reused_by=None, confirmed=True)

    people = refusal_info.value.extra["people"]
    assert (refusal_info.value.code, list(refusal_info.value.fields)) == ("deals_seen", ["confirmed"])
    assert [row["name"] for row in people] == [str(person) for person in Person.objects.order_by("pk")[:2]]
    assert people[0]["boards"] == list(range(1, BOARDS + 1))
    assert reused.deals.count() == BOARDS


def test_deal_is_recognised_by_its_cards_under_another_number(django_assert_num_queries) -> None:
    first = make_seated_tournament(make_club())
    session = make_second_session(first, 3)
    deal_set = first.sessions.get().deal_set
    assert deal_set is not None
    hands_seen = hands_of(deal_set.deals.get(number=4))

    with django_assert_num_queries(3):
        people_found = list_people_who_saw(session, {hands_seen: 9, lines(1)[0]: 1})

    assert [row.boards for row in people_found] == [(9,)] * 3
    assert list_people_who_saw(session, {lines(1)[0]: 1}) == []
    assert list_people_who_saw(make_second_session(first, 0), {hands_seen: 9}) == []


def make_takers_evening(club: Club) -> Session:
    session = make_session(club)
    deal_boards(session=session, dealt_by=None, takers_only=True)
    return Session.objects.get(pk=session.pk)


def record_rest(session: Session, board: int) -> None:
    """The hands of one board, the cards that were not dealt to the taker in their order."""
    deal_set = Session.objects.get(pk=session.pk).deal_set
    assert deal_set is not None
    deal = deal_set.deals.get(number=board)
    assert deal.taker is not None
    hand = open_deal_layout(deal).hands[deal.taker]
    other_cards = [card for card in ONE_PACK if card not in hand]
    pockets = [other_cards[:18], other_cards[18:36], other_cards[36:54]]
    pockets.insert(deal.taker, list(hand))
    record_hands(session=session, board=board, pockets=pockets, seen_version=deal.version, recorded_by=None)


def test_takers_hands_used_again_are_proved_whatever_is_recorded_around_them() -> None:
    club = make_club()
    earlier, session = make_takers_evening(club), make_session(club)
    record_rest(earlier, 2)

    deal_set = reuse_deal_set(session=session, earlier=earlier, reused_by=None)
    record_rest(session, 3)

    assert deal_set.scope == DealSetScope.TAKERS
    assert [deal.number for deal in deal_set.deals.all() if deal.is_whole] == [3]
    assert is_proved(deal_set)


def test_takers_deals_that_were_all_completed_are_used_again_whole() -> None:
    club = make_club()
    earlier, session = make_takers_evening(club), make_session(club)
    for board in range(1, BOARDS + 1):
        record_rest(earlier, board)

    deal_set = reuse_deal_set(session=session, earlier=earlier, reused_by=None)

    assert deal_set.scope == DealSetScope.ALL
    assert all(deal.is_whole for deal in deal_set.deals.all())
    assert is_proved(deal_set)


def test_deals_that_anybody_may_see_are_confirmed() -> None:
    first = make_seated_tournament(make_club())
    earlier, session = first.sessions.get(), make_second_session(first, 0)
    open_boards(session=earlier, boards=[3, 7], opened_by=None)

    with pytest.raises(AppError) as refusal_info:
        reuse_deal_set(session=session, earlier=earlier, reused_by=None)
    reveal(first)
    with pytest.raises(AppError) as asked_again:
        reuse_deal_set(session=session, earlier=earlier, reused_by=None)

    assert (refusal_info.value.code, refusal_info.value.extra) == (
        "deals_seen",
        {"people": [], "public_boards": [3, 7]},
    )
    assert asked_again.value.extra["public_boards"] == list(range(1, BOARDS + 1))


def test_own_session_is_no_earlier_one() -> None:
    tournament = make_seated_tournament(make_club())
    session = tournament.sessions.get()
    open_boards(session=session, boards=None, opened_by=None)
    assert session.deal_set is not None
    hands = {hands_of(deal): deal.number for deal in session.deal_set.deals.all()}

    assert list_people_who_saw(session, hands) == []
    assert list_public_boards(session, hands) == []


def test_deals_of_another_club_or_too_few_are_not_used() -> None:
    club = make_club()
    session = make_session(club)
    short = make_tournament(club, table_count=5)
    deal_boards(session=short.sessions.get(), dealt_by=None, constraints=ANY_HAND)
    short_session = short.sessions.get()
    assert short_session.deal_set is not None
    short_session.deal_set.deals.filter(number=7).delete()
    foreign = make_seated_tournament(make_club()).sessions.get()

    for earlier in (session, short_session, foreign):
        with pytest.raises(AppError) as refused:
            reuse_deal_set(session=session, earlier=earlier, reused_by=None)
        assert refused.value.code == "deals_not_reusable"


def test_sessions_that_can_be_used_again_are_those_of_the_club_with_enough_deals() -> None:
    club = make_club()
    session = make_session(club)
    make_session(club)
    dealt = make_session(club)
    deal_boards(session=dealt, dealt_by=None, constraints=ANY_HAND)
    make_seated_tournament(make_club())

    assert list(reusable_sessions(session, BOARDS)) == [dealt]
    assert list(reusable_sessions(session, BOARDS + 1)) == []
