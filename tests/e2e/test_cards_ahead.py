"""A card chosen before one's turn, at a table of three people."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.core.actions import Action, PlayCard, format_action
from games.core.cards import Card
from games.core.play import State
from games.core.variants.registry import find_variant
from play.free.models import TableSeat
from play.free.services.acting import act_at_seat
from tests.e2e.judging import faults_of_kinds
from tests.e2e.signed_in import sign_in
from tests.factories.free_tables import Club
from tests.factories.tournaments import make_user

pytestmark = pytest.mark.django_db(transaction=True)
GAME = "nullo-3"
LEADING, FOLLOWING, WAITING = 0, 1, 2
"""Seats; the browser is at the last one."""
OWN_TURN = "form.turn:not(.waits, .say)"


def moment_before_a_trick() -> tuple[State, Action, Action, State]:
    """Return a deal before a trick, the two cards led and played to it, and the deal after them.

    The third player may then play some of their cards, not all.
    """
    variant = find_variant(GAME)
    for number in range(1_000):
        rng = Random(number)
        state = variant.start(variant.random_layout(rng), dealer=2)
        while not state.is_over:
            led = rng.choice(state.legal_actions())
            has_played = any(isinstance(step.action, PlayCard) for step in state.steps)
            if has_played and state.to_act == LEADING and isinstance(led, PlayCard):
                between = state.apply(led)
                if not between.is_over and between.to_act == FOLLOWING:
                    followed = rng.choice(between.legal_actions())
                    next_state = between.apply(followed)
                    if (
                        not next_state.is_over
                        and next_state.to_act == WAITING
                        and len(playable(next_state)) < len(hand_of(next_state))
                    ):
                        return state, led, followed, next_state
            state = state.apply(led)
    raise AssertionError("no deal comes to it")


def playable(state: State) -> set[Card]:
    return {action.card for action in state.legal_actions() if isinstance(action, PlayCard)}


def hand_of(state: State) -> tuple[Card, ...]:
    """Cards of the browser's seat."""
    return tuple(state.view(WAITING).hand)


def sit_at(state: State, page: Page, site: str) -> Club:
    """Open a table of three in the browser, in a given state of its deal."""
    club = Club(GAME, people=1, action_seconds=600)
    club.stage(state)
    user = make_user("Odile")
    club.sit("Boris", "device 1", FOLLOWING)
    club.sit("Odile", "device 2", WAITING, user)
    TableSeat.objects.update(plays_from=1, seen_at=club.now)
    sign_in(page.context, site, user)
    page.goto(site + reverse("rooms-free-table", args=[club.table.secret]))
    return club


def play_both(club: Club, state: State, *actions: Action, page: Page) -> None:
    """The others play one after the other; the page shows the first card before the second is played."""
    for place, action in enumerate(actions):
        number = len(state.steps) + place
        expect(page.locator("[name=numero]").first).to_have_value(str(number))
        act_at_seat(me=club.seats[place], number=number, texts=[format_action(action)], now=club.now)


@pytest.mark.parametrize("is_legal", [True, False], ids=["legal", "illegal"])
def test_card_chosen_ahead_is_played_at_once_or_given_back_in_words(
    page: Page, live_server, is_legal: bool
) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_viewport_size({"width": 360, "height": 640})
    state, led, followed, next_state = moment_before_a_trick()
    hand = hand_of(next_state)
    card = min(playable(next_state) if is_legal else set(hand) - playable(next_state))
    second_choice = min(set(hand) - {card})
    club = sit_at(state, page, live_server.url)

    early = page.locator(f'button[data-ahead="{format_action(PlayCard(card))}"]')
    page.locator(f'button[data-ahead="{format_action(PlayCard(second_choice))}"]').click(
        position={"x": 8, "y": 12}
    )
    early.click(position={"x": 8, "y": 12})
    expect(early).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-ahead][aria-pressed="true"]')).to_have_count(1)
    expect(page.locator("[data-told] [role=status]")).to_contain_text("sera jouée à votre tour")
    assert is_legal or faults_of_kinds(page, page.url, "rooms-free-deal", {}) == []
    play_both(club, state, led, followed, page=page)

    if is_legal:
        expect(page.locator(".own-hand .playing-card")).to_have_count(len(hand) - 1)
        steps = club.look(club.seats[2]).sitting.state.steps  # type: ignore[union-attr]
        assert (steps[-1].seat, steps[-1].action) == (WAITING, PlayCard(card))
    else:
        expect(page.locator("[data-told] [role=alert]")).to_contain_text("n’est pas permise ici")
        expect(page.locator(OWN_TURN)).to_be_visible()
        expect(page.locator(".own-hand .playing-card")).to_have_count(len(hand))
    assert errors == []


def test_card_chosen_ahead_is_kept_back_by_a_second_tap(page: Page, live_server) -> None:
    state, led, followed, next_state = moment_before_a_trick()
    club = sit_at(state, page, live_server.url)
    card = min(playable(next_state))
    early = page.locator(f'button[data-ahead="{format_action(PlayCard(card))}"]')

    early.focus()
    page.keyboard.press("Space")
    expect(early).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")

    expect(early).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-told]")).to_be_empty()
    play_both(club, state, led, followed, page=page)
    expect(page.locator(OWN_TURN)).to_be_visible()
    page.wait_for_timeout(1_500)  # longer than what happened is told
    expect(page.locator(".own-hand .playing-card")).to_have_count(len(hand_of(next_state)))
