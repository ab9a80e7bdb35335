"""The desk: progress of the evening and the next step."""

import datetime
import re

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import make_seated_sheets, make_sheet_tournament
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    fill_tournament,
    list_plays,
    make_entered_tournament,
    make_people,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.core.formats.event_options import PlannedSession
from tournaments.core.movements.catalogue import find_by_code
from tournaments.deals.services.deals import deal_boards
from tournaments.enums import DocumentKind, EventRole, JobState, TournamentState, Visibility
from tournaments.evening.queries.desk import DeskStep, load_desk
from tournaments.events.services.events import enter_people
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, Person, PrintedDocument, Table, Tournament
from tournaments.rankings.services.sessions import plan_sessions
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.table_access import open_phones
from tournaments.seating.services.seating import apply_movement


def desk_path(tournament: Tournament) -> str:
    return reverse("organiser-desk", args=[tournament.slug])


def print_everything(tournament: Tournament) -> None:
    for kind in (DocumentKind.TRAVELLERS, DocumentKind.SEAT_LISTS, DocumentKind.HAND_DIAGRAMS):
        PrintedDocument.objects.create(
            tournament=tournament, kind=kind, state=JobState.DONE, file="printed/x.pdf"
        )


def test_next_step_follows_the_evening(club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    steps = [load_desk(tournament).next_step]
    fill_tournament(tournament)
    steps.append(load_desk(tournament).next_step)
    deal_boards(session=tournament.sessions.get(), dealt_by=None)
    steps.append(load_desk(tournament).next_step)
    tournament = apply_movement(tournament=tournament, seated_by=None)
    steps.append(load_desk(tournament).next_step)
    print_everything(tournament)
    steps.append(load_desk(tournament).next_step)
    enter_results((play, 56) for play in list_plays(tournament))
    steps.append(load_desk(tournament).next_step)
    tournament = finish_tournament(tournament=tournament, finished_by=None)
    steps.append(load_desk(tournament).next_step)

    assert steps == [
        DeskStep.ENTRIES,
        DeskStep.DEALS,
        DeskStep.SEATING,
        DeskStep.PAPERS,
        DeskStep.RESULTS,
        DeskStep.FINISH,
        None,
    ]


def test_what_the_desk_proposes_is_the_next_step_of_its_list(signed_in: Client, club: Club) -> None:
    tournament = make_entered_tournament(club, table_count=5)

    page = signed_in.get(reverse("organiser-desk", args=[tournament.slug]))

    (step,) = [step for step in page.context["steps"] if step.is_next]
    assert page.context["acts"][0].url == step.url == reverse("organiser-deals", args=[tournament.slug])


def test_steps_lead_a_marker_only_to_pages_where_they_can_do_something(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.SCORER))

    steps = client.get(reverse("organiser-desk", args=[tournament.slug])).context["steps"]

    pages = ("organiser-documents", "organiser-phones", "organiser-results")
    addresses = [reverse(name, args=[tournament.slug]) for name in pages]
    assert [step.url for step in steps if step.url] == addresses


def test_entered_people_without_a_place_come_next(club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    enter_people(tournament=tournament, people=make_people(club, 20), entered_by=None)

    summary = load_desk(tournament)

    assert summary.next_step == DeskStep.PLACES
    assert (summary.entry_count, summary.placed_count, summary.seat_count) == (20, 0, 20)


def test_desk_shows_figures_and_one_thing_to_do_now(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_result(list_plays(tournament)[0], 56)

    page = signed_in.get(desk_path(tournament)).content.decode()

    assert "Résultats : 1 sur 100" in page
    assert page.count(">maintenant<") == 1
    assert re.search(r"Saisir les résultats</a>\s*<span class=\"badge warn\">maintenant", page)


def test_desk_counts_the_deals_of_teams_by_team(signed_in: Client, club: Club) -> None:
    event = make_team_tournament(club, "triplets")
    page = signed_in.get(desk_path(event)).text
    places_page = signed_in.get(reverse("organiser-places", args=[event.slug])).text
    assert "Équipes sans place" in places_page
    assert "Équipes inscrites" in page
    assert "Inscrits" not in re.findall(r"(?s)<main.*</main>", page)[0]

    assert "donnes par équipe" in page
    assert "donnes par joueur" not in page


def test_desk_leads_to_its_paragraph_of_the_manual(signed_in: Client, club: Club) -> None:
    page = signed_in.get(reverse("organiser-desk", args=[make_tournament(club).slug])).text

    assert '<a href="/aide/avant/#bureau">Aide</a>' in page
    assert 'id="bureau"' in signed_in.get("/aide/avant/").text


def test_desk_says_when_a_change_is_not_in_the_ranking_yet(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_result(list_plays(tournament)[0], 56)
    waiting = signed_in.get(desk_path(tournament)).content.decode()

    refresh_standings(session=tournament.sessions.get())
    calculated = signed_in.get(desk_path(tournament)).content.decode()

    assert "Un changement récent" in waiting
    assert "Un changement récent" not in calculated
    assert "État n° 1" in calculated


@pytest.mark.parametrize("visibility", Visibility)
def test_visibility_is_switched_and_said(signed_in: Client, club: Club, visibility: Visibility) -> None:
    tournament = make_seated_tournament(club)

    signed_in.post(reverse("organiser-visibility", args=[tournament.slug]), {"visibility": visibility.value})

    tournament.refresh_from_db()
    page = signed_in.get(desk_path(tournament)).content.decode()
    assert tournament.visibility == visibility
    assert ("Rendre les résultats publics" in page) is (visibility == Visibility.PRIVATE)


def test_qr_code_and_address_are_those_of_the_hall_when_known(signed_in: Client, club: Club) -> None:
    tournament = make_tournament(club)
    path = reverse("public-standings", args=[tournament.slug])
    qr_path = reverse("organiser-qr", args=[tournament.slug])

    with override_settings(ETUI_PUBLIC_URL="http://192.0.2.7:8000/"):
        in_the_hall = signed_in.get(desk_path(tournament)).context["public_url"]
        qr_in_the_hall = signed_in.get(qr_path)
    with override_settings(ETUI_PUBLIC_URL=""):
        asked_for = signed_in.get(desk_path(tournament)).context["public_url"]
        qr_asked_for = signed_in.get(qr_path)

    assert in_the_hall == f"http://192.0.2.7:8000{path}"
    assert asked_for == f"http://testserver{path}"
    assert qr_in_the_hall.headers["Content-Type"] == "image/svg+xml"
    assert qr_in_the_hall.content != qr_asked_for.content


def test_evening_is_finished_and_reopened_from_the_desk(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_results((play, 56) for play in list_plays(tournament))

    signed_in.post(reverse("organiser-finish", args=[tournament.slug]))
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED

    signed_in.post(reverse("organiser-reopen", args=[tournament.slug]))
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.PLAYING


@pytest.mark.parametrize(
    ("hours", "told"),
    [(1, "Le classement devient définitif après les réclamations."), (-1, "Le classement est définitif.")],
)
def test_ranking_of_a_finished_evening_is_final_after_the_claims(
    signed_in: Client, club: Club, hours: int, told: str
) -> None:
    tournament = make_seated_tournament(club)
    until = timezone.now() + datetime.timedelta(hours=hours)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED, claims_until=until)

    assert told in signed_in.get(desk_path(tournament)).context["phase_told"]


def test_evening_with_missing_results_stays_open_and_says_how_many(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_result(list_plays(tournament)[0], 56)

    page = signed_in.post(reverse("organiser-finish", args=[tournament.slug]), follow=True).content.decode()

    assert "Résultats manquants\u00a0: 99" in page


def test_checker_reads_the_desk_and_finds_no_button(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    client.force_login(make_user(tournament=tournament, role=EventRole.CHECKER))

    page = client.get(desk_path(tournament)).content.decode()

    assert "La soirée" in page
    assert "Rendre les résultats publics" not in page
    assert reverse("organiser-results", args=[tournament.slug]) in page
    assert reverse("organiser-rulings", args=[tournament.slug]) in page
    assert reverse("organiser-documents", args=[tournament.slug]) not in page


def test_snapshots_are_listed_the_last_first(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    for play in list_plays(tournament)[:2]:
        enter_result(play, 56)
        refresh_standings(session=tournament.sessions.get())

    response = signed_in.get(reverse("organiser-snapshots", args=[tournament.slug]))

    assert "<summary>États successifs</summary>" in response.text, "they are many, and seldom wanted"
    listed = [(snapshot.version, snapshot.results_counted) for snapshot in response.context["snapshots"]]
    assert listed == [(2, 2), (1, 1)]


def test_the_desk_reads_the_ranking_with_full_names(signed_in: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_result(list_plays(tournament)[0], 56)
    refresh_standings(session=tournament.sessions.get())
    Person.objects.update(shows_full_name=False)

    desk = signed_in.get(reverse("organiser-snapshots", args=[tournament.slug])).content.decode()
    public = signed_in.get(reverse("public-standings", args=[tournament.slug])).content.decode()

    assert "NOM01 Ana" in desk
    assert "NOM01 Ana" not in public
    assert "Ana N." in public


def test_desk_costs_the_same_for_five_and_for_seven_tables(
    signed_in: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for table_count in (5, 7):
        tournament = make_seated_tournament(club, table_count=table_count)
        for play in list_plays(tournament)[:table_count]:
            enter_result(play, 56)
        with django_assert_num_queries(22):
            signed_in.get(desk_path(tournament))


def test_the_desk_counts_the_tables_that_play_and_the_deals_that_each_has(club: Club, client: Client) -> None:
    movement = find_by_code("resting_table-8-6-31-4").movement
    tournament = make_stored_evening(club, movement)

    first_desk = load_desk(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    last_desk = load_desk(Tournament.objects.get(pk=tournament.pk))

    assert (first_desk.table_count, first_desk.deals_per_player) == (7, (20, 24))
    assert (last_desk.table_count, last_desk.deals_per_player) == (7, (20, 24))
    assert Table.objects.filter(section__session__tournament=tournament).count() == 7
    client.force_login(make_user(club=club))
    page = client.get(desk_path(tournament)).content.decode()
    assert "20 à 24" in " ".join(page.split())


def test_a_later_session_has_its_own_number_day_and_hour(signed_in: Client, club: Club) -> None:
    tournament = make_short_evening(club)
    plan = PlannedSession(days_after=1, hour=datetime.time(14))
    plan_sessions(tournament=tournament, planned=[plan], planned_by=None)
    Tournament.objects.update(starts_at=datetime.time(20, 30))
    open_next(play_session(tournament))

    page = " ".join(signed_in.get(desk_path(tournament)).text.split())
    results_page = signed_in.get(reverse("organiser-results", args=[tournament.slug])).text

    assert "<strong>Séance 2</strong> · samedi 21 novembre 2026, 14:00" in page
    assert "vendredi 20 novembre" not in page
    assert "Séance 2 en préparation. Places prises" in page
    assert "le classement est celui des séances précédentes" in page
    assert "Le classement apparaîtra avec le premier résultat" not in page
    assert re.search(r'class="event-title">.*?Séance 2', results_page, re.DOTALL)


def test_a_later_session_without_a_plan_says_when_the_event_began(signed_in: Client, club: Club) -> None:
    tournament = play_session(make_short_evening(club))
    open_next(tournament)

    page = " ".join(signed_in.get(desk_path(tournament)).text.split())

    assert "<strong>Séance 2</strong> · tournoi commencé le vendredi 20 novembre 2026" in page


@pytest.mark.parametrize(("has_boards", "words"), [(True, "étui"), (False, "table par table")])
def test_free_deals_are_not_spoken_of_as_boards(
    signed_in: Client, club: Club, has_boards: bool, words: str
) -> None:
    tournament = make_seated_tournament(club) if has_boards else make_seated_sheets(club)
    desk = signed_in.get(desk_path(tournament))

    desk_text = " ".join(act.told for act in desk.context["acts"])
    cases = signed_in.get(reverse("organiser-unforeseen", args=[tournament.slug])).text

    assert words in desk_text
    assert ("étui" in desk_text) is has_boards
    assert ("Un étui abîmé" in cases) is has_boards
    assert ("Une table a joué d’autres étuis" in cases) is has_boards


def test_phones_are_a_step_that_holds_nothing_up(club: Club) -> None:
    tournament = make_seated_tournament(club)
    enter_result(list_plays(tournament)[0], 56)

    first_desk = load_desk(tournament)
    open_phones(session=tournament.sessions.get(), opened_by=None)
    last_desk = load_desk(tournament)

    assert last_desk.done - first_desk.done == {DeskStep.PHONES}
    assert (first_desk.next_step, last_desk.next_step) == (DeskStep.RESULTS, DeskStep.RESULTS)


def test_phones_are_among_the_steps_of_every_format(signed_in: Client, club: Club) -> None:
    duplicate = make_tournament(club)
    free = make_sheet_tournament(club)

    pages = [
        re.findall(r"(?s)<ol.*</ol>", signed_in.get(desk_path(event)).text)[0] for event in (duplicate, free)
    ]

    assert reverse("organiser-phones", args=[duplicate.slug]) in pages[0]
    assert reverse("organiser-phones", args=[free.slug]) in pages[1]
