"""Form of the organiser's own questions, and the fields by which players answer them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.base.forms.merged import MergedForm
from tournaments.entries.services.questions import MOST_QUESTIONS, QuestionLine, question_row
from tournaments.entries.words.answer_words import YES_NO_NAMES
from tournaments.enums import AnswerKind
from tournaments.models import EntryQuestion
from tournaments.models.registrations import ANSWER_LENGTH

MOST_CHOICES = 12
LONGEST_CHOICE = 60


class QuestionsForm(MergedForm):
    """One row for each possible question. A row without a text deletes its question.

    The fields of a question have its id in their names: a page of before another organiser's change must not
    write to the question that has its place now.
    """

    def __init__(self, data: Mapping[str, Any] | None, *, questions: Sequence[EntryQuestion]) -> None:
        super().__init__(data)
        self._questions: dict[str, EntryQuestion | None] = {
            question_row(question): question for question in questions
        }
        free_rows = MOST_QUESTIONS - len(questions)
        for number in range(1, MOST_QUESTIONS + 1):
            # a row filled on this page stays, even where another organiser has added a question meanwhile
            if number <= free_rows or (data is not None and data.get(f"text_{number}")):
                self._questions[str(number)] = None
        for row, question in self._questions.items():
            self.fields[f"text_{row}"] = forms.CharField(
                label=_("Question"),
                max_length=120,
                required=False,
                initial=question.text if question else "",
            )
            self.fields[f"kind_{row}"] = forms.ChoiceField(
                label=_("Réponse"),
                choices=AnswerKind.choices,
                initial=question.kind if question else AnswerKind.TEXT,
            )
            self.fields[f"choices_{row}"] = forms.CharField(
                label=_("Choix, un par ligne"),
                max_length=1000,
                required=False,
                widget=forms.Textarea(attrs={"rows": 3}),
                help_text=_("Pour un choix dans une liste."),
                initial="\n".join(question.choices) if question else "",
            )
            self.fields[f"required_{row}"] = forms.BooleanField(
                label=_("Réponse obligatoire"),
                required=False,
                initial=question.is_required if question else False,
            )

    @property
    def rows(self) -> list[tuple[EntryQuestion | None, list[forms.BoundField]]]:
        """Question and fields of each row."""
        names = ("text", "kind", "choices", "required")
        return [
            (question, [self[f"{name}_{row}"] for name in names]) for row, question in self._questions.items()
        ]

    def clean(self) -> dict[str, Any]:
        """Check the choices of each row, and that the questions changed on this page still exist."""
        cleaned = super().clean() or self.cleaned_data
        for text in self._lost_changes():
            message = _(
                "Une autre personne a retiré entre-temps la question que vous changiez. Pour la garder, "
                "écrivez-la de nouveau dans une ligne vide : « %(text)s »."
            )
            self.add_error(None, message % {"text": text})
        for row in self._questions:
            choices = _lines(cleaned.get(f"choices_{row}", ""))
            if not cleaned.get(f"text_{row}"):
                if choices and self._questions[row] is None:
                    self.add_error(f"text_{row}", _("Écrivez aussi la question."))
            elif cleaned.get(f"kind_{row}") == AnswerKind.CHOICE and (problem := _choices_problem(choices)):
                self.add_error(f"choices_{row}", problem)
        return cleaned

    def lines(self) -> list[QuestionLine]:
        """Return the questions for the service."""
        return [
            QuestionLine(
                pk=question.pk if question else None,
                text=self.cleaned_data[f"text_{row}"].strip(),
                kind=self.cleaned_data[f"kind_{row}"],
                choices=tuple(_lines(self.cleaned_data[f"choices_{row}"])),
                is_required=self.cleaned_data[f"required_{row}"],
            )
            for row, question in self._questions.items()
        ]

    def _lost_changes(self) -> list[str]:
        """Return the texts of questions that this page changes and that have been deleted meanwhile."""
        shown_rows = (name.removeprefix("text_") for name in self.data if name.startswith("text_"))
        lost_rows = [row for row in shown_rows if row not in self._questions]
        return [
            self.data[f"text_{row}"]
            for row in lost_rows
            if self.data[f"text_{row}"].strip()
            and any(
                self.data.get(f"{part}_{row}", "").split()
                != self.data.get(f"initial-{part}_{row}", "").split()
                for part in ("text", "kind", "choices")
            )
        ]


def answer_field(question: EntryQuestion) -> forms.Field:
    """Return the field by which a player answers a question. It is not required."""
    if question.kind == AnswerKind.TEXT:
        return forms.CharField(label=question.text, max_length=ANSWER_LENGTH, required=False)
    choices = [(choice, choice) for choice in question.choices]
    if question.kind == AnswerKind.YES_NO:
        choices = [(code, str(name)) for code, name in YES_NO_NAMES.items()]
    return forms.ChoiceField(label=question.text, choices=[("", _("Choisir…")), *choices], required=False)


def _choices_problem(choices: Sequence[str]) -> str:
    """Return what is wrong with the choices of a question; "" for good ones."""
    if not 2 <= len(choices) <= MOST_CHOICES:
        return _("Écrivez de 2 à %(most)d choix, un par ligne.") % {"most": MOST_CHOICES}
    if any(len(choice) > LONGEST_CHOICE for choice in choices):
        return _("Un choix a %(most)d caractères au plus.") % {"most": LONGEST_CHOICE}
    if len(set(choices)) < len(choices):
        return _("Deux choix sont pareils.")
    return ""


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
