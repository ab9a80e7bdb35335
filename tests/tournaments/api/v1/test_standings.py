"""The ranking for programs."""

import pytest
from django.test import Client
from django.urls import reverse

from common.requests.limits import LIMITS, By, Limit
from games.core.dealing.boards import board_taker
from games.core.seats import seat_letter
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import enter_result, enter_results, list_plays
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Person, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement


def address(tournament):
    return reverse("api-v1-standings", args=[tournament.slug])


def play_board_one(tournament):
    enter_results(zip(list_plays(tournament), (120, 80, 60, -52, -80), strict=False))
    return refresh_standings(session=tournament.sessions.get())


def test_before_any_result_the_version_is_nought(evening):
    answer = Client().get(address(evening))

    assert answer.json() == {
        "version": 0,
        "state": "seated",
        "waits_for": None,
        "corrected_at": None,
        "updated_at": None,
        "results_counted": 0,
        "results_expected": 0,
        "measure": "percent",
        "chain": [],
        "rows": [],
        "teams": [],
    }


def test_a_row_has_both_places_and_rounded_percentages(evening):
    play_board_one(evening)

    content = Client().get(address(evening)).json()

    assert (content["version"], content["state"], content["results_counted"]) == (1, "playing", 5)
    assert len(content["rows"]) == 20
    best = content["rows"][0]
    assert {name: best[name] for name in best if name not in ("entry", "name")} == {
        "line": seat_letter(board_taker(1)),
        "overall_place": 1,
        "alternated_place": best["alternated_place"],
        "line_place": 1,
        "members": [],
        "value": "100.00",
        "attack": "100.00",
        "defence": None,
        "penalty": "0.00",
        "attack_count": 1,
        "defence_count": 0,
        "deal_count": 1,
        "is_one_sided": True,
        "criteria": {"attack": "100.00", "defence": None, "tops": "1", "deals": "1"},
    }


def test_names_are_those_that_anybody_may_read(evening):
    Person.objects.update(last_name="Secret", shows_full_name=False)
    play_board_one(evening)

    rows = Client().get(address(evening)).json()["rows"]

    assert {row["name"] for row in rows} == {"Ana S."}


def test_a_version_already_known_is_not_sent_again(evening):
    play_board_one(evening)
    etag = Client().get(address(evening)).headers["ETag"]

    unchanged = Client().get(address(evening), headers={"if-none-match": etag})
    enter_result(list_plays(evening)[5], 56)
    refresh_standings(session=evening.sessions.get())
    changed = Client().get(address(evening), headers={"if-none-match": etag})

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert (changed.status_code, changed.json()["version"]) == (200, 2)


def test_the_ranking_costs_five_queries(evening, django_assert_num_queries):
    play_board_one(evening)

    with django_assert_num_queries(5):  # tournament, session, snapshot, entries
        Client().get(address(evening))


def test_a_private_tournament_is_not_found(evening):
    assert Client().get(address(evening)).status_code == 200
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PRIVATE)

    answer = Client().get(address(evening))

    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    assert set(answer.json()) == {"code", "message", "fields", "extra"}


@pytest.mark.usefixtures("one_moment")
def test_asking_too_often_is_refused_in_the_same_shape(evening, monkeypatch):
    monkeypatch.setitem(LIMITS, "api-read", (Limit(By.ADDRESS, 2, 60),))

    answers = [Client().get(address(evening)) for _poll in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "throttled"


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_a_ranking_cannot_be_written(evening, method):
    assert getattr(Client(), method)(address(evening)).status_code in (403, 405)


@pytest.fixture
def event(db) -> Tournament:
    """Two sessions, played and public."""
    tournament = play_session(make_short_evening())
    open_next(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    play_session(tournament, first_score=5)
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def test_rows_have_what_every_session_gave(event):
    answer = Client().get(reverse("api-v1-event-standings", args=[event.slug]))

    content, best = answer.json(), load_event_standings(event).rows[0]
    assert [(row["number"], row["coefficient"], row["is_final"]) for row in content["sessions"]] == [
        (1, "1.000", False),
        (2, "1.000", False),
    ]
    assert content["rows"][0] == {
        "entry": best.entry.pk,
        "name": best.entry.public_name,
        "place": 1,
        "value": f"{float(best.value):.2f}",
        "by_session": [f"{float(value):.2f}" for value in best.by_session],
        "is_finalist": False,
    }


def test_nothing_is_sent_again_while_nothing_changed(event):
    address = reverse("api-v1-event-standings", args=[event.slug])
    first = Client().get(address)

    again = Client().get(address, headers={"if-none-match": first.headers["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_private_event_is_hidden(event):
    set_visibility(tournament=event, visibility=Visibility.PRIVATE, set_by=None)

    assert Client().get(reverse("api-v1-event-standings", args=[event.slug])).status_code == 404
