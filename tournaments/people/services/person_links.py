"""The private link to all results of a person: creation, renewal, withdrawal and lookup."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.utils.crypto import constant_time_compare

from accounts.models import User
from tournaments.base.row_numbers import is_row_number
from tournaments.base.services.link_keys import signed_name
from tournaments.enums import LinkPurpose
from tournaments.models import Person
from tournaments.trace.services.trace import record_event

NONCE_BYTES = 12


def person_secret(person: Person) -> str:
    """Return the secret part of the person's link, for authorised users only; "" without a link."""
    if not person.link_nonce:
        return ""
    return signed_name(LinkPurpose.PERSON, str(person.pk), person.link_nonce)


def find_person(secret: str) -> Person | None:
    """Return the person whose results a secret opens, with club and account. One query.

    None for an invalid secret.
    """
    number = secret.partition("-")[0]
    if not is_row_number(number):
        return None
    people = Person.objects.select_related("club", "user")
    # the id in the secret finds the row, so that one digest is compared and not one for each person
    person = people.filter(pk=int(number)).exclude(link_nonce="").first()
    return person if person is not None and constant_time_compare(person_secret(person), secret) else None


@transaction.atomic
def renew_person_link(*, person: Person, made_by: User) -> Person:
    """Create or replace the private link of a person. An earlier link becomes invalid."""
    return _change(person, secrets.token_urlsafe(NONCE_BYTES), made_by)


@transaction.atomic
def revoke_person_link(*, person: Person, revoked_by: User) -> Person:
    return _change(person, "", revoked_by)


@transaction.atomic(savepoint=False)
def ensure_links(people: Iterable[Person]) -> None:
    """Create the missing private links of the recipients of a message. Two queries.

    A link that was made meanwhile stays, since another message may have it.
    """
    recipients = {person.pk: person for person in people if not person.link_nonce}
    rows = Person.objects.select_for_update(of=("self",)).filter(pk__in=recipients).order_by("pk")
    people_without_link = []
    for person in rows:
        if not person.link_nonce:
            person.link_nonce = secrets.token_urlsafe(NONCE_BYTES)
            people_without_link.append(person)
        recipients[person.pk].link_nonce = person.link_nonce
    Person.objects.bulk_update(people_without_link, ["link_nonce"])


def _change(person: Person, nonce: str, changed_by: User) -> Person:
    locked_person = Person.objects.select_for_update(of=("self",)).select_related("club").get(pk=person.pk)
    had_link, locked_person.link_nonce = bool(locked_person.link_nonce), nonce
    locked_person.save(update_fields=["link_nonce"])
    record_event(
        club=locked_person.club,
        actor=changed_by,
        action="person.link_made" if nonce else "person.link_revoked",
        subject=locked_person.full_name,
        before={"link": had_link},
        after={"link": bool(nonce)},
        person=locked_person,
    )
    return locked_person
