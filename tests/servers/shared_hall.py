"""Functions of a laptop or of the club's site, called in its process with a line of JSON each."""

import json
import os
import random
import select
import signal
import socket
import sys
from importlib import import_module
from typing import Any

LOADED = (
    "config.asgi",
    "config.web.__main__",
    "publishing.services.pairing",
    "publishing.services.publishing",
    "tests.factories.tournaments",
    "tournaments.rankings.queries.event_standings",
)
"""Modules that the functions below need: loaded before the forks."""


# --- the site -------------------------------------------------------------------------------------


def make_club(name: str) -> None:
    """A club with its owner."""
    from tests.factories.tournaments import make_club as make
    from tests.factories.tournaments import make_user

    make_user("Odile", club=make(name))


def serve_pages(port: int) -> None:
    """Be the web server of the site until this process is killed."""
    from config.web.__main__ import main

    sys.argv[1:] = [f"--port={port}", "--workers=1"]
    main()


def pairing_code() -> str:
    from accounts.models import User
    from publishing.services.pairing import make_pairing_code
    from tournaments.models import Club

    return make_pairing_code(club=Club.objects.get(), made_by=User.objects.get())


def rank() -> None:
    """Rank like the worker of the site."""
    from tournaments.models import Session
    from tournaments.rankings.services.standings import refresh_standings

    for session in Session.objects.select_related("tournament"):
        refresh_standings(session=session)


def copies() -> list[list[str]]:
    """Slug, identifier and writer of each event."""
    from publishing.models import SharedEvent

    rows = SharedEvent.objects.select_related("tournament", "laptop").order_by("pk")
    return [[row.tournament.slug, str(row.uid), row.laptop.name if row.laptop else ""] for row in rows]


# --- a laptop -------------------------------------------------------------------------------------


def pair(address: str, code: str, name: str) -> str:
    """Pair with the site; the phrase."""
    from accounts.models import User
    from publishing.services.pairing import pair_with_site
    from tournaments.models import Club

    user = User.objects.get()
    site = pair_with_site(club=Club.objects.get(), address=address, code=code, name=name, paired_by=user)
    return site.phrase


def begin_event(seed: int) -> str:
    """Store a public evening of three tables, seated, with contacts of its players. Return its uid."""
    from accounts.models import User
    from publishing.models import ClubSite
    from publishing.services.publishing import share_event
    from tests.factories.tournaments import make_seated_tournament
    from tournaments.enums import Visibility
    from tournaments.models import Club, Tournament
    from tournaments.people.services.namesakes import number_namesakes

    tournament = make_seated_tournament(Club.objects.get())
    for number, entry in enumerate(tournament.entries.select_related("person")):
        # names that no other run has: the numbers of namesakes differ between registers
        person = entry.person
        person.first_name, person.last_name = f"Ana{seed}", f"N{seed}x{number}"
        person.email, person.shows_full_name = f"secret-{seed}-{number}@example.org", number % 2 == 0
        person.save()
    number_namesakes(tournament.club_id)
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC)
    event = share_event(tournament=tournament, site=ClubSite.objects.get(), shared_by=User.objects.get())
    return str(event.uid)


def enter(uid: str, seed: int) -> list[Any]:
    """Write or correct a line; the line as the hall acknowledges it: board, round, table and score."""
    from tests.factories.tournaments import SCORES, enter_result, list_plays
    from tournaments.models import ResultSlip

    chance = random.Random(seed)
    play = chance.choice(list_plays(_event(uid).tournament))
    score = chance.choice(SCORES)
    last = ResultSlip.objects.filter(play=play).order_by("-version").first()
    if last is not None and last.score == score:
        return _line(last)
    version = last.version if last is not None else 0
    return _line(enter_result(play, score, seen_version=version, reason="relu" if version else ""))


def publish(uid: str) -> bool:
    from publishing.models import SharedEvent
    from publishing.services.publishing import publish_event

    SharedEvent.objects.filter(uid=uid).update(tried_at=None, stored_at=None)
    return publish_event(event_id=_event(uid).pk)


def problem(uid: str) -> str:
    return str(_event(uid).problem)


def take_over(uid: str, phrase: str) -> bool:
    """Take the event from the other laptop."""
    from accounts.models import User
    from common.errors import AppError
    from publishing.models import ClubSite
    from publishing.services.publishing import take_along
    from publishing.services.site_client import ask_club_site

    site = ClubSite.objects.get()
    try:
        listed = {row["uid"]: row for row in ask_club_site(site, "GET", "events/")["events"]}
        take_along(
            site=site,
            slug=listed[uid]["slug"],
            turn=listed[uid]["turn"],
            is_forced=True,
            phrase=phrase,
            taken_by=User.objects.get(),
        )
    except AppError:
        return False
    return True


def let_go(uid: str) -> bool:
    """Make the event a copy, once the site reported that another laptop writes it."""
    from accounts.models import User
    from common.errors import AppError
    from publishing.services import publishing

    try:
        publishing.let_go(event=_event(uid), let_go_by=User.objects.get())
    except AppError:
        return False
    return True


def lines(uid: str) -> list[list[Any]]:
    """Board, round, table and score of every current result."""
    from tournaments.models import ResultSlip

    rows = ResultSlip.objects.current().filter(play__round__section__session__tournament__shared__uid=uid)
    return sorted(_line(slip) for slip in rows.select_related("play__round", "play__table"))


def ranking(uid: str) -> list[list[Any]]:
    """Place, public name and exact value of everyone, as the core computes it now."""
    from tournaments.rankings.queries.event_standings import load_event_standings

    rank()
    rows = load_event_standings(_event(uid).tournament).rows
    return [[row.place, row.entry.public_name, str(row.value)] for row in rows]


def secrets(uid: str) -> list[str]:
    """Texts that the site must never hold: closed hands and contacts."""
    from games.models import Deal
    from games.sealed import open_sealed
    from tournaments.models import Person

    deals = Deal.objects.filter(deal_set__session__tournament__shared__uid=uid)
    return [open_sealed(deal.hands) for deal in deals] + list(
        Person.objects.exclude(email="").values_list("email", flat=True)
    )


def _event(uid: str) -> Any:
    from publishing.models import SharedEvent

    return SharedEvent.objects.select_related("tournament", "site").get(uid=uid)


def _line(slip: Any) -> list[Any]:
    play = slip.play
    return [play.board, play.round.number, play.table.number, slip.score]


def main(path: str) -> None:
    """Listen at a path, and fork a process that answers on each connection, until standard input ends."""
    import django

    django.setup()
    for name in LOADED:
        import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries the children
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{path}.part")
        listener.listen()
        os.rename(f"{path}.part", path)
        while select.select([listener, sys.stdin], [], [])[0] == [listener]:
            line, _address = listener.accept()
            if os.fork() == 0:
                serve(line)
                os._exit(0)
            line.close()


def serve(line: socket.socket) -> None:
    """Send the number of this process, then answer requests."""
    from common.system.children import die_with_parent

    die_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with line, line.makefile("rw", encoding="utf-8") as stream:
        print(os.getpid(), file=stream, flush=True)
        for request in stream:
            question, arguments = json.loads(request)
            print(json.dumps(globals()[question](**arguments)), file=stream, flush=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    main(sys.argv[1])
