"""Queries that find people of a club's register by name, number or club."""

from typing import TypeVar

from django.db.models import QuerySet

from tournaments.base.queries.teams import people_free_to_play
from tournaments.core.exchange.searching import parse_player_code, search_words
from tournaments.models import Club, Licensee, Person, Tournament

Named = TypeVar("Named", Person, Licensee)
"""Row with a key of search words."""


def list_people(club: Club, search: str = "") -> QuerySet[Person]:
    """Return the register by name, limited to the people who match `search`."""
    return matching_people(Person.objects.filter(club=club), search)


def list_people_to_enter(tournament: Tournament, search: str = "") -> QuerySet[Person]:
    """Return the people of the club who are not entered in the tournament yet."""
    return matching_people(people_free_to_play(tournament), search)


def matching_people(people: QuerySet[Person], search: str) -> QuerySet[Person]:
    """Return the people for whom each word of `search` begins a word of their names, number or home club.

    Accents, case, hyphens and the order of the words do not count. The scanned code of a player's card finds
    its player.
    """
    code = parse_player_code(search)
    if code is not None:
        return people.filter(pk=code)
    return matching_words(people, search)


def matching_words(rows: QuerySet[Named], search: str) -> QuerySet[Named]:
    """Return the rows for which each word of `search` begins a word of their names, number or home club."""
    for word in search_words(search):
        # `search_key` is plain letters with a space before each word, so LIKE is enough in every database
        rows = rows.filter(search_key__contains=f" {word}")
    return rows
