"""The whole manual as a booklet: A4 sheets to fold, or A5 pages."""

import re
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from common.workers.forking import Limits
from tournaments.base.static_files import find_static_file
from tournaments.paper.services.rule_leaflets import draw_folded_pdf
from tournaments.site.queries.manual import list_manual_pages

_LINKS = re.compile(r'<a href="[^"]*">|</a>')
_PICTURES = re.compile(r'<img src="[^"]*" data-file="([^"]+)"')
LIMITS = Limits(seconds=60)
"""A booklet has twenty pages; a leaflet has four at most."""


@lru_cache(maxsize=4)  # two languages on two papers
def booklet_pdf(language: str, paper: str) -> bytes:
    """Return the manual as PDF. Each process caches it.

    Args:
        language: a language of the manual.
        paper: one of `PAPERS` of the rule leaflets.

    Raises:
        AppError: as `draw_folded_pdf`.
    """
    with translation.override(language):
        title = _("Aide d’Étui")
        context = {
            "title": title,
            "pages": list_manual_pages(language),
            "paper": paper,
            "LANGUAGE_CODE": language,
        }
        html = render_to_string("tournaments/paper/pdf/manual.html", context)
    return draw_folded_pdf(_on_paper(html), title, language, paper, LIMITS)


def _on_paper(html: str) -> SafeString:
    """Return the pages without links, which paper cannot open, and with the files of their pictures."""
    with_files = _PICTURES.sub(lambda match: f'<img src="{find_static_file(match[1]).as_uri()}"', html)
    return mark_safe(_LINKS.sub("", with_files))  # noqa: S308 - files of the project
