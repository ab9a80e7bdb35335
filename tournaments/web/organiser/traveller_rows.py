"""The lines of a traveller on screen: what is stored, what was typed, and what became of it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext as _

from common.errors import AppError, Conflict
from tournaments.core.slips.traveller import LineInput
from tournaments.models import ResultSlip, Session
from tournaments.queries.boards import BoardLine, board_lines
from tournaments.services.results import Author, record_result
from tournaments.services.slips import describe_bonuses, describe_line, line_of
from tournaments.web.forms.results import LineForm, SendingForm, initial_of

OTHER_FIELDS = ("handful_1", "handful_2", "petit", "slam", "kind")
"""Fields of the folded part of a line."""
SHOWN_AT = {"handfuls": "handful_1"}
"""Fields of a line that the form calls otherwise."""


@dataclass(slots=True)
class Row:
    """One line of the page."""

    line: BoardLine
    form: LineForm
    sending: SendingForm
    seen_version: int
    token: uuid.UUID = field(default_factory=uuid.uuid4)
    message: str = ""
    """What is wrong with the line as a whole."""
    questions: tuple[str, ...] = ()
    """Asked because the result is unlikely; the person confirms or corrects."""
    conflict: Conflict | None = None

    @property
    def prefix(self) -> str:
        return prefix_of(self.line)

    @property
    def has_failed(self) -> bool:
        wrong = self.form.errors or self.sending.errors.get("reason")
        return bool(self.message or self.questions or self.conflict or wrong)

    @property
    def score_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in ("gain", "loss", "bouts", "points")]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in OTHER_FIELDS]

    @property
    def bonuses(self) -> list[str]:
        """What is stored in the folded part, in words."""
        return describe_bonuses(self.line.slip) if self.line.slip else []

    @property
    def typed_text(self) -> str:
        """What was typed, to choose between it and what is stored."""
        return describe_line(self.form.line())

    @property
    def asks_reason(self) -> bool:
        """The reason is asked in plain view; elsewhere it waits in the folded part."""
        return self.conflict is not None or bool(self.sending.errors.get("reason"))

    @property
    def is_open(self) -> bool:
        """The folded part holds something to see."""
        return any(self.form[name].errors for name in OTHER_FIELDS)

    def fail(self, error: AppError) -> None:
        """Show an error of the service at the fields concerned."""
        for name, told in error.fields.items():
            shown_at = SHOWN_AT.get(name, name)
            form = self.sending if shown_at in self.sending.fields else self.form
            form.add_error(shown_at if shown_at in form.fields else None, told)
        if isinstance(error, Conflict):
            self.conflict = error
            self.seen_version, self.token = error.extra["version"], uuid.uuid4()
        elif "questions" in error.extra:
            self.questions = tuple(error.extra["questions"])
        elif not error.fields:
            self.message = str(error.message)


def prefix_of(line: BoardLine) -> str:
    return f"p{line.play.pk}"


def fresh_row(line: BoardLine) -> Row:
    """A line as it is stored, ready to be typed on."""
    written = line_of(line.slip) if line.slip else LineInput()
    form = LineForm(prefix=prefix_of(line), initial=initial_of(written))
    _name_fields(form, line)
    return Row(line, form, SendingForm(prefix=prefix_of(line)), line.slip.version if line.slip else 0)


def typed_row(line: BoardLine, typed: Mapping[str, str], versions: Mapping[int, ResultSlip]) -> Row:
    """A line as it came back.

    Args:
        versions: every version of the play, by number: what the person saw may be an older one.
    """
    prefix = prefix_of(line)
    sending = SendingForm(typed, prefix=prefix)
    sending.full_clean()
    seen_version = sending.cleaned_data.get("seen_version", 0)
    seen = versions.get(seen_version)
    form = LineForm(typed, prefix=prefix, initial=initial_of(line_of(seen) if seen else LineInput()))
    _name_fields(form, line)
    return Row(line, form, sending, seen_version, sending.cleaned_data.get("token") or uuid.uuid4())


def shown_again(line: BoardLine, failed: Row | None) -> Row:
    """The row after an attempt: what was typed when it failed, else the line as it is stored now."""
    if failed is None:
        return fresh_row(line)
    failed.line = line
    return failed


def typed_rows(session: Session, board: int, typed: Mapping[str, str]) -> list[Row]:
    """All lines of an étui as typed; as stored where nothing came back or the stored one is kept.

    Four queries.
    """
    lines = board_lines(session, board)
    versions: dict[int, dict[int, ResultSlip]] = {}
    for slip in ResultSlip.objects.filter(play__in=[line.play for line in lines]):
        versions.setdefault(slip.play_id, {})[slip.version] = slip
    return [
        typed_row(line, typed, versions.get(line.play.pk, {}))
        if f"{prefix_of(line)}-token" in typed and typed.get(f"{prefix_of(line)}-choice") != SendingForm.KEEP
        else fresh_row(line)
        for line in lines
    ]


def save_row(row: Row, author: Author) -> bool:
    """Store what was typed on a line, in a transaction of its own; whether anything was.

    What goes wrong stays on the row.
    """
    if not row.form.is_bound or not row.form.is_valid() or not row.form.has_changed():
        return False
    if not row.sending.is_valid():
        if not row.sending.errors.get("reason"):
            row.message = _("Cette ligne n’a pas pu être lue ; saisissez-la de nouveau.")
        return False
    try:
        record_result(
            play=row.line.play,
            line=row.form.line(),
            seen_version=row.seen_version,
            author=author,
            token=row.token,
            reason=row.sending.cleaned_data["reason"],
            confirmed=row.sending.cleaned_data["confirmed"],
        )
    except AppError as error:
        row.fail(error)
        return False
    return True


def _name_fields(form: LineForm, line: BoardLine) -> None:
    """Labels for those who hear the page: which field of which line."""
    place = _("position %(round)d, table %(table)d") % {
        "round": line.play.round.number,
        "table": line.play.table.number,
    }
    for form_field in form.fields.values():
        form_field.widget.attrs["aria-label"] = f"{form_field.label}, {place}"
