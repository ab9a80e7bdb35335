"""Dog slips: six cards each, in order once cut, within the slip."""

from games.models import Deal
from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.dog_slips import build_dog_slips


def test_slips_have_the_six_cards_of_each_dog_and_no_empty_line(evening):
    (sheet,) = build_dog_slips(evening)

    slips = [slip for slip in sheet.slips if slip is not None]
    assert [slip.number for slip in slips] == list(range(1, 21))
    assert sheet.slips[20:] == (None,) * 4
    for slip in slips:
        assert sum(len(group.labels) for group in slip.groups) == 6
        assert all(group.labels for group in slip.groups)


def test_every_word_stands_within_its_slip(evening, pages):
    (page,) = pages(DocumentKind.DOG_SLIPS, evening)

    cells = page.cells(columns=3, rows=8)

    (sheet,) = build_dog_slips(evening)
    labels = [label for group in sheet.slips[4].groups for label in group.labels]
    assert len(cells) == 20
    words = [word for word in cells[1, 1] if word not in {"Atouts", *"♠♥♦♣"}]
    assert sorted(words) == sorted(["5", "Chien", *labels])


def test_slips_are_those_of_the_deals_of_the_tournament(evening):
    deals = Deal.objects.filter(deal_set__session__tournament=evening)
    deals.exclude(number=7).delete()

    (sheet,) = build_dog_slips(evening)

    assert [slip.number for slip in sheet.slips if slip] == [7]


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_dog_slips(evening)
