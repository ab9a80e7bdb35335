"""Hands written down on the page, card by card."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.cards import CARD_COUNT
from games.models import Deal
from tests.factories.opened import open_deal_layout
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import SEED, make_reader, make_seated_tournament, make_tournament
from tournaments.deals.services.deals import deal_boards
from tournaments.models import AuditEvent, Club, Tournament

WHOLE = {f"card-{card}": str(min(card // 18, 4)) for card in range(CARD_COUNT)}
"""Four hands of 18 cards in the order of the pack, the dog with the last six."""


@pytest.fixture
def evening(club: Club, owner: User) -> Tournament:
    tournament = make_tournament(club)
    make_reader(owner, tournament)
    return tournament


def path_of(tournament: Tournament, number: int = 1) -> str:
    return reverse("organiser-hands-record", args=[tournament.slug, number])


def typed(version: int = 0, **cards: str) -> dict[str, str]:
    return {"seen_version": str(version), **WHOLE, **cards}


def test_hands_are_stored_and_the_next_board_comes(signed_in: Client, evening: Tournament) -> None:
    response = signed_in.post(path_of(evening), typed())

    deal = Deal.objects.get()
    assert [len(hand) for hand in open_deal_layout(deal).hands] == [18, 18, 18, 18]
    assert open_deal_layout(deal).hands[1] == frozenset(range(18, 36))
    assert response.headers["Location"] == path_of(evening, 2)


def test_pocket_that_is_left_out_is_completed(signed_in: Client, evening: Tournament) -> None:
    signed_in.post(path_of(evening), {name: value for name, value in typed().items() if value != "3"})

    assert open_deal_layout(Deal.objects.get()).hands[3] == frozenset(range(54, 72))


def test_wrong_counts_are_told_pocket_by_pocket_and_the_input_stays(
    signed_in: Client, evening: Tournament
) -> None:
    page = signed_in.post(path_of(evening), typed(**{"card-0": "1"}))

    errors = page.context["form"].non_field_errors()
    assert [error.partition("\u00a0:")[0] for error in errors] == ["Nord", "Ouest"]
    pockets_by_card = {field.card: field.pocket for row in page.context["form"].rows for field in row}
    assert (pockets_by_card[0], pockets_by_card[1], pockets_by_card[77]) == ("1", "0", "4")
    assert not Deal.objects.exists()


@pytest.mark.parametrize("value", ["5", "-1", "x", "\x00", ""])
def test_card_in_no_pocket_that_exists_is_in_none(signed_in: Client, evening: Tournament, value: str) -> None:
    signed_in.post(path_of(evening), typed(**{"card-77": value}))

    assert len(open_deal_layout(Deal.objects.get()).piles[0]) == 6


def test_correction_starts_from_what_is_stored_and_a_stale_one_is_asked_again(
    signed_in: Client, evening: Tournament
) -> None:
    signed_in.post(path_of(evening), typed())
    page = signed_in.get(path_of(evening))
    assert {field.card: field.pocket for row in page.context["form"].rows for field in row}[20] == "1"

    swapped = {"card-0": "1", "card-18": "0"}
    stale = signed_in.post(path_of(evening), typed(**swapped))
    assert "Quelqu’un a déjà relevé ces mains" in stale.text
    assert Deal.objects.get().version == 1

    signed_in.post(path_of(evening), typed(stale.context["form"]["seen_version"].value(), **swapped))
    assert Deal.objects.get().version == 2
    assert 0 in open_deal_layout(Deal.objects.get()).hands[1]


def test_sealed_hand_of_the_taker_is_there_already_and_looking_is_traced(
    signed_in: Client, evening: Tournament
) -> None:
    deal_boards(session=evening.sessions.get(), dealt_by=None, seed=SEED, takers_only=True)
    deal = Deal.objects.get(number=2)
    assert deal.taker == 1

    page = signed_in.get(path_of(evening, 2))

    cards_of_taker = {field.card for row in page.context["form"].rows for field in row if field.pocket == "1"}
    assert cards_of_taker == open_deal_layout(deal).hands[1]
    assert AuditEvent.objects.filter(action="deals.seen", after={"board": 2}).count() == 1
    assert "Étui 2, à l’écran" in signed_in.get(reverse("organiser-deals", args=[evening.slug])).text


def test_boards_dealt_whole_or_not_of_the_session_are_not_recorded(
    signed_in: Client, owner: User, club: Club, evening: Tournament
) -> None:
    full_event = make_seated_tournament(club)
    make_reader(owner, full_event)

    assert signed_in.get(path_of(evening, 21)).status_code == 404
    assert "il n’y a rien à relever" in signed_in.get(path_of(full_event), follow=True).text
    assert "Relever les mains" not in signed_in.get(reverse("organiser-deals", args=[full_event.slug])).text
    assert "Relever les mains" in signed_in.get(reverse("organiser-deals", args=[evening.slug])).text


@pytest.mark.parametrize(
    ("game", "rules", "hands", "left"),
    [("tarot-5", "fft", [15] * 5, 3), ("contrat-3", "fft cards_each=5", [5] * 3, 7)],
)
def test_hands_of_another_game_are_as_large_as_its_rules_say(
    signed_in: Client, owner: User, club: Club, game: str, rules: str, hands: list[int], left: int
) -> None:
    seats = len(hands)
    tournament = make_sheet_tournament(
        club,
        format_code="friendly",
        game=game,
        table_count=seats,
        player_count=seats * seats,
        options={"rules": rules},
    )
    make_reader(owner, tournament)
    page = signed_in.get(path_of(tournament))
    pockets = [str(pocket) for pocket, size in enumerate([*hands, left]) for _card in range(size)]
    cards = [field.card for row in page.context["form"].rows for field in row]

    pockets_typed = {f"card-{card}": pocket for card, pocket in zip(cards, pockets, strict=True)}
    answer = signed_in.post(path_of(tournament), {"seen_version": "0", **pockets_typed})

    assert answer.status_code == 302, answer.context["form"].errors
    sizes = {choice.value: choice.size for choice in page.context["form"].choices}
    assert sizes == {str(pocket): size for pocket, size in enumerate([*hands, left])}
    assert [len(hand) for hand in open_deal_layout(Deal.objects.get()).hands] == hands
