"""Practice events with fictitious people: create one, take its next step at once, delete it completely."""

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
"""Steps that the site can take. Papers and the end are left to the organiser."""


@transaction.atomic
def create_practice(
    *, club: Club, name: str, format_code: str, starts_on: datetime.date, created_by: User | None
) -> Tournament:
    """Create a practice event without entries, of the format's smallest usual evening."""
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
    """Return the first open step that the site can take; None if only manual steps are left."""
    open_steps = (step for step in summary.steps if step in BY_ITSELF and step not in summary.done)
    return next(open_steps, None)


@transaction.atomic
def take_practice_step(*, tournament: Tournament, rng: random.Random, taken_by: User | None) -> DeskStep:
    """Take the next step: enter players, draw places, deal, fix the seats, or play one round.

    Raises:
        AppError: the event is no practice event (`not_practice`) or all steps are taken (`practice_done`);
            otherwise as the service of the step.
    """
    _require_practice(tournament)
    summary = load_desk(tournament)
    step = next_practice_step(summary)
    if step is None:
        raise _nothing_left()
    if step is DeskStep.ENTRIES:
        missing_count = summary.seat_count - summary.entry_count
        enter_fictitious(tournament=tournament, count=missing_count, rng=rng, entered_by=taken_by)
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
def take_steps_to(
    step: DeskStep, *, tournament: Tournament, rng: random.Random, taken_by: User | None
) -> None:
    """Take the open steps of a practice event up to `step`, one of those that the site can take.

    Raises:
        AppError: as `take_practice_step`.
    """
    _require_practice(tournament)
    while step not in load_desk(tournament).done:
        take_practice_step(tournament=tournament, rng=rng, taken_by=taken_by)
        # the services change their own copies of the event
        tournament.refresh_from_db()


@transaction.atomic
def prepare_fictitious(*, tournament: Tournament) -> None:
    """Create the fictitious people that a practice event of single players lacks: a search then finds them.

    Raises:
        AppError: `not_practice`.
    """
    _require_practice(tournament)
    _make_people(tournament.club, load_desk(tournament).seat_count - tournament.known_people().count())


@transaction.atomic
def enter_fictitious(
    *, tournament: Tournament, count: int, rng: random.Random, entered_by: User | None
) -> None:
    """Enter `count` fictitious players, or teams, of the club. Missing people are created.

    Raises:
        AppError: `not_practice`; otherwise as `enter_people` and `enter_team`.
    """
    _require_practice(tournament)
    tournament_format = find_format(tournament.format)
    person_count = count * (tournament_format.plan.unit_sizes[0] if tournament_format.has_teams else 1)
    people = list(people_free_to_play(tournament))
    people += _make_people(tournament.club, person_count - len(people))
    enter_units(tournament=tournament, people=people, count=count, rng=rng, entered_by=entered_by)


@transaction.atomic
def play_round_at_random(*, tournament: Tournament, rng: random.Random, played_by: User | None) -> int:
    """Record a possible result for each line that never had one, in the first round with such a line.

    Returns:
        Number of the round.

    Raises:
        AppError: the event is no practice event (`not_practice`), no result is missing (`practice_done`), or
            not all hands are known (`hands_missing`).
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
    """Delete a practice event completely: people, places, deals, results and trace.

    One line in the club's trace stays.

    Raises:
        AppError: `not_practice`.
    """
    locked_tournament = lock_tournament(tournament)
    _require_practice(locked_tournament)
    deal_sets = list(DealSet.objects.filter(session__tournament=locked_tournament))
    movements = list(
        StoredMovement.objects.filter(sections__session__tournament=locked_tournament).distinct()
    )
    club, name = locked_tournament.club, locked_tournament.name
    _delete_with_dependants([locked_tournament])
    # after the event: its sessions protect their deals
    for deal_set in deal_sets:
        deal_set.delete()
    drop_unused(movements)
    # fictitious people serve all practice events of the club
    if not club.tournaments.filter(is_practice=True).exists():
        Person.everybody.filter(club=club, is_fictitious=True).delete()
    record_event(club=club, actor=deleted_by, action="practice.deleted", subject=name)


def _delete_with_dependants(rows: Iterable[models.Model]) -> None:
    """Delete rows, after the rows that protect them. All belong to the same event."""
    for row in rows:
        # an attempt may name only some of the rows that protect this one
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
    """Return the number of the first round with a line that never had a result.

    Raises:
        AppError: `practice_done`.
    """
    plays = Play.objects.filter(round__section__session=session)
    untouched_plays = plays.exclude(pk__in=ResultSlip.objects.of_session(session).values("play"))
    number: int | None = untouched_plays.aggregate(first=Min("round__number"))["first"]
    if number is None:
        raise _nothing_left()
    return number


def _nothing_left() -> AppError:
    return AppError("practice_done", _("Il ne reste rien à jouer au hasard : regardez le classement."))


def _draw(tournament: Tournament, rng: random.Random, actor: User | None) -> None:
    # `line_up` lets partners meet as seldom as possible; `draw_places` ignores who is whose partner
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
    """Create fictitious people of the club. Their names continue where the last ones ended."""
    next_number = Person.everybody.filter(club=club, is_fictitious=True).count()
    return Person.everybody.bulk_create(
        Person(club=club, is_fictitious=True, shows_full_name=True, **_identity(number))
        for number in range(next_number, next_number + max(0, count))
    )


def _identity(number: int) -> Mapping[str, str]:
    return {
        "last_name": LAST_NAMES[number % len(LAST_NAMES)],
        # the second term shifts the first names in each turn through the family names
        "first_name": FIRST_NAMES[(number * 11 + number // len(LAST_NAMES)) % len(FIRST_NAMES)],
        "series": Series.values[number % len(Series.values)],
    }
