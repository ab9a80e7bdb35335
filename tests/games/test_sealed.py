"""Sealed columns: rows show nothing of them, in any representation."""

import copy
import json
import pickle

import pytest
from django.core import serializers
from django.core.exceptions import FieldError
from django.core.serializers.json import DjangoJSONEncoder
from django.forms.models import model_to_dict
from django.template import engines

from games.models import Deal, DealSet
from games.services.deal_sets import create_deal_set
from tests.factories.opened import hands_of, seed_of

pytestmark = pytest.mark.django_db
SEED = bytes(range(32))


@pytest.fixture
def deal() -> Deal:
    deal_set = create_deal_set(seed=SEED, board_count=2, game="tarot-4", rule_set="fft")
    return deal_set.deals.get(number=1)


@pytest.mark.postgres
def test_no_text_of_a_row_shows_a_card(deal: Deal) -> None:
    (values,) = Deal.objects.filter(pk=deal.pk).values()
    (listed,) = Deal.objects.filter(pk=deal.pk).values_list("hands", flat=True)
    page = engines["django"].from_string("{{ deal.hands }} {{ deal.hands|join:',' }} {{ row }}")
    texts = [
        *map(str, (deal.hands, listed, values, model_to_dict(deal), vars(deal))),
        f"{deal.hands!r} {deal.hands:}",
        page.render({"deal": deal, "row": values}),
    ]

    hands = hands_of(deal).split(" ")
    assert len(hands) == 5
    assert not [text for text in texts if any(hand in text for hand in hands)]


def test_sealed_value_is_not_walked_measured_or_put_away(deal: Deal) -> None:
    for look in (iter, len, list, pickle.dumps, lambda value: value[0], json.dumps):
        with pytest.raises(TypeError):
            look(deal.hands)
    with pytest.raises(TypeError):
        json.dumps({"hands": deal.hands}, cls=DjangoJSONEncoder)
    with pytest.raises(TypeError):
        serializers.serialize("json", [deal])
    assert copy.deepcopy(deal.hands) is deal.hands


@pytest.mark.postgres
def test_columns_can_be_asked_for_equality_alone(deal: Deal) -> None:
    assert Deal.objects.filter(hands=deal.hands).get() == deal
    assert Deal.objects.filter(hands__in=[hands_of(deal)]).get() == deal
    for name in ("contains", "startswith", "regex", "gt", "iexact", "range"):
        with pytest.raises(FieldError):
            Deal.objects.filter(**{f"hands__{name}": "T21"}).exists()
        with pytest.raises(FieldError):
            DealSet.objects.filter(**{f"seed__{name}": b"1"}).exists()


@pytest.mark.postgres
def test_what_is_written_to_a_row_is_sealed_at_once_and_stored_as_it_was(deal: Deal) -> None:
    text = hands_of(Deal.objects.get(number=2))
    deal.hands = text

    assert repr(deal.hands) == "<sealed>"
    deal.save()
    deal.refresh_from_db()
    assert hands_of(deal) == text
    assert seed_of(DealSet.objects.get()) == SEED


def test_equal_contents_are_equal_and_have_one_fingerprint(deal: Deal) -> None:
    second_deal = Deal.objects.get(number=2)

    assert deal.hands == Deal.objects.get(pk=deal.pk).hands != second_deal.hands
    assert deal.hands.fingerprint != second_deal.hands.fingerprint
