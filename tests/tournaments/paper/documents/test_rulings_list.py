"""The list of rulings: tariffs beside the decisions; the form to post contains no name."""

import pytest

from tests.factories.tournaments import give_penalty, list_plays, make_user
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.enums import DocumentKind
from tournaments.models import Ruling, Tournament
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.results.rulings_list import PUBLIC, build_rulings_list
from tournaments.rankings.queries.rulings import load_rules
from tournaments.rankings.services.rulings import RulingDraft, give_ruling, withdraw_ruling

pytestmark = pytest.mark.django_db

SLOW = "slow_play"
HALF = (Effect(EffectKind.PENALTY, 50),)


def rule(tournament: Tournament, effects: tuple[Effect, ...], occurrence: int = 1) -> Ruling:
    draft = RulingDraft(
        effects=effects,
        guilty=(tournament.entries.all()[0],),
        reason="en retard de dix minutes",
        play=list_plays(tournament)[0],
        fault=SLOW,
        occurrence=occurrence,
    )
    return give_ruling(session=tournament.sessions.get(), draft=draft, ruled_by=make_user("Renée"))


def test_tariff_is_that_of_the_time_and_told_where_the_referee_left_it(evening):
    warned = load_rules(evening).tariffs(SLOW)
    rulings = [rule(evening, warned[0]), rule(evening, HALF, 2), rule(evening, HALF, 9), rule(evening, HALF)]

    (sheet,) = build_rulings_list(evening, DocumentOptions())

    assert [line.ruling for line in sheet.lines] == rulings
    assert [line.tariff for line in sheet.lines] == [warned[0], warned[1], warned[-1], warned[0]]
    assert [line.differs for line in sheet.lines] == [False, False, False, True]


def test_what_is_taken_back_stays_on_the_referees_list_and_is_not_posted(evening):
    valid_ruling, taken_back = rule(evening, HALF), rule(evening, HALF)
    withdraw_ruling(ruling=taken_back, reason="autre table", withdrawn_by=make_user("Rémi"))

    (full_list,) = build_rulings_list(evening, DocumentOptions())
    (posted,) = build_rulings_list(evening, DocumentOptions(part=PUBLIC))

    assert [line.ruling for line in full_list.lines] == [valid_ruling, taken_back]
    assert [line.ruling for line in posted.lines] == [valid_ruling]


def test_form_to_post_has_neither_names_nor_motives(evening, told):
    rule(evening, HALF)
    give_penalty(evening.sessions.get(), evening.entries.all()[1])

    full_text, posted = (
        told(DocumentKind.RULINGS_LIST, evening, options=DocumentOptions(part=part)) for part in ("", PUBLIC)
    )

    for secret in ("NOM01", "NOM02", "Renée", "en retard de dix minutes"):
        assert secret in full_text
        assert secret not in posted
    assert "pénalité de 0,5" in posted


def test_evening_without_rulings_says_so(evening, printed):
    assert (
        "Aucune décision d’arbitrage." in printed(DocumentKind.RULINGS_LIST, evening).pages[0].extract_text()
    )
