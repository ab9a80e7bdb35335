"""Viewer × choice × page, screen and API: each shows the result of the one rule, and nothing more.

The rule itself is tested in tests/tournaments/core/test_showing.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
    reveal,
)
from tests.tournaments.walks.matrix.asking import IS_WHOLE
from tournaments.core.showing import (
    PRESETS,
    Moment,
    Part,
    PlayState,
    Showing,
    Viewer,
    shown_parts,
)
from tournaments.enums import EventRole, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.showing import set_showing
from tournaments.models import Entry, Person, Tournament
from tournaments.rankings.services.standings import refresh_standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sessions_in_cookies")]

SCORES = (120, 80, 60, -52, -80)
STATE = PlayState(round_number=1, round_count=5)
"""Étui 1 has been played at every table, the others nowhere."""
HELD = Showing(held_rounds=5)
NOTHING = Showing(**{part.value: Moment.HIDDEN for part in Part})  # type: ignore[arg-type]
CHOICES = {
    "everything": PRESETS["club"],
    "competition": PRESETS["competition"],
    "nothing": NOTHING,
    "ranking alone": replace(NOTHING, ranking=Moment.LIVE),
    "boards and own scores": replace(NOTHING, boards=Moment.LIVE, own_results=Moment.LIVE),
    "held, own alone": replace(HELD, is_own_alone=True, hands=Moment.SESSION),
}


@dataclass
class Reader:
    """Reader of the pages of an evening, each requested once."""

    client: Client
    evening: Tournament
    entry: Entry
    pages: dict[str, Any] = field(default_factory=dict)

    def page(self, name: str, *arguments: Any) -> Any:
        if name not in self.pages:
            self.pages[name] = self.client.get(reverse(name, args=[self.evening.slug, *arguments]))
        return self.pages[name]

    def json(self, name: str, *arguments: Any) -> Any:
        return self.page(f"api-v1-{name}", *arguments).json()

    @property
    def board(self) -> Any:
        return self.page("public-board", 1)

    @property
    def report(self) -> Any:
        return self.page("public-player", self.entry.pk).context["report"]

    @property
    def deal(self) -> Any:
        return next(deal for deal in self.report.deals if deal.board == 1)

    @property
    def beside(self) -> Any:
        """The page that sets the entry beside the next one."""
        if "beside" not in self.pages:
            address = reverse("public-compare", args=[self.evening.slug, self.entry.pk])
            second_entry = self.evening.entries.exclude(pk=self.entry.pk)[0]
            self.pages["beside"] = self.client.get(address, {"avec": second_entry.pk}).context["shown"]
        return self.pages["beside"]

    @property
    def half(self) -> Any:
        return next(deal for deal in self.beside.deals if deal.board == 1).halves[0]


DOORS: dict[str, tuple[Part, Callable[[Reader], bool]]] = {
    "ranking": (Part.RANKING, lambda reader: "NOM0" in reader.page("public-standings").text),
    "ranking alone": (Part.RANKING, lambda reader: "NOM0" in reader.page("public-standings-live").text),
    "groups": (Part.RANKING, lambda reader: reader.page("public-groups").context["shown"] is not None),
    "player's place": (Part.RANKING, lambda reader: reader.report.ranked is not None),
    "API ranking": (Part.RANKING, lambda reader: bool(reader.json("standings")["rows"])),
    "API event": (Part.RANKING, lambda reader: bool(reader.json("event-standings")["rows"])),
    "board": (Part.BOARDS, lambda reader: "NOM0" in reader.board.text),
    "API board": (Part.BOARDS, lambda reader: bool(reader.json("board", 1)["lines"])),
    "same cards": (Part.BOARDS, lambda reader: bool(reader.deal.others)),
    "hands": (Part.HANDS, lambda reader: reader.board.context["deal"] is not None),
    "API hands": (Part.HANDS, lambda reader: reader.json("board", 1)["hands"] is not None),
    "own score": (Part.OWN_RESULTS, lambda reader: reader.deal.score is not None),
    "own mark": (Part.OWN_MARKS, lambda reader: reader.deal.mark is not None),
    "score beside": (Part.OWN_RESULTS, lambda reader: reader.half.deal.score is not None),
    "mark beside": (Part.OWN_MARKS, lambda reader: reader.half.mark is not None),
    "place beside": (Part.RANKING, lambda reader: reader.beside.reports[0].ranked is not None),
}


@pytest.fixture
def evening() -> Tournament:
    """Public, étui 1 played everywhere and opened."""
    tournament = make_seated_tournament(make_club())
    reveal(tournament)
    enter_results(zip(list_plays(tournament), SCORES, strict=False))
    refresh_standings(session=tournament.sessions.get())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


OF_THE_DAY: dict[Viewer, tuple[str, ...]] = {
    Viewer.EVERYBODY: ("everything", "ranking alone", "boards and own scores", "held, own alone"),
    Viewer.PLAYER: ("everything", "ranking alone", "boards and own scores", "held, own alone"),
    Viewer.DESK: ("nothing", "held, own alone"),
}
"""Choices that open and close each door, by viewer. In the nights all of them."""


@pytest.mark.parametrize("viewer", Viewer)
def test_every_door_shows_what_the_rule_says(evening: Tournament, viewer: Viewer) -> None:
    client = Client()
    entry = evening.entries.select_related("person")[0]
    if viewer is Viewer.DESK:
        client.force_login(make_user(tournament=evening, role=EventRole.REFEREE))
    elif viewer is Viewer.PLAYER:
        user = make_user()
        Person.objects.filter(pk=entry.person_id).update(user=user)
        client.force_login(user)
    expected, results = {}, {}

    for choice in CHOICES if IS_WHOLE else OF_THE_DAY[viewer]:
        showing = CHOICES[choice]
        set_showing(tournament=evening, showing=showing, set_by=None)
        parts, reader = shown_parts(showing, STATE, viewer), Reader(client, evening, entry)
        for door, (part, sees) in DOORS.items():
            expected[choice, door] = part in parts
            results[choice, door] = sees(reader)

    assert {key for key in results if results[key] != expected[key]} == set()
    opened = {door for (_choice, door), is_open in results.items() if is_open}
    closed = {door for (_choice, door), is_open in results.items() if not is_open}
    assert opened == set(DOORS)
    assert closed == (set() if viewer is Viewer.DESK else set(DOORS))


@pytest.mark.parametrize(("showing", "shows"), [(Showing(), True), (HELD, False)])
def test_the_wall_shows_what_everybody_sees_whoever_opened_it(
    evening: Tournament, showing: Showing, shows: bool
) -> None:
    client = Client()
    client.force_login(make_user(tournament=evening, role=EventRole.DIRECTOR))
    set_showing(tournament=evening, showing=showing, set_by=None)

    walls = [
        client.get(reverse(name, args=[evening.slug])) for name in ("public-screen", "public-screen-live")
    ]

    assert ["screen-place" in wall.text for wall in walls] == [shows, shows]


def test_a_page_that_shows_the_ranking_is_told_at_once_that_it_is_hidden(evening: Tournament) -> None:
    client, live = Client(), reverse("public-standings-live", args=[evening.slug])
    page_shown = client.get(live)
    mark = page_shown.text.partition('data-shown="')[2].partition('"')[0]
    unchanged = client.get(live, {"shown": mark})

    set_showing(tournament=evening, showing=Showing(ranking=Moment.HIDDEN), set_by=None)

    hidden = client.get(live, {"shown": mark})
    assert (unchanged.status_code, hidden.status_code) == (204, 200)
    assert "NOM0" in page_shown.text
    assert "NOM0" not in hidden.text


@pytest.mark.parametrize(
    ("showing", "told"),
    [
        (Showing(), None),
        (Showing(own_marks=Moment.SESSION), "Les notes apparaîtront à la fin de la séance."),
        (
            Showing(is_own_alone=True, own_results=Moment.LIVE),
            "Les résultats de ce tournoi ne sont pas encore visibles",
        ),
    ],
)
def test_the_page_of_a_player_says_why_it_is_bare(
    evening: Tournament, showing: Showing, told: str | None
) -> None:
    set_showing(tournament=evening, showing=showing, set_by=None)
    address = reverse("public-player", args=[evening.slug, evening.entries.all()[0].pk])

    page = Client().get(address)

    assert [text in page.text for text in (told or "pas encore visibles", "apparaîtront à la fin")] == [
        told is not None,
        showing.own_marks is Moment.SESSION,
    ]
