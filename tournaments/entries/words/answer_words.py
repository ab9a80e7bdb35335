"""Answers of players in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.enums import AnswerKind
from tournaments.models import EntryAnswer, EntryQuestion

YES, NO = "yes", "no"
YES_NO_NAMES = {YES: gettext_lazy("oui"), NO: gettext_lazy("non")}
"""Names of the stored answers to a question of yes or no."""


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with the answers of the players who are coming."""

    question: EntryQuestion
    counts: tuple[tuple[str, int], ...]
    """Answers with their numbers, in the order of the form; () for free words."""
    total: int
    """Number of answers."""


def answer_text(answer: EntryAnswer) -> str:
    """Return an answer as people read it. No query for an answer with its question."""
    if answer.question.kind == AnswerKind.YES_NO:
        return str(YES_NO_NAMES.get(answer.text, answer.text))
    return answer.text


def describe_answer(answer: EntryAnswer) -> str:
    """Return a question with its answer. No query for an answer with its question."""
    question, text = answer.question.text, answer_text(answer)
    if question.endswith("?"):
        return f"{question} {text}"
    return _("%(question)s : %(answer)s") % {"question": question, "answer": text}


def count_answers(question: EntryQuestion, answers: Iterable[EntryAnswer]) -> AnsweredQuestion:
    """Return a question with the numbers of its answers. No query."""
    texts = [answer.text for answer in answers]
    names = {choice: choice for choice in question.choices}
    if question.kind == AnswerKind.YES_NO:
        names = {code: str(name) for code, name in YES_NO_NAMES.items()}
    # a choice that the organiser has removed since
    names |= {text: text for text in texts if text not in names}
    counts = tuple((name, texts.count(text)) for text, name in names.items())
    return AnsweredQuestion(question, () if question.kind == AnswerKind.TEXT else counts, len(texts))
