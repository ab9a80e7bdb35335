"""Entries of fictitious people as players, partners or teams."""

import random
from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.partners import set_partners
from tournaments.entries.services.teams import enter_team
from tournaments.events.services.events import enter_people
from tournaments.models import Person, Tournament

FIRST_NAMES = (
    "Agathe", "Aimé", "Alix", "Anaïs", "Barnabé", "Bérénice", "Camille", "Céleste", "Clotilde", "Côme",
    "Damien", "Éloïse", "Émile", "Fanny", "Florent", "Gaëlle", "Gaspard", "Hélène", "Honoré", "Inès",
    "Jeanne", "Joël", "Lazare", "Léonie", "Loïc", "Maëlle", "Marius", "Noémie", "Octave", "Paul",
    "Quentin", "Romane", "Salomé", "Sylvère", "Théo", "Ursule", "Valère", "Yaël", "Zélie", "Zacharie",
)  # fmt: skip
LAST_NAMES = (
    "Abricotier", "Boisjoli", "Bellerive", "Castelnoir", "Chantebise", "Coquelicot", "D’Orgemont",
    "Doucefontaine", "Écluse", "Fauvette", "Feuillevert", "Grandpré", "Hautecombe", "Jolivent",
    "Lacarelle", "Lampion", "Longchemin", "Malvoisie", "Merleblanc", "Mirabel", "Montrésor", "Nivernais",
    "Oriflamme", "Passerose", "Pontvieux", "Quatrebarbes", "Rivedoux", "Rochebrune", "Saint-Amour",
    "Sansoucy", "Tournesol", "Trèfle-Dubois", "Valmont-Lys", "Ventaroux", "Verdurin", "Villeclaire",
    "Volubilis", "Beaurivage", "Clairbois", "Petitjour",
)  # fmt: skip

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
    """Enter `count` teams of the smallest size, drawn from these people. The first teams get a name."""
    size = find_format(tournament.format).plan.unit_sizes[0]
    members = rng.sample(people, count * size)
    for number in range(count):
        enter_team(
            tournament=tournament,
            name=TEAM_NAMES[number] if number < len(TEAM_NAMES) else "",
            people=members[number * size : (number + 1) * size],
            entered_by=entered_by,
        )


def enter_units(
    *,
    tournament: Tournament,
    people: Sequence[Person],
    count: int,
    rng: random.Random,
    entered_by: User | None,
) -> None:
    """Enter `count` players or teams drawn from these people. Partners are grouped in the order of entry."""
    tournament_format = find_format(tournament.format)
    if tournament_format.has_teams:
        enter_demo_teams(tournament=tournament, people=people, count=count, rng=rng, entered_by=entered_by)
        return
    enter_people(tournament=tournament, people=rng.sample(people, count), entered_by=entered_by)
    if tournament_format.has_partners:
        size = tournament_format.plan.unit_sizes[0]
        entries = tournament.entries.order_by("pk").values_list("pk", flat=True)
        names = {
            pk: _("Équipe %(number)d") % {"number": 1 + place // size} for place, pk in enumerate(entries)
        }
        set_partners(tournament=tournament, names=names, set_by=entered_by)
