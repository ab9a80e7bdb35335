"""Event for the load benchmarks, created and read in a process with the site's environment.

usage: python -m benchmarks.sites.load_event make SECTIONS ROUND | free TABLES ROUND | read ROUND, prints JSON
"""

import json
import sys
from typing import Any

import django
from django.core.management import call_command


def make_load_event(size: int, round_number: int, *, is_free: bool = False) -> dict[str, Any]:
    """Create an event played up to a round, with links for its tables.

    Args:
        size: number of sections of 50 tables, or of tables in free deals.
        is_free: True for free deals, False for a duplicate.

    Returns:
        - `slug` and `round`;
        - `counted`: number of results so far;
        - `tables`: for each its `secret`, its `plays` of the round by board and the start of its `line`s;
        - `session_key` of an account that may enter results.
    """
    from benchmarks.sites.large_event import make_free_event, make_large_event
    from tournaments.enums import TournamentState, Visibility
    from tournaments.models import Play, ResultSlip, StandingsRequest, Tournament
    from tournaments.rankings.services.standings import refresh_standings
    from tournaments.results.services.table_access import open_phones, table_secret

    call_command("migrate", verbosity=0)
    make = make_free_event if is_free else make_large_event
    session = make(size, rounds_played=round_number - 1)
    tournament = session.tournament
    tournament.visibility, tournament.state = Visibility.PUBLIC, TournamentState.PLAYING
    Tournament.objects.bulk_update([tournament], ["visibility", "state"])
    StandingsRequest.objects.create(session=session)
    refresh_standings(session=session)
    plays: dict[int, list[int]] = {}
    plays_of_round = Play.objects.filter(round__section__session=session, round__number=round_number)
    for table, play in plays_of_round.order_by("board").values_list("table", "pk"):
        plays.setdefault(table, []).append(play)
    accesses = open_phones(session=session, opened_by=None)
    return {
        "slug": tournament.slug,
        "round": round_number,
        "session_key": _sign_in(tournament.club),
        "counted": ResultSlip.objects.count(),
        "tables": [
            {
                "secret": table_secret(access),
                "plays": plays[access.table_id],
                "line": {"taker": "N", "bid": "garde"} if is_free else {},
            }
            for access in accesses
            if access.table_id in plays
        ],
    }


def _sign_in(club: Any) -> str:
    """Return the session key of a new owner of the club."""
    from django.test import Client

    from accounts.models import User
    from tournaments.enums import MembershipRole
    from tournaments.models import Membership

    owner = User.objects.create_user("owner@example.org", name="Owner")
    Membership.objects.create(club=club, user=owner, role=MembershipRole.OWNER)
    client = Client()
    client.force_login(owner)
    return str(client.session.session_key)


def read(round_number: int) -> dict[str, Any]:
    """Return the stored data of the round.

    Returns:
        - `slips`: play, version, key and score of each, in the order of storing;
        - `standings`: version and number of results of every snapshot;
        - `order`: entries in the last snapshot;
        - `waiting`: number of open requests.
    """
    from tournaments.models import ResultSlip, StandingsRequest, StandingsSnapshot

    slips = ResultSlip.objects.filter(play__round__number=round_number).order_by("created_at", "pk")
    return {
        "slips": [
            [play, version, str(token), score]
            for play, version, token, score in slips.values_list("play", "version", "token", "score")
        ],
        "standings": dict(StandingsSnapshot.objects.values_list("version", "results_counted")),
        "order": StandingsSnapshot.objects.latest("version").rows["columns"]["entry"],
        "waiting": StandingsRequest.objects.count(),
    }


def main() -> None:
    django.setup()
    command, *numbers = sys.argv[1:]
    if command == "read":
        answer = read(*map(int, numbers))
    else:
        answer = make_load_event(*map(int, numbers), is_free=command == "free")
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
