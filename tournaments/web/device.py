"""What a device remembers without an account, in cookies of its own: who its owner is, whom he follows."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Entry, Person, Tournament
from tournaments.queries.own_entries import own_entry_ids

OWN_COOKIE, PEOPLE_COOKIE, CLUBS_COOKIE = "moi", "suivis", "clubs_suivis"
MOST_FOLLOWED = 60
MOST_OWN = 8
"""Records of one reader: one in each club where he plays."""
KEPT_SECONDS = 400 * 24 * 60 * 60
LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""


def own_person_ids(request: HttpRequest) -> list[int]:
    """Ids of the people whom the reader of this device said he is, the last first; a claim, no proof."""
    return read_numbers(request, OWN_COOKIE)[:MOST_OWN]


def own_entries(request: HttpRequest, tournament: Tournament) -> frozenset[int]:
    """Ids of the entries for which the reader plays in a tournament. One query, none for a stranger."""
    people = own_person_ids(request)
    return own_entry_ids(tournament, people) if people else frozenset()


def remember_as_own(request: HttpRequest, response: HttpResponse, person: Person) -> None:
    """Mark this person's lines on this device from now on."""
    others = [number for number in own_person_ids(request) if number != person.pk]
    write_numbers(request, response, OWN_COOKIE, [person.pk, *others][:MOST_OWN])


def forget_as_own(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """Mark nobody's lines any more of those who play for an entry."""
    gone = {entry.person_id, *entry.members.values_list("person", flat=True)}
    kept = [number for number in own_person_ids(request) if number not in gone]
    write_numbers(request, response, OWN_COOKIE, kept)


def followed_people(request: HttpRequest) -> list[int]:
    """Ids of the people followed on this device, the last first."""
    return read_numbers(request, PEOPLE_COOKIE)[:MOST_FOLLOWED]


def followed_clubs(request: HttpRequest) -> list[int]:
    """Ids of the clubs followed on this device, the last first."""
    return read_numbers(request, CLUBS_COOKIE)[:MOST_FOLLOWED]


def toggle_number(request: HttpRequest, response: HttpResponse, name: str, number: int) -> None:
    """Put a number into a cookie, or take it out where it is."""
    kept = read_numbers(request, name)
    changed = [one for one in kept if one != number] if number in kept else [number, *kept]
    write_numbers(request, response, name, changed[:MOST_FOLLOWED])


def read_numbers(request: HttpRequest, name: str) -> list[int]:
    """The numbers that a cookie holds; what is no number is left out."""
    parts = request.COOKIES.get(name, "").split(".")
    return [
        int(part) for part in parts if part.isdecimal() and part.isascii() and len(part) <= LONGEST_NUMBER
    ]


def write_numbers(request: HttpRequest, response: HttpResponse, name: str, numbers: list[int]) -> None:
    """Keep some numbers on the device; the cookie goes with the last of them."""
    if not numbers:
        response.delete_cookie(name)
        return
    response.set_cookie(
        name,
        ".".join(map(str, numbers)),
        max_age=KEPT_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
