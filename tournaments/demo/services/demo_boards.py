"""Plausible travellers for demonstrations, from the hand of the taker and the skill of the players."""

import random
from collections.abc import Container

from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.cards import BOUTS, PETIT, Card, suit_of
from games.core.dealing.deal import deal_from_layout
from games.core.dealing.hand_value import evaluate_hand
from games.core.deals import Deal
from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd
from games.core.scoring import check_outcome, need_for
from games.core.variant import Variant
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import CHOSEN_BIDS, LineInput
from tournaments.deals.door import Machine, cards_for
from tournaments.models import Play, ResultSlip, Seating, Session, Tournament
from tournaments.results.services.results import Author, FirstLine, record_first_results

AVERAGE_VALUE = 62
"""Value of a hand whose garde is made about as often as it fails."""
SPREAD = 9.0
"""Standard deviation of the result of one hand over several tables, in card points."""
PETIT_SHARE, PETIT_LOST_SHARE, HANDFUL_SHARE, BOUT_LOST_SHARE = 0.08, 0.3, 0.6, 0.08
BID_WEIGHTS = (8, 2, 1)
"""Relative frequencies of garde, garde sans and garde contre, where takers choose their bid."""
SKILL_SPREAD = 3.0
"""Standard deviation of the players' skill, in card points per deal."""


def plausible_line(
    deal: Deal, taker: int, bid: Bid, variant: Variant, skill: float, rng: random.Random
) -> LineInput:
    """Return a possible traveller line with bouts, points and bonuses.

    Args:
        skill: card points that the taker makes above the average of the hand; negative below it.
    """
    hand = deal.hands[taker] | deal.dog
    average = (evaluate_hand(deal.hands[taker]).with_dog - AVERAGE_VALUE) / 2 + skill
    while True:
        bouts = _bouts(hand, rng)
        points = need_for(bouts, variant) + round(rng.gauss(average, SPREAD))
        handfuls = _handfuls(hand, variant, rng)
        petit = _petit(bouts, rng)
        outcome = Outcome(taker, bid, bouts, 2 * points, handfuls, petit)
        try:
            check_outcome(outcome, variant)
        except ImpossibleOutcome:
            continue
        return LineInput(bouts=bouts, points=str(points), handfuls=handfuls, petit=petit, bid=bid)


def _bouts(hand: frozenset[Card], rng: random.Random) -> int:
    """Return the attack's bouts at the end. It sometimes loses its Petit or wins another bout."""
    bout_count = len(BOUTS & hand)
    if PETIT in hand:
        return bout_count - (rng.random() < BOUT_LOST_SHARE)
    return min(bout_count + (rng.random() < BOUT_LOST_SHARE), len(BOUTS))


def _handfuls(hand: frozenset[Card], variant: Variant, rng: random.Random) -> tuple[Handful, ...]:
    trumps = sum(suit_of(card) is None for card in hand)
    levels = [level for level in Handful if trumps >= variant.handful_size(level)]
    # the largest handful that the hand allows
    return (levels[-1],) if levels and rng.random() < HANDFUL_SHARE else ()


def _petit(bouts: int, rng: random.Random) -> PetitAtEnd:
    if rng.random() >= PETIT_SHARE:
        return PetitAtEnd.NONE
    return PetitAtEnd.DEFENCE if rng.random() < PETIT_LOST_SHARE or bouts == 0 else PetitAtEnd.ATTACK


def play_boards(session: Session, rounds: Container[int], author: Author, rng: random.Random) -> int:
    """Record a plausible result for every play of these rounds without one. Return the number of results.

    Raises:
        AppError: a hand is not known (`hands_missing`).
    """
    tournament = session.tournament
    tournament_format = find_format(tournament.format)
    deals = {deal.number: deal for deal in cards_for(Machine.MAKING_UP, session)}
    skill = {entry_id: rng.gauss(0, SKILL_SPREAD) for entry_id in _entry_ids(tournament)}
    seat_map = _seat_map(session)
    lines = []
    for play in _plays_without_result(session):
        if play.round.number not in rounds:
            continue
        deal = deals.get(play.board)
        if deal is None or deal.taker is None or not all(deal.layout.hands):
            message = _("Il faut les quatre mains de chaque étui : distribuez toutes les donnes.")
            raise AppError("hands_missing", message)
        table = seat_map[play.round_id, play.table_id]
        edge = _edge(skill, table, deal.taker)
        bid = tournament_format.imposed_bid or rng.choices(CHOSEN_BIDS, BID_WEIGHTS)[0]
        line = plausible_line(
            deal_from_layout(deal.layout), deal.taker, bid, tournament_format.variant, edge, rng
        )
        lines.append(FirstLine(play=play, line=line))
    return record_first_results(lines=lines, author=author)


def _plays_without_result(session: Session) -> list[Play]:
    """Return the plays of a session without a result, by round, table and board."""
    plays_with_result = ResultSlip.objects.of_session(session).values("play")
    plays = Play.objects.filter(round__section__session=session).exclude(pk__in=plays_with_result)
    return list(plays.select_related("round", "table").order_by("round__number", "table__number", "board"))


def _seat_map(session: Session) -> dict[tuple[int, int], dict[int, int]]:
    """Return the entry ids by seat of each (round id, table id)."""
    seat_map: dict[tuple[int, int], dict[int, int]] = {}
    for seating in Seating.objects.filter(round__section__session=session):
        seat_map.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry_id
    return seat_map


def _edge(skill: dict[int, float], table: dict[int, int], taker: int) -> float:
    """Return the card points by which the taker is better than the average of the other three players."""
    defence_skill = sum(skill[entry] for seat, entry in table.items() if seat != taker)
    return skill[table[taker]] - defence_skill / 3


def _entry_ids(tournament: Tournament) -> list[int]:
    """Return the entry ids by starting place, an order that does not depend on the database."""
    places = tournament.entries.order_by("section__number", "start_table", "start_seat")
    return list(places.values_list("pk", flat=True))
