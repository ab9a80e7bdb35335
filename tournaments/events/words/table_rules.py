"""What an evening decided of its tables beside the rules of the game, in words."""

from django.utils.translation import gettext as _

from tournaments.base.words.format_words import DEALER_CHOICES, TEAMS_CHOICES
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.game_rules import may_draw_dealer, plays_in_teams
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament


def told_table_rules(tournament: Tournament) -> list[tuple[str, str]]:
    """Who are partners and who deals first, where an evening may decide it: pairs of a name and words."""
    played = find_format(tournament.format)
    options = read_event_options(tournament.options, played.plan)
    told = []
    if plays_in_teams(played, tournament.game):
        told.append((_("Équipes"), str(dict(TEAMS_CHOICES)[options.teams.value])))
    if may_draw_dealer(played):
        told.append((_("Premier donneur"), str(dict(DEALER_CHOICES)[options.first_dealer.value])))
    return told
