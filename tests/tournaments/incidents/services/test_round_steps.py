"""Rounds that an action gave up come back only where the section is as it was."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.incidents.services.round_steps import put_rounds_back

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_gone", [True, False])
def test_rounds_of_a_changed_section_do_not_come_back(is_gone: bool) -> None:
    session = make_seated_tournament(make_club(), is_dealt=False).sessions.get()
    section = session.sections.get().pk
    # a section that is gone, or a round that is there again
    row = [section + 1, 9] if is_gone else [section, 1]

    with pytest.raises(AppError, match="rounds_changed"):
        put_rounds_back(session, {"step": "rounds", "rounds": [row]}, make_user())
