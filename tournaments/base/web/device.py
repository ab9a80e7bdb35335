"""Who the reader says he is and whom he follows: stored with his account, or else in cookies of the device.

Views ask here and do not know which. An account's costs one query, a device's none.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from tournaments.entries.queries.own_entries import own_entry_ids
from tournaments.enums import FollowKind
from tournaments.models import Club, Entry, Person, Tournament
from tournaments.people.services.follows import (
    MOST_KEPT,
    claim_record,
    disclaim_records,
    join_device,
    toggle_follow,
)
from tournaments.seasons.queries.follows import Kept, load_kept, own_people

Site = Callable[[HttpRequest], HttpResponse]
COOKIES = {FollowKind.OWN: "moi", FollowKind.PERSON: "suivis", FollowKind.CLUB: "clubs_suivis"}
KEPT_SECONDS = 400 * 24 * 60 * 60
LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""


def join_account(site: Site) -> Site:
    """Middleware: what a device followed moves to the account that signs in there."""

    def answer(request: HttpRequest) -> HttpResponse:
        held = [name for name in COOKIES.values() if name in request.COOKIES]
        account = _account(request) if held and settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if account is None:
            return site(request)
        kept = _kept_on_device(request)
        join_device(user=account, own=kept.own, people=kept.people, clubs=kept.clubs)
        response = site(request)
        for name in held:
            response.delete_cookie(name)
        return response

    return answer


def kept_of(request: HttpRequest) -> Kept:
    """All that is kept of the reader. One query with an account."""
    account = _account(request)
    return _kept_on_device(request) if account is None else load_kept(account)


def own_person_ids(request: HttpRequest) -> tuple[int, ...]:
    """Ids of the people whom the reader said he is, the last first; a claim, no proof."""
    return kept_of(request).own


def own_entries(request: HttpRequest, tournament: Tournament) -> frozenset[int]:
    """Ids of the entries for which the reader plays in a tournament. One query, none for a stranger."""
    account = _account(request)
    people = _kept_on_device(request).own if account is None else own_people(account)
    return frozenset() if people == () else own_entry_ids(tournament, people)


def remember_as_own(request: HttpRequest, response: HttpResponse, person: Person) -> None:
    """Mark this person's lines from now on."""
    if (account := _account(request)) is not None:
        claim_record(user=account, person=person)
        return
    others = [number for number in own_person_ids(request) if number != person.pk]
    _write_numbers(request, response, FollowKind.OWN, [person.pk, *others])


def forget_as_own(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """Mark nobody's lines any more of those who play for an entry."""
    gone = {entry.person_id, *entry.members.values_list("person", flat=True)}
    if (account := _account(request)) is not None:
        disclaim_records(user=account, people=gone)
        return
    kept = [number for number in own_person_ids(request) if number not in gone]
    _write_numbers(request, response, FollowKind.OWN, kept)


def followed_people(request: HttpRequest) -> tuple[int, ...]:
    """Ids of the people followed, the last first."""
    return kept_of(request).people


def followed_clubs(request: HttpRequest) -> tuple[int, ...]:
    """Ids of the clubs followed, the last first."""
    return kept_of(request).clubs


def toggle_followed(request: HttpRequest, response: HttpResponse, followed: Person | Club) -> None:
    """Follow somebody or a club, or no longer."""
    if (account := _account(request)) is not None:
        toggle_follow(user=account, followed=followed)
        return
    kind = FollowKind.CLUB if isinstance(followed, Club) else FollowKind.PERSON
    kept = _read_numbers(request, kind)
    others = [number for number in kept if number != followed.pk]
    _write_numbers(request, response, kind, others if followed.pk in kept else [followed.pk, *others])


def _account(request: HttpRequest) -> User | None:
    """The account that keeps for the reader; None for a stranger, and for a guest, whose role ends."""
    user = request.user
    return user if isinstance(user, User) and not user.is_guest else None


def _kept_on_device(request: HttpRequest) -> Kept:
    return Kept(*(tuple(_read_numbers(request, kind)) for kind in FollowKind))


def _read_numbers(request: HttpRequest, kind: FollowKind) -> list[int]:
    """The numbers that a cookie holds; what is no number is left out."""
    parts = request.COOKIES.get(COOKIES[kind], "").split(".")
    numbers = [
        int(part) for part in parts if part.isdecimal() and part.isascii() and len(part) <= LONGEST_NUMBER
    ]
    return numbers[: MOST_KEPT[kind]]


def _write_numbers(
    request: HttpRequest, response: HttpResponse, kind: FollowKind, numbers: list[int]
) -> None:
    """Keep some numbers on the device; the cookie goes with the last of them."""
    if not numbers:
        response.delete_cookie(COOKIES[kind])
        return
    response.set_cookie(
        COOKIES[kind],
        ".".join(map(str, numbers[: MOST_KEPT[kind]])),
        max_age=KEPT_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
