"""A query compiled once answers as the queryset does, whatever it is asked."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet, Value
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from common.compiled_query import CompiledQuery

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def joined_after(user: int, moment: datetime) -> QuerySet[User, tuple[int, str, int]]:
    later = User.objects.filter(created_at__gt=moment).exclude(pk=user)
    return later.order_by("pk").values_list("pk", "name", Value(0))


@pytest.fixture
def query() -> CompiledQuery:
    return CompiledQuery(joined_after, user=-1, moment=datetime(1900, 1, 1, tzinfo=UTC))


def test_each_question_gets_its_own_answer(query: CompiledQuery) -> None:
    first, second = (User.objects.create_user(f"{name}@example.org", name=name) for name in ("Ana", "Bob"))
    User.objects.filter(pk=first.pk).update(created_at=NOON)
    User.objects.filter(pk=second.pk).update(created_at=NOON + timedelta(hours=2))

    asked = [
        (user, NOON + timedelta(hours=hours)) for user in (0, first.pk, second.pk) for hours in (-1, 1, 3)
    ]

    for user, moment in asked:
        expected = list(joined_after(user, moment))
        assert list(map(tuple, query.rows(user=user, moment=moment))) == expected
    assert [len(query.rows(user=user, moment=moment)) for user, moment in asked] == [
        2,
        1,
        0,
        1,
        1,
        0,
        1,
        0,
        0,
    ]


def test_it_is_one_query_whose_text_is_made_once(
    query: CompiledQuery, monkeypatch: pytest.MonkeyPatch
) -> None:
    query.rows(user=1, moment=NOON)
    monkeypatch.setattr(query, "_build", None)

    with CaptureQueriesContext(connection) as asked:
        query.rows(user=2, moment=NOON)

    assert len(asked) == 1
