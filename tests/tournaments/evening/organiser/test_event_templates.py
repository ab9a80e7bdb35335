"""Templates of a club and an evening again: kept, started from, renamed, deleted, put back."""

import datetime
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_club, make_seated_tournament, make_tournament, make_user
from tournaments.evening.services.event_choices import EventChoices, load_event_choices
from tournaments.evening.services.event_templates import delete_template, save_template
from tournaments.models import EventTemplate

pytestmark = pytest.mark.django_db

CHOICES = EventChoices(
    format_code="duplicate_individual",
    shape="fft-straight-7-7-28-4",
    rates={"Plein": 800},
    visibility="public",
)


@pytest.fixture
def club(client):
    club = make_club()
    client.force_login(make_user(club=club))
    return club


def keep(club, name="Vendredi"):
    return save_template(club=club, name=name, choices=CHOICES, saved_by=None)


def test_the_list_says_what_each_model_is(client, club):
    keep(club)
    free_deals = replace(CHOICES, format_code="free_deals", shape="fft-free-6-5-24-4")
    save_template(club=club, name="Donnes libres", choices=free_deals, saved_by=None)

    two = replace(CHOICES, shape="fft-straight-5-5-20-4+fft-straight-7-7-28-4")
    save_template(club=club, name="Deux couleurs", choices=two, saved_by=None)

    page = client.get(reverse("organiser-templates", args=[club.slug])).content.decode()

    assert "Vendredi" in page
    assert "Rouge\u00a0: 5 tables, 5 positions, 20 places" in page
    assert "Vert\u00a0: 7 tables, 7 positions, 28 places" in page
    assert "7 tables, 7 positions, 28 places" in page
    assert "6 tables, 5 tours, 24 places" in page
    assert "Plein 8,00" in page.replace("\u202f", "\u00a0")


def test_next_week_only_the_date_is_left_to_give(client, club):
    template = keep(club)

    answer = client.post(
        reverse("organiser-template-start", args=[club.slug, template.pk]), {"date": "2026-11-27", "name": ""}
    )

    new_event = club.tournaments.get()
    assert answer.headers["Location"] == reverse("organiser-desk", args=[new_event.slug])
    assert (new_event.name, new_event.starts_on) == ("Soirée du 27 novembre", datetime.date(2026, 11, 27))
    choices = load_event_choices(new_event)
    assert (choices.shape, choices.rates, choices.visibility) == (CHOICES.shape, CHOICES.rates, "public")


def test_an_evening_is_played_again_with_its_people_a_week_later(client, club):
    source = make_seated_tournament(club)
    address = reverse("organiser-event-repeat", args=[club.slug, source.pk])

    page = client.get(address)
    client.post(address, {"date": "2026-12-04", "name": "Encore", "with_entries": "on"})

    assert page.context["form"]["date"].value() >= source.starts_on + datetime.timedelta(days=7)
    new_event = club.tournaments.get(name="Encore")
    assert new_event.entries.count() == 20
    assert not new_event.entries.exclude(section=None).exists()


def test_an_evening_of_the_last_day_of_the_calendar_can_be_played_again(client, club):
    source = make_tournament(club)
    club.tournaments.update(starts_on=datetime.date.max)

    page = client.get(reverse("organiser-event-repeat", args=[club.slug, source.pk]))

    assert page.context["form"]["date"].value() == timezone.localdate()


def test_a_past_evening_becomes_a_model(client, club):
    source = make_tournament(club)
    address = reverse("organiser-template-save", args=[club.slug, source.pk])

    client.post(address, {"name": "Petite soirée"})
    again = client.post(address, {"name": "Petite soirée"})

    assert EventChoices.from_json(EventTemplate.objects.get().choices) == load_event_choices(source)
    assert "Un autre modèle porte ce nom." in again.content.decode()


def test_a_model_is_renamed_deleted_and_put_back(client, club):
    template = keep(club)
    address_parts = [club.slug, template.pk]

    client.post(reverse("organiser-template-rename", args=address_parts), {"name": "Le vendredi"})
    client.post(reverse("organiser-template-delete", args=address_parts))
    templates_page = client.get(reverse("organiser-templates", args=[club.slug]))
    not_started = client.get(reverse("organiser-template-start", args=address_parts))
    client.post(reverse("organiser-template-restore", args=address_parts))

    template.refresh_from_db()
    assert (template.name, template.deleted_at) == ("Le vendredi", None)
    assert [row.name for row in templates_page.context["deleted"]] == ["Le vendredi"]
    assert not_started.status_code == 404


def test_a_name_taken_is_told_and_changes_nothing(client, club):
    template = keep(club)
    keep(club, "Mardi")

    page = client.post(
        reverse("organiser-template-rename", args=[club.slug, template.pk]), {"name": "Mardi"}, follow=True
    )

    template.refresh_from_db()
    assert template.name == "Vendredi"
    assert "Un autre modèle porte ce nom." in page.content.decode()


def test_the_list_costs_the_same_for_one_as_for_three(client, club, django_assert_num_queries):
    keep(club)
    address = reverse("organiser-templates", args=[club.slug])
    with django_assert_num_queries(6):
        client.get(address)
    keep(club, "Mardi")
    delete_template(template=keep(club, "Jeudi"), deleted_by=None)

    with django_assert_num_queries(6):
        client.get(address)
