"""Query parameters of the API: known names are applied, all others are refused."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tables import open_table
from tests.factories.tournaments import list_plays, make_user
from tournaments.api.v1.urls import urlpatterns
from tournaments.enums import EventRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament
from tournaments.results.services.table_access import table_secret


@pytest.fixture
def scorer(evening: Tournament) -> Client:
    client = Client()
    client.force_login(make_user("Marc", tournament=evening, role=EventRole.SCORER))
    return client


def test_misspelt_parameter_is_refused_with_the_known_names(evening: Tournament, scorer: Client) -> None:
    secret = table_secret(open_table(evening, 1))
    play = next(play for play in list_plays(evening) if play.table.number == 1)
    values = {"slug": evening.slug, "number": 1, "pk": play.pk}
    for pattern in urlpatterns:
        if pattern.name == "api-v1-schema":
            continue
        view = pattern.callback.view_class
        path = reverse(pattern.name, kwargs={name: values[name] for name in pattern.pattern.converters})
        method = next(name for name in ("get", "put", "post") if hasattr(view, name))
        headers = {"authorization": f"Bearer {secret}"} if "/table/" in path else {}

        response = getattr(scorer, method)(f"{path}?sesion=2", headers=headers)

        assert response.status_code == 400, pattern.name
        body = response.json()
        assert body["code"] == "unknown_parameter", pattern.name
        assert list(body["fields"]) == ["sesion"]
        assert body["extra"] == {"known": sorted(view.query_names)}


def test_repeated_parameter_is_refused(evening: Tournament, scorer: Client) -> None:
    response = scorer.get(reverse("api-v1-plays", args=[evening.slug]) + "?board=1&board=2&missing=true")

    assert (response.status_code, response.json()["code"]) == (400, "repeated_parameter")
    assert list(response.json()["fields"]) == ["board"]


@pytest.mark.django_db
def test_each_session_is_read_by_its_number() -> None:
    event = make_short_evening()
    play_session(event)
    open_next(event)
    set_visibility(tournament=event, visibility=Visibility.PUBLIC, set_by=None)
    client = Client()
    client.force_login(make_user("Marc", tournament=event, role=EventRole.SCORER))
    standings, plays = (reverse(f"api-v1-{name}", args=[event.slug]) for name in ("standings", "plays"))

    counts = [client.get(f"{standings}{query}").json()["results_counted"] for query in ("?session=1", "")]

    assert counts[0] > counts[1] == 0
    first_plays = client.get(f"{plays}?session=1").json()["results"]
    assert {play["id"] for play in first_plays} == set(
        event.sessions.get(number=1).sections.values_list("rounds__plays", flat=True)
    )
    record = reverse("api-v1-result-record", args=[event.slug, first_plays[0]["id"]])
    result = {"kind": "not_played", "seen_version": 0, "token": str(uuid.uuid4())}
    refused = client.post(record, result, content_type="application/json")
    # the play is known, though it is not of the current session, which has not begun
    assert (refused.status_code, refused.json()["code"]) == (400, "not_playing")
    for number, status in (("3", 404), ("0", 400), ("deux", 400), ("9" * 30, 400)):
        assert client.get(f"{standings}?session={number}").status_code == status, number
