"""A new evening in four questions: pressing « Continuer » is enough, nothing typed is lost."""

import datetime
import random
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import (
    make_club,
    make_people,
    make_seated_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.queries.sessions import planned_sessions
from tournaments.core.formats.event_options import MovementKind, PlannedSession, SheetOf
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.showing import PRESETS, read_showing
from tournaments.demo.services.demo_sheets import play_sheets
from tournaments.entries.services.fees import RateLine, set_fee_rates
from tournaments.enums import LineUpMethod, TournamentState, Visibility
from tournaments.evening.forms.events import StartForm
from tournaments.evening.forms.sessions import PlannedSessionForm
from tournaments.evening.forms.tournaments import TournamentForm
from tournaments.evening.forms.wizard import DetailsForm, PeopleForm
from tournaments.evening.organiser.announcement import AnnouncementForm
from tournaments.evening.organiser.wizard import SESSIONS, SUMMARY
from tournaments.evening.services.evening_proposals import KINDS
from tournaments.evening.services.event_choices import EventChoices, load_event_choices
from tournaments.evening.services.event_templates import save_template
from tournaments.evening.services.practice import create_practice
from tournaments.events.services.events import enter_people
from tournaments.models import Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db

PEOPLE = {"kind": "duplicate_individual", "fewest": "20", "most": "20", "begin": "20:00", "end": "23:30"}


@pytest.fixture
def club(client):
    club = make_club()
    client.force_login(make_user(club=club))
    return club


def address(club):
    return reverse("organiser-tournament-wizard", args=[club.slug])


def pressed(page):
    """What a browser sends when the first button is pressed, nothing changed."""
    form, answers = page.context["form"], page.context["answers"]
    sent = dict(answers.carried) | {"step": str(page.context["after"])}
    for bound in form or ():
        value = bound.value()
        if bound.name == "shape":
            value = value or form.advice.proposals[0].choice
        if value is not None:
            sent[bound.name] = bound.field.widget.format_value(value) or ""
        if isinstance(sent.get(bound.name), list):
            sent[bound.name] = sent[bound.name][0]
    return sent


def last_shape(client, club):
    """The choice of the first proposal for twenty people."""
    return client.get(address(club), PEOPLE | {"step": "3"}).context["form"].advice.proposals[0].choice


def test_a_newcomer_presses_four_times_and_creates(client, club):
    page = client.get(address(club))
    for _press in range(4):
        page = client.get(address(club), pressed(page))

    assert (page.context["step"], "étape 5 sur 5" in page.text) == (SUMMARY, True)
    answer = client.post(address(club), dict(page.context["answers"].carried) | {"step": str(SUMMARY)})

    made = Tournament.objects.get()
    assert answer.headers["Location"] == reverse("organiser-desk", args=[made.slug])
    section = made.sessions.get().sections.get()
    assert (made.format, made.state, made.visibility) == (
        "duplicate_individual", TournamentState.DRAFT, Visibility.PUBLIC,
    )  # fmt: skip
    assert (made.starts_on, made.name[:9]) == (timezone.localdate(), "Soirée du")
    assert (made.starts_at, planned_sessions(made)) == (datetime.time(20), [])
    assert (section.player_count, section.table_count) == (20, 5)
    assert not made.fee_rates.exists()


@pytest.mark.parametrize("kind", list(KINDS))
def test_any_kind_of_evening_is_proposed_to_whoever_only_presses(client, club, kind):
    people = client.get(address(club), {"kind": kind, "game": "tarot-4", "step": "2"})

    page = client.get(address(club), pressed(people))

    assert page.context["step"] == 3
    best = page.context["form"].advice.proposals[0].proposal
    has_federal = best.federal is None
    assert has_federal == (kind != "triangular"), "48 deals are too many for an evening, else they come first"


@pytest.mark.parametrize(
    ("day", "end"),
    [("2027-03-26", "03:26"), ("2027-03-27", "04:26"), ("2027-10-30", "02:26"), ("2199-12-31", "03:26")],
)
def test_end_of_an_evening_follows_the_change_of_the_clocks(day, end):
    form = PeopleForm(
        {"fewest": "12", "most": "12", "begin": "22:00", "end": "03:30"},
        played=find_format("duplicate_individual"),
    )
    assert form.is_valid()

    assert form.ends_at(326).isoformat("minutes") == "03:26"
    assert form.ends_at(326, datetime.date.fromisoformat(day)).isoformat("minutes") == end


def test_summary_shows_the_end_on_the_chosen_day(client, club):
    night = PEOPLE | {"begin": "23:30", "end": "03:30", "visibility": "public", "step": str(SUMMARY)}
    night |= {"shape": last_shape(client, club)}
    ordinary, changed = (
        client.get(address(club), night | {"date": date}).context["answers"].ends_at
        for date in ("2027-03-20", "2027-03-27")
    )

    assert (changed.hour, changed.minute) == (ordinary.hour + 1, ordinary.minute)


@pytest.mark.parametrize("form", [AnnouncementForm, DetailsForm, TournamentForm, PlannedSessionForm])
def test_day_of_an_event_exists_in_each_time_zone(form):
    field = form.base_fields.keys() & {"starts_on", "date", "day"}
    clean = form.base_fields[field.pop()].clean

    assert [clean(day).year for day in ("1900-01-01", "2199-12-31")] == [1900, 2199]
    for day in ("0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"):
        with pytest.raises(ValidationError, match="entre 1900 et 2199"):
            clean(day)


def test_hour_that_the_clocks_skip_is_refused_where_it_is_chosen(club):
    day, hour = "2027-03-28", "02:30"
    tournament = make_tournament(club)
    series = {"date": "2027-03-21", "hour": hour, "every": "week", "until": "2027-04-04"}
    two_weeks = series | {"every": "two_weeks"}
    played = format_of("friendly_total", "tarot-4")
    details = {"date": day, "visibility": "public", "first_dealer": "north"}
    refusals = [
        AnnouncementForm({"name": "Nuit", "starts_on": day, "starts_at": hour}, tournament=tournament).errors,
        StartForm({"date": day, "hour": hour}).errors,
        StartForm(series).errors,
        PlannedSessionForm({"day": day, "hour": hour}, played=played).errors,
        DetailsForm(
            details, played=played, begin=datetime.time(2, 30), game="tarot-4", has_rest=False
        ).errors,
        StartForm(two_weeks).errors,
    ]

    found = [
        {name for name, errors in form.items() if "n’existe pas" in " ".join(errors)} for form in refusals
    ]
    assert found == [{"starts_at"}, {"hour"}, {"hour"}, {"hour"}, {"date"}, set()]


def test_numbers_that_do_not_fit_are_told_with_those_that_do(client, club):
    page = client.get(address(club), PEOPLE | {"kind": "triangular", "step": "3"})

    assert "Il faut d’habitude 12 personnes" in page.content.decode()


def test_too_short_an_evening_of_a_usual_number_is_told_its_time_alone(client, club):
    short = {"kind": "triplets", "step": "3", "fewest": "24", "most": "24", "begin": "20:00", "end": "21:00"}

    page = client.get(address(club), PEOPLE | short).text

    assert "Le temps est trop court" in page
    assert "Il faut d’habitude" not in page


def test_the_questions_begin_with_what_the_club_played_last(client, club):
    last = make_seated_tournament(club)
    set_fee_rates(tournament=last, rates=[RateLine(None, "Plein", 650)], is_per_member=False, set_by=None)
    create_practice(
        club=club,
        name="Essai",
        format_code="triplets",
        starts_on=datetime.date(2027, 1, 1),
        created_by=None,
    )

    first = client.get(address(club))
    people = client.get(address(club), {"step": "2", "kind": "free_deals"})
    details = client.get(address(club), PEOPLE | {"step": "4", "shape": last_shape(client, club)})

    assert first.context["form"]["kind"].value() == "duplicate_individual"
    assert reverse("organiser-event-repeat", args=[club.slug, last.pk]) in first.content.decode()
    assert people.context["form"]["fewest"].value() == 20
    assert 'value="6,50"' in details.content.decode()


def test_going_back_keeps_every_answer(client, club):
    sent = PEOPLE | {"step": "1", "shape": "x", "name": "Le grand soir", "board_limit": "dix"}

    page = client.get(address(club), sent)

    assert page.context["step"] == 1
    carried = dict(page.context["answers"].carried)
    assert (carried["name"], carried["board_limit"], carried["most"]) == ("Le grand soir", "dix", "20")
    assert "kind" not in carried


def test_what_cannot_be_is_told_at_its_field(client, club):
    wrong = {"most": "18", "fewest": "2", "end": "20:10", "board_limit": "0"}
    for field, text in (*wrong.items(), ("end", "bientôt")):
        page = client.get(address(club), PEOPLE | {field: text, "step": "3"})
        assert page.context["step"] == 2
        assert list(page.context["form"].errors) == [field]


def test_an_evening_that_ends_after_midnight_is_long_enough(client, club):
    page = client.get(address(club), PEOPLE | {"begin": "20:30", "end": "00:30", "step": "3"})

    assert page.context["answers"].people.minutes == 240
    assert page.context["form"].advice.proposals


def test_too_little_time_says_so_and_offers_no_way_on(client, club):
    page = client.get(address(club), PEOPLE | {"end": "20:40", "step": "4"})

    text = page.content.decode()
    assert page.context["step"] == 3
    assert "Le temps est trop court" in text
    assert "Continuer" not in text


def test_other_answers_before_make_the_movement_a_question_again(client, club):
    chosen = last_shape(client, club)

    page = client.get(address(club), PEOPLE | {"most": "28", "shape": chosen, "step": "3"})
    skipped = client.get(address(club), PEOPLE | {"most": "28", "shape": chosen, "step": "5"})

    assert (page.context["step"], page.context["form"].errors) == (3, {})
    assert page.context["form"].advice.if_fewer is not None
    assert list(skipped.context["form"].errors) == ["shape"]


def test_everything_chosen_is_kept_and_the_choices_as_a_model(client, club):
    sent = {
        "kind": "friendly_total", "game": "tarot-3", "fewest": "12", "most": "15", "begin": "14:00",
        "end": "17:00", "date": "2026-12-04", "name": " Goûter ", "fee": "2,50", "visibility": "private",
        "preset": "competition", "saved_as": "Goûters",
    }  # fmt: skip
    proposals = client.get(address(club), sent | {"step": "3"}).context["form"].advice.proposals

    client.post(address(club), sent | {"shape": proposals[-1].choice, "step": "5"})

    made = Tournament.objects.get()
    assert (made.name, made.game, made.visibility) == ("Goûter", "tarot-3", Visibility.PRIVATE)
    assert [(rate.name, rate.cents) for rate in made.fee_rates.all()] == [("Inscription", 250)]
    kept = EventChoices.from_json(club.event_templates.get(name="Goûters").choices)
    assert (kept.game, kept.shape) == ("tarot-3", proposals[-1].choice)
    assert read_showing(made.showing) == PRESETS["competition"] == read_showing(dict(kept.showing))


def test_what_shows_is_asked_with_its_consequence_and_is_as_last_time(client, club):
    shape = last_shape(client, club)
    asked = PEOPLE | {"shape": shape, "step": "4"}
    first = client.get(address(club), asked)
    client.post(
        address(club), asked | {"date": "2026-12-04", "visibility": "public", "preset": "school", "step": "5"}
    )

    again = client.get(address(club), asked)

    told = [
        [chosen for _code, _name, _told, chosen in page.context["form"].presets] for page in (first, again)
    ]
    assert told == [[True, False, False], [False, False, True]]
    assert "personne n’est dernier" in first.text
    assert read_showing(Tournament.objects.get().showing) == PRESETS["school"]


def test_answers_without_a_choice_of_what_shows_are_the_usual_ones_and_another_is_refused(client, club):
    sent = PEOPLE | {
        "shape": last_shape(client, club),
        "date": "2026-12-04",
        "visibility": "public",
        "step": "5",
    }

    refused = client.post(address(club), sent | {"preset": "rien"})
    client.post(address(club), sent)

    assert (refused.context["step"], list(refused.context["form"].errors)) == (4, ["preset"])
    assert read_showing(Tournament.objects.get().showing) == PRESETS["club"]


def test_a_name_of_a_model_that_is_taken_makes_nothing(client, club):
    shape = last_shape(client, club)
    choices = EventChoices(format_code="duplicate_individual", shape=shape)
    save_template(club=club, name="Vendredi", choices=choices, saved_by=None)
    sent = PEOPLE | {
        "shape": shape,
        "date": "2026-12-04",
        "visibility": "public",
        "saved_as": "Vendredi",
    }

    page = client.post(address(club), sent | {"step": "5"})

    assert list(page.context["form"].errors) == ["saved_as"]
    assert not Tournament.objects.exists()


def test_posting_what_is_not_answered_shows_the_question(client, club):
    page = client.post(address(club), PEOPLE | {"step": "5"})

    assert (page.status_code, page.context["step"]) == (200, 3)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("kind", "game", "people"),
    [("free_deals", "", 4), ("free_deals", "", 5), ("free_deals", "", 3), ("friendly_total", "tarot-5", 5)],
)
def test_a_handful_of_people_play_at_one_table(client, club, kind, game, people):
    asked = PEOPLE | {"kind": kind, "game": game, "fewest": people, "most": people}
    shape = client.get(address(club), asked | {"step": "3"}).context["form"].advice.proposals[0].choice
    sent = asked | {"shape": shape, "date": "2026-12-04", "visibility": "public", "step": str(SUMMARY)}

    client.post(address(club), sent)
    tournament = Tournament.objects.get()
    enter_people(tournament=tournament, people=make_people(club, people), entered_by=None)
    line_up(
        tournament=tournament,
        method=LineUpMethod.LOT,
        is_apart=False,
        rng=random.Random(1),
        placed_by=None,
    )
    apply_movement(tournament=tournament, seated_by=None)
    session = tournament.sessions.get()
    play_sheets(session, range(1, 99), Author(user=None), random.Random(2))
    refresh_standings(session=session)

    rows = load_event_standings(tournament).rows
    assert len(rows) == people
    assert sum(row.value for row in rows) == 0
    assert {row.place for row in rows} <= set(range(1, people + 1))


def several(client, club, **changes):
    """Answers of free deals for twenty people with a final of twelve on the next day."""
    sent = PEOPLE | {"kind": "free_deals", "step": "3"}
    shape = client.get(address(club), sent).context["form"].advice.proposals[0].choice
    return (
        sent
        | {"shape": shape, "date": "2026-12-04", "visibility": "public", "session_count": "2"}
        | {"s2-day": "2026-12-05", "s2-hour": "14:30", "s2-qualified": "12", "s2-rounds": "5"}
        | {"s2-boards": "1", "s2-is_final": "on", "s2-carried": "1/2", "s2-coefficient": "2"}
        | {"s2-sheet": "totals"}
        | changes
    )


def test_several_sessions_are_planned_in_the_wizard_each_with_its_size_day_and_what_it_keeps(client, club):
    sent = several(client, club)
    before = {name: value for name, value in sent.items() if not name.startswith("s2")}

    asked = client.get(address(club), before | {"step": "5"})
    summary = client.get(address(club), sent | {"step": str(SUMMARY)})
    client.post(address(club), dict(summary.context["answers"].carried) | {"step": str(SUMMARY)})

    assert (asked.context["step"], "étape 5 sur 6" in asked.text) == (SESSIONS, True)
    assert asked.context["form"].rows[0]["day"].value() == datetime.date(2026, 12, 4)
    assert "samedi 5 décembre 2026, 14:30" in summary.text
    assert "Part des points gardée : 1/2." in summary.text
    (planned,) = planned_sessions(Tournament.objects.get())
    assert (planned.number, planned.day) == (2, datetime.date(2026, 12, 5))
    assert planned.plan == PlannedSession(
        days_after=1,
        hour=datetime.time(14, 30),
        rounds=5,
        boards=1,
        qualified=12,
        coefficient=Fraction(2),
        is_final=True,
        carried=Fraction(1, 2),
        sheet=SheetOf.TOTALS,
    )
    assert "Totaux seulement." in summary.text


@pytest.mark.parametrize(
    ("changes", "errors", "kept"),
    [
        ({"s2-movement": "turning"}, [], MovementKind.TURNING),
        ({"s2-movement": ""}, [], None),
        ({"s2-movement": "lines", "s2-qualified": "16"}, ["movement"], None),
    ],
)
def test_a_later_session_of_a_duplicate_may_turn_or_stay_in_lines(client, club, changes, errors, kept):
    sent = PEOPLE | {"kind": "duplicate_individual", "step": "3"}
    shape = client.get(address(club), sent).context["form"].advice.proposals[0].choice
    sent |= {"shape": shape, "date": "2026-12-04", "visibility": "public", "session_count": "2"}
    sent |= {"s2-day": "2026-12-05", "s2-coefficient": "1"} | changes

    page = client.post(address(club), sent | {"step": str(SUMMARY)})

    told = page.context["form"].rows[0].errors if errors else {}
    assert list(told) == errors
    assert [row.plan.movement for event in Tournament.objects.all() for row in planned_sessions(event)] == (
        [] if errors else [kept]
    )


def test_a_session_that_cannot_be_is_told_at_its_field_and_nothing_typed_is_lost(client, club):
    sent = several(client, club) | {"step": str(SUMMARY)}
    wrong = [
        ({"s2-day": "2026-12-03"}, "day"),
        ({"s2-day": ""}, "day"),
        ({"s2-day": "2028-12-03"}, "day"),
        ({"s2-day": "2026-12-04", "s2-hour": "19:00"}, "hour"),
        ({"s2-qualified": "21"}, "qualified"),
        ({"s2-qualified": "2"}, "qualified"),
        ({"s2-rounds": "60"}, "rounds"),
        ({"s2-carried": "2"}, "carried"),
    ]
    for changes, field in wrong:
        page = client.get(address(club), sent | changes)
        (row,) = page.context["form"].rows
        assert (page.context["step"], list(row.errors)) == (SESSIONS, [field])
        assert row["boards"].value() == "1"


def test_free_deals_ask_what_their_sheets_hold_and_others_do_not(client, club):
    sent = several(client, club, session_count="1", sheet="totals")
    asked = client.get(address(club), sent | {"step": "4"})
    client.post(address(club), sent | {"step": str(SUMMARY)})
    again = client.get(address(club), several(client, club) | {"step": "4"})
    duplicate = client.get(
        address(club), PEOPLE | {"shape": last_shape(client, club), "step": "4", "date": ""}
    )

    assert "totaux de chaque tour seulement" in asked.text
    assert (
        "tui" not in client.get(address(club), sent | {"step": "2"}).text.split("<h1")[1].split("</form")[0]
    )
    assert Tournament.objects.get().options == {"sheet": "totals", "first_dealer": "drawn"}
    assert "sheet" in again.context["form"].fields
    assert "sheet" not in duplicate.context["form"].fields


def test_a_length_that_is_not_the_federations_says_what_would_be(client, club):
    sent = PEOPLE | {"kind": "triangular", "fewest": "12", "most": "12", "step": "3"}

    short = client.get(address(club), sent).text
    longer = client.get(address(club), sent | {"end": "23:50"}).text

    told = "La fédération prévoit au moins 8 positions et 48 donnes : comptez 7 h 02."
    assert told in short
    assert "3 tables, 8 positions de 3 donnes" in longer


def test_six_quartets_at_seven_tables_are_not_said_to_fill_them(client, club):
    sent = PEOPLE | {"kind": "quartets", "fewest": "24", "most": "24", "end": "23:50", "step": "3"}

    page = client.get(address(club), sent).text

    assert "Toutes les tables sont complètes" not in page
    assert "Une table de relais" in page
    assert "Chaque équipe rencontre" in page


def test_free_deals_ask_whether_rounds_are_drawn_and_duplicates_do_not(client, club):
    """The answer holds for the sessions to come, and for the next event made from this one."""
    sent = several(client, club, rounds="drawn")
    summary = client.get(address(club), sent | {"step": str(SUMMARY)})
    client.post(address(club), dict(summary.context["answers"].carried) | {"step": str(SUMMARY)})
    event = Tournament.objects.get()
    duplicate = client.get(
        address(club), PEOPLE | {"shape": last_shape(client, club), "step": "4", "date": ""}
    )

    assert "Par un tirage avant chaque tour" in summary.text
    assert [section.is_drawn for section in sections_of(event)] == [True]
    assert len(planned_sessions(event)) == 1
    assert load_event_choices(event).is_drawn
    assert "rounds" not in duplicate.context["form"].fields


def test_movement_places_the_players_unless_the_answer_is_another(client, club):
    client.post(address(club), several(client, club) | {"step": str(SUMMARY)})

    assert [section.is_drawn for section in sections_of(Tournament.objects.get())] == [False]


@pytest.mark.parametrize(
    ("kind", "size"), [("quartets", "4"), ("triplets", "3"), ("teams", "4"), ("duplicate_individual", "")]
)
def test_the_question_how_many_says_how_many_people_a_team_has(signed_in, club, kind, size):
    page = signed_in.get(
        reverse("organiser-tournament-wizard", args=[club.slug]), {"kind": kind, "game": "tarot-4", "step": 2}
    ).content.decode()

    assert ("personnes par équipe." in page) == bool(size)
    assert f"Comptez {size} personnes par équipe." in page or not size
    assert "étape 2 sur 5" in page.partition("</title>")[0]
