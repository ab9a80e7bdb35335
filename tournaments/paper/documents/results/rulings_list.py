"""List of rulings: facts, tariff, decision and referee; or a list to post, without names."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.faults import Tariff
from tournaments.enums import DocumentKind
from tournaments.models import Ruling, Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.rankings.queries.rulings import RulingRules, load_rules, read_effects

PUBLIC = "public"
"""Variant to post: rulings in force, without the names of players and referees and without reasons."""


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling with the cost of its fault in the tariff."""

    ruling: Ruling
    """Ruling with its play, its referee and the guilty players."""
    effects: Tariff
    tariff: Tariff
    """Cost for this occurrence in the referee's table or the organiser's tariff; () without an entry."""

    @property
    def differs(self) -> bool:
        """True if the referee's decision differs from the tariff."""
        return bool(self.tariff) and self.tariff != self.effects


@dataclass(frozen=True, slots=True)
class RulingsList:
    """The rulings of one session, oldest first."""

    session_number: int
    is_only_session: bool
    lines: tuple[RulingLine, ...]
    amounts: Measure
    """Unit of the amounts of rulings."""
    is_public: bool


def build_rulings_list(tournament: Tournament, options: DocumentOptions) -> tuple[RulingsList, ...]:
    """Return a list for each session. Two queries, and two for each session."""
    is_public = options.part == PUBLIC
    rules = load_rules(tournament)
    sessions = list(tournament.sessions.order_by("number"))
    rows = Ruling.objects.in_force() if is_public else Ruling.objects.all()
    rows = rows.select_related("ruled_by", "withdrawn_by", "play__round", "play__table")
    rows = rows.prefetch_related("guilty__person")
    return tuple(
        RulingsList(
            session_number=session.number,
            is_only_session=len(sessions) == 1,
            lines=tuple(_line(row, rules) for row in rows.filter(session=session)),
            amounts=rules.measure,
            is_public=is_public,
        )
        for session in sessions
    )


def _line(ruling: Ruling, rules: RulingRules) -> RulingLine:
    tariffs = rules.tariffs(ruling.fault) if ruling.fault else ()
    # further occurrences cost as much as the last one of the tariff
    times = min(ruling.occurrence, len(tariffs))
    return RulingLine(ruling, read_effects(ruling.effects), tariffs[times - 1] if tariffs else ())


RULINGS_LIST = DocumentType(
    kind=DocumentKind.RULINGS_LIST,
    right=Right.PRINT,
    require=require_nothing,
    build=build_rulings_list,
    moment=PaperMoment.AFTER,
    options=frozenset({OptionName.PART}),
    parts=(("", _("liste complète, pour l’arbitre")), (PUBLIC, _("à afficher, sans les noms"))),
)
