"""Invalidating public pages: rendered pages and shared answers are renewed when their data changes."""

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from common.live.telling import tell
from tournaments.core.naming import NameStyle, replace_name
from tournaments.enums import FollowKind
from tournaments.models import Entry, Follow, Person, Tournament
from tournaments.work.topics import event_topic

NAME_LENGTH = 60
"""Of a team or of partners."""
FAMILY_NAMES_LENGTH = 130
"""Of a team without a name of its own: those of six."""
NAMING_FIELDS = frozenset({"last_name", "first_name", "shows_full_name", "birth_year"})
"""What decides how somebody is named in public."""


def renew_pages(tournaments: QuerySet[Tournament]) -> None:
    """Have the pages of tournaments made anew, inside the transaction of what changes them; open pages are
    told. Two queries.
    """
    renewed = list(tournaments.values_list("pk", flat=True))
    tournaments.update(showing_version=F("showing_version") + 1)
    for tournament in renewed:
        tell(event_topic(tournament))


def tournaments_of(people: Iterable[Person]) -> QuerySet[Tournament]:
    """Every tournament in which somebody is entered, in a team or instead of somebody else."""
    found = list(people)
    return Tournament.objects.filter(
        Q(entries__person__in=found)
        | Q(entries__members__person__in=found)
        | Q(entries__substitutions__person__in=found)
        | Q(entries__substitutions__leaves__in=found)
    ).distinct()


def follow_names(people: Iterable[Person], former_names: Iterable[str] = ()) -> None:
    """After a change of names or of consents: teams called after somebody follow, pages are made anew,
    and nobody follows any more who is not to be named.

    Args:
        people: as they are now.
        former_names: family names, or shortened names, that they had before.
    """
    found = list(people)
    unnamed = [person for person in found if person.public_style is not NameStyle.FULL]
    for person in unnamed:
        _rename_teams(person, [*former_names, person.last_name])
    Follow.objects.filter(person__in=unnamed, kind=FollowKind.PERSON).delete()
    renew_pages(Tournament.objects.filter(pk__in=tournaments_of(found).values("pk")))


def _rename_teams(person: Person, names: Iterable[str]) -> None:
    """Write the public name of somebody where a name of teams or partners has the family name."""
    changed = []
    for entry in _team_mates(person):
        before = entry.name, entry.family_names, entry.partners
        for name in names:
            if person.erased_at:
                entry.family_names = replace_name(entry.family_names, name, person.public_name)[
                    :FAMILY_NAMES_LENGTH
                ]
            entry.name = replace_name(entry.name, name, person.public_name)[:NAME_LENGTH]
            entry.partners = replace_name(entry.partners, name, person.public_name)[:NAME_LENGTH]
        if (entry.name, entry.family_names, entry.partners) != before:
            changed.append(entry)
    for entry in changed:
        entry.save(update_fields=["name", "family_names", "partners", "sort_key"])


def _team_mates(person: Person) -> list[Entry]:
    """Entries of somebody that have the name of a team, or of partners: then also those of the partners."""
    own = Entry.objects.filter(Q(person=person) | Q(members__person=person))
    shared = own.filter(tournament=OuterRef("tournament"), partners=OuterRef("partners"))
    by_partners = Entry.objects.exclude(partners="").filter(Exists(shared))
    by_team = own.exclude(name="")
    return list({entry.pk: entry for entry in (*by_team, *by_partners)}.values())
