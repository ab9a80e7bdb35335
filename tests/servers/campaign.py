"""Results sent from twenty tables to a site that is broken on purpose, and the rows that it stored."""

import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from tests.processes import wait_until
from tests.servers.ledger import Ledger
from tests.servers.phones import Pace, Phone, Sent, all_acknowledged, count_acknowledged, wait_for
from tests.servers.sites import ServerSite, Site

PHONES = 20
TABLES = 5
"""Tables of an evening, which has as many rounds, of four boards each."""
PLAYS = TABLES * 4
"""Plays of a table."""
ENOUGH = 10.0
"""Seconds after the last fault by which every ranking is right."""
PATIENCE = 60.0
"""Seconds after which they are not waited for any longer."""
KILLS = ("web", "worker", "database", "broker")


@dataclass(slots=True)
class Report:
    """Results of a campaign."""

    acknowledged: dict[str, Sent] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)
    faults: Counter[str] = field(default_factory=Counter)
    stored: list[list[object]] = field(default_factory=list)
    """Stored slips, in the form of `ledger.slips`."""
    traces: dict[str, int] = field(default_factory=dict)
    damage: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    not_json: list[str] = field(default_factory=list)
    not_now: Counter[int] = field(default_factory=Counter)
    lost_answers: int = 0
    ranking_seconds: list[float] = field(default_factory=list)
    """Seconds from the last fault, or the last result, until every ranking was right: one value a part."""
    seconds: float = 0.0
    starts: int = 0

    @property
    def lost(self) -> list[str]:
        """Tokens of acknowledged results that are not there as they were acknowledged."""
        stored_rows = {
            str(token): (play, version, scores) for play, version, token, scores, *_rest in self.stored
        }
        return [
            token
            for token, result in self.acknowledged.items()
            if stored_rows.get(token) != (result.play, result.version, result.scores)
        ]

    @property
    def doubled(self) -> list[str]:
        """Tokens that are there more than once."""
        times = Counter(str(row[2]) for row in self.stored)
        return [token for token, count in times.items() if count > 1]

    @property
    def unexplained(self) -> list[str]:
        """Return stored tokens that no phone sent."""
        expected_tokens = self.acknowledged.keys() | self.given_up
        return [str(row[2]) for row in self.stored if str(row[2]) not in expected_tokens]

    @property
    def inconsistent_plays(self) -> list[object]:
        """Return plays whose versions are not 1, 2, 3…, or whose current version is not the last alone."""
        by_play: dict[object, list[list[object]]] = {}
        for row in self.stored:
            by_play.setdefault(row[0], []).append(row)
        return [
            play
            for play, rows in by_play.items()
            if [(row[1], row[4]) for row in rows]
            != [(play_id, play_id == len(rows)) for play_id in range(1, len(rows) + 1)]
        ]

    @property
    def without_phone(self) -> int:
        """Return the number of results stored without the phone that wrote them."""
        return sum(not row[5] for row in self.stored)

    def told(self) -> str:
        """The figures, a line each."""
        worst = max(self.ranking_seconds, default=0.0)
        given_up = len(self.given_up)
        kills = sum(count for name, count in self.faults.items() if name.startswith("kill"))
        return "\n".join(
            (
                f"{len(self.acknowledged)} acknowledged, {len(self.stored)} stored, {given_up} given up",
                f"kills {kills}, faults: {dict(sorted(self.faults.items()))}",
                f"lost {len(self.lost)}, doubled {len(self.doubled)}, unexplained {len(self.unexplained)}",
                f"answers lost {self.lost_answers}, 'later' {dict(self.not_now)}, starts {self.starts}",
                f"rankings right after {worst:.1f} s at worst, of {len(self.ranking_seconds)} times",
                f"duration {self.seconds:.0f} s",
            )
        )


class FaultMaker:
    """Breaks a site, in ways drawn by a seed, and mends it again."""

    def __init__(self, site: Site, seed: int, lasting: float) -> None:
        self._site, self._lasting = site, lasting
        self._random = random.Random(f"faults {seed}")
        self.made: Counter[str] = Counter()

    def kinds(self) -> list[str]:
        """Every kind of fault that this site can have, kills first."""
        server = isinstance(self._site, ServerSite)
        kills = [f"kill {role}" for role in KILLS if server or role not in ("database", "broker")]
        frozen = [f"freeze {role}" for role in KILLS if server or role not in ("database", "broker")]
        other_kinds = [
            "messages lost",
            "disk full",
            "writes refused",
            "database locked",
            "clock forward",
            "clock back",
        ]
        return kills + frozen + other_kinds + (["database read-only", "database crowded"] if server else [])

    def kills(self) -> list[str]:
        return [kind for kind in self.kinds() if kind.startswith("kill")]

    def make(self, kind: str) -> None:
        """Break it in one way, for a while, and mend it."""
        self.made[kind] += 1
        words = kind.split()
        site, role = self._site, words[-1]
        match words[0]:
            case "kill":
                site.kill(role)
            case "freeze":
                self._during(site.frozen(role))
            case "messages":
                site.lose_messages()
            case "disk":
                self._during(site.disk.full())
            case "writes":
                self._during(site.writes_refused())
            case "clock":
                hours = self._random.choice((1, 5, 24 * 400))
                site.clock.set(
                    site.clock.hours + hours if role == "forward" else -self._random.choice((1, 5, 26))
                )
                time.sleep(2)
            case "database" if role == "locked":
                self._during(site.database_locked())
            case "database" if isinstance(site, ServerSite):
                broken = site.database_read_only() if role == "read-only" else site.database_crowded()
                self._during(broken)

    def _during(self, broken: AbstractContextManager[None]) -> None:
        with broken:
            time.sleep(self._lasting * self._random.uniform(0.5, 1.2))


def run(
    site: Site,
    *,
    results: int,
    versions: int,
    parts: int,
    faults: Callable[[FaultMaker, random.Random], list[str]],
    seed: int,
    lasting: float,
    say: Callable[[str], None] = lambda text: None,
) -> Report:
    """Send results while faults follow each other, in parts: after each the rankings must become right.

    Args:
        results: about how many, over all parts.
        versions: how often each result is written.
        faults: kinds to make in a part, spread over its results.
        lasting: seconds that a fault lasts which is no kill, about.
    """
    report, began = Report(), time.monotonic()
    maker, rng = FaultMaker(site, seed, lasting), random.Random(f"campaign {seed}")
    ledger = Ledger(site.environment())
    groups = PHONES // TABLES
    try:
        for part in range(parts):
            tables_each = max(1, round(results / parts / PHONES / PLAYS / versions))
            boards = max(1, round(results / parts / PHONES / versions / tables_each))
            tables = _tables(ledger, groups, tables_each, boards)
            pace = Pace()
            phones = [
                Phone(
                    site.port,
                    number,
                    tables[number - 1],
                    pace,
                    versions=versions,
                    gives_up=5,
                    seed=seed * 1000 + part,
                )
                for number in range(1, PHONES + 1)
            ]
            of_phones = [table for own_tables in tables for table in own_tables]
            expected = sum(len(plays) for table in of_phones for plays in table["rounds"]) * versions
            for phone in phones:
                phone.start()
            kinds = faults(maker, rng)
            step = expected // (len(kinds) + 1)
            pace.add(step)
            for number, kind in enumerate(kinds, 1):
                assert wait_for(phones, number * step * 9 // 10, 300), _stuck(site, phones, report)
                pace.add(step)
                at, earlier_count = time.monotonic(), count_acknowledged(phones)
                maker.make(kind)
                say(f"  {kind}: {earlier_count} results before, {time.monotonic() - at:.1f} s")
            mended = time.monotonic()
            pace.add(expected)
            assert wait_until(lambda phones=phones: all(phone.is_done for phone in phones), seconds=600), (
                _stuck(site, phones, report)
            )
            last = max(mended, *(phone.log.last_at for phone in phones))
            right = wait_until(lambda: ledger.ask("wrong_rankings") == [], seconds=PATIENCE)
            report.ranking_seconds.append(time.monotonic() - last if right else 1e9)
            _take(report, phones)
            report.faults = maker.made
            report.stored, report.traces = ledger.ask("slips"), ledger.ask("traces")
            report.seconds, report.starts = time.monotonic() - began, site.starts
            say(f"part {part + 1} of {parts}\n{report.told()}")
        report.damage = ledger.ask("damage")
    finally:
        ledger.close()
    return report


def _tables(ledger: Ledger, groups: int, tables_each: int, boards: int) -> list[list[dict]]:
    """Return the tables of every phone, one after the other, with at most so many boards of each."""
    answer = ledger.ask("evenings", count=groups * tables_each)
    assert answer is not None
    tables = []
    for group in range(groups):
        for number in range(TABLES):
            mine = [answer[group * tables_each + turn][number] for turn in range(tables_each)]
            tables.append([_cut(table, boards) for table in mine])
    return tables


def _cut(table: dict, boards: int) -> dict:
    rounds, boards_left = [], boards
    for plays in table["rounds"]:
        rounds.append(plays[:boards_left])
        boards_left -= len(rounds[-1])
    return {**table, "rounds": [plays for plays in rounds if plays]}


def _take(report: Report, phones: list[Phone]) -> None:
    report.acknowledged |= all_acknowledged(phones)
    for phone in phones:
        report.given_up |= phone.log.given_up
        report.refusals += phone.log.refusals
        report.not_json += phone.log.not_json
        report.not_now.update(phone.log.not_now)
        report.lost_answers += phone.log.lost_answers


def _stuck(site: Site, phones: list[Phone], report: Report) -> str:
    for phone in phones:
        phone.stop()
    _take(report, phones)
    refused = "\n".join(report.refusals[:5])
    return f"stuck at {count_acknowledged(phones)}: {report.told()}\n{refused}\n{site.output()}"
