"""Drawing of a document by the club's own template, in a separate process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import Limits, TooMuchMemory, TooMuchTime, WorkFailed, run_in_child
from tournaments.base.services.gates import Busy, Gate
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.making.sandbox import (
    TemplateRefused,
    compile_text,
    memory_refusal,
    render_text,
    too_long,
)

LIMITS = Limits(seconds=20, cpu_seconds=15)
"""Limits for all parts of a document together."""
MOST_OUTPUT = 20_000_000
"""Largest number of letters of all parts together. The requesting process holds them in memory."""
GATE = Gate(at_work=1, waiting=0, patience=0)
"""Lock for one drawing at a time: a club's template never occupies a second thread."""


def find_text(club: Club, kind: str) -> str:
    """Return the club's template of this kind of document, "" where it prints the original. One query."""
    return AdjustedTemplate.objects.filter(club=club, kind=kind).values_list("text", flat=True).first() or ""


def draw_adjusted(text: str, template: str, contexts: Sequence[Mapping[str, Any]]) -> list[SafeString]:
    """Return the sheets of each part, set by a club's template in the current language.

    Args:
        template: name of the original, "tournaments/paper/pdf/ranking.html".
        contexts: contexts of the original, one for each part. Without any the template is only compiled.

    Raises:
        TemplateRefused: the template cannot be compiled, as after an update with other tags, or as
            `render_text`, or it takes too much time or memory.
        AppError: another request is drawing a club's template (`drawing_busy`).
    """
    drawing_input = _DrawingInput(text, template, contexts, translation.get_language() or "")
    try:
        with GATE.passed():
            drawing = run_in_child(_draw, drawing_input, limits=LIMITS)
    except Busy:
        message = _("Un autre gabarit est en train d’être dessiné : recommencez dans quelques secondes.")
        raise AppError("drawing_busy", message) from None
    except TooMuchTime as error:
        raise TemplateRefused(too_long(), cut_short=True) from error
    except TooMuchMemory as error:
        raise TemplateRefused(memory_refusal(), cut_short=True) from error
    except WorkFailed as error:
        raise TemplateRefused(_("ce gabarit n’a pas pu être dessiné ; simplifiez-le.")) from error
    if drawing.refusal:
        raise TemplateRefused(drawing.refusal, drawing.line, cut_short=drawing.cut_short)
    return [mark_safe(sheets) for sheets in drawing.sheets]  # noqa: S308  # `render_text` has read them


def _refuse_query(*_arguments: Any) -> Any:
    # a query would come from a template that follows a relation of its context
    raise TemplateRefused(_("ce gabarit demande ce que le papier ne montre pas."))


@dataclass(frozen=True, slots=True)
class _DrawingInput:
    text: str
    template: str
    contexts: Sequence[Mapping[str, Any]]
    language: str


@dataclass(frozen=True, slots=True)
class _Drawing:
    sheets: tuple[str, ...] = ()
    refusal: str = ""
    line: int = 0
    cut_short: bool = False


def _draw(drawing_input: _DrawingInput) -> _Drawing:
    """Draw in the child process, without any access to the database."""
    with translation.override(drawing_input.language), connection.execute_wrapper(_refuse_query):
        try:
            template = compile_text(drawing_input.text, drawing_input.template)
            sheets: list[str] = []
            for context in drawing_input.contexts:
                sheets.append(str(render_text(template, context)))
                # checked after each part, before the next one takes memory
                if sum(map(len, sheets)) > MOST_OUTPUT:
                    return _Drawing(refusal=memory_refusal(), cut_short=True)
            return _Drawing(tuple(sheets))
        except TemplateRefused as error:
            return _Drawing(refusal=error.why, line=error.line, cut_short=error.cut_short)
