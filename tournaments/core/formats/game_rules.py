"""The rules of an event's game: the federation's in its formats, else those of the organiser."""

from collections.abc import Mapping
from functools import lru_cache
from random import Random

from games.core.facts.over_deals import (
    AddedDeal,
    DealerDraw,
    GameTerms,
    climbs_ladder,
    draw_dealer,
    teams_of,
)
from games.core.rules import FFT, RuleSet, parse_rules
from games.core.variants.registry import find_variant
from tournaments.core.formats.event_options import FirstDealer, TeamsOf
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.tournament_format import TournamentFormat

RULES_OPTION = "rules"
"""Where `Tournament.options` holds the text of the rule-set; nothing there stands for the first rules."""

TEAMS_OPTION, FIRST_DEALER_OPTION = "teams", "first_dealer"
"""Where it holds a `TeamsOf` and a `FirstDealer`."""
USUAL_TABLE_RULES = {TEAMS_OPTION: TeamsOf.TABLES.value, FIRST_DEALER_OPTION: FirstDealer.NORTH.value}
"""What holds where an event says nothing."""


def team_seats(plan: RankingPlan, game: str) -> tuple[tuple[int, ...], ...]:
    """The seats of each team of a table; none where each plays for himself."""
    return teams_of(game) if plan.is_for_any_game else ()


def plays_in_teams(event_format: TournamentFormat, game: str) -> bool:
    """Whether partners sit at each table."""
    return bool(team_seats(event_format.plan, game))


def may_draw_dealer(event_format: TournamentFormat) -> bool:
    """Whether cards may decide who deals first; deals made beforehand have their dealer."""
    return event_format.is_friendly and not event_format.needs_dealt_boards


def table_rules(event_format: TournamentFormat, game: str, options: Mapping[str, object]) -> dict[str, str]:
    """What an event decides of its tables, by option: who are partners, who deals first; {} for neither.

    Args:
        options: as stored with the tournament.
    """
    decides = {
        TEAMS_OPTION: plays_in_teams(event_format, game),
        FIRST_DEALER_OPTION: may_draw_dealer(event_format),
    }
    return {name: str(options.get(name, usual)) for name, usual in USUAL_TABLE_RULES.items() if decides[name]}


def dealer_draw(
    event_format: TournamentFormat,
    options: Mapping[str, object],
    player_count: int,
    *,
    place: tuple[int, int],
) -> DealerDraw | None:
    """The cards drawn for the first deal of a table in a round; None where none are.

    Args:
        player_count: of those who sit; the draw numbers them in playing order.
        place: ids of the round and the table; the same place has the same draw.
    """
    if not may_draw_dealer(event_format) or options.get(FIRST_DEALER_OPTION) != FirstDealer.DRAWN:
        return None
    return _draw(player_count, "/".join(map(str, place)))


@lru_cache(maxsize=1024)
def _draw(player_count: int, place: str) -> DealerDraw:
    return draw_dealer(Random(place), player_count)  # noqa: S311 - not for secrets


def has_rule_choice(event_format: TournamentFormat, game: str) -> bool:
    """Whether an organiser decides something: a friendly event, at a game with options."""
    return event_format.is_friendly and bool(find_variant(game).options)


def rules_of_event(event_format: TournamentFormat, game: str, options: Mapping[str, object]) -> RuleSet:
    """The rule-set of an event.

    Args:
        options: as stored with the tournament.

    Raises:
        InvalidRules: as `read_rules`.
    """
    return read_rules(game, str(options.get(RULES_OPTION, FFT))) if event_format.is_friendly else RuleSet()


def table_terms(
    event_format: TournamentFormat, game: str, rules: RuleSet, *, first_dealer: int = 0
) -> GameTerms:
    """What the deals of one round at a table are played by; they are one game.

    Contrat goes up its ladder, unless its cards each were agreed, or dealt beforehand for several tables.
    """
    has_ladder = climbs_ladder(game, rules) and not event_format.needs_dealt_boards
    return GameTerms(game, rules, first_dealer, follows_ladder=has_ladder)


def lasts_over_deals(event_format: TournamentFormat, terms: GameTerms) -> bool:
    """Whether a deal changes what a later one of its round brings: a pot, a third Excuse.

    Deals that several tables play are compared one by one: nothing lasts there.
    """
    is_free = event_format.is_friendly and not event_format.needs_dealt_boards
    return is_free and (terms.plays_for_pot or terms.deal_count is not None)


def lasting_points(deal: AddedDeal, player_count: int) -> tuple[int, ...]:
    """What a deal brings each seat beside its score: from the pot or into it, and for a third Excuse."""
    payments = deal.pot_payments or (0,) * player_count
    return tuple(paid + (seat == deal.costly_excuse) for seat, paid in enumerate(payments))


def read_rules(game: str, text: str) -> RuleSet:
    """The rule-set of a text, for a game.

    Raises:
        InvalidRules: `unknown_game`, `unknown_rules`, `unknown_option`, `option_value`, or what the game
            refuses: `exchange_too_large`.
    """
    variant = find_variant(game)
    rules = parse_rules(variant.options, text)
    variant.check_rules(rules)
    return rules
