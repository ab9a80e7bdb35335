from tournaments.core.formats.attack_rotation import Badge, rotate_attack, sort_badges

BLUE, WHITE, RED = Badge


def test_badges_go_by_surname():
    assert sort_badges(["Vasseur", "albert", "Morel"]) == (RED, BLUE, WHITE)


def test_an_accent_does_not_decide_who_attacks():
    assert sort_badges(["Ventaroux", "Écluse", "Coquelicot"]) == (RED, WHITE, BLUE)


def test_attack_runs_on_from_round_to_round():
    assert rotate_attack(WHITE, [2, 2, 1]) == ((WHITE, RED), (BLUE, WHITE), (RED,))


def test_attackers_skip_their_turn_in_a_sit_out():
    with_sit_out = rotate_attack(BLUE, [2, 2, 2])

    assert with_sit_out[1] == (RED, BLUE)
    assert with_sit_out[2] == (WHITE, RED)


def test_round_without_attack_changes_nothing():
    assert rotate_attack(RED, [0, 1]) == ((), (RED,))
