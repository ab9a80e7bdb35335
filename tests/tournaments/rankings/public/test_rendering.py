"""Pages of a hall are rendered once: languages, and requests that wait for another."""

import time

import pytest
from django.core.cache import cache
from django.utils.translation import get_language, override

from tournaments.rankings.public import rendering
from tournaments.rankings.public.rendering import rendered_once


class Ranking:
    """Counts how often it is loaded; its text is the version and the language."""

    def __init__(self) -> None:
        self.loaded = 0

    def show(self, version: str, language: str = "fr") -> str:
        def prepare() -> rendering.Render:
            self.loaded += 1
            return lambda: f"{version} {get_language()}"

        with override(language):
            return rendered_once("page", version, prepare).html


def test_a_version_is_loaded_once_for_every_language_that_is_asked_for() -> None:
    ranking = Ranking()
    assert [ranking.show("1"), ranking.show("1", "en")] == ["1 fr", "1 en"]

    ranking.loaded = 0
    assert [ranking.show("2"), ranking.show("2", "en"), ranking.show("2")] == ["2 fr", "2 en", "2 fr"]
    assert ranking.loaded == 1


def test_a_language_that_nobody_asks_for_is_rendered_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = Ranking()
    ranking.show("1")
    ranking.show("1", "en")
    monkeypatch.setattr(rendering, "ASKED_SECONDS", 0)

    ranking.show("2")
    ranking.loaded = 0

    assert ranking.show("2", "en") == "2 en"
    assert ranking.loaded == 1


def test_who_waits_a_moment_reads_what_another_has_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking, second_ranking, waits = Ranking(), Ranking(), []
    ranking.show("1")
    cache.add("page:rendering", time.time())

    def render_meanwhile(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            cache.delete("page:rendering")
            second_ranking.show("2")

    monkeypatch.setattr(time, "sleep", render_meanwhile)

    assert ranking.show("2") == "2 fr"
    assert len(waits) == 2
    assert (ranking.loaded, second_ranking.loaded) == (1, 1)


def test_who_waited_for_one_that_ended_without_it_renders_himself(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = Ranking()
    ranking.show("1")
    cache.add("page:rendering", time.time())
    monkeypatch.setattr(time, "sleep", lambda _seconds: cache.delete("page:rendering"))

    assert ranking.show("2") == "2 fr"


def test_nobody_waits_longer_than_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking = Ranking()
    ranking.show("1")
    cache.add("page:rendering", time.time())
    monkeypatch.setattr(rendering, "PATIENCE_SECONDS", 0)

    assert ranking.show("2") == "1 fr"
    assert ranking.loaded == 1


def test_so_many_threads_of_a_process_wait_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking, waiting, pages = Ranking(), [], []
    ranking.show("1")
    cache.add("page:rendering", time.time())

    def look_meanwhile(_seconds: float) -> None:
        waiting.append(len(waiting))
        pages.append(ranking.show("2"))
        cache.delete("page:rendering")

    monkeypatch.setattr(time, "sleep", look_meanwhile)

    assert ranking.show("2") == "2 fr"
    assert len(waiting) == rendering.WAITING
    assert pages == ["1 fr", "2 fr"]


def test_what_somebody_rendered_just_before_is_not_rendered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ranking, second_ranking = Ranking(), Ranking()
    ranking.show("1")
    may_render = rendering._may_render

    def render_before(flag: str) -> bool:
        monkeypatch.setattr(rendering, "_may_render", may_render)
        second_ranking.show("2")
        return may_render(flag)

    monkeypatch.setattr(rendering, "_may_render", render_before)

    assert ranking.show("2") == "2 fr"
    assert (ranking.loaded, second_ranking.loaded) == (1, 1)
