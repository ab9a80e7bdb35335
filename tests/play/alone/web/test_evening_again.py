"""Playing the étuis of an evening one after the other, with a mean beside the field."""

from fractions import Fraction
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.actions import format_action
from play.alone.queries.evenings_again import BoardAgain, EveningAgain, PlaceInField, find_place
from play.alone.queries.fields import FieldComparison
from play.tables.models import PlayedTable
from play.tables.services.played_tables import let_robots_play, load_sitting, play_turn
from tests.factories.open_evenings import OPEN, open_evening
from tests.factories.shown_events import play as play_evening
from tests.factories.tournaments import make_club, make_seated_tournament, make_team_tournament, make_user
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.classification import Presence
from tournaments.core.showing import Moment, Part, Showing
from tournaments.deals.services.deals import close_boards, deal_boards, open_boards
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.showing import set_showing
from tournaments.models import Entry, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.work.kinds import request_standings

pytestmark = pytest.mark.django_db
FORM = {"seat": "2", "level": "debutant"}


@pytest.fixture
def evening() -> Tournament:
    """Public and played to its end; three of its étuis are open."""
    return open_evening(make_seated_tournament(make_club()))


def address(evening: Tournament) -> str:
    return reverse("rooms-evening-again", args=[evening.slug])


def play(client: Client, page: str, **values: str) -> PlayedTable:
    """Begin an étui and end it by cards drawn by chance."""
    table = begin(client, page, **values)
    rng, sitting = Random(1), let_robots_play(load_sitting(table))
    while not sitting.state.is_over:
        texts = [format_action(rng.choice(sitting.view.legal))] if sitting.is_turn else []
        sitting = play_turn(table=table, number=sitting.number, texts=texts)
    return table


def begin(client: Client, page: str, **values: str) -> PlayedTable:
    answer = client.post(page, FORM | values)
    assert answer.status_code == 302, answer.content.decode()
    return PlayedTable.objects.get(secret=answer["location"].split("/")[-2])


def is_linked(client: Client, evening: Tournament) -> bool:
    return address(evening) in client.get(reverse("public-boards", args=[evening.slug])).content.decode()


def test_etuis_come_in_turn_with_the_seat_and_level_of_the_last(client: Client, evening: Tournament) -> None:
    assert is_linked(client, evening)
    tables = [play(client, address(evening), seat=seat) for seat in ("3", "1")]

    form = client.get(address(evening)).context["form"]
    assert (form["seat"].value(), form["level"].value()) == (1, "debutant")
    tables.append(play(client, address(evening)))
    assert tuple(table.board_again.board for table in tables) == OPEN
    assert "Vous avez joué tous les étuis ouverts." in client.get(address(evening)).content.decode()
    assert client.post(address(evening), FORM)["location"] == address(evening)
    assert PlayedTable.objects.count() == len(OPEN)


def test_begun_etuis_are_to_be_finished(client: Client, evening: Tournament) -> None:
    for _board in OPEN:
        begin(client, address(evening))

    assert "Il vous reste des étuis à finir." in client.get(address(evening)).content.decode()


def test_mean_is_that_of_the_marks_at_each_table_and_stands_in_the_ranking(
    client: Client, evening: Tournament
) -> None:
    assert client.get(address(evening)).context["place"] is None
    tables = [play(client, address(evening)) for _board in OPEN]
    fields = [client.get(reverse("rooms-table", args=[table.secret])).context["field"] for table in tables]

    context = client.get(address(evening)).context

    marks = [field.percentage for field in fields]
    assert [board.field for board in context["evening"].boards] == fields
    assert context["evening"].mean == sum(marks, Fraction(0)) / len(marks)
    rows = snapshot_rows(latest_standings(evening.sessions.get()))
    better_players = [row for row in rows if row.value >= context["evening"].mean]
    assert (context["place"].place, context["place"].count) == (len(better_players) + 1, 20)


@pytest.mark.parametrize("rank", [0, 7, 19])
def test_mean_that_equals_a_players_stands_behind(evening: Tournament, rank: int) -> None:
    session = evening.sessions.get()
    values = sorted((row.value for row in snapshot_rows(latest_standings(session))), reverse=True)

    place = find_place(session, evening_of(values[rank]))

    assert place == PlaceInField(1 + sum(value >= values[rank] for value in values), 20)


def test_nobody_is_placed_before_a_mark_or_by_points(evening: Tournament) -> None:
    session = evening.sessions.get()

    assert find_place(session, EveningAgain((), Measure.PERCENT)) is None
    assert find_place(session, evening_of(Fraction(50), Measure.POINTS)) is None


def test_player_out_of_the_ranking_does_not_count(evening: Tournament) -> None:
    session = evening.sessions.get()
    Entry.objects.filter(pk=evening.entries.first().pk).update(presence=Presence.UNRANKED)
    request_standings(session=session)
    refresh_standings(session=session)

    assert find_place(session, evening_of(Fraction(0))) == PlaceInField(20, 19)


def evening_of(percentage: Fraction, measure: Measure = Measure.PERCENT) -> EveningAgain:
    """Return an evening with one étui played."""
    field = FieldComparison(own=0, is_attack=True, scores=(), table_count=5, percentage=percentage)
    return EveningAgain((BoardAgain(1, None, field),), measure)


def test_first_finished_play_of_an_etui_counts(client: Client, evening: Tournament) -> None:
    begun = begin(client, address(evening))
    page = client.get(address(evening))
    assert page.context["evening"].boards[0].table == begun
    assert page.context["evening"].mean is None
    assert "à finir" in page.content.decode()

    one_etui = reverse("rooms-again", args=[evening.slug, 1])
    finished = [play(client, one_etui) for _time in range(2)]

    assert client.get(address(evening)).context["evening"].boards[0].table == finished[0]


def test_plays_of_others_or_of_another_evening_do_not_count(client: Client, evening: Tournament) -> None:
    play(client, address(open_evening(make_seated_tournament(evening.club, name="Une autre"))))
    assert client.get(address(evening)).context["evening"].boards[0].table is None
    play(client, address(evening))

    assert Client().get(address(evening)).context["evening"].boards[0].table is None


def test_etui_that_is_closed_again_leaves(client: Client, evening: Tournament) -> None:
    play(client, address(evening))

    close_boards(session=evening.sessions.get(), boards=[1], closed_by=None)
    page = client.get(address(evening)).context["evening"]
    assert ([board.number for board in page.boards], page.mean) == ([2, 3], None)

    close_boards(session=evening.sessions.get(), boards=[2, 3], closed_by=None)
    assert "Aucun étui n’est ouvert à tous" in client.get(address(evening)).content.decode()
    assert not is_linked(client, evening)


def test_etuis_in_play_are_neither_shown_nor_linked(client: Client) -> None:
    # the first étui has five tables
    evening = open_evening(make_seated_tournament(make_club()), most_results=4)

    assert client.get(address(evening)).context["evening"].boards == ()
    assert not is_linked(client, evening)


def test_hidden_hands_are_neither_shown_nor_linked(client: Client, evening: Tournament) -> None:
    set_showing(tournament=evening, showing=Showing(hands=Moment.HIDDEN), set_by=None)

    assert client.get(address(evening)).context["evening"].boards == ()
    assert not is_linked(client, evening)


def test_etui_of_which_one_hand_is_known_cannot_be_played(client: Client) -> None:
    tournament = make_seated_tournament(make_club())
    deal_boards(session=tournament.sessions.get(), dealt_by=None, takers_only=True)

    assert client.get(address(open_evening(tournament))).context["evening"].boards == ()


@pytest.mark.parametrize(
    ("part", "mark_shows", "place_shows"), [(Part.BOARDS, False, False), (Part.RANKING, True, False)]
)
def test_hidden_results_and_a_hidden_ranking_stay_hidden(
    client: Client, evening: Tournament, part: Part, mark_shows: bool, place_shows: bool
) -> None:
    play(client, address(evening))
    set_showing(tournament=evening, showing=Showing(**{part: Moment.HIDDEN}), set_by=None)

    context = client.get(address(evening)).context

    assert (context["evening"].mean is not None, context["place"] is not None) == (mark_shows, place_shows)
    assert context["evening"].boards[0].is_over


def test_home_of_an_account_leads_on_with_the_evening(client: Client, evening: Tournament) -> None:
    client.force_login(make_user("Zoé"))
    home = reverse("own-home")
    assert address(evening) not in client.get(home).content.decode()
    for _board in OPEN[:2]:
        play(client, address(evening))

    assert client.get(home).content.decode().count(f"{address(evening)}?seance=1") == 1


def test_nobody_is_placed_among_teams(client: Client) -> None:
    evening = make_team_tournament(make_club(), "triplets", is_seated=True)
    session = evening.sessions.get()
    deal_boards(session=session, dealt_by=None)
    play_evening(evening)
    open_boards(session=session, boards=OPEN, opened_by=None)
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    play(client, address(evening))

    context = client.get(address(evening)).context

    assert context["evening"].mean is not None
    assert context["place"] is None


def test_page_costs_as_many_queries_with_more_etuis_played(client: Client, evening: Tournament) -> None:
    counts = []
    for _board in OPEN:
        play(client, address(evening))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(evening))
        counts.append(len(queries))

    assert counts[0] == counts[1]
