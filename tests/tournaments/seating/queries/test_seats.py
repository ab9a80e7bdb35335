"""Seats by round: loaded once for papers of one moment, anew afterwards."""

from tournaments.seating.queries.seats import load_rounds, rounds_loaded_once


def test_papers_of_one_moment_load_the_rounds_of_a_section_once(evening, django_assert_num_queries):
    section = evening.sessions.get().sections.get()
    with rounds_loaded_once():
        first = load_rounds(section)
        with django_assert_num_queries(0):
            assert load_rounds(section) is first

    assert load_rounds(section) is not first
    assert load_rounds(section) == first
