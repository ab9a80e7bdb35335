"""The next round of free deals for other programs: what `manage.py next_round` answers to one line."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from games.core.exchange.fields import (
    InvalidRequest,
    check_fields,
    read_list,
    read_object,
    read_text,
    wrong_value,
)
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.next_round import NextRound, Pair, best_against_best, draw_again

HIGHEST_NUMBER = 10**9
MOST_PLAYERS = 1_000
MOST_TABLES = 100_000
"""Earlier tables that a line may tell of."""
METHODS = ("best", "draw")


def next_round(request: object, rng: random.Random) -> dict[str, object]:
    """The tables of the next round, by the ranking or by lot, with as few rematches as trades find.

    Args:
        request: `{"method", "players"}` in plain JSON values, with `"past"` and `"apart"` if wanted. "best"
            seats the first four of `players` (best first) together, then the next four; "draw" seats
            anybody anywhere. `past` lists the tables played so far, each a list of players; `apart` lists
            pairs who should not meet.
        rng: of the draw.

    Returns:
        `{"tables", "rematches", "threes_again"}`: tables of four, then those of three that the number
        needs; pairs who meet again or should not; who sits at a table of three once more.

    Raises:
        InvalidRequest: a field is missing, unknown or of another kind, somebody is named twice
            (`player_twice`), or so many players make no tables (`free_players`).
    """
    values = read_object(request)
    check_fields(values, ("method", "players"), ("past", "apart"))
    method = read_text(values, "method")
    if method not in METHODS:
        raise wrong_value("method", method, "one of " + ", ".join(METHODS))
    players = _read_numbers("players", read_list(values, "players"), most=MOST_PLAYERS)
    met, threes = _read_past(values)
    for pair in _read_groups(values, "apart", sizes=(2,)):
        met[min(pair), max(pair)] += 1
    try:
        upcoming = (
            best_against_best(players, met, threes)
            if method == "best"
            else draw_again(players, met, rng, threes)
        )
    except NoSuchMovement as error:
        raise InvalidRequest(error.code, str(error)) from error
    return _answer(upcoming)


def _read_past(values: Mapping[str, object]) -> tuple[Counter[Pair], Counter[int]]:
    """How often each pair has met, and how often each player sat at a table of three."""
    met: Counter[Pair] = Counter()
    threes: Counter[int] = Counter()
    for table in _read_groups(values, "past", sizes=(3, 4)):
        met.update(combinations(sorted(table), 2))
        if len(table) == 3:
            threes.update(table)
    return met, threes


def _read_groups(values: Mapping[str, object], name: str, *, sizes: Sequence[int]) -> list[list[int]]:
    groups = read_list(values, name) if name in values else []
    if len(groups) > MOST_TABLES:
        raise wrong_value(name, f"with {len(groups)} lists", f"a list of at most {MOST_TABLES}")
    found = []
    for number, group in enumerate(groups):
        place = f"{name}[{number}]"
        if not isinstance(group, list) or len(group) not in sizes:
            raise wrong_value(place, group, f"a list of {' or '.join(map(str, sizes))} players")
        found.append(_read_numbers(place, group, most=max(sizes)))
    return found


def _read_numbers(place: str, numbers: Sequence[object], *, most: int) -> list[int]:
    if len(numbers) > most:
        raise wrong_value(place, f"with {len(numbers)} players", f"a list of at most {most}")
    found: list[int] = []
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= HIGHEST_NUMBER:
            raise wrong_value(place, number, f"whole numbers from 0 to {HIGHEST_NUMBER}")
        found.append(number)
    if len(set(found)) < len(found):
        raise InvalidRequest("player_twice", f"{place} names a player twice")
    return found


def _answer(upcoming: NextRound) -> dict[str, object]:
    return {
        "tables": [list(table) for table in upcoming.tables],
        "rematches": [list(pair) for pair in upcoming.rematches],
        "threes_again": list(upcoming.threes_again),
    }
