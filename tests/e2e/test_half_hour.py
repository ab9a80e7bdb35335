"""A round of the half hour: a guest on a phone among forty players at their own pace."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from common.errors import AppError
from games.core.actions import format_action
from play.rooms.models import RoomEntry, RoomPlay, RoomRound
from play.rooms.services.rounds import leave_round, play_next
from play.rooms.services.settling import settle_round
from play.tables.models import PlayedTable
from play.tables.services.played_tables import let_robots_play, load_sitting, play_turn
from tests.e2e.test_free_tables import AT_ONCE, one_request_at_a_time
from tests.e2e.test_rooms import judge, move_back, phone, tap_to_the_end
from tests.factories.played_tables import play_out
from tests.factories.rooms import make_entry, make_room, make_round

__all__ = ["one_request_at_a_time", "phone"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.nights]
DEALS, AT_THE_START, LATE = 3, 30, 10


def play_a_deal(entry: RoomEntry) -> None:
    """Let an entry play its next deal at random, from its own seed."""
    with AT_ONCE:
        table = play_next(entry=entry, now=timezone.now()).table
        assert table is not None
        sitting, rng = let_robots_play(load_sitting(table)), Random(entry.number)
        while not sitting.state.is_over:
            texts = [format_action(rng.choice(sitting.view.legal))] if sitting.is_turn else []
            sitting = play_turn(table=table, number=sitting.number, texts=texts)


def naive_ranking(of: RoomRound) -> dict[int, tuple[int | None, Fraction]]:
    """Place, with half of the deals at least, and percentage of each entry's number, by plain counting."""
    scores: dict[int, dict[int, Fraction]] = {deal: {} for deal in range(1, of.deals + 1)}
    for play in RoomPlay.objects.filter(entry__round=of, table__ended_at__isnull=False):
        assert play.table is not None
        scores[play.deal][play.entry.number] = Fraction(play.table.score)
    marks: dict[int, list[Fraction]] = {}
    for field in scores.values():
        for number, values in field.items():
            rival_scores = [score for rival, score in field.items() if rival != number]
            halves = sum(2 * (values > score) + (values == score) for score in rival_scores)
            marks.setdefault(number, []).append(Fraction(100 * halves, 2 * len(rival_scores)))
    means = {number: sum(values) / Fraction(len(values)) for number, values in marks.items()}
    ranked = [mean for number, mean in means.items() if 2 * len(marks[number]) >= of.deals]
    return {
        number: (
            1 + sum(rival > mean for rival in ranked) if 2 * len(marks[number]) >= of.deals else None,
            mean,
        )
        for number, mean in means.items()
    }


def shown(percent: Fraction) -> str:
    exact = Decimal(percent.numerator) / Decimal(percent.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP)).replace(".", ",")


def play_own_deal(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Jouer la donne {number}").click()
    expect(page.locator("form.turn")).to_be_visible()
    play_out(PlayedTable.objects.get(ended_at=None), until_cards=2)
    page.reload()
    tap_to_the_end(page)
    page.get_by_role("link", name="La manche", exact=True).click()
    expect(page.get_by_role("heading", name="Mes donnes")).to_be_visible()


def everybody_plays(people: Sequence[RoomEntry]) -> None:
    for entry in people:
        play_a_deal(entry)


def test_guest_among_forty_plays_the_half_hour_to_the_place_that_plain_counting_gives(
    phone: Page,
    live_server: LiveServer,
) -> None:
    of = make_round(make_room("Salle de la demi-heure", deals=DEALS))
    people = [make_entry(of) for _ in range(AT_THE_START)]
    phone.goto(live_server.url + reverse("rooms-round", args=[of.pk]))
    phone.get_by_role("button", name="Entrer dans cette manche").click()
    expect(phone.get_by_role("heading", name="Mes donnes")).to_be_visible()
    guest_entry = RoomEntry.objects.get(round=of, number=AT_THE_START + 1)

    everybody_plays(people[:20])
    play_own_deal(phone, 1)
    expect(phone.get_by_text("cachée")).to_be_visible()
    with AT_ONCE:
        leave_round(entry=people[0], now=timezone.now())
        people += [make_entry(of, now=timezone.now()) for _ in range(LATE)]
    everybody_plays(people[20:])
    play_own_deal(phone, 2)
    everybody_plays(people[1:])
    play_own_deal(phone, 3)
    judge(phone, "rooms-round")
    everybody_plays(people[1:])
    with AT_ONCE:
        move_back(of, 16)
        of.refresh_from_db()
        with pytest.raises(AppError, match="entry_closed"):
            make_entry(of, now=timezone.now())
        move_back(of, 30)
        of.refresh_from_db()
        settle_round(of=of, now=timezone.now())
        expected = naive_ranking(of)
        entries = list(of.entries.all())

    assert len(entries) == AT_THE_START + 1 + LATE
    assert {
        ranked_entry.number: (ranked_entry.place, Fraction(ranked_entry.percent)) for ranked_entry in entries
    } == expected
    assert expected[people[0].number][0] is None
    place, percent = expected[guest_entry.number]
    placed = sum(ranked_entry is not None for ranked_entry, _percent in expected.values())
    phone.reload()
    expect(phone.locator(".my-place")).to_have_text(
        f"Votre place : {place} sur {placed}, avec {shown(percent)} %"
    )
    expect(phone.locator(".room-ranking tr.mine")).to_have_count(1)
    expect(phone.locator(".room-ranking tbody tr")).to_have_count(len(entries))
    judge(phone, "rooms-round")
