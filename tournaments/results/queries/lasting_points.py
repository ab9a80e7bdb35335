"""Points carried from one deal of a table to the next in a session: pots, and the third Excuse of Contrat."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby

from django.db.models import FilteredRelation, Q

from games.core.facts.over_deals import add_up_deals
from tournaments.core.formats.game_rules import dealer_draw, lasting_points, lasts_over_deals, table_terms
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import LineOf
from tournaments.events.queries.game_rules import game_rules
from tournaments.models import Play, Session
from tournaments.movements.queries.movements import session_line_kind
from tournaments.results.queries.due_plays import Supposed


def lasting_by_play(session: Session, supposed: Supposed) -> dict[int, tuple[int, ...]]:
    """Return points[id of the play][seat]: the carried points, in addition to the score of the deal.

    One query. The result is empty for a game without such points.

    Args:
        supposed: assumed results, in place of the stored ones.
    """
    tournament = session.tournament
    event_format, rules = find_format(tournament.format), game_rules(tournament)
    terms = table_terms(event_format, tournament.game, rules)
    if session_line_kind(session) is not LineOf.SCORES or not lasts_over_deals(event_format, terms):
        return {}
    plays = Play.objects.filter(round__section__session=session).annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True))
    )
    rows = plays.order_by("round_id", "table_id", "board").values_list(
        "round_id", "table_id", "board", "pk", "current__facts"
    )
    points_by_play = {}
    for (round_id, table_id), group in groupby(rows, key=lambda row: row[:2]):
        deals = [(board, play_id, facts) for _round, _table, board, play_id, facts in group]
        place = (round_id, table_id)
        draw = dealer_draw(event_format, tournament.options, terms.player_count, place=place)
        first = replace(terms, first_dealer=draw.dealer if draw else 0).dealer_of(deals[0][0])
        facts_of_deals = [
            _facts_of(supposed, play_id, stored_facts) for _board, play_id, stored_facts in deals
        ]
        # from the first deal of the round on, so that a correction changes all deals after it
        added_deals = add_up_deals(
            table_terms(event_format, tournament.game, rules, first_dealer=first), facts_of_deals
        )
        for (_board, play_id, _facts), deal in zip(deals, added_deals, strict=True):
            points_by_play[play_id] = lasting_points(deal, terms.player_count)
    return points_by_play


def _facts_of(
    supposed: Supposed, play_id: int, facts: Mapping[str, Mapping[str, str]] | None
) -> Mapping[str, str]:
    if play_id in supposed:
        reading = supposed[play_id]
        return dict(reading.facts) if reading else {}
    return (facts or {}).get("written", {})
