"""Run beside the site: evenings to type results of, with papers and phones.

`python -m tests.e2e.typed_evening make 13` seats an evening of so many tables of the first organiser's and
prints its slug and the secrets of its tables; `… rest SLUG` records the lines that have no result, from paper
at the tables of which paper was typed and on phones at the others, and prints every play with its names.
"""

import json
import random
import sys

import django


def make(table_count: int) -> None:
    from accounts.models import User
    from tests.factories.tables import open_table
    from tests.factories.tournaments import make_club, make_seated_tournament
    from tournaments.enums import MembershipRole, Visibility
    from tournaments.models import Membership, Tournament
    from tournaments.results.services.table_access import table_secret

    club = make_club()
    owner = User.objects.order_by("pk")[0]
    Membership.objects.create(club=club, user=owner, role=MembershipRole.OWNER)
    evening = make_seated_tournament(club, table_count=table_count)
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PUBLIC)
    secrets = [table_secret(open_table(evening, number)) for number in range(1, table_count + 1)]
    sys.stdout.write(json.dumps({"slug": evening.slug, "secrets": secrets}))


def rest(slug: str) -> None:
    from tests.factories.tables import make_device, open_table, sit_down, write_down
    from tests.factories.tournaments import enter_result
    from tournaments.models import Play, Tournament
    from tournaments.rankings.services.standings import refresh_standings
    from tournaments.results.queries.boards import lines_of_plays

    evening = Tournament.objects.get(slug=slug)
    plays = Play.objects.filter(round__section__session__tournament=evening)
    rng, seated = random.Random(5), {}
    on_paper = set(plays.filter(slips__entered_by__isnull=False).values_list("table", flat=True))
    missing = plays.filter(slips=None).select_related("round__section__session__tournament", "table")
    for play in missing.order_by("round__number", "table__number", "board"):
        place = (play.round_id, play.table_id)
        if play.table_id in on_paper:
            enter_result(play, rng.choice((50, 56, 62, 68, -52, -58, -64)))
            continue
        access = open_table(evening, play.table.number)
        if place not in seated:
            seated[place] = make_device()
            sit_down(access, 0, device=seated[place], number=play.round.number)
        write_down(access, play, seated[place], str(rng.randint(38, 52)), takes_pen=True)
    refresh_standings(session=evening.sessions.get())
    told = [
        {
            "board": line.play.board,
            "taker": str(line.taker),
            "defenders": [str(entry) for entry in line.defenders],
            "score": line.score,
        }
        for line in lines_of_plays(plays)
    ]
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    django.setup()
    command, argument = sys.argv[1:]
    make(int(argument)) if command == "make" else rest(argument)
