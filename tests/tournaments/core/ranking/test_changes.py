from fractions import Fraction

from tournaments.core.ranking.changes import RankedLine, RankingChangeKind, compare_rankings

BEFORE = [
    RankedLine("anne", 1, Fraction(60)),
    RankedLine("bo", 2, Fraction(50)),
    RankedLine("cy", 3, Fraction(40)),
]


def kinds(later_rows):
    return [(change.key, change.kind) for change in compare_rankings(BEFORE, later_rows)]


def test_equal_rankings_have_no_difference():
    assert kinds(BEFORE) == []


def test_differences_come_in_the_order_of_the_later_ranking():
    later_lines = [
        RankedLine("di", 1, Fraction(61)),
        RankedLine("anne", 2, Fraction(60)),
        RankedLine("cy", 3, Fraction(41)),
    ]

    assert kinds(later_lines) == [
        ("di", RankingChangeKind.APPEARED),
        ("anne", RankingChangeKind.MOVED),
        ("cy", RankingChangeKind.REVALUED),
        ("bo", RankingChangeKind.LEFT),
    ]


def test_change_keeps_both_lines():
    (change,) = compare_rankings(BEFORE[:1], [RankedLine("anne", 1, Fraction(59))])

    assert (change.before, change.after) == (BEFORE[0], RankedLine("anne", 1, Fraction(59)))
