"""Fictitious teams for demonstrations."""

import random
from collections.abc import Sequence

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.teams import enter_team
from tournaments.models import Person, Tournament

TEAM_NAMES = (
    "Les Oudlers", "Petit au bout", "Grand Chelem", "Les Atouts majeurs", "Garde sans le chien",
    "La Poignée", "Les Cavaliers", "L’Écart parfait", "Les Valets de cœur", "Excuse-moi",
    "Les Vingt-et-un", "Coupe franche", "La Levée de trop", "Les Dames de pique", "Singlette",
    "Le Mort vivant", "Tarot pour tous", "Les Rois sans couronne", "Chien de garde", "Les Bouts de chandelle",
    "Contre attaque", "La Quadrette volante", "Misère d’atouts", "Les Imprenables", "Trois fois rien",
    "Carreau brisé",
)  # fmt: skip


def enter_demo_teams(
    *,
    tournament: Tournament,
    people: Sequence[Person],
    count: int,
    rng: random.Random,
    entered_by: User | None,
) -> None:
    """Enter `count` teams of the smallest size drawn from these people, named teams first."""
    size = find_format(tournament.format).plan.unit_sizes[0]
    drawn = rng.sample(people, count * size)
    for number in range(count):
        enter_team(
            tournament=tournament,
            name=TEAM_NAMES[number] if number < len(TEAM_NAMES) else "",
            people=drawn[number * size : (number + 1) * size],
            entered_by=entered_by,
        )
