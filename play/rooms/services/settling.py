"""The end of a round: settle its results once, reveal its deals, record suspicious pairs.

Boards are sums over settled rounds, stored per account, room and season. Ratings move once per round.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from common.live.notifying import notify_pages
from games.core.seats import SOUTH
from games.enums import DealSetState
from games.services.deal_sets import reveal_deal_set
from play.alone.queries.daily import player_key
from play.free.services.kept_ratings import lock_ratings, store_rating
from play.rooms.enums import NoteKind, UnplayedRule
from play.rooms.models import RoomEntry, RoomNote, RoomPlay, RoomRating, RoomRecord, RoomRound
from play.rooms.queries.rankings import (
    PlayerResult,
    Scores,
    beaten_share,
    compare_scores,
    fair_scores,
    finished_scores,
    hands_of,
    rank_entries,
)
from play.rooms.queries.rooms import list_room_entries
from play.rooms.queries.topics import topics_of
from play.rooms.services.seating import end_tables
from tournaments.core.ranking.rating import Rating, rate_session

FIRST_MONTH = 9
"""First month of a season, which begins on 1 September."""
LEAST_IN_STEP = 3
"""Least number of common deals of two players in step, for a note about them (see `_note_in_step`)."""


@transaction.atomic
def settle_round(*, of: RoomRound, now: datetime) -> RoomRound:
    """Settle a round that is over. Do nothing before its end or if it is settled.

    A round without people is deleted with its deals.
    """
    locked_round = _lock_round(of.pk).first()
    # another worker has deleted a round without people
    if locked_round is None:
        return of
    if locked_round.settled_at is not None or now < locked_round.closes_at:
        return locked_round
    for topic in topics_of(locked_round):
        notify_pages(topic)
    end_tables(locked_round, now)
    # after the shared tables are closed, so that no score changes any more
    points = finished_scores(locked_round)
    entries = list(locked_round.entries.select_related("owner"))
    if not any(not entry.is_robot for entry in entries):
        deal_set = locked_round.deal_set
        locked_round.delete()
        if deal_set is not None:
            deal_set.delete()
        return locked_round
    for play in RoomPlay.objects.filter(entry__round=locked_round):
        play.score = str(points.get(play.entry_id, {}).get(play.deal, ""))
        play.save(update_fields=["score"])
    results = _store_results(locked_round, entries, points)
    _note_in_step(locked_round, entries)
    _rate(entries, points, results, locked_round)
    for entry in _in_lock_order(entries):
        count_entry(entry, points.get(entry.pk, {}), of=locked_round)
    locked_round.settled_at = now
    locked_round.save(update_fields=["settled_at"])
    if locked_round.deal_set is not None and locked_round.deal_set.state == DealSetState.SEALED:
        reveal_deal_set(deal_set=locked_round.deal_set, is_over=True)
    return locked_round


@transaction.atomic
def exclude_entry(*, entry: RoomEntry, is_excluded: bool) -> RoomEntry:
    """Exclude an entry from the ranking of its round, or readmit it. A settled round is settled again.

    The entry's deals and past changes of ratings stay as they are.
    """
    of = _lock_round(entry.round_id).get()
    RoomEntry.objects.filter(pk=entry.pk).update(is_excluded=is_excluded)
    entry.refresh_from_db()
    if of.settled_at is not None:
        entries = list(of.entries.select_related("owner"))
        points = _stored_scores(of)
        for counted_entry in _in_lock_order(entries):
            # subtract the previous results from the records before new ones are stored
            _uncount_entry(counted_entry, points.get(counted_entry.pk, {}), of=of)
        _store_results(of, entries, points)
        for round_entry in _in_lock_order(entries):
            count_entry(round_entry, points.get(round_entry.pk, {}), of=of)
        entry.refresh_from_db()
    return entry


@transaction.atomic
def claim_entries(*, device: str, owner: User) -> int:
    """Assign the entries of a browser without an account to an account. Return their number.

    Only entries without a begun deal are assigned, so that no player chooses afterwards which rounds count.
    Rounds in which the account already has an entry are left out.
    """
    entered_rounds = set(RoomEntry.objects.filter(owner=owner).values_list("round_id", flat=True))
    guest_entries = list_room_entries(device, None).filter(owner=None, plays=None, round__settled_at=None)
    keys = list(guest_entries.exclude(round__in=entered_rounds).values_list("pk", flat=True))
    return RoomEntry.objects.filter(pk__in=keys).update(owner=owner, player=player_key(device, owner))


def has_begun_as_guest(device: str) -> bool:
    """Return whether a browser has begun rounds without an account. No account can claim these rounds."""
    return list_room_entries(device, None).filter(owner=None, plays__isnull=False).exists()


def _lock_round(pk: int) -> QuerySet[RoomRound]:
    """Return the query that locks a round and loads its room and its deals."""
    return RoomRound.objects.select_for_update(of=("self",)).select_related("room", "deal_set").filter(pk=pk)


def season_of(day: date) -> int:
    """Return the season of a day, as the year in which it began."""
    return day.year if day.month >= FIRST_MONTH else day.year - 1


def _in_lock_order(entries: Sequence[RoomEntry]) -> list[RoomEntry]:
    """Return entries in one order of their accounts: two rounds of a room lock the same records."""
    return sorted(entries, key=lambda entry: entry.owner_id or 0)


def count_entry(entry: RoomEntry, points: Scores, *, of: RoomRound) -> None:
    """Add an entry's results of a settled round to the account's records, once."""
    if entry.is_counted or entry.owner_id is None or entry.is_excluded:
        return
    _add_to_record(entry, points, of, 1)


def _uncount_entry(entry: RoomEntry, points: Scores, *, of: RoomRound) -> None:
    if entry.is_counted:
        _add_to_record(entry, points, of, -1)


def _add_to_record(entry: RoomEntry, points: Scores, of: RoomRound, sign: int) -> None:
    """Add or subtract the stored results of one entry. The locks on round and record prevent races."""
    assert entry.owner_id is not None  # only accounts have records
    season = season_of(timezone.localtime(of.starts_at).date())
    # two rounds of one room may be settled at the same time
    record, _is_new = RoomRecord.objects.select_for_update().get_or_create(
        room=of.room, user_id=entry.owner_id, season=season
    )
    marks = sum((Fraction(play.mark) for play in entry.plays.all() if play.mark), start=Fraction(0))
    mark_count = sum(1 for play in entry.plays.all() if play.mark)
    record.compared += sign * mark_count
    record.marks = str(Fraction(record.marks) + sign * marks)
    record.played += sign * len(points)
    record.scores = str(Fraction(record.scores) + sign * sum(points.values(), start=Fraction(0)))
    # a first place without rivals counts in no record
    if entry.rivals:
        record.rounds += sign
        record.shares = str(Fraction(record.shares) + sign * beaten_share(entry.halves_beaten, entry.rivals))
        record.halves_beaten += sign * entry.halves_beaten
    record.save()
    entry.is_counted = sign > 0
    entry.save(update_fields=["is_counted"])


def _store_results(
    of: RoomRound, entries: Sequence[RoomEntry], points: Mapping[int, Scores]
) -> dict[int, PlayerResult]:
    """Compute the round's ranking and store it with its entries and plays."""
    results = rank_entries(of, entries, points, range(1, of.deals + 1))
    for entry in entries:
        result = results.get(entry.pk, PlayerResult())
        entry.place = result.place
        entry.percent = "" if result.percent is None else str(result.percent)
        entry.compared = result.compared
        entry.played = len(points.get(entry.pk, ()))
        entry.halves_beaten, entry.rivals = result.halves_beaten, result.rivals
        entry.save(update_fields=["place", "percent", "compared", "played", "halves_beaten", "rivals"])
        for play in entry.plays.all():
            play.mark = str(result.marks.get(play.deal, ""))
            play.save(update_fields=["mark"])
    return results


def _stored_scores(of: RoomRound) -> dict[int, dict[int, Fraction]]:
    """Return points[entry's key][deal] as stored when the round was settled."""
    points: dict[int, dict[int, Fraction]] = {}
    for play in RoomPlay.objects.filter(entry__round=of).exclude(score=""):
        points.setdefault(play.entry_id, {})[play.deal] = Fraction(play.score)
    return points


def _rate(
    entries: Sequence[RoomEntry],
    points: Mapping[int, Scores],
    results: Mapping[int, PlayerResult],
    of: RoomRound,
) -> None:
    """Update the ratings of the accounts that were compared. Guests and robots count as newcomers."""
    ranked_entries = [entry for entry in entries if entry.pk in results]
    round_field = compare_scores(
        fair_scores(of, ranked_entries, points),
        deals=range(1, of.deals + 1),
        # ratings compare played deals only, whatever the room's rule for the others
        unplayed=UnplayedRule.LEFT_OUT,
        hands=hands_of(of, ranked_entries),
    )
    if round_field is None:
        return
    compared_players = set(round_field.grid.players[:, SOUTH].tolist())
    owners = [
        entry.owner_id if player in compared_players else None for player, entry in enumerate(ranked_entries)
    ]
    rows = lock_ratings(RoomRating, [owner for owner in owners if owner is not None])
    previous_ratings = [Rating() if owner is None else rows[owner].rating for owner in owners]
    new_ratings = rate_session(round_field.grid, round_field.marks, previous_ratings)
    for owner, rating in zip(owners, new_ratings, strict=True):
        if owner is not None:
            store_rating(rows[owner], rating)


def _note_in_step(of: RoomRound, entries: Sequence[RoomEntry]) -> None:
    """Record a note about each pair of players in step, on one network.

    The second player began every common deal after the first had finished it.
    """
    times: dict[int, dict[int, tuple[datetime, datetime]]] = {}
    plays = RoomPlay.objects.filter(entry__round=of, table__ended_at__isnull=False)
    for play in plays.select_related("table"):
        if play.table is not None and play.table.ended_at is not None:
            times.setdefault(play.entry_id, {})[play.deal] = play.table.created_at, play.table.ended_at
    people = [entry for entry in entries if entry.network and entry.pk in times]
    for leader in people:
        for follower in people:
            if leader.pk == follower.pk or leader.network != follower.network:
                continue
            shared_deals = times[leader.pk].keys() & times[follower.pk].keys()
            in_step = all(times[follower.pk][deal][0] > times[leader.pk][deal][1] for deal in shared_deals)
            if len(shared_deals) >= LEAST_IN_STEP and in_step:
                RoomNote.objects.get_or_create(round=of, kind=NoteKind.IN_STEP, first=leader, second=follower)
