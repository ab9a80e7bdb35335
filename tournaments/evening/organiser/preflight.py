"""The checks before an evening begins: a sentence for each finding, with the page that mends it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament
from tournaments.core.preflight import Check, Level, check_evening, worst_level
from tournaments.enums import DocumentKind
from tournaments.evening.queries.preflight import load_preflight
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Words:
    """A finding in words."""

    sentence: Promise | str
    page: str
    """URL name of the page that mends or shows the finding."""
    link: Promise
    """Text of the link to the page."""

    def text(self, values: Mapping[str, Any]) -> str:
        """Return the sentence with its values."""
        # without values, a percent sign in the sentence is not a placeholder
        return str(self.sentence % values) if values else str(self.sentence)


ENTRIES = ("organiser-entries", _("Inscrits"))
"""URL name and link text of each page, for `Words`."""
PLACES = ("organiser-places", _("Places de départ"))
SEATS = ("organiser-seats", _("Qui joue où"))
DEALS = ("organiser-deals", _("Étuis"))
PAPERS = ("organiser-documents", _("Documents"))
ARRIVALS = ("organiser-arrivals", _("Accueil"))
FEES = ("organiser-fees", _("Droits d’inscription"))
PHONES = ("organiser-phones", _("Téléphones"))
DESK = ("organiser-desk", _("Bureau"))
MOVEMENT = ("organiser-movement", _("Mouvement"))
ATTACKERS = ("organiser-attackers", _("Attaquants"))
PARTNERS = ("organiser-partners", _("Associés"))

SENTENCES: dict[str, Words] = {
    "players_complete": Words(_("Inscrits : %(entered)s. Places : %(seats)s."), *ENTRIES),
    "players_missing": Words(
        ngettext_lazy(
            "Il manque un joueur : %(entered)s inscrits pour %(seats)s places. Inscrivez-le, ou changez de"
            " mouvement.",
            "Il manque %(missing)s joueurs : %(entered)s inscrits pour %(seats)s places. Inscrivez-les, ou"
            " changez de mouvement.",
            "missing",
        ),
        *ENTRIES,
    ),
    "players_extra": Words(
        ngettext_lazy(
            "Un joueur de trop : %(entered)s inscrits pour %(seats)s places. Changez de mouvement.",
            "%(missing)s joueurs de trop : %(entered)s inscrits pour %(seats)s places. Changez de mouvement.",
            "missing",
        ),
        *MOVEMENT,
    ),
    "players_stayed": Words(
        _("Inscrits au tournoi : %(entered)s. Places dans cette séance : %(seats)s."), *ENTRIES
    ),
    "teams_complete": Words(_("Équipes : %(entered)s. Places : %(seats)s."), *ENTRIES),
    "teams_missing": Words(
        ngettext_lazy(
            "Il manque une équipe : %(entered)s pour %(seats)s places. Inscrivez-la, ou changez de"
            " mouvement.",
            "Il manque %(missing)s équipes : %(entered)s pour %(seats)s places. Inscrivez-les, ou changez de"
            " mouvement.",
            "missing",
        ),
        *ENTRIES,
    ),
    "teams_extra": Words(
        ngettext_lazy(
            "Une équipe de trop : %(entered)s pour %(seats)s places. Changez de mouvement.",
            "%(missing)s équipes de trop : %(entered)s pour %(seats)s places. Changez de mouvement.",
            "missing",
        ),
        *MOVEMENT,
    ),
    "partners_incomplete": Words(
        ngettext_lazy(
            "Des joueurs n’ont pas tous leurs associés : une équipe à compléter.",
            "Des joueurs n’ont pas tous leurs associés : %(count)s équipes à compléter.",
            "count",
        ),
        *PARTNERS,
    ),
    "seats_fixed": Words(
        ngettext_lazy(
            "Les places sont fixées, à une table.", "Les places sont fixées, à %(tables)s tables.", "tables"
        ),
        *SEATS,
    ),
    "seats_open": Words(_("Chacun a sa place de départ : fixez les places."), *PLACES),
    "attackers_missing": Words(
        ngettext_lazy(
            "Une équipe n’a pas désigné qui attaque : ses papiers ne le diront pas.",
            "%(count)s équipes n’ont pas désigné qui attaque : leurs papiers ne le diront pas.",
            "count",
        ),
        *ATTACKERS,
    ),
    "attackers_named": Words(_("Chaque équipe a désigné qui attaque."), *ATTACKERS),
    "places_empty": Words(
        ngettext_lazy(
            "Une place de départ est encore vide.", "%(count)s places de départ sont encore vides.", "count"
        ),
        *PLACES,
    ),
    "deals_at_tables": Words(_("Chaque table distribue ses donnes : rien à préparer."), *DESK),
    "deals_none": Words(_("Les donnes ne sont pas distribuées : %(needed)s étuis à préparer."), *DEALS),
    "deals_few": Words(
        _("Le mouvement demande %(needed)s étuis, %(dealt)s sont distribués : distribuez de nouveau."), *DEALS
    ),
    "deals_revealed": Words(
        _("La graine des donnes est publique, chacun peut les refaire : distribuez-en d’autres."), *DEALS
    ),
    "deals_unsealed": Words(
        _("Les donnes ne sont pas scellées : leurs mains sont relevées à la table."), *DEALS
    ),
    "deals_sealed": Words(_("Les donnes de %(needed)s étuis sont distribuées et scellées."), *DEALS),
    "boards_differ": Words(
        _(
            "Les sections ne jouent pas le même nombre d’étuis (%(counts)s) : les derniers ne seront comparés"
            " qu’en partie."
        ),
        *MOVEMENT,
    ),
    "readers_none": Words(
        _("Personne n’est nommé pour lire les mains : nommez la personne qui prépare les étuis."), *DEALS
    ),
    "readers_play": Words(
        _(
            "Nommés pour lire les mains, ils jouent aussi : %(names)s. Ils n’en verront que ce qu’ils ont"
            " joué ; quelqu’un d’autre doit préparer les étuis."
        ),
        *DEALS,
    ),
    "readers_named": Words(
        ngettext_lazy(
            "Une personne est nommée pour lire les mains ; elle ne joue pas.",
            "%(count)s personnes sont nommées pour lire les mains ; aucune ne joue.",
            "count",
        ),
        *DEALS,
    ),
    "papers_old": Words(
        _("Faits avant le dernier changement : %(kinds)s. Refaites-les, et jetez ceux qui sont imprimés."),
        *PAPERS,
    ),
    "papers_missing": Words(_("Pas encore préparés : %(kinds)s."), *PAPERS),
    "papers_ready": Words(_("Les papiers de la salle sont prêts et à jour."), *PAPERS),
    "arrivals_none": Words(
        _("Personne n’est noté arrivé : sautez ce point si vous ne pointez pas les arrivées."), *ARRIVALS
    ),
    "arrivals_missing": Words(
        ngettext_lazy(
            "Un inscrit n’est pas encore arrivé.", "%(count)s inscrits ne sont pas encore arrivés.", "count"
        ),
        *ARRIVALS,
    ),
    "arrivals_complete": Words(_("Tous les inscrits sont arrivés."), *ARRIVALS),
    "fees_none": Words(_("Aucun droit d’inscription n’est demandé."), *FEES),
    "fees_unpaid": Words(
        ngettext_lazy(
            "Un inscrit n’a pas fini de payer.", "%(count)s inscrits n’ont pas fini de payer.", "count"
        ),
        *FEES,
    ),
    "fees_paid": Words(_("Tous les droits d’inscription sont payés."), *FEES),
    "licences_expired": Words(
        ngettext_lazy(
            "Une licence n’est plus valable ce jour-là.",
            "%(count)s licences ne sont plus valables ce jour-là.",
            "count",
        ),
        *ARRIVALS,
    ),
    "licences_without": Words(
        ngettext_lazy(
            "Un joueur n’a pas de numéro de licence.",
            "%(count)s joueurs n’ont pas de numéro de licence.",
            "count",
        ),
        *ARRIVALS,
    ),
    "licences_unchecked": Words(
        ngettext_lazy(
            "Une licence n’a pas de date de fin au registre.",
            "%(count)s licences n’ont pas de date de fin au registre.",
            "count",
        ),
        *ARRIVALS,
    ),
    "licences_valid": Words(_("Toutes les licences sont valables."), *ARRIVALS),
    "phones_closed": Words(_("Les résultats seront notés sur papier : aucune table n’a de code."), *PHONES),
    "phones_some": Words(
        ngettext_lazy(
            "Une table n’a pas de code pour son téléphone.",
            "%(count)s tables n’ont pas de code pour leur téléphone.",
            "count",
        ),
        *PHONES,
    ),
    "phones_open": Words(
        ngettext_lazy("La table a son code.", "Les %(count)s tables ont leur code.", "count"), *PHONES
    ),
    "phones_confirm": Words(_("L’autre camp confirme chaque résultat donné par téléphone."), *PHONES),
    "phones_alone": Words(_("Un résultat donné par téléphone compte sans confirmation."), *PHONES),
    "phones_compare": Words(
        _(
            "Les téléphones montrent les autres tables dès le résultat donné : ceux qui attendent l’étui"
            " peuvent l’entendre."
        ),
        *PHONES,
    ),
    "results_public": Words(_("Tous ceux qui ont l’adresse peuvent lire les résultats."), *DESK),
    "results_private": Words(
        _("Les résultats sont réservés aux organisateurs : les joueurs ne verront rien."), *DESK
    ),
}
"""Words of each finding, by its code."""


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """One line of the page."""

    level: str
    text: str
    url: str
    link: Promise
    """Text of the link to `url`."""


@require_safe
def preflight(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the checks of players, movement, deals and papers: ok, attention or blocking."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    checks = check_evening(load_preflight(tournament))
    lines = [_show(tournament, check) for check in checks]
    context = {
        "tournament": tournament,
        "tab": "desk",
        "worst": worst_level(checks).value,
        "groups": [(level.value, [row for row in lines if row.level == level]) for level in Level],
        "blocking_count": sum(check.level is Level.BLOCKING for check in checks),
        "attention_count": sum(check.level is Level.ATTENTION for check in checks),
    }
    return render(request, "tournaments/evening/organiser/preflight.html", context)


def _show(tournament: Tournament, check: Check) -> ShownCheck:
    words = SENTENCES[check.code]
    return ShownCheck(
        level=check.level.value,
        text=words.text(_shown_values(check.values)),
        url=reverse(words.page, args=[tournament.slug]),
        link=words.link,
    )


def _shown_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values as texts: lists joined, kinds of documents by their names."""
    texts = dict(values)
    if "kinds" in values:
        texts["kinds"] = ", ".join(str(DocumentKind(kind).label) for kind in values["kinds"])
    if "names" in values:
        texts["names"] = ", ".join(values["names"])
    if "counts" in values:
        texts["counts"] = ", ".join(localize(count) for count in values["counts"])
    return texts
