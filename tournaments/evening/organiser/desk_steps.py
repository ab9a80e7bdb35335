"""The steps of an evening in words, each with the page where it is done."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind, TournamentState
from tournaments.evening.queries.desk import DeskStep, DeskSummary
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step as the desk shows it."""

    title: str
    detail: str
    url: str
    link: str
    """Text of the link to `url`."""
    is_done: bool
    is_next: bool


def shown_steps(tournament: Tournament, summary: DeskSummary) -> list[ShownStep]:
    """Every step of the evening, in order."""
    return [
        ShownStep(
            title,
            detail,
            reverse(page, args=[tournament.slug]),
            link,
            step in summary.done,
            step == summary.next_step,
        )
        for step in summary.steps
        for title, detail, page, link in [_WORDS[step](tournament, summary)]
    ]


Words = tuple[str, str, str, str]
"""Title, detail, name of the page, text of the link."""


def _entries(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"entered": summary.entry_count, "seats": summary.seat_count}
    has_teams = find_format(tournament.format).has_teams
    return (
        _("Inscrire les équipes") if has_teams else _("Inscrire les joueurs"),
        _("Inscrits : %(entered)d sur %(seats)d.") % counts,
        "organiser-entries",
        _("Inscrits"),
    )


def _places(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"placed": summary.placed_count, "seats": summary.seat_count}
    return (
        _("Donner les places de départ"),
        _("Places prises : %(placed)d sur %(seats)d ; choisies, ou tirées au sort.") % counts,
        "organiser-places",
        _("Places de départ"),
    )


def _deals(tournament: Tournament, summary: DeskSummary) -> Words:
    detail = (
        _("%(boards)d étuis prêts et scellés.")
        if summary.session.deal_set
        else _("%(boards)d étuis à préparer.")
    )
    return (
        _("Distribuer les donnes"),
        detail % {"boards": summary.board_count},
        "organiser-deals",
        _("Étuis"),
    )


def _seating(tournament: Tournament, summary: DeskSummary) -> Words:
    if tournament.state == TournamentState.DRAFT:
        detail = _("Dès que toutes les places sont prises : qui joue où, à chaque position.")
        return _("Fixer les places"), detail, "organiser-places", _("Places de départ")
    detail = _("Chacun sait où il joue à chaque position.")
    return _("Fixer les places"), detail, "organiser-seats", _("Tables de chaque position")


def _papers(tournament: Tournament, summary: DeskSummary) -> Words:
    if summary.results_counted:
        detail = _("La soirée est commencée ; chaque document peut être réimprimé.")
    else:
        counts = {"ready": len(summary.papers_ready & summary.papers), "all": len(summary.papers)}
        if DocumentKind.SCORE_SHEETS in summary.papers:
            told = _("Placement, feuilles de marque ; documents prêts : %(ready)d sur %(all)d.")
        else:
            told = _("Placement, feuilles ambulantes, diagrammes ; documents prêts : %(ready)d sur %(all)d.")
        detail = told % counts
    return _("Imprimer les papiers"), detail, "organiser-documents", _("Documents")


def _results(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"counted": summary.results_counted, "expected": summary.results_expected}
    detail = _("Résultats saisis : %(counted)d sur %(expected)d.") % counts
    if not summary.results_expected:
        detail = _("Les feuilles à saisir viennent dès que les places sont fixées.")
    return _("Saisir les résultats"), detail, "organiser-results", _("Résultats")


def _finish(tournament: Tournament, summary: DeskSummary) -> Words:
    return (
        _("Terminer le tournoi"),
        _("Quand tous les résultats sont saisis ; il peut être rouvert."),
        "organiser-desk",
        _("Bureau"),
    )


_WORDS: dict[DeskStep, Callable[[Tournament, DeskSummary], Words]] = {
    DeskStep.ENTRIES: _entries,
    DeskStep.PLACES: _places,
    DeskStep.DEALS: _deals,
    DeskStep.SEATING: _seating,
    DeskStep.PAPERS: _papers,
    DeskStep.RESULTS: _results,
    DeskStep.FINISH: _finish,
}
