"""The page of a score sheet: typed at once, refused line by line, and left unplayed at the end of time."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.outcome import Bid
from tests.factories.sheets import (
    bid_line,
    enter_line,
    find_play,
    make_seated_sheets,
)
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import EventRole
from tournaments.models import Play, ResultSlip
from tournaments.results.services.slip_versions import describe_slip

pytestmark = pytest.mark.django_db
NORTH, WEST, SOUTH, EAST = range(4)


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def organiser(club, client):
    user = make_user(club=club)
    client.force_login(user)
    return user


def address(tournament, round_number=1, table_number=1, name="organiser-score-sheet"):
    return reverse(name, args=[tournament.slug, round_number, table_number])


def typed(play: Play, *, seen: int = 0, token: int = 1, **fields):
    """The fields of one line as a browser sends them."""
    values = {"kind": "played", "seen_version": seen, "token": f"{play.pk:08d}-0000-4000-8000-{token:012d}"}
    return {f"p{play.pk}-{name}": value for name, value in (values | fields).items()}


def test_whole_sheet_is_typed_on_one_screen(client, club, organiser):
    tournament = make_seated_sheets(club)
    first, two = find_play(tournament, 1, 1, 1), find_play(tournament, 1, 1, 2)

    answer = client.post(
        address(tournament),
        typed(first, taker=EAST, bid="garde", bouts=2, points="49") | typed(two, kind="passed"),
    )

    assert answer.status_code == 302
    assert [describe_slip(slip) for slip in ResultSlip.objects.order_by("play__board")] == [
        "N −66, S −66, E +198, O −66",
        "passée",
    ]
    page = client.get(address(tournament)).text
    assert "+198" in page
    assert "2 sur 2 enregistrés" in page


def test_line_at_fault_stays_beside_those_that_are_stored(client, club, organiser):
    tournament = make_seated_sheets(club)
    first, two = find_play(tournament, 1, 1, 1), find_play(tournament, 1, 1, 2)

    answer = client.post(
        address(tournament),
        typed(first, taker=NORTH, bid="garde", gain=62) | typed(two, taker=SOUTH, gain=62),
    )

    assert answer.status_code == 422
    assert "Choisissez le contrat." in answer.text
    assert [slip.play for slip in ResultSlip.objects.all()] == [first]


def test_totals_that_do_not_sum_to_zero_are_refused_with_the_sum(client, club, organiser):
    tournament = make_seated_sheets(club, options={"sheet": "totals"})
    play = find_play(tournament, 1, 1)

    answer = client.post(address(tournament), typed(play, score_0=100, score_1=-50, score_2="−40", score_3=0))

    assert answer.status_code == 422
    assert "La somme des marques doit être 0" in answer.text
    assert 'value="−40"' in answer.text


def test_conflict_shows_both_results(client, club, organiser):
    tournament = make_seated_sheets(club)
    play = find_play(tournament, 1, 1)
    enter_line(play, bid_line(NORTH, 62))

    answer = client.post(address(tournament), typed(play, taker=SOUTH, bid="garde", gain=62))

    assert answer.status_code == 422
    assert "N +186, S −62, E −62, O −62" in answer.text
    assert "Sud garde +62" in answer.text


def test_unlikely_line_is_asked_about_then_stored(client, club, organiser):
    tournament = make_seated_sheets(club)
    play = find_play(tournament, 1, 1)
    line = typed(play, taker=NORTH, bid="prise", gain=78)

    question_page = client.post(address(tournament), line)
    client.post(address(tournament), line | {f"p{play.pk}-confirmed": "on"})

    assert "très grosse marque" in question_page.text
    assert ResultSlip.objects.get().seat_scores == [234, -78, -78, -78]


@pytest.mark.parametrize(("kind", "name"), [("totals", "totaux, tour 1"), ("deals", "donne 1, tour 1")])
def test_undo_names_the_line_as_the_sheet_does(client, club, organiser, kind, name):
    tournament = make_seated_sheets(club, options={"sheet": kind})
    play = find_play(tournament, 1, 1, 1)
    scores = {f"score_{place}": points for place, points in enumerate((30, -10, -10, -10))}
    bid = {"taker": NORTH, "bid": "garde", "bouts": 2, "points": "49"}

    client.post(address(tournament), typed(play, **(scores if kind == "totals" else bid)))

    assert f"<small>({name}, table 1)</small>" in client.get(address(tournament)).text


def test_trial_tells_scores_and_totals_without_storing(client, club, organiser):
    tournament = make_seated_sheets(club)
    first, two = find_play(tournament, 1, 1, 1), find_play(tournament, 1, 1, 2)
    enter_line(first, bid_line(NORTH, 62, bid=Bid.GARDE))

    answer = client.get(
        address(tournament, name="organiser-score-sheet-trial"), typed(two, taker=WEST, bid="prise", loss=30)
    ).json()

    assert answer[f"p{two.pk}"] == {
        "scores": {"0": "+30", "1": "−90", "2": "+30", "3": "+30"},
        "problems": [],
        "nearest": [],
    }
    assert answer["totals"] == {"0": "+216", "1": "−152", "2": "−32", "3": "−32"}
    assert ResultSlip.objects.count() == 1


def test_end_of_time_leaves_the_rest_unplayed(client, club, organiser):
    tournament = make_seated_sheets(club, deals=3)
    enter_line(find_play(tournament, 1, 1), bid_line(NORTH, 62))

    answer = client.post(address(tournament, name="organiser-score-sheet-rest"), follow=True)

    assert "2 donnes marquées" in answer.text
    assert ResultSlip.objects.filter(kind="not_played").count() == 2


def test_results_page_lists_sheets_and_the_next_one(client, club, organiser):
    tournament = make_seated_sheets(club, deals=1)
    enter_line(find_play(tournament, 1, 1), bid_line(NORTH, 62))

    page = client.get(reverse("organiser-results", args=[tournament.slug])).text

    assert "1 résultat saisi sur 10" in page
    assert "Saisir tour 1, table 2" in page


def test_earlier_version_comes_back(client, club, organiser):
    tournament = make_seated_sheets(club)
    play = find_play(tournament, 1, 1)
    enter_line(play, bid_line(NORTH, 62))
    enter_line(play, bid_line(SOUTH, 62), seen_version=1, reason="place")
    history = client.get(reverse("organiser-result-history", args=[tournament.slug, play.pk])).text

    client.post(
        reverse("organiser-result-revert", args=[tournament.slug, play.pk, 1]),
        {"reason": "c’était Nord", "seen_version": 2, "token": "00000000-0000-4000-8000-000000000009"},
    )

    assert "Donne 1, tour 1, table 1" in history
    assert "preneur\u00a0: Nord" in history
    assert play.slips.current().get().seat_scores == [186, -62, -62, -62]


def test_sheet_without_players_is_not_found(client, club, organiser):
    tournament = make_seated_sheets(club)

    assert client.get(address(tournament, 1, 6)).status_code == 404
    assert client.get(address(tournament, 3, 1)).status_code == 404


@pytest.mark.parametrize("deals", [1, 4])
def test_queries_do_not_grow_with_the_lines(client, club, organiser, deals, django_assert_max_num_queries):
    tournament = make_seated_sheets(club, deals=deals)
    for board in range(1, deals + 1):
        enter_line(find_play(tournament, 1, 1, board), bid_line(NORTH, 62))

    with django_assert_max_num_queries(24):
        client.get(address(tournament))


def test_each_paper_leads_to_the_results_of_the_other(client, club, organiser):
    free, duplicate = make_seated_sheets(club), make_seated_tournament(club)

    as_traveller = client.get(reverse("organiser-traveller", args=[free.slug, 1]))
    as_sheet = client.get(address(duplicate))

    assert as_traveller.headers["Location"] == reverse("organiser-results", args=[free.slug])
    assert as_sheet.headers["Location"] == reverse("organiser-results", args=[duplicate.slug])


def test_sheets_go_over_to_totals_from_the_page_of_results_and_back(client, club, organiser):
    tournament = make_seated_sheets(club)
    results = reverse("organiser-results", args=[tournament.slug])
    kind = reverse("organiser-sheet-kind", args=[tournament.slug])

    page_before = client.get(results).text
    client.post(kind, {"sheet": "totals"})
    context_after = client.get(address(tournament)).context
    seats = client.get(reverse("organiser-seats", args=[tournament.slug])).text

    assert 'name="sheet" value="totals"' in page_before
    assert context_after["has_totals"]
    assert 'name="sheet" value="deals"' in client.get(results).text
    assert client.post(kind, {"sheet": "rien"}).status_code == 302
    assert "Étuis" not in seats.split("<h1")[1]


def test_consequences_are_shown_to_those_who_enter_all_sheets_and_store_nothing(client, club, organiser):
    tournament = make_seated_sheets(club)
    first, second = find_play(tournament, 1, 1, 1), find_play(tournament, 1, 1, 2)
    enter_line(first, bid_line(NORTH, 62))
    captain = Client()
    captain.force_login(make_user("Léa", tournament=tournament, role=EventRole.TABLE))
    form = typed(second, taker=EAST, bid="garde", bouts=2, points="49") | {"preview": ""}

    seen_by = {
        "organiser": client.post(address(tournament), form),
        "captain": captain.post(address(tournament), form),
    }

    assert seen_by["organiser"].context["consequences"]
    assert seen_by["captain"].context["consequences"] is None
    assert all('value="49"' in page.text for page in seen_by.values())
    assert 'name="preview"' in client.get(address(tournament)).text
    assert 'name="preview"' not in captain.get(address(tournament)).text
    assert not ResultSlip.objects.filter(play=second).exists()
