"""The rules of one game as a leaflet: an A4 to fold, or A5 pages."""

import re
from functools import cache

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from common.pdf import PdfPart, render_pdf
from common.pdf_joining import PdfProperties
from games.services.rule_texts import RuleText, rule_text

STYLES = ("css/print/base.css", "css/print/rules_leaflet.css")
PAPERS = ("a4", "a5")
"""Folded, or page by page."""
_PLACES_OF_THE_SITE = re.compile(r' href="[./][^"]*"')


def printable_body(text: RuleText) -> SafeString:
    """The text without links to other pages of the site, which paper cannot open."""
    return mark_safe(_PLACES_OF_THE_SITE.sub("", text.body))  # noqa: S308 - files of the project


@cache
def leaflet_pdf(language: str, game: str, paper: str) -> bytes | None:
    """The leaflet as PDF, or None when the game has no page; made once by each process.

    Args:
        language: one of the languages that rules are written in.
        paper: one of `PAPERS`.
    """
    text = rule_text(language, game)
    if text is None:
        return None
    with translation.override(language):
        context = {"text": text, "body": printable_body(text), "paper": paper, "LANGUAGE_CODE": language}
        html = render_to_string("games/rules_leaflet.html", context)
    properties = PdfProperties(title=text.title, author="Étui", language=language)
    return render_pdf(
        [PdfPart(html=html, stylesheets=STYLES)], properties=properties, progress=lambda pages: None
    )
