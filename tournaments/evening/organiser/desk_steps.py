"""Texts of the steps of an evening, with the page where each is taken."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.enums import DealSetState
from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind, TournamentState
from tournaments.evening.queries.desk import DeskStep, DeskSummary
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step as the desk shows it."""

    title: str
    detail: str
    url: str | None
    """Page where the step is taken; None for a reader without the right to act there."""
    is_done: bool
    is_next: bool
    is_passed: bool
    """True if the evening went on without this step."""


def shown_steps(tournament: Tournament, summary: DeskSummary, rights: Collection[Right]) -> list[ShownStep]:
    """Return all steps of the evening, in order."""
    # a cancelled event has no next step
    next_step = None if tournament.cancelled_at else summary.next_step
    return [
        ShownStep(
            title,
            detail,
            reverse(page, args=[tournament.slug]) if _NEEDS[step] in rights else None,
            step in summary.done,
            step == next_step,
            step in summary.passed,
        )
        for step in summary.steps
        for title, detail, page in [_WORDS[step](tournament, summary)]
    ]


Words = tuple[str, str, str]
"""Title, detail, URL name of the page."""


def _entries(tournament: Tournament, summary: DeskSummary) -> Words:
    has_teams = find_format(tournament.format).has_teams
    title = _("Inscrire les équipes") if has_teams else _("Inscrire les joueurs")
    return title, _entry_counts(tournament, summary), "organiser-entries"


def _entry_counts(tournament: Tournament, summary: DeskSummary) -> str:
    """Return the entries against the places; once the seats are fixed, against the seated entries."""
    number = summary.session.number
    counts = {"entered": summary.entry_count, "seats": summary.seat_count, "number": number}
    is_seated = tournament.state != TournamentState.DRAFT
    if not is_seated and number == 1:
        extra = summary.entry_count - summary.seat_count
        if extra <= 0 and find_format(tournament.format).has_teams:
            return _("Équipes inscrites : %(entered)d sur %(seats)d.") % counts
        if extra <= 0:
            return _("Inscrits : %(entered)d sur %(seats)d.") % counts
        return _("Inscrits : %(entered)d pour %(seats)d places, %(extra)d de trop.") % {
            **counts,
            "extra": extra,
        }
    if not is_seated:
        return _("Inscrits : %(entered)d. Places dans la séance %(number)d : %(seats)d.") % counts
    if number > 1:
        detail = _("Inscrits : %(entered)d. Jouent la séance %(number)d : %(seats)d.")
    elif summary.entry_count != summary.seat_count:
        detail = _("Inscrits : %(entered)d. Ont joué ou jouent : %(seats)d.")
    else:
        detail = _("Inscrits : %(entered)d.")
    if not summary.left_count:
        return detail % counts
    return " ".join((detail % counts, _("Partis : %(left)d.") % {"left": summary.left_count}))


def _places(tournament: Tournament, summary: DeskSummary) -> Words:
    title = _("Donner les places de départ")
    if tournament.state != TournamentState.DRAFT:
        return title, _("Les places de départ sont données."), "organiser-places"
    counts = {"placed": summary.placed_count, "seats": summary.seat_count}
    detail = _("Places prises : %(placed)d sur %(seats)d ; choisies, ou tirées au sort.")
    return title, detail % counts, "organiser-places"


def _deals(tournament: Tournament, summary: DeskSummary) -> Words:
    deal_set = summary.session.deal_set
    counts = {"boards": summary.board_count, "dealt": summary.dealt_count, "cases": summary.case_count}
    if deal_set is None and DeskStep.DEALS in summary.passed:
        detail = _("Aucune donne n’est distribuée ici : les %(boards)d étuis viennent d’ailleurs.")
    elif deal_set is None and summary.case_count > summary.board_count:
        detail = _("%(boards)d donnes, les mêmes dans chaque couleur : %(cases)d étuis à préparer.")
    elif deal_set is None:
        detail = _("%(boards)d étuis à préparer.")
    elif summary.dealt_count < summary.board_count:
        detail = _("%(dealt)d étuis distribués, le mouvement en demande %(boards)d.")
    elif deal_set.state == DealSetState.SEALED:
        detail = _("%(boards)d étuis prêts et scellés.")
    elif deal_set.state == DealSetState.REVEALED:
        detail = _("%(boards)d étuis distribués ; la graine est publique.")
    else:
        detail = _("%(boards)d étuis ; leurs mains sont relevées à la table.")
    return _("Distribuer les donnes"), detail % counts, "organiser-deals"


def _seating(tournament: Tournament, summary: DeskSummary) -> Words:
    if tournament.state == TournamentState.DRAFT:
        detail = _("Dès que toutes les places sont prises : qui joue où, à chaque position.")
        return _("Fixer les places"), detail, "organiser-places"
    if summary.undrawn_count:
        detail = ngettext(
            "Chacun sait où il joue. %(count)d position est encore à tirer.",
            "Chacun sait où il joue. %(count)d positions sont encore à tirer.",
            summary.undrawn_count,
        ) % {"count": summary.undrawn_count}
    else:
        detail = _("Chacun sait où il joue à chaque position.")
    return _("Fixer les places"), detail, "organiser-seats"


def _attackers(tournament: Tournament, summary: DeskSummary) -> Words:
    if tournament.state == TournamentState.DRAFT:
        detail = _("Quand les places sont fixées : chaque capitaine désigne qui attaque.")
    else:
        detail = _("Équipes dont le capitaine a désigné l’attaquant : %(named)d sur %(teams)d.") % {
            "named": summary.attacker_count,
            "teams": summary.seat_count,
        }
    return _("Noter les attaquants"), detail, "organiser-attackers"


def _papers(tournament: Tournament, summary: DeskSummary) -> Words:
    if summary.results_counted:
        detail = _("La soirée est commencée ; chaque document peut être réimprimé.")
    else:
        counts = {"ready": len(summary.papers_ready & summary.papers), "all": len(summary.papers)}
        if DocumentKind.SCORE_SHEETS in summary.papers:
            pattern = _("Placement, feuilles de marque ; documents prêts : %(ready)d sur %(all)d.")
        else:
            pattern = _(
                "Placement, feuilles ambulantes, diagrammes ; documents prêts : %(ready)d sur %(all)d."
            )
        detail = pattern % counts
    return _("Imprimer les papiers"), detail, "organiser-documents"


def _phones(tournament: Tournament, summary: DeskSummary) -> Words:
    if DeskStep.PHONES in summary.done:
        detail = _("Les codes des tables sont prêts.")
    elif tournament.state == TournamentState.FINISHED:
        detail = _("Aucun code de table n’est ouvert.")
    else:
        detail = _("Au choix : les joueurs notent eux-mêmes.")
    return _("Téléphones aux tables"), detail, "organiser-phones"


def _results(tournament: Tournament, summary: DeskSummary) -> Words:
    counts = {"counted": summary.results_counted, "expected": summary.results_expected}
    detail = _("Résultats saisis : %(counted)d sur %(expected)d.") % counts
    if not summary.results_expected:
        detail = _("Vous saisirez les feuilles quand les places seront fixées.")
    elif void_count := summary.not_played_count:
        not_played = ngettext(
            "%(count)d donne n’est pas jouée.", "%(count)d donnes ne sont pas jouées.", void_count
        )
        # "not played" counts as a result but is none that was typed: the sentence counts it apart
        counts = {key: count - void_count for key, count in counts.items()}
        detail = _("Résultats saisis : %(counted)d sur %(expected)d.") % counts
        detail = " ".join((detail, not_played % {"count": void_count}))
    return _("Saisir les résultats"), detail, "organiser-results"


def _finish(tournament: Tournament, summary: DeskSummary) -> Words:
    title = _("Terminer le tournoi")
    if tournament.state == TournamentState.FINISHED:
        return title, _("Le tournoi est terminé ; il peut être rouvert."), "organiser-closing"
    if session_count := summary.event.sessions_left:
        detail = ngettext(
            "Après la séance qui reste à ouvrir.",
            "Après les %(count)d séances qui restent à ouvrir.",
            session_count,
        )
        return title, detail % {"count": session_count}, "organiser-sessions"
    return title, _("Quand tous les résultats sont saisis ; il peut être rouvert."), "organiser-closing"


_WORDS: dict[DeskStep, Callable[[Tournament, DeskSummary], Words]] = {
    DeskStep.ENTRIES: _entries,
    DeskStep.PLACES: _places,
    DeskStep.DEALS: _deals,
    DeskStep.SEATING: _seating,
    DeskStep.ATTACKERS: _attackers,
    DeskStep.PAPERS: _papers,
    DeskStep.PHONES: _phones,
    DeskStep.RESULTS: _results,
    DeskStep.FINISH: _finish,
}
"""Function that returns the texts of each step."""

_NEEDS = {
    DeskStep.ENTRIES: Right.WELCOME,
    DeskStep.PLACES: Right.PREPARE,
    DeskStep.DEALS: Right.PREPARE,
    DeskStep.SEATING: Right.PREPARE,
    DeskStep.ATTACKERS: Right.PREPARE,
    DeskStep.PAPERS: Right.PRINT,
    DeskStep.PHONES: Right.ENTER_RESULTS,
    DeskStep.RESULTS: Right.READ_RESULTS,
    DeskStep.FINISH: Right.PREPARE,
}
"""Right to act on the page of a step. Other users see the step without a link."""
