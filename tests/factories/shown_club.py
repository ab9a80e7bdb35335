"""Club with all public data, from records to registrations; twice as much at size 2."""

import datetime
from dataclasses import dataclass

from accounts.models import User
from tests.factories.registrations import open_event, send_registration
from tests.factories.sessions import make_season, make_season_tariff
from tests.factories.shown_events import show, show_individual, show_sheets, show_teams
from tests.factories.tournaments import make_club, make_people, make_reader, make_tournament, make_user
from tournaments.base.queries.sessions import current_session
from tournaments.enums import CompetitionKind, TournamentState, Visibility
from tournaments.events.services.events import enter_people
from tournaments.models import (
    Club,
    Competition,
    Entry,
    EventRecord,
    Person,
    Play,
    PlayRecord,
    Registration,
    Season,
    TableAccess,
    Tournament,
)
from tournaments.people.services.person_links import ensure_links
from tournaments.results.services.table_access import open_phones
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
    show_competition,
)


@dataclass(frozen=True)
class ShownClub:
    """The club, and the objects in its addresses."""

    club: Club
    season: Season
    competition: Competition
    individual: Tournament
    triplets: Tournament
    quartets: Tournament
    triangular: Tournament
    sheets: Tournament
    prepared: Tournament
    """Event in preparation, open to registrations."""
    registration: Registration
    player: Entry
    """Player of the individual event. Some of their deals are not settled, and their person has a history."""
    rival: Person
    """Person in the same events as the player."""
    record: PlayRecord
    """Record of the first étui of the individual event."""
    table: TableAccess
    """Table of the session that the individual event plays."""
    director: User
    """Director of the individual event. They play in it for another entry and may read the cards."""


def make_shown_club(size: int) -> ShownClub:
    club = make_club(f"Club {size}")
    individual = show_individual(club, size)
    player = player_with_deals_left(individual)
    director = make_user("Directrice", tournament=individual)
    directors_person = individual.entries.exclude(pk=player.pk)[0].person
    Person.objects.filter(pk=directors_person.pk).update(user=director)
    rivals = make_people(club, 3 * size)
    season = add_history(club, [player.person, *rivals], size)
    triplets = show_teams(club, "triplets", size)
    prepared = make_tournament(club, name="À venir")
    enter_people(tournament=prepared, people=make_people(club, size), entered_by=None)
    open_event(prepared)
    registrations = [send_registration(prepared, f"Durand{n} Anne") for n in range(size)]
    return ShownClub(
        club=club,
        season=season,
        competition=add_competition(individual, *more_events(club, size)),
        individual=individual,
        triplets=triplets,
        quartets=show_teams(club, "quartets", size),
        triangular=show_teams(club, "triangular", size),
        sheets=show_sheets(club, size),
        prepared=Tournament.objects.get(pk=prepared.pk),
        registration=registrations[0],
        player=player,
        rival=rivals[0],
        record=PlayRecord.objects.filter(play__round__section__session__tournament=individual)[0],
        table=open_first_table(individual),
        director=make_reader(director, individual),
    )


def player_with_deals_left(tournament: Tournament) -> Entry:
    """Return the entry with a private link at the table whose result is missing."""
    open_play = Play.objects.get(round__section__session__tournament=tournament, slips=None)
    entry = Entry.objects.filter(
        seatings__round=open_play.round, seatings__table=open_play.table
    ).select_related("person__club")[0]
    ensure_links([entry.person])
    return entry


def add_history(club: Club, people: list[Person], size: int) -> Season:
    """Store finished events of a season in which every person has a record."""
    make_season_tariff(club)
    for number in range(3 * size):
        event = Tournament.objects.create(
            club=club,
            name=f"Passée {number}",
            slug=f"passee-{club.pk}-{number}",
            starts_on=datetime.date(2026, 9, 1) + datetime.timedelta(days=number),
            format="duplicate_individual",
            game="tarot-4",
            rule_set="fft",
            state=TournamentState.FINISHED,
            visibility=Visibility.PUBLIC,
        )
        EventRecord.objects.bulk_create(
            EventRecord(
                tournament=event,
                person=person,
                place=place,
                field_size=len(people),
                duplicate_total="900",
                duplicate_deals=20,
                rating_value=1500.0,
                rating_deviation=80.0,
                rating_volatility=0.06,
                season_points="12",
            )
            for place, person in enumerate(people, start=1)
        )
        Entry.objects.bulk_create(Entry(tournament=event, person=person) for person in people)
    return make_season(club)


def more_events(club: Club, size: int) -> list[Tournament]:
    """Build the other tournaments of a competition, without a result."""
    return [show(make_tournament(club, name=f"Étape {number}")) for number in range(size)]


def add_competition(*tournaments: Tournament) -> Competition:
    """Store a public, ranked championship of these tournaments."""
    plan = CompetitionPlan(name="Coupe", kind=CompetitionKind.CHAMPIONSHIP)
    competition = create_competition(club=tournaments[0].club, plan=plan, created_by=None)
    show_competition(competition=competition, visibility=Visibility.PUBLIC, set_by=None)
    for tournament in tournaments:
        add_tournament(competition=competition, tournament=tournament, added_by=None)
    refresh_competition(competition=competition)
    return Competition.objects.get(pk=competition.pk)


def open_first_table(tournament: Tournament) -> TableAccess:
    """Return the link of table 1 in the current session."""
    session = current_session(tournament)
    open_phones(session=session, opened_by=None)
    return TableAccess.objects.get(table__section__session=session, table__number=1)
