"""Rules of the game of an event: the federation's in its formats, else the organiser's."""

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
from games.core.variants.registry import find_variant, variant_for
from tournaments.core.formats.event_options import FirstDealer, TeamsOf, read_event_options
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.regrouping import TableSizes

RULES_OPTION = "rules"
"""Key of the text of the rule-set in `Tournament.options`. Without it the default rules apply."""

TEAMS_OPTION, FIRST_DEALER_OPTION = "teams", "first_dealer"
"""Keys of a `TeamsOf` and of a `FirstDealer` in `Tournament.options`."""
USUAL_TABLE_RULES = {TEAMS_OPTION: TeamsOf.TABLES.value, FIRST_DEALER_OPTION: FirstDealer.NORTH.value}
"""Values of these options if an event does not set them."""


def suggested_dealer(event_format: TournamentFormat) -> FirstDealer:
    """Return the way to find the first dealer that a new event is offered.

    Source:
        FFT, Règlement officiel (2012) R4-R8: the lowest card drawn deals. Friendly events are ours.
    """
    return FirstDealer.NORTH if event_format.is_friendly else FirstDealer.DRAWN


def team_seats(plan: RankingPlan, game: str) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team of a table; () at a game without teams."""
    return teams_of(game) if plan.is_for_any_game else ()


def fixed_team_seats(
    event_format: TournamentFormat, game: str, options: Mapping[str, object]
) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team of a table if partners stay together all evening, else ()."""
    keeps_teams = read_event_options(options, event_format.plan).teams is TeamsOf.EVENING
    return team_seats(event_format.plan, game) if keeps_teams else ()


FEWEST_AT_TABLE, MOST_AT_FEDERAL_TABLE = 3, 5
"""Fewest and most players at a table of free deals.

Source:
    FFT, Règlement officiel (2012) R11-R12.
"""


def sizes_of_tables(event_format: TournamentFormat, game: str) -> TableSizes | None:
    """Return the sizes with which tables may play in an event; None where the tables keep their size.

    The tables of the federation have three to five players. A friendly game is played by fewer, or by one
    more, if the same game exists for that number.

    """
    if event_format.needs_dealt_boards or event_format.has_teams or plays_in_teams(event_format, game):
        return None
    if not event_format.plan.is_for_any_game:
        return TableSizes(SEAT_COUNT, tuple(range(FEWEST_AT_TABLE, MOST_AT_FEDERAL_TABLE + 1)))
    usual = find_variant(game).player_count
    possible = [
        count
        for count in range(FEWEST_AT_TABLE, usual + 2)
        if (variant := variant_for(game, count)) is not None and not teams_of(variant.name)
    ]
    return TableSizes(usual, tuple(sorted({*possible, usual})))


def plays_in_teams(event_format: TournamentFormat, game: str) -> bool:
    """Return whether partners sit at each table."""
    return bool(team_seats(event_format.plan, game))


def may_draw_dealer(event_format: TournamentFormat) -> bool:
    """Return whether cards may decide the first dealer. Deals made beforehand have their own dealer."""
    return not event_format.needs_dealt_boards


def table_rules(event_format: TournamentFormat, game: str, options: Mapping[str, object]) -> dict[str, str]:
    """Return the options of an event that concern its tables, by name: partners and first dealer.

    Args:
        options: as stored with the tournament.

    Returns:
        {} if neither is open to the organiser.
    """
    is_open = {
        TEAMS_OPTION: plays_in_teams(event_format, game),
        FIRST_DEALER_OPTION: may_draw_dealer(event_format),
    }
    return {
        name: str(options.get(name, default)) for name, default in USUAL_TABLE_RULES.items() if is_open[name]
    }


def draws_dealer(event_format: TournamentFormat, options: Mapping[str, object]) -> bool:
    """Return whether cards decide the first dealer of each table of an event."""
    return may_draw_dealer(event_format) and options.get(FIRST_DEALER_OPTION) == FirstDealer.DRAWN


def dealer_draw(
    event_format: TournamentFormat,
    options: Mapping[str, object],
    player_count: int,
    *,
    place: tuple[int, int],
) -> DealerDraw | None:
    """Return the cards drawn for the first deal of a table in a round; None without a draw.

    Args:
        player_count: number of players at the table. The draw numbers them in playing order.
        place: ids of the round and the table. The same place always has the same draw.
    """
    if not draws_dealer(event_format, options):
        return None
    return _draw(player_count, "/".join(map(str, place)))


@lru_cache(maxsize=1024)
def _draw(player_count: int, place: str) -> DealerDraw:
    return draw_dealer(Random(place), player_count)  # noqa: S311 - seeded by the place, not for secrets


def has_rule_choice(event_format: TournamentFormat, game: str) -> bool:
    """Return whether the organiser may choose rules: in a friendly event of a game with options."""
    return event_format.is_friendly and bool(find_variant(game).options)


def rules_of_event(event_format: TournamentFormat, game: str, options: Mapping[str, object]) -> RuleSet:
    """Return the rule-set of an event.

    Args:
        options: as stored with the tournament.

    Raises:
        InvalidRules: as `parse_game_rules`.
    """
    return (
        parse_game_rules(game, str(options.get(RULES_OPTION, FFT))) if event_format.is_friendly else RuleSet()
    )


def table_terms(
    event_format: TournamentFormat, game: str, rules: RuleSet, *, first_dealer: int = 0
) -> GameTerms:
    """Return the terms of the deals of one round at a table, which form one game.

    Contrat climbs its ladder, unless its rules fix the number of cards or several tables play the same deals.
    """
    has_ladder = climbs_ladder(game, rules) and not event_format.needs_dealt_boards
    return GameTerms(game, rules, first_dealer, follows_ladder=has_ladder)


def lasts_over_deals(event_format: TournamentFormat, terms: GameTerms) -> bool:
    """Return whether a deal can change the result of a later one of its round: a pot, a third Excuse.

    Deals of several tables are compared one by one, so they never do.
    """
    is_free = event_format.is_friendly and not event_format.needs_dealt_boards
    return is_free and (terms.plays_for_pot or terms.deal_count is not None)


def lasting_points(deal: AddedDeal, player_count: int) -> tuple[int, ...]:
    """Return the points of each seat beside its score: from or into the pot, and for a third Excuse."""
    payments = deal.pot_payments or (0,) * player_count
    return tuple(payment + (seat == deal.costly_excuse) for seat, payment in enumerate(payments))


def parse_game_rules(game: str, text: str) -> RuleSet:
    """Return the rule-set of a text for a game.

    Raises:
        InvalidRules: `unknown_game`, `unknown_rules`, `unknown_option`, `option_value`, or an error of the
            game: `exchange_too_large`.
    """
    variant = find_variant(game)
    rules = parse_rules(variant.options, text)
    variant.check_rules(rules)
    return rules
