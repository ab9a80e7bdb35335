"""A club's own template of a document, where it has adjusted one."""

from django.template import Template

from tournaments.documents.sandbox import compile_text
from tournaments.models import AdjustedTemplate, Club


def find_text(club: Club, kind: str) -> str:
    """The club's text of this kind of document, "" where it prints the original. One query."""
    return AdjustedTemplate.objects.filter(club=club, kind=kind).values_list("text", flat=True).first() or ""


def find_adjusted(club: Club, kind: str, template: str) -> Template | None:
    """The same, ready to be rendered; None where the club prints the original. One query.

    Args:
        template: name of the original, "tournaments/pdf/ranking.html".

    Raises:
        TemplateRefused: the text is not understood; a newer version of the program may have other tags.
    """
    text = find_text(club, kind)
    return compile_text(text, template) if text else None
