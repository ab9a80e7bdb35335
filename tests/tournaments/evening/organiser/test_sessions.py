"""Page of the sessions, and the effect of a selected session on the other pages."""

import datetime
import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.tournaments import make_user
from tournaments.base.queries.sessions import current_session, planned_sessions
from tournaments.enums import TournamentState, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Club, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.seating.services.seating import apply_movement
from tournaments.work.kinds import request_standings


@pytest.fixture
def played(club: Club, client: Client) -> Tournament:
    client.force_login(make_user(club=club))
    return play_session(make_short_evening(club))


def page_of(tournament: Tournament) -> str:
    return reverse("organiser-sessions", args=[tournament.slug])


def test_next_session_opens_and_leads_to_the_desk(client: Client, played: Tournament) -> None:
    answer = client.post(
        page_of(played), {"coefficient": "1,5", "qualified": "", "seats": "ranking"}, follow=True
    )

    assert answer.redirect_chain[-1][0] == reverse("organiser-desk", args=[played.slug])
    assert "La séance 2 est ouverte." in answer.content.decode()
    played.refresh_from_db()
    assert (str(current_session(played).coefficient), played.state) == ("1.500", TournamentState.DRAFT)


def test_refusal_stands_at_its_field(client: Client, played: Tournament) -> None:
    answer = client.post(page_of(played), {"coefficient": "1", "qualified": "21", "seats": "ranking"})

    assert answer.context["form"].errors == {"qualified": ["Le classement n’a que 20 places."]}
    assert 'value="21"' in answer.content.decode()


@pytest.mark.parametrize("coefficient", ["0", "-1", "x", "101"])
def test_coefficients_are_above_nothing(client: Client, played: Tournament, coefficient: str) -> None:
    answer = client.post(page_of(played), {"coefficient": coefficient, "seats": "lot"})

    assert "coefficient" in answer.context["form"].errors
    assert played.sessions.count() == 1


def test_unfinished_session_offers_no_next_one(client: Client, club: Club) -> None:
    client.force_login(make_user(club=club))
    tournament = make_short_evening(club)

    page = client.get(page_of(tournament)).content.decode()

    assert "Ouvrir la séance suivante" not in page
    assert "Vous pourrez l’ouvrir quand tous les résultats" in page


def test_coefficient_of_a_session_changes_the_event(client: Client, played: Tournament) -> None:
    open_next(played)
    first_value = load_event_standings(played).rows[0].value
    path = reverse("organiser-session-coefficient", args=[played.slug, 1])

    client.post(path, {"coefficient": "2"})

    assert load_event_standings(played).rows[0].value == 2 * first_value
    assert client.post(reverse("organiser-session-coefficient", args=[played.slug, 9])).status_code == 404


def test_prepared_session_may_be_dropped(client: Client, played: Tournament) -> None:
    open_next(played)
    assert "Supprimer cette séance" in client.get(page_of(played)).content.decode()

    client.post(reverse("organiser-session-drop", args=[played.slug]))

    assert played.sessions.count() == 1


def test_pages_show_the_session_asked_for(client: Client, played: Tournament) -> None:
    open_next(played)
    results = reverse("organiser-results", args=[played.slug])

    first, second = client.get(results, {"seance": "1"}), client.get(results)

    assert (first.context["expected"], second.context["expected"]) == (20, 0)
    assert [
        client.get(results, {"seance": session_number}).status_code
        for session_number in ("3", "x", "٣", "-1")
    ] == [404] * 4


def test_public_pages_lead_to_every_session_and_to_the_event(client: Client, played: Tournament) -> None:
    set_visibility(tournament=played, visibility=Visibility.PUBLIC, set_by=None)
    open_next(played)
    apply_movement(tournament=played, seated_by=None)
    client.logout()
    standings = reverse("public-standings", args=[played.slug])

    page = client.get(standings, {"seance": "1"}).content.decode()

    assert f'href="{standings}?seance=2"' in page
    assert f'href="{standings}"' in page
    assert f'href="{reverse("public-boards", args=[played.slug])}?seance=1"' in page


def test_event_page_adds_the_sessions(client: Client, played: Tournament) -> None:
    set_visibility(tournament=played, visibility=Visibility.PUBLIC, set_by=None)
    open_next(played)
    apply_movement(tournament=played, seated_by=None)
    play_session(played, first_score=4)
    client.logout()

    answer = client.get(reverse("public-standings", args=[played.slug]))

    best = load_event_standings(played).rows[0]
    text = answer.content.decode()
    assert best.entry.public_name in text
    assert f"{float(best.value):.2f}".replace(".", ",") in text
    live = reverse("public-standings-live", args=[played.slug])
    mark_match = re.search(r'data-shown="([^"]+)"', client.get(live, {"shown": "old"}).text)
    assert mark_match is not None
    assert client.get(live, {"shown": mark_match[1]}).status_code == 204


def test_event_is_final_once_the_last_change_is_counted(client: Client, twice: Tournament) -> None:
    session = twice.sessions.get(number=1)
    Tournament.objects.filter(pk=twice.pk).update(state=TournamentState.FINISHED)
    live = reverse("public-standings-live", args=[twice.slug])

    ranked_page = client.get(live)
    request_standings(session=session)
    waiting = client.get(live, {"shown": ranked_page.headers["Etui-Mark"]})

    assert "Définitif" in ranked_page.text
    assert "Provisoire" in waiting.text


@pytest.fixture
def twice(played: Tournament) -> Tournament:
    """Store two sessions with other winners than the total, the second with all the weight."""
    open_next(played, coefficient=Decimal("0.5"))
    apply_movement(tournament=played, seated_by=None)
    return play_session(played, first_score=7)


def first_name(text: str) -> str:
    """Return the first name in the first ranking of a page."""
    body = text.split("<tbody>", 1)[1]
    name_match = re.search(r'<th scope="row">(.*?)</th>', body, re.DOTALL)
    assert name_match is not None
    return re.sub(r"<[^>]+>", "", name_match[1]).strip()


def test_ranking_of_two_sessions_is_their_total_everywhere(client: Client, twice: Tournament) -> None:
    set_visibility(tournament=twice, visibility=Visibility.PUBLIC, set_by=None)
    best = load_event_standings(twice).rows[0].entry
    last = latest_standings(current_session(twice))
    assert snapshot_rows(last)[0].entry != best
    desk = client.get(reverse("organiser-snapshots", args=[twice.slug])).text
    client.logout()
    pages = {
        name: client.get(reverse(name, args=[twice.slug])).text
        for name in ("public-standings", "public-standings-live", "public-embed")
    }

    assert {first_name(page) for page in pages.values()} == {best.public_name}
    assert first_name(desk) == str(best)
    screen = client.get(reverse("public-screen", args=[twice.slug])).context["screen"]
    assert screen.lists[-1].rows[0].entry == best
    shared = client.get(reverse("public-share", args=[twice.slug])).context["json_address"]
    assert client.get(shared).json()["rows"][0]["entry"] == best.pk


def test_only_the_total_is_final_and_has_medals(client: Client, twice: Tournament) -> None:
    Tournament.objects.filter(pk=twice.pk).update(state=TournamentState.FINISHED)
    standings = reverse("public-standings", args=[twice.slug])

    total = client.get(standings).text
    part = client.get(standings, {"seance": "2"}).text

    assert ("Définitif" in total, "medal-1" in total) == (True, True)
    assert ("Définitif" in part, "medal-1" in part) == (False, False)
    assert "Une seule séance" in part
    assert "Classement de la séance 2" in part


def test_each_session_is_one_step_from_the_total(client: Client, twice: Tournament) -> None:
    for name in ("public-standings", "organiser-snapshots"):
        path = reverse(name, args=[twice.slug])

        total, part = client.get(path).text, client.get(path, {"seance": "1"}).text

        assert f'<a href="{path}?seance=1"' in total
        assert f'<a href="{path}?seance=2"' in total
        assert re.search(rf'<a href="{path}"\s+aria-current="true"', total)
        assert re.search(rf'<a href="{path}\?seance=1"\s+aria-current="true"', part)


def test_own_page_of_a_player_opens_with_the_total_of_the_event(client: Client, twice: Tournament) -> None:
    """The place in the whole event first, that in the session under its name, whichever session is read."""
    rows = load_event_standings(twice).rows
    row = next(row for row in rows if row.place != _place_in_session(twice, row.entry.pk))
    page = reverse("public-player", args=[twice.slug, row.entry.pk])

    texts = [client.get(page).text, client.get(page, {"seance": "1"}).text]

    for text, number in zip(texts, (2, 1), strict=True):
        total, _title, part = text.partition(f"<h2>Séance {number}</h2>")
        assert re.findall(r"<dt>Place</dt>\s*<dd>\s*(\d+)", total) == [str(row.place)]
        assert "<dt>Place</dt>" in part


def _place_in_session(tournament: Tournament, entry: int) -> int | None:
    snapshot = latest_standings(current_session(tournament))
    entries = tournament.entries.select_related("person").in_bulk()
    return next(row.overall_place for row in snapshot_rows(snapshot, entries) if row.entry.pk == entry)


def test_name_is_looked_for_in_the_total(client: Client, twice: Tournament) -> None:
    standings = reverse("public-standings", args=[twice.slug])

    page_text = client.get(standings, {"nom": "nom07"}).text
    nobody = client.get(standings, {"nom": "xyz"}).text

    assert first_name(page_text).endswith("NOM07 Ana")
    assert page_text.count('<th scope="row">') == 1
    assert re.search(r"data-no-name\s*>", nobody)


def test_one_session_shows_no_choice(client: Client, played: Tournament) -> None:
    page = client.get(reverse("public-standings", args=[played.slug])).content.decode()

    assert "session-choice" not in page


def test_event_costs_two_queries_for_each_session(
    client: Client, played: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        load_event_standings(played)


PLANNED = {"s2-day": "2026-11-21", "s2-rounds": "3", "s2-boards": "1", "s2-coefficient": "1,5"}
"""One session more, three rounds of one deal, a day after the evening."""


def test_sessions_are_planned_changed_and_given_up_before_any_opens(client: Client, club: Club) -> None:
    client.force_login(make_user(club=club))
    evening = make_short_evening(club)
    page = reverse("organiser-sessions-plan", args=[evening.slug])

    planning_page = client.get(page, {"session_count": "3", "s2-day": "2026-11-24", "s2-rounds": "2"})
    client.post(page, PLANNED | {"session_count": "2"})
    evening.refresh_from_db()
    (planned,) = planned_sessions(evening)
    plan_page = client.get(page)
    listed = client.get(page_of(evening)).text
    client.post(page, {"session_count": "1"})

    assert [row["day"].value() for row in planning_page.context["form"].rows] == [
        "2026-11-24",
        evening.starts_on,
    ]
    assert (planned.day, planned.plan.rounds, planned.plan.weight) == (
        datetime.date(2026, 11, 21), 3, Decimal("1.5"),
    )  # fmt: skip
    assert plan_page.context["form"].rows[0]["rounds"].value() == 3
    assert "Coefficient 1,5." in listed
    evening.refresh_from_db()
    assert planned_sessions(evening) == []
    assert evening.audit_events.filter(action="session.planned").count() == 2


def test_a_planned_session_fills_in_the_form_and_plays_as_long_as_planned(
    client: Client, played: Tournament
) -> None:
    client.post(reverse("organiser-sessions-plan", args=[played.slug]), PLANNED | {"session_count": "2"})

    desk = client.get(reverse("organiser-desk", args=[played.slug]))
    form = client.get(page_of(played)).context["form"]
    form_values = {name: form[name].value() for name in ("coefficient", "rounds", "boards")}
    client.post(page_of(played), form_values | {"seats": "ranking"})

    assert desk.context["acts"][0].label == "Nouvelle séance"
    assert form_values == {"coefficient": Decimal("1.5"), "rounds": 3, "boards": 1}
    played.refresh_from_db()
    section = current_session(played).sections.get()
    assert (section.round_count, section.boards_per_set, section.player_count) == (3, 1, 20)


def test_a_size_that_nobody_can_play_is_told_with_those_that_can(client: Client, played: Tournament) -> None:
    answer = client.post(page_of(played), {"coefficient": "1", "rounds": "99", "seats": "ranking"})

    (message,) = answer.context["form"].errors["rounds"]
    assert message.startswith("À 20, choisissez de ")
    assert played.sessions.count() == 1
