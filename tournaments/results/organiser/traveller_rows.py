"""The rows of a traveller on the page: stored line, typed input, and the outcome of saving it."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from games.core.scoring import possible_scores
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import CHOSEN_BIDS, LineInput
from tournaments.models import Play, ResultSlip, Session, Tournament
from tournaments.results.forms.results import ChosenLineForm, LineForm, SendingForm, initial_of
from tournaments.results.organiser.sent_lines import SentLine
from tournaments.results.queries.boards import BoardLine, board_lines, lines_of_plays
from tournaments.results.queries.checking import SheetName
from tournaments.results.services.results import Author
from tournaments.results.services.slip_versions import describe_bonuses, describe_line, line_of

FIGURES = ("gain", "loss", "bouts", "points")
OTHER_FIELDS = ("handful_1", "handful_2", "petit", "slam", "kind")
"""Fields of the folded part of a line."""


@dataclass(slots=True, kw_only=True)
class TravellerRow(SentLine):
    line: BoardLine
    form: LineForm

    @property
    def prefix(self) -> str:
        return traveller_row_prefix(self.line)

    @property
    def score_fields(self) -> list[forms.BoundField]:
        names = ("bid", *FIGURES) if "bid" in self.form.fields else FIGURES
        return [self.form[name] for name in names]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in OTHER_FIELDS]

    @property
    def bonuses(self) -> list[str]:
        """Stored bonuses of the folded part, in words."""
        return describe_bonuses(self.line.slip) if self.line.slip else []

    @property
    def written(self) -> LineInput:
        """Typed line. The form must be valid."""
        return self.form.line()

    @property
    def typed_text(self) -> str:
        """Typed line in words, for the choice between it and the stored one."""
        return describe_line(self.form.line())

    @property
    def is_open(self) -> bool:
        """True if the folded part has an error to show."""
        return any(self.form[name].errors for name in OTHER_FIELDS)


def traveller_row_prefix(line: BoardLine) -> str:
    return f"p{line.play.pk}"


def form_of(tournament: Tournament) -> type[LineForm]:
    """Return the form of a traveller line. It includes the bid where the taker chooses it."""
    return LineForm if find_format(tournament.format).imposed_bid else ChosenLineForm


def make_traveller_row(line: BoardLine, form_class: type[LineForm]) -> TravellerRow:
    """Return a row with its stored line, ready for input."""
    stored_line = line_of(line.slip) if line.slip else LineInput()
    form = form_class(prefix=traveller_row_prefix(line), initial=initial_of(stored_line))
    name_fields(form, line.play)
    version = line.slip.version if line.slip else 0
    return TravellerRow(
        line=line, form=form, sending=SendingForm(prefix=traveller_row_prefix(line)), seen_version=version
    )


def read_traveller_row(
    line: BoardLine,
    form_data: Mapping[str, str],
    versions: Mapping[int, ResultSlip],
    form_class: type[LineForm],
) -> TravellerRow:
    """Return a row with its input.

    Args:
        versions: every version of the play, by number: the user may have seen an older one.
    """
    prefix = traveller_row_prefix(line)
    sending = SendingForm(form_data, prefix=prefix)
    sending.full_clean()
    seen_version = sending.cleaned_data.get("seen_version", 0)
    seen_slip = versions.get(seen_version)
    form = form_class(
        form_data, prefix=prefix, initial=initial_of(line_of(seen_slip) if seen_slip else LineInput())
    )
    name_fields(form, line.play)
    token = sending.cleaned_data.get("token") or uuid.uuid4()
    return TravellerRow(line=line, form=form, sending=sending, seen_version=seen_version, token=token)


def lines_on(session: Session, name: SheetName) -> list[BoardLine]:
    """Return the lines of an étui by round and table, or those of a table in a round by étui."""
    if name.board is not None:
        return board_lines(session, name.board)
    place = {"round__number": name.round_number, "table__number": name.table_number}
    return lines_of_plays(Play.objects.filter(round__section__session=session, **place))


def shown_again(
    session: Session, name: SheetName, failed_rows: Mapping[int, TravellerRow]
) -> list[TravellerRow]:
    """Return the rows after an attempt: the input of lines that failed, the stored content of all others.

    Args:
        failed_rows: by id of their plays.
    """
    form_class = form_of(session.tournament)
    rows = []
    for line in lines_on(session, name):
        row = failed_rows.get(line.play.pk) or make_traveller_row(line, form_class)
        row.line = line
        rows.append(row)
    return rows


def read_traveller_rows(
    session: Session, name: SheetName, form_data: Mapping[str, str]
) -> list[TravellerRow]:
    """Return all rows of an étui, or of a table in a round, with their input. Four queries.

    A row is as stored if it was not sent, or if the user keeps the stored line.
    """
    lines = lines_on(session, name)
    form_class = form_of(session.tournament)
    versions: dict[int, dict[int, ResultSlip]] = {}
    for slip in ResultSlip.objects.filter(play__in=[line.play for line in lines]):
        versions.setdefault(slip.play_id, {})[slip.version] = slip
    return [
        read_traveller_row(line, form_data, versions.get(line.play.pk, {}), form_class)
        if f"{traveller_row_prefix(line)}-token" in form_data
        and form_data.get(f"{traveller_row_prefix(line)}-choice") != SendingForm.KEEP
        else make_traveller_row(line, form_class)
        for line in lines
    ]


def save_traveller_rows(rows: list[TravellerRow], author: Author) -> int:
    """Store each line on its own, from top to bottom. The errors of a line are stored on its row.

    Returns:
        The number of lines stored.
    """
    saved_count = 0
    above = None
    for row in rows:
        play = row.line.play
        if row.is_to_store:
            # the lines of a table have different boards, so equal results are no sign of a repeated line
            is_same = above is not None and above.board == play.board
            saved_count += row.store(play, row.form.line(), author, above if is_same else None)
        above = play
    return saved_count


def score_endings(tournament: Tournament) -> list[str]:
    """Return the scores, typed without sign, that are no prefix of a longer score.

    The page moves on as soon as one of them is typed. Scores with bonuses are left out: a user who types one
    of the few longer ones goes back to the line.
    """
    event_format = find_format(tournament.format)
    bids = [event_format.imposed_bid] if event_format.imposed_bid else CHOSEN_BIDS
    texts = {str(abs(score)) for bid in bids for score in possible_scores(bid, event_format.variant)}
    return sorted(
        text
        for text in texts
        if not any(longer_text != text and longer_text.startswith(text) for longer_text in texts)
    )


def name_fields(form: LineForm, play: Play) -> None:
    """Label the fields for screen readers, with the field and its line."""
    place = _("étui %(board)d, position %(round)d, table %(table)d") % {
        "board": play.board,
        "round": play.round.number,
        "table": play.table.number,
    }
    for form_field in form.fields.values():
        form_field.widget.attrs["aria-label"] = f"{form_field.label}, {place}"
