"""Entry and changes of teams: name, captain and members."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import list_tournament_players, people_of
from tournaments.base.services.public_pages import FAMILY_NAMES_LENGTH, NAME_LENGTH
from tournaments.core.alphabet import sort_key
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.formats.registry import find_format
from tournaments.core.naming import NameStyle
from tournaments.events.services.events import (
    lock_registered,
    lock_tournament,
    refuse_mixed,
    refuse_overflow,
    require_draft,
    seat_count,
)
from tournaments.models import Entry, EntryMember, Person, ResultSlip, Tournament
from tournaments.trace.services.trace import record_event


@transaction.atomic
def enter_team(
    *, tournament: Tournament, name: str, people: Sequence[Person], entered_by: User | None
) -> Entry:
    """Enter a team of people of the club's register.

    Args:
        name: name of the team; blank for the family names of the members who consent to be named.
        people: the captain, then the other members.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), there are as many teams as places
            (`too_many_entries`), or the team is refused. Its codes are `no_teams`, `person_elsewhere`,
            `practice_people`, `team_size`, `member_twice`, `member_taken` and `team_name_taken`, at the
            fields `name` and `member-0`, `member-1`… of the people.
    """
    locked_tournament = lock_tournament(tournament)
    require_draft(locked_tournament)
    _check_people(locked_tournament, people, None)
    refuse_overflow(
        locked_tournament,
        entered=locked_tournament.entries.count() + 1,
        capacity=seat_count(locked_tournament),
    )
    entry = Entry(tournament=locked_tournament, person=people[0])
    _set_name(entry, name, people)
    entry.save()
    _add_members(entry, people)
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=entered_by,
        action="teams.entered",
        subject=entry.name,
        after=_facts(entry, people),
    )
    return entry


@transaction.atomic
def change_team(*, entry: Entry, name: str, people: Sequence[Person], changed_by: User | None) -> Entry:
    """Change the name, captain or members of a team before the first result.

    Raises:
        AppError: a result is stored (`results_exist`), or as `enter_team`.
    """
    locked_tournament = lock_tournament(entry.tournament)
    if ResultSlip.objects.filter(play__round__section__session__tournament=locked_tournament).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : vous ne pouvez plus changer les équipes.")
        )
    entry = locked_tournament.entries.get(pk=entry.pk)
    previous_facts = _facts(entry, people_of(entry))
    _check_people(locked_tournament, people, entry)
    _set_name(entry, name, people)
    entry.person = people[0]
    entry.save(update_fields=["name", "family_names", "sort_key", "person"])
    entry.members.exclude(person__in=people).delete()
    remaining_ids = set(entry.members.values_list("person", flat=True))
    _add_members(entry, [person for person in people if person.pk not in remaining_ids])
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=changed_by,
        action="teams.changed",
        subject=entry.name,
        before=previous_facts,
        after=_facts(entry, people),
    )
    return entry


def propose_name(people: Sequence[Person]) -> str:
    """Return the family names of a team, joined. People without consent have their public name."""
    names = [
        person.last_name.upper() if person.public_style is NameStyle.FULL else person.public_name
        for person in people
    ]
    return _join_names(names, NAME_LENGTH)


def family_names(people: Sequence[Person]) -> str:
    """Return the family names of all members, joined, for organisers and papers."""
    return _join_names([person.last_name.upper() for person in people], FAMILY_NAMES_LENGTH)


def _join_names(names: Iterable[str], longest: int) -> str:
    text = " / ".join(names)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _check_people(tournament: Tournament, people: Sequence[Person], team: Entry | None) -> None:
    sizes = find_format(tournament.format).plan.unit_sizes
    if not find_format(tournament.format).has_teams:
        raise AppError("no_teams", _("Ce tournoi ne se joue pas par équipes."))
    members = people_of(team) if team is not None else []
    lock_registered(tournament, [person for person in people if person not in members])
    refuse_mixed(tournament, people)
    if len(people) not in sizes:
        raise _size_error(sizes)
    entered_ids = set(list_tournament_players(tournament).values_list("pk", flat=True))
    entered_ids -= {person.pk for person in members}
    keys = [person.pk for person in people]
    # a person twice in this team is reported before people of other teams
    messages = {
        f"member-{place}": _("%(person)s est déjà dans cette équipe.") % {"person": person}
        for place, person in enumerate(people)
        if person.pk in keys[:place]
    } or {
        f"member-{place}": _("%(person)s joue déjà dans une autre équipe.") % {"person": person}
        for place, person in enumerate(people)
        if person.pk in entered_ids
    }
    if messages:
        code = "member_twice" if len(set(keys)) < len(keys) else "member_taken"
        raise AppError(code, " ".join(messages.values()), fields=messages)


def _size_error(sizes: Sequence[int]) -> AppError:
    if len(sizes) == 1:
        message = _("Une équipe de ce tournoi a %(count)d joueurs.") % {"count": sizes[0]}
    else:
        message = _("Une équipe de ce tournoi a de %(least)d à %(most)d joueurs.") % {
            "least": sizes[0],
            "most": sizes[-1],
        }
    return AppError("team_size", message)


def _set_name(team: Entry, name: str, people: Sequence[Person]) -> None:
    """Set the given or proposed name of a team, which no other team may have."""
    chosen_name = name.strip()[:NAME_LENGTH]
    team.name = chosen_name or propose_name(people)
    team.family_names = "" if chosen_name else family_names(people)
    other_teams = team.tournament.entries.exclude(pk=team.pk)
    other_names = {
        simple_word(other_team.team_name) for other_team in other_teams.only("name", "family_names")
    }
    if simple_word(team.team_name) in other_names:
        message = _("Une autre équipe s’appelle déjà ainsi.")
        raise AppError("team_name_taken", message, fields={"name": message})


def _add_members(entry: Entry, people: Sequence[Person]) -> None:
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, tournament=entry.tournament, person=person) for person in people
    )


def _facts(entry: Entry, people: Sequence[Person]) -> dict[str, object]:
    return {
        "name": entry.name,
        "captain": str(entry.person),
        "members": sorted(map(str, people), key=sort_key),
    }
