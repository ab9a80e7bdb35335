"""Practice events: fictitious people, each step taken by hand or at once, deleted whole."""

import datetime
import random
from collections.abc import Iterable, Mapping

from django.db import models, transaction
from django.db.models import Min, ProtectedError
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.models import DealSet
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.teams import people_free_to_play
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.deals.services.deals import deal_boards
from tournaments.demo.services.demo_boards import play_boards
from tournaments.demo.services.demo_entries import FIRST_NAMES, LAST_NAMES, enter_units
from tournaments.demo.services.demo_sheets import play_sheets
from tournaments.enums import LineUpMethod, Series
from tournaments.evening.queries.desk import DeskStep, DeskSummary, load_desk
from tournaments.evening.services.event_choices import EventChoices, make_event
from tournaments.events.services.events import lock_tournament
from tournaments.models import Club, Person, Play, ResultSlip, Session, StoredMovement, Tournament
from tournaments.movements.services.movement_choices import usual_shapes
from tournaments.movements.services.sections import drop_unused
from tournaments.results.services.results import Author
from tournaments.seating.services.line_ups import line_up
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import draw_places
from tournaments.trace.services.trace import record_event

BY_ITSELF = (DeskStep.ENTRIES, DeskStep.PLACES, DeskStep.DEALS, DeskStep.SEATING, DeskStep.RESULTS)
"""Steps that can be taken at once; papers and the end are the organiser's."""


@transaction.atomic
def create_practice(
    *, club: Club, name: str, format_code: str, starts_on: datetime.date, created_by: User | None
) -> Tournament:
    """A practice event of the format's smallest usual evening, with nobody entered yet."""
    shape = usual_shapes(find_format(format_code))[0].code
    return make_event(
        club=club,
        name=name,
        starts_on=starts_on,
        choices=EventChoices(format_code=format_code, shape=shape),
        created_by=created_by,
        is_practice=True,
    )


def next_practice_step(summary: DeskSummary) -> DeskStep | None:
    """The first step of a practice event that can be taken at once; None when the rest is by hand."""
    left = (step for step in summary.steps if step in BY_ITSELF and step not in summary.done)
    return next(left, None)


@transaction.atomic
def take_practice_step(*, tournament: Tournament, rng: random.Random, taken_by: User | None) -> DeskStep:
    """Take the next step: enter everybody missing, draw places, deal, fix the seats, or play one round.

    Raises:
        AppError: it is no practice event (`not_practice`) or every step is taken (`practice_done`); else
            as the service of the step.
    """
    _require_practice(tournament)
    summary = load_desk(tournament)
    step = next_practice_step(summary)
    if step is None:
        raise _nothing_left()
    if step is DeskStep.ENTRIES:
        missing = summary.seat_count - summary.entry_count
        enter_fictitious(tournament=tournament, count=missing, rng=rng, entered_by=taken_by)
    elif step is DeskStep.PLACES:
        _draw(tournament, rng, taken_by)
    elif step is DeskStep.DEALS:
        deal_boards(session=summary.session, dealt_by=taken_by)
    elif step is DeskStep.SEATING:
        apply_movement(tournament=tournament, seated_by=taken_by)
    else:
        play_round_at_random(tournament=tournament, rng=rng, played_by=taken_by)
    return step


@transaction.atomic
def enter_fictitious(
    *, tournament: Tournament, count: int, rng: random.Random, entered_by: User | None
) -> None:
    """Enter so many fictitious players, or teams, of the club; those who are missing are made.

    Raises:
        AppError: `not_practice`; else as `enter_people` and `enter_team`.
    """
    _require_practice(tournament)
    played = find_format(tournament.format)
    needed = count * (played.plan.unit_sizes[0] if played.has_teams else 1)
    free = list(people_free_to_play(tournament))
    free += _make_people(tournament.club, needed - len(free))
    enter_units(tournament=tournament, people=free, count=count, rng=rng, entered_by=entered_by)


@transaction.atomic
def play_round_at_random(*, tournament: Tournament, rng: random.Random, played_by: User | None) -> int:
    """Record a possible result for every line without any in the first such round; returns its number.

    Raises:
        AppError: `not_practice`, nothing is missing (`practice_done`), or not every hand is known
            (`hands_missing`).
    """
    _require_practice(tournament)
    session = current_session(tournament)
    number = _first_untouched_round(session)
    author = Author(user=played_by, device=_("joué au hasard"))
    is_by_seat = format_of(tournament.format, tournament.game).sheet is SheetKind.SCORES
    play = play_sheets if is_by_seat else play_boards
    play(session, (number,), author, rng)
    return number


@transaction.atomic
def delete_practice(*, tournament: Tournament, deleted_by: User | None) -> None:
    """Delete a practice event whole: people, places, deals, results, trace; one line of the club's stays.

    Raises:
        AppError: `not_practice`.
    """
    locked = lock_tournament(tournament)
    _require_practice(locked)
    deal_sets = list(DealSet.objects.filter(session__tournament=locked))
    movements = list(StoredMovement.objects.filter(sections__session__tournament=locked).distinct())
    club, name = locked.club, locked.name
    _delete_with_dependants([locked])
    for deal_set in deal_sets:
        deal_set.delete()
    drop_unused(movements)
    if not club.tournaments.filter(is_practice=True).exists():
        Person.everybody.filter(club=club, is_fictitious=True).delete()
    record_event(club=club, actor=deleted_by, action="practice.deleted", subject=name)


def _delete_with_dependants(rows: Iterable[models.Model]) -> None:
    """Delete rows after whatever is kept from losing them: all of it belongs to the same event."""
    for row in rows:
        while True:
            try:
                row.delete()
                break
            except ProtectedError as error:
                _delete_with_dependants(error.protected_objects)


def _require_practice(tournament: Tournament) -> None:
    if not tournament.is_practice:
        raise AppError("not_practice", _("Ce tournoi n’est pas un entraînement."))


def _first_untouched_round(session: Session) -> int:
    """Number of the first round with a line that never had a result.

    Raises:
        AppError: `practice_done`.
    """
    plays = Play.objects.filter(round__section__session=session)
    untouched = plays.exclude(pk__in=ResultSlip.objects.of_session(session).values("play"))
    number: int | None = untouched.aggregate(first=Min("round__number"))["first"]
    if number is None:
        raise _nothing_left()
    return number


def _nothing_left() -> AppError:
    return AppError("practice_done", _("Il ne reste rien à jouer au hasard : regardez le classement."))


def _draw(tournament: Tournament, rng: random.Random, actor: User | None) -> None:
    if find_format(tournament.format).has_partners:
        line_up(
            tournament=tournament,
            method=LineUpMethod.LOT,
            is_apart=False,
            rng=rng,
            placed_by=actor,
        )
    else:
        draw_places(tournament=tournament, rng=rng, drawn_by=actor)


def _make_people(club: Club, count: int) -> list[Person]:
    """So many more fictitious people of the club, with names that go on where the last ones ended."""
    first = Person.everybody.filter(club=club, is_fictitious=True).count()
    return Person.everybody.bulk_create(
        Person(club=club, is_fictitious=True, shows_full_name=True, **_identity(number))
        for number in range(first, first + max(0, count))
    )


def _identity(number: int) -> Mapping[str, str]:
    return {
        "last_name": LAST_NAMES[number % len(LAST_NAMES)],
        "first_name": FIRST_NAMES[(number * 11 + number // len(LAST_NAMES)) % len(FIRST_NAMES)],
        "series": Series.values[number % len(Series.values)],
    }
