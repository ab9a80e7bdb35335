"""The private link to all results of a person: made, renewed, taken back, and whom it opens."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from django.db import transaction
from django.utils.crypto import constant_time_compare

from accounts.models import User
from tournaments.base.services.link_keys import link_digest
from tournaments.enums import LinkPurpose
from tournaments.models import Person
from tournaments.trace.services.trace import record_event

SECRET_BYTES = 16
NONCE_BYTES = 12
LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""


def person_secret(person: Person) -> str:
    """The secret part of the person's link, for those who may hand it out; "" while there is none."""
    if not person.link_nonce:
        return ""
    text = f"{person.pk}:{person.link_nonce}"
    code = link_digest(LinkPurpose.PERSON, text)[:SECRET_BYTES]
    return f"{person.pk}-{urlsafe_b64encode(code).decode().rstrip('=')}"


def find_person(secret: str) -> Person | None:
    """The person whose results a secret opens, with club and account; None for any other. One query."""
    number = secret.partition("-")[0]
    if not (number.isascii() and number.isdecimal()) or len(number) > LONGEST_NUMBER:
        return None
    people = Person.objects.select_related("club", "user")
    found = people.filter(pk=int(number)).exclude(link_nonce="").first()
    return found if found is not None and constant_time_compare(person_secret(found), secret) else None


@transaction.atomic
def renew_person_link(*, person: Person, made_by: User) -> Person:
    """Make the private link of somebody, or another one: an earlier link is worth nothing any more."""
    return _change(person, secrets.token_urlsafe(NONCE_BYTES), made_by)


@transaction.atomic
def revoke_person_link(*, person: Person, revoked_by: User) -> Person:
    """Take the private link of somebody back."""
    return _change(person, "", revoked_by)


def ensure_links(people: Iterable[Person]) -> None:
    """Make a private link for those who have none, as a message about to leave needs it. One query."""
    without = [person for person in people if not person.link_nonce]
    for person in without:
        person.link_nonce = secrets.token_urlsafe(NONCE_BYTES)
    Person.objects.bulk_update(without, ["link_nonce"])


def _change(person: Person, nonce: str, changed_by: User) -> Person:
    locked = Person.objects.select_for_update(of=("self",)).select_related("club").get(pk=person.pk)
    had_link, locked.link_nonce = bool(locked.link_nonce), nonce
    locked.save(update_fields=["link_nonce"])
    record_event(
        club=locked.club,
        actor=changed_by,
        action="person.link_made" if nonce else "person.link_revoked",
        subject=locked.full_name,
        before={"link": had_link},
        after={"link": bool(nonce)},
        person=locked,
    )
    return locked
