"""Addresses of players who enter themselves: private, public, and the organiser's answer."""

import uuid
from typing import Any

from tests.tournaments.walks.matrix.rules import CLOSED, NOBODY, PREPARE, SECRET, WELCOME, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.entries.services.registrations import registration_secret
from tournaments.enums import LetterGroup
from tournaments.models import EntrantLetter, RegisteredPlayer, Registration

ROWS = {
    "organiser-registrations": Row(WELCOME),
    "organiser-entries-open": Row(NOBODY, PREPARE),
    "organiser-entries-shut": Row(NOBODY, PREPARE),
    "organiser-registrations-accept": Row(NOBODY, WELCOME),
    "organiser-registration-accept": Row(NOBODY, WELCOME),
    "organiser-registration-refuse": Row(NOBODY, WELCOME),
    "organiser-registration-join": Row(NOBODY, WELCOME),
    "organiser-registration-words": Row(NOBODY, WELCOME),
    "organiser-letters": Row(PREPARE, PREPARE),
    "organiser-letter-stop": Row(NOBODY, PREPARE),
    "organiser-letter-resume": Row(NOBODY, PREPARE),
    "public-registrations": Row(CLOSED, CLOSED, is_page=False),
    "public-registration": Row(SECRET, SECRET),
    "public-registration-cancel": Row(NOBODY, SECRET),
    "public-registration-arrival": Row(NOBODY, SECRET),
    "public-registration-partner": Row(NOBODY, SECRET),
    "public-arrival": Row(NOBODY, CLOSED),
    "public-registration-forget": Row(NOBODY, SECRET),
}
FIELDS = (
    "place_limit",
    "note",
    "token",
    "last_name-0",
    "first_name-0",
    "number-0",
    "email",
    "other",
    "partner",
    "shown",
    "words",
    "is_findable",
    "seeker_words",
    "taken",
    "group",
    "subject",
    "text",
    "preview",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    first, second = (
        Registration.objects.create(tournament=scene.tournament, token=uuid.uuid4()) for _ in range(2)
    )
    for registration in (first, second):
        RegisteredPlayer.objects.create(registration=registration, position=0, last_name="Durand")
    letter = EntrantLetter.objects.create(
        tournament=scene.tournament, group=LetterGroup.ALL, subject="Repas", text="Bonjour", digest="1"
    )
    private = {"slug": scene.tournament.slug, "secret": registration_secret(first)}
    return {
        "organiser-registration-accept": {"pk": first.pk},
        "organiser-registration-refuse": {"pk": first.pk},
        "organiser-registration-join": {"pk": first.pk},
        "organiser-registration-words": {"pk": first.pk},
        "organiser-letter-stop": {"pk": letter.pk},
        "organiser-letter-resume": {"pk": letter.pk},
        "public-registration": private,
        "public-registration-cancel": private,
        "public-registration-arrival": private,
        "public-registration-partner": private | {"step": "proposer"},
        "public-registration-forget": private,
    }
