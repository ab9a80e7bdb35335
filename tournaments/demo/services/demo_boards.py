"""Plausible travellers for demonstrations: everybody has a skill, every deal its hands."""

import random
from collections.abc import Container

from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.dealing.deal import deal_of
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import CHOSEN_BIDS
from tournaments.deals.door import Machine, cards_for
from tournaments.demo.services.demo_results import plausible_line
from tournaments.models import Play, ResultSlip, Seating, Session, Tournament
from tournaments.results.services.results import Author, record_result

BID_WEIGHTS = (8, 2, 1)
"""How often takers who choose their bid take garde, garde sans and garde contre."""
SKILL_SPREAD = 3.0
"""Standard deviation of the players' skill, in card points a deal."""


def play_boards(session: Session, rounds: Container[int], author: Author, rng: random.Random) -> int:
    """Record a plausible result for every play of these rounds that has none; returns how many.

    Raises:
        AppError: not every hand is known (`hands_missing`).
    """
    tournament = session.tournament
    tournament_format = find_format(tournament.format)
    deals = {deal.number: deal for deal in cards_for(Machine.MAKING_UP, session)}
    skill = {entry_id: rng.gauss(0, SKILL_SPREAD) for entry_id in _entry_ids(tournament)}
    seated = _seated(session)
    recorded = 0
    for play in _plays_due(session):
        if play.round.number not in rounds:
            continue
        deal = deals.get(play.board)
        if deal is None or deal.taker is None or not all(deal.layout.hands):
            told = _("Il faut les quatre mains de chaque étui : distribuez toutes les donnes.")
            raise AppError("hands_missing", told)
        table = seated[play.round_id, play.table_id]
        edge = _edge(skill, table, deal.taker)
        bid = tournament_format.imposed_bid or rng.choices(CHOSEN_BIDS, BID_WEIGHTS)[0]
        line = plausible_line(deal_of(deal.layout), deal.taker, bid, tournament_format.variant, edge, rng)
        record_result(play=play, line=line, seen_version=0, author=author, confirmed=True)
        recorded += 1
    return recorded


def _plays_due(session: Session) -> list[Play]:
    """Plays of a session without any result yet, by round, table and board."""
    known = ResultSlip.objects.of_session(session).values("play")
    plays = Play.objects.filter(round__section__session=session).exclude(pk__in=known)
    return list(plays.select_related("round", "table").order_by("round__number", "table__number", "board"))


def _seated(session: Session) -> dict[tuple[int, int], dict[int, int]]:
    """Entry ids by seat, of each (round, table)."""
    seated: dict[tuple[int, int], dict[int, int]] = {}
    for seating in Seating.objects.filter(round__section__session=session):
        seated.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry_id
    return seated


def _edge(skill: dict[int, float], table: dict[int, int], taker: int) -> float:
    """Card points by which the taker is better than the others of the table are on average."""
    others = sum(skill[entry] for seat, entry in table.items() if seat != taker)
    return skill[table[taker]] - others / 3


def _entry_ids(tournament: Tournament) -> list[int]:
    """Entries in an order that does not depend on the database: by starting place."""
    places = tournament.entries.order_by("section__number", "start_table", "start_seat")
    return list(places.values_list("pk", flat=True))
