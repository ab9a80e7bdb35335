"""Clubs, people and evenings for tests, made through the services that people use."""

import datetime
import hashlib
import itertools
from collections.abc import Iterable
from decimal import Decimal

import numpy as np

from accounts.models import User
from games.models import DealSet
from tests.factories.stored_again import stored_again
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.movement import Movement
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.core.slips.traveller import LineInput
from tournaments.deals.services.deal_readers import name_reader
from tournaments.deals.services.deals import deal_boards, reveal_deals
from tournaments.entries.services.teams import enter_team
from tournaments.enums import EventRole, MembershipRole, MovementOrigin, SlipKind, TournamentState
from tournaments.evening.forms.tournaments import default_shape
from tournaments.events.services.events import create_tournament, enter_people
from tournaments.models import (
    Club,
    Entry,
    Membership,
    Person,
    Play,
    ResultSlip,
    Role,
    Ruling,
    Session,
    StoredMovement,
    Tournament,
)
from tournaments.movements.queries.movements import Place, movement_document, sections_by_place, sections_of
from tournaments.movements.services.movement_choices import read_choice, usual_shapes
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.services.rulings import RulingDraft, give_ruling
from tournaments.results.services.results import Author, read_slip_line, record_result
from tournaments.results.services.slip_versions import facts_of, seat_scores_of
from tournaments.seating.services.named_attackers import name_attackers
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import arrange_places, current_places

EVENING = datetime.date(2026, 11, 20)
SEED = hashlib.sha256(b"tests").digest()
SCORES = (56, -52, 62, 70, -58, 84, -66, 58, -80, 64, 92, -74)
"""Garde scores, each possible without a bonus, for tests that need some."""

_numbers = itertools.count(1)


def make_club(name: str = "Club des essais") -> Club:
    return Club.objects.create(name=name, slug=f"club-{next(_numbers)}")


def make_user(
    name: str = "Claire",
    *,
    club: Club | None = None,
    tournament: Tournament | None = None,
    role: MembershipRole | EventRole | None = None,
) -> User:
    """Store a user who may sign in, with an optional `role` in a club or in a tournament.

    A captain has table 1.
    """
    user = User.objects.create_user(f"user-{next(_numbers)}@example.org", name=name)
    if club is not None:
        Membership.objects.create(user=user, club=club, role=role or MembershipRole.OWNER)
    if tournament is not None:
        table = 1 if role == EventRole.TABLE else None
        Role.objects.create(
            user=user, tournament=tournament, role=role or EventRole.DIRECTOR, table_number=table
        )
    return user


def make_reader(user: User, tournament: Tournament) -> User:
    """Name `user` as a reader of the sealed cards. Their role must allow it."""
    name_reader(tournament=tournament, reader=user, named_by=None)
    return user


def make_player(user: User, tournament: Tournament) -> Person:
    """Return the first person entered in the tournament, tied to the account of `user`."""
    person = tournament.entries.order_by("pk")[0].person
    person.user = user
    person.save()
    return person


def make_people(club: Club, count: int) -> list[Person]:
    """Store people called Nom01 Ana, Nom02 Ana… who consent to be named."""
    return Person.objects.bulk_create(
        Person(club=club, last_name=f"Nom{number:02d}", first_name="Ana", shows_full_name=True)
        for number in range(1, count + 1)
    )


@stored_again
def make_tournament(club: Club, *, table_count: int = 5, name: str = "Soirée") -> Tournament:
    """Build an evening in preparation: as many rounds as tables, four boards a round, no entry."""
    return create_tournament(
        club=club,
        name=name,
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=table_count, round_count=table_count, boards_per_set=4)],
        created_by=None,
    )


def make_friendly_tournament(club: Club, game: str) -> Tournament:
    """Build a friendly evening of a game in preparation, scored by totals, in its usual shape."""
    shape = default_shape(format_of("friendly_total", game))
    return create_tournament(
        club=club,
        name="Soirée",
        starts_on=EVENING,
        format_code="friendly_total",
        sections=[choice.plan for choice in read_choice(club, shape)],
        created_by=None,
        game=game,
    )


def fill_tournament(tournament: Tournament) -> Tournament:
    """Store an entry for each starting seat: Nom01 table 1 N, Nom02 table 1 W, and so on."""
    section = tournament.sessions.get().sections.get()
    people = make_people(tournament.club, 4 * section.table_count)
    entries = enter_people(tournament=tournament, people=people, entered_by=None)
    places_of_entries = {(place // 4 + 1, place % 4): entry.pk for place, entry in enumerate(entries)}
    arrange_places(tournament=tournament, wanted=places_of_entries, seen={}, arranged_by=None)
    return tournament


@stored_again
def make_entered_tournament(club: Club, *, table_count: int = 5, name: str = "Soirée") -> Tournament:
    """Build `make_tournament` with entries and starting seats, like `fill_tournament`."""
    return fill_tournament(make_tournament(club, table_count=table_count, name=name))


@stored_again
def make_seated_tournament(
    club: Club, *, table_count: int = 5, name: str = "Soirée", is_dealt: bool = True
) -> Tournament:
    """Build an evening with fixed seats, ready to play.

    Its boards are dealt from a fixed seed if `is_dealt`.
    """
    tournament = make_entered_tournament(club, table_count=table_count, name=name)
    if is_dealt:
        deal_boards(session=tournament.sessions.get(), dealt_by=None, seed=SEED)
    return apply_movement(tournament=tournament, seated_by=None)


@stored_again
def make_team_tournament(
    club: Club, format_code: str, *, shape: str = "", is_entered: bool = False, is_seated: bool = False
) -> Tournament:
    """Build an event of teams of the smallest usual size, with teams Équipe 1, Équipe 2… if it is entered or
    seated.

    Args:
        shape: name in the catalogue, in place of the smallest usual evening.
    """
    shape_entry = find_by_code(shape or usual_shapes(find_format(format_code))[0].code)
    movement = shape_entry.movement
    plan = SectionPlan(
        table_count=movement.table_count,
        round_count=movement.round_count,
        player_count=movement.player_count,
        boards_per_set=shape_entry.boards_per_set,
        copies=movement.copies,
        source=shape_entry.source,
    )
    tournament = create_tournament(
        club=club,
        name="Soirée par équipes",
        starts_on=EVENING,
        format_code=format_code,
        sections=[plan],
        created_by=None,
    )
    if is_entered or is_seated:
        size = find_format(format_code).plan.unit_sizes[0]
        teams = {
            place: enter_team(
                tournament=tournament,
                name=f"Équipe {number + 1}",
                people=make_people(club, size),
                entered_by=None,
            )
            for number, place in enumerate(sections_by_place(sections_of(tournament)))
        }
        places_of_teams = {place: team.pk for place, team in teams.items()}
        arrange_places(tournament=tournament, wanted=places_of_teams, seen={}, arranged_by=None)
    return apply_movement(tournament=tournament, seated_by=None) if is_seated else tournament


def name_every_attacker(tournament: Tournament) -> None:
    """Name the members of each team of duels in turn, one for each period."""
    section = tournament.sessions.get().sections.get()
    periods = find_format(tournament.format).attack_periods(section.round_count)
    attackers = {
        (team.pk, period): member
        for team in tournament.entries.prefetch_related("members")
        for period, member in zip(periods, team.members.all(), strict=False)
    }
    name_attackers(tournament=tournament, wanted=attackers, named_by=None)


def reveal(tournament: Tournament) -> DealSet:
    """Publish the seed of an evening, as after its end. The evening stays in its state."""
    rows = Tournament.objects.filter(pk=tournament.pk)
    rows.update(state=TournamentState.FINISHED)
    revealed = reveal_deals(session=tournament.sessions.get(), reason="", revealed_by=None)
    rows.update(state=tournament.state)
    return revealed


def list_plays(tournament: Tournament) -> list[Play]:
    """Return all plays due, by board, round and table."""
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    return list(plays.order_by("board", "round__number", "table__number", "pk"))


def written(score: int) -> LineInput:
    """Return a traveller line with the score alone, signed from the attack's side."""
    return LineInput(gain=score) if score >= 0 else LineInput(loss=-score)


def place_entry(entry: Entry, place: Place | None) -> None:
    """Give an entry a starting place, or none. The other places stay."""
    seen = current_places(entry.tournament.entries.all())
    kept = {taken: pk for taken, pk in seen.items() if pk != entry.pk}
    wanted = kept if place is None else kept | {place: entry.pk}
    arrange_places(tournament=entry.tournament, wanted=wanted, seen=seen, arranged_by=None)


def enter_result(
    play: Play, score: int, *, user: User | None = None, seen_version: int = 0, reason: str = ""
) -> ResultSlip:
    """Store a result, confirmed by its writer."""
    return record_result(
        play=play,
        line=written(score),
        seen_version=seen_version,
        author=Author(user=user, device="test"),
        reason=reason,
        confirmed=True,
    )


def enter_results(results: Iterable[tuple[Play, int]]) -> None:
    """Store results of plays of one tournament, none of which had one.

    The first goes through the service; the others are stored in bulk and leave nothing in the trace.
    """
    score_list = list(results)
    if score_list:
        first, score = score_list[0]
        enter_result(first, score)
        tournament = first.round.section.session.tournament
        ResultSlip.objects.bulk_create(_slip(tournament, play, score) for play, score in score_list[1:])


def _slip(tournament: Tournament, play: Play, score: int) -> ResultSlip:
    reading = read_slip_line(tournament=tournament, play=play, line=written(score))
    return ResultSlip(
        play=play,
        version=1,
        kind=SlipKind(reading.kind),
        score=reading.score,
        seat_scores=seat_scores_of(reading),
        facts=facts_of(reading),
        device="test",
    )


def give_penalty(session: Session, entry: Entry, percent: str = "0.5", user: User | None = None) -> Ruling:
    """Store a ruling that takes percentage points off an entry's total."""
    penalty = Effect(EffectKind.PENALTY, int(Decimal(percent) * 100))
    draft = RulingDraft(effects=(penalty,), guilty=(entry,), reason="retard")
    return give_ruling(session=session, draft=draft, ruled_by=user or make_user("Bruno"))


def store_movement(club: Club, movement: Movement) -> StoredMovement:
    """Store a movement of the club."""
    return StoredMovement.objects.create(
        club=club,
        name=movement.code,
        origin=MovementOrigin.FILE,
        table_count=movement.table_count,
        round_count=movement.round_count,
        player_count=movement.player_count,
        document=movement_document(movement),
    )


def make_stored_evening(club: Club, *movements: Movement, boards_per_set: int = 4) -> Tournament:
    """Build an evening in preparation with a section for each movement, all entries placed."""
    plans = [
        SectionPlan(
            table_count=movement.table_count,
            round_count=movement.round_count,
            boards_per_set=boards_per_set,
            stored=store_movement(club, movement),
        )
        for movement in movements
    ]
    tournament = create_tournament(
        club=club,
        name="Soirée",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=plans,
        created_by=None,
    )
    people = make_people(club, sum(movement.player_count for movement in movements))
    entries = enter_people(tournament=tournament, people=people, entered_by=None)
    places = sections_by_place(sections_of(tournament))
    seen_versions: dict[Place, int] = {}
    places_of_entries = {place: entry.pk for place, entry in zip(places, entries, strict=True)}
    arrange_places(tournament=tournament, wanted=places_of_entries, seen=seen_versions, arranged_by=None)
    return tournament


def make_relay_movement() -> Movement:
    """Return two tables for five players over two rounds. One player rests, and one table stays empty."""
    return Movement(
        code="relay-5",
        players=np.array([[[0, 1, 2, 3], [-1] * 4], [[-1] * 4, [4, 0, 1, 2]]]),
        board_sets=np.array([[0, -1], [-1, 1]]),
    )
