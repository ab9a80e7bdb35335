"""The rulings that a session is ranked with."""

from tournaments.rankings.queries.rulings import RulingFacts, SessionRulings


def test_rulings_about_an_entry_are_those_against_it_and_on_its_plays() -> None:
    against, on_play, elsewhere = (
        RulingFacts(effects=(), guilty_ids=(7,)),
        RulingFacts(effects=(), play_id=3, guilty_ids=(8,)),
        RulingFacts(effects=(), play_id=4, guilty_ids=(8,)),
    )

    assert SessionRulings((against, on_play, elsewhere)).about(7, {2, 3}) == [against, on_play]
