"""Events of every format and size to print, with results, prizes and a ruling, and names of every kind."""

from collections.abc import Callable, Mapping
from itertools import cycle

from games.core.variants.registry import GAMES
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.stored_again import stored_first
from tests.factories.tournaments import (
    EVENING,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_people,
    make_stored_evening,
    place_entry,
)
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.constructions import build_straight
from tournaments.deals.services.deals import deal_boards
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.entries.queries.receipts import load_receipt_book
from tournaments.entries.services.fees import record_payment
from tournaments.entries.services.receipts import issue_fee_receipts
from tournaments.entries.services.teams import enter_team
from tournaments.enums import Visibility
from tournaments.events.services.events import create_tournament
from tournaments.models import Entry, FeeRate, Person, PrizePlan, ResultSlip, Tournament
from tournaments.movements.queries.movements import sections_by_place, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement

LONG_WORD = "Donaudampfschiffahrtsgesellschaftskapitänsmütz"
"""Word of 46 letters, with no place to break it."""
LONG_TEAM = "Les Joyeux Tarotiers du Val-de-Marne et d’ailleurs"
LONG_CLUB = (
    "Association sportive et culturelle du comité départemental des joueurs de tarot"
    " des vallées de la Haute-Marne"
)
"""Name that takes three lines in most places."""
LONG_EVENT = "Grand championnat régional en duplicate des associations du comité des Deux-Rives et du Centr"
"""Name of 93 letters."""
ORDINARY_PEOPLE = tuple(
    (last, first)
    for first in ("Jean-Pierre", "Anne", "Marie-Christine", "Paul", "Élisabeth", "Luc", "Bernadette", "Zoé")
    for last in (
        "Martin", "Bernard-Lefèvre", "Le Roux", "Moreau", "d’Ormesson", "Lefebvre de Laboulaye",
        "Ó Súilleabháin", "Dubois", "Saint-Amour", "Grandpré", "Nguyễn", "Œuvrard", "Jolivent", "Écluse",
        "Fontaine-Guérin",
    )
)  # fmt: skip
ORDINARY_TEAMS = tuple(
    f"{name} {number}"
    for number in range(1, 6)
    for name in (
        "Le mort vivant",
        "La poignée",
        "Tarot pour tous",
        "Singlette",
        "Les excuses du Val d’Oise",
    )
)
ORDINARY_CLUBS = ("Tarot-club de Meaux", "Les Deux-Rives", "")
LONG_PEOPLE = (
    (LONG_WORD, "Ö"),
    ("Hohenstaufen-Löwenwolde-Königsmarck", "Maximilienne-Alexandrine"),
    ("Hohenstaufen-Löwenwolde", "Maximilienne"),
)
WORLD_PEOPLE = (
    ("Достоевский-Преображенский", "Фёдор Михайлович"),
    ("الخوارزمي", "محمد بن موسى"),
    ("בן־גוריון", "דוד"),
    ("Nguyễn Thị Phương Thảo", "Hồng Nhung"),
    ("王", "伟"),
    ("Tarot 🃏🎉", "Zoé 👩‍👩‍👧"),
    ("<b>Gras</b> & Cie", '"Jo"'),
    ("Παπαδόπουλος", "Ἰωάννης"),
    ("Ł̣ukasz-Żółć", "Ǻsa"),
)
WORLD_TEAMS = ("Медведи 🐻", "فريق الورق", "<i>Les balises</i> & Cie", "四川牌队")


stored = stored_first(lambda made: made.pk, lambda pk: Tournament.objects.get(pk=pk))
"""Decorator of a maker: an event that several tests print is made for the first of them."""


def of_demo(
    format_code: str,
    table_count: int,
    player_count: int | None = None,
    *,
    game: str = "",
    stage: DemoStage = DemoStage.PLAYING,
) -> Callable[[], Tournament]:
    """Return a maker of an event of the demonstration's club, half of it played."""

    @stored
    def make() -> Tournament:
        return make_demo_tournament(
            club=ensure_demo_club()[0],
            format_code=format_code,
            table_count=table_count,
            player_count=player_count,
            stage=stage,
            seed=1,
            starts_on=EVENING,
            name="Soirée",
            game=game,
        )

    return make


@stored
def make_two_colours() -> Tournament:
    return _of_colours(build_straight(13, 3), build_straight(11, 3))


@stored
def make_four_colours() -> Tournament:
    return _of_colours(*[build_straight(5, 3)] * 4)


def _of_colours(*movements) -> Tournament:
    evening = make_stored_evening(make_club(), *movements)
    deal_boards(session=evening.sessions.get(), dealt_by=None, seed=bytes(32))
    return apply_movement(tournament=evening, seated_by=None)


@stored
def make_howell_of_three() -> Tournament:
    """Return twelve players of whom each meets all others: a line of a traveller for four seats."""
    evening = make_stored_evening(make_club(), find_by_code("fft-howell-3-7-12-3").movement, boards_per_set=3)
    return apply_movement(tournament=evening, seated_by=None)


@stored
def make_two_sessions() -> Tournament:
    evening = play_session(make_short_evening())
    open_next(evening)
    return play_session(apply_movement(tournament=evening, seated_by=None), first_score=3)


@stored
def make_teams_of_five() -> Tournament:
    """Return a match of two teams of five."""
    club = make_club()
    tournament = create_tournament(
        club=club,
        name="Match",
        starts_on=EVENING,
        format_code="teams",
        sections=[SectionPlan(table_count=2, round_count=4, boards_per_set=4)],
        created_by=None,
    )
    for number, (table, seat) in enumerate(sections_by_place(sections_of(tournament)), start=1):
        entry = enter_team(
            tournament=tournament, name=f"Équipe {number}", people=make_people(club, 5), entered_by=None
        )
        place_entry(entry, (table, seat))
    return apply_movement(tournament=tournament, seated_by=None)


GAME_OF_SIZE: Mapping[int, str] = {
    **{game.player_count: name for name, game in reversed(GAMES.items())},
    3: "contrat-3",
    5: "grelin-5",
    7: "papayou-7",
    8: "grelin-8",
}
"""A game for each number of players at a table, of every family of score sheets."""
EVENTS: Mapping[str, Callable[[], Tournament]] = {
    "individual": of_demo("duplicate_individual", 7),
    "individual with a rover": of_demo("duplicate_individual", 9, 37),
    "individual with a relay": of_demo("duplicate_individual", 9, 35),
    "individual, 64 étuis": of_demo("duplicate_individual", 16, stage=DemoStage.SEATED),
    "two colours": make_two_colours,
    "four colours": make_four_colours,
    "Howell of 3": make_howell_of_three,
    "two sessions": make_two_sessions,
    "triplets": of_demo("triplets", 3),
    "triplets, 13 tables": of_demo("triplets", 13),
    "quartets": of_demo("quartets", 5),
    "quartets, 21 tables": of_demo("quartets", 21),
    "teams": make_teams_of_five,
    "triangular": of_demo("triangular", 3),
    "free deals": of_demo("free_deals", 9),
    "free deals with a table of five": of_demo("free_deals", 5, 21),
    "free deals, 60 tables": of_demo("free_deals", 60, stage=DemoStage.SEATED),
    "pairs": of_demo("free_deals_pairs", 6),
    "fours": of_demo("free_deals_fours", 6),
    **{
        f"{code}, {size} at a table": of_demo(code, 3, game=game)
        for code in ("friendly_total", "friendly")
        for size, game in sorted(GAME_OF_SIZE.items())
    },
}
"""Makers of events by name: every format, friendly events for every number of players at a table."""


def complete(tournament: Tournament) -> Tournament:
    """Give an event what papers ask for: half of its results, a public page, prizes, receipts, a penalty."""
    session = tournament.sessions.order_by("number").last()
    plays = (
        []
        if ResultSlip.objects.filter(play__round__section__session=session).exists()
        else list_plays(tournament)
    )
    if tournament.format == "duplicate_individual":
        enter_results((play, 56) for play in plays[: len(plays) // 2])
    refresh_standings(session=session)
    tournament.visibility = Visibility.PUBLIC
    tournament.save(update_fields=["visibility"])
    plan, _is_new = PrizePlan.objects.get_or_create(tournament=tournament)
    plan.rules.get_or_create(
        position=1, defaults={"name": LONG_TEAM, "ranking": "overall", "amounts": [5000]}
    )
    rate, _is_new = FeeRate.objects.get_or_create(tournament=tournament, name="W" * 40, cents=123_456_789)
    for entry in tournament.entries.order_by("pk")[:3]:
        record_payment(entry=entry, rate=rate, paid_cents=None, recorded_by=None, means="transfer")
    if load_receipt_book(tournament).waiting:
        issue_fee_receipts(tournament=tournament, issued_by=None)
    give_penalty(session, tournament.entries.order_by("pk")[0])
    return tournament


def name_everybody(tournament: Tournament, names: str) -> None:
    """Give the people, teams and clubs of an event names: "ordinary", "long" or "world"."""
    people_names, team_names, clubs = {
        "ordinary": (ORDINARY_PEOPLE, ORDINARY_TEAMS, ORDINARY_CLUBS),
        "long": (LONG_PEOPLE, (LONG_TEAM,), (LONG_CLUB,)),
        "world": (WORLD_PEOPLE, WORLD_TEAMS, ("", "Клуб «Таро» 🎴", LONG_CLUB)),
    }[names]
    people = list(Person.objects.filter(club=tournament.club_id).order_by("pk"))
    teams = list(Entry.objects.filter(tournament=tournament).exclude(name="").order_by("pk"))
    partners = [entry for entry in tournament.entries.order_by("pk") if entry.partners]
    groups = sorted({entry.partners for entry in partners})
    for entry in partners:
        number = groups.index(entry.partners)
        entry.partners = f"{team_names[number % len(team_names)]} {number + 1}"
    for person, (last_name, first_name) in zip(people, cycle(people_names), strict=False):
        person.last_name, person.first_name = last_name, first_name
        person.series, person.home_club = str(person.pk % 4 + 1), clubs[person.pk % len(clubs)]
    for team, name in zip(teams, cycle(team_names), strict=False):
        team.name = name
    Person.objects.bulk_update(people, ["last_name", "first_name", "sort_key", "series", "home_club"])
    Entry.objects.bulk_update(partners, ["partners"])
    Entry.objects.bulk_update(teams, ["name", "sort_key"])
    if names == "long":
        tournament.name = LONG_EVENT
        tournament.save(update_fields=["name"])
