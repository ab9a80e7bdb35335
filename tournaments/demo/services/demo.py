"""Demonstration data: a fictitious club and reproducible evenings at any stage.

All rows are written by the services that people use, so a demonstration also tests these services.
"""

import datetime
import hashlib
import random
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import USUAL_FORMAT, find_format, format_of
from tournaments.core.formats.tournament_format import SheetKind, TournamentFormat
from tournaments.core.movements.catalogue import find_by_code, list_shapes
from tournaments.deals.services.deal_readers import name_reader
from tournaments.deals.services.deals import deal_boards, reveal_deals
from tournaments.demo.services.demo_boards import play_boards
from tournaments.demo.services.demo_entries import FIRST_NAMES, LAST_NAMES, enter_units
from tournaments.demo.services.demo_sheets import play_sheets
from tournaments.enums import LineUpMethod, MembershipRole, MovementOrigin, Series, Visibility
from tournaments.events.services.events import create_tournament, set_visibility
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, Membership, Person, Tournament
from tournaments.movements.services.movement_files import keep_movement
from tournaments.movements.services.sections import SectionPlan
from tournaments.people.services.namesakes import number_namesakes
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import draw_places

CLUB_SLUG = "club-de-demonstration"
ORGANISER_EMAIL = "organisateur@club.example"
"""Address of the demonstration's organiser, who signs in by a one-time link: there is no password."""
MOST_DEALS = 40
"""Largest number of deals of a player in a demonstration."""
KEPT_MOVEMENT = "cyclic_steps-10-8-40-2"
"""Movement of the catalogue that the demonstration's club stores as its own."""
USUAL_TABLES = 7


class DemoStage(StrEnum):
    """Stage that a demonstration evening has reached."""

    ENTERED = "entered"
    SEATED = "seated"
    PLAYING = "playing"
    FINISHED = "finished"


@transaction.atomic
def make_demo_club(*, today: datetime.date) -> Club:
    """Create a club with players and three evenings: one finished, one in play, one to prepare."""
    club, organiser = ensure_demo_club()
    weeks = (
        (14, 5, DemoStage.FINISHED, _("Tournoi d’automne")),
        (0, 7, DemoStage.PLAYING, _("Soirée du club")),
        (-7, 7, DemoStage.ENTERED, _("Soirée de la semaine prochaine")),
    )
    for days, table_count, stage, name in weeks:
        tournament = make_demo_tournament(
            club=club,
            format_code=USUAL_FORMAT.code,
            table_count=table_count,
            stage=stage,
            seed=table_count,
            starts_on=today - datetime.timedelta(days=days),
            name=name,
        )
        if stage is DemoStage.FINISHED:
            reveal_deals(session=current_session(tournament), reason="", revealed_by=organiser)
    catalogue_entry = find_by_code(KEPT_MOVEMENT)
    keep_movement(
        club=club,
        movement=catalogue_entry.movement,
        boards_per_set=catalogue_entry.boards_per_set,
        name=_("Notre soirée de dix tables"),
        origin=MovementOrigin.FILE,
        stored_by=organiser,
    )
    return club


def ensure_demo_club() -> tuple[Club, User]:
    """Return the demonstration club and its organiser. Create them and the forty players if missing."""
    organiser, _is_new = User.objects.get_or_create(
        email=ORGANISER_EMAIL,
        defaults={"name": _("Organisateur du club"), "is_staff": True, "is_superuser": True},
    )
    if organiser.password == "":
        organiser.set_unusable_password()
        organiser.save(update_fields=["password"])
    club, _is_new = Club.objects.get_or_create(
        slug=CLUB_SLUG, defaults={"name": _("Club de démonstration"), "city": "Cartes-sur-Table"}
    )
    Membership.objects.get_or_create(user=organiser, club=club, defaults={"role": MembershipRole.OWNER})
    _ensure_people(club, len(LAST_NAMES))
    return club, organiser


def make_demo_tournament(
    *,
    club: Club,
    format_code: str,
    table_count: int,
    player_count: int | None = None,
    stage: DemoStage,
    seed: int,
    starts_on: datetime.date,
    name: str,
    game: str = "",
) -> Tournament:
    """Create an evening and bring it to `stage`.

    The same arguments give the same people, seats, deals and results.

    Args:
        player_count: number of players or teams; None for as many as the tables hold.
        game: stored name of the game of a friendly event; blank for the format's own.

    Raises:
        AppError: the format has no movement for so many tables and players.
    """
    rng = random.Random(f"etui demo {seed}")  # noqa: S311 - a demonstration is reproducible, not secret
    tournament_format = format_of(format_code, game or find_format(format_code).variant.name)
    players = player_count or table_count * tournament_format.units_per_table
    organiser = User.objects.filter(memberships__club=club).order_by("pk").first()
    plan = _plan(tournament_format, table_count, players)
    tournament = create_tournament(
        club=club,
        name=name,
        starts_on=starts_on,
        format_code=format_code,
        sections=[plan],
        created_by=organiser,
        game=game,
    )
    _enter(tournament, players, organiser, rng)
    if tournament_format.has_partners:
        line_up(
            tournament=tournament,
            method=LineUpMethod.LOT,
            is_apart=False,
            rng=rng,
            placed_by=organiser,
        )
    else:
        draw_places(tournament=tournament, rng=rng, drawn_by=organiser)
    if organiser is not None:
        name_reader(tournament=tournament, reader=organiser, named_by=organiser)
    if stage is DemoStage.ENTERED:
        return tournament
    tournament = play_demo_session(
        tournament, stage=stage, secret=f"etui demo {seed}", rng=rng, organiser=organiser
    )
    if stage is DemoStage.FINISHED:
        tournament = finish_tournament(tournament=tournament, finished_by=organiser)
    return tournament


def play_demo_session(
    tournament: Tournament, *, stage: DemoStage, secret: str, rng: random.Random, organiser: User | None
) -> Tournament:
    """Deal and seat the current session. Play all of it for `FINISHED`, half of it for `PLAYING`."""
    session = current_session(tournament)
    tournament_format = format_of(tournament.format, tournament.game)
    if tournament_format.needs_dealt_boards:
        deal_boards(session=session, dealt_by=organiser, seed=hashlib.sha256(secret.encode()).digest())
    tournament = apply_movement(tournament=tournament, seated_by=organiser)
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=organiser)
    if stage in (DemoStage.PLAYING, DemoStage.FINISHED):
        round_count = max(section.round_count for section in session.sections.all())
        rounds = round_count if stage is DemoStage.FINISHED else (round_count + 1) // 2
        author = Author(user=organiser, device=_("démonstration"))
        if tournament_format.sheet is SheetKind.SCORES:
            play_sheets(session, range(1, rounds + 1), author, rng)
        else:
            play_boards(session, range(1, rounds + 1), author, rng)
        refresh_standings(session=session)
    tournament.refresh_from_db()
    return tournament


def usual_tables(format_code: str) -> int:
    """Return the default number of tables of a demonstration: seven, or the fewest that the format allows."""
    counts = find_format(format_code).table_counts
    return USUAL_TABLES if USUAL_TABLES in counts else counts[0]


def _enter(tournament: Tournament, units: int, organiser: User | None, rng: random.Random) -> None:
    """Enter so many players or teams, drawn from the club's people."""
    tournament_format = find_format(tournament.format)
    people = _ensure_people(
        tournament.club, units * (tournament_format.plan.unit_sizes[0] if tournament_format.has_teams else 1)
    )
    enter_units(tournament=tournament, people=people, count=units, rng=rng, entered_by=organiser)


def _plan(tournament_format: TournamentFormat, table_count: int, player_count: int) -> SectionPlan:
    """Return the movement that the catalogue recommends, with the rounds of a usual evening."""
    for shape in list_shapes(tournament_format.movement_format, player_count):
        boards = shape.boards_per_set[0]
        rounds = [count for count in shape.round_counts if count * boards <= MOST_DEALS]
        if shape.table_count == table_count and shape.copies(boards) == 1 and rounds:
            return SectionPlan(
                table_count=table_count,
                round_count=rounds[-1],
                boards_per_set=boards,
                player_count=player_count,
                source=shape.source,
            )
    # `create_tournament` refuses this plan and names the nearest shapes
    return SectionPlan(table_count=table_count, round_count=1, boards_per_set=1, player_count=player_count)


def _ensure_people(club: Club, count: int) -> list[Person]:
    """Return `count` fictitious people of the club, in a fixed order. Create the missing ones."""
    people = [
        Person(
            club=club,
            last_name=LAST_NAMES[number % len(LAST_NAMES)],
            # 7 has no divisor in common with the number of first names: neighbours get different ones
            first_name=FIRST_NAMES[(number * 7 + number // len(LAST_NAMES)) % len(FIRST_NAMES)],
            federation_number=f"DEMO{number + 1:04d}",
            series=Series.values[number % len(Series.values)],
            # one person in five hides the full name
            shows_full_name=number % 5 != 4,
        )
        for number in range(count)
    ]
    stored_numbers = set(club.people.values_list("federation_number", flat=True))
    Person.objects.bulk_create(person for person in people if person.federation_number not in stored_numbers)
    number_namesakes(club.pk)
    numbers = [person.federation_number for person in people]
    return list(club.people.filter(federation_number__in=numbers).order_by("federation_number"))
