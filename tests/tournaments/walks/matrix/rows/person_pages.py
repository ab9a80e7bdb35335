"""Addresses of people over all their evenings: public, by the private link, followed."""

from typing import Any

from tests.factories.tournaments import make_people
from tests.tournaments.walks.matrix.rules import (
    CLUB,
    CLUB_VIEW,
    EVERYBODY,
    NOBODY,
    SECRET,
    SIGNED_IN,
    VIEW,
    Row,
)
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.people.services.person_links import ensure_links, person_secret

ROWS = {
    "public-person": Row(CLUB_VIEW),
    "public-person-follow": Row(NOBODY, CLUB_VIEW),
    "public-club-follow": Row(NOBODY, CLUB_VIEW),
    "public-follows": Row(EVERYBODY),
    "public-own-results": Row(SECRET, SECRET),
    "public-own-language": Row(NOBODY, SECRET),
    "public-own-tie": Row(NOBODY, SIGNED_IN, is_told_apart=False),
    "public-own-arrival": Row(NOBODY, VIEW),
    "public-own-evening": Row(VIEW),
    "public-own-evening-live": Row(VIEW),
    "public-own-claims": Row(VIEW, VIEW),
    "public-person-head-to-head": Row(CLUB_VIEW),
    "public-own-head-to-head": Row(SECRET),
    "public-compare": Row(VIEW, is_page=False),
    "public-own-compare": Row(VIEW, is_page=False),
    "organiser-person-link": Row(CLUB, CLUB),
}
FIELDS = ("language", "withdraw", "carte", "avec")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    player, public_person, second_person = scene.entry.person, *make_people(scene.tournament.club, 2)
    public_person.shows_full_name = True
    public_person.save()
    ensure_links([player])
    secret = person_secret(player)
    return {
        "public-person": {"pk": public_person.pk},
        "public-person-follow": {"pk": public_person.pk},
        "public-club-follow": {"slug": scene.tournament.club.slug},
        "public-own-results": {"secret": secret},
        "public-own-language": {"secret": secret},
        "public-own-tie": {"secret": secret},
        "public-own-arrival": {"secret": secret, "slug": scene.tournament.slug},
        "public-own-evening": {"secret": secret, "slug": scene.tournament.slug},
        "public-own-claims": {"secret": secret, "slug": scene.tournament.slug},
        "public-own-evening-live": {"secret": secret, "slug": scene.tournament.slug},
        "public-person-head-to-head": {"pk": public_person.pk, "other_pk": second_person.pk},
        "public-own-head-to-head": {"secret": secret, "other_pk": second_person.pk},
        "public-compare": {"entry_id": scene.entry.pk},
        "public-own-compare": {"secret": secret, "slug": scene.tournament.slug},
        "organiser-person-link": {"pk": second_person.pk},
    }
