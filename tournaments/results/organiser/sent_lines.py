"""The part that all typed lines share: version seen, token, errors, questions, conflicts."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.device_names import device_name
from common.errors import AppError, Conflict
from tournaments.base.web.finding import signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.models import Play, ResultSlip, Tournament
from tournaments.results.forms.results import SendingForm
from tournaments.results.services.results import Author, record_result
from tournaments.results.web.nearest import NearestButton, nearest_buttons

NEXT_SHEET = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)
"""Pattern for the number of an étui, or the numbers of a round and a table."""
SHOWN_AT = {"handfuls": "handful_1"}
"""Form fields of the line fields that have another name in the forms."""


def next_address(request: HttpRequest, tournament: Tournament) -> str:
    """Return the next address after all is stored: the sheet named by the field `then`, or the same one."""
    match = NEXT_SHEET.fullmatch(request.POST.get("then", ""))
    if match is None:
        return request.get_full_path()
    numbers = [int(number) for number in match.groups() if number is not None]
    is_traveller = find_format(tournament.format).sheet is SheetKind.TRAVELLER
    by_table = "organiser-table-lines" if is_traveller else "organiser-score-sheet"
    page = "organiser-traveller" if len(numbers) == 1 else by_table
    path = reverse(page, args=[tournament.slug, *numbers])
    return f"{path}?{request.GET.urlencode()}" if request.GET else path


class StoredLine(Protocol):
    """A line of a sheet as loaded by the queries."""

    @property
    def play(self) -> Play: ...

    @property
    def slip(self) -> ResultSlip | None: ...


@dataclass(slots=True, kw_only=True)
class SentLine:
    """One line of a page with the outcome of saving it."""

    form: forms.Form
    sending: SendingForm
    seen_version: int
    token: uuid.UUID = field(default_factory=uuid.uuid4)
    message: str = ""
    """Error of the line as a whole."""
    questions: tuple[str, ...] = ()
    """Questions about an unlikely result, to be confirmed or corrected."""
    nearest: tuple[NearestButton, ...] = ()
    """Single changes that would make an impossible line possible."""
    conflict: Conflict | None = None
    is_previewed: bool = False
    """True if the page shows the consequences of the line, which is not stored yet."""

    @property
    def has_failed(self) -> bool:
        wrong = self.form.errors or self.sending.errors.get("reason")
        return bool(self.message or self.questions or self.conflict or wrong)

    @property
    def asks_reason(self) -> bool:
        """True if the reason is asked in plain view instead of in the folded part."""
        return self.is_previewed or self.conflict is not None or bool(self.sending.errors.get("reason"))

    def focus(self, score_fields: Sequence[forms.BoundField], default: str) -> None:
        """Focus the first of the score fields and the reason that has an error, otherwise a field by name."""
        fields = (*score_fields, self.sending["reason"])
        bound_field = next((bound for bound in fields if bound.errors), self.form[default])
        bound_field.field.widget.attrs["autofocus"] = True

    @property
    def is_to_store(self) -> bool:
        """True if a readable line was typed. Its errors are kept on the row."""
        if not self.form.is_bound or not self.form.is_valid() or not self.form.has_changed():
            return False
        # only the reason has a message for the user: other errors of the sending mean a broken page
        if self.sending.is_valid():
            return True
        if not self.sending.errors.get("reason"):
            self.message = _("Cette ligne n’a pas pu être lue ; saisissez-la de nouveau.")
        return False

    def store(
        self, play: Play, line: LineInput | SheetLine, author: Author, above: Play | None = None
    ) -> bool:
        """Record the typed line in a transaction of its own. Return whether it was stored.

        Errors are kept on the row.

        Args:
            above: the play of the line above on the page. It is ignored if the user confirmed a repeated
                result.
        """
        try:
            record_result(
                play=play,
                line=line,
                seen_version=self.seen_version,
                author=author,
                token=self.token,
                reason=self.sending.cleaned_data["reason"],
                confirmed=self.sending.cleaned_data["confirmed"],
                above=None if self.sending.cleaned_data["repeated"] else above,
            )
        except AppError as error:
            self.fail(error)
            return False
        return True

    def fail(self, error: AppError) -> None:
        """Show an error of the service at its fields."""
        for name, message in error.fields.items():
            field_name = SHOWN_AT.get(name, name)
            form = self.sending if field_name in self.sending.fields else self.form
            form.add_error(field_name if field_name in form.fields else None, message)
        self.nearest = nearest_buttons(error, self.form.prefix or "")
        if isinstance(error, Conflict):
            self.conflict = error
            # the next attempt is a new request, made with knowledge of the other version
            self.seen_version, self.token = error.extra["version"], uuid.uuid4()
        elif "questions" in error.extra:
            self.questions = tuple(error.extra["questions"])
        elif not error.fields:
            self.message = str(error.message)


def author_of(request: HttpRequest) -> Author:
    """Return the signed-in user and their device."""
    return Author(user=signed_in_user(request), device=device_name(request.headers.get("User-Agent", "")))
