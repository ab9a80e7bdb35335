"""Playing an étui again: only when its hands are public, beside the results of the field."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from games.core.actions import PlayCard, format_action
from play.tables.models import PlayedTable
from play.tables.services.played_tables import let_robots_play, load_sitting, play_turn
from tests.factories.opened import cards_of
from tests.factories.tournaments import SCORES, enter_result, list_plays, make_club, make_seated_tournament
from tournaments.deals.services.deals import close_boards, open_boards
from tournaments.enums import JobState, Visibility
from tournaments.evening.services.practice import delete_practice
from tournaments.events.services.events import set_visibility
from tournaments.models import BoardReference, PlayAnalysis, Tournament

pytestmark = pytest.mark.django_db
FORM = {"seat": "0", "level": "debutant"}


@pytest.fixture
def evening() -> Tournament:
    """Public; its first étui is played everywhere and open."""
    tournament = make_seated_tournament(make_club())
    for play, score in zip(list_plays(tournament), SCORES[:5], strict=False):
        enter_result(play, score)
    open_boards(session=tournament.sessions.get(), boards=[1], opened_by=None)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def address(evening: Tournament, board: int = 1) -> str:
    return reverse("rooms-again", args=[evening.slug, board])


def finish(table: PlayedTable) -> None:
    rng, sitting = Random(1), let_robots_play(load_sitting(table))
    while not sitting.state.is_over:
        texts = [format_action(rng.choice(sitting.view.legal))] if sitting.is_turn else []
        sitting = play_turn(table=table, number=sitting.number, texts=texts)


def test_open_board_is_played_with_its_cards_and_contract(client: Client, evening: Tournament) -> None:
    page = client.get(reverse("public-board", args=[evening.slug, 1])).content.decode()
    assert address(evening) in page

    answer = client.post(address(evening), FORM)
    assert answer.status_code == 302, answer.content.decode()
    table = PlayedTable.objects.get()
    sitting = load_sitting(table)
    deal = evening.sessions.get().deal_set.deals.get(number=1)
    assert sitting.state.layout.hands == cards_of(deal).hands
    assert (table.seat, table.dealer, table.taker, table.bid) == (0, deal.dealer, deal.taker, "garde")


def test_closed_board_is_not_found_and_not_linked(client: Client, evening: Tournament) -> None:
    page = client.get(reverse("public-board", args=[evening.slug, 2])).content.decode()

    assert address(evening, 2) not in page
    assert client.get(address(evening, 2)).status_code == 404
    assert client.post(address(evening, 2), FORM).status_code == 404
    assert not PlayedTable.objects.exists()


def test_seat_that_is_none_is_refused_at_its_field(client: Client, evening: Tournament) -> None:
    answer = client.post(address(evening), FORM | {"seat": "4"})

    assert answer.context["form"].errors.keys() == {"seat"}


def test_score_stands_beside_the_fields(client: Client, evening: Tournament) -> None:
    client.post(address(evening), FORM)
    table = PlayedTable.objects.get()
    finish(table)

    field = client.get(reverse("rooms-table", args=[table.secret])).context["field"]

    scores = list(SCORES[:5])
    own_score = int(field.own)
    sign = 1 if field.is_attack else -1
    below = sum(sign * score < sign * own_score for score in scores)
    assert field.table_count == 5
    assert field.percentage == (2 * below + scores.count(own_score)) * 10
    assert sum(row.count for row in field.scores) == 5
    assert [row.is_own for row in field.scores].count(True) == 1


def test_field_is_hidden_again_with_the_board(client: Client, evening: Tournament) -> None:
    client.post(address(evening), FORM)
    table = PlayedTable.objects.get()
    finish(table)
    page = reverse("rooms-table", args=[table.secret])
    assert client.get(page).context["field"] is not None

    close_boards(session=evening.sessions.get(), boards=[1], closed_by=None)

    assert client.get(page).context["field"] is None


def test_play_stays_with_its_player_after_the_event_is_deleted(client: Client, evening: Tournament) -> None:
    client.post(address(evening), FORM)
    table = PlayedTable.objects.get()
    finish(table)
    Tournament.objects.filter(pk=evening.pk).update(is_practice=True)
    delete_practice(tournament=evening, deleted_by=None)

    pages = [client.get(reverse("rooms-home")), client.get(reverse("rooms-table", args=[table.secret]))]

    assert [page.status_code for page in pages] == [200, 200]
    assert all("Étui rejoué" in page.text for page in pages)


def test_analysis_says_what_a_card_cost_beside_the_field_while_the_board_is_open(
    client: Client, evening: Tournament
) -> None:
    client.post(address(evening), FORM)
    table = PlayedTable.objects.get()
    finish(table)
    sitting = load_sitting(table)
    state = sitting.state
    first = next(step.seat for step in state.steps if isinstance(step.action, PlayCard))
    best = 999 if first in state.outcome().attackers else -999  # type: ignore[union-attr]
    cards = sum(len(trick.cards) for trick in state.tricks())
    PlayAnalysis.objects.create(
        table=table,
        log_length=sitting.number,
        state=JobState.DONE,
        readings=[[best, best, -best, -best, None, None, []]]
        + [[-best, -best, -best, -best, None, None, []]] * (cards - 1),
    )
    page, cost_text = reverse("rooms-table-replay", args=[table.secret]), "elle coûte 100\u00a0%"

    assert cost_text in client.get(page, {"carte": 1}).text
    close_boards(session=evening.sessions.get(), boards=[1], closed_by=None)

    other_page = client.get(page, {"carte": 1}).text
    assert cost_text not in other_page
    assert "Cette carte coûte" in other_page


def test_score_stands_beside_the_robots_once_they_played(client: Client, evening: Tournament) -> None:
    client.post(address(evening), FORM)
    table = PlayedTable.objects.get()
    finish(table)
    page = reverse("rooms-table", args=[table.secret])
    assert client.get(page).context["robots"] is None

    BoardReference.objects.create(
        session=evening.sessions.get(), board=1, state=JobState.DONE, scores=[-5000, 5000, 5000, 5000]
    )

    robots, field = (client.get(page).context[name] for name in ("robots", "field"))
    assert (robots.count, robots.median) == (4, 5000)
    assert robots.percentage == (25 if field.is_attack else 75)
