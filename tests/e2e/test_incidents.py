"""Each case at the last minute in a browser: seats, boards, and the ranking worked out by hand as well."""

import re
from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.core.dealing.boards import board_taker
from tests.e2e.naive_ranking import percentages
from tests.e2e.shown_ranking import expected_lines, ranked_lines
from tests.e2e.signed_in import sign_in
from tests.e2e.stored_lines import rank_again, travellers
from tests.factories.incidents import entry_called, places_of, play_rounds
from tests.factories.tournaments import (
    EVENING,
    SCORES,
    enter_result,
    fill_tournament,
    list_plays,
    make_club,
    make_stored_evening,
    make_user,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.enums import SlipKind
from tournaments.events.services.events import create_tournament
from tournaments.models import Club, Play, ResultSlip, Ruling, Seating, Tournament
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[[str], Page]


@pytest.fixture
def tournament() -> Tournament:
    """Five tables, five rounds of two boards: small enough to be played by hand."""
    new_tournament = create_tournament(
        club=make_club(),
        name="Soirée",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=5, round_count=5, boards_per_set=2)],
        created_by=None,
    )
    return apply_movement(tournament=fill_tournament(new_tournament), seated_by=None)


@pytest.fixture
def full_hall(club: Club) -> Tournament:
    """Thirty-one players: in each of four rounds seven tables of eight play, and three people rest."""
    movement = find_by_code("resting_table-8-4-31-4").movement
    return apply_movement(tournament=make_stored_evening(club, movement), seated_by=None)


@pytest.fixture
def open_case(page: Page, live_server, tournament: Tournament) -> Open:
    """Return a function that opens the page of a case from the list of all cases, as an owner of the club."""
    sign_in(page.context, live_server.url, make_user(club=tournament.club))
    return lambda title: open_from_list(page, live_server.url, tournament, title)


def open_from_list(page: Page, site: str, tournament: Tournament, title: str) -> Page:
    page.goto(site + reverse("organiser-unforeseen", args=[tournament.slug]))
    page.get_by_role("link", name=title).click()
    return page


def read_and_confirm(page: Page, *sentences: str) -> None:
    page.get_by_role("button", name="Voir les conséquences").click()
    for sentence in sentences:
        expect(page.locator("#consequences")).to_contain_text(sentence)
    page.get_by_role("button", name="Confirmer").click()
    expect(page.get_by_text("C’est fait ; le classement suit.")).to_be_visible()


def take_back(page: Page) -> None:
    page.get_by_role("button", name="Annuler").click()
    expect(page.get_by_text("C’est annulé ; le classement suit.")).to_be_visible()


def play_on(tournament: Tournament, last: int = 99) -> None:
    """A result for every line up to the round `last` that has none."""
    entered = set(ResultSlip.objects.values_list("play", flat=True))
    for number, play in enumerate(list_plays(tournament)):
        if play.pk not in entered and play.round.number <= last:
            enter_result(play, SCORES[(number * 5) % len(SCORES)])


def expect_ranking(tournament: Tournament, extra_marks: dict[str, list[Fraction]] | None = None) -> None:
    """The site's ranking is that of the travellers, worked out by hand."""
    session = tournament.sessions.get()
    refresh_standings(session=session)
    values = {str(row.entry): row.value for row in snapshot_rows(latest_standings(session))}
    assert {name: value for name, value in values.items() if value is not None} == percentages(
        travellers(session), given=extra_marks
    )


def line_at(tournament: Tournament, number: int, table: int) -> list[Play]:
    rows = Play.objects.filter(round__section__session__tournament=tournament)
    return list(rows.filter(round__number=number, table__number=table).order_by("board"))


def test_nineteen_instead_of_twenty(open_case: Open, tournament: Tournament) -> None:
    page = open_case("Quelqu’un ne vient pas")
    page.get_by_label("Qui ne vient pas").select_option(label="NOM20 Ana")
    page.get_by_role("radio", name="Un autre mouvement, pour ceux qui sont là").check()
    page.get_by_label("Mouvement", exact=True).select_option(index=1)
    read_and_confirm(page, "une table de relais", "Le nombre d’étuis ne change pas.")

    assert places_of(entry_called(tournament, "Nom20")) == {}
    assert places_of(entry_called(tournament, "Nom01"))[1] == (1, 0)
    assert Seating.objects.filter(round__number=1).count() == 16
    assert Play.objects.count() == 40
    play_on(tournament)
    expect_ranking(tournament)


@pytest.mark.nights  # by day incidents/services/test_results_aside
def test_late_for_the_first_deal(open_case: Open, tournament: Tournament) -> None:
    late = entry_called(tournament, "Nom09")
    page = open_case("Quelqu’un est en retard")
    page.get_by_label("Qui est en retard").select_option(label="NOM09 Ana")
    page.get_by_role("radio", name="perdues").check()
    page.get_by_label("Lui donner le tarif du jeu lent").check()
    read_and_confirm(page, "Position 1, table 3", "note de 40")

    lost, *other_plays = line_at(tournament, 1, places_of(late)[1][0])
    assert lost.slips.current().get().kind == SlipKind.NOT_PLAYED
    assert not ResultSlip.objects.filter(play__in=other_plays).exists()
    play_on(tournament)
    assert board_taker(lost.board) != places_of(late)[1][1]
    expect_ranking(tournament, {str(late): [Fraction(40)]})


@pytest.mark.nights  # by day incidents/services/test_leaving
def test_somebody_leaves_after_two_rounds(open_case: Open, tournament: Tournament) -> None:
    leaver = entry_called(tournament, "Nom02")
    tables = places_of(leaver)
    play_rounds(tournament, 2)
    page = open_case("Quelqu’un s’en va")
    page.get_by_label("Qui s’en va").select_option(label="NOM02 Ana")
    page.get_by_label("Après la position").fill("2")
    read_and_confirm(page, "se repose", "6 donnes ne sont plus à jouer.", "à la fin et sans place")

    assert set(places_of(leaver)) == {1, 2}
    for number in (3, 4, 5):
        assert line_at(tournament, number, tables[number][0]) == []
    play_on(tournament)
    expect_ranking(tournament)
    session = tournament.sessions.get()
    assert snapshot_rows(latest_standings(session))[-1].overall_place is None


@pytest.mark.nights  # by day its page: incidents/organiser/test_incidents
def test_a_substitute_from_the_third_round_on(open_case: Open, tournament: Tournament) -> None:
    line = entry_called(tournament, "Nom02")
    places = places_of(line)
    play_rounds(tournament, 2)
    page = open_case("Un remplaçant")
    page.get_by_label("Qui laisse sa place").select_option(label="NOM02 Ana")
    page.get_by_label("ou un visiteur").fill("Durand")
    page.get_by_label("De la position").fill("3")
    read_and_confirm(page, "Durand s’assoit aux places qu’avait NOM02 Ana")

    assert places_of(line) == places
    assert line.substitutions.get().person.last_name == "Durand"
    play_on(tournament)
    expect_ranking(tournament)


def test_two_sat_wrongly_for_one_round(open_case: Open, tournament: Tournament) -> None:
    first, second = entry_called(tournament, "Nom02"), entry_called(tournament, "Nom07")
    places_before, before_other = places_of(first), places_of(second)
    play_rounds(tournament, 5)
    page = open_case("Deux personnes à la mauvaise place")
    page.get_by_label("Qui", exact=True).select_option(label="NOM02 Ana")
    page.get_by_label("et qui").select_option(label="NOM07 Ana")
    page.get_by_label("De la position").fill("2")
    read_and_confirm(page, "4 résultats restent à leur table", "joue plus d’une fois")

    assert places_of(first) == places_before | {2: before_other[2]}
    assert places_of(second) == before_other | {2: places_before[2]}
    expect_ranking(tournament)
    take_back(page)
    assert (places_of(first), places_of(second)) == (places_before, before_other)
    expect_ranking(tournament)


@pytest.mark.nights  # by day incidents/services/test_results_aside
def test_a_slow_table_loses_its_last_deal(open_case: Open, tournament: Tournament) -> None:
    play_rounds(tournament, 1)
    page = open_case("Une table trop lente")
    page.get_by_label("Table", exact=True).fill("3")
    page.get_by_label("Position", exact=True).fill("2")
    page.get_by_role("radio", name="perdues").check()
    read_and_confirm(page, "Position 2, table 3", "Aucune pénalité.")

    *other_plays, lost = line_at(tournament, 2, 3)
    assert lost.slips.current().get().kind == SlipKind.NOT_PLAYED
    assert not ResultSlip.objects.filter(play__in=other_plays).exists()
    assert not Ruling.objects.exists()
    play_on(tournament)
    expect_ranking(tournament)


@pytest.mark.nights  # by day its page: incidents/organiser/test_incidents
def test_a_board_is_spoiled_from_the_third_round_on(open_case: Open, tournament: Tournament) -> None:
    play_rounds(tournament, 3)
    page = open_case("Un étui abîmé")
    page.get_by_label("Étui", exact=True).fill("1")
    page.get_by_label("De la position").fill("3")
    read_and_confirm(page, "Position 3", "pas encore de résultat → neutralisée")

    kinds = ResultSlip.objects.current().filter(play__board=1).order_by("play__round__number")
    played_kinds, void = [SlipKind.PLAYED], [SlipKind.NEUTRALISED]
    assert list(kinds.values_list("kind", flat=True)) == played_kinds * 2 + void * 3
    play_on(tournament)
    expect_ranking(tournament)


@pytest.mark.nights  # by day its page: incidents/organiser/test_incidents
def test_the_evening_ends_after_three_rounds(open_case: Open, tournament: Tournament) -> None:
    play_rounds(tournament, 3)
    page = open_case("La soirée est écourtée")
    page.get_by_label("Dernière position jouée").fill("3")
    read_and_confirm(page, "20 lignes deviennent « non jouée »", "Donnes par joueur : 6")

    later = ResultSlip.objects.current().filter(play__round__number__gt=3)
    assert set(later.values_list("kind", flat=True)) == {SlipKind.NOT_PLAYED}
    expect_ranking(tournament)
    take_back(page)
    assert not ResultSlip.objects.current().filter(play__round__number__gt=3).exists()
    play_on(tournament)


@pytest.mark.nights  # by day incidents/services/test_arriving
def test_thirty_one_with_a_leave_a_late_arrival_and_a_return(
    page: Page, live_server, full_hall: Tournament
) -> None:
    leaver = entry_called(full_hall, "Nom05")
    places_left = places_of(leaver)
    play_rounds(full_hall, 1)
    open_from_list(page, live_server.url, full_hall, "Quelqu’un s’en va")
    page.get_by_label("Qui s’en va").select_option(label="NOM05 Ana")
    page.get_by_label("Après la position").fill("1")
    read_and_confirm(page, "NOM05 Ana")
    assert set(places_of(leaver)) == {1}

    open_from_list(page, live_server.url, full_hall, "Quelqu’un arrive ou revient")
    page.get_by_label("ou un visiteur").fill("Retard")
    page.get_by_label("prénom").fill("Zoé")
    page.get_by_label("Sa place").select_option(label="la place qu’avait NOM05 Ana")
    page.get_by_label("De la position").fill("2")
    read_and_confirm(page, "RETARD Zoé")
    late = full_hall.entries.get(person__last_name="Retard")
    assert places_of(late) == {number: place for number, place in places_left.items() if number > 1}

    board = type_first_line(page, live_server.url, full_hall, 2, places_left[2][0])
    play_on(full_hall, last=2)
    open_from_list(page, live_server.url, full_hall, "Quelqu’un arrive ou revient")
    page.get_by_label("Quelqu’un qui était parti").select_option(label="NOM05 Ana")
    page.get_by_label("Sa place").select_option(label="une place de plus")
    page.get_by_label("De la position").fill("3")
    read_and_confirm(page, "NOM05 Ana")
    assert set(places_of(leaver)) == {1, 3, 4}

    play_on(full_hall)
    session = full_hall.sessions.get()
    rank_again(session)
    page.goto(live_server.url + reverse("organiser-desk", args=[full_hall.slug]))
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.goto(live_server.url + reverse("public-standings", args=[full_hall.slug]))
    lines, plays = ranked_lines(page), travellers(session, attrgetter("public_name"))
    assert len(lines) == 32
    assert lines == expected_lines(percentages(plays))
    assert any(late.public_name in (line.taker, *line.defenders) for line in plays if line.board == board)


def type_first_line(page: Page, site: str, tournament: Tournament, number: int, table: int) -> int:
    """The first deal of a table in a round, on the page of its traveller; which board it was."""
    first = line_at(tournament, number, table)[0]
    page.goto(site + reverse("organiser-traveller", args=[tournament.slug, first.board]))
    page.get_by_role(
        "textbox", name=re.compile(rf"^Gagne, étui \d+, position {number}, table {table}$")
    ).fill("58")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("1 résultat enregistré.")).to_be_visible()
    return first.board
