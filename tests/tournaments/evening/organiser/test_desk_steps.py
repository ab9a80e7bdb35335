"""Steps of the desk in every state of an evening: mark and sentence follow the stored rows."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from tests.factories.incidents import deal_with, entry_called, play_rounds
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import make_seated_sheets, make_sheet_tournament
from tests.factories.tournaments import (
    EVENING,
    enter_result,
    enter_results,
    list_plays,
    make_entered_tournament,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
)
from tournaments.base.access import Right
from tournaments.enums import DocumentKind, JobState
from tournaments.evening.organiser.desk_steps import shown_steps
from tournaments.evening.queries.desk import load_desk
from tournaments.evening.services.announcement import cancel_event
from tournaments.events.services.events import create_tournament
from tournaments.events.services.states import finish_tournament
from tournaments.incidents.services.arriving import Arriving
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.missing import LeftEmpty
from tournaments.incidents.services.shortening import Shortening
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Club, PrintedDocument, Section, Tournament
from tournaments.movements.services.sections import SectionPlan
from tournaments.paper.queries.papers import papers_made
from tournaments.seating.services.seating import apply_movement

VISITOR = Newcomer(last_name="Retard", first_name="Zoé")
DONE, NEXT, OPEN, PASSED = "✓", "→", " ", "–"
ALL_STEPS = ["ENTRIES", "PLACES", "DEALS", "SEATING", "PAPERS", "PHONES", "RESULTS", "FINISH"]


@dataclass(frozen=True)
class State:
    """A state of an evening, the marks of its steps in order, and sentences by step of a duplicate."""

    make: Callable[[Club], Tournament]
    marks: str
    sentences: dict[str, str] = field(default_factory=dict)


def one_too_many(club: Club) -> Tournament:
    tournament = make_entered_tournament(club)
    Section.objects.filter(session__tournament=tournament).update(player_count=19)
    return tournament


def not_dealt(club: Club) -> Tournament:
    tournament = make_seated_tournament(club, is_dealt=False)
    enter_result(list_plays(tournament)[0], 56)
    return Tournament.objects.get(pk=tournament.pk)


def never_came(club: Club) -> Tournament:
    tournament = make_seated_tournament(club)
    deal_with(tournament, LeftEmpty(entry=entry_called(tournament, "Nom01")))
    return Tournament.objects.get(pk=tournament.pk)


def came_late(club: Club) -> Tournament:
    tournament = make_seated_tournament(club)
    play_rounds(tournament, 1)
    place_left = deal_with(tournament, Leaving(entry=entry_called(tournament, "Nom01"), after_round=1))
    deal_with(tournament, Arriving(comes=VISITOR, place=place_left, first_round=3))
    return Tournament.objects.get(pk=tournament.pk)


def cut_short(club: Club) -> Tournament:
    tournament = make_seated_tournament(club)
    play_rounds(tournament, 3)
    deal_with(tournament, Shortening(last_round=3))
    return Tournament.objects.get(pk=tournament.pk)


def finished(club: Club) -> Tournament:
    return finish_tournament(tournament=came_late_and_played(club), finished_by=None)


def came_late_and_played(club: Club) -> Tournament:
    tournament = came_late(club)
    enter_results((play, 56) for play in list_plays(tournament) if not play.slips.exists())
    return Tournament.objects.get(pk=tournament.pk)


def cancelled(club: Club) -> Tournament:
    return cancel_event(tournament=make_tournament(club), cancelled_by=None)


def two_colours(club: Club) -> Tournament:
    return create_tournament(
        club=club,
        name="Soirée",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=5, round_count=5, boards_per_set=4)] * 2,
        created_by=None,
    )


def second_session(club: Club) -> Tournament:
    tournament = play_session(make_short_evening(club))
    print_papers(tournament)
    open_next(tournament, qualified=12)
    return Tournament.objects.get(pk=tournament.pk)


def second_session_seated(club: Club) -> Tournament:
    return apply_movement(tournament=second_session(club), seated_by=None)


def free_deals(club: Club) -> Tournament:
    return make_seated_sheets(club)


def friendly(club: Club) -> Tournament:
    return make_sheet_tournament(club, format_code="friendly")


def teams(club: Club) -> Tournament:
    tournament = make_team_tournament(club, "triplets", is_seated=True)
    enter_result(list_plays(tournament)[0], 56)
    return Tournament.objects.get(pk=tournament.pk)


def print_papers(tournament: Tournament) -> None:
    for kind in (DocumentKind.TRAVELLERS, DocumentKind.SEAT_LISTS, DocumentKind.HAND_DIAGRAMS):
        PrintedDocument.objects.create(
            tournament=tournament, kind=kind, state=JobState.DONE, file="printed/x.pdf"
        )


STATES = {
    "empty": State(make_tournament, "→       ", {"ENTRIES": "Inscrits : 0 sur 20."}),
    "full": State(make_entered_tournament, "✓✓→     ", {"DEALS": "20 étuis à préparer."}),
    "two colours": State(
        two_colours,
        "→       ",
        {"DEALS": "20 donnes, les mêmes dans chaque couleur : 40 étuis à préparer."},
    ),
    "one too many": State(one_too_many, "→       ", {"ENTRIES": "Inscrits : 20 pour 19 places, 1 de trop."}),
    "cancelled": State(cancelled, "        "),
    "seated": State(
        make_seated_tournament,
        "✓✓✓✓→   ",
        {"DEALS": "20 étuis prêts et scellés.", "ENTRIES": "Inscrits : 20."},
    ),
    "nothing dealt": State(
        not_dealt,
        "✓✓–✓––→ ",
        {"DEALS": "Aucune donne n’est distribuée ici : les 20 étuis viennent d’ailleurs."},
    ),
    "never came": State(
        never_came, "✓✓✓✓→   ", {"ENTRIES": "Inscrits : 20. Ont joué ou jouent : 19. Partis : 1."}
    ),
    "one left, one came": State(
        came_late,
        "✓✓✓✓––→ ",
        {"ENTRIES": "Inscrits : 21. Partis : 1.", "PLACES": "Les places de départ sont données."},
    ),
    "cut short": State(
        cut_short,
        "✓✓✓✓––✓→",
        {"RESULTS": "Résultats saisis : 60 sur 60. 40 donnes ne sont pas jouées."},
    ),
    "finished": State(
        finished,
        "✓✓✓✓––✓✓",
        {
            "ENTRIES": "Inscrits : 21. Partis : 1.",
            "PHONES": "Aucun code de table n’est ouvert.",
            "FINISH": "Le tournoi est terminé ; il peut être rouvert.",
        },
    ),
    "second session": State(
        second_session,
        "✓✓→     ",
        {
            "ENTRIES": "Inscrits : 20. Places dans la séance 2 : 12.",
            "PAPERS": "Placement, feuilles ambulantes, diagrammes ; documents prêts : 0 sur 3.",
        },
    ),
    "second session seated": State(
        second_session_seated, "✓✓→✓    ", {"ENTRIES": "Inscrits : 20. Jouent la séance 2 : 12."}
    ),
    "free deals": State(free_deals, "✓✓✓→   "),
    "friendly": State(friendly, "✓✓→     "),
    "teams": State(teams, "✓✓–✓––→ ", {"ENTRIES": "Inscrits : 6."}),
}


@pytest.mark.parametrize("name", STATES)
def test_marks_and_sentences_of_the_steps(name: str, club: Club) -> None:
    state = STATES[name]
    tournament = state.make(club)

    summary = load_desk(tournament)
    steps = shown_steps(tournament, summary, set(Right))

    marks = "".join(
        DONE if step.is_done else NEXT if step.is_next else PASSED if step.is_passed else OPEN
        for step in steps
    )
    details = dict(zip(ALL_STEPS, (step.detail for step in steps), strict=False))
    assert marks == state.marks
    assert {step: details[step] for step in state.sentences} == state.sentences


def test_figures_of_an_evening_cut_short_are_those_played(club: Club) -> None:
    summary = load_desk(cut_short(club))

    assert (summary.round_count, summary.deals_per_player) == (3, (12, 12))


def test_papers_of_an_earlier_session_do_not_count_in_the_next(club: Club) -> None:
    tournament = play_session(make_short_evening(club))
    print_papers(tournament)
    in_the_first = set(papers_made(tournament))

    open_next(tournament)

    assert in_the_first == {"travellers", "seat_lists", "hand_diagrams"}
    assert papers_made(tournament) == {}
