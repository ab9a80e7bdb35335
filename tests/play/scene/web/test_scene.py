"""Content of a table's page: the player whose turn it is, the past actions."""

import re
from random import Random

import pytest

from games.core.actions import CallCard, Draw, format_action
from games.core.bots.choosing import RobotLevel
from games.core.variants.registry import find_variant
from play.scene.web.scene import show_scene
from play.scene.words.aims import count_words
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services.played_tables import (
    Chairs,
    Sitting,
    add_actions,
    begin_table,
    deal_any,
    load_sitting,
)
from tests.factories.free_tables import Club

pytestmark = pytest.mark.django_db
NAMES = ("Anne", "Boris", "Chloé", "David")


def table_of_people(seat: int) -> Sitting:
    """Return a deal of four people in the view of one seat. Boris took and discards first."""
    table = begin_table(
        origin=TableOrigin.FREE,
        game="tarot-4",
        layout=find_variant("tarot-4").random_layout(Random(5)),
        dealer=0,
        seat=None,
        contract=(1, "garde"),
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    return load_sitting(table, Chairs(seat, frozenset()))


def test_player_who_is_away_is_not_said_to_think() -> None:
    sitting = table_of_people(0)

    assert show_scene(sitting, seen=0, names=NAMES).asked == "Boris réfléchit…"
    assert show_scene(sitting, seen=0, names=NAMES, absent={1}).asked == "On attend Boris, qui ne répond plus"


def test_whole_discard_is_one_step_and_stays_hidden_from_the_others() -> None:
    sitting_before = table_of_people(1)
    texts = [format_action(action) for action in sitting_before.view.legal[:6]]
    assert add_actions(sitting_before, number=0, texts=texts) is not None

    own_scene, other_scene = (
        show_scene(table_of(sitting_before, seat), seen=0, names=NAMES) for seat in (1, 0)
    )

    assert [step.words for step in own_scene.steps] == ["Votre écart est fait."]
    assert own_scene.story[0].startswith("Vous écartez ")
    assert len(re.findall(r"\b(?:le|la) ", own_scene.story[0])) == 6
    assert (
        [step.words for step in other_scene.steps] == list(other_scene.story) == ["Boris a fait son écart."]
    )


def test_discard_of_a_robot_that_still_thinks_is_told_at_its_end() -> None:
    sitting = table_of_people(1)
    stories = []
    for _count in range(6):
        next_sitting = add_actions(
            sitting, number=sitting.number, texts=[format_action(sitting.view.legal[0])]
        )
        assert next_sitting is not None
        sitting = next_sitting
        stories.append(show_scene(table_of(sitting, 0), seen=0, names=NAMES).story)

    assert stories == [()] * 5 + [("Boris a fait son écart.",)]


def test_draws_of_one_seat_are_one_step_for_its_neighbours() -> None:
    sitting = papayou("fft cards_each=10 draw=2")
    while not any(step.action == Draw() for step in sitting.view.steps) or sitting.view.legal == (Draw(),):
        legal = format_action(sitting.state.legal_actions()[0])
        next_sitting = add_actions(
            table_of(sitting, sitting.state.to_act or 0), number=sitting.number, texts=[legal]
        )
        assert next_sitting is not None
        sitting = table_of(next_sitting, next_sitting.state.to_act or 0)

    story = show_scene(table_of(sitting, 1), seen=0, names=NAMES).story

    assert sorted(words for words in story if "pioche" in words) == [
        "Anne pioche 2 cartes.",
        "Chloé pioche 2 cartes.",
        "David pioche 2 cartes.",
        "Vous piochez 2 cartes.",
    ]


def test_pass_at_grelin_says_its_price() -> None:
    variant = find_variant("grelin-4")
    state = variant.start(variant.random_layout(Random(5)), dealer=0)
    while max(state.tokens) == 0 or state.tokens[1] == 0:
        state = state.apply(state.legal_actions()[0])
    Club("grelin-4").stage(state)

    story = show_scene(load_sitting(PlayedTable.objects.get(), Chairs(1, frozenset())), seen=0).story

    assert story[-1] == "Vous ne pouvez pas jouer\u00a0: «\u00a0Grelin\u00a0!\u00a0», un jeton."
    assert not any("passe" in words for words in story)


def test_cards_of_the_dummy_are_told_and_laid_under_its_name() -> None:
    variant = find_variant("tarot-2-mort")
    table = begin_table(
        origin=TableOrigin.FREE,
        game=variant.name,
        layout=variant.random_layout(Random(5)),
        dealer=1,
        seat=None,
        contract=(0, "garde_sans"),
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    sitting, asked = table_of(load_sitting(table), 1), []
    while len(sitting.state.tricks()) < 1:
        acting = table_of_seat(table, sitting.state.to_act or 0)
        asked.append(show_scene(acting, seen=0, names=NAMES[:2]).asked)
        add_actions(acting, number=acting.number, texts=[format_action(acting.view.legal[0])])
        sitting = table_of_seat(table, 1)

    scene = show_scene(sitting, seen=0, names=NAMES[:2])
    assert asked[-1] == "À vous de jouer pour le mort"
    assert asked[-2] == "À vous de jouer"
    laid = [(card.name, card.at) for card in scene.felt.tricks[0].cards]
    assert laid == [("Anne", 1), ("Vous", 0), ("Le mort", 2)]
    assert [words.split(" joue")[0] for words in scene.story[-3:]] == ["Anne", "Vous", "Le mort"]


def test_suits_of_all_are_open_at_cold_poker_and_its_cards_are_laid_face_down() -> None:
    table = begin_table(
        origin=TableOrigin.FREE,
        game="cold-poker-2",
        layout=find_variant("cold-poker-2").random_layout(Random(5)),
        dealer=1,
        seat=None,
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    for number, text in enumerate(("SR", "HD", "S1")):
        add_actions(table_of_seat(table, number % 2), number=number, texts=[text])

    scene = show_scene(table_of_seat(table, 1), seen=0)

    assert [place.words for place in scene.felt.places] == ["♠\u00a0D C V 10 9 8 7 6 5 4 3 2 1"]
    assert (scene.asked, scene.how) == ("À vous de jouer", "face cachée")


def table_of(sitting: Sitting, seat: int) -> Sitting:
    return load_sitting(sitting.table, Chairs(seat, frozenset()))


def papayou(rules: str, *texts: str) -> Sitting:
    """A deal of Papayou by rules in which the dealer, seat 0, has announced some terms."""
    table = begin_table(
        origin=TableOrigin.FREE,
        game="papayou-4",
        rules=rules,
        layout=deal_any("papayou-4", dealer=0, rules=rules),
        dealer=0,
        seat=None,
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    sitting = table_of_seat(table, 0)
    for text in texts:
        next_sitting = add_actions(sitting, number=sitting.number, texts=[text])
        assert next_sitting is not None
        sitting = next_sitting
    return sitting


def table_of_seat(table: PlayedTable, seat: int) -> Sitting:
    return load_sitting(table, Chairs(seat, frozenset()))


def test_dealer_of_papayou_is_asked_for_each_term_in_its_words() -> None:
    texts: list[str] = []
    questions = []
    for text in ("choose:12", "choose:3", "choose:2", "choose:0"):
        scene = show_scene(papayou("traditional", *texts), seen=0, names=NAMES)
        questions.append((scene.asked, scene.buttons[0].words, scene.buttons[-1].words))
        texts.append(text)

    last_sitting = papayou("traditional", *texts)

    assert questions == [
        ("Combien de cartes chacun\u00a0?", "1", "19"),
        ("Quel échange\u00a0?", "Pas d’échange", "Échange avec les deux voisins"),
        ("Combien de cartes à chaque voisin\u00a0?", "1", "5"),
        ("Combien de cartes piochées après chaque pli\u00a0?", "0", "5"),
    ]
    assert show_scene(last_sitting, seen=0, names=NAMES).story == (
        "Vous dites\u00a0: 12 cartes chacun.",
        "Vous dites\u00a0: échange avec les deux voisins.",
        "Vous dites\u00a0: 2 cartes à chaque voisin.",
        "Vous dites\u00a0: pas de pioche.",
    )
    other_scene = show_scene(table_of_seat(last_sitting.table, 1), seen=0, names=NAMES)
    assert other_scene.story[0] == "Anne dit\u00a0: 12 cartes chacun."


def test_terms_that_the_rules_fix_are_not_asked() -> None:
    sitting = papayou("fft cards_each=5 draw=dealer", "choose:1")

    assert show_scene(sitting, seen=0, names=NAMES).story == ("Vous dites\u00a0: 1 carte piochée par pli.",)


def test_dog_is_still_chosen_by_its_number() -> None:
    game = find_variant("tarot-16")
    table = begin_table(
        origin=TableOrigin.FREE,
        game="tarot-16",
        layout=game.random_layout(Random(5)),
        dealer=0,
        seat=None,
        contract=(1, "garde"),
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    sitting = table_of_seat(table, 1)
    while isinstance(sitting.view.legal[0], CallCard):
        called = add_actions(sitting, number=sitting.number, texts=[format_action(sitting.view.legal[0])])
        assert called is not None
        sitting = called
    scene = show_scene(sitting, seen=0)

    assert (scene.asked, scene.buttons[0].words) == ("Choisissez un chien", "Prendre le chien n°\u00a01")


def test_table_of_grelin_has_a_row_for_each_suit_and_the_tokens_of_all() -> None:
    state = find_variant("grelin-4").start(find_variant("grelin-4").random_layout(Random(5)), dealer=0)
    for _ in range(44):
        state = state.apply(state.legal_actions()[0])
    club = Club("grelin-4")
    club.stage(state)

    felt = show_scene(load_sitting(PlayedTable.objects.get(), Chairs(1, frozenset())), seen=0).felt

    assert [pile.in_rows for pile in felt.piles] == [True]
    assert max(state.tokens) > 1
    assert {(place.at + 1) % 4: place.words for place in felt.places} == {
        seat: count_words(state, seat) for seat in (0, 2, 3)
    }


@pytest.mark.parametrize(("game", "partners"), [("tarot-4", []), ("tarot-8", [5]), ("tarot-12", [5, 9])])
def test_partners_of_a_fixed_team_are_marked_and_attack_together(game: str, partners: list[int]) -> None:
    table = begin_table(
        origin=TableOrigin.FREE,
        game=game,
        layout=find_variant(game).random_layout(Random(5)),
        dealer=0,
        seat=None,
        contract=(1, "garde"),
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table

    own_places, spectator_places = (
        show_scene(load_sitting(table, Chairs(seat, frozenset())), seen=0).felt.places for seat in (1, None)
    )

    noted_seats = sorted((place.at + 1) % len(spectator_places) for place in own_places if place.note)
    assert noted_seats == partners
    assert {place.note for place in own_places} - {""} == ({"équipier"} if partners else set())
    assert sorted(place.at for place in spectator_places if place.is_attack) == [1, *partners]
    assert {place.note for place in spectator_places} == {""}


def test_place_of_a_partner_says_what_they_announced_and_keeps_its_mark() -> None:
    game, rules = "tarot-6", "fft codes=partners petit_sec=play"
    table = begin_table(
        origin=TableOrigin.FREE,
        game=game,
        rules=rules,
        layout=find_variant(game).random_layout(Random(5)),
        dealer=0,
        seat=None,
        contract=(1, "garde"),
        level=RobotLevel.DEBUTANT,
        robot_seed=7,
    ).table
    sitting = table_of_seat(table, 1)
    announced = {3: "announce:code_long", 4: "announce:code_21"}
    while not sitting.state.tricks():
        seat, texts = sitting.state.to_act or 0, [format_action(action) for action in sitting.view.legal]
        text = announced.pop(seat) if announced.get(seat, "") in texts else texts[-1]
        next_sitting = add_actions(sitting, number=sitting.number, texts=[text])
        assert next_sitting is not None
        sitting = table_of_seat(table, next_sitting.state.to_act or 0)

    places = show_scene(table_of_seat(table, 0), seen=0, marks={3: "robot", 4: "robot"}).felt.places

    assert {place.at: place.note for place in places if place.note} == {
        3: "équipier · une longue · robot",
        4: "robot",
    }


@pytest.mark.parametrize("card_count", [0, 1])
def test_no_trick_is_said_of_a_player_before_the_first_card(card_count: int) -> None:
    state = find_variant("nullo-4").start(find_variant("nullo-4").random_layout(Random(5)), dealer=0)
    for _ in range(card_count):
        state = state.apply(state.legal_actions()[0])
    Club("nullo-4").stage(state)

    places = show_scene(load_sitting(PlayedTable.objects.get(), Chairs(1, frozenset())), seen=0).felt.places

    expected = ["donneur", "", ""] if not card_count else ["donneur", "aucun pli", "aucun pli"]
    assert [place.words for place in sorted(places, key=lambda place: (place.at + 1) % 4)] == expected


@pytest.mark.parametrize("card_count", [71, 72])
def test_last_trick_is_offered_until_the_end_where_it_lies_in_the_middle(card_count: int) -> None:
    state = find_variant("nullo-4").start(find_variant("nullo-4").random_layout(Random(5)), dealer=0)
    for _ in range(card_count):
        state = state.apply(state.legal_actions()[0])
    Club("nullo-4").stage(state)

    felt = show_scene(load_sitting(PlayedTable.objects.get(), Chairs(1, frozenset())), seen=0).felt

    assert (felt.last_trick is None) is state.is_over
    assert len(felt.tricks[0].cards) == (4 if state.is_over else 3)
