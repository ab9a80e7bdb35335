"""Entering people who do not exist, as players, partners or teams."""

import random
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.demo.services.demo_teams import enter_demo_teams
from tournaments.entries.services.partners import set_partners
from tournaments.events.services.events import enter_people
from tournaments.models import Person, Tournament


def enter_units(
    *,
    tournament: Tournament,
    people: Sequence[Person],
    count: int,
    rng: random.Random,
    entered_by: User | None,
) -> None:
    """Enter `count` players, or teams, drawn from these people; partners are named as they come."""
    played = find_format(tournament.format)
    if played.has_teams:
        enter_demo_teams(tournament=tournament, people=people, count=count, rng=rng, entered_by=entered_by)
        return
    enter_people(tournament=tournament, people=rng.sample(people, count), entered_by=entered_by)
    if played.has_partners:
        size = played.plan.unit_sizes[0]
        entries = tournament.entries.order_by("pk").values_list("pk", flat=True)
        names = {
            pk: _("Équipe %(number)d") % {"number": 1 + place // size} for place, pk in enumerate(entries)
        }
        set_partners(tournament=tournament, names=names, set_by=entered_by)
