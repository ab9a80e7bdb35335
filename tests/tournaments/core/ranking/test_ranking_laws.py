"""Laws of the whole ranking on random tournaments, and a second, naive implementation to compare with."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import SessionPlays, place_session, rank_session
from tournaments.core.movements.constructions import build_straight
from tournaments.core.ranking.comparison import Topage, mark_plays
from tournaments.core.ranking.rulings import Effect, EffectKind, Ruling
from tournaments.core.ranking.score_grid import PlayStatus, ScoreGrid

INDIVIDUAL = find_format("duplicate_individual").plan

SCORES = st.sampled_from([-400, -92, -62, -56, -52, 50, 52, 56, 62, 70, 92, 300])
STATUSES = st.sampled_from([PlayStatus.PLAYED] * 8 + [PlayStatus.NEUTRALISED, PlayStatus.COLLECTIVE_ZERO])


@st.composite
def tournaments(draw):
    """Part of a straight movement of 5 tables, one board per set: some plays missing, some void."""
    movement = build_straight(5, draw(st.integers(1, 5)))
    places = [
        (this_round, table)
        for this_round in range(movement.round_count)
        for table in range(5)
        if draw(st.integers(0, 5)) > 0
    ]
    plays = draw(st.permutations(places))
    boards = [int(movement.board_sets[place]) for place in plays]
    return ScoreGrid(
        board=np.array(boards),
        taker_seat=np.array([board % 4 for board in boards]),
        players=np.array([movement.players[place] for place in plays]).reshape(-1, 4),
        score=np.array([draw(SCORES) for _ in plays]),
        status=np.array([draw(STATUSES) for _ in plays]),
        line=np.arange(20) % 4,
    )


def naive_overall(grid, penalty):
    """Overall percentage of every player, by the formula of the rule book, one play after the other."""
    attack = {player: [] for player in range(grid.player_count)}
    defence = {player: [] for player in range(grid.player_count)}
    for play in range(grid.play_count):
        field = [
            int(grid.score[rival_play])
            for rival_play in range(grid.play_count)
            if grid.board[rival_play] == grid.board[play] and grid.status[rival_play] == PlayStatus.PLAYED
        ]
        if grid.status[play] == PlayStatus.NEUTRALISED:
            continue
        if grid.status[play] == PlayStatus.COLLECTIVE_ZERO:
            taker_mark = defence_mark = Fraction(0)
        else:
            taker_mark = naive_mark(int(grid.score[play]), field)
            defence_mark = 100 - taker_mark
        for seat, player in enumerate(grid.players[play].tolist()):
            if seat == grid.taker_seat[play]:
                attack[player].append(taker_mark)
            else:
                defence[player].append(defence_mark)
    return [
        naive_weighted(attack[p], defence[p], Fraction(penalty[p], 100)) for p in range(grid.player_count)
    ]


def naive_mark(score, field):
    if len(field) == 1:
        return Fraction(50)
    lower = sum(1 for rival_score in field if rival_score < score)
    equal_scores = sum(1 for rival_score in field if rival_score == score)
    return Fraction(100) * (lower + Fraction(equal_scores - 1, 2)) / (len(field) - 1)


def naive_weighted(attack, defence, penalty):
    if attack and defence:
        return sum(attack) / len(attack) / 4 + sum(defence) / len(defence) * 3 / 4 - penalty
    marks = attack or defence
    return sum(marks) / len(marks) - penalty if marks else None


def naive_places(values):
    return [None if v is None else 1 + sum(1 for w in values if w is not None and w > v) for v in values]


def rank(grid, penalty=()):
    """Return overall percentage, place, place in the line and alternated place of every player."""
    options = read_event_options({}, INDIVIDUAL)
    rulings = tuple(
        Ruling(effects=(Effect(EffectKind.PENALTY, amount),), guilty=(player,))
        for player, amount in enumerate(penalty)
    )
    plays = SessionPlays(grid=grid, unit_count=grid.player_count, rulings=rulings)
    result = rank_session(INDIVIDUAL, options, plays)
    everybody = np.ones(grid.player_count, dtype=np.bool_)
    places = place_session(INDIVIDUAL, options, result, grid.line, everybody)
    columns = (places.overall.tolist(), places.line.tolist(), places.alternated.tolist())
    return list(zip(result.values, *columns, strict=True))


@given(tournaments(), st.lists(st.integers(0, 300), min_size=20, max_size=20))
def test_rankings_equal_the_naive_ones(grid, penalty):
    rows = rank(grid, penalty)
    expected = naive_overall(grid, penalty)
    of_line = [
        naive_places([v if p % 4 == line else None for p, v in enumerate(expected)]) for line in range(4)
    ]
    line_places = [of_line[player % 4][player] for player in range(20)]
    alternated = naive_places([None if v is None else (-line_places[p], v) for p, v in enumerate(expected)])

    assert [row[0] for row in rows] == expected
    assert [row[1] or None for row in rows] == naive_places(expected)
    assert [row[2] or None for row in rows] == line_places
    assert [row[3] or None for row in rows] == alternated


@given(tournaments())
def test_attack_marks_of_a_board_add_up_to_fifty_per_play(grid):
    marks = mark_plays(grid)

    for board in set(grid.board.tolist()):
        plays = np.flatnonzero((grid.board == board) & grid.is_compared).tolist()
        total = sum(marks.mark_percent(play, int(grid.taker_seat[play])) for play in plays)
        assert total == 50 * len(plays)


@given(tournaments())
def test_attack_and_defence_share_a_hundred_at_every_table(grid):
    marks = mark_plays(grid)

    for play in np.flatnonzero(grid.is_compared).tolist():
        taker = int(grid.taker_seat[play])
        for seat in {0, 1, 2, 3} - {taker}:
            assert marks.mark_percent(play, seat) + marks.mark_percent(play, taker) == 100


@given(tournaments(), st.randoms(use_true_random=True))
def test_order_of_the_plays_changes_nothing(grid, random):
    order = list(range(grid.play_count))
    random.shuffle(order)
    shuffled = ScoreGrid(
        grid.board[order],
        grid.taker_seat[order],
        grid.players[order],
        grid.score[order],
        grid.status[order],
        grid.line,
    )

    assert rank(shuffled) == rank(grid)


@given(tournaments(), st.integers(1, 60), st.integers(2, 9))
def test_only_the_order_of_the_scores_matters(grid, shift, factor):
    stretched = ScoreGrid(
        grid.board,
        grid.taker_seat,
        grid.players,
        grid.score * (factor // 3 + 1) + shift,
        grid.status,
        grid.line,
    )

    assert rank(stretched) == rank(grid)


@given(tournaments(), st.permutations(range(20)))
def test_numbers_of_the_players_do_not_matter(grid, renumbered):
    line = np.empty(20, dtype=np.int64)
    line[renumbered] = grid.line
    players = np.array(renumbered)[grid.players]
    renumbered_grid = ScoreGrid(grid.board, grid.taker_seat, players, grid.score, grid.status, line)

    ranks, renumbered_ranks = rank(grid), rank(renumbered_grid)

    assert [renumbered_ranks[renumbered[player]] for player in range(20)] == ranks


@given(tournaments(), st.integers(0, 24), st.integers(1, 500))
def test_better_score_never_lowers_the_mark(grid, chosen, gain):
    if not grid.play_count:
        return
    play = chosen % grid.play_count
    better_scores = np.array(grid.score)
    better_scores[play] += gain
    better = ScoreGrid(
        grid.board, grid.taker_seat, grid.players, better_scores, grid.status, grid.line, grid.section
    )
    seat = int(grid.taker_seat[play])

    mark_before, mark_after = (mark_plays(g).mark_percent(play, seat) for g in (grid, better))

    assert (mark_before is None) == (mark_after is None)
    assert mark_before is None or mark_after >= mark_before


@given(tournaments())
def test_neuberg_keeps_fifty_per_play_and_the_order_of_a_board(grid):
    plain, scaled = mark_plays(grid), mark_plays(grid, Topage(is_neuberg=True))

    for board in set(grid.board.tolist()):
        plays = np.flatnonzero((grid.board == board) & grid.is_compared).tolist()
        takers = [int(grid.taker_seat[play]) for play in plays]
        pairs_of_marks = [
            (plain.mark_percent(play, seat), scaled.mark_percent(play, seat))
            for play, seat in zip(plays, takers, strict=True)
        ]
        assert sum(new for _, new in pairs_of_marks) == 50 * len(plays)
        assert all((a[0] < b[0]) == (a[1] < b[1]) for a in pairs_of_marks for b in pairs_of_marks)
