"""People of a club's register, found however their name is typed."""

from collections.abc import Iterable

from tournaments.core.exchange.csv_text import simple_word
from tournaments.models import Club, Person, Tournament
from tournaments.queries.teams import people_free_to_play


def list_people(club: Club, search: str = "") -> list[Person]:
    """The register by name, or those whose name or federation number holds every word of `search`.

    Accents, case and the order of the words do not count. One query; names are compared here,
    because no two database engines agree on letters.
    """
    return matching_people(Person.objects.filter(club=club), search)


def list_people_to_enter(tournament: Tournament, search: str = "") -> list[Person]:
    """People of the club who are not entered in the tournament yet. One query."""
    return matching_people(people_free_to_play(tournament), search)


def matching_people(people: Iterable[Person], search: str) -> list[Person]:
    """Those whose name or federation number holds every word of `search`, in their order."""
    words = [word for part in search.split() if (word := simple_word(part))]
    return [person for person in people if all(word in search_key(person) for word in words)]


def search_key(person: Person) -> str:
    """What a search looks into: names and number without accents or case."""
    parts = (person.last_name, person.first_name, person.federation_number, person.home_club)
    return " ".join(simple_word(part) for part in parts)
