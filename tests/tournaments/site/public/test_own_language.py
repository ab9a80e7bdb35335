"""Private links open in the language of their reader, who can choose another."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.services import keep_language
from tests.factories.registrations import open_event, send_registration
from tests.factories.tournaments import make_club, make_people, make_tournament, make_user
from tournaments.entries.services.registrations import registration_secret
from tournaments.models import AuditEvent, Person
from tournaments.people.services.person_links import ensure_links, person_secret

pytestmark = pytest.mark.django_db
FRENCH, ENGLISH = '<html lang="fr">', '<html lang="en">'
HOME = reverse("public-home")


@pytest.fixture
def person() -> Person:
    (person,) = make_people(make_club(), 1)
    person.language = "en"
    person.save()
    ensure_links([person])
    return person


def own_page(person: Person) -> str:
    return reverse("public-own-results", args=[person_secret(person)])


def choose(client: Client, person: Person, language: str) -> Person:
    client.post(reverse("public-own-language", args=[person_secret(person)]), {"language": language})
    person.refresh_from_db()
    return person


def test_the_first_visit_is_in_the_readers_language_and_so_are_the_pages_after_it(
    client: Client, person: Person
) -> None:
    page_before = client.get(HOME).text
    first = client.get(own_page(person))
    switch = f'action="{reverse("public-own-language", args=[person_secret(person)])}"'
    page_after = client.get(HOME).text

    assert FRENCH in page_before
    assert (ENGLISH in first.text, switch in first.text) == (True, True)
    assert first.headers["Content-Language"] == "en"
    assert ENGLISH in page_after


def test_a_device_that_has_chosen_keeps_its_language(client: Client, person: Person) -> None:
    client.post(reverse("set_language"), {"language": "fr", "next": HOME})

    assert FRENCH in client.get(own_page(person)).text


def test_an_account_at_a_strange_link_keeps_its_language(client: Client, person: Person) -> None:
    client.force_login(make_user())

    page = client.get(own_page(person))

    assert FRENCH in page.text
    assert "django_language" not in page.cookies


def test_a_reader_of_whom_nobody_said_a_language_has_the_devices(person: Person) -> None:
    Person.objects.update(language="")

    pages = [Client(headers={"accept-language": language}).get(own_page(person)) for language in ("en", "fr")]

    assert [ENGLISH in page.text for page in pages] == [True, False]
    assert not any("django_language" in page.cookies for page in pages)


def test_a_registration_opens_in_the_language_it_was_written_in(client: Client) -> None:
    tournament = open_event(make_tournament(make_club()))
    with override("en"):
        registration = send_registration(tournament, "Durand Anne")

    page = client.get(
        reverse("public-registration", args=[tournament.slug, registration_secret(registration)])
    )

    assert ENGLISH in page.text


def test_the_reader_chooses_what_is_written_to_him(client: Client, person: Person) -> None:
    changed_person = choose(client, person, "fr")

    event = AuditEvent.objects.get(action="person.changed")
    assert changed_person.language == "fr"
    assert (event.actor, event.before, event.after) == (None, {"language": "en"}, {"language": "fr"})


@pytest.mark.parametrize("language", ["", "de", "x" * 500])
def test_a_language_that_the_site_does_not_have_changes_nothing(
    client: Client, person: Person, language: str
) -> None:
    assert choose(client, person, language).language == "en"


def test_an_account_goes_before_the_register(client: Client, person: Person) -> None:
    person.user = make_user()
    keep_language(user=person.user, language="fr")
    person.save()

    page = client.get(own_page(person))

    assert "celle de votre compte" in page.text
    assert reverse("public-own-language", args=[person_secret(person)]) not in page.text


def test_keepers_write_it_in_the_register(client: Client, person: Person) -> None:
    client.force_login(make_user(club=person.club))
    address = reverse("organiser-person-edit", args=[person.club.slug, person.pk])

    initial_language = client.get(address).context["form"].initial["language"]
    client.post(address, {"last_name": "Durand", "series": "NC", "language": "fr"})

    person.refresh_from_db()
    assert (initial_language, person.language) == ("en", "fr")
