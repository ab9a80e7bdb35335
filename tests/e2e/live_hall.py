"""A public evening for browsers with open streams, stored in the environment of a hall.

`python -m tests.e2e.live_hall` prints its slug, the secret of a table, and its plays with their boards.
"""

import json
import sys

import django


def main() -> None:
    from tests.factories.tables import open_table, plays_of
    from tests.factories.tournaments import make_seated_tournament
    from tournaments.enums import Visibility
    from tournaments.events.services.events import set_visibility
    from tournaments.models import Club
    from tournaments.results.services.table_access import table_secret

    evening = make_seated_tournament(Club.objects.order_by("pk")[0], name="Soirée écoutée")
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    access = open_table(evening)
    plays = [(play.pk, play.board) for play in plays_of(access)]
    answer = {"slug": evening.slug, "secret": table_secret(access), "plays": plays}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    django.setup()
    main()
