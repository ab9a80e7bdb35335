"""People of a club's register, found however their name is typed."""

from django.db.models import QuerySet

from tournaments.base.queries.teams import people_free_to_play
from tournaments.core.exchange.searching import parse_player_code, search_words
from tournaments.models import Club, Person, Tournament


def list_people(club: Club, search: str = "") -> QuerySet[Person]:
    """The register by name, or those who answer `search`."""
    return matching_people(Person.objects.filter(club=club), search)


def list_people_to_enter(tournament: Tournament, search: str = "") -> QuerySet[Person]:
    """People of the club who are not entered in the tournament yet."""
    return matching_people(people_free_to_play(tournament), search)


def matching_people(people: QuerySet[Person], search: str) -> QuerySet[Person]:
    """Those whose names, number or home club have words that begin as those of `search`, all of them.

    Accents, case, hyphens and the order of the words do not count; what a scanner reads on a player's
    card finds its player. The database compares: `Person.search_key` holds nothing but simple letters.
    """
    code = parse_player_code(search)
    if code is not None:
        return people.filter(pk=code)
    for word in search_words(search):
        people = people.filter(search_key__contains=f" {word}")
    return people
