"""Evenings with phones, made in a hall's own environment.

`python -m tests.e2e.table_hall make 5` seats five evenings and prints the secret of each table, with the
boards of its first round and their takers; `… revoke SECRET` takes a table's link back.
"""

import json
import sys

import django


def make(count: int) -> None:
    from games.core.dealing.boards import board_taker
    from tests.factories.tables import open_table, plays_of
    from tests.factories.tournaments import make_club, make_seated_tournament
    from tournaments.results.services.table_access import set_phone_rules, table_secret

    club = make_club()
    evenings = []
    for number in range(count):
        evening = make_seated_tournament(club, name=f"Soirée {number}")
        set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
        tables = [open_table(evening, table) for table in range(1, 6)]
        boards = [[play.board for play in plays_of(access)] for access in tables]
        evenings.append(
            [
                {
                    "secret": table_secret(access),
                    "boards": own,
                    "takers": [board_taker(board) for board in own],
                }
                for access, own in zip(tables, boards, strict=True)
            ]
        )
    sys.stdout.write(json.dumps(evenings))


def revoke(secret: str) -> None:
    from tournaments.results.services.table_access import find_table_access, revoke_table_link

    revoke_table_link(access=find_table_access(secret), revoked_by=None)


if __name__ == "__main__":
    django.setup()
    command, argument = sys.argv[1:]
    make(int(argument)) if command == "make" else revoke(argument)
