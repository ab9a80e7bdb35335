"""Changes to rulings: preview, give and withdraw. A ruling is never edited."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.wording import app_error
from tournaments.core.errors import TournamentError
from tournaments.core.formats.event_options import SheetOf, read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.ruling_effects import ON_A_PLAY, check_ruling, measure_of
from tournaments.core.ranking.changes import RankingChange
from tournaments.core.ranking.faults_fft_2012 import EDITION, FFT_2012
from tournaments.core.ranking.rulings import Effect
from tournaments.enums import EventRole, RulingRole
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, Play, Role, Ruling, Session, Tournament
from tournaments.movements.queries.movements import session_sheet_kind
from tournaments.rankings.queries.rulings import (
    RulingFacts,
    earlier_rulings,
    list_seated_at_play,
    list_seated_entries,
    load_rules,
    load_rulings,
    write_effects,
)
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.services.consequences import DealChange, deal_changes, ranking_changes
from tournaments.rankings.words.ruling_wording import fault_name
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDraft:
    """A ruling before it is given."""

    effects: tuple[Effect, ...]
    reason: str = ""
    guilty: tuple[Entry, ...] = ()
    play: Play | None = None
    """Play of the session."""
    fault: str = ""
    """Code in the table of faults, "" for a decision without one."""
    occurrence: int = 1
    last_seen: int | None = None
    """Primary key of the latest ruling when the draft was begun, 0 for none; None if unknown."""


@transaction.atomic
def give_ruling(*, session: Session, draft: RulingDraft, ruled_by: User) -> Ruling:
    """Store a ruling and request the ranking.

    Raises:
        AppError: as `check_draft`, `refuse_unseen` and `lock_tournament`; or there is no reason.
    """
    # of two rulings at once the second one sees the first, and seats are not undone meanwhile
    lock_tournament(session.tournament)
    refuse_unseen(session, draft)
    check_draft(session, draft)
    if not draft.reason.strip():
        raise _reason_missing()
    ruling = Ruling.objects.create(
        session=session,
        play=draft.play,
        fault=draft.fault,
        edition=EDITION,
        occurrence=draft.occurrence,
        effects=write_effects(draft.effects),
        reason=draft.reason.strip(),
        ruled_by=ruled_by,
        ruled_as=role_of(ruled_by, session.tournament),
    )
    ruling.guilty.set(draft.guilty)
    _record(ruling, ruled_by, "ruling.given", ruling.reason)
    request_standings(session=session)
    return ruling


@transaction.atomic
def withdraw_ruling(*, ruling: Ruling, reason: str, withdrawn_by: User) -> Ruling:
    """Withdraw a ruling. Its row stays in the record.

    Raises:
        AppError: it is already withdrawn, or there is no reason, or as `lock_tournament`.
    """
    lock_tournament(ruling.session.tournament)
    # of two withdrawals at once the second one sees the first
    ruling = Ruling.objects.select_for_update().get(pk=ruling.pk)
    if ruling.withdrawn_by_id is not None:
        raise AppError("already_withdrawn", _("Cette décision est déjà retirée."))
    if not reason.strip():
        raise _reason_missing()
    ruling.withdrawn_by, ruling.withdrawn_reason = withdrawn_by, reason.strip()
    ruling.withdrawn_at = timezone.now()
    ruling.save(update_fields=["withdrawn_by", "withdrawn_reason", "withdrawn_at"])
    _record(ruling, withdrawn_by, "ruling.withdrawn", ruling.withdrawn_reason)
    request_standings(session=ruling.session)
    return ruling


def check_draft(session: Session, draft: RulingDraft) -> None:
    """Refuse a ruling that cannot be applied in the session. Four queries at most.

    Raises:
        AppError: for one of these reasons:
        - the fault is unknown;
        - the effects do not exist in the format, or are out of range;
        - an entry or the play is not of the session;
        - the effects need a guilty entry or a play, and there is none.
    """
    if draft.fault and draft.fault not in FFT_2012:
        raise AppError("no_such_fault", _("Cette faute n’est pas dans la table."))
    if draft.play is not None and draft.play.round.section.session_id != session.pk:
        raise AppError("play_elsewhere", _("Cette donne n’est pas de cette séance."))
    guilty = {entry.pk for entry in draft.guilty}
    if list_seated_entries(session).filter(pk__in=guilty).count() < len(guilty):
        message = _("Seul quelqu’un qui a une place dans la séance peut être en faute.")
        raise AppError("entry_elsewhere", message, fields={"guilty": message})
    at_play = (
        None
        if draft.play is None
        else {player.entry.pk for player in list_seated_at_play(draft.play, session.tournament)}
    )
    rules = load_rules(session.tournament)
    if session_sheet_kind(session) is SheetOf.TOTALS and any(
        effect.kind in ON_A_PLAY for effect in draft.effects
    ):
        message = _(
            "Les feuilles ne gardent que des totaux : aucune donne n’y est seule."
            " Corrigez la feuille, ou donnez une pénalité."
        )
        raise AppError("ruling_on_totals", message, fields={"effects": message})
    try:
        check_ruling(draft.effects, rules.measure, guilty=guilty, at_play=at_play)
    except TournamentError as error:
        raise app_error(error) from None


def refuse_unseen(session: Session, draft: RulingDraft) -> None:
    """Refuse a ruling if another referee has ruled on its case since it was begun. One query.

    The case is the deal, or without one the fault of a guilty entry.

    Raises:
        AppError: `ruled_meanwhile`.
    """
    if draft.last_seen is None:
        return
    rulings = session.rulings.in_force().filter(pk__gt=draft.last_seen, play=draft.play)
    if draft.play is None:
        rulings = rulings.filter(fault=draft.fault, guilty__in=draft.guilty)
    ruling = rulings.select_related("ruled_by").last()
    if ruling is None:
        return
    message = _(
        "Une décision vient d’être prise pour le même cas : « %(fault)s », par %(referee)s à %(hour)s. Si la"
        " vôtre s’y ajoute, prenez-la de nouveau."
    ) % {
        "fault": fault_name(ruling.fault),
        "referee": ruling.ruled_by,
        "hour": date_format(localtime(ruling.created_at), "H:i"),
    }
    raise AppError("ruled_meanwhile", message)


def refuse_other_measure(tournament: Tournament, options: Mapping[str, object]) -> None:
    """Refuse options that would change the unit of rulings and tariffs already stored. Three queries at most.

    Args:
        options: new options in their stored form; the tournament still has the old ones.

    Raises:
        AppError: `rulings_exist`, at the method.
    """
    rules, plan = load_rules(tournament), find_format(tournament.format).plan
    if measure_of(plan, read_event_options(options, plan).comparison.method) is rules.measure:
        return
    if rules.own or Ruling.objects.filter(session__tournament=tournament).in_force().exists():
        message = _(
            "Des décisions d’arbitrage ou des tarifs comptent dans l’unité de la méthode actuelle :"
            " retirez-les d’abord."
        )
        raise AppError("rulings_exist", message, fields={"method": message})


def role_of(user: User, tournament: Tournament) -> RulingRole:
    """Return the capacity in which a user rules: a role in the tournament, else in the club. One query."""
    in_force = Role.objects.in_force().filter(user=user, tournament=tournament)
    roles = set(in_force.values_list("role", flat=True))
    if EventRole.REFEREE in roles:
        return RulingRole.REFEREE
    return RulingRole.DIRECTOR if EventRole.DIRECTOR in roles else RulingRole.ORGANISER


def _reason_missing() -> AppError:
    message = _("Donnez le motif : il figure sur la feuille de route du joueur.")
    return AppError("reason_missing", message, fields={"reason": message})


def _record(ruling: Ruling, actor: User, action: str, reason: str) -> None:
    tournament = ruling.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=", ".join(map(str, ruling.guilty.select_related("person"))) or str(ruling.play or ""),
        after={
            "ruling": ruling.pk,
            "fault": ruling.fault,
            "effects": ruling.effects,
            "play": ruling.play_id,
            "reason": reason,
        },
    )


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """Changes that a ruling would make."""

    deal: tuple[DealChange, ...]
    """Marks of the whole table by seat, also those that stay the same; empty for a ruling without a deal."""
    ranking: tuple[RankingChange[Entry], ...]
    """Lines with another place or value, in the order of the new ranking."""
    earlier: int
    """Number of rulings for this fault against the same entry in the event."""


def preview_ruling(*, session: Session, draft: RulingDraft) -> RulingPreview:
    """Return the changes that a ruling would make. Nothing is stored.

    Raises:
        AppError: as `check_draft`.
    """
    check_draft(session, draft)
    rulings = load_rulings(session)
    ruling = RulingFacts(
        effects=draft.effects,
        play_id=draft.play.pk if draft.play else None,
        guilty_ids=tuple(entry.pk for entry in draft.guilty),
    )
    old_session, new_session = load_session(session, rulings), load_session(session, rulings.plus(ruling))
    return RulingPreview(
        deal=deal_changes(draft.play, session.tournament, old_session, new_session) if draft.play else (),
        ranking=ranking_changes(old_session, new_session),
        earlier=earlier_rulings(session, draft.fault, draft.guilty) if draft.fault else 0,
    )
