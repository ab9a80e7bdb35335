from fractions import Fraction

from tournaments.core.ranking.changes import ChangeKind, Line, compare_rankings

BEFORE = [Line("anne", 1, Fraction(60)), Line("bo", 2, Fraction(50)), Line("cy", 3, Fraction(40))]


def kinds(after):
    return [(change.key, change.kind) for change in compare_rankings(BEFORE, after)]


def test_equal_rankings_have_no_difference():
    assert kinds(BEFORE) == []


def test_differences_come_in_the_order_of_the_later_ranking():
    after = [Line("di", 1, Fraction(61)), Line("anne", 2, Fraction(60)), Line("cy", 3, Fraction(41))]

    assert kinds(after) == [
        ("di", ChangeKind.APPEARED),
        ("anne", ChangeKind.MOVED),
        ("cy", ChangeKind.REVALUED),
        ("bo", ChangeKind.LEFT),
    ]


def test_change_keeps_both_lines():
    (change,) = compare_rankings(BEFORE[:1], [Line("anne", 1, Fraction(59))])

    assert (change.before, change.after) == (BEFORE[0], Line("anne", 1, Fraction(59)))
