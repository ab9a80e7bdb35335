"""The next round of free deals as JSON for other programs (`manage.py next_round`)."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from games.core.exchange.fields import (
    InvalidRequest,
    check_fields,
    read_list_field,
    read_request_object,
    read_text_field,
    wrong_value,
)
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.next_round import (
    NextRound,
    Pair,
    RoundWishes,
    best_against_best,
    draw_again,
)
from tournaments.core.movements.round_sizes import OddPlayers

HIGHEST_NUMBER = 10**9
MOST_PLAYERS = 1_200
MOST_TABLES = 100_000
"""Largest number of earlier tables in a request."""
METHODS = ("best", "draw")


def next_round(request: object, rng: random.Random) -> dict[str, object]:
    """Return the tables of the next round, by ranking or by draw, with as few rematches as the search finds.

    Args:
        request: `{"method", "players"}` in plain JSON values, with `"past"`, `"apart"`, `"odd"` and
            `"rested"` if needed. "best" seats the first four of `players` (best first) together, then the
            next four; "draw" seats all players at random. `past` lists the tables played so far, each a list
            of players; `apart` lists pairs who should not meet; `odd` is the rule for players beyond full
            tables; `rested` names a player once for each round of rest.
        rng: of the draw.

    Returns:
        `{"tables", "rematches", "mates", "threes_again", "resting"}`: tables of four, then those of three or
        five; pairs who meet again; pairs of `apart` at one table; players at a table of three or five once
        more; players who rest.

    Raises:
        InvalidRequest: a field is missing, unknown or of another kind; a list names a player twice
            (`player_twice`); or so many players make no tables (`free_players`).
    """
    values = read_request_object(request)
    check_fields(values, ("method", "players"), ("past", "apart", "odd", "rested"))
    method = _read_word(values, "method", METHODS)
    odd_players = _read_word(values, "odd", tuple(OddPlayers)) if "odd" in values else OddPlayers.THREES
    players = _read_numbers("players", read_list_field(values, "players"), most=MOST_PLAYERS)
    meeting_counts, odd_rounds = _read_past(values)
    rested = read_list_field(values, "rested") if "rested" in values else []
    wishes = RoundWishes(
        meetings=meeting_counts,
        odd_rounds=odd_rounds,
        rests=Counter(_read_numbers("rested", rested, most=MOST_TABLES, may_repeat=True)),
        apart={(min(pair), max(pair)) for pair in _read_groups(values, "apart", sizes=(2,))},
        odd_players=OddPlayers(odd_players),
    )
    try:
        tables = best_against_best(players, wishes) if method == "best" else draw_again(players, wishes, rng)
    except NoSuchMovement as error:
        raise InvalidRequest(error.code, str(error)) from error
    return _to_json(tables)


def _read_word(values: Mapping[str, object], name: str, words: Sequence[str]) -> str:
    word = read_text_field(values, name)
    if word not in words:
        raise wrong_value(name, word, "one of " + ", ".join(words))
    return word


def _read_past(values: Mapping[str, object]) -> tuple[Counter[Pair], Counter[int]]:
    """Return how often each pair has met, and how often each player sat at a table of three or five."""
    meeting_counts: Counter[Pair] = Counter()
    odd_rounds: Counter[int] = Counter()
    for table in _read_groups(values, "past", sizes=(3, 4, 5)):
        meeting_counts.update(combinations(sorted(table), 2))
        if len(table) != 4:
            odd_rounds.update(table)
    return meeting_counts, odd_rounds


def _read_groups(values: Mapping[str, object], name: str, *, sizes: Sequence[int]) -> list[list[int]]:
    groups = read_list_field(values, name) if name in values else []
    if len(groups) > MOST_TABLES:
        raise wrong_value(name, f"with {len(groups)} lists", f"a list of at most {MOST_TABLES}")
    number_groups = []
    for number, group in enumerate(groups):
        place = f"{name}[{number}]"
        if not isinstance(group, list) or len(group) not in sizes:
            raise wrong_value(place, group, f"a list of {' or '.join(map(str, sizes))} players")
        number_groups.append(_read_numbers(place, group, most=max(sizes)))
    return number_groups


def _read_numbers(place: str, numbers: Sequence[object], *, most: int, may_repeat: bool = False) -> list[int]:
    if len(numbers) > most:
        raise wrong_value(place, f"with {len(numbers)} players", f"a list of at most {most}")
    valid_numbers: list[int] = []
    for number in numbers:
        # Python counts True and False as integers
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= HIGHEST_NUMBER:
            raise wrong_value(place, number, f"whole numbers from 0 to {HIGHEST_NUMBER}")
        valid_numbers.append(number)
    if len(set(valid_numbers)) < len(valid_numbers) and not may_repeat:
        raise InvalidRequest("player_twice", f"{place} names a player twice")
    return valid_numbers


def _to_json(next_tables: NextRound) -> dict[str, object]:
    return {
        "tables": [list(table) for table in next_tables.tables],
        "rematches": [list(pair) for pair in next_tables.rematches],
        "mates": [list(pair) for pair in next_tables.mates],
        "threes_again": list(next_tables.odd_again),
        "resting": list(next_tables.resting),
    }
