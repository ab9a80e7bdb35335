"""Report for the federation: ranking, licence numbers, obstacles."""

import csv
import io
from dataclasses import replace
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import enter_line, make_seated_sheets
from tests.factories.tournaments import list_plays, make_team_tournament, make_user
from tournaments.base.words.figures import in_measure
from tournaments.base.words.wording import file_value
from tournaments.core.exchange.workbooks import read_workbook
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import EventRole, SlipKind, TournamentState
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, ResultSlip, Round, StandingsRequest, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.standings import in_alternated_order, latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.queries.homologation import NumberFault, Obstacle, load_homologation
from tournaments.seasons.services.homologation import homologation_csv
from tournaments.seating.services.seating import apply_movement


@pytest.fixture
def played(club: Club, client: Client) -> Tournament:
    client.force_login(make_user(club=club))
    return play_session(make_short_evening(club))


def give_numbers(tournament: Tournament) -> None:
    for number, entry in enumerate(tournament.entries.select_related("person").order_by("pk"), start=1):
        entry.person.federation_number = f"{number:06d}"
        entry.person.save()


def test_single_session_sends_the_alternated_ranking(played: Tournament) -> None:
    report = load_homologation(played)

    woven = in_alternated_order(snapshot_rows(latest_standings(played.sessions.get())))
    assert report.is_alternated
    assert [(line.person, line.place) for line in report.lines] == [
        (row.entry.person, row.alternated_place) for row in woven
    ]


def test_several_sessions_send_the_general_ranking(played: Tournament) -> None:
    open_next(played)
    apply_movement(tournament=played, seated_by=None)
    played = play_session(played, first_score=4)

    report = load_homologation(played)

    assert not report.is_alternated
    assert [(line.person, line.place, line.value) for line in report.lines] == [
        (row.entry.person, row.place, row.value) for row in load_event_standings(played).rows
    ]
    assert {line.deal_count for line in report.lines} == {8}


def test_numbers_missing_badly_written_or_twice_are_listed(played: Tournament) -> None:
    give_numbers(played)
    first, second, third, fourth = (
        entry.person for entry in played.entries.select_related("person").order_by("pk")[:4]
    )
    for person, number in ((first, ""), (second, "n° 12"), (third, "00 77 00"), (fourth, "007700")):
        person.federation_number = number
        person.save()

    faults = {line.person: line.fault for line in load_homologation(played).faults}

    assert faults == {
        first: NumberFault.MISSING,
        second: NumberFault.UNREADABLE,
        third: NumberFault.TWICE,
        fourth: NumberFault.TWICE,
    }


def test_names_with_a_wrong_number_lead_to_their_cards(played: Tournament, client: Client) -> None:
    report = reverse("organiser-homologation", args=[played.slug])
    entry = played.entries.order_by("pk")[0]
    card = reverse("organiser-person-edit", args=[played.club.slug, entry.person_id])
    director = make_user("Directrice", tournament=played, role=EventRole.DIRECTOR)

    page = client.get(report).text
    Tournament.objects.update(is_practice=True)
    practice_page = client.get(report).text
    Tournament.objects.update(is_practice=False)
    client.force_login(director)
    pages_without_register = [
        client.get(report).text,
        client.get(reverse("organiser-entries", args=[played.slug])).text,
    ]

    assert f'href="{card}?tournoi={played.slug}&amp;depuis=homologation"' in page
    assert [card in text for text in (practice_page, *pages_without_register)] == [False] * 3
    assert str(entry) in pages_without_register[0]


def test_finished_tournament_with_all_numbers_has_nothing_against_it(played: Tournament) -> None:
    give_numbers(played)
    finished = finish_tournament(tournament=played, finished_by=None)

    report = load_homologation(finished)

    assert (report.faults, report.obstacles) == ((), ())


def test_few_deals_of_triplets_stand_in_the_way(club: Club) -> None:
    tournament = make_team_tournament(club, "triplets", is_entered=True, is_seated=True)
    Round.objects.filter(section__session__tournament=tournament, number__gt=1).delete()
    play_session(tournament)

    report = load_homologation(Tournament.objects.get(pk=tournament.pk))

    assert report.deals_due[1] < report.plan.least_deals == 16
    assert report.obstacles == (Obstacle.NOT_FINISHED, Obstacle.FEW_DEALS)


@pytest.mark.parametrize(
    ("shape", "obstacles"),
    [("fft-triangular-3-8-3-6", ()), ("fft-triangular-3-8-3-3", (Obstacle.FEW_DEALS,))],
)
def test_a_triangular_of_half_the_deals_is_not_homologated(
    club: Club, shape: str, obstacles: tuple[Obstacle, ...]
) -> None:
    """FFT, Manuel de l'organisateur (2011) M62-M64: 48 deals."""
    tournament = make_team_tournament(club, "triangular", shape=shape, is_entered=True, is_seated=True)

    report = load_homologation(tournament)

    assert report.obstacles == (Obstacle.NOT_FINISHED, *obstacles)


def test_the_page_says_the_deals_of_its_column(played: Tournament, client: Client) -> None:
    ResultSlip.objects.filter(play=list_plays(played)[0]).update(kind=SlipKind.NOT_PLAYED, score=None)
    StandingsRequest.objects.get_or_create(session=played.sessions.get())
    refresh_standings(session=played.sessions.get())

    page = client.get(reverse("organiser-homologation", args=[played.slug])).content.decode()

    assert load_homologation(played).deals_played == (3, 4)
    assert "3 à 4" in page


def test_members_of_a_team_share_its_place(club: Club) -> None:
    tournament = make_team_tournament(club, "triplets", is_entered=True, is_seated=True)
    play_session(tournament)

    report = load_homologation(tournament)

    by_team: dict[str, set[int | None]] = {}
    for line in report.lines:
        by_team.setdefault(line.team, set()).add(line.place)
    assert len(report.lines) == 3 * len(by_team)
    assert {len(places) for places in by_team.values()} == {1}


def test_file_waits_for_the_end_and_says_what_to_look_at(client: Client, played: Tournament) -> None:
    path = reverse("organiser-homologation-table", args=[played.slug])
    early = client.get(path, follow=True)
    assert "Terminez d’abord le tournoi" in early.content.decode()
    finish_tournament(tournament=played, finished_by=None)

    answer = client.get(path)

    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    report = load_homologation(played)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert [row["nom"] for row in rows] == [line.person.last_name for line in report.lines]
    assert {(row["classement"], row["à vérifier"]) for row in rows} == {
        ("alterné", "pas de numéro de licence")
    }
    assert rows[0]["place"] == "1"


def test_workbook_waits_for_the_end_and_has_numbers(client: Client, played: Tournament) -> None:
    path = reverse("organiser-homologation-workbook", args=[played.slug])
    assert "Terminez d’abord le tournoi" in client.get(path, follow=True).text
    give_numbers(played)
    finish_tournament(tournament=played, finished_by=None)

    (sheet,) = read_workbook(client.get(path).content, 100)

    titles, *rows = (cells for _number, cells in sheet.rows)
    report = load_homologation(played)
    result, place, licence = (titles.index(title) for title in ("résultat", "place", "licence"))
    assert [row[place] for row in rows] == [str(line.place) for line in report.lines]
    assert sorted(row[licence] for row in rows) == [f"{number:06d}" for number in range(1, 21)]
    assert [Decimal(row[result]) for row in rows] == [
        file_value(line.value, report.measure) for line in report.lines if line.value is not None
    ]
    assert path in client.get(reverse("organiser-homologation", args=[played.slug])).text


def test_page_shows_faults_before_anything_is_sent(client: Client, played: Tournament) -> None:
    page = client.get(reverse("organiser-homologation", args=[played.slug])).content.decode()

    assert "Le tournoi n’est pas terminé" in page
    assert page.count("pas de numéro de licence") == 20
    assert "Télécharger le CSV" not in page
    assert played.state == TournamentState.PLAYING


def test_points_of_which_the_fewest_win_are_reported_as_they_are_ranked(club: Club) -> None:
    tournament = make_seated_sheets(club, format_code="friendly_total", game="papayou-4")
    for play in list_plays(tournament):
        enter_line(play, SheetLine(scores=(31, 100, 100, 200)))
    refresh_standings(session=tournament.sessions.get())

    report = load_homologation(tournament)

    assert report.measure is Measure.LOW_POINTS
    point_texts = [in_measure(line.value, report.measure) for line in report.lines]
    assert point_texts
    assert not [points for points in point_texts if points.startswith("−")]
    assert not any(";-" in line for line in homologation_csv(report).decode("utf-8-sig").splitlines())


def test_the_report_tells_the_deals_really_played(played: Tournament) -> None:
    give_numbers(played)
    report = load_homologation(finish_tournament(tournament=played, finished_by=None))
    first, *later_lines = report.lines

    fewer = replace(report, lines=(replace(first, deal_count=3), *later_lines))

    assert report.deals_played == report.deals_due
    assert fewer.deals_played == (3, report.deals_due[1])
