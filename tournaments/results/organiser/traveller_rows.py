"""The lines of a traveller on screen: what is stored, what was typed, and what became of it."""

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
    """One line of the page."""

    line: BoardLine
    form: LineForm

    @property
    def prefix(self) -> str:
        return prefix_of(self.line)

    @property
    def score_fields(self) -> list[forms.BoundField]:
        names = ("bid", *FIGURES) if "bid" in self.form.fields else FIGURES
        return [self.form[name] for name in names]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in OTHER_FIELDS]

    @property
    def bonuses(self) -> list[str]:
        """What is stored in the folded part, in words."""
        return describe_bonuses(self.line.slip) if self.line.slip else []

    @property
    def written(self) -> LineInput:
        """What was typed, once its form is valid."""
        return self.form.line()

    @property
    def typed_text(self) -> str:
        """What was typed, to choose between it and what is stored."""
        return describe_line(self.form.line())

    @property
    def is_open(self) -> bool:
        """The folded part holds something to see."""
        return any(self.form[name].errors for name in OTHER_FIELDS)


def prefix_of(line: BoardLine) -> str:
    return f"p{line.play.pk}"


def form_of(tournament: Tournament) -> type[LineForm]:
    """What a line of a traveller asks: the bid too where the taker chooses it."""
    return LineForm if find_format(tournament.format).imposed_bid else ChosenLineForm


def fresh_row(line: BoardLine, asked: type[LineForm]) -> TravellerRow:
    """A line as it is stored, ready to be typed on."""
    written = line_of(line.slip) if line.slip else LineInput()
    form = asked(prefix=prefix_of(line), initial=initial_of(written))
    name_fields(form, line.play)
    version = line.slip.version if line.slip else 0
    return TravellerRow(
        line=line, form=form, sending=SendingForm(prefix=prefix_of(line)), seen_version=version
    )


def typed_row(
    line: BoardLine, typed: Mapping[str, str], versions: Mapping[int, ResultSlip], asked: type[LineForm]
) -> TravellerRow:
    """A line as it came back.

    Args:
        versions: every version of the play, by number: what the person saw may be an older one.
    """
    prefix = prefix_of(line)
    sending = SendingForm(typed, prefix=prefix)
    sending.full_clean()
    seen_version = sending.cleaned_data.get("seen_version", 0)
    seen = versions.get(seen_version)
    form = asked(typed, prefix=prefix, initial=initial_of(line_of(seen) if seen else LineInput()))
    name_fields(form, line.play)
    token = sending.cleaned_data.get("token") or uuid.uuid4()
    return TravellerRow(line=line, form=form, sending=sending, seen_version=seen_version, token=token)


def lines_on(session: Session, name: SheetName) -> list[BoardLine]:
    """The lines of an étui by round and table, or those of a table in a round by étui."""
    if name.board is not None:
        return board_lines(session, name.board)
    place = {"round__number": name.round_number, "table__number": name.table_number}
    return lines_of_plays(Play.objects.filter(round__section__session=session, **place))


def shown_again(session: Session, name: SheetName, failed: Mapping[int, TravellerRow]) -> list[TravellerRow]:
    """The rows after an attempt: what was typed where it failed, else the lines as they are stored now.

    Args:
        failed: by id of their plays.
    """
    asked = form_of(session.tournament)
    rows = []
    for line in lines_on(session, name):
        row = failed.get(line.play.pk) or fresh_row(line, asked)
        row.line = line
        rows.append(row)
    return rows


def typed_rows(session: Session, name: SheetName, typed: Mapping[str, str]) -> list[TravellerRow]:
    """All lines of an étui, or of a table in a round, as typed; as stored where nothing came back or the
    stored one is kept.

    Four queries.
    """
    lines = lines_on(session, name)
    asked = form_of(session.tournament)
    versions: dict[int, dict[int, ResultSlip]] = {}
    for slip in ResultSlip.objects.filter(play__in=[line.play for line in lines]):
        versions.setdefault(slip.play_id, {})[slip.version] = slip
    return [
        typed_row(line, typed, versions.get(line.play.pk, {}), asked)
        if f"{prefix_of(line)}-token" in typed and typed.get(f"{prefix_of(line)}-choice") != SendingForm.KEEP
        else fresh_row(line, asked)
        for line in lines
    ]


def save_rows(rows: list[TravellerRow], author: Author) -> int:
    """Store each line for itself, from top to bottom; how many were. What goes wrong stays on its row."""
    saved = 0
    above = None
    for row in rows:
        play = row.line.play
        if row.is_to_store:
            is_same = above is not None and above.board == play.board
            saved += row.store(play, row.form.line(), author, above if is_same else None)
        above = play
    return saved


def score_endings(tournament: Tournament) -> list[str]:
    """Scores as they are typed, without sign, after which no figure can follow: no longer score begins so.

    Without bonuses: who types one of the few longer scores that they make comes back to the line.
    """
    played = find_format(tournament.format)
    bids = [played.imposed_bid] if played.imposed_bid else CHOSEN_BIDS
    written = {str(abs(score)) for bid in bids for score in possible_scores(bid, played.variant)}
    return sorted(
        text for text in written if not any(other != text and other.startswith(text) for other in written)
    )


def name_fields(form: LineForm, play: Play) -> None:
    """Labels for those who hear the page: which field of which line."""
    place = _("étui %(board)d, position %(round)d, table %(table)d") % {
        "board": play.board,
        "round": play.round.number,
        "table": play.table.number,
    }
    for form_field in form.fields.values():
        form_field.widget.attrs["aria-label"] = f"{form_field.label}, {place}"
