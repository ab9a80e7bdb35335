"""A club's own template of a document, where it has adjusted one: drawn by a process of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from common.errors import AppError
from common.workers.forking import Busy, Gate, Limits, TooMuchMemory, TooMuchTime, WorkFailed, do_one_apart
from tournaments.models import AdjustedTemplate, Club
from tournaments.paper.documents.sandbox import (
    TemplateRefused,
    compile_text,
    render_text,
    too_large,
    too_long,
)

LIMITS = Limits(seconds=20, cpu_seconds=15)
"""Of all parts of a document together."""
MOST_OUTPUT = 20_000_000
"""Letters of all parts together: the process that asks holds them all."""
GATE = Gate(at_work=1, waiting=0, patience=0)
"""One request at a time: what a club wrote never holds a second thread."""


def find_text(club: Club, kind: str) -> str:
    """The club's text of this kind of document, "" where it prints the original. One query."""
    return AdjustedTemplate.objects.filter(club=club, kind=kind).values_list("text", flat=True).first() or ""


def draw_adjusted(text: str, template: str, contexts: Sequence[Mapping[str, Any]]) -> list[SafeString]:
    """The sheets of each part of a document as a club's text sets them, in the language of this moment.

    Args:
        template: name of the original, "tournaments/paper/pdf/ranking.html".
        contexts: what the original is given, part by part; without any the text is only read.

    Raises:
        TemplateRefused: the text is not understood (a newer version of the program may have other tags), as
            `render_text`, or it takes too much time or memory.
        AppError: another request draws what a club wrote (`drawing_busy`).
    """
    question = _Question(text, template, contexts, translation.get_language() or "")
    try:
        with GATE.passed():
            drawn = do_one_apart(_draw, question, limits=LIMITS)
    except Busy:
        told = _("Un autre gabarit est en train d’être dessiné : recommencez dans quelques secondes.")
        raise AppError("drawing_busy", told) from None
    except TooMuchTime as error:
        raise TemplateRefused(too_long(), cut_short=True) from error
    except TooMuchMemory as error:
        raise TemplateRefused(too_large(), cut_short=True) from error
    except WorkFailed as error:
        raise TemplateRefused(_("ce gabarit n’a pas pu être dessiné ; simplifiez-le.")) from error
    if drawn.refusal:
        raise TemplateRefused(drawn.refusal, drawn.line, cut_short=drawn.cut_short)
    return [mark_safe(sheets) for sheets in drawn.sheets]  # noqa: S308  # `render_text` has read them


def _ask_nothing(*_question: Any) -> Any:
    raise TemplateRefused(_("ce gabarit demande ce que le papier ne montre pas."))


@dataclass(frozen=True, slots=True)
class _Question:
    text: str
    template: str
    contexts: Sequence[Mapping[str, Any]]
    language: str


@dataclass(frozen=True, slots=True)
class _Drawn:
    sheets: tuple[str, ...] = ()
    refusal: str = ""
    line: int = 0
    cut_short: bool = False


def _draw(question: _Question) -> _Drawn:
    """In the child. What it is given is all there is: a text that would look further is refused."""
    with translation.override(question.language), connection.execute_wrapper(_ask_nothing):
        try:
            compiled = compile_text(question.text, question.template)
            sheets: list[str] = []
            for context in question.contexts:
                sheets.append(str(render_text(compiled, context)))
                if sum(map(len, sheets)) > MOST_OUTPUT:
                    return _Drawn(refusal=too_large(), cut_short=True)
            return _Drawn(tuple(sheets))
        except TemplateRefused as error:
            return _Drawn(refusal=error.why, line=error.line, cut_short=error.cut_short)
