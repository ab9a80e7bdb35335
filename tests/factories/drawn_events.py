"""Small events of every format in the exchange format, drawn from a seed."""

import random
from typing import Any

INDIVIDUALS = [f"{letter}{number}" for number in range(1, 6) for letter in "NWSE"]
TEAMS = ["A", "B", "C", "D"]


def drawn(code: str, seed: int) -> dict[str, Any]:
    """Return a small event of a format, drawn from a seed, with neutralised deals and rulings."""
    rng = random.Random(seed)
    plays, ids, line_of = PLAYS[code](rng)
    for play in plays:
        if rng.random() < 0.1:
            play["status"] = "neutralised"
    rulings = [
        {"guilty": [rng.choice(ids)], "effects": [{"kind": "penalty", "amount": rng.randint(1, 9)}]},
        {"play": rng.randrange(len(plays)), "effects": [{"kind": "neutralise"}]},
    ]
    return {
        "event": "etui-event-1",
        "format": code,
        "units": [
            {"id": unit, "team": f"Équipe {number % 3}", **line_of(unit)} for number, unit in enumerate(ids)
        ],
        "sessions": [{"plays": plays, "rulings": rulings}],
    }


def score(rng: random.Random) -> int:
    return rng.choice((-1, 1)) * rng.randrange(50, 200, 2)


def individual_plays(rng):
    plays = []
    for board in range(1, 5):
        lines = {letter: [name for name in INDIVIDUALS if name[0] == letter] for letter in "NWSE"}
        for line in lines.values():
            rng.shuffle(line)
        taker = rng.choice("NWSE")
        plays += [
            {
                "board": board,
                "taker": taker,
                "players": {letter: line[table] for letter, line in lines.items()},
                "score": score(rng),
            }
            for table in range(5)
        ]
    return plays, INDIVIDUALS, lambda unit: {"line": unit[0]}


def triplet_plays(rng):
    ids = ["NS1", "NS2", "NS3", "EW1", "EW2", "EW3"]
    plays = []
    for board in range(1, 5):
        sides = [ids[:3], rng.sample(ids[3:], 3)][:: rng.choice((1, -1))]
        plays += [
            {"board": board, "attack": attack, "defence": defence, "score": score(rng)}
            for attack, defence in zip(*sides, strict=True)
        ]
    return plays, ids, lambda unit: {"line": "N" if unit[0] == "N" else "W"}


def duel_plays(rng):
    pairs = [(attack, defence) for attack in TEAMS for defence in TEAMS if attack != defence]
    plays = [
        {"board": board, "attack": attack, "defence": defence, "score": score(rng)}
        for board in range(1, 4)
        for attack, defence in pairs
        if rng.random() < 0.9
    ]
    return plays, TEAMS, lambda unit: {}


def seat_scores(rng, player_count):
    """Return scores that add up to 0, with None for the fourth seat of a table of three."""
    scores = [score(rng) for _ in range(player_count - 1)]
    return [*scores, -sum(scores), *[None] * (4 - player_count)]


def seat_plays(rng):
    plays = []
    for board in range(1, 5):
        order = rng.sample(INDIVIDUALS, 20)
        plays += [
            {
                "board": board,
                "players": [*order[first : first + 3], None if first == 0 else order[first + 3]],
                "scores": seat_scores(rng, 3 if first == 0 else 4),
            }
            for first in range(0, 20, 4)
        ]
    return plays, INDIVIDUALS, lambda unit: {}


PLAYS = {
    "duplicate_individual": individual_plays,
    "triplets": triplet_plays,
    "quartets": duel_plays,
    "free_deals": seat_plays,
    "free_deals_pairs": seat_plays,
    "friendly": seat_plays,
    "friendly_total": seat_plays,
}
