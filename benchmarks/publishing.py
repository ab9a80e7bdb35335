"""States of an event between a hall and its site: read, seal, and send one result or everything.

The ratio compares what one result sends with the whole state, which is the simple alternative.
"""

import gzip
import json
from collections.abc import Mapping

from benchmarks.measuring import print_seconds, timed
from benchmarks.sites.laptop_site import make_site

SECTIONS = 6
"""Sections of 200 players: 1,200 players at 300 tables, every result in."""
REPEATS = 5


def measure_states() -> None:
    """Measure what a laptop does every ten seconds, and the size of what it sends."""
    from benchmarks.sites.large_event import make_large_event
    from publishing.models import SharedEvent
    from publishing.queries.snapshot import one_moment
    from publishing.queries.states import EventState, load_state, name_people
    from publishing.services.keys import new_phrase, seal
    from publishing.services.private_parts import private_bytes
    from tournaments.models import ResultSlip

    tournament = make_large_event(SECTIONS).tournament
    event = SharedEvent.objects.create(tournament=tournament, club=tournament.club, turn=1)
    name_people(event)
    phrase = new_phrase()

    def read() -> EventState:
        with one_moment():
            return load_state(event)

    players = tournament.entries.count()
    print_seconds(f"{players:,} players: state read", timed(read, REPEATS))
    state_before = read()
    sealing = timed(lambda: seal(phrase, private_bytes(event, state_before.wires), str(event.uid)), REPEATS)
    print_seconds(f"{players:,} players: private part read and sealed", sealing)
    slip = ResultSlip.objects.filter(play__round__section__session__tournament=tournament).latest("pk")
    ResultSlip.objects.filter(pk=slip.pk).update(device="changed")
    state_after = read()
    total = _size({name: part.text for name, part in state_after.parts.items()})
    changed = _size(
        {
            name: part.text
            for name, part in state_after.parts.items()
            if state_before.parts[name].digest != part.digest
        }
    )
    print(
        f"{players:,} players: one result sends {changed / 1000:,.1f} kB, everything {total / 1000:,.1f} kB:"
        f" {total / changed:.0f} times"
    )


def _size(texts: Mapping[str, str]) -> int:
    return len(gzip.compress(json.dumps(texts).encode()))


def main() -> None:
    make_site()
    measure_states()


if __name__ == "__main__":
    main()
