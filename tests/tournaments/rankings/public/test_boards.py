"""Page of one étui: its neighbours, both sides, the reader's own line, and plays card by card."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.exchange.deals import record_of_state
from games.core.notation import format_played_deal
from tests.factories.recorded_plays import record_play
from tests.factories.tournaments import (
    SCORES,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.deals.services.deals import open_boards
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.rankings.queries.replays import find_replay_moment
from tournaments.results.queries.boards import play_line
from tournaments.templatetags.evenings import shade_in

pytestmark = pytest.mark.django_db

CARDS = 72


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club())
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    enter_results(zip(list_plays(tournament)[:5], SCORES, strict=False))
    return tournament


@pytest.fixture
def end(evening):
    """The first board, played to its end by chance and kept as a record."""
    return record_play(list_plays(evening)[0])


def board(evening, number=1):
    return reverse("public-board", args=[evening.slug, number])


def replay(evening):
    return reverse("public-replay", args=[evening.slug, 1, list_plays(evening)[0].pk])


def test_an_etui_leads_to_its_neighbours(evening):
    for number, neighbours in ((1, (None, 2)), (7, (6, 8)), (20, (19, None))):
        page = Client().get(board(evening, number))
        assert page.context["neighbours"] == neighbours
        for neighbour in filter(None, neighbours):
            assert f'href="{board(evening, neighbour)}"' in page.text


def test_attack_and_defence_are_two_tables_each_by_its_marks(evening):
    report = Client().get(board(evening)).context["report"]

    attack = [row.attack_mark for row in report.by_attack]
    defence = [row.defence_mark for row in report.by_defence]
    assert attack == sorted(attack, reverse=True)
    assert defence == sorted(defence, reverse=True)
    assert report.by_attack[0].line.score == report.by_defence[-1].line.score == max(SCORES[:5])


def test_hands_stand_before_the_results(evening):
    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)

    page = Client().get(board(evening)).text

    assert 0 < page.index('id="mains"') < page.index("Fréquences")


def test_the_axis_leads_to_each_table_and_the_felt_names_who_sat_there(evening):
    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)
    line = play_line(list_plays(evening)[1])
    client, address = Client(), board(evening)

    page_before = client.get(address).text
    page_after = client.get(f"{address}?partie={line.play.pk}").text

    assert all(f"?partie={play.pk}#tables" in page_before for play in list_plays(evening)[:5])
    felts = [
        text.split('class="felt-table')[1].split("chosen-table")[0] for text in (page_before, page_after)
    ]
    assert "who" not in felts[0]
    assert all(f'<span class="who">{entry.public_name}</span>' in felts[1] for entry in line.entries)
    assert "chosen-table" not in page_before
    assert f"Table {line.play.table.number}, position {line.play.round.number}" in page_after


def test_a_table_that_did_not_play_the_etui_is_none_of_it(evening):
    for play in ("0", "x", "99999999999999999999"):
        assert Client().get(board(evening), {"partie": play}).context["chosen"] is None


def test_an_etui_in_circulation_names_no_table(evening):
    play = list_plays(evening)[5]
    enter_results([(play, 62)])

    page = Client().get(f"{board(evening, play.board)}?partie={play.pk}")

    assert page.context["chosen"] is None
    assert "score-axis" not in page.text


def test_the_reader_sees_what_an_etui_did_to_his_total(evening):
    client, line = Client(), play_line(list_plays(evening)[0])
    client.post(reverse("public-own", args=[evening.slug, line.taker.pk]))

    page = client.get(board(evening))

    mark = page.context["own_lines"][0][1].mark
    assert page.context["swing"] == mark - 50
    assert page.context["chosen"].line.play == line.play
    assert "sur votre total" in page.text


def test_the_list_shows_the_spread_of_what_is_played_and_the_readers_own_mark(evening):
    enter_results([(list_plays(evening)[5], 62)])
    client, line = Client(), play_line(list_plays(evening)[0])
    address = reverse("public-boards", args=[evening.slug])
    stranger = client.get(address)

    client.post(reverse("public-own", args=[evening.slug, line.taker.pk]))
    page = client.get(address)

    complete_tile, circulating = page.context["tiles"][:2]
    assert complete_tile.spread == (min(SCORES[:5]), max(SCORES[:5]))
    assert (circulating.spread, circulating.own) == (None, ())
    assert [figure.entry for figure in complete_tile.own] == [line.taker]
    assert complete_tile.own[0].score == line.score
    assert f'class="complete {shade_in(complete_tile.own[0].mark, complete_tile.measure)}"' in page.text
    assert "vous" not in stranger.text.split('class="board-grid"')[1].split("</ul>")[0]


def test_the_list_tells_no_scores_while_results_are_hidden(evening):
    set_visibility(tournament=evening, visibility=Visibility.PRIVATE, set_by=None)
    desk = Client()
    desk.force_login(make_user(club=evening.club))

    assert desk.get(reverse("public-boards", args=[evening.slug])).context["tiles"]
    assert Client().get(reverse("public-boards", args=[evening.slug])).status_code == 404


def test_the_reader_who_said_who_he_is_finds_his_line_marked(evening):
    client, line = Client(), play_line(list_plays(evening)[0])
    choice = reverse("public-own", args=[evening.slug, line.taker.pk])
    page_before = client.get(board(evening))

    client.post(choice)
    page_after = client.get(board(evening))
    client.post(choice)
    given_up = client.get(board(evening))

    marked_lines = [page.text.count('class="mine"') for page in (page_before, page_after, given_up)]
    assert marked_lines == [0, 1, 0]
    assert [row.line.play for row, _figure in page_after.context["own_lines"]] == [line.play]
    assert "en attaque, table 1" in page_after.text


def test_the_ranking_leads_the_reader_to_his_line_and_nobody_else(evening):
    client, entry = Client(), evening.entries.first()
    standings = reverse("public-standings", args=[evening.slug])
    client.post(reverse("public-own", args=[evening.slug, entry.pk]))

    own_page, foreign_page = client.get(standings), Client().get(standings)

    assert own_page.context["own"] == [entry.pk]
    assert [f'href="#j{entry.pk}"' in page.text for page in (own_page, foreign_page)] == [True, False]
    assert ["data-own" in page.text for page in (own_page, foreign_page)] == [True, False]


def test_whatever_the_device_kept_of_its_reader_the_page_opens(evening):
    client = Client()
    for cookie in ("x", "²", "9" * 60, "..", "1.2.3"):
        client.cookies["moi"] = cookie
        assert client.get(board(evening)).status_code == 200


def test_a_replay_opens_with_the_hands(evening, end):
    closed = Client().get(replay(evening))
    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)

    opened = Client().get(replay(evening))

    assert closed.status_code == 404
    assert opened.context["moment"].card_count == CARDS
    assert replay(evening) in Client().get(board(evening)).text


def test_a_replay_stands_at_the_card_asked_for(evening, end):
    open_boards(session=evening.sessions.get(), boards=[1], opened_by=None)
    cards = {"0": 0, "7": 7, "72": 72, "73": 72, "9999": 72, "99999": 0, "-1": 0, "x": 0, "²": 0}

    for card_query, played_count in cards.items():
        assert Client().get(replay(evening), {"carte": card_query}).context["moment"].played == played_count


def test_moments_of_a_replay_follow_the_play(end):
    text = format_played_deal(record_of_state(end))
    tricks = end.tricks()

    start, middle, seventh, last = (find_replay_moment(text, card_count) for card_count in (0, 6, 8, CARDS))

    assert [len(hand) for hand in start.hands] == [18] * 4
    assert len(start.discard) == 6
    assert (start.trick, start.winner, start.won) == ((), None, (0, 0, 0, 0))
    assert [card for _seat, card in middle.trick] == list(tricks[1].cards[:2])
    assert (middle.trick_number, middle.previous_trick, middle.next_trick) == (2, 4, 8)
    assert seventh.winner == tricks[1].winner
    assert (last.hands, sum(last.won), last.next) == ((frozenset(),) * 4, 18, CARDS)
