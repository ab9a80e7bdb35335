"""Made-up evenings for the previews of papers, with fictitious people, cards, results, rulings and prizes.

Each specimen is made in a database of its own, so a preview cannot show data of a club.
"""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.language_codes import reader_language
from accounts.models import User
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.deals.services.deals import open_boards
from tournaments.demo.services.database_apart import create_tables, database_apart, nothing_sent
from tournaments.demo.services.demo import DemoStage, make_demo_tournament
from tournaments.entries.services.receipts import issue_other_receipt
from tournaments.enums import PaymentMeans
from tournaments.models import Club, Entry, Tournament
from tournaments.rankings.services.prizes import PrizePreset, apply_preset
from tournaments.rankings.services.rulings import RulingDraft, give_ruling
from tournaments.rankings.services.standings import refresh_standings

DAY = datetime.date(2026, 1, 1)
SEED = 78_021_001
"""Seed of the specimens. No demonstration uses it, so their cards are dealt nowhere else."""
MOST_KEPT = 6
"""Largest number of specimens that a process caches, each a little over a megabyte."""
PENALTY = Effect(EffectKind.PENALTY, 50)


@contextmanager
def specimen_event(*, club: Club, format_code: str, game: str) -> Iterator[Tournament]:
    """Yield a finished, fictitious event under the name of the club. The block sees no other data.

    Args:
        game: stored name of the game, for a format that lets the event choose it.
    """
    content = _specimen(format_code, game, reader_language())
    with database_apart(content):
        Club.objects.update(name=club.name, city=club.city)
        yield Tournament.objects.select_related("club").get()


@lru_cache(maxsize=MOST_KEPT)
def _specimen(format_code: str, game: str, language: str) -> bytes:
    """Return the database of one specimen. Takes half a second."""
    with override(language), database_apart() as database:
        create_tables()
        with nothing_sent():
            _make_event(format_code, game)
        return database.serialize()


def _make_event(format_code: str, game: str) -> None:
    """Create an evening with content for every kind of paper."""
    tournament = make_demo_tournament(
        club=Club.objects.create(name=_("Spécimen"), slug="specimen"),
        format_code=format_code,
        table_count=format_of(format_code, game).table_counts[0],
        stage=DemoStage.FINISHED,
        seed=SEED,
        starts_on=DAY,
        name=_("Spécimen"),
        game=game,
    )
    session = current_session(tournament)
    if find_format(format_code).needs_dealt_boards:
        open_boards(session=session, boards=None, opened_by=None)
    guilty = Entry.objects.order_by("pk")[:1]
    referee = User.objects.create(email="specimen@club.example", name=_("Arbitre"))
    draft = RulingDraft(effects=(PENALTY,), guilty=tuple(guilty), reason=_("Retard"))
    give_ruling(session=session, draft=draft, ruled_by=referee)
    issue_other_receipt(
        tournament=tournament,
        payer=_("Spécimen"),
        subject=_("cotisation"),
        cents=2_500,
        means=PaymentMeans.CASH,
        issued_by=None,
    )
    apply_preset(tournament=tournament, preset=PrizePreset.OVERALL, set_by=None)
    refresh_standings(session=session)
