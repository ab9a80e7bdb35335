"""Two organisers change one page at the same time: neither loses what the other has stored."""

import datetime
from itertools import permutations
from urllib.parse import urlsplit

import pytest
from django import forms
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.urls import reverse

from tests.factories.page_forms import PageForm, read_forms
from tests.factories.registrations import open_event
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import (
    make_friendly_tournament,
    make_people,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    make_user,
)
from tournaments.base.forms.decimals import DecimalField
from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.money import AmountsField, GiftsField
from tournaments.core.formats.event_options import PlannedSession
from tournaments.enums import CompetitionKind, EventRole
from tournaments.models import Club, EntryQuestion, HouseRules, PrizePlan, PrizeRule, Season, SeasonTariff
from tournaments.rankings.services.sessions import plan_sessions
from tournaments.seasons.services.competitions import CompetitionPlan, create_competition

WORDS = "Changé entre-temps"


class StoredForm(MergedForm):
    """Kinds of fields that organisers' pages have."""

    name = forms.CharField(required=False)
    text = forms.CharField(required=False, widget=forms.Textarea)
    is_open = forms.BooleanField(required=False)
    day = forms.DateField(required=False)
    hour = forms.TimeField(required=False)
    weight = DecimalField(required=False)
    amounts = AmountsField()
    gifts = GiftsField()
    kind = forms.ChoiceField(choices=[("a", "Aïe"), ("b", "Bée")], required=False)
    kinds = forms.MultipleChoiceField(choices=[("a", "Aïe"), ("b", "Bée")], required=False)
    file = forms.FileField(required=False)
    token = forms.CharField(required=False, widget=forms.HiddenInput)


CHANGES = {
    "name": ("Anne", "Zoé"),
    "text": ("un\r\ndeux", "trois"),
    "is_open": (True, False),
    "day": ("2026-11-29", "2026-12-01"),
    "hour": ("20:00", "21:30"),
    "weight": ("1,5", "2"),
    "amounts": ([5000, 3050], [4000]),
    "gifts": ([{"name": "Jambon", "cents": 3500}, {"name": "", "cents": None}], []),
    "kind": ("a", "b"),
    "kinds": (["a"], ["a", "b"]),
}  # fmt: skip
"""Value shown and value stored meanwhile, for each field."""


def sent_data(form: forms.Form, **changes: object) -> QueryDict:
    """Return what a browser sends for the form, after some changes; None empties a field."""
    sent = QueryDict(mutable=True)
    (page,) = read_forms("/", f'<form method="post">{form.as_p()}</form>')[0]
    for field in page.fields:
        if field.is_on and field.name not in changes and field.kind != "file":
            sent.appendlist(field.name, field.value)
    for name, value in changes.items():
        if value is not None:
            sent[name] = value
    return sent


@pytest.mark.pure
@pytest.mark.parametrize("name", [name for name in CHANGES if name != "kinds"])
def test_field_left_as_it_was_keeps_the_value_stored_meanwhile(name: str) -> None:
    shown, stored = CHANGES[name]
    other = "text" if name == "name" else "name"
    data = sent_data(StoredForm(initial={name: shown}), **{other: "Léa"})

    form = StoredForm(data, initial={name: stored})

    expected = StoredForm(sent_data(StoredForm(initial={name: stored})), initial={name: stored})
    assert form.is_valid()
    assert expected.is_valid()
    assert form.cleaned_data[name] == expected.cleaned_data[name]
    assert form.cleaned_data[other] == "Léa"


@pytest.mark.pure
def test_list_of_choices_left_as_it_was_keeps_those_stored_meanwhile() -> None:
    data = sent_data(StoredForm(initial={"kinds": ["a"]}))
    data.setlist("kinds", ["a"])

    form = StoredForm(data, initial={"kinds": ["a", "b"]})

    assert form.is_valid()
    assert form.cleaned_data["kinds"] == ["a", "b"]


@pytest.mark.pure
@pytest.mark.parametrize(
    ("name", "shown", "stored", "typed", "words"),
    [
        ("name", "Anne", "Zoé", "Léa", "Zoé"),
        ("name", "Anne", "", "Léa", "vide"),
        ("is_open", False, True, None, None),
        ("kind", "", "b", "a", "Bée"),
        ("day", "", "2026-12-01", "2026-12-02", "2026-12-01"),
        ("amounts", [5000], [4050], "30", "40,50"),
    ],
)
def test_field_changed_twice_shows_the_stored_value_and_asks_once(
    name: str, shown: object, stored: object, typed: object, words: str | None
) -> None:
    data = sent_data(StoredForm(initial={name: shown}), **{name: typed})

    form = StoredForm(data, initial={name: stored})
    assert form.is_valid() is (words is None)
    if words is not None:
        assert form.errors == {
            name: [f"{WORDS}\xa0: {words}. Enregistrez de nouveau pour garder votre valeur."]
        }

    again = StoredForm(sent_data(form), initial={name: stored})
    assert again.is_valid(), again.errors
    wanted = StoredForm({name: typed} if typed else {})
    assert wanted.is_valid()
    assert words is None or again.cleaned_data[name] == wanted.cleaned_data[name]


@pytest.mark.pure
def test_line_breaks_of_a_browser_are_no_change() -> None:
    data = sent_data(StoredForm(initial={"text": "un\ndeux"}), text="un\r\ndeux\r\ntrois")

    form = StoredForm(data, initial={"text": "un\ndeux"})

    assert form.is_valid()
    assert form.cleaned_data["text"] == "un\r\ndeux\r\ntrois"


@pytest.mark.pure
def test_program_without_shown_values_stores_what_it_sends() -> None:
    form = StoredForm(QueryDict("name=Anne"), initial={"name": "Zoé", "text": "un"})

    assert form.is_valid()
    assert (form.cleaned_data["name"], form.cleaned_data["text"]) == ("Anne", "")


@pytest.mark.pure
def test_field_that_the_page_had_not_yet_keeps_the_value_stored_meanwhile() -> None:
    data = sent_data(StoredForm(initial={"text": "un"}), text="deux")
    for name in ("name", "initial-name"):
        data.pop(name, None)

    form = StoredForm(data, initial={"name": "Zoé", "text": "un"})

    assert form.is_valid()
    assert (form.cleaned_data["name"], form.cleaned_data["text"]) == ("Zoé", "deux")


@pytest.mark.pure
def test_hidden_fields_and_files_have_no_shown_value() -> None:
    html = StoredForm(initial={"token": "x", "name": "Anne"}).as_p()

    assert "initial-name" in html
    assert "initial-token" not in html
    assert "initial-file" not in html


Pages = dict[str, tuple[str, dict[str, str], dict[str, str]]]


def make_pages(club: Club) -> Pages:
    """Return pages that change stored values: the path, and two changes of different fields."""
    event = open_event(make_tournament(club), places=8)
    (person,) = make_people(club, 1)
    team = make_team_tournament(club, "quartets", is_entered=True).entries.all()[0]
    questions = [
        EntryQuestion.objects.create(tournament=event, position=place, text=text, kind="text")
        for place, text in enumerate(("Menu", "Train"))
    ]
    plan = PrizePlan.objects.create(tournament=event)
    rule = PrizeRule.objects.create(plan=plan, name="Général", position=1, ranking="overall", amounts=[1000])
    tariff = SeasonTariff.objects.create(
        club=club, valid_from="2026-09-01", bands=[{"least_field": 4, "points": ["5"], "attendance": "1"}]
    )
    facing_teams = make_team_tournament(club, "teams", is_entered=True)
    bonus, other_bonus = (
        f"bonus_{team.pk}_{against.pk}"
        for team, against in list(permutations(facing_teams.entries.all(), 2))[:2]
    )
    referees = [make_user(name, tournament=event, role=EventRole.REFEREE) for name in ("Anne", "Luc")]
    competition = create_competition(
        club=club,
        plan=CompetitionPlan(name="Championnat", kind=CompetitionKind.CHAMPIONSHIP),
        created_by=None,
    )
    season = Season.objects.create(club=club, name="Saison", starts_on="2026-09-01", ends_on="2027-06-30")
    friendly = make_friendly_tournament(club, "tarot-5")
    house_rules = HouseRules.objects.create(club=club, name="Maison", game="tarot-5", rules="fft misere=20")
    plan_sessions(tournament=event, planned=[PlannedSession(days_after=1)], planned_by=None)
    of_event, of_club = [event.slug], [club.slug]
    return {
        "person": (
            reverse("organiser-person-edit", args=[club.slug, person.pk]),
            {"phone": "0102030405"},
            {"email": "anne@example.org"},
        ),
        "announcement": (
            reverse("organiser-announcement", args=of_event), {"place": "Foyer"}, {"name": "Coupe"},
        ),
        "prizes": (
            reverse("organiser-prizes", args=of_event), {"redistribution": "80"}, {"extra_cents": "12,50"},
        ),
        "prize list": (
            reverse("organiser-prize-rule", args=[event.slug, rule.pk]), {"amounts": "50 30"},
            {"gifts": "Jambon = 35"},
        ),
        "club page": (
            reverse("organiser-club-page", args=of_club), {"presentation": "Le mardi\r\n20 h"},
            {"contact": "06"},
        ),
        "privacy": (
            reverse("organiser-club-privacy", args=of_club), {"withholds_names": "on"},
            {"opens_archives": "on"},
        ),
        "season": (
            reverse("organiser-season", args=[club.slug, season.pk]), {"best_events": "9"},
            {"least_events": "4"},
        ),
        "registrations": (
            reverse("organiser-registrations", args=of_event), {"place_limit": "7"}, {"note": "Repas"},
        ),
        "showing": (reverse("organiser-showing", args=of_event), {"hands": "end"}, {"held_rounds": "2"}),
        "options": (
            reverse("organiser-ranking-options", args=of_event),
            {"age_1_name": "Jeunes", "age_1_from": "1", "age_1_to": "25"},
            {"age_2_name": "Anciens", "age_2_from": "60", "age_2_to": "99"},
        ),
        "handicap": (
            reverse("organiser-handicap", args=[make_sheet_tournament(club).slug]),
            {"series_1": "30", "by": "series"},
            {"per": "deal"},
        ),
        "questions": (
            reverse("organiser-entry-questions", args=of_event), {f"text_q{questions[0].pk}": "Repas"},
            {f"text_q{questions[1].pk}": "Heure"},
        ),
        "rates": (
            reverse("organiser-fees", args=of_event), {"name_1": "Plein", "cents_1": "8"},
            {"name_2": "Jeune", "cents_2": "4"},
        ),
        "bonuses": (
            reverse("organiser-bonuses", args=[facing_teams.slug]), {bonus: "4"}, {other_bonus: "6"},
        ),
        "tariff": (
            reverse("organiser-season-tariff", args=[club.slug, tariff.pk]), {"points_1": "9 7"},
            {"least_2": "12", "points_2": "20 10"},
        ),
        "halls": (
            reverse("organiser-halls", args=of_event),
            {"name_1": "Grande salle", "first_1": "1", "last_1": "1"},
            {"name_2": "Petite salle", "first_2": "2", "last_2": "2"},
        ),
        "referees": (
            reverse("organiser-halls", args=of_event), {f"tables_{referees[0].pk}": "1"},
            {f"tables_{referees[1].pk}": "2"},
        ),
        "competition": (
            reverse("organiser-competition", args=[club.slug, competition.pk]), {"name": "Coupe"},
            {"best_events": "3"},
        ),
        "phones": (
            reverse("organiser-phones", args=[make_seated_tournament(club).slug]),
            {"needs_confirmation": "on"}, {"shows_comparison": "on"},
        ),
        "game rules": (
            reverse("organiser-game-rules", args=[friendly.slug]), {"rule_mouche": "True"},
            {"rule_misere": "20"},
        ),
        "house rules": (
            reverse("organiser-house-rules-change", args=[club.slug, house_rules.pk]),
            {"saved_as": "Du mardi"}, {"rule_mouche": "True"},
        ),
        "planned sessions": (
            reverse("organiser-sessions-plan", args=of_event), {"s2-hour": "21:30"}, {"s2-coefficient": "2"},
        ),
        "look": (reverse("organiser-papers", args=of_club), {"footer": "Foyer"}, {"is_large": "on"}),
        "team": (
            reverse("organiser-team-change", args=[team.tournament.slug, team.pk]), {"name": "Les As"}, {},
        ),
    }  # fmt: skip


def read_form(response: HttpResponse, path: str, name: str) -> PageForm:
    page_forms = read_forms(path, response.content.decode())[0]
    fitting_forms = [form for form in page_forms if form.method == "post" and name in form.names]
    assert fitting_forms, (path, name, [form.names for form in page_forms])
    return fitting_forms[0]


def send(client: Client, form: PageForm, changes: dict[str, str]) -> HttpResponse:
    """Send a page's form as a browser does."""
    data = values_of(form)
    sent = {field.name: [data[field.name]] for field in form.fields if field.is_on and field.kind != "file"}
    return client.post(urlsplit(form.action).path, sent | {name: [value] for name, value in changes.items()})


def values_of(form: PageForm) -> dict[str, str]:
    values = {field.name: field.value if field.is_on else "" for field in form.fields}
    # the reader of pages passes over a selected choice without a value
    choices = {field.name for field in form.fields if field.kind == "select"}
    return values | {name: values[f"initial-{name}"] for name in choices if f"initial-{name}" in values}


@pytest.mark.django_db
def test_pages_keep_what_both_organisers_changed(signed_in: Client, club: Club) -> None:
    for name, (path, changes, other_changes) in make_pages(club).items():
        field = next(iter(changes))
        first_page = read_form(signed_in.get(path), path, field)
        second_page = read_form(signed_in.get(path), path, field)

        assert send(signed_in, first_page, changes).status_code == 302, name
        assert send(signed_in, second_page, other_changes).status_code == 302, name

        stored_values = values_of(read_form(signed_in.get(path), path, field))
        for changed_name, value in (changes | other_changes).items():
            assert stored_values[changed_name].replace("\n", "\r\n").replace("\r\r", "\r") == value, name


@pytest.mark.django_db
def test_page_says_what_another_organiser_stored_in_the_same_field(signed_in: Client, club: Club) -> None:
    path, *_changes = make_pages(club)["announcement"]
    first_page, second_page = (read_form(signed_in.get(path), path, "place") for _ in range(2))
    send(signed_in, first_page, {"place": "Foyer"})

    refused = send(signed_in, second_page, {"place": "Salle des fêtes", "name": "Coupe"})

    assert f"{WORDS}\xa0: Foyer." in refused.text
    asked_page = read_form(refused, path, "place")
    assert values_of(read_form(signed_in.get(path), path, "place"))["place"] == "Foyer"
    assert send(signed_in, asked_page, {}).status_code == 302
    stored_values = values_of(read_form(signed_in.get(path), path, "place"))
    assert (stored_values["place"], stored_values["name"]) == ("Salle des fêtes", "Coupe")


@pytest.mark.django_db
def test_planned_session_added_or_given_up_meanwhile_keeps_the_others(signed_in: Client, club: Club) -> None:
    path, *_changes = make_pages(club)["planned sessions"]
    one_session = read_form(signed_in.get(path), path, "s2-day")
    two_sessions = read_form(signed_in.get(path, {"session_count": "3"}), path, "s3-day")
    third = {"s3-day": "2026-11-22", "s3-rounds": "2", "session_count": "3"}
    assert send(signed_in, two_sessions, third).status_code == 302
    stored_page = read_form(signed_in.get(path), path, "s3-day")

    assert send(signed_in, one_session, {"s2-hour": "21:30", "session_count": "2"}).status_code == 302
    both_sessions = values_of(read_form(signed_in.get(path), path, "s3-day"))
    assert (both_sessions["s2-hour"], both_sessions["s3-rounds"]) == ("21:30", "2")

    shorter = read_form(signed_in.get(path, {"session_count": "2"}), path, "s2-day")
    assert send(signed_in, shorter, {"session_count": "2"}).status_code == 302
    assert send(signed_in, stored_page, {"s2-coefficient": "2", "session_count": "3"}).status_code == 302
    remaining = values_of(read_form(signed_in.get(path), path, "s2-day"))
    assert (remaining["s2-coefficient"], "s3-day" in remaining) == ("2", False)


@pytest.mark.django_db
def test_page_with_one_more_session_keeps_the_input(signed_in: Client, club: Club) -> None:
    path, *_changes = make_pages(club)["planned sessions"]
    typed = values_of(read_form(signed_in.get(path), path, "s2-day"))
    typed |= {"s2-hour": "21:30", "session_count": "3"}

    longer = read_form(signed_in.get(path, typed), path, "s3-day")
    third = {"s3-day": "2026-11-22", "session_count": "3"}
    assert send(signed_in, longer, third).status_code == 302

    stored_values = values_of(read_form(signed_in.get(path), path, "s3-day"))
    assert (stored_values["s2-hour"], stored_values["s3-day"]) == ("21:30", "2026-11-22")


@pytest.mark.pure
def test_stored_day_is_written_for_people() -> None:
    shown, stored, typed = "2026-11-29", datetime.date(2026, 12, 1), "2026-12-24"

    form = StoredForm(sent_data(StoredForm(initial={"day": shown}), day=typed), initial={"day": stored})

    assert f"{WORDS}\xa0: 1 décembre 2026." in form.errors["day"][0]


@pytest.mark.pure
def test_help_describes_the_field_and_not_its_stored_value() -> None:
    form = StoredForm(initial={"name": "Anne"})
    form.fields["name"].help_text = "Celui de la licence."

    html = str(form["name"])
    assert ["aria-describedby" in field for field in html.split("<input")[1:]] == [True, False]
