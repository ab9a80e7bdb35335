"""Calculator: pages within 50 ms and 60 KB. Evening at home: 40 deals added up within 5 ms."""

import os
from random import Random

import django

from benchmarks.measuring import print_seconds, timed

MOST_BYTES = 60_000
GAMES_SHOWN = ("tarot-4", "tarot-16", "papayou-12")
DEALS = 40
REPEATS = 20


def random_deals(rng: Random, count: int) -> list[dict[str, str]]:
    """Return the facts of random deals of Tarot at four, all possible."""
    return [
        {
            "bid": rng.choice(("prise", "garde", "garde_sans", "garde_contre")),
            "taker": str(rng.randrange(4)),
            "bouts": str(rng.randint(1, 2)),
            "points": str(rng.randint(25, 65)),
            "handful_simple": str(rng.randrange(2)),
        }
        for _ in range(count)
    ]


def measure_pages() -> None:
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    values = {"bid": "garde", "taker": "0", "bouts": "2", "points": "46"}
    for game in GAMES_SHOWN:
        address = f"/compter/{game}/"
        print_seconds(
            f"calculator: {game}", timed(lambda address=address: client.get(address, values), REPEATS)
        )
        answer = client.get(address, values)
        assert answer.status_code == 200, answer.status_code
        size = len(answer.content)
        print(f"calculator: {game}, bytes of the page: {size} of {MOST_BYTES}")


def measure_home_evening() -> None:
    from games.core.facts.over_deals import GameTerms, add_up_deals

    deals = random_deals(Random(1), DEALS)
    terms = GameTerms("tarot-4")
    add_up_deals(terms, deals)
    corrected_deals = [deals[0] | {"bid": "garde"}, *deals[1:]]
    print_seconds(
        f"evening: {DEALS} deals added up again", timed(lambda: add_up_deals(terms, corrected_deals), REPEATS)
    )


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    measure_pages()
    measure_home_evening()


if __name__ == "__main__":
    main()
