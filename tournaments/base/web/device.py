"""The reader's own records and follows, stored with their account or else in cookies of the device.

Views call these functions and do not know which. One query with an account, none with a device.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from tournaments.base.row_numbers import is_row_number
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


def join_account(site: Site) -> Site:
    """Middleware that moves the follows of a device to the account that signs in there."""

    def middleware(request: HttpRequest) -> HttpResponse:
        cookie_names = [name for name in COOKIES.values() if name in request.COOKIES]
        # without a session cookie the reader has no account, and no query is made
        account = (
            _account(request) if cookie_names and settings.SESSION_COOKIE_NAME in request.COOKIES else None
        )
        if account is None:
            return site(request)
        follows = _follows_of_device(request)
        join_device(user=account, own=follows.own, people=follows.people, clubs=follows.clubs)
        response = site(request)
        for name in cookie_names:
            response.delete_cookie(name)
        return response

    return middleware


def load_reader_choices(request: HttpRequest) -> Kept:
    """Return the reader's own records and follows. One query with an account."""
    account = _account(request)
    return _follows_of_device(request) if account is None else load_kept(account)


def own_person_ids(request: HttpRequest) -> tuple[int, ...]:
    """Return the ids of the people whom the reader claims to be, the latest first. A claim is no proof."""
    return load_reader_choices(request).own


def own_entries(request: HttpRequest, tournament: Tournament) -> frozenset[int]:
    """Return the ids of the entries for which the reader plays in a tournament.

    One query, none for a stranger.
    """
    account = _account(request)
    people = _follows_of_device(request).own if account is None else own_people(account)
    return frozenset() if people == () else own_entry_ids(tournament, people)


def remember_as_own(request: HttpRequest, response: HttpResponse, person: Person) -> None:
    """Highlight this person's lines for the reader from now on."""
    if (account := _account(request)) is not None:
        claim_record(user=account, person=person)
        return
    other_numbers = [number for number in own_person_ids(request) if number != person.pk]
    _write_numbers(request, response, FollowKind.OWN, [person.pk, *other_numbers])


def forget_as_own(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """Stop highlighting the lines of the people who play for an entry."""
    forgotten = {entry.person_id, *entry.members.values_list("person", flat=True)}
    if (account := _account(request)) is not None:
        disclaim_records(user=account, people=forgotten)
        return
    numbers = [number for number in own_person_ids(request) if number not in forgotten]
    _write_numbers(request, response, FollowKind.OWN, numbers)


def followed_people(request: HttpRequest) -> tuple[int, ...]:
    """Return the ids of the people followed, the latest first."""
    return load_reader_choices(request).people


def followed_clubs(request: HttpRequest) -> tuple[int, ...]:
    """Return the ids of the clubs followed, the latest first."""
    return load_reader_choices(request).clubs


def toggle_followed(request: HttpRequest, response: HttpResponse, target: Person | Club) -> None:
    """Follow a person or a club, or stop following them."""
    if (account := _account(request)) is not None:
        toggle_follow(user=account, followed=target)
        return
    kind = FollowKind.CLUB if isinstance(target, Club) else FollowKind.PERSON
    numbers = _read_numbers(request, kind)
    other_numbers = [number for number in numbers if number != target.pk]
    _write_numbers(
        request, response, kind, other_numbers if target.pk in numbers else [target.pk, *other_numbers]
    )


def _account(request: HttpRequest) -> User | None:
    """Return the account that stores the reader's follows; None for a stranger, or for a temporary guest."""
    user = request.user
    return user if isinstance(user, User) and not user.is_guest else None


def _follows_of_device(request: HttpRequest) -> Kept:
    return Kept(*(tuple(_read_numbers(request, kind)) for kind in FollowKind))


def _read_numbers(request: HttpRequest, kind: FollowKind) -> list[int]:
    """Return the numbers of a cookie. Parts that are not numbers are ignored."""
    parts = request.COOKIES.get(COOKIES[kind], "").split(".")
    numbers = [int(part) for part in parts if is_row_number(part)]
    return numbers[: MOST_KEPT[kind]]


def _write_numbers(
    request: HttpRequest, response: HttpResponse, kind: FollowKind, numbers: list[int]
) -> None:
    """Store numbers in a cookie of the device. Delete the cookie if there are none."""
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
