"""Queries that find people of a club's register by name, number or club."""

from typing import TypeVar

from django.db.models import F, QuerySet

from tournaments.base.queries.teams import people_free_to_play
from tournaments.core.exchange.searching import parse_player_code, search_words
from tournaments.models import Club, Licensee, Person, Tournament

Named = TypeVar("Named", Person, Licensee)
"""Row with a key of search words."""


MEMBERS_FIRST = (F("left_on").desc(nulls_first=True), "sort_key", "pk")
"""Order of a list of people: members by name, then those who left, the latest first."""


def list_people(club: Club, search: str = "") -> QuerySet[Person]:
    """Return the register, limited to the people who match `search`: members by name, then former ones."""
    return matching_people(Person.objects.filter(club=club), search)


def list_members(club: Club) -> QuerySet[Person]:
    """Return the people of the register who did not leave the club, by name."""
    return Person.objects.filter(club=club, left_on=None)


def list_former_members(club: Club) -> QuerySet[Person]:
    """Return the people of the register who left the club, the latest first."""
    return Person.objects.filter(club=club).exclude(left_on=None).order_by(*MEMBERS_FIRST)


def list_people_to_enter(tournament: Tournament, search: str = "") -> QuerySet[Person]:
    """Return the people of the club who are not entered in the tournament yet.

    Without a search, former members are left out.
    """
    people = people_free_to_play(tournament)
    return matching_people(people, search) if search else people.filter(left_on=None)


def matching_people(people: QuerySet[Person], search: str) -> QuerySet[Person]:
    """Return the people for whom each word of `search` begins a word of their names, number or home club.

    Accents, case, hyphens and the order of the words do not count. The scanned code of a player's card finds
    its player. Former members come after the others.
    """
    code = parse_player_code(search)
    if code is not None:
        return people.filter(pk=code)
    return matching_words(people, search).order_by(*MEMBERS_FIRST)


def matching_words(rows: QuerySet[Named], search: str) -> QuerySet[Named]:
    """Return the rows for which each word of `search` begins a word of their names, number or home club."""
    for word in search_words(search):
        # `search_key` is plain letters with a space before each word, so LIKE is enough in every database
        rows = rows.filter(search_key__contains=f" {word}")
    return rows
