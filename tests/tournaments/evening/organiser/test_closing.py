"""The phases of an event at the head of its desk, and its end."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.draws import enter_totals, prepare_drawn_tournament
from tests.factories.sessions import make_season
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    fill_tournament,
    give_penalty,
    list_plays,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.core.exchange.sheet_files import XLSX_TYPE
from tournaments.core.phases import Act, Phase, legal_acts, phase_of
from tournaments.enums import EventRole, TournamentState
from tournaments.evening.queries.desk import load_desk
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.confirmations import confirm_as_organiser
from tournaments.results.services.table_access import set_phone_rules
from tournaments.seating.services.seating import apply_movement


def address(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def played_out(club: Club) -> Tournament:
    tournament = make_seated_tournament(club)
    enter_results((play, 56) for play in list_plays(tournament))
    refresh_standings(session=tournament.sessions.get())
    tournament.refresh_from_db()
    return tournament


def director(client: Client, tournament: Tournament, role: EventRole = EventRole.DIRECTOR) -> Client:
    client.force_login(make_user(tournament=tournament, role=role))
    return client


def now_on_desk(client: Client, tournament: Tournament) -> str:
    page = client.get(address("organiser-desk", tournament)).content.decode()
    step_match = re.search(r'aria-current="step"[^>]*>([^<]+)<', page)
    assert step_match is not None
    return step_match[1].strip()


def test_head_of_the_desk_follows_the_evening(client: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    director(client, tournament)
    steps = [now_on_desk(client, tournament)]
    fill_tournament(tournament)
    for name in ("organiser-seats-fix", "organiser-finish", "organiser-reopen", "organiser-finish"):
        client.post(address(name, tournament))
        if plays := list_plays(tournament) if name == "organiser-seats-fix" else []:
            steps.append(now_on_desk(client, tournament))
            enter_result(plays[0], 56)
            steps.append(now_on_desk(client, tournament))
            enter_results((play, 56) for play in plays[1:])
        steps.append(now_on_desk(client, tournament))
    for name in ("organiser-archive", "organiser-unarchive"):
        client.post(address(name, tournament))
        steps.append(now_on_desk(client, tournament))

    assert steps == [
        "Préparation", "Places fixées", "En jeu",
        "Clôture", "Terminé", "Clôture", "Terminé", "Archivé", "Terminé",
    ]  # fmt: skip


@pytest.mark.parametrize("phase", [Phase.DRAFT, Phase.SEATED, Phase.PLAYING, Phase.CLOSING, Phase.FINAL])
def test_desk_offers_what_the_services_take_and_nothing_else(
    client: Client, club: Club, phase: Phase
) -> None:
    tournament = in_phase(club, phase)
    director(client, tournament)
    offered = {
        Act.FIX_SEATS: "organiser-seats-fix",
        Act.UNDO_SEATS: "organiser-seats-undo",
        Act.FINISH: "organiser-finish",
        Act.REOPEN: "organiser-reopen",
        Act.ARCHIVE: "organiser-archive",
        Act.UNARCHIVE: "organiser-unarchive",
    }

    legal = legal_acts(load_desk(tournament).event)
    page = client.get(address("organiser-desk", tournament)).content.decode()

    for act, name in offered.items():
        assert (address(name, tournament) in page) == (act in legal), act
        if act not in legal:
            row_before = Tournament.objects.values("state", "archived_at").get(pk=tournament.pk)
            client.post(address(name, tournament))
            assert Tournament.objects.values("state", "archived_at").get(pk=tournament.pk) == row_before, act


def in_phase(club: Club, phase: Phase) -> Tournament:
    if phase is Phase.DRAFT:
        tournament = make_tournament(club, table_count=5)
        fill_tournament(tournament)
    elif phase in (Phase.SEATED, Phase.PLAYING):
        tournament = make_seated_tournament(club)
        if phase is Phase.PLAYING:
            enter_result(list_plays(tournament)[0], 56)
            tournament.refresh_from_db()
    else:
        tournament = played_out(club)
        if phase is Phase.FINAL:
            tournament = finish_tournament(tournament=tournament, finished_by=None)
    assert phase_of(load_desk(tournament).event) is phase
    return tournament


def test_desk_names_missing_confirmations_before_the_end(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    access, device = open_table(tournament), make_device()
    play = plays_of(access)[0]
    sit_down(access, 0, device=device)
    write_down(access, play, device)
    enter_results((other_play, 56) for other_play in list_plays(tournament) if other_play != play)
    set_phone_rules(tournament=tournament, needs_confirmation=True, shows_comparison=False, set_by=None)
    director(client, tournament)

    waiting = client.get(address("organiser-desk", tournament)).text
    confirm_as_organiser(play=play, seen_version=1, confirmed_by=make_user())
    confirmed = client.get(address("organiser-desk", tournament)).text

    assert "Contestés ou à confirmer\u00a0: 1, à régler avant de terminer." in waiting
    assert re.search(rf'class="button[ a-z]*"\s*href="{address("organiser-results", tournament)}"', waiting)
    assert address("organiser-finish", tournament) not in waiting
    assert address("organiser-finish", tournament) in confirmed


def test_scorer_is_offered_only_what_a_scorer_may_do(client: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    fill_tournament(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    director(client, tournament, EventRole.SCORER)

    page = client.get(address("organiser-desk", tournament)).content.decode()

    assert "Défaire les places" not in page
    assert re.search(rf'class="button[ a-z]*"[^>]* href="{address("organiser-results", tournament)}"', page)


def test_closing_says_what_is_left_and_ends_the_evening(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    *earlier_plays, last = list_plays(tournament)
    enter_results((play, 56) for play in earlier_plays)
    director(client, tournament)
    page = client.get(address("organiser-closing", tournament)).content.decode()
    assert "1 résultat manque." in page
    assert "Terminer le tournoi" not in page

    enter_result(last, 56)
    page = client.get(address("organiser-closing", tournament)).content.decode()
    assert "Tous les résultats sont saisis." in page
    assert "Terminer le tournoi" in page
    complete = client.get(address("organiser-results", tournament)).text
    assert complete.count("Ouvrir le bureau") == 1
    assert "Pour corriger un résultat" not in complete
    ended = client.post(address("organiser-finish", tournament), {"then": "closing"})

    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    assert 'name="then" value="closing"' in page
    assert ended["Location"] == address("organiser-closing", tournament)
    sheet = reverse("organiser-traveller", args=[tournament.slug, 1])
    for closed_page in (address("organiser-results", tournament), sheet):
        closed = client.get(closed_page).text
        assert "Pour corriger un résultat, rouvrez-le au bureau." in closed
        assert closed.count("Ouvrir le bureau") == 1


def test_keeper_of_the_club_is_led_to_the_season(client: Client, club: Club) -> None:
    tournament = make_seated_tournament(club)
    season = make_season(club, starts_on=tournament.starts_on, ends_on=tournament.starts_on)
    path = reverse("organiser-season", args=[club.slug, season.pk])

    # a director of the one event does not keep the club
    assert path not in director(client, tournament).get(address("organiser-closing", tournament)).text
    client.force_login(make_user(club=club))
    assert path in client.get(address("organiser-closing", tournament)).text


def test_closing_before_the_evening_says_so_and_leads_to_what_comes_next(client: Client, club: Club) -> None:
    tournament = make_tournament(club, table_count=5)
    director(client, tournament)
    empty = client.get(address("organiser-closing", tournament)).text
    fill_tournament(tournament)
    filled = client.get(address("organiser-closing", tournament)).text
    client.post(address("organiser-seats-fix", tournament))
    seated = client.get(address("organiser-closing", tournament)).text

    for page in (empty, filled):
        assert "Le tournoi n’a pas commencé\u00a0: il n’y a encore rien à vérifier." in page
        assert "en ordre" not in page
        assert "Vous pourrez terminer" not in page
    assert re.search(rf'href="{address("organiser-entries", tournament)}">\s*Inscrire<', empty)
    assert re.search(rf'href="{address("organiser-deals", tournament)}">\s*Distribuer les donnes<', filled)
    assert "résultats manquent." in seated
    assert "n’a pas commencé" not in seated


def test_closing_of_drawn_rounds_leads_to_the_desk_and_to_the_next_draw(client: Client, club: Club) -> None:
    tournament = prepare_drawn_tournament(club)
    director(client, tournament)
    prepared = client.get(address("organiser-closing", tournament)).text
    client.post(address("organiser-seats-fix", tournament))
    enter_totals(tournament, 1)
    played = client.get(address("organiser-closing", tournament)).text

    assert re.search(rf'href="{address("organiser-desk", tournament)}">\s*Fixer les places<', prepared)
    assert "Il reste des tours à tirer." in played
    assert "Tous les résultats sont saisis." in played
    assert re.search(rf'href="{address("organiser-next-round", tournament)}">\s*Tour suivant<', played)
    assert "Vous pourrez terminer" not in played


def test_archives_change_no_more_until_taken_out(client: Client, club: Club) -> None:
    tournament = finish_tournament(tournament=played_out(club), finished_by=None)
    director(client, tournament)
    client.post(address("organiser-archive", tournament))
    entry = tournament.entries.all()[0]

    client.post(address("organiser-reopen", tournament))
    client.post(address("organiser-visibility", tournament), {"visibility": "public"})
    client.post(
        reverse("organiser-presence-change", args=[tournament.slug, entry.pk]), {"presence": "unranked"}
    )
    answer = client.get(address("organiser-desk", tournament))
    tournament.refresh_from_db()
    entry.refresh_from_db()
    assert "Ce tournoi est archivé" in answer.content.decode()
    assert (tournament.state, tournament.visibility, entry.presence) == ("finished", "private", "ranked")
    with pytest.raises(Exception, match="archived"):
        give_penalty(tournament.sessions.get(), entry)

    client.post(address("organiser-unarchive", tournament))
    client.post(address("organiser-visibility", tournament), {"visibility": "public"})
    tournament.refresh_from_db()
    assert tournament.visibility == "public"


def test_files_hold_the_ranking_the_results_and_the_event(client: Client, club: Club) -> None:
    tournament = played_out(club)
    director(client, tournament)

    ranking = client.get(address("organiser-ranking-file", tournament)).content.decode("utf-8-sig")
    results = client.get(address("organiser-results-file", tournament)).content.decode("utf-8-sig")
    event = client.get(address("organiser-event-file", tournament)).json()

    assert ranking.splitlines()[0] == "place;nom;licence;série;résultat;séance 1"
    assert len(ranking.splitlines()) == 1 + tournament.entries.count()
    assert "50,00" in ranking.splitlines()[1]
    assert (
        results.splitlines()[0]
        == "séance;étui;position;table;N;S;E;O;nature;preneur;contrat;résultat;saisi à"
    )
    assert len(results.splitlines()) == 1 + len(list_plays(tournament))
    assert ";jouée;N;;56;" in results.splitlines()[1]
    assert len(event["units"]) == tournament.entries.count()


def test_workbook_is_sent_from_the_page_of_the_closing(client: Client, club: Club) -> None:
    tournament = played_out(club)
    director(client, tournament)
    path = address("organiser-workbook-file", tournament)
    page = client.get(address("organiser-closing", tournament)).text

    response = client.get(path)

    assert path in page
    assert response.headers["Content-Type"] == XLSX_TYPE
    assert response.headers["Content-Disposition"] == f'attachment; filename="{tournament.slug}.xlsx"'
    assert response.content.startswith(b"PK")


def test_file_of_the_ranking_has_the_decimal_sign_of_the_language(client: Client, club: Club) -> None:
    tournament = played_out(club)
    director(client, tournament)
    totals = {}

    for language in ("fr", "en"):
        client.cookies["django_language"] = language
        lines = client.get(address("organiser-ranking-file", tournament)).content.decode("utf-8-sig")
        totals[language] = [line.split(";")[4] for line in lines.splitlines()[1:]]

    assert {total[-3] for total in totals["fr"]} == {","}
    assert totals["en"] == [total.replace(",", ".") for total in totals["fr"]]
