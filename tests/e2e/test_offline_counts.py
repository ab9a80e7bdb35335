"""The page's script counts a deal of every game as the engine does, from the parts that the page holds."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from random import Random
from unicodedata import normalize

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from games.core.facts import FactsForm, facts_form
from games.core.facts.additive import additive_scores
from games.core.facts.seat_parts import seat_parts
from games.core.facts.side_games import SeatFacts
from games.core.facts.tarot import TarotFacts
from games.core.rules import RuleSet, parse_rules
from games.core.scoring import need_for
from games.core.variants.registry import GAMES, find_variant
from tournaments.results.words.facts import points_words

pytestmark = pytest.mark.django_db(transaction=True)
DEALS = 30
BY_DAY = {
    "tarot-4",
    "tarot-5",
    "tarot-7",
    "tarot-13",
    "nullo-3",
    "papayou-4",
    "grelin-4",
    "contrat-4",
    "cold-poker-3",
}
MISERES = "traditional misere=yes"
COUNT = """async ([parts, deals, playerCount, sums]) => {
    const { scoresOf, signed } = await import("/static/js/counting/offline_scores.js");
    const all = deals.map((typed) => scoresOf(parts, typed, playerCount, sums));
    return all.map((scores) => [scores, scores?.map((points) => signed(points, parts.scale, {}))]);
}"""


def tarot_facts(form: TarotFacts, rng: Random) -> dict[str, str]:
    """Facts of a deal near its contract, with some bonuses."""
    row = form.row
    names = {field.name for field in form.fields}
    taker, bouts = rng.randrange(row.player_count), rng.randrange(row.bout_count + 1)
    camps = {row.team_of(seat): seat for seat in range(row.player_count)}
    camps.pop(row.team_of(taker))
    called = rng.sample(sorted(camps.values()), min(row.most_called_holders, len(camps)))
    typed = {
        "bid": rng.choice(form.options.ladder(row)),
        "taker": str(taker),
        "petit": rng.choice(["", "attack", "defence"]),
        "handful_simple": rng.choice(["", "", "1"]),
        "slam": rng.choice(["", "", "", "announced_failed"]),
        **{f"partner_{place}": str(seat) for place, seat in enumerate(called) if rng.random() < 0.6},
    }
    if rng.random() < 0.2:
        typed["margin"] = str(rng.randrange(-20, 20))
    else:
        half_points = 2 * need_for(bouts, row) + rng.randrange(-40, 40)
        typed |= {"bouts": str(bouts), "points": f"{half_points // 2}{',5' * (half_points % 2)}"}
    if "misere_0" in names:
        typed[f"misere_{rng.randrange(row.player_count)}"] = rng.choice(["", "1", "2"])
    return {name: text for name, text in typed.items() if name in names}


def seat_facts(form: SeatFacts, rng: Random) -> dict[str, str]:
    """Any numbers of each seat, with the sums that the game has."""
    typed = {}
    for field in form.fields:
        if field.of_seat and field.fact not in form.sums:
            typed[field.name] = field.write(rng.randrange(field.most + 1))
        elif field.name == "excuse":
            typed["excuse"] = rng.choice(field.choices)
    for fact, total in form.sums.items():
        cuts = sorted(rng.randrange(total + 1) for _ in range(form.player_count - 1))
        shares = [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
        typed |= {f"{fact}_{seat}": str(share) for seat, share in enumerate(shares)}
    return typed


def plain(words: str) -> str:
    """Points with fractions written out: the page has the signs of common ones from the server."""
    written = re.sub("[¼-¾⅐-⅞]", lambda sign: " " + normalize("NFKC", sign[0]).replace("⁄", "/"), words)
    return " ".join(written.split()).replace("+ ", "+").replace("− ", "−")


def counted_deals(form: FactsForm, rng: Random) -> Iterator[tuple[dict[str, str], list[Fraction]]]:
    while True:
        if isinstance(form, TarotFacts):
            typed = tarot_facts(form, rng)
            reading = form.read(typed)
            if reading.outcome is not None:
                yield typed, [Fraction(score) for score in reading.scores]
            continue
        assert isinstance(form, SeatFacts)
        typed = seat_facts(form, rng)
        numbers: dict[str, list[int]] = {}
        for field in form.fields:
            if field.of_seat:
                numbers.setdefault(field.fact, []).append(field.parse(typed[field.name]) or 0)
        excuse = typed.get("excuse", "")
        scores = form.unchecked_scores(numbers, int(excuse) if excuse.isdigit() else None)
        yield typed, [Fraction(score) for score in scores]


@pytest.mark.parametrize("games", [BY_DAY, pytest.param(tuple(GAMES), marks=pytest.mark.nights)])
def test_script_counts_as_the_engine(page: Page, live_server: LiveServer, games: tuple[str, ...]) -> None:
    page.goto(f"{live_server.url}/compter/")
    for game, rule_set in product(games, ("fft", "traditional")):
        rules = parse_rules(find_variant(game).options, rule_set)
        form = facts_form(game, rules)
        parts = additive_scores(game, rules) or seat_parts(game, rules)
        assert parts is not None
        deals = list(islice(counted_deals(form, Random(45)), DEALS))
        all_typed = [typed for typed, _scores in deals]

        counted = page.evaluate(
            COUNT, [parts.as_json(), all_typed, find_variant(game).player_count, form.sums]
        )

        for (typed, expected), (scores, words) in zip(deals, counted, strict=True):
            assert scores is not None, (game, typed)
            assert [Fraction(score) / parts.scale for score in scores] == expected, (game, typed)
            assert [plain(text) for text in words] == [plain(points_words(score)) for score in expected]


def test_script_counts_a_seat_that_takes_all_and_refuses_other_sums(
    page: Page, live_server: LiveServer
) -> None:
    parts, form = seat_parts("papayou-4", RuleSet()), facts_form("papayou-4")
    assert parts is not None
    page.goto(f"{live_server.url}/compter/")

    all_of_it, one_short = page.evaluate(
        COUNT,
        [
            parts.as_json(),
            [{"queens_2": "4", "trumps_2": "231"}, {"queens_2": "3", "trumps_2": "231"}],
            4,
            form.sums,
        ],
    )

    assert all_of_it == [[431, 431, -431, 431], ["+431", "+431", "−431", "+431"]]
    assert one_short == [None, None]
