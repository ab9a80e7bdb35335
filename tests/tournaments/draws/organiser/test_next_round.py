"""The page of the next round, and what phones, screens and papers show before and after it is published."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories.draws import (
    draw,
    draw_and_publish,
    enter_totals,
    make_drawn_colours,
    make_drawn_tournament,
    prepare_drawn_tournament,
    tables_in,
)
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tables import open_table
from tests.factories.tournaments import make_club, make_user
from tournaments.core.formats.event_options import PlannedSession
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import DrawMethod, DrawState, EventRole, Visibility
from tournaments.hall.queries.screen import load_screen, screen_facts
from tournaments.models import Play, PrintedDocument, RoundDraw, Seating, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.hall.seat_lists import build_seat_lists
from tournaments.rankings.services.sessions import plan_sessions
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament(make_club())


@pytest.fixture
def organiser(tournament: Tournament, client: Client) -> Client:
    client.force_login(make_user(club=tournament.club))
    return client


def address(tournament: Tournament, name: str = "", *arguments: int) -> str:
    return reverse(f"organiser-next-round{name}", args=[tournament.slug, *arguments])


def wish(**fields: object) -> dict[str, object]:
    return {"method": "best", "is_apart": "on", "most_missing": 0} | fields


def test_organiser_chooses_on_the_page_of_the_movement(client: Client) -> None:
    tournament = make_sheet_tournament(make_club())
    client.force_login(make_user(club=tournament.club))
    page = reverse("organiser-movement", args=[tournament.slug])
    assert 'value="drawn"' in client.get(page).text
    client.post(reverse("organiser-movement-rounds", args=[tournament.slug]), {"rounds": "drawn"})

    assert sections_of(tournament)[0].is_drawn


def test_round_is_drawn_published_and_undone_on_the_page(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    page = organiser.post(address(tournament), wish(), follow=True).text
    proposed = RoundDraw.objects.get()
    assert "Publier ces tables" in page
    assert not Seating.objects.filter(round=proposed.round).exists()

    published = organiser.post(address(tournament, "-publish", proposed.pk), {"swaps": 0}, follow=True).text
    assert "Tirage publié, tour 2" in published
    assert len(tables_in(tournament, 2)) == 3

    organiser.post(address(tournament, "-undo", proposed.pk))
    assert RoundDraw.objects.get().state == DrawState.UNDONE
    assert tables_in(tournament, 2) == []


def test_second_organiser_reads_the_draw_that_another_one_made(
    organiser: Client, tournament: Tournament
) -> None:
    enter_totals(tournament, 1)
    first_mark = organiser.get(address(tournament)).context["mark"]
    organiser.post(address(tournament), wish(seen=first_mark))
    first_draw = RoundDraw.objects.get()

    refused = organiser.post(address(tournament), wish(method="random", seen=first_mark))
    assert "Une autre personne a tiré ou publié entre-temps" in refused.text
    assert RoundDraw.objects.get() == first_draw

    second_mark = refused.context["mark"]
    organiser.post(address(tournament), wish(method="random", seen=second_mark))
    second_draw = RoundDraw.objects.get()
    assert second_draw.method == DrawMethod.RANDOM
    organiser.post(address(tournament, "-publish", second_draw.pk), {"swaps": 0})
    organiser.post(address(tournament), wish(seen=second_mark, most_missing=9))
    assert RoundDraw.objects.get() == second_draw


def test_page_and_draw_ask_no_query_for_each_player(organiser: Client, tournament: Tournament) -> None:
    """An entry without a name is a player, whose members need no query: 1,200 of them were as many."""
    enter_totals(tournament, 1)

    with CaptureQueriesContext(connection) as drawing:
        organiser.post(address(tournament), wish())
    with CaptureQueriesContext(connection) as reading:
        page = organiser.get(address(tournament))

    assert "Publier ces tables" in page.text
    queries = [query["sql"] for query in (*drawing, *reading)]
    assert not [sql for sql in queries if '"tournaments_entrymember"."entry_id" =' in sql]


def test_missing_sheets_are_named_with_what_they_can_change(
    organiser: Client, tournament: Tournament
) -> None:
    enter_totals(tournament, 1, but=(2,))
    refused = organiser.post(address(tournament), wish())
    assert refused.context["form"].errors["most_missing"]
    assert "Tour 1, table 2" in refused.text
    # what was chosen is not lost
    assert refused.context["form"]["method"].value() == "best"

    page = organiser.post(address(tournament), wish(most_missing=1), follow=True)
    assert "Ce que les feuilles manquantes peuvent changer" in page.text
    assert len(page.context["shown"].reaches) == 4


def test_draw_by_lot_does_not_depend_on_missing_sheets(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1, but=(2,))
    page = organiser.post(address(tournament), wish(method="random", most_missing=1), follow=True).text

    assert "Ces tables ne dépendent pas des feuilles manquantes." in page


def test_sheet_that_arrives_after_the_draw_is_told(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1, but=(1,))
    draw(tournament, most_missing=1)
    enter_totals(tournament, 1, but=(2, 3))
    draw_shown = organiser.get(address(tournament)).context["shown"]

    assert (draw_shown.arrived_count, draw_shown.is_outdated) == (1, True)


def test_sheets_of_the_last_round_are_not_told_as_missing_once_it_is_drawn(client: Client) -> None:
    tournament = make_drawn_tournament(make_club(), round_count=2)
    client.force_login(make_user(club=tournament.club))
    enter_totals(tournament, 1, but=(2,))
    page_before = client.get(address(tournament)).text
    enter_totals(tournament, 1)
    draw_and_publish(tournament)

    page_after = client.get(address(tournament)).text

    assert "1 feuille manque" in page_before
    assert "Tous les tours sont tirés." in page_after
    assert "feuilles manquent" not in page_after


def test_rematches_and_repeated_threes_are_named(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw(tournament)
    page = organiser.get(address(tournament))

    assert page.context["shown"].rematches
    assert "se sont déjà rencontrés" in page.text


def test_places_are_swapped_with_a_plain_form(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    organiser.post(address(tournament, "-swap", proposed.pk), {"first": "1-0", "second": "2-0"})

    changed = RoundDraw.objects.get()
    assert changed.swaps == 1
    assert changed.tables[0][1][0] == proposed.tables[1][1][0]


def test_swap_with_no_such_place_keeps_the_other(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    for second in ("", "9-9", "r-5"):
        page = organiser.post(address(tournament, "-swap", proposed.pk), {"first": "1-0", "second": second})
        assert page.context["swap_form"].errors["second"]
        assert page.context["swap_form"]["first"].value() == "1-0"
    assert RoundDraw.objects.get().swaps == 0


def test_nothing_is_published_that_was_not_read(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    proposed = draw(tournament)
    for swaps in ("", "1", "x", "²"):
        organiser.post(address(tournament, "-publish", proposed.pk), {"swaps": swaps})
        assert RoundDraw.objects.get().state == DrawState.DRAFT


def test_wrong_choice_is_told_at_its_field(organiser: Client, tournament: Tournament) -> None:
    wrong = [("method", ""), ("method", "swiss"), *(("most_missing", text) for text in ("-1", "x", "9" * 30))]
    for name, text in wrong:
        page = organiser.post(address(tournament), wish(**{name: text}))
        assert page.status_code == 200
        assert page.context["form"].errors[name]


def test_event_without_draws_says_so(client: Client) -> None:
    tournament = make_sheet_tournament(make_club())
    client.force_login(make_user(club=tournament.club))

    assert "Rien n’est à tirer ici" in client.get(address(tournament)).text
    assert client.post(address(tournament), wish()).status_code == 200


def test_draft_of_another_event_is_not_found(organiser: Client, tournament: Tournament) -> None:
    foreign_event = make_drawn_tournament(make_club())
    enter_totals(foreign_event, 1)
    proposed = draw(foreign_event)

    assert organiser.post(address(tournament, "-publish", proposed.pk), {"swaps": 0}).status_code == 404


def test_typist_does_not_see_the_draft(client: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw(tournament)
    client.force_login(make_user("Tom", tournament=tournament, role=EventRole.SCORER))

    assert client.get(address(tournament)).status_code == 403


def test_screen_shows_a_round_as_soon_as_it_is_published(tournament: Tournament) -> None:
    """A sheet is still missing: the tables of the next round are announced all the same."""
    enter_totals(tournament, 1, but=(3,))
    session, current_time = tournament.sessions.get(), timezone.now()
    proposed = draw(tournament, most_missing=1)
    facts_before = screen_facts(session, current_time, {"places"})
    assert load_screen(session, facts_before, {"places"}).seats_round == 1

    proposed.delete()
    draw_and_publish(tournament, most_missing=1)
    facts_after = screen_facts(session, current_time, {"places"})
    assert load_screen(session, facts_after, {"places"}).seats_round == 2
    assert facts_after.mark != facts_before.mark


def test_papers_of_the_round_are_ordered_with_one_button(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    draw_and_publish(tournament)
    page = organiser.get(address(tournament))
    for kind, _label, part in page.context["papers"]:
        organiser.post(
            reverse("organiser-document-page", args=[tournament.slug, kind]),
            {"part": part, "first_round": 2, "last_round": 2},
        )

    assert sorted(PrintedDocument.objects.values_list("kind", flat=True)) == ["score_sheets", "seat_lists"]


def test_desk_leads_to_the_draw_between_two_rounds(organiser: Client, tournament: Tournament) -> None:
    desk = reverse("organiser-desk", args=[tournament.slug])
    enter_totals(tournament, 1)
    page = organiser.get(desk)

    assert page.context["acts"][0].url == address(tournament)


def test_whole_evening_is_played_through_pages(organiser: Client, tournament: Tournament) -> None:
    """Best against best, by lot and best again: every page opens after each kind of draw and at the end."""
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    names = ("desk", "hall", "seats", "movement", "results", "sessions", "closing", "next-round", "documents")
    for number in range(1, 6):
        enter_totals(tournament, number)
        pages = [f"organiser-{name}" for name in names] + ["public-seats", "public-standings"]
        for name in pages if number in (2, 3, 5) else ():
            assert organiser.get(reverse(name, args=[tournament.slug])).status_code == 200, (number, name)
        if number < 5:
            method = DrawMethod.BEST if number % 2 else DrawMethod.RANDOM
            organiser.post(address(tournament), wish(method=method))
            proposed = RoundDraw.objects.get(state=DrawState.DRAFT)
            organiser.post(address(tournament, "-publish", proposed.pk), {"swaps": 0})

    organiser.post(reverse("organiser-finish", args=[tournament.slug]))
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_preparation_has_no_draw(client: Client) -> None:
    tournament = prepare_drawn_tournament(make_club())
    client.force_login(make_user(club=tournament.club))

    assert "Rien n’est à tirer ici" in client.get(address(tournament)).text


def test_only_several_colours_can_be_mixed(organiser: Client, tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    page = organiser.get(address(tournament))

    assert "changes_colour" not in page.context["form"].fields


def test_evening_of_colours_is_drawn_on_its_page(client: Client) -> None:
    """Within the colours, then mixed, which the next draw proposes again. All pages show each player once."""
    tournament = make_drawn_colours(make_club(), 12, 8)
    client.force_login(make_user(club=tournament.club))
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    names = ("desk", "hall", "seats", "movement", "results", "sessions", "next-round", "documents")
    for number in (1, 2, 3):
        enter_totals(tournament, number)
        page = client.post(address(tournament), wish(changes_colour="on" if number == 2 else ""), follow=True)
        assert [colour for colour, _tables in page.context["shown"].colours] == [1, 2]
        assert ">Rouge</h3>" in page.text
        assert ("Les couleurs sont mêlées" in page.text) is (number == 2)
        assert "places vides" not in page.text
        proposed = RoundDraw.objects.get(state=DrawState.DRAFT)
        client.post(address(tournament, "-publish", proposed.pk), {"swaps": 0})
        for name in names:
            assert client.get(reverse(f"organiser-{name}", args=[tournament.slug])).status_code == 200, name
        by_player = client.get(reverse("organiser-seats", args=[tournament.slug]), {"par": "joueur"})
        evenings = [row for _section, _rounds, rows in by_player.context["sections"] for row in rows]
        assert [len(stops) for _itinerary, stops in evenings] == [number + 1] * 20
        assert 'title="Relais"' not in by_player.text
        assert client.get(reverse("public-seats", args=[tournament.slug])).status_code == 200
        session = tournament.sessions.get()
        screen = load_screen(session, screen_facts(session, timezone.now(), {"places"}), {"places"})
        rows = screen.lists[0].rows
        assert len(rows) == len({row.entry.pk for row in rows}) == 20
        assert screen.seats_round == number + 1
        assert client.get(address(tournament)).context["form"]["changes_colour"].value() is (number == 2)


def test_lists_by_name_have_a_player_who_changed_colour_once() -> None:
    tournament = make_drawn_colours(make_club(), 12, 8)
    enter_totals(tournament, 1)
    draw_and_publish(tournament, changes_colour=True)

    names, *of_colours = build_seat_lists(tournament)
    entry_ids = [seat.entry.pk for page in names.name_pages for column in page.columns for seat in column]
    assert len(entry_ids) == len(set(entry_ids)) == 20
    assert len(of_colours) == 2


def test_phone_of_a_player_who_changed_colour_shows_the_new_table() -> None:
    tournament = make_drawn_colours(make_club(), 12, 8)
    enter_totals(tournament, 1)
    published = draw_and_publish(tournament, changes_colour=True)
    moved = next(
        row
        for row in Seating.objects.filter(round__number=2).select_related("table", "entry__person")
        if row.table.section_id != row.entry.section_id
    )
    page = Client().get(
        reverse("table-page", args=[table_secret(open_table(tournament, moved.table.number))])
    )

    assert published.changes_colour
    assert moved.entry.public_name in page.text


def test_desk_leads_from_the_last_round_to_the_next_session_and_its_draw(client: Client) -> None:
    """The evening is planned by the wizard: two sessions, whose rounds are drawn."""
    tournament = make_drawn_tournament(make_club(), round_count=2)
    client.force_login(make_user(club=tournament.club))
    plan_sessions(tournament=tournament, planned=[PlannedSession(rounds=2, boards=3)], planned_by=None)
    desk = reverse("organiser-desk", args=[tournament.slug])
    sessions = reverse("organiser-sessions", args=[tournament.slug])
    for number in (1, 2):
        enter_totals(tournament, number)
        if number == 1:
            draw_and_publish(tournament)
    refresh_standings(session=tournament.sessions.get())

    assert client.get(desk).context["acts"][0].url == sessions
    initial = client.get(sessions).context["form"].initial
    client.post(sessions, {name: value for name, value in initial.items() if value is not None})
    client.post(reverse("organiser-seats-fix", args=[tournament.slug]))
    for play in Play.objects.filter(round__section__session__number=2).select_related(
        "table", "round__section__session__tournament__club"
    ):
        record_result(
            play=play,
            line=SheetLine(scores=(30, -10, -10, -10)),
            author=Author(user=None, device="test"),
            seen_version=0,
            confirmed=True,
        )

    assert client.get(desk).context["acts"][0].url == address(tournament)
    page = client.post(address(tournament), wish(), follow=True)
    assert len(page.context["shown"].places) == 12 + 1
