"""The prize list and its receipts; rankings by group on paper."""

import pytest

from tests.factories.tournaments import SCORES, enter_results, list_plays
from tournaments.enums import DocumentKind
from tournaments.models import Person, PrizePlan, Tournament
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.results.group_rankings import build_group_rankings
from tournaments.paper.documents.results.prize_list import PRIZE_LIST, build_prize_list
from tournaments.rankings.queries.classifications import GroupKind
from tournaments.rankings.services.standings import refresh_standings


@pytest.fixture
def prized(evening: Tournament) -> Tournament:
    enter_results(
        (play, SCORES[(number + number // 5) % len(SCORES)])
        for number, play in enumerate(list_plays(evening))
    )
    refresh_standings(session=evening.sessions.get())
    plan = PrizePlan.objects.create(tournament=evening, extra_cents=12_000)
    plan.rules.create(position=1, name="Général", ranking="overall", amounts=[5000, 3000, 1234])
    plan.rules.create(position=2, name="Première ligne", ranking="line", group="0", amounts=[2000])
    return evening


def test_everybody_with_a_prize_signs_once_for_the_whole_sum(prized, told):
    (sheet,) = build_prize_list(prized)

    text = told(DocumentKind.PRIZE_LIST, prized)

    assert sum(receipt.total for receipt in sheet.receipts) == 11_234
    assert len({receipt.recipient.full_name for receipt in sheet.receipts}) == len(sheet.receipts)
    assert "40,00" in text
    assert "12,34" in text
    assert "112,34" in text
    assert text.count("Signature") == 1
    assert PRIZE_LIST.kind == DocumentKind.PRIZE_LIST


def test_gifts_stand_beside_their_winners_and_on_their_receipts(prized, told):
    prized.prize_plan.rules.filter(position=1).update(gifts=[{"name": "Jambon sec", "cents": 3500}])

    text = told(DocumentKind.PRIZE_LIST, prized)

    assert text.count("Jambon sec (35,00") == 2


def test_groups_are_printed_with_their_own_places(prized, told):
    Person.objects.filter(club=prized.club, last_name__lt="Nom06").update(category="Dames")
    (pages,) = build_group_rankings(prized)

    text = told(DocumentKind.GROUP_RANKINGS, prized)

    assert [kind for kind, _groups in pages.kinds] == [GroupKind.LINE, GroupKind.CATEGORY]
    assert "Dames" in text
    assert "Nord" in text
    assert "NOM01 Ana" in text


def test_groups_of_one_kind_are_printed_alone(prized):
    Person.objects.filter(club=prized.club, last_name__lt="Nom06").update(category="Dames")

    (pages,) = build_group_rankings(prized, DocumentOptions(part=GroupKind.CATEGORY))

    assert [kind for kind, _groups in pages.kinds] == [GroupKind.CATEGORY]
    assert (pages.partners, pages.clubs) == ((), ())
