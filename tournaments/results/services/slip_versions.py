"""Versions of a result: content of a slip, lock of a play, comparison of versions, the next version."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError, Conflict
from common.live.notifying import notify_pages
from games.core.facts import FactsForm
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from games.core.play import Points
from games.core.scoring import difference, need_for
from games.core.variant import Variant
from games.core.written_points import format_points
from tournaments.base.prepared import PreparedModels, PreparedQuery
from tournaments.base.words.dates import date_format
from tournaments.base.words.wording import BONUS_NAMES, write_signed_score
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind, SlipReading
from tournaments.enums import PLAYED_STATES, SlipKind, TournamentState
from tournaments.events.services.events import refuse_copy
from tournaments.models import AuditEvent, Play, ResultSlip, Tournament
from tournaments.models.results import ScoresEncoder
from tournaments.results.words.facts import facts_words
from tournaments.results.words.sheet_sentences import BID_NAMES
from tournaments.seating.words.seat_names import printed_seat_letter, seat_name
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings
from tournaments.work.topics import desk_topic, table_topic


def facts_of(reading: SlipReading) -> dict[str, Any] | None:
    """Return the value of `ResultSlip.facts` for a reading. `line_of` is the inverse."""
    if reading.is_passed:
        return {"passed": True}
    if reading.facts:
        return {"written": dict(reading.facts)}
    if reading.score is None:
        return None
    facts: dict[str, Any] = {
        "bouts": reading.outcome.bouts if reading.outcome else None,
        "half_points": reading.outcome.half_points if reading.outcome else None,
        "handfuls": [handful.value for handful in reading.bonuses.handfuls],
        "petit": reading.bonuses.petit.value,
        "slam": reading.bonuses.slam.value,
    }
    if reading.bid is not None:
        facts["bid"] = reading.bid.value
    if reading.taker is not None:
        facts |= {"taker": reading.taker, "partners": list(reading.partners)}
    return facts


def line_of(slip: ResultSlip) -> LineInput:
    """Return the line of a slip, which reads as the same result. It is empty for a withdrawal."""
    if slip.kind == SlipKind.WITHDRAWN:
        return LineInput()
    facts = slip.facts or {}
    half_points = facts.get("half_points")
    return LineInput(
        kind=LineKind(slip.kind),
        gain=slip.score if slip.score is not None and slip.score >= 0 else None,
        loss=-slip.score if slip.score is not None and slip.score < 0 else None,
        bouts=facts.get("bouts"),
        points="" if half_points is None else format_points(half_points),
        handfuls=tuple(Handful(level) for level in facts.get("handfuls", ())),
        petit=PetitAtEnd(facts.get("petit", PetitAtEnd.NONE)),
        slam=Slam(facts.get("slam", Slam.NONE)),
        # with a taker the line is one of a score sheet, which holds the bid itself
        bid=Bid(facts["bid"]) if "bid" in facts and "taker" not in facts else None,
    )


def sheet_line_of(slip: ResultSlip) -> SheetLine:
    """Return the line of a score sheet, which reads as the same result."""
    facts = slip.facts or {}
    is_bid, is_passed = "taker" in facts, "passed" in facts
    fact_texts: dict[str, str] = facts.get("written", {})
    return SheetLine(
        taker=facts.get("taker"),
        bid=Bid(facts["bid"]) if "bid" in facts else None,
        partner=next(iter(facts.get("partners", ())), None),
        is_passed=is_passed,
        written=line_of(slip),
        # scores that are computed from other entries were not written
        scores=() if is_bid or is_passed or fact_texts else tuple(slip.seat_scores or ()),
        facts=tuple(sorted(fact_texts.items())),
    )


def says_the_same(slip: ResultSlip, reading: SlipReading) -> bool:
    """Return whether the reading is equal to the slip, so that storing it would change nothing."""
    content = (slip.kind, slip.score, slip.facts, slip.seat_scores)
    return content == (reading.kind, reading.score, facts_of(reading), seat_scores_of(reading))


def seat_scores_of(reading: SlipReading) -> list[Points | None] | None:
    """Return the value of `ResultSlip.seat_scores` for a reading."""
    return None if reading.seat_scores is None else list(reading.seat_scores)


def describe_slip(slip: ResultSlip) -> str:
    """Describe a slip in a few characters: "+62", "−52", "neutralisée", "N +318, S −106, E −106, O −106"."""
    if (slip.facts or {}).get("passed"):
        return _("passée")
    if slip.seat_scores is not None:
        return _describe_seats(slip.seat_scores)
    return _describe(SlipKind(slip.kind), slip.score)


def describe_reading(reading: SlipReading) -> str:
    """Describe a reading in the words of `describe_slip`."""
    if reading.is_passed:
        return _("passée")
    if reading.seat_scores is not None:
        return _describe_seats(reading.seat_scores)
    return _describe(SlipKind(reading.kind), reading.score)


def describe_sheet_line(line: SheetLine) -> str:
    """Describe a typed line of a score sheet in a few words, even if it makes no sense."""
    if line.is_passed:
        return _("passée")
    if any(score is not None for score in line.scores):
        return _describe_seats(line.scores)
    words = [] if line.taker is None else [seat_name(line.taker)]
    words += [] if line.bid is None else [str(BID_NAMES[line.bid])]
    return " ".join([*words, describe_line(line.written)]).strip()


def describe_line(line: LineInput) -> str:
    """Describe a typed line in a few words, even if it makes no sense."""
    words = [] if line.bid is None else [str(BID_NAMES[line.bid])]
    if line.kind is LineKind.PLAYED and line.score is None:
        return ", ".join([*words, *describe_count(line.bouts, line.points)])
    return ", ".join([*words, _describe(SlipKind(line.kind), line.score)])


def describe_facts(slip: ResultSlip, form: FactsForm | None = None) -> list[str]:
    """Describe the facts behind a score; empty when only the score was written.

    Args:
        form: form of the facts, where a sheet of any game takes them. The play then has its tournament.
    """
    if form is not None and slip.seat_scores is not None:
        names = [seat_name(seat) for seat in range(len(slip.seat_scores))]
        game = slip.play.round.section.session.tournament.game
        return facts_words(form, game, dict(sheet_line_of(slip).facts), names)
    line = line_of(slip)
    return [*_bid_words(slip), *describe_count(line.bouts, line.points), *describe_bonuses(slip)]


def describe_whole(slip: ResultSlip, form: FactsForm | None, variant: Variant) -> list[str]:
    """Describe the facts behind a score, then by how many points the contract was made.

    Args:
        form: as in `describe_facts`.
    """
    facts = describe_facts(slip, form)
    counted = slip.facts or {}
    if counted.get("bouts") is not None and counted.get("half_points") is not None:
        facts.append(describe_margin(counted["half_points"], counted["bouts"], variant))
    return facts


def describe_margin(half_points: int, bouts: int, variant: Variant) -> str:
    """Describe by how many points the contract was made or failed."""
    margin = difference(half_points, need_for(bouts, variant))
    if margin == 0:
        return _("juste faite")
    template = _("réussie de %(points)d") if margin > 0 else _("chutée de %(points)d")
    return template % {"points": abs(margin)}


def describe_bonuses(slip: ResultSlip) -> list[str]:
    """Describe each bonus of a slip in words."""
    line = line_of(slip)
    names = [f"handful_{handful.value}" for handful in line.handfuls]
    names += [f"petit_{line.petit.value}", f"slam_{line.slam.value}"]
    return [str(BONUS_NAMES[name]) for name in names if name in BONUS_NAMES]


def _bid_words(slip: ResultSlip) -> list[str]:
    """Describe the taker, the bid and the partner, where the players bid."""
    line = sheet_line_of(slip)
    words = [] if line.taker is None else [_("preneur : %(seat)s") % {"seat": seat_name(line.taker)}]
    words += [] if line.bid is None else [str(BID_NAMES[line.bid])]
    if line.partner is not None:
        words.append(_("appelé : %(seat)s") % {"seat": seat_name(line.partner)})
    return words


def _describe_seats(scores: Sequence[Points | None]) -> str:
    """Describe the scores of the occupied seats, in the order of the sheets."""
    order = list_sheet_seats_with_fifth(len(scores))
    scores_in_order = [(seat, scores[seat]) for seat in order if seat < len(scores)]
    return ", ".join(
        f"{printed_seat_letter(seat)} {write_signed_score(score)}"
        for seat, score in scores_in_order
        if score is not None
    )


def _describe(kind: SlipKind, score: int | None) -> str:
    return str(kind.label) if score is None else write_signed_score(score)


def describe_count(bouts: int | None, points: str) -> list[str]:
    """Describe the bouts and the points of the attack, as far as they are written."""
    words = []
    if bouts is not None:
        words.append(ngettext("%(count)d bout", "%(count)d bouts", bouts) % {"count": bouts})
    if points:
        words.append(_("%(points)s points") % {"points": points})
    return words


def lock_play(play: Play) -> Play:
    """Lock the play's row. Return it with its round, table, session and tournament. Two queries.

    Raises:
        AppError: `written_elsewhere` for a copy.
    """
    # the read follows the lock, so that it sees what other transactions have committed
    if not _LOCK.rows(play.pk):
        raise Play.DoesNotExist
    locked_play = _LOCKED.first(play.pk)
    assert locked_play is not None
    refuse_copy(locked_play.round.section.session.tournament)
    return locked_play


_LOCK = PreparedQuery(
    lambda play: Play.objects.select_for_update().filter(pk=play).order_by().values_list("pk"), int
)
_LOCKED = PreparedModels(
    lambda play: Play.objects.filter(pk=play),
    int,
    # score sheets read the shape of their tables; the arrays of the movement are not needed
    related=("table", "round__section__session__tournament__club", "round__section__movement"),
    without=("round__section__movement__document",),
)


def lock_plays(plays: Iterable[Play]) -> tuple[list[Play], list[Play]]:
    """Lock plays; return those without any result, which may be many, and the others. Two queries.

    Each has its round, table, session and tournament, in order of round, table and board.
    """
    rows = Play.objects.select_for_update(of=("self",)).filter(pk__in=[play.pk for play in plays])
    rows = rows.select_related("table", "round__section__session__tournament__club")
    locked_plays = list(rows.order_by("round__number", "table__number", "board"))
    keys_with_result = set(ResultSlip.objects.filter(play__in=locked_plays).values_list("play_id", flat=True))
    new_plays = [play for play in locked_plays if play.pk not in keys_with_result]
    return new_plays, [play for play in locked_plays if play.pk in keys_with_result]


def latest_slip(play: Play) -> ResultSlip | None:
    """Return the latest version of a play, with its author; withdrawals are versions, too. One query."""
    slip = _SLIPS.first(play.pk)
    if slip is not None:
        slip.play = play
    return slip


_SLIPS = PreparedModels(
    lambda play: ResultSlip.objects.filter(play=play).order_by("-version"), int, related=("entered_by",)
)


def require_seen(last: ResultSlip | None, seen_version: int) -> None:
    """Refuse a change by an author who has not seen the latest version; 0 stands for seeing no result.

    Raises:
        Conflict: `slip_changed`.
    """
    # a withdrawal leaves no result, as if the line had never been entered
    if last is None or seen_version == last.version or (seen_version == 0 and not last.is_current):
        return
    raise conflict_with(last)


def require_reason(reason: str) -> None:
    """Refuse to replace or withdraw a result without a reason (`reason_missing`)."""
    if not reason.strip():
        message = _("Dites pourquoi ce résultat est corrigé.")
        raise AppError("reason_missing", message, fields={"reason": message})


def require_playing(tournament: Tournament) -> None:
    if tournament.state not in PLAYED_STATES:
        raise AppError(
            "not_playing",
            _("Ce tournoi est terminé : rouvrez-le au bureau pour corriger un résultat.")
            if tournament.state == TournamentState.FINISHED
            else _("Ce tournoi ne reçoit pas encore de résultats : fixez d’abord les places."),
        )


def store_version(slip: ResultSlip, last: ResultSlip | None) -> ResultSlip:
    """Store a slip as the version after `last`, add it to the trace, and request new standings.

    Args:
        slip: unsaved, of a play from `lock_play`, with its content, author, token and reason.
        last: the latest version, which may be a withdrawal; None for a first entry.

    Raises:
        AppError: the token was used for another line (`token_reused`).
    """
    previous_slip = last if last is not None and last.is_current else None
    if previous_slip is not None:
        # first, because only one slip of a play may be current
        ResultSlip.objects.filter(pk=previous_slip.pk).update(is_current=False)
    slip.version = last.version + 1 if last else 1
    slip.is_current = slip.kind != SlipKind.WITHDRAWN
    slip.after_withdrawal = last is not None and previous_slip is None
    _insert(slip)
    play = slip.play
    tournament = play.round.section.session.tournament
    entry_action = "result.corrected" if previous_slip else "result.entered"
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=slip.entered_by,
        action=entry_action if slip.is_current else "result.withdrawn",
        subject=play_subject(play),
        before=_trace(previous_slip) if previous_slip else None,
        after=_trace(slip) | ({"reason": slip.reason} if slip.reason else {}),
    )
    request_standings(session=play.round.section.session)
    notify_pages(table_topic(play.table_id))
    return slip


def store_first_versions(slips: Sequence[ResultSlip]) -> list[ResultSlip]:
    """Store the first versions of many plays, each with its trace. Two queries.

    Args:
        slips: unsaved, with their content and author; their plays are locked, without any version, and have
            their round, table and tournament.
    """
    for slip in slips:
        slip.version = 1
    slips = ResultSlip.objects.bulk_create(slips)
    AuditEvent.objects.bulk_create(
        [
            AuditEvent(
                club=slip.play.round.section.session.tournament.club,
                tournament=slip.play.round.section.session.tournament,
                actor=slip.entered_by,
                action="result.entered",
                subject=play_subject(slip.play),
                after=_trace(slip),
            )
            for slip in slips
        ]
    )
    # one message per table and tournament, not per play
    for table in {slip.play.table_id for slip in slips}:
        notify_pages(table_topic(table))
    for tournament in {slip.play.round.section.session.tournament_id for slip in slips}:
        notify_pages(desk_topic(tournament))
    return slips


def play_subject(play: Play) -> str:
    """Return the subject of a play in the trace: board, round and table."""
    return f"{play.board}/{play.round.number}/{play.table.number}"


def conflict_with(latest: ResultSlip) -> Conflict:
    """Return the error for an author who has not seen the latest version, with its author and time."""
    author = str(latest.entered_by or latest.device or _("Quelqu’un"))
    entry_time = date_format(localtime(latest.created_at), "H:i:s")
    description = describe_slip(latest)
    return Conflict(
        "slip_changed",
        _("%(who)s a déjà enregistré « %(what)s » à %(when)s. Vérifiez la feuille avant de corriger.")
        % {"who": author, "what": description, "when": entry_time},
        extra={"version": latest.version, "who": author, "what": description, "when": entry_time},
    )


def token_reused() -> AppError:
    """Return the error for a token that was used for another action."""
    return AppError("token_reused", _("Cet envoi a déjà servi pour une autre ligne ; rechargez la page."))


def _insert(slip: ResultSlip) -> None:
    # the lock of the play guards all constraints except the uniqueness of the token
    try:
        with transaction.atomic():
            slip.save(force_insert=True)
    except IntegrityError as error:
        raise token_reused() from error


def _trace(slip: ResultSlip) -> dict[str, Any]:
    values = {"version": slip.version, "kind": str(slip.kind), "score": slip.score, "facts": slip.facts}
    if slip.seat_scores is None:
        return values
    return values | {"seat_scores": json.loads(json.dumps(slip.seat_scores, cls=ScoresEncoder))}
