"""Pages of docs/learning about duplicate, its figures and better play."""

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.services.markdown import read_page, written_language

LESSONS: dict[str, str | Promise] = {
    "debuter": _("Les cartes, le but, la première levée : pour jouer une première donne."),
    "encheres": _("Bouts, atouts, longues : ce qu’une main promet."),
    "ecart": _("Six cartes à choisir : se couper, s’abriter, garder sa longue."),
    "attaque": _("La longue, le Petit, l’Excuse : conduire un contrat."),
    "defense": _("Jouer à trois comme un seul : entames, signaux, manœuvres."),
    "signaux": _("Dire par une carte le Petit, un honneur, une longueur, un appel."),
    "duplicate": _("Les étuis, les positions, le résultat : une soirée expliquée en deux minutes."),
    "pourcentage": _("Ce que dit un pourcentage, ce qu’il ne dit pas, et comment s’en servir."),
    "soiree": _("Pour qui organise : de l’annonce au classement, étape par étape."),
    "histoire": _("D’où viennent le jeu, son nom et ses cartes."),
    "lexique": _("Les mots des feuilles, des pages et de la table."),
}
"""Name and summary of each page in reading order. A name is a file in each language."""
SIGNS = {
    "debuter": "fan",
    "duplicate": "star",
    "pourcentage": "diamonds",
    "encheres": "king",
    "ecart": "excuse",
    "attaque": "spades",
    "defense": "hearts",
    "signaux": "jack",
    "soiree": "queen",
    "histoire": "knight",
    "lexique": "clubs",
}
"""Drawing of static/img/cards.svg for each page."""
FIRST_STEPS = "debuter"
"""Lesson after which a beginner plays."""
WITH_EXERCISES = frozenset({"encheres", "ecart", "attaque", "defense"})
"""Lessons that have exercises on the site."""
WORDS_A_MINUTE = 220
"""Reading speed of an ordinary reader."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One page of the lessons."""

    name: str
    title: str
    summary: str | Promise
    body: SafeString
    """HTML below the title."""

    @property
    def sign(self) -> str:
        """Name of the drawing."""
        return SIGNS[self.name]

    @property
    def has_exercises(self) -> bool:
        """True if the lesson has exercises."""
        return self.name in WITH_EXERCISES

    @property
    def minutes(self) -> int:
        """Approximate reading time, rounded up."""
        return math.ceil(len(strip_tags(self.body).split()) / WORDS_A_MINUTE)


def list_lessons(language: str) -> tuple[Lesson, ...]:
    """Return every page in one language, in reading order."""
    return tuple(_read_all(language).values())


def find_next_lesson(name: str, language: str) -> Lesson | None:
    """Return the lesson to read after another one; None after the last."""
    names = list(LESSONS)
    next_names = names[names.index(name) + 1 :][:1]
    return _read_all(language)[next_names[0]] if next_names else None


@cache
def _read_all(language: str) -> dict[str, Lesson]:
    folder = Path(settings.PROJECT_DIR) / "docs" / "learning" / language
    lessons = {}
    for name, summary in LESSONS.items():
        title, body = read_page(folder / f"{name}.md")
        lessons[name] = Lesson(name, title, summary, body)
    return lessons


@require_safe
def lessons_index(request: HttpRequest) -> HttpResponse:
    return render(request, "play/learn/lessons_index.html", {"lessons": list_lessons(written_language())})


@require_safe
def lesson_page(request: HttpRequest, name: str) -> HttpResponse:
    language = written_language()
    if name not in LESSONS:
        raise Http404
    context = {
        "lesson": _read_all(language)[name],
        "following": find_next_lesson(name, language),
        "leads_to_play": name == FIRST_STEPS,
    }
    return render(request, "play/learn/lesson_page.html", context)
