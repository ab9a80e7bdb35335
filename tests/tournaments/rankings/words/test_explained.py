"""The tree behind a number in words, for formats that count in different units."""

import pytest

from tests.factories.tournaments import EVENING
from tournaments.base.words.figures import in_measure
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.faults_fft_2012 import CANCEL, FORTY_SIXTY, FOUR
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.models import Entry, Play, Session
from tournaments.rankings.queries.explanations import EntryExplanation, explain_entry
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.rankings.queries.players import player_lines
from tournaments.rankings.queries.rulings import load_rulings
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.rulings import RulingDraft, give_ruling
from tournaments.rankings.services.standings import refresh_standings
from tournaments.rankings.words.explained import ShownNode, describe_rulings, show_tree
from tournaments.results.queries.boards import BoardLine

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def make_session(code: str, tables: int, game: str = "") -> Session:
    club, _organiser = ensure_demo_club()
    tournament = make_demo_tournament(
        club=club,
        format_code=code,
        table_count=tables,
        player_count=None,
        stage=DemoStage.FINISHED,
        seed=1,
        starts_on=EVENING,
        name="Essai",
        game=game,
    )
    return tournament.sessions.get()


def rule(session: Session, effect: Effect) -> Entry:
    """Store a ruling on the first deal against an entry that played it. Return the entry."""
    _club, organiser = ensure_demo_club()
    play = Play.objects.filter(round__section__session=session, slips__isnull=False).order_by("board", "pk")[
        0
    ]
    guilty = play.round.seatings.filter(table=play.table).order_by("seat")[0].entry
    effects = (effect, Effect(EffectKind.PENALTY, 2))
    draft = RulingDraft(effects=effects, play=play, guilty=(guilty,), reason="essai")
    give_ruling(session=session, draft=draft, ruled_by=organiser)
    refresh_standings(session=session)
    return guilty


def explanation_of(session: Session, entry: Entry) -> EntryExplanation:
    figures = load_figures(session)
    tree = explain_entry(figures, entry, lines_of(session, entry), sees_all=True)
    assert tree is not None
    return tree


def lines_of(session: Session, entry: Entry) -> list[BoardLine]:
    return player_lines(load_figures(session), entry)


def texts(node: ShownNode) -> list[str]:
    return [node.label, node.formula, *node.rulings, *(text for part in node.parts for text in texts(part))]


@pytest.mark.parametrize(
    ("code", "tables", "effect", "sentences"),
    [
        (
            "triplets",
            3,
            FORTY_SIXTY,
            ["(formule de Neuberg)", "½ de l’attaque + ½ de la défense − pénalités", "pénalité de 0,02 %"],
        ),
        ("quartets", 5, FOUR, ["−4 PM au plus au fautif", "somme", "pénalité de 2 PM au fautif"]),
        ("teams", 2, FOUR, ["Match contre ", "racine de "]),
        ("free_deals", 5, CANCEL, ["donne annulée", "Position 1, donne 2", "pénalité de 2 points"]),
    ],
)
def test_tree_has_the_value_of_the_ranking_and_whole_sentences(
    code: str, tables: int, effect: Effect, sentences: list[str]
) -> None:
    session = make_session(code, tables)
    # an option of percentages, which the other formats do not read
    session.tournament.options["neuberg"] = True
    session.tournament.save()
    guilty = rule(session, effect)

    tree = show_tree(explanation_of(session, guilty))

    row = next(row for row in snapshot_rows(latest_standings(session)) if row.entry == guilty)
    assert tree.value == row.value
    tree_texts = texts(tree)
    assert not [text for text in tree_texts if "%(" in text]
    for sentence in sentences:
        assert any(sentence in text.replace("\u00a0", " ") for text in tree_texts), sentence


def test_deals_dealt_at_the_table_come_as_they_were_played() -> None:
    session = make_session("free_deals", 5)
    guilty = rule(session, CANCEL)

    labels = [part.label for part in show_tree(explanation_of(session, guilty)).parts]

    assert labels[:2] == ["Position 1, donne 1", "Position 1, donne 2"]
    assert labels[:-1] == sorted(labels[:-1])
    assert labels[-1] == "Pénalité"


def test_points_of_which_the_fewest_win_are_explained_as_they_are_written() -> None:
    session = make_session("friendly_total", 3, "papayou-4")
    entry = Entry.objects.filter(seatings__round__section__session=session).order_by("pk")[0]

    explanation = explanation_of(session, entry)

    point_texts = [in_measure(part.value, explanation.shown) for part in show_tree(explanation).parts]
    assert explanation.shown is Measure.LOW_POINTS
    assert point_texts
    assert not [points for points in point_texts if points.startswith("−")]


def test_rulings_on_a_deal_are_told_to_everybody_at_its_table() -> None:
    session = make_session("teams", 2)
    guilty = rule(session, FOUR)
    innocent = session.tournament.entries.exclude(pk=guilty.pk).get()

    guilty_rulings, mate_rulings = (
        describe_rulings(
            load_rulings(session).about(entry.pk, {line.play.pk for line in lines_of(session, entry)}),
            entry,
            explanation_of(session, entry),
        )
        for entry in (guilty, innocent)
    )

    assert [(where.split(",")[0], "essai" in sentence) for where, sentence in guilty_rulings] == [
        ("étui 1", True)
    ]
    assert [(where.split(",")[0], "essai" in sentence) for where, sentence in mate_rulings] == [
        ("étui 1", False)
    ]
