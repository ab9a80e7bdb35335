"""Public evenings of every kind with all contents of their pages; larger at size 2."""

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256

from tests.factories.recorded_plays import record_play
from tests.factories.sessions import open_next
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    EVENING,
    SCORES,
    make_people,
    make_team_tournament,
    make_user,
)
from tournaments.base.queries.sessions import current_session
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.core.showing import Moment, Showing, showing_document
from tournaments.deals.services.deals import deal_boards, open_boards
from tournaments.enums import SlipKind, TournamentState, Visibility
from tournaments.events.services.events import create_tournament, enter_people
from tournaments.models import (
    Club,
    Entry,
    FeeRate,
    Person,
    Play,
    PrizePlan,
    ResultSlip,
    RoundClock,
    Seating,
    Session,
    Substitution,
    Tournament,
)
from tournaments.movements.queries.movements import sections_by_place, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.services.rulings import RulingDraft, give_ruling
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import arrange_places
from tournaments.work.kinds import request_standings

LAST_ROUND_HELD = showing_document(Showing(held_rounds=1))
AFTER_SESSION = showing_document(Showing(boards=Moment.SESSION))
"""Showing that depends on the progress of the play, so that every page has to query it."""
TEAM_SHAPES: Mapping[str, tuple[str, str]] = {
    "triplets": ("fft-triplet-howell-3-5-6-4", "fft-triplet-howell-4-7-8-4"),
    "quartets": ("fft-quartets-5-4-5-5", "fft-quartets-7-6-7-4"),
    "triangular": ("fft-triangular-3-8-3-3", "fft-triangular-3-8-3-6"),
}
"""Movements of sizes 1 and 2, by format."""


def show_individual(club: Club, size: int) -> Tournament:
    """Build two sessions of sections of five tables, three at size 2. One result of round 3 is missing."""
    plan = SectionPlan(table_count=5, round_count=4, boards_per_set=1)
    tournament = create_tournament(
        club=club,
        name="Individuel",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[plan] * size,
        created_by=None,
    )
    places = sections_by_place(sections_of(tournament))
    people = make_people(club, len(places))
    entries = enter_people(tournament=tournament, people=people, entered_by=None)
    places_of_entries = {place: entry.pk for place, entry in zip(places, entries, strict=True)}
    arrange_places(tournament=tournament, wanted=places_of_entries, seen={}, arranged_by=None)
    for _earlier in range(size):
        apply_movement(tournament=tournament, seated_by=None)
        play(tournament)
        open_next(tournament)
    deal_boards(
        session=current_session(tournament), dealt_by=None, seed=sha256(tournament.slug.encode()).digest()
    )
    apply_movement(tournament=tournament, seated_by=None)
    play(tournament, is_ruled=True, missing=1)
    open_hands(current_session(tournament), size)
    add_what_surrounds(tournament, size)
    return show(tournament, LAST_ROUND_HELD)


def show_teams(club: Club, format_code: str, size: int) -> Tournament:
    """Build a played evening of teams, with rulings."""
    shape = TEAM_SHAPES[format_code][size - 1]
    tournament = make_team_tournament(club, format_code, shape=shape, is_seated=True)
    play(tournament, is_ruled=True)
    return show(tournament)


def show_sheets(club: Club, size: int) -> Tournament:
    """Build a played evening of free deals by pairs."""
    tournament = make_sheet_tournament(
        club, format_code="free_deals_pairs", table_count=5 * size, player_count=20 * size, deals=size
    )
    for number, entry in enumerate(tournament.entries.order_by("pk")):
        Entry.objects.filter(pk=entry.pk).update(partners=f"Paire {number // 2}")
    seat(tournament)
    play(tournament)
    return show(tournament)


def play(tournament: Tournament, *, is_ruled: bool = False, missing: int = 0) -> None:
    """Store the results of the current session and its ranking.

    `missing` results of the round before the last are left out.
    """
    session = current_session(tournament)
    plays = list(Play.objects.filter(round__section__session=session).select_related("round").order_by("pk"))
    third = [play.pk for play in plays if play.round.number == 3][:missing]
    is_sheet = tournament.format.startswith("free")
    results = [{"seat_scores": [30, -10, -10, -10]} if is_sheet else {"score": score} for score in SCORES]
    ResultSlip.objects.bulk_create(
        ResultSlip(play=play, version=1, kind=SlipKind.PLAYED, **results[number % len(SCORES)])
        for number, play in enumerate(plays)
        if play.pk not in third
    )
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.PLAYING)
    if is_ruled:
        rule(session, plays[0])
    request_standings(session=session)
    refresh_standings(session=session)


def rule(session: Session, play: Play) -> None:
    """Store a penalty for the first entry of a play, and neutralise the play."""
    entry = Seating.objects.filter(round=play.round, table=play.table).order_by("seat")[0].entry
    referee = make_user("Arbitre")
    for draft in (
        RulingDraft(effects=(Effect(EffectKind.PENALTY, 1),), guilty=(entry,), reason="retard"),
        RulingDraft(effects=(Effect(EffectKind.NEUTRALISE),), play=play, reason="mauvais étui"),
    ):
        give_ruling(session=session, draft=draft, ruled_by=referee)


def open_hands(session: Session, size: int) -> None:
    """Open every étui, and record the first plays of the first étui card by card."""
    open_boards(session=session, boards=None, opened_by=None)
    for play in Play.objects.filter(round__section__session=session, board=1).order_by("pk")[:size]:
        record_play(play)


def add_what_surrounds(tournament: Tournament, size: int) -> None:
    """Store a clock, prizes, fees, receipts and substitutes."""
    session = current_session(tournament)
    RoundClock.objects.create(session=session, round_number=3, length=timedelta(hours=1))
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    for number, entry in enumerate(tournament.entries.order_by("pk")[:size], start=1):
        tournament.receipts.create(number=number, entry=entry, payer=str(entry), subject="Plein", cents=1000)
    plan = PrizePlan.objects.create(tournament=tournament, showing="winners", redistribution=80)
    for number in range(1, size + 1):
        plan.rules.create(position=number, name=f"Liste {number}", ranking="overall", fund_share=20)
    for entry in tournament.entries.order_by("-pk")[:size]:
        substitute = Person.objects.create(club=tournament.club, last_name=f"Remplaçant{entry.pk}")
        Substitution.objects.create(
            session=session, entry=entry, leaves=entry.person, person=substitute, first_round=4
        )


def show(tournament: Tournament, showing: Mapping[str, object] = AFTER_SESSION) -> Tournament:
    """Make the tournament public, with all its results in or with a showing that does not wait for them."""
    Tournament.objects.filter(pk=tournament.pk).update(
        visibility=Visibility.PUBLIC, showing=showing, log_published_at=tournament.created_at
    )
    return Tournament.objects.get(pk=tournament.pk)
