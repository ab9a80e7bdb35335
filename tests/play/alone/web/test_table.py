"""Pages of a table: begin, act, undo, hints, the end."""

import html
import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from common.requests.devices import DEVICE_COOKIE
from games.core.actions import Hidden, format_action
from games.core.bots.choosing import RobotLevel
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.cards import PETIT
from games.core.dealing.rare_themes import RareTheme
from games.core.play import View
from games.core.variants.registry import GAMES, find_variant
from play.alone.queries.first_dealer import draw_practice_dealer, find_practice_draw
from play.alone.web import beginners
from play.free.models import FreeTable
from play.free.queries.free_tables import NO_CLOCK, load_gathering
from play.free.services.acting import act_at_seat, continue_table
from play.scene.web.scene import show_scene
from play.scene.web.table_parts import HEADER, TABLE
from play.scene.words.steps import place_names
from play.tables.enums import TableOrigin
from play.tables.models import PlayedTable
from play.tables.services import table_robots
from play.tables.services.played_tables import (
    Sitting,
    begin_table,
    let_robots_play,
    load_sitting,
    play_turn,
)
from tests.cases import by_day
from tests.factories.played_tables import play_out
from tests.factories.tournaments import make_club, make_user
from tests.games.core.variants.watching import is_of_the_day

pytestmark = pytest.mark.django_db
HOME = reverse("rooms-home")
PART = {HEADER: TABLE}
ANY_GAME = {"kind": "game", "game": "tarot-4", "level": "debutant"}


def begin(
    game: str = "tarot-4", *, origin: TableOrigin = TableOrigin.PRACTICE, **more: object
) -> PlayedTable:
    layout = find_variant(game).random_layout(Random(5))
    settings = {"dealer": 0, "seat": 1, "level": RobotLevel.DEBUTANT, "robot_seed": 3, **more}
    return begin_table(origin=origin, game=game, layout=layout, **settings).table  # type: ignore[arg-type]


def page_of(table: PlayedTable, end: str = "") -> str:
    return reverse("rooms-table", args=[table.secret]) + end


def test_guest_begins_a_deal_and_finds_it_again(client: Client) -> None:
    answer = client.post(HOME, ANY_GAME)

    table = PlayedTable.objects.get()
    assert answer["Location"] == page_of(table)
    assert client.cookies[DEVICE_COOKIE]["httponly"]
    assert page_of(table) in client.get(HOME).content.decode()
    assert page_of(table) not in Client().get(HOME).content.decode()


def test_game_that_was_chosen_last_is_offered_first(client: Client) -> None:
    def offered(browser: Client, name: str) -> object:
        page = browser.get(reverse(name))
        return (page.context["practice"] if name == "rooms-home" else page.context["form"])["game"].value()

    names = ("rooms-home", "rooms-free-open")
    first_offers = [offered(client, name) for name in names]
    client.post(HOME, ANY_GAME | {"game": "papayou-5"})
    client.post(HOME, {"kind": "theme", "theme": "defender_saves_petit", "level": "debutant"})
    PlayedTable.objects.filter(game="tarot-4").update(origin=TableOrigin.DAILY)

    assert first_offers == ["tarot-4", "tarot-4"]
    assert [offered(client, name) for name in names] == ["papayou-5", "papayou-5"]
    assert client.get(HOME, {"jeu": "nullo-3"}).context["practice"]["game"].value() == "nullo-3"
    assert [offered(Client(), name) for name in names] == ["tarot-4", "tarot-4"]


def test_theme_seats_the_person_where_it_is_to_be_played(client: Client) -> None:
    client.post(HOME, {"kind": "theme", "theme": "defender_saves_petit", "level": "debutant"})

    sitting = load_sitting(PlayedTable.objects.get())
    assert PETIT in sitting.state.layout.hands[sitting.table.seat]
    assert sitting.table.taker not in (None, sitting.table.seat)


def test_slam_is_tried_by_the_taker_and_a_garde_contre_faced_by_a_defender(client: Client) -> None:
    for theme in RareTheme:
        client.post(HOME, {"kind": "theme", "theme": theme.value, "level": "debutant"})

        sitting = load_sitting(PlayedTable.objects.get(theme=theme.value))
        assert theme.is_shown_by(sitting.state.layout.hands[sitting.table.taker])
        assert sitting.table.bid == theme.bid.value
        assert (sitting.table.seat == sitting.table.taker) is (theme is RareTheme.SLAM)
    assert "Un chelem à tenter" in client.get(HOME).text


@pytest.mark.usefixtures("quick_robots")
def test_practice_by_the_traditional_rules_is_played_to_the_end_and_goes_on_by_them(client: Client) -> None:
    """The dealer of Papayou chooses the numbers of cards dealt, exchanged and drawn."""
    client.post(HOME, ANY_GAME | {"game": "papayou-4", "rules": "traditional"})
    table = PlayedTable.objects.get()

    play_out(table)

    assert table.rule_set == "traditional"
    first = load_sitting(table).view.steps[0]
    assert (first.seat, first.action.word) == (table.dealer, "choose")
    assert '<input type="hidden" name="rules" value="traditional" />' in client.get(page_of(table)).text


def test_practice_has_the_usual_rules_unless_others_are_chosen(client: Client) -> None:
    client.post(HOME, ANY_GAME)

    assert PlayedTable.objects.get().rule_set == "fft"
    marked = re.findall(r'<option value="([^"]+)"[^>]*data-one-rule-set', client.get(HOME).text)
    assert marked == [game for game in GAMES if not find_variant(game).options]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "tarot-99"},
        {"rules": "house"},
        {"level": "best"},
        {"kind": "theme", "theme": "none"},
        {"kind": "other", "game": ""},
    ],
)
def test_choice_that_does_not_exist_is_refused_at_its_field(client: Client, wrong: dict[str, str]) -> None:
    answer = client.post(HOME, ANY_GAME | wrong)

    assert answer.status_code == 200
    assert not PlayedTable.objects.exists()


@pytest.mark.usefixtures("one_moment", "quick_robots")
def test_device_that_begins_again_and_again_is_told_when_to_come_back(client: Client) -> None:
    answers = [client.post(HOME, ANY_GAME | {"game": "cold-poker-2"}).status_code for _ in range(32)]

    assert answers[:30] == [302] * 30
    assert answers[-1] == 429


def test_unknown_table_is_not_found(client: Client) -> None:
    assert client.get(reverse("rooms-table", args=["nothing-here"])).status_code == 404


def test_every_legal_action_is_a_button_without_javascript(client: Client) -> None:
    table = begin()

    page = client.get(page_of(table)).content.decode()

    offered = re.findall(r'name="action"\s+value="([^"]+)"', page)
    assert offered == [format_action(action) for action in load_sitting(table).view.legal]


def count_hidden_discards(sitting: Sitting) -> int:
    return sum(step.action == Hidden("discard") for step in sitting.view.steps)


def test_script_is_answered_with_the_table_alone_and_no_second_question(client: Client) -> None:
    table = begin()
    action = format_action(load_sitting(table).view.legal[0])
    form = {"numero": 0, "depuis": 0, "action": action}

    answer = client.post(page_of(table, "coup/"), form, headers=PART)

    sitting = load_sitting(table)
    number, discard_count = sitting.number, count_hidden_discards(sitting)
    assert number > 0
    assert answer.status_code == 200
    assert f'name="numero" value="{number}"' in answer.text
    # a whole discard is one sentence
    assert answer.text.count("data-words=") == number - max(discard_count - 1, 0)
    assert "<html" not in answer.text
    assert "<html" in client.get(page_of(table)).text


def test_refusal_is_told_in_the_table_alone(client: Client) -> None:
    table = begin()

    answer = client.post(page_of(table, "coup/"), {"numero": 0, "action": "nothing"}, headers=PART)

    assert answer.status_code == 200
    assert "Ce coup n’est pas permis maintenant." in answer.text
    assert 'name="numero" value="0"' in answer.text


@pytest.fixture
def quick_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let robots play any card quickly: their choice does not matter here."""

    def choose(view: View, *_: object, seed: int, budget: int | None) -> RobotChoice:
        return RobotChoice(Random(f"{seed} {len(view.steps)}").choice(view.legal), ChoiceMethod.THUMB)

    monkeypatch.setattr(table_robots, "explain_action", choose)


@pytest.mark.usefixtures("quick_robots")
@pytest.mark.parametrize("game", by_day(GAMES, lambda game: is_of_the_day(GAMES[game])))
def test_every_game_offers_all_that_is_legal_to_its_end(game: str) -> None:
    """The page offers every legal action as a card, a button or a box to tick."""
    table, rng, texts = begin(game, seat=0), Random(4), list[str]()
    sitting = let_robots_play(load_sitting(table))

    while not sitting.state.is_over:
        if sitting.is_turn:
            scene = show_scene(sitting, seen=0)
            cards = [*scene.hand, *(card for pile in scene.own_piles for card in pile.choices)]
            offered = {card.text for card in cards if card.text} | {button.text for button in scene.buttons}
            assert offered == {format_action(action) for action in sitting.view.legal}
            texts = [format_action(rng.choice(sitting.view.legal))]
        sitting = play_turn(table=table, number=sitting.number, texts=texts)

    scene = show_scene(sitting, seen=0)
    assert all(scene.story)
    assert scene.asked == "La donne est finie"


def test_what_happened_since_is_told_one_by_one(client: Client) -> None:
    table = begin()
    answer = client.post(
        page_of(table, "coup/"), {"numero": 0, "depuis": 0, "action": "bid:garde"}, follow=True
    )

    sentences = re.findall(r'data-words="([^"]*)"', answer.content.decode())
    assert sentences[0] == "Vous annoncez\u00a0: garde."
    assert sentences[1] == "Sud passe."


def test_illegal_action_is_told_and_nothing_lost(client: Client) -> None:
    table = begin()

    answer = client.post(page_of(table, "coup/"), {"numero": 0, "action": "HR"}, follow=True)

    assert "Ce coup n’est pas permis maintenant." in answer.content.decode()
    assert load_sitting(table).number == 0


def test_person_takes_back_and_asks_for_a_hint(client: Client) -> None:
    table = begin()
    next_sitting = play_turn(table=table, number=0, texts=["pass"])

    hint = client.post(page_of(table, "indice/"), {"numero": next_sitting.number}).content.decode()
    client.post(page_of(table, "reprendre/"), {"numero": next_sitting.number})

    assert hint.count("hint-mark") == 1
    assert re.findall(r'aria-label="([^"]*), indice"', hint) != []
    assert re.search(r"data-why>Le robot [^<]+\.<", hint)
    assert re.search(r"<summary>En chiffres</summary>\s*<p>Sur [^<]+ donnes possibles, [^<]+\.<", hint)
    assert load_sitting(table).state.history == ()


def test_nothing_is_taken_back_where_it_counts(client: Client) -> None:
    table = begin(origin=TableOrigin.DAILY)
    next_sitting = play_turn(table=table, number=0, texts=["bid:garde"])

    page = client.get(page_of(table)).content.decode()
    refused = client.post(page_of(table, "reprendre/"), {"numero": next_sitting.number}, follow=True)
    hinted = client.post(page_of(table, "indice/"), {"numero": next_sitting.number})

    assert "reprendre/" not in page
    assert "Rien à reprendre ici." in refused.content.decode()
    assert "hint-mark" not in hinted.content.decode()


def test_end_accounts_for_the_score_and_can_be_looked_at_again(client: Client) -> None:
    table = begin(contract=(1, "garde"))
    play_out(table)

    page = client.get(page_of(table)).content.decode()
    replay = client.get(page_of(table, "carte-par-carte/?carte=5")).content.decode()

    lines = re.findall(r"<td>([+−]?\d+)</td>", page)
    scores = re.findall(r"<strong>([+−]\d+)</strong>", page)
    numbers = [int(line.replace("−", "-")) for line in lines]
    assert abs(sum(numbers[:-1])) == numbers[-1]
    assert sum(int(score.replace("−", "-")) for score in scores) == 0
    assert abs(int(scores[1].replace("−", "-"))) == 3 * numbers[-1]
    assert "Pli\u00a02" in replay or "Pli 2" in replay
    begin_page = client.get(page_of(table, "carte-par-carte/?carte=0")).text
    steps = re.findall(r"<a ([^>]*)>", begin_page.partition('"replay-steps')[2].partition("</nav>")[0])
    assert ["href" in step for step in steps] == [False, False, False, True, True, True]
    assert ["aria-disabled" in step for step in steps] == [True, True, True, False, False, False]


def test_deal_under_way_is_not_replayed(client: Client) -> None:
    assert client.get(page_of(begin(), "carte-par-carte/")).status_code == 404


def test_account_keeps_what_its_browser_played(client: Client) -> None:
    client.post(HOME, ANY_GAME)
    user = make_user(club=make_club())
    client.force_login(user)
    assert "Garder dans mon compte" in client.get(HOME).content.decode()

    client.post(reverse("rooms-claim"))

    assert PlayedTable.objects.get().owner == user
    assert "Garder dans mon compte" not in client.get(HOME).content.decode()


@pytest.mark.usefixtures("quick_robots")
def test_strong_level_is_prepared_by_the_worker_and_offered_then(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    compiled = list[str]()
    monkeypatch.setattr(table_robots, "is_compiled", lambda: bool(compiled))
    monkeypatch.setattr("games.tasks.compile_search", lambda: not compiled.append("compiled"))
    strong = ANY_GAME | {"level": "fort"}

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(HOME, strong)
    assert "Le niveau fort se prépare" in str(answer.context["form"].errors["level"])
    assert not PlayedTable.objects.exists()

    client.post(HOME, strong)

    assert compiled == ["compiled"]
    assert PlayedTable.objects.get().level == "fort"


def test_strong_level_is_not_offered_where_nothing_compiles(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'value="fort"' in client.get(HOME).content.decode()

    monkeypatch.setattr(beginners, "can_compile", lambda: False)

    assert 'value="fort"' not in client.get(HOME).content.decode()


@pytest.mark.parametrize("headers", [{}, PART], ids=["page", "part"])
def test_practice_deal_that_all_pass_is_followed_by_the_next_one(
    client: Client, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    table = begin(rules="fft mouche=yes")
    play_first_action(monkeypatch)

    response = client.post(
        page_of(table, "coup/"), {"numero": 0, "action": "pass"}, headers=headers, follow=True
    )

    following = PlayedTable.objects.exclude(pk=table.pk).get()
    assert response.redirect_chain == [(page_of(following), 302)]
    assert "Tout le monde a passé\N{NO-BREAK SPACE}: voici la donne suivante." in response.content.decode()
    assert (following.game, following.rule_set, following.seat, following.level, following.dealer) == (
        table.game,
        table.rule_set,
        table.seat,
        table.level,
        1,
    )
    assert following.cards != table.cards


def test_table_with_another_origin_ends_when_all_pass(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(origin=TableOrigin.ROOM)
    play_first_action(monkeypatch)

    client.post(page_of(table, "coup/"), {"numero": 0, "action": "pass"})

    assert PlayedTable.objects.get().ended_at is not None


def play_first_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let robots take the first legal action: they pass."""
    monkeypatch.setattr(
        table_robots,
        "explain_action",
        lambda view, level, **more: RobotChoice(view.legal[0], ChoiceMethod.THUMB),
    )


def test_game_with_one_level_of_robots_takes_it_whatever_is_sent(client: Client) -> None:
    client.post(HOME, ANY_GAME | {"game": "papayou-4", "level": "fort"})
    client.post(HOME, ANY_GAME | {"game": "tarot-3", "level": "debutant"})

    assert dict(PlayedTable.objects.values_list("game", "level")) == {
        "papayou-4": "club",
        "tarot-3": "debutant",
    }


def test_form_names_the_games_without_a_choice_of_levels(client: Client) -> None:
    page = client.get(HOME).content.decode()

    marked = set(re.findall(r'<option value="([^"]*)"[^>]* data-one-level', page))
    five_to_eight = {"tarot-5", "tarot-5-flambeuse", "tarot-6", "tarot-6-dog", "tarot-7", "tarot-8"}
    assert marked == set(GAMES) - {"tarot-3", "tarot-4"} - five_to_eight


def test_cards_drawn_for_the_dealer_are_shown_until_the_first_trick_is_done(client: Client) -> None:
    client.post(reverse("rooms-home"), {"kind": "game", "game": "tarot-4", "level": "debutant"})
    table = PlayedTable.objects.get()
    draw = find_practice_draw(table)
    assert draw is not None
    assert draw.dealer == table.dealer

    drawn_words = client.get(page_of(table)).context["drawn_dealer"]
    dealer = "Vous donnez" if table.dealer == table.seat else f"{place_names(4)[table.dealer]} donne"
    assert drawn_words.startswith(f"{dealer} en premier (cartes tirées")
    assert re.findall(r"[Vv]ous\b(?! donnez)", drawn_words) == ["vous"]
    assert drawn_words in html.unescape(client.get(page_of(table)).content.decode())

    play_out(table)
    assert client.get(page_of(table)).context["drawn_dealer"] == ""


def test_draws_choose_every_dealer_and_old_tables_show_none() -> None:
    dealers = {draw_practice_dealer(f"secret {number}", "tarot-5").dealer for number in range(60)}

    assert dealers == set(range(5))
    assert find_practice_draw(begin()) is None


def test_whole_game_of_contrat_climbs_the_ladder_against_robots_without_a_clock(client: Client) -> None:
    answer = client.post(HOME, ANY_GAME | {"game": "contrat-3", "rules": "game"})

    table = FreeTable.objects.get()
    page = reverse("rooms-free-table", args=[table.secret])
    assert answer["Location"] == page
    assert (table.game, table.deal_count, table.is_listed, table.action_seconds) == (
        "contrat-3",
        13,
        False,
        NO_CLOCK,
    )
    me = table.seats.get()
    later = timezone.now() + timedelta(days=1)
    gathering = continue_table(me=me, now=later)
    assert gathering.acting() == me
    assert gathering.deadline() is None
    assert gathering.sitting is not None
    assert gathering.sitting.state.view(0).hand_counts == (1, 1, 1)
    text = client.get(page).content.decode()
    assert "donne 1/13" in text
    assert "data-clock" not in text
    assert reverse("rooms-free-say", args=[table.secret]) not in text
    assert f'href="{page}"' in client.get(HOME).content.decode()
    assert f'href="{page}"' not in client.get(reverse("rooms-free")).content.decode()

    while gathering.is_playing:
        action = format_action(gathering.sitting.view.legal[-1])
        gathering = act_at_seat(me=me, number=gathering.sitting.number, texts=[action], now=later)
        assert gathering.sitting is not None
    client.post(reverse("rooms-free-begin", args=[table.secret]), {"donne": 1})
    gathering = load_gathering(table, me)
    assert gathering.deals_of_match == 2
    assert gathering.sitting is not None
    assert gathering.sitting.state.view(0).hand_counts == (2, 2, 2)


@pytest.mark.parametrize(
    ("game", "rules"), [("tarot-4", "fft slam_bid=yes"), ("tarot-6", "fft codes=partners")]
)
def test_practice_with_an_option_is_played_by_it(client: Client, game: str, rules: str) -> None:
    client.post(HOME, ANY_GAME | {"game": game, "rules": rules})

    table = PlayedTable.objects.get()
    assert (table.game, table.rule_set) == (game, rules)


@pytest.mark.parametrize(
    ("game", "rules"),
    [("tarot-4", "game"), ("tarot-4", "fft codes=partners"), ("tarot-6", "fft slam_bid=yes")],
)
def test_rules_of_another_game_are_refused_at_their_field(client: Client, game: str, rules: str) -> None:
    answer = client.post(HOME, ANY_GAME | {"game": game, "rules": rules})

    assert answer.context["practice"].errors == {"rules": ["Ce jeu n’a pas ces règles."]}
    assert not PlayedTable.objects.exists()
