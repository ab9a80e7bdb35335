"""Draw the tables of the next round, change them by hand, publish them, and undo that.

Source:
    FFT, Manuel de l'organisateur (2011) M4-M5: the movement, a new draw, or best against best. The ways can
    be mixed, but the movement cannot be resumed after another one.
"""

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.base.queries.sessions import current_session
from tournaments.base.words.wording import app_error
from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.event_options import lines_per_round
from tournaments.core.movements.colour_draws import draw_colours
from tournaments.core.movements.movement import NOBODY
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.draws.queries.fixed_teams import FixedTeams
from tournaments.draws.queries.next_rounds import (
    DrawFacts,
    follows_movement,
    load_draw_facts,
    movement_units,
    rank_present,
)
from tournaments.enums import PLAYED_STATES, DrawMethod, DrawState
from tournaments.events.services.events import lock_tournament
from tournaments.incidents.services.actions import undo_incident_step
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.seat_steps import add_table
from tournaments.incidents.services.table_regrouping import widen_tables
from tournaments.models import (
    Play,
    ResultSlip,
    Round,
    RoundDraw,
    RoundLock,
    Ruling,
    Seating,
    Session,
    Table,
    Tournament,
)
from tournaments.movements.queries.movements import movement_of, session_line_kind
from tournaments.seating.services.kept_lines import refuse_kept_lines
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings

DrawnTable = list[int | None]
"""Entry id of each seat in playing order; None for an empty seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWish:
    """The organiser's choice for a draw."""

    method: DrawMethod
    odd_players: OddPlayers = OddPlayers.THREES
    is_apart: bool = True
    changes_colour: bool = False
    """True if the tables are drawn from the players of all colours."""
    most_missing: int = 0
    """Largest number of missing sheets with which the round may be drawn."""


@transaction.atomic
def draw_round(
    *,
    tournament: Tournament,
    wish: DrawWish,
    drawn_by: User | None,
    seed: str | None = None,
    seen: str | None = None,
) -> RoundDraw:
    """Propose the tables of the next round. An earlier proposal is replaced.

    Args:
        seed: of a draw by lot; None for a new one.
        seen: mark of the round and proposal on the page (`proposal_mark`); None if unknown.

    Raises:
        AppError: with one of these codes:

        - `drawn_meanwhile`: the page showed another round, or another proposal;
        - `not_drawn`, `not_playing`, `all_drawn`: there is no round to draw;
        - `sheets_missing`: more sheets are missing than the wish allows;
        - `free_players`: so many players make no tables in the way that is wished;
        - `colour_full`: a colour has too few tables for its players;
        - `movement_left`: the rounds so far are not those of the movement.
    """
    session, facts, upcoming = _lock_facts(tournament)
    if seen not in {None, proposal_mark(upcoming, find_proposal(upcoming))}:
        raise AppError(
            "drawn_meanwhile",
            _(
                "Une autre personne a tiré ou publié entre-temps : regardez cette page, puis tirez de nouveau"
                " si c’est encore à faire."
            ),
        )
    if len(facts.missing) > wish.most_missing:
        message = ngettext(
            "Il manque %(count)d feuille : attendez-la, ou tirez avec autant de feuilles manquantes.",
            "Il manque %(count)d feuilles : attendez-les, ou tirez avec autant de feuilles manquantes.",
            len(facts.missing),
        ) % {"count": len(facts.missing)}
        raise AppError("sheets_missing", message, fields={"most_missing": message})
    seed = secrets.token_hex(8) if seed is None else seed
    order = rank_present(session, facts) if wish.method == DrawMethod.BEST else facts.present
    tables, resting = _propose(facts, upcoming, wish, order, seed)
    upcoming.draws.filter(state=DrawState.DRAFT).delete()
    draw = RoundDraw.objects.create(
        round=upcoming,
        method=wish.method,
        odd_players=wish.odd_players,
        is_apart=wish.is_apart,
        changes_colour=wish.changes_colour,
        seed=seed,
        order=list(order),
        tables=[[number, seats] for number, seats in tables.items()],
        resting=resting,
        missing=[[sheet.round, sheet.table] for sheet in facts.missing],
        made_by=drawn_by,
    )
    _record(tournament, draw, facts, "draw.made", drawn_by)
    return draw


def find_proposal(upcoming: Round) -> RoundDraw | None:
    """Return the proposal for a round that is not published. One query."""
    return upcoming.draws.filter(state=DrawState.DRAFT).first()


def proposal_mark(upcoming: Round, proposal: RoundDraw | None) -> str:
    """Return the text by which a page names the round and the proposal that it shows."""
    return f"{upcoming.pk}-{proposal.pk if proposal else 0}"


@transaction.atomic
def swap_places(*, draw: RoundDraw, first: str, second: str, changed_by: User | None) -> RoundDraw:
    """Swap two places of a proposal, by hand: two players, or a player and an empty seat.

    Teams that stay together change places as a whole.

    Args:
        first, second: places, "3-2" for table 3, seat 2, or "r-1" for the second resting player.

    Raises:
        AppError: `no_such_place`; `table_size`: a table would have too few or too many players; `team_place`:
            a place is not that of a whole team; or as `draw_round`.
    """
    _session, facts, _upcoming = _lock_facts(draw.round.section.session.tournament)
    draw = _lock_draft(draw)
    tables, resting = tables_of(draw), list[int | None](draw.resting)
    # a place to rest is always free
    resting.append(None)
    rows: dict[str, DrawnTable] = {str(number): seats for number, seats in tables.items()} | {"r": resting}
    places = [_read_place(rows, text, field) for field, text in (("first", first), ("second", second))]
    (row, seat), (other_row, other_seat) = places
    if facts.teams is None:
        row[seat], other_row[other_seat] = other_row[other_seat], row[seat]
    else:
        _swap_teams(rows.values(), facts.teams, row[seat], other_row[other_seat])
    for number, seats in tables.items():
        size = sum(pk is not None for pk in seats)
        if size and size not in facts.table_sizes.possible:
            message = _("La table %(table)d aurait %(count)d joueurs : il en faut %(least)d à %(most)d.") % {
                "table": number,
                "count": size,
                "least": facts.table_sizes.least,
                "most": facts.table_sizes.most,
            }
            raise AppError("table_size", message, fields={"second": message})
    draw.tables = [[number, seats] for number, seats in tables.items()]
    draw.resting = [pk for pk in resting if pk is not None]
    draw.swaps += 1
    draw.save(update_fields=["tables", "resting", "swaps"])
    _record(draw.round.section.session.tournament, draw, facts, "draw.changed", changed_by)
    return draw


def _swap_teams(rows: Iterable[DrawnTable], teams: FixedTeams, first: int | None, second: int | None) -> None:
    """Exchange two members of one team, or all members of two teams. Raises as `swap_places`."""
    leaders = [teams.leader_of.get(pk) if pk is not None else None for pk in (first, second)]
    if None in leaders:
        message = _("Les équipes restent ensemble : choisissez deux joueurs d’équipes complètes.")
        raise AppError("team_place", message, fields={"second": message})
    if leaders[0] == leaders[1]:
        pairs = [(first, second)]
    else:
        pairs = list(zip(*(teams.members[leader] for leader in leaders if leader is not None), strict=True))
    other_of = {pk: other for pair in pairs for pk, other in (pair, pair[::-1])}
    for row in rows:
        row[:] = [other_of.get(pk, pk) for pk in row]


@transaction.atomic
def publish_draw(*, draw: RoundDraw, seen_swaps: int, published_by: User | None) -> RoundDraw:
    """Seat the players as proposed. Phones, screens and papers show the round from now on.

    Args:
        seen_swaps: number of changes by hand in the proposal that the organiser read.

    Raises:
        Conflict: `draw_changed`: another organiser changed, published or withdrew the proposal.
        AppError: `players_changed`: a player left or came since the draw; as `draw_round`.
    """
    tournament = draw.round.section.session.tournament
    session, facts, upcoming = _lock_facts(tournament)
    draw = _lock_draft(draw)
    if draw.round_id != upcoming.pk or draw.swaps != seen_swaps:
        raise _changed()
    tables = tables_of(draw)
    players = [pk for seats in tables.values() for pk in seats if pk is not None]
    if sorted([*players, *draw.resting]) != list(facts.present):
        raise AppError(
            "players_changed",
            _("Un joueur est parti ou arrivé depuis le tirage : tirez de nouveau cette position."),
        )
    width = max(seat + 1 for seats in tables.values() for seat, pk in enumerate(seats) if pk is not None)
    rows, table_steps = _table_rows(session, tables)
    draw.steps = [*widen_tables(session, width), *table_steps]
    rounds = {row.section_id: row for row in rounds_of(draw)}
    Seating.objects.bulk_create(
        Seating(round=rounds[rows[number].section_id], table=rows[number], seat=seat, entry_id=pk)
        for number, seats in tables.items()
        for seat, pk in enumerate(seats)
        if pk is not None
    )
    lines = lines_per_round(session_line_kind(session), facts.sections[0].boards_per_set)
    Play.objects.bulk_create(
        Play(round=rounds[rows[number].section_id], table=rows[number], board=board)
        for number, seats in tables.items()
        if any(pk is not None for pk in seats)
        for board in range(1, lines + 1)
    )
    draw.state, draw.published_at = DrawState.PUBLISHED, timezone.now()
    draw.save(update_fields=["state", "published_at", "steps"])
    _record(tournament, draw, facts, "round.drawn", published_by)
    request_standings(session=session)
    return draw


@transaction.atomic
def undo_draw(*, draw: RoundDraw, undone_by: User) -> RoundDraw:
    """Take the seats of a published round away, as long as nothing rests on them.

    Raises:
        AppError: with one of these codes:

        - `not_published`;
        - `later_round`: a later round is drawn;
        - `results_exist`, `rulings_exist`, `round_locked`: a result, a ruling or a lock stands in the round;
        - that of `refuse_kept_lines`.
    """
    tournament = lock_tournament(draw.round.section.session.tournament)
    draw = RoundDraw.objects.select_related("round__section__session__tournament").get(pk=draw.pk)
    if draw.state != DrawState.PUBLISHED:
        raise AppError("not_published", _("Ce tirage n’est plus publié."))
    refuse_undoing(draw)
    rounds = rounds_of(draw)
    Play.objects.filter(round__in=rounds).delete()
    Seating.objects.filter(round__in=rounds).delete()
    for step in reversed(draw.steps):
        undo_incident_step(draw.round.section.session, step, undone_by)
    draw.state, draw.undone_at = DrawState.UNDONE, timezone.now()
    draw.save(update_fields=["state", "undone_at"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=undone_by,
        action="round.undrawn",
        subject=str(draw.round.number),
        after={"draw": draw.pk, "round": draw.round.number},
    )
    request_standings(session=draw.round.section.session)
    return draw


def rounds_of(draw: RoundDraw) -> QuerySet[Round]:
    """Return the round of each colour that a draw seats."""
    return Round.objects.filter(section__session=draw.round.section.session_id, number=draw.round.number)


def refuse_undoing(draw: RoundDraw) -> None:
    """Refuse to undo a published draw on which something rests. Raises as `undo_draw`. Five queries."""
    session = draw.round.section.session_id
    rounds = rounds_of(draw)
    later_rounds = Round.objects.filter(section__session=session, number__gt=draw.round.number)
    if later_rounds.exclude(seatings=None).exists():
        raise AppError("later_round", _("Un tirage plus tardif est publié : annulez-le d’abord."))
    if ResultSlip.objects.filter(play__round__in=rounds).exists():
        raise AppError("results_exist", _("Des résultats de cette position sont déjà saisis."))
    if Ruling.objects.filter(play__round__in=rounds).in_force().exists():
        raise AppError("rulings_exist", _("Une décision d’arbitrage porte sur cette position."))
    if RoundLock.objects.filter(session=session, round_number=draw.round.number, unlocked_at=None).exists():
        raise AppError("round_locked", _("Cette position est contrôlée et verrouillée."))
    refuse_kept_lines(Play.objects.filter(round__in=rounds))


def repeat_draw(draw: RoundDraw, facts: DrawFacts) -> Mapping[int, DrawnTable]:
    """Return the tables that the method, the order and the seed of a draw give, to check it.

    Args:
        facts: of the session, with the seats of the rounds before this one only.
    """
    wish = DrawWish(
        method=DrawMethod(draw.method),
        odd_players=OddPlayers(draw.odd_players),
        is_apart=draw.is_apart,
        changes_colour=draw.changes_colour,
    )
    return _propose(facts, draw.round, wish, draw.order, draw.seed)[0]


def tables_of(draw: RoundDraw) -> dict[int, DrawnTable]:
    """Return the seats of each table of a draw, by number. A table has a seat for each that may be taken."""
    return {number: list(seats) for number, seats in draw.tables}


def _propose(
    facts: DrawFacts, upcoming: Round, wish: DrawWish, order: Sequence[int], seed: str
) -> tuple[dict[int, DrawnTable], list[int]]:
    """Return the tables by number, and the players who rest."""
    if wish.method == DrawMethod.MOVEMENT:
        return _follow_movement(facts, upcoming)
    if facts.teams is None:
        wishes = facts.wishes(wish.odd_players, is_apart=wish.is_apart)
    else:
        order = facts.teams.rank_complete(order)
        wishes = facts.team_wishes(facts.teams, is_apart=wish.is_apart)
    # a team belongs to the colour of its first member
    colours = facts.colours(order)
    if wish.method == DrawMethod.RANDOM:
        order = list(order)
        # the seed is published in the trace, so that the draw can be checked
        random.Random(seed).shuffle(order)  # noqa: S311
    try:
        drawn = draw_colours(
            order,
            colours,
            wishes,
            minds_ranks=wish.method == DrawMethod.BEST,
            changes_colour=wish.changes_colour,
        )
    except NoSuchMovement as error:
        raise app_error(error) from error
    width = max(facts.shape.seat_count, *(len(table) for colour in drawn for table in colour.tables))
    tables = {
        section.first_table + index: (
            _seat_players(table, facts.usual_seats, width)
            if facts.teams is None
            else facts.teams.seat_table(table, width)
        )
        for section, colour in zip(facts.sections, drawn, strict=True)
        for index, table in enumerate(colour.tables)
    }
    seated = {pk for seats in tables.values() for pk in seats}
    # a player whose team is not complete rests, as do the members of a team that rests
    resting = (
        [pk for colour in drawn for pk in colour.resting]
        if facts.teams is None
        else [pk for pk in facts.present if pk not in seated]
    )
    return tables, resting


def _seat_players(players: Sequence[int], usual: int, width: int) -> DrawnTable:
    """Return the seats of a table, in the order of the sheets. A table of three has no North.

    Source:
        FFT, Manuel de l'organisateur (2011) M4: the North of the last table is the one who is missing.
    """
    seats_in_order = list_sheet_seats_with_fifth(width)
    first = 1 if len(players) < usual else 0
    seats: DrawnTable = [None] * width
    for seat, pk in zip(seats_in_order[first:], players, strict=False):
        seats[seat] = pk
    return seats


def _follow_movement(facts: DrawFacts, upcoming: Round) -> tuple[dict[int, DrawnTable], list[int]]:
    """Return the next round of the movement. Players who left leave an empty seat, late ones fill it."""
    if not follows_movement(facts):
        raise AppError(
            "movement_left",
            _("On n’a pas joué selon le mouvement jusqu’ici : il ne peut pas être repris."),
        )
    present, unit_of = set(facts.present), movement_units(facts)
    entry_of = {unit: pk for pk, unit in unit_of.items() if pk in present}
    late = [pk for pk in facts.present if pk not in unit_of]
    tables: dict[int, DrawnTable] = {}
    for index, section in enumerate(facts.sections):
        late_here = [pk for pk in late if facts.colour_of[pk] == index]
        players = movement_of(section.movement).players
        for table, units in enumerate(players[upcoming.number - 1].tolist(), start=section.first_table):
            seats: DrawnTable = [entry_of.get((index, unit)) if unit != NOBODY else None for unit in units]
            for seat, unit in enumerate(units):
                if unit != NOBODY and seats[seat] is None and late_here:
                    seats[seat] = late_here.pop(0)
            if sum(pk is not None for pk in seats) in facts.table_sizes.possible:
                tables[table] = seats
    seated = {pk for seats in tables.values() for pk in seats}
    return tables, [pk for pk in facts.present if pk not in seated]


def _lock_facts(tournament: Tournament) -> tuple[Session, DrawFacts, Round]:
    """Return the session, its data and the round to draw. The tournament is locked."""
    locked = lock_tournament(tournament)
    session = current_session(locked)
    if not session.sections.filter(is_drawn=True).exists():
        raise AppError("not_drawn", _("Dans cette séance, les positions suivent le mouvement."))
    if locked.state not in PLAYED_STATES:
        raise AppError(
            "not_playing", _("Vous pourrez tirer une position une fois les places fixées, avant la fin.")
        )
    facts = load_draw_facts(session)
    if facts.upcoming is None:
        raise AppError("all_drawn", _("Toutes les positions sont tirées."))
    return session, facts, facts.upcoming


def _lock_draft(draw: RoundDraw) -> RoundDraw:
    locked = (
        RoundDraw.objects.select_for_update(of=("self",))
        .select_related("round__section__session__tournament__club")
        .filter(pk=draw.pk, state=DrawState.DRAFT)
        .first()
    )
    if locked is None:
        raise _changed()
    return locked


def _changed() -> Conflict:
    return Conflict("draw_changed", _("Le tirage a changé entre-temps : regardez-le de nouveau."))


def _read_place(rows: Mapping[str, DrawnTable], text: str, field: str) -> tuple[DrawnTable, int]:
    table, _dash, seat = text.partition("-")
    row = rows.get(table)
    if row is None or seat not in map(str, range(len(row))):
        message = _("Cette place n’est pas dans le tirage : choisissez-en une de la liste.")
        raise AppError("no_such_place", message, fields={field: message})
    return row, int(seat)


def _table_rows(session: Session, numbers: Iterable[int]) -> tuple[dict[int, Table], list[Step]]:
    """Return the rows of tables by number, and the steps that added some of them to the last section."""
    rows = {table.number: table for table in Table.objects.filter(section__session=session)}
    steps = []
    for number in numbers:
        if number not in rows:
            rows[number] = Table(section=session.sections.order_by("number").last(), number=number)
            steps.append(add_table(rows[number]))
    return rows, steps


def _record(
    tournament: Tournament, draw: RoundDraw, facts: DrawFacts, action: str, actor: User | None
) -> None:
    """Write the draw with all that is needed to repeat it: method, order, seed, tables."""
    names = {pk: str(entry) for pk, entry in facts.entries.items()}
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=str(draw.round.number),
        after={
            "draw": draw.pk,
            "round": draw.round.number,
            "method": str(draw.method),
            "odd": str(draw.odd_players),
            "apart": draw.is_apart,
            "mixed": draw.changes_colour,
            "seed": draw.seed,
            "order": draw.order,
            "swaps": draw.swaps,
            "missing": draw.missing,
            "tables": {
                str(number): [names[pk] for pk in seats if pk is not None] for number, seats in draw.tables
            },
            "resting": [names[pk] for pk in draw.resting],
        },
    )
