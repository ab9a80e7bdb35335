"""Invalidation of public pages: rendered pages and cached responses are renewed when their data changes."""

from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from common.live.notifying import notify_pages
from tournaments.core.naming import NameStyle, replace_name
from tournaments.enums import FollowKind
from tournaments.models import Entry, Follow, Person, Tournament
from tournaments.work.topics import event_topic

NAME_LENGTH = 60
"""Most characters of the name of a team or of partners."""
FAMILY_NAMES_LENGTH = 130
"""Most characters of a team's family names: those of six members."""
NAMING_FIELDS = frozenset({"last_name", "first_name", "shows_full_name", "birth_year"})
"""Fields that decide how a person is named in public."""


def renew_pages(tournaments: QuerySet[Tournament]) -> None:
    """Invalidate the cached pages of tournaments and notify open pages. Two queries.

    Call it inside the transaction that changes the data.
    """
    tournament_ids = list(tournaments.values_list("pk", flat=True))
    tournaments.update(showing_version=F("showing_version") + 1)
    for tournament_id in tournament_ids:
        notify_pages(event_topic(tournament_id))


def tournaments_of(people: Iterable[Person]) -> QuerySet[Tournament]:
    """Return the tournaments in which one of the people is entered, alone, in a team or as a substitute."""
    people_list = list(people)
    return Tournament.objects.filter(
        Q(entries__person__in=people_list)
        | Q(entries__members__person__in=people_list)
        | Q(entries__substitutions__person__in=people_list)
        | Q(entries__substitutions__leaves__in=people_list)
    ).distinct()


def follow_names(people: Iterable[Person], former_names: Iterable[str] = ()) -> None:
    """Update the names of teams and the public pages after a change of names or consents.

    Follows of people who are no longer named in public are deleted.

    Args:
        people: people in their new state.
        former_names: their previous family names, or shortened names.
    """
    people_list = list(people)
    unnamed_people = [person for person in people_list if person.public_style is not NameStyle.FULL]
    for person in unnamed_people:
        _rename_teams(person, [*former_names, person.last_name])
    Follow.objects.filter(person__in=unnamed_people, kind=FollowKind.PERSON).delete()
    renew_pages(Tournament.objects.filter(pk__in=tournaments_of(people_list).values("pk")))


def _rename_teams(person: Person, names: Iterable[str]) -> None:
    """Replace the family name by the person's public name in names of teams and partners."""
    renamed_entries = []
    for entry in _team_mates(person):
        former_names = entry.name, entry.family_names, entry.partners
        for name in names:
            # only an erasure changes the family names: papers keep the name of a person without consent
            if person.erased_at:
                entry.family_names = replace_name(entry.family_names, name, person.public_name)[
                    :FAMILY_NAMES_LENGTH
                ]
            entry.name = replace_name(entry.name, name, person.public_name)[:NAME_LENGTH]
            entry.partners = replace_name(entry.partners, name, person.public_name)[:NAME_LENGTH]
        if (entry.name, entry.family_names, entry.partners) != former_names:
            renamed_entries.append(entry)
    for entry in renamed_entries:
        entry.save(update_fields=["name", "family_names", "partners", "sort_key"])


def _team_mates(person: Person) -> list[Entry]:
    """Return the entries with this person's team name or partners' name, those of the partners included."""
    own_entries = Entry.objects.filter(Q(person=person) | Q(members__person=person))
    same_partners = own_entries.filter(tournament=OuterRef("tournament"), partners=OuterRef("partners"))
    by_partners = Entry.objects.exclude(partners="").filter(Exists(same_partners))
    by_team = own_entries.exclude(name="")
    return list({entry.pk: entry for entry in (*by_team, *by_partners)}.values())
