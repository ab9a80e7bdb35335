"""End of a round: percentages, places and boards, compared with a computation by hand."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from accounts.models import User
from play.rooms.enums import RoomBoard, UnplayedRule
from play.rooms.models import (
    Room,
    RoomEntry,
    RoomNote,
    RoomPlay,
    RoomRating,
    RoomRecord,
    RoomRound,
)
from play.rooms.queries.boards import BoardScope, room_board, seasons_of
from play.rooms.queries.rankings import round_ranking
from play.rooms.services.keeping_time import forget_guests
from play.rooms.services.rounds import begin_play, deal_round, leave_round, round_to_enter
from play.rooms.services.settling import (
    claim_entries,
    exclude_entry,
    has_begun_as_guest,
    season_of,
    settle_round,
)
from tests.factories.rooms import finish, make_entry, make_room, make_round
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db


def settle(of: RoomRound) -> RoomRound:
    return settle_round(of=of, now=of.closes_at)


def make_player(pseudonym: str) -> User:
    user = make_user(pseudonym)
    user.pseudonym, user.pseudonym_folded, user.country = pseudonym, pseudonym.lower(), "FR"
    user.save()
    return user


# --- a naive ranking: every pair compared, nothing shared with the program ---------------------------------


def naive_round(scores: list[list[int | None]], rule: str) -> tuple[list[Any], list[dict[int, Fraction]]]:
    """Return the results of each player, and their marks.

    A result is (percent, place, share of the other players left behind, number of other players).
    """
    deals = range(len(scores[0]))
    marks: list[dict[int, Fraction]] = [{} for _ in scores]
    for deal in deals:
        holders = [player for player, row in enumerate(scores) if row[deal] is not None]
        if len(holders) < 2:
            continue
        for player_number in holders:
            total = Fraction(0)
            for rival in holders:
                if rival != player_number:
                    mine, his = scores[player_number][deal], scores[rival][deal]
                    assert mine is not None
                    assert his is not None
                    total += 1 if mine > his else Fraction(1, 2) if mine == his else 0
            marks[player_number][deal] = 100 * total / (len(holders) - 1)
    compared = {deal for row in marks for deal in row}
    percents: list[Fraction | None] = []
    for player, row in enumerate(marks):
        marks_counted = list(row.values())
        if rule == UnplayedRule.ZERO and any(score is not None for score in scores[player]):
            marks_counted += [Fraction(0)] * sum(scores[player][deal] is None for deal in compared)
        percents.append(sum(marks_counted) / Fraction(len(marks_counted)) if marks_counted else None)
    has_place = [
        percent is not None and (rule == UnplayedRule.ZERO or 2 * len(marks[player]) >= len(compared))
        for player, percent in enumerate(percents)
    ]
    ranked = [percent for percent, placed in zip(percents, has_place, strict=True) if placed]
    results = []
    for percent, placed in zip(percents, has_place, strict=True):
        place = 1 + sum(rival > percent for rival in ranked) if placed else None
        behind = sum(rival < percent for rival in ranked) if placed else 0
        level = ranked.count(percent) - 1 if placed else 0
        results.append((percent, place, behind + Fraction(level, 2), len(ranked) - 1 if placed else 0))
    return results, marks


def random_scores(rng: Random, players: int, deals: int) -> list[list[int | None]]:
    return [
        [None if rng.random() < 0.25 else rng.choice((-300, -62, -50, 0, 50, 62, 150)) for _ in range(deals)]
        for _ in range(players)
    ]


def play_round(room: Room, scores: list[list[int | None]], people: list[User | None]) -> list[RoomEntry]:
    of = make_round(room)
    entries = [make_entry(of, owner=owner) for owner in people]
    for entry, entry_scores in zip(entries, scores, strict=True):
        finish(entry, *entry_scores)
    settle(of)
    for entry in entries:
        entry.refresh_from_db()
    return entries


@pytest.mark.parametrize("rule", UnplayedRule.values)
@pytest.mark.parametrize("seed", range(4))
def test_round_equals_a_naive_recomputation(rule: str, seed: int) -> None:
    scores = random_scores(Random(seed), 2 + 4 * seed, 3)

    entries = play_round(make_room(unplayed=rule), scores, [None] * len(scores))

    results, marks = naive_round(scores, rule)
    assert [
        (
            Fraction(entry.percent) if entry.percent else None,
            entry.place,
            Fraction(entry.halves_beaten, 2),
            entry.rivals,
        )
        for entry in entries
    ] == results
    for entry, expected_marks in zip(entries, marks, strict=True):
        stored_marks = {play.deal - 1: Fraction(play.mark) for play in entry.plays.all() if play.mark}
        assert stored_marks == expected_marks


def test_boards_equal_a_naive_recomputation() -> None:
    rng = Random(7)
    people = [make_player(name) for name in ("Ana", "Bob", "Cléo", "Dan")]
    club = make_club()
    rooms = [make_room(club=club), make_room()]
    sums: dict[tuple[int, str], dict[str, Any]] = {}
    for turn in range(6):
        room = rooms[turn % 2]
        scores = random_scores(rng, 4, 3)
        play_round(room, scores, list(people))
        results, marks = naive_round(scores, UnplayedRule.LEFT_OUT)
        for person, rows_of_person, result, mark in zip(people, scores, results, marks, strict=True):
            mine = sums.setdefault(
                (room.pk, person.pseudonym),
                {"marks": [], "scores": [], "shares": [], "points": Fraction(0)},
            )
            mine["marks"] += mark.values()
            mine["scores"] += [score for score in rows_of_person if score is not None]
            if result[1] and result[3]:
                mine["shares"].append(100 * result[2] / result[3])
                mine["points"] += result[2]

    for scope, keys in (
        (BoardScope(room=rooms[0]), [rooms[0].pk]),
        (BoardScope(club=club), [rooms[0].pk]),
        (BoardScope(), [room.pk for room in rooms]),
    ):
        expected: dict[RoomBoard, dict[str, tuple[Fraction, int]]] = {board: {} for board in RoomBoard}
        for person in people:
            rows_of_person = [sums[key, person.pseudonym] for key in keys]
            for board, part in (
                (RoomBoard.MARKS, "marks"),
                (RoomBoard.BEATEN, "shares"),
                (RoomBoard.SCORES, "scores"),
            ):
                values = [Fraction(value) for board_row in rows_of_person for value in board_row[part]]
                if values:
                    expected[board][person.pseudonym] = sum(values) / Fraction(len(values)), len(values)
            rounds = sum(len(board_row["shares"]) for board_row in rows_of_person)
            if rounds:
                expected[RoomBoard.PLACES][person.pseudonym] = (
                    sum(board_row["points"] for board_row in rows_of_person),
                    rounds,
                )
        for board in (RoomBoard.MARKS, RoomBoard.BEATEN, RoomBoard.SCORES, RoomBoard.PLACES):
            rows = room_board(board, scope, least_games=1)
            assert {row.key.pseudonym: (row.value, row.games) for row in rows} == expected[board]
            values = [row.value for row in rows]
            assert [row.place for row in rows] == [1 + sum(v > value for v in values) for value in values]


def test_rating_rises_for_who_wins_and_says_how_sure_it_is() -> None:
    best, worst = make_player("Ana"), make_player("Bob")

    play_round(make_room(), [[100, 100, 100], [50, 50, 50], [0, 0, 0]], [best, None, worst])

    rows = room_board(RoomBoard.RATING, BoardScope(), least_games=1)
    assert [row.key for row in rows] == [best, worst]
    assert rows[0].value > 1500 > rows[1].value
    assert 0 < (rows[0].spread or 0) < 700
    assert [row.games for row in rows] == [3, 3]
    assert not RoomRating.objects.exclude(user__in=[best, worst]).exists()


def test_settling_twice_counts_once() -> None:
    user = make_player("Ana")
    of = make_round()
    finish(make_entry(of, owner=user), 50, 50, 50)
    finish(make_entry(of), 0, 0, 0)

    settle(of)
    settle(of)

    record = RoomRecord.objects.get()
    assert (record.compared, record.marks, record.rounds, record.halves_beaten) == (3, "300", 1, 2)


def test_nothing_is_counted_before_the_end() -> None:
    of = make_round()
    finish(make_entry(of), 50)

    assert settle_round(of=of, now=of.ends_at).settled_at is None
    assert settle_round(of=of, now=of.closes_at).settled_at == of.closes_at


def test_deal_finished_after_the_end_does_not_count() -> None:
    of = make_round()
    late, second = make_entry(of), make_entry(of)
    finish(late, 50, ended_at=of.closes_at + timedelta(seconds=1))
    finish(second, 20, 30)

    settle(of)

    assert {play.score for play in RoomPlay.objects.filter(entry=late)} == {""}
    second.refresh_from_db()
    assert (second.percent, second.place, second.played) == ("", None, 2)


def test_percentages_are_held_back_until_nobody_can_play_the_deal() -> None:
    of = make_round()
    quick, slow, departed = (make_entry(of) for _ in range(3))
    finish(quick, 50, 50, 50)
    finish(slow, 20, None, None)
    finish(departed, 80)
    early, late = of.starts_at + timedelta(minutes=14), of.entry_ends_at

    ranking_before = round_ranking(of, early)
    halfway = round_ranking(of, late)
    leave_round(entry=departed, now=late)
    leave_round(entry=slow, now=late)
    all_left = round_ranking(of, late)

    assert ranking_before.compared == ()
    assert {line.result.percent for line in ranking_before.lines} == {None}
    assert halfway.compared == (1,)
    assert [(line.entry, line.result.percent) for line in halfway.lines] == [
        (departed, 100),
        (quick, 50),
        (slow, 0),
    ]
    assert all_left.compared == (1, 2, 3)


def test_deal_that_somebody_may_still_play_stays_held_back() -> None:
    of = make_round()
    quick, slow = make_entry(of), make_entry(of)
    finish(quick, 50)

    assert round_ranking(of, of.entry_ends_at).compared == ()
    finish(slow, 20)
    assert round_ranking(of, of.entry_ends_at).compared == (1,)


def test_game_in_which_few_points_are_good_ranks_them_first() -> None:
    of = make_round(make_room(game="papayou-4"))
    few, many = make_entry(of), make_entry(of)
    finish(few, 3)
    finish(many, 90)

    settle(of)

    few.refresh_from_db()
    assert (few.place, few.percent) == (1, "100")


def test_players_without_a_place_stand_below_the_others() -> None:
    entries = play_round(make_room(), [[None] * 3, [0] * 3, [50] * 3, [90] * 3], [None] * 4)

    lines = round_ranking(entries[0].round, entries[0].round.closes_at).lines

    assert [(line.entry, line.result.place) for line in lines] == [
        (entries[3], 1),
        (entries[2], 2),
        (entries[1], 3),
        (entries[0], None),
    ]


def test_director_takes_somebody_out_and_all_is_counted_again() -> None:
    best, second = make_player("Ana"), make_player("Bob")
    entries = play_round(make_room(), [[90] * 3, [50] * 3, [0] * 3], [best, second, None])

    exclude_entry(entry=entries[0], is_excluded=True)

    board = room_board(RoomBoard.MARKS, BoardScope(), least_games=1)
    assert [(row.key, row.value, row.games) for row in board] == [(second, 100, 3)]
    exclude_entry(entry=entries[0], is_excluded=False)
    board = room_board(RoomBoard.MARKS, BoardScope(), least_games=1)
    assert [(row.key, row.value) for row in board] == [(best, 100), (second, 50)]


def test_player_who_was_taken_out_has_no_deals_and_no_points_of_the_season() -> None:
    best, second = make_player("Ana"), make_player("Bob")
    entries = play_round(make_room(), [[90] * 3, [50] * 3, [0] * 3], [best, second, None])

    exclude_entry(entry=entries[0], is_excluded=True)
    exclude_entry(entry=entries[0], is_excluded=True)

    record = RoomRecord.objects.get(user=best)
    assert (record.played, record.compared, record.rounds, record.halves_beaten) == (0, 0, 0, 0)
    assert (record.marks, record.scores, record.shares) == ("0", "0", "0")
    for board in (RoomBoard.MARKS, RoomBoard.BEATEN, RoomBoard.PLACES, RoomBoard.SCORES):
        assert best not in [row.key for row in room_board(board, BoardScope(), least_games=1)]


def test_player_who_entered_and_never_played_has_no_rating() -> None:
    players = [make_player(name) for name in ("Ana", "Bob", "Idle")]

    for rule in UnplayedRule.values:
        play_round(make_room(unplayed=rule), [[50, 50, 50], [0, 0, 0], [None, None, None]], [*players])

    assert {row.user for row in RoomRating.objects.all()} == set(players[:2])


def test_place_of_a_guest_goes_to_an_account_before_the_first_deal_and_counts() -> None:
    of = make_round()
    entry, user = make_entry(of, "browser", name="Zoé"), make_player("Zoe")

    first, again = (claim_entries(device="browser", owner=user) for _ in range(2))
    entry.refresh_from_db()
    finish(entry, 50, 50, 50)
    finish(make_entry(of), 0, 0, 0)
    settle(of)

    assert (first, again) == (1, 0)
    record = RoomRecord.objects.get()
    assert (record.user, record.marks) == (user, "300")
    assert RoomRating.objects.filter(user=user).exists()


@pytest.mark.parametrize("is_settled", [False, True])
def test_round_that_a_guest_began_counts_for_no_account(is_settled: bool) -> None:
    """A player who chose afterwards would keep their good rounds alone."""
    of = make_round()
    entry, user = make_entry(of, "browser"), make_player("Zoe")
    finish(make_entry(of), 0, 0, 0)
    if is_settled:
        finish(entry, 50, 50, 50)
        settle(of)
    else:
        begin_play(entry=entry, deal=1, now=of.starts_at)

    assert claim_entries(device="browser", owner=user) == 0
    assert has_begun_as_guest("browser")
    if not is_settled:
        settle(of)
    entry.refresh_from_db()
    assert entry.owner is None
    assert not RoomRecord.objects.exists()
    assert not RoomRating.objects.exists()


def test_place_that_was_never_played_goes_to_no_account_once_the_round_is_counted() -> None:
    of = make_round()
    make_entry(of, "browser")
    finish(make_entry(of), 0, 0, 0)
    settle(of)

    assert claim_entries(device="browser", owner=make_player("Zoe")) == 0
    assert not has_begun_as_guest("browser")


def test_account_with_a_place_of_its_own_takes_no_other() -> None:
    of, user = make_round(), make_player("Zoe")
    make_entry(of, "browser")
    make_entry(of, "phone", owner=user)

    assert claim_entries(device="browser", owner=user) == 0


def test_who_begins_each_deal_when_the_other_has_finished_is_noted() -> None:
    of = make_round()
    leader, follower, alone = (make_entry(of) for _ in range(3))
    RoomEntry.objects.filter(pk__in=[leader.pk, follower.pk]).update(network="hall")
    tables = {entry: finish(entry, 1, 2, 3) for entry in (leader, follower, alone)}
    for shift, entry in enumerate((leader, follower, alone)):
        for number, table in enumerate(tables[entry]):
            begun_at = of.starts_at + timedelta(minutes=6 * number + 2 * shift)
            type(table).objects.filter(pk=table.pk).update(
                created_at=begun_at, ended_at=begun_at + timedelta(minutes=1)
            )

    settle(of)

    assert [(note.kind, note.first, note.second) for note in RoomNote.objects.all()] == [
        ("in_step", leader, follower)
    ]


def test_result_stays_when_another_account_is_closed() -> None:
    closed_account = make_player("Ana")
    entries = play_round(make_room(), [[90] * 3, [50] * 3], [closed_account, None])

    closed_account.delete()

    entries[1].refresh_from_db()
    line = round_ranking(entries[1].round, entries[1].round.closes_at).lines[0]
    assert (line.result.place, line.result.percent) == (2, 0)


def test_guest_is_a_number_after_thirty_days() -> None:
    of = make_round()
    entry = make_entry(of, name="Zoé")

    forget_guests(now=of.starts_at + timedelta(days=29))
    entry.refresh_from_db()
    stored_name = entry.name
    forget_guests(now=of.starts_at + timedelta(days=31))
    entry.refresh_from_db()

    assert stored_name == "Zoé"
    assert (entry.name, entry.device, entry.player, entry.network) == ("", "", "", "")


def test_season_begins_in_september() -> None:
    assert season_of(datetime(2026, 8, 31, tzinfo=UTC).date()) == 2025
    assert season_of(datetime(2026, 9, 1, tzinfo=UTC).date()) == 2026


def test_seasons_of_a_board_are_those_in_which_somebody_played() -> None:
    user, room = make_player("Ana"), make_room()
    for season, marks in ((2024, "50"), (2026, "150")):
        RoomRecord.objects.create(room=room, user=user, season=season, compared=1, marks=marks)

    board = room_board(RoomBoard.MARKS, BoardScope(season=2024), least_games=1)

    assert seasons_of(BoardScope(room=room)) == [2026, 2024]
    assert [row.value for row in board] == [50]


def test_rounds_dealt_for_one_room_are_not_those_of_another() -> None:
    current_time = datetime(2026, 11, 23, 20, tzinfo=UTC)
    first, second = (
        deal_round(of=round_to_enter(room=make_room(), now=current_time), now=current_time) for _ in range(2)
    )

    assert first.deal_set is not None
    assert second.deal_set is not None
    assert first.deal_set.commitment != second.deal_set.commitment
