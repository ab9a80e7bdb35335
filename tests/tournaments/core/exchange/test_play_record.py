from random import Random

import pytest

from games.core.errors import NotationError
from games.core.exchange.deals import record_of_state
from games.core.notation import format_played_deal
from games.core.outcome import Bid
from games.core.play import play_randomly
from games.core.scoring import score_outcome
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from tournaments.core.errors import TournamentError
from tournaments.core.exchange.play_record import BoardPlayed, check_result, read_play_record

GAME = GAMES["tarot-4"]
RNG = Random(1)
LAYOUT = GAME.random_layout(RNG)
END = play_randomly(GAME.start(LAYOUT, dealer=1, imposed=Imposed(2, Bid.GARDE)), RNG)
WHOLE = format_played_deal(record_of_state(END))
BOARD = BoardPlayed(game="tarot-4", layout=LAYOUT, dealer=1, contract=(2, "garde"))
HEADINGS = ("etui-deal", "game", "rules", "dealer", "contract", "hand", "pile", "end")
ACTIONS = [line for line in WHOLE.splitlines() if line.split()[0] not in HEADINGS]
UNIT = int(score_outcome(END.outcome(), GAME.row))


def refused(text, board=BOARD):
    with pytest.raises(TournamentError) as caught:
        read_play_record(text, board)
    return caught.value.code, caught.value.values


@pytest.mark.parametrize("text", [WHOLE, "\n".join(ACTIONS), "\r\n".join(["# de mémoire", "", *ACTIONS])])
def test_whole_text_and_actions_alone_say_the_same(text):
    deal, state = read_play_record(text, BOARD)

    assert deal == record_of_state(END)
    assert state.is_over


def test_play_may_be_cut_short():
    _deal, state = read_play_record("\n".join(ACTIONS[:4]), BOARD)

    assert not state.is_over


def test_fault_is_told_in_lines_of_what_was_typed():
    with pytest.raises(NotationError) as caught:
        read_play_record("\n".join([*ACTIONS[:3], "N> ZZ"]), BOARD)

    assert (caught.value.code, caught.value.line, caught.value.column) == ("action_text", 4, 4)
    assert not str(caught.value).startswith("line 1")


def test_card_against_the_rules_is_told_at_its_line():
    twice = [*ACTIONS[:4], ACTIONS[3]]

    with pytest.raises(NotationError) as caught:
        read_play_record("\n".join(twice), BOARD)

    assert caught.value.line == 5


def test_actions_alone_need_the_cards_of_the_board():
    assert refused("\n".join(ACTIONS), None) == ("record_without_deal", {})
    assert read_play_record(WHOLE, None)[0] == record_of_state(END)


@pytest.mark.parametrize(
    ("board", "part"),
    [
        (BoardPlayed(game="tarot-4", layout=GAME.random_layout(RNG), dealer=1), "cards"),
        (BoardPlayed(game="tarot-4", layout=LAYOUT, dealer=0), "dealer"),
        (BoardPlayed(game="tarot-4", layout=LAYOUT, dealer=1, contract=(2, "garde_sans")), "contract"),
    ],
)
def test_whole_text_of_another_deal_is_refused(board, part):
    assert refused(WHOLE, board) == ("record_other_deal", {"part": part})


def test_finished_play_must_come_to_the_stored_score():
    check_result(*read_play_record(WHOLE, BOARD), score=UNIT, seat_scores=None)
    check_result(*read_play_record(WHOLE, BOARD), score=None, seat_scores=[int(p) for p in END.scores()])
    check_result(*read_play_record("\n".join(ACTIONS[:4]), BOARD), score=UNIT + 2, seat_scores=None)

    with pytest.raises(TournamentError) as caught:
        check_result(*read_play_record(WHOLE, BOARD), score=UNIT + 2, seat_scores=None)

    assert caught.value.code == "record_other_score"
    assert caught.value.values == {"computed": str(UNIT), "stored": str(UNIT + 2)}
