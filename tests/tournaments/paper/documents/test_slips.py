"""Slips and the referee's form: in the words of the format, relays and substitutes as they are seated."""

import pytest
from django.utils import timezone

from games.core.seats import NORTH
from tests.factories.tournaments import (
    fill_tournament,
    make_club,
    make_relay_movement,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
    make_tournament,
)
from tournaments.core.formats.ranking_plan import Measure
from tournaments.enums import DocumentKind, EntryPresence
from tournaments.models import Person
from tournaments.paper.documents.hall.entry_slips import (
    ARRIVALS,
    ENTRY_SLIPS,
    EntrySlip,
    EntrySlipsSheet,
    build_entry_slips,
)
from tournaments.paper.documents.hall.relay_slips import build_relay_slips
from tournaments.paper.documents.hall.substitute_slips import BLANK, build_substitute_slips
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.results.ruling_sheet import BlankRuling, build_ruling_sheets
from tournaments.seating.queries.seats import itineraries, load_rounds
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db

PLAIN = DocumentOptions()


def test_entry_slip_has_a_line_for_everybody_who_is_entered_together():
    alone = build_entry_slips(make_tournament(make_club()), DocumentOptions(copies=3))
    (team,) = build_entry_slips(make_team_tournament(make_club(), "triplets"), PLAIN)

    assert alone == (EntrySlipsSheet(EntrySlip(range(1, 2), has_team=False)),) * 3
    assert team.slip == EntrySlip(range(1, 4), has_team=True)


def test_who_is_expected_stands_on_a_list_with_boxes_to_tick(evening):
    entries = list(evening.entries.order_by("pk"))
    evening.entries.filter(pk=entries[0].pk).update(presence=EntryPresence.WITHDRAWN)
    evening.entries.filter(pk=entries[1].pk).update(arrived_at=timezone.now())

    (listed,) = build_entry_slips(evening, DocumentOptions(part=ARRIVALS))
    html = preview_html(ENTRY_SLIPS, evening, language="fr", options=DocumentOptions(part=ARRIVALS))

    assert [line.entry for line in listed.lines] == sorted(entries[1:], key=lambda entry: entry.by_name)
    assert not listed.has_fees
    assert html.count("tick-box") == len(entries) - 2
    assert "NOM02 Ana" in html
    assert build_entry_slips(make_tournament(make_club()), DocumentOptions(part=ARRIVALS)) == ()


def test_list_of_the_expected_has_no_place_that_may_still_change(evening):
    placed_event = fill_tournament(make_tournament(make_club()))

    draft_list, final_list = (
        preview_html(ENTRY_SLIPS, event, language="fr", options=DocumentOptions(part=ARRIVALS))
        for event in (placed_event, evening)
    )

    assert ("<td>N1</td>" in draft_list, "<td>N1</td>" in final_list) == (False, True)


def test_who_rests_is_told_when_and_where_to_play_again():
    movement = make_relay_movement()
    tournament = apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)

    (sheet,) = build_relay_slips(tournament, PLAIN)

    first, last = sheet.slips[:2]
    assert sheet.slips[2:] == (None,) * 6
    assert (first.first_round, first.last_round) == (1, 1)
    assert (first.back.round, first.back.table, first.back.seats) == (2, 2, (NORTH,))
    assert first.back.boards == (5, 6, 7, 8)
    assert (last.first_round, last.back) == (2, None)
    (second_round,) = build_relay_slips(tournament, DocumentOptions(first_round=2))
    assert second_round.slips[0] == last


def test_evening_without_relays_says_so(evening, printed):
    (sheet,) = build_relay_slips(evening, PLAIN)

    assert set(sheet.slips) == {None}
    assert "Personne n’a de relais" in printed(DocumentKind.RELAY_SLIPS, evening).pages[0].extract_text()


def test_substitute_takes_along_where_to_play_from_now_on(evening, printed):
    session = evening.sessions.get()
    entry = evening.entries.all()[0]
    visitor = Person.objects.create(club=evening.club, last_name="Visite", first_name="Renée")
    substitution = entry.substitutions.create(
        session=session, leaves=entry.person, person=visitor, first_round=3
    )
    itinerary = next(row for row in itineraries(load_rounds(session.sections.get())) if row.entry == entry)

    (sheet,) = build_substitute_slips(evening, PLAIN)

    assert sheet.slips[0].substitution == substitution
    assert sheet.slips[0].stops == itinerary.stops[2:]
    assert sheet.slips[1:] == (None,) * 3
    text = " ".join(printed(DocumentKind.SUBSTITUTE_SLIPS, evening).pages[0].extract_text().split())
    assert "VISITE Renée" in text
    assert str(entry) in text


def test_blank_substitute_slips_are_asked_for_by_the_sheet(evening):
    sheets = build_substitute_slips(evening, DocumentOptions(part=BLANK, copies=2))

    assert [sheet.slips for sheet in sheets] == [(None,) * 4] * 2


def test_referees_form_has_the_unit_of_the_format():
    (sheet,) = build_ruling_sheets(make_tournament(make_club()), PLAIN)
    (duels,) = build_ruling_sheets(make_team_tournament(make_club(), "quartets"), PLAIN)

    assert sheet.form == BlankRuling(has_boards=True, measure=Measure.PERCENT)
    assert duels.form == BlankRuling(has_boards=True, measure=Measure.MATCH_POINTS)


def test_slips_cost_the_same_queries_whatever_the_size(django_assert_max_num_queries):
    evening = make_seated_tournament(make_club(), table_count=7, is_dealt=False)

    with django_assert_max_num_queries(8):
        build_relay_slips(evening, PLAIN)
        build_substitute_slips(evening, PLAIN)
