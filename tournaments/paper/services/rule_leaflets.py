"""The rules of one game as a leaflet: an A4 to fold, or A5 pages."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import Limits, WorkFailed
from games.services.rule_texts import RuleText, rule_text
from tournaments.base.services.gates import Busy, Gate
from tournaments.paper.documents.hall.rules_leaflet import printable_body
from tournaments.paper.pdf.folding import folded_order
from tournaments.paper.pdf.joining import PdfProperties
from tournaments.paper.pdf.rendering import PdfPart, render_pdf

STYLES = ("css/print/base.css", "css/print/rules_leaflet.css")
FOLDED = "a4"
PAPERS = (FOLDED, "a5")
"""Papers of a leaflet: folded, or page by page."""
GATE = Gate(at_work=1, waiting=0, patience=0)
"""Lock that lets visitors occupy one thread at most with leaflets."""
LIMITS = Limits(seconds=20)


def leaflet_pdf(language: str, game: str, paper: str) -> bytes | None:
    """Return the leaflet as PDF, or None for a game without a page. Each process caches it.

    Args:
        language: a language of the rules.
        paper: one of `PAPERS`.

    Raises:
        AppError: as `render_pdf`, or another leaflet is being made (`leaflet_busy`).
    """
    text = rule_text(language, game)
    if text is None:
        return None
    return _draw_leaflet(language, text, paper)


@lru_cache(maxsize=200)  # there are some hundred, of a few dozen kilobytes
def _draw_leaflet(language: str, text: RuleText, paper: str) -> bytes:
    with translation.override(language):
        context = {"text": text, "body": printable_body(text), "paper": paper, "LANGUAGE_CODE": language}
        html = render_to_string("tournaments/paper/pdf/rules_of_game.html", context)
    return draw_folded_pdf(html, text.title, language, paper)


def draw_folded_pdf(html: str, title: str, language: str, paper: str, limits: Limits = LIMITS) -> bytes:
    """Return a text in the style of a leaflet as PDF.

    Args:
        paper: one of `PAPERS`.

    Raises:
        AppError: as `render_pdf`, or another leaflet is being made (`leaflet_busy`).
    """
    properties = PdfProperties(title=title, author="Étui", language=language)
    parts = [PdfPart(html=html, stylesheets=STYLES, sides=folded_order if paper == FOLDED else None)]
    try:
        with GATE.passed():
            return render_pdf(parts, properties=properties, progress=lambda pages: None, limits=limits)
    except (Busy, WorkFailed) as error:
        message = _("Ce papier n’est pas encore prêt : redemandez-le dans quelques secondes.")
        raise AppError("leaflet_busy", message) from error
