"""Thousands of responses while rooms and free tables are played, searched for cards hidden from their
readers.

Guests, accounts, spectators, directors and superusers request pages, fragments and JSON. Notifications to
open pages, the log and the cache are searched, too.
"""

import os
import pickle
import re
from collections.abc import Callable, Iterable
from functools import partial
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from common.live.hub import Hub
from games.core.actions import MakeBid, format_action
from games.core.cards import format_card
from games.core.variants.registry import find_variant
from play.free.models import FreeTable
from play.free.queries.free_tables import find_seat, load_gathering
from play.free.services.dealing import begin_deal
from play.rooms.models import RoomEntry, RoomRound
from play.rooms.queries.tables import own_table
from play.rooms.services.seating import go_on_with_tables
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Sitting, load_sitting
from tests.factories.card_texts import text_of_answer
from tests.factories.free_tables import Club
from tests.factories.rooms import end_round, make_room, make_round
from tests.factories.tournaments import make_club, make_user
from tests.play.alone.web.test_hidden_cards import LABEL, hidden_in, sign
from tests.play.rooms.web.test_room_secrets import pages_of, secrets_of, signed_in
from tests.play.rooms.web.test_room_tables import pages_of as pages_of_tables
from tests.play.rooms.web.test_room_tables import sit_together
from tournaments.enums import MembershipRole
from tournaments.templatetags.cards import card_words

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.nights]
ANSWERS = int(os.environ.get("ETUI_ANSWERS", "10000"))
"""Over the three places together."""
GUESTS = 4
TOO_MANY = 429
"""Status of a client that requests too many tables of other players. It does not count."""
DECK = find_variant("tarot-4").deck
NAMES = {card_words(card) for card in DECK}
FORMS = {format_card(card) for card in DECK}
TOPIC = re.compile(r"[a-z-]+:[0-9]+")


class Search:
    """Requests like those of browsers, with a list of all that their reader may not see."""

    def __init__(self) -> None:
        self.asked, self.found = 0, list[str]()
        self.secrets: list[str] = []

    def read(self, browser: Client, path: str, look_again: Callable[[], Sitting | None]) -> str:
        """One answer.

        Args:
            look_again: the table as its reader sees it once the answer is there, as robots may have played
                for it; None for a page without cards.
        """
        answer = browser.get(path)
        self.asked += answer.status_code != TOO_MANY
        assert answer.status_code in (200, 204, 302, 403, 404, TOO_MANY), (path, answer.status_code)
        self.judge(path, text_of_answer(answer), answer.content.decode(errors="replace"), look_again())
        return answer.content.decode(errors="replace")

    def judge(self, path: str, bare: str, text: str, sitting: Sitting | None) -> None:
        self.found += [f"{path}: {secret}" for secret in self.secrets if secret in bare]
        if sitting is None:
            visible_cards = (
                set(LABEL.findall(text)) & NAMES | set(re.findall(r'value="([^"]*)"', text)) & FORMS
            )
            self.found += [f"{path}: {card}" for card in sorted(visible_cards)]
        elif not sitting.state.is_over:
            self.found += [f"{path}: {card}" for card in hidden_in(text, sitting)]


def no_table() -> None:
    """A page that shows no table."""


def seen_at(table: PlayedTable | None) -> Sitting | None:
    return load_sitting(table) if table is not None else None


def seen_from(entry: RoomEntry, table: FreeTable) -> Sitting | None:
    """Return the view of a player at a table of a round, or None if they do not sit there."""
    own_place = own_table(entry)
    return (
        load_gathering(table, own_place[1]).sitting
        if own_place is not None and own_place[0].free_table == table
        else None
    )


def seen_by(table: FreeTable, device: str) -> Sitting | None:
    return load_gathering(table, find_seat(table, device, None)).sitting


def readers_of(of: RoomRound) -> list[Client]:
    """Return a visitor, a user, an owner of the club and a superuser."""
    keeper = make_user("Keeper", club=of.room.club, role=MembershipRole.OWNER)
    boss = User.objects.create_superuser("boss@example.org", name="Boss")
    return [Client(), signed_in(make_user("Somebody")), signed_in(keeper), signed_in(boss)]


def play_alone(search: Search, target: int) -> None:
    """Let guests play at their own tables, while other readers request every page of the round."""
    of = make_round(make_room(club=make_club(), deals=12))
    search.secrets, readers = secrets_of(of), readers_of(of)
    guests = [Client(REMOTE_ADDR=f"10.0.0.{number + 1}") for number in range(GUESTS)]
    for guest in guests:
        guest.post(reverse("rooms-enter", args=[of.room.slug]), {"round": of.pk})
    rng, turn = Random(1), 0
    while search.asked < target:
        guest = guests[turn % GUESTS]
        answer = guest.post(reverse("rooms-round-play", args=[of.pk]))
        secret = answer.headers["Location"].split("/")[3]
        table = PlayedTable.objects.get(secret=secret)
        page, sitting = reverse("rooms-table", args=[secret]), load_sitting(table)
        while not sitting.state.is_over:
            sitting_before = sitting
            if sitting.is_turn:
                texts = {"action": format_action(rng.choice(sitting.view.legal)), "numero": sitting.number}
                response = guest.post(f"{page}coup/", {**texts, "depuis": 0}, follow=True)
            else:
                response = guest.post(f"{page}suite/", {"depuis": 0}, follow=True)
            sitting = load_sitting(table)
            assert sitting.number > sitting_before.number
            search.asked += 1
            search.judge(page, text_of_answer(response), response.content.decode(), sitting)
            turn += 1
            for reader in readers if turn % 3 == 0 else []:
                for path in pages_of(of, table):
                    search.read(reader, path, partial(seen_at, table if path == page else None))
    end_round(of)
    opened = Search()
    opened.secrets = search.secrets
    opened.read(readers[0], reverse("rooms-round-deal", args=[of.pk, 1]), no_table)
    assert opened.found  # what is open now is what was searched for


def play_together(search: Search, target: int) -> None:
    """Let six guests play at two tables of four. Each finds their own table, and others request all."""
    of, guests = sit_together(6, club=make_club(), deals=4)
    search.secrets, readers, rng, turn = secrets_of(of)[:1], readers_of(of), Random(2), 0
    for number, browser in enumerate((*guests, *readers)):
        browser.defaults["REMOTE_ADDR"] = f"10.0.1.{number + 1}"  # each at home: so many ask at once
    entries = list(RoomEntry.objects.filter(round=of, is_robot=False).order_by("number"))
    while search.asked < target and of.tables.filter(free_table__ended_at=None).exists():
        turn += 1
        go_on_with_tables(of=of, now=timezone.now())
        for guest, entry in zip(guests, entries, strict=True):
            own_place = own_table(entry)
            if own_place is None:
                continue
            table, me = own_place[0].free_table, own_place[1]
            page = reverse("rooms-free-table", args=[table.secret])
            sitting = load_gathering(table, me).sitting
            if sitting is not None and sitting.is_turn and not sitting.state.is_over:
                action = format_action(rng.choice(sitting.view.legal))
                guest.post(f"{page}coup/", {"numero": sitting.number, "depuis": 0, "action": action})
            for path in (f"{page}?depuis=0", f"{page}moment/", reverse("rooms-round", args=[of.pk])):
                is_here = "manche" not in path
                text = search.read(guest, path, partial(seen_from, entry, table) if is_here else no_table)
                if over := re.search(r'name="donne" value="(\d+)"', text):
                    guest.post(f"{page}donner/", {"donne": over[1]})
        for reader in readers if turn % 4 == 0 else []:
            for path in pages_of_tables(of):
                search.read(reader, path, no_table)


def play_free(search: Search, target: int) -> None:
    """Let free tables of three and a robot play, one after the other, with a spectator."""
    rng = Random(3)
    while search.asked < target:
        club = Club("tarot-4", people=3, reserve_seconds=30_000)
        browsers = [sign(Client(), f"device {number}") for number in range(3)] + [Client()]
        begin_deal(me=club.seats[0], seen=0, now=club.now)
        page = reverse("rooms-free-table", args=[club.table.secret])
        while club.look().is_playing:
            acting = club.acting()
            if acting is not None:
                sitting = club.look(acting).sitting
                assert sitting is not None
                legal = sitting.view.legal
                action = legal[-1] if isinstance(legal[-1], MakeBid) else rng.choice(legal)
                form = {"numero": sitting.number, "depuis": 0, "action": format_action(action)}
                browsers[club.seats.index(acting)].post(f"{page}coup/", form)
                club.wait(1)
            for number, browser in enumerate(browsers):
                search.read(browser, f"{page}?depuis=0", partial(seen_by, club.table, f"device {number}"))
                search.read(browser, reverse("rooms-free"), no_table)
        club.table.seats.all().delete()


def kept_in_cache() -> Iterable[str]:
    """Everything in the cache of this process as text."""
    for packed, _ends_at in cache._entries.values():
        yield str(pickle.loads(packed))  # noqa: S301 - written by this process


@pytest.mark.parametrize("play", [play_alone, play_together, play_free])
def test_no_answer_message_log_or_cache_holds_a_hidden_card(
    play: Callable[[Search, int], None], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level("INFO")
    topics, tell = list[str](), Hub.publish
    monkeypatch.setattr(Hub, "publish", lambda hub, topic: (topics.append(topic), tell(hub, topic)))
    search, target = Search(), ANSWERS // 3

    play(search, target)

    assert search.found == []
    assert search.asked >= target
    assert [topic for topic in topics if not TOPIC.fullmatch(topic)] == []
    log_and_cache = "".join((caplog.text + "".join(kept_in_cache())).split())
    assert [secret for secret in search.secrets if secret in log_and_cache] == []
    assert not any(f'aria-label="{"".join(name.split())}"' in log_and_cache for name in NAMES)
