"""Answer requests about a site in its environment, one line of JSON each: make evenings, list rows."""

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournaments.models import Tournament


class Ledger:
    """Client of this module's process. `ask` calls a function of this module by its name."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.servers.ledger"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: str, **arguments: Any) -> Any:
        """Return its answer, or None while the database does not respond."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([question, arguments]), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def evenings(count: int) -> list[list[dict[str, Any]]]:
    """New evenings, each as its five tables of `phone_tables`.

    Every other evening is one of free deals: score sheets with taker and bid, or totals of a round.
    """
    from tests.factories.sheets import make_seated_sheets
    from tests.factories.tournaments import make_club, make_seated_tournament

    answers = []
    for number in range(count):
        club, sheet = make_club("Club des pannes"), ("", "deals", "", "totals")[number % 4]
        if sheet:
            options = {"sheet": sheet}
            evening = make_seated_sheets(club, round_count=5, deals=4, options=options)
        else:
            evening = make_seated_tournament(club, is_dealt=False)
        answers.append(phone_tables(evening, 5))
    return answers


def phone_tables(evening: "Tournament", count: int) -> list[dict[str, Any]]:
    """The first tables of an evening for `Phone`: secret of the link, plays of every round, kind of sheet.

    The kind is empty for travellers, `deals` or `totals` for the sheets of free deals.
    """
    from tests.factories.tables import open_table, plays_of
    from tournaments.models import Round
    from tournaments.results.services.table_access import table_secret

    numbers = Round.objects.filter(section__session__tournament=evening).values_list("number", flat=True)
    sheet = evening.options["sheet"] if evening.format == "free_deals" else ""
    tables = [open_table(evening, number) for number in range(1, count + 1)]
    return [
        {
            "secret": table_secret(access),
            "rounds": [[play.pk for play in plays_of(access, number)] for number in sorted(numbers)],
            "sheet": sheet,
        }
        for access in tables
    ]


def slips() -> list[list[Any]]:
    """Play, version, token, scores, whether it is current and whether the table's phone wrote it.

    The scores are those of the seats on a sheet, and the one of the attack on a traveller.
    """
    from tournaments.models import ResultSlip, SlipConfirmation

    confirmed_slips = set(SlipConfirmation.objects.values_list("slip", flat=True))
    rows = ResultSlip.objects.order_by("play", "version")
    return [
        [
            row.play_id,
            row.version,
            str(row.token),
            row.seat_scores or [row.score],
            row.is_current,
            row.pk in confirmed_slips,
        ]
        for row in rows
    ]


def traces() -> dict[str, int]:
    """Return the number of trace lines about results, by action."""
    from collections import Counter

    from tournaments.models import AuditEvent

    return dict(
        Counter(AuditEvent.objects.filter(action__startswith="result.").values_list("action", flat=True))
    )


def wrong_rankings() -> list[int]:
    """Return sessions whose last ranking differs from the core's, or is requested again."""
    from tournaments.models import Session, StandingsRequest, StandingsSnapshot
    from tournaments.rankings.queries.session_plays import load_session
    from tournaments.rankings.queries.standings import rank_loaded

    wrong = []
    for session in Session.objects.select_related("tournament").filter(
        tournament__club__name="Club des pannes"
    ):
        latest = StandingsSnapshot.objects.filter(session=session).order_by("-version").first()
        loaded = load_session(session)
        is_right = latest is not None and latest.rows == json.loads(json.dumps(rank_loaded(loaded)))
        if not is_right or latest.results_counted != loaded.results_counted:
            wrong.append(session.pk)
    waiting = StandingsRequest.objects.filter(session__tournament__club__name="Club des pannes")
    return sorted({*wrong, *waiting.values_list("session", flat=True)})


def damage() -> list[str]:
    """Return the damage that the database reports about its own files."""
    from django.db import connection

    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        return [row[0] for row in cursor.fetchall() if row[0] != "ok"]


def has_noted_life() -> bool:
    """Return whether the worker has noted once that the site lives. Without that no outage is known."""
    from play.rooms.models import SiteBeat

    return SiteBeat.objects.exists()


def begin_room_round(deals: int) -> dict[str, Any]:
    """A round of half an hour against robots that begins now, one robot in its ranking: its key and room."""
    from tests.factories.rooms import make_room, make_round

    of = make_round(make_room(deals=deals, robot_players=1))
    return {"round": of.pk, "slug": of.room.slug}


def room_round(number: int) -> dict[str, Any]:
    """Return the rows of a round.

    Returns:
        `cards`: table, number in its log and text of each action of a person; `gaps`: tables whose log does
        not count 1, 2, 3…; `ended`: deals finished; `minutes` that it lasts; `is_settled`; `points` as
        entry, deal, score; `places` as entry, place, exact percentage.
    """
    from games.opening import open_text
    from play.rooms.models import RoomPlay, RoomRound
    from play.tables.enums import ActionMaker
    from play.tables.models import TableAction

    of = RoomRound.objects.get(pk=number)
    logs: dict[str, list[int]] = {}
    cards = []
    rows = TableAction.objects.filter(table__room_play__entry__round=of).order_by("table", "number")
    for row in rows.select_related("table__room_play__entry"):
        logs.setdefault(row.table.secret, []).append(row.number)
        if row.made_by == ActionMaker.PERSON and not row.table.room_play.entry.is_robot:
            cards.append([row.table.secret, row.number, open_text(row.text)])
    ended = RoomPlay.objects.filter(entry__round=of, table__ended_at__isnull=False)
    return {
        "cards": cards,
        "gaps": [secret for secret, numbers in logs.items() if numbers != list(range(1, len(numbers) + 1))],
        "ended": ended.count(),
        "minutes": (of.ends_at - of.starts_at).total_seconds() / 60,
        "is_settled": of.settled_at is not None,
        "points": [[play.entry_id, play.deal, play.table.score] for play in ended.select_related("table")],
        "places": list(of.entries.values_list("pk", "place", "percent")),
    }


def begin_shared_round(deals: int) -> dict[str, Any]:
    """A round at tables of four that waits for its people, with deals of five tricks: its key and room."""
    from django.utils import timezone

    from play.rooms.enums import RoomSeating
    from play.rooms.services.rounds import round_to_enter
    from tests.factories.rooms import make_room

    rules = {"game": "contrat-4", "rule_set": "fft cards_each=5"}
    room = make_room(deals=deals, seating=RoomSeating.TABLES, minutes=60, **rules)
    of = round_to_enter(room=room, now=room.start_at(timezone.now()) + room.rhythm)
    return {"round": of.pk, "slug": room.slug}


def start_shared_round(number: int) -> None:
    """Start the round now: its people are seated."""
    from django.utils import timezone

    from play.rooms.models import RoomRound
    from play.rooms.services.rounds import deal_round

    of, start = RoomRound.objects.get(pk=number), timezone.now()
    RoomRound.objects.filter(pk=number).update(starts_at=start, ends_at=start + of.room.rhythm)
    deal_round(of=RoomRound.objects.get(pk=number), now=start)


def shared_round(number: int) -> dict[str, Any]:
    """Return the rows of a round at tables.

    Returns:
        `cards`: table, deal, number in its log and text of each action of a person; `gaps`, `minutes` and
        `is_settled` as `room_round`; `replaced`: actions of robots in the place of people; `ended`: deals
        finished, over all tables; `points` as entry, deal, seat, score; `places` as entry, place, exact
        percentage, whether a robot.
    """
    from games.opening import open_text
    from play.rooms.models import RoomPlay, RoomRound
    from play.rooms.queries.tables import played_hands
    from play.tables.enums import ActionMaker
    from play.tables.models import TableAction

    of = RoomRound.objects.get(pk=number)
    people: dict[int, set[int]] = {}
    for at in of.tables.prefetch_related("free_table__seats"):
        people[at.free_table_id] = {seat.seat for seat in at.free_table.seats.all()}
    logs: dict[int, list[int]] = {}
    cards, replaced = [], 0
    rows = TableAction.objects.filter(table__free_deal__free_table__room_table__round=of)
    for row in rows.select_related("table__free_deal__free_table").order_by("table", "number"):
        logs.setdefault(row.table_id, []).append(row.number)
        deal = row.table.free_deal
        if row.made_by == ActionMaker.PERSON:
            cards.append([deal.free_table.secret, deal.number, row.number, open_text(row.text)])
        elif row.seat in people[deal.free_table_id]:
            replaced += 1
    points = []
    for deal_number in range(1, of.deals + 1):
        tables = played_hands(of, deal_number)
        for play in RoomPlay.objects.filter(entry__round=of, deal=deal_number, at__in=tables):
            table = tables[play.at_id or 0]
            if table.ended_at is not None:
                score = table.score.split(" ")[play.seat or 0]
                points.append([play.entry_id, deal_number, play.seat, score])
    return {
        "cards": cards,
        "gaps": [table for table, numbers in logs.items() if numbers != list(range(1, len(numbers) + 1))],
        "replaced": replaced,
        "ended": sum(
            table.ended_at is not None
            for deal_number in range(1, of.deals + 1)
            for table in played_hands(of, deal_number).values()
        ),
        "minutes": (of.ends_at - of.starts_at).total_seconds() / 60,
        "is_settled": of.settled_at is not None,
        "points": points,
        "places": list(of.entries.values_list("pk", "place", "percent", "is_robot")),
    }


def secrets_of_round(number: int) -> list[str]:
    """Return the seed of a round, its deals and their hands, in the notation of programs without spaces.

    Hands of so few letters that other words contain them are left out.
    """
    from play.rooms.models import RoomRound
    from tests.factories.opened import hands_of, seed_of

    deal_set = RoomRound.objects.get(pk=number).deal_set
    assert deal_set is not None
    deals = [hands_of(deal) for deal in deal_set.deals.all()]
    hands = [hand for deal in deals for hand in deal.split() if len(hand) > 8]
    return [seed_of(deal_set).hex(), *("".join(deal.split()) for deal in deals), *hands]


def main() -> None:
    import django

    django.setup()
    from django.db import DatabaseError, connection

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else may write among the answers
    for line in sys.stdin:
        question, arguments = json.loads(line)
        try:
            answer = globals()[question](**arguments)
        except DatabaseError as error:
            sys.stderr.write(f"ledger: {error}\n")
            answer = None
        finally:
            connection.close()
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
