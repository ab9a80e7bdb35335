"""Phases from the auction to the first card: their order, and the actions that each accepts and refuses."""

import pytest

from games.core.actions import (
    Announce,
    CallCard,
    Choose,
    DiscardCard,
    PlayCard,
    Ready,
    format_action,
    parse_action,
)
from games.core.cards import parse_card
from games.core.errors import IllegalAction, InvalidSeat
from games.core.outcome import Bid, Handful
from games.core.play import NotPlayed
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.preparation import Preparation, Task
from games.core.variants.tarot.setting import Imposed

REDEALT = {"petit_sec": "redeal"}


def legal(state):
    return [format_action(action) for action in state.legal_actions()]


def refusal(state, text):
    with pytest.raises(IllegalAction) as refused:
        state.apply(parse_action(text))
    return refused.value.code


def test_auction_begins_on_the_dealer_s_right_and_ends_in_a_discard(deal, after):
    state = deal("tarot-4", dealer=2)

    assert state.to_act == 3
    state = after(state, "pass bid:prise bid:garde pass")
    assert (state.phase.taker, state.phase.bid, state.phase.task) == (1, Bid.GARDE, Task.DISCARD)
    assert state.actors == (3, 0, 1, 2)


def test_all_pass(deal, after):
    state = after(deal("tarot-4"), "pass pass pass pass")

    assert state.outcome() == NotPlayed("passed")
    assert state.outcome().to_json() == {"not_played": "passed"}
    assert state.scores() == (0, 0, 0, 0)


BARE = "1T S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SV SC SD SR H1 H2 H3"


@pytest.mark.parametrize("seat", [0, 3])
def test_bare_petit_cancels_the_deal(deal, seat):
    state = deal("tarot-4", [*[""] * seat, BARE], options=REDEALT)

    assert state.is_over
    assert state.outcome() == NotPlayed("bare_petit")
    assert state.legal_actions() == ()


@pytest.mark.parametrize(
    ("hand", "options"),
    [(BARE, {}), (BARE.replace("H3", "EX"), REDEALT), (BARE.replace("H3", "2T"), REDEALT)],
)
def test_petit_that_is_not_bare_is_played(deal, hand, options):
    assert not deal("tarot-4", [hand], options=options).is_over


def test_garde_sans_has_no_discard(deal, after):
    state = after(deal("tarot-4", dealer=3), "bid:garde_sans pass pass pass")

    assert (state.to_act, legal(state)) == (0, ["ready", "announce:slam"])
    assert state.view(0).exposed == ()


def test_slam_asked_in_the_auction_is_announced_and_its_taker_leads(deal, after):
    state = deal("tarot-4", dealer=1, options={"slam_bid": True})
    assert legal(state)[-1] == "bid:garde_contre_slam"

    state = after(state, "pass pass bid:garde_contre_slam pass")

    assert isinstance(state.phase, Playing)
    assert state.to_act == state.phase.preparation.taker == 0
    assert (state.phase.preparation.bid, state.phase.preparation.announced) == (Bid.GARDE_CONTRE, "slam")


def test_slam_asked_in_the_auction_comes_before_the_call_at_five(deal, after):
    state = deal("tarot-5", dealer=4, options={"slam_bid": True})
    state = after(state, "bid:garde_contre_slam pass pass pass pass")
    assert (state.to_act, state.phase.task) == (0, Task.CALL)

    state = after(state, legal(state)[0])

    assert isinstance(state.phase, Playing)
    assert state.to_act == 0


def played_out(state):
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    return state


def test_slam_asked_in_the_auction_scores_as_one_announced_before_the_lead(deal, after):
    hand = " ".join([*(f"{number}T" for number in range(21, 8, -1)), "SR", "SD", "SC", "SV", "CR"])
    state = deal("tarot-4", [hand], dealer=3, options={"slam_bid": True})
    asked_end = played_out(after(state, "bid:garde_contre_slam pass pass pass"))
    announced = played_out(after(state, "bid:garde_contre pass pass pass announce:slam"))
    silent = played_out(after(state, "bid:garde_contre pass pass pass ready"))

    assert asked_end.outcome().to_json() == announced.outcome().to_json()
    assert asked_end.outcome().slam.points in (400, -200)
    assert asked_end.scores() == announced.scores() != silent.scores()


def test_dog_is_shown_and_taken(deal, after):
    state = deal("tarot-4", piles=["EX 21T 5T SR SD S1"], dealer=3)
    assert state.view(2).exposed == ()

    state = after(state, "bid:garde pass pass pass")

    assert dict(state.view(2).exposed) == {"dog": frozenset(state.layout.piles[0])}
    assert state.view(0).hand_counts == (24, 18, 18, 18)
    assert state.view(0).hand >= set(state.layout.piles[0])


def test_discard_goes_card_by_card(deal, after):
    state = after(deal("tarot-4", ["S1 S2 S3 S4 S5 S6 SR 1T"], dealer=3), "bid:garde pass pass pass")

    assert {"discard:SR", "discard:1T"} & set(legal(state)) == set()
    assert refusal(state, "discard:SR") == "king_discarded"
    assert refusal(state, "discard:1T") == "bout_discarded"
    assert refusal(state, "discard:CR") == "card_not_held"
    assert refusal(state, "ready") == "action_not_now"
    state = after(state, "discard:S1 discard:S2 discard:S3 discard:S4 discard:S5 discard:S6")
    assert (state.phase.task, state.to_act) == (Task.DECLARE, 0)
    assert refusal(state, "discard:SR") == "action_not_now"


def test_others_do_not_see_the_discard(deal, after):
    state = after(
        deal("tarot-4", ["S1 S2 SR"], dealer=3, options={"kings_in_discard": "announced"}),
        "bid:garde pass pass pass discard:S1 discard:SR",
    )

    mine, theirs = state.view(0).steps[-2:], state.view(1).steps[-2:]
    assert [format_action(step.action) for step in mine] == ["discard:S1", "discard:SR"]
    assert [format_action(step.action) for step in theirs] == ["hidden:discard", "discard:SR"]


@pytest.mark.parametrize(
    ("word", "options", "accepted"),
    [
        ("announce:slam", {}, True),
        ("announce:petit_slam", {}, False),
        ("announce:petit_slam", {"petit_slam": True}, True),
        ("announce:belote", {"petit_slam": True}, False),
    ],
)
def test_slam_is_announced_before_the_play(deal, after, word, options, accepted):
    state = after(deal("tarot-4", dealer=3, options=options), "bid:garde_sans pass pass pass")

    assert (word in legal(state)) is accepted
    if accepted:
        assert isinstance(state.apply(parse_action(word)).phase, Playing)
    else:
        assert refusal(state, word) == "announcement_not_allowed"


@pytest.mark.parametrize(("word", "leader"), [("ready", 3), ("announce:slam", 1), ("announce:petit_slam", 3)])
def test_who_announces_a_slam_leads(deal, after, word, leader):
    state = deal("tarot-4", dealer=2, imposed=Imposed(1, Bid.GARDE_SANS), options={"petit_slam": True})

    assert after(state, word).to_act == leader


def test_imposed_contract_has_no_auction(deal):
    state = deal("tarot-4", imposed=Imposed(2))

    assert (state.to_act, state.phase.taker, state.phase.bid) == (2, 2, Bid.GARDE)
    assert state.history == ()


def test_imposed_contract_is_checked(deal):
    with pytest.raises(IllegalAction) as refused:
        deal("tarot-4", imposed=Imposed(0, Bid.POUSSE))
    assert refused.value.code == "bid_not_on_ladder"
    with pytest.raises(InvalidSeat) as no_seat:
        deal("tarot-4", imposed=Imposed(4))
    assert (no_seat.value.code, no_seat.value.field) == ("no_such_seat", "taker")


def test_at_five_a_king_is_called_before_the_dog(deal, after):
    state = after(deal("tarot-5", dealer=4), "bid:garde pass pass pass pass")

    assert legal(state) == ["call:SR", "call:HR", "call:DR", "call:CR"]
    assert state.view(1).exposed == ()
    assert refusal(state, "call:SD") == "card_not_callable"
    state = after(state, "call:SR")
    assert (state.phase.called, state.phase.task) == ((parse_card("SR"),), Task.DISCARD)
    assert [name for name, _ in state.view(1).exposed] == ["dog"]


def test_at_five_the_call_may_come_after_the_dog(deal, after):
    state = deal("tarot-5", ["SR HR DR"], ["CR"], dealer=4, options={"call": "after_dog"})
    state = after(state, "bid:garde pass pass pass pass")

    assert [name for name, _ in state.view(1).exposed] == ["dog"]
    assert "call:SD" in legal(state)
    assert after(state, "call:SD").phase.task is Task.DISCARD


def test_with_four_kings_a_queen_may_be_called(deal):
    state = deal("tarot-5", ["SR HR DR CR"], imposed=Imposed(0))

    assert legal(state)[4:] == ["call:SD", "call:HD", "call:DD", "call:CD"]


def test_at_seven_two_kings_are_called(deal, after):
    state = after(deal("tarot-7", imposed=Imposed(0)), "call:SR")

    assert refusal(state, "call:SR") == "called_twice"
    assert after(state, "call:HR").phase.called == (parse_card("SR"), parse_card("HR"))
    assert after(state, "call:HR").phase.task is Task.DISCARD


def test_without_a_dog_play_follows_the_auction(deal, after):
    state = after(deal("tarot-6", dealer=5), "bid:garde pass pass pass pass pass")

    assert state.phase.task is Task.DECLARE
    assert state.view(0).exposed == ()


@pytest.mark.parametrize(
    ("bids", "second"),
    [
        ("pass pass pass pass pass bid:garde pass pass pass pass", 4),
        ("bid:prise pass pass pass pass bid:garde pass pass pass pass", 0),
        ("bid:prise pass bid:pousse pass pass bid:garde pass pass pass pass pass pass", 2),
    ],
)
def test_second_dog_goes_to_the_next_bidder_or_to_the_left(deal, after, bids, second):
    options = {"ladder": "pousse"} if "pousse" in bids else {}
    state = deal("tarot-10", dealer=9, options=options)

    state = after(state, bids)

    assert (state.phase.taker, state.phase.second) == (5, second)


def test_two_dogs_are_chosen_and_discarded_for(deal, after):
    state = deal("tarot-10", piles=["S1 S2 S3", "H1 H2 H3"], imposed=Imposed(5))
    state = after(state, "call:SR")

    assert legal(state) == ["choose:0", "choose:1"]
    assert refusal(state, "choose:2") == "no_such_dog"
    assert refusal(state, "choose:-1") == "no_such_dog"
    state = after(state, "choose:1")
    assert dict(state.view(0).exposed) == {"dog": frozenset(map(parse_card, ("H1", "H2", "H3")))}
    state = after(state, "discard:H1 discard:H2 discard:H3")
    assert (state.to_act, state.phase.task) == (4, Task.SECOND_DISCARD)
    assert dict(state.view(0).exposed)["second dog"] == frozenset(map(parse_card, ("S1", "S2", "S3")))
    state = after(state, "discard:S1 discard:S2 discard:S3")
    assert (state.to_act, state.phase.task) == (5, Task.DECLARE)
    assert state.phase.discard != state.phase.second_discard


def test_in_a_garde_sans_the_dogs_are_chosen_unseen(deal, after):
    state = deal("tarot-10", imposed=Imposed(5, Bid.GARDE_SANS))

    state = after(state, "call:SR choose:1")

    assert state.phase.task is Task.DECLARE
    assert state.view(5).exposed == ()


TRUMPS_10 = "1T 2T 3T 4T 5T 6T 7T 8T 9T 10T"


def test_handful_is_shown_before_the_first_card(deal, after):
    state = deal("tarot-4", [f"{TRUMPS_10} EX 21T"], dealer=3, imposed=Imposed(0, Bid.GARDE_SANS))
    state = after(state, "ready")

    assert legal(state)[0].startswith("show:21T.10T.9T")
    shown_state = after(state, "show:10T.9T.8T.7T.6T.5T.4T.3T.2T.1T")
    assert (shown_state.to_act, shown_state.phase.announced.handfuls) == (0, ((0, Handful.SIMPLE),))
    assert refusal(shown_state, "show:10T.9T.8T.7T.6T.5T.4T.3T.2T.1T") == "handful_shown_already"
    assert not any(word.startswith("show") for word in legal(shown_state))
    assert refusal(state, "show:10T.9T.8T.7T.6T.5T.4T.3T.2T.EX") == "handful_excuse"
    assert refusal(state, "announce:misere_trumps") == "misere_not_allowed"
    assert refusal(after(state, "1T"), "show:10T.9T.8T.7T.6T.5T.4T.3T.2T.1T") == "handful_not_held"


def test_trumps_discarded_in_sight_count_for_the_handful(deal, after):
    """Four kings and trumps alone: one trump goes in the discard and may still be shown."""
    hand = "SR HR DR CR 1T 2T 3T 4T 5T 6T 7T 8T 9T 10T 11T 12T 13T 14T"
    state = deal("tarot-4", [hand], ["15T S1 S2 S3 S4 S5"], dealer=3, imposed=Imposed(0))

    state = after(state, "discard:S1 discard:S2 discard:S3 discard:S4 discard:S5 discard:15T ready")

    handful = "show:15T.14T.13T.12T.11T.10T.9T.8T.7T.6T.5T.4T.3T.2T.1T"
    assert handful in legal(state)
    assert after(state, handful).phase.announced.handfuls == ((0, Handful.TRIPLE),)


def test_at_two_handfuls_are_an_option(deal, after):
    hand = "1T 2T 3T 4T 5T 6T 7T 8T 9T 10T 11T 12T 13T"
    handful = f"show:{'.'.join(reversed(hand.split()))}"
    for options, code in (({}, "handful_not_allowed"), ({"handfuls_at_two": True}, None)):
        state = deal("tarot-2-tirette", [hand], dealer=1, imposed=Imposed(0, Bid.GARDE_SANS), options=options)
        state = after(state, "ready")
        assert (handful in legal(state)) is (code is None)
        if code:
            assert refusal(state, handful) == code
        else:
            assert after(state, handful).phase.announced.handfuls == ((0, Handful.SIMPLE),)


def test_miseres_are_announced_before_the_first_card(deal, after):
    hand = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 H1 H2 H3 H4 H5 H6 H7 EX"
    state = deal("tarot-4", [hand], dealer=3, imposed=Imposed(1, Bid.GARDE_SANS), options={"misere": 10})
    state = after(state, "ready")

    assert legal(state)[:2] == ["announce:misere_trumps", "announce:misere_figures"]
    state = after(state, "announce:misere_trumps announce:misere_figures")
    assert state.phase.announced.miseres_of(0) == ("misere_trumps", "misere_figures")
    assert state.phase.announced.miseres_of(1) == ()
    assert refusal(state, "announce:misere_figures") == "misere_not_held"
    assert refusal(state, "announce:belote") == "unknown_announcement"
    assert after(state, "EX").to_act == 1


def test_first_lead_at_five_keeps_off_the_called_suit(deal, after):
    hand = "S1 S2 SD H1 H2 D1 D2 C1 C2 2T 3T 4T 5T 6T EX"
    state = deal("tarot-5", [hand], dealer=4, imposed=Imposed(2, Bid.GARDE_SANS))

    state = after(state, "call:SR ready")

    assert not {"S1", "S2", "SD"} & set(legal(state))
    assert refusal(state, "S1") == "called_suit_led"
    assert {"H1", "2T", "EX"} <= set(legal(state))


def test_card_after_a_led_excuse_keeps_off_the_called_suit_too(deal, after):
    hand = "S1 S2 SD H1 H2 D1 D2 C1 C2 2T 3T 4T 5T 6T 7T"
    state = deal("tarot-5", ["EX", hand], dealer=4, imposed=Imposed(2, Bid.GARDE_SANS))

    state = after(state, "call:SR ready EX")

    assert not {"S1", "S2", "SD"} & set(legal(state))
    assert refusal(state, "S1") == "called_suit_led"
    assert {"H1", "2T"} <= set(legal(state))


def test_second_trick_has_neither_a_barred_suit_nor_handfuls(deal, after):
    hand = "21T 2T 3T 4T 5T 6T 7T 8T 9T S1 S2 H1 H2 D1 D2"
    state = deal("tarot-5", [hand], dealer=4, imposed=Imposed(2, Bid.GARDE_SANS))
    state = after(state, "call:SR ready")
    assert any(word.startswith("show") for word in legal(state))

    state = after(state, "21T")
    while state.phase.cards:
        state = state.apply(next(a for a in state.legal_actions() if isinstance(a, PlayCard)))

    assert {"S1", "S2"} <= set(legal(state))
    assert refusal(state, "show:9T.8T.7T.6T.5T.4T.3T.2T") == "action_not_now"


def test_called_card_itself_may_be_led(deal, after):
    state = deal("tarot-5", ["S1 SR"], dealer=4, imposed=Imposed(2, Bid.GARDE_SANS))

    assert "SR" in legal(after(state, "call:SR ready"))


def test_phases_refuse_the_actions_of_others(deal, after):
    state = deal("tarot-5", dealer=4)
    assert refusal(state, "S1") == "action_not_now"
    state = after(state, "bid:garde_sans pass pass pass pass")
    for action in (Ready(), Choose(0), DiscardCard(parse_card("S1")), PlayCard(parse_card("S1"))):
        assert refusal(state, format_action(action)) == "action_not_now"
    assert isinstance(state.phase, Preparation)
    state = after(state, "call:SR ready")
    for action in (Ready(), CallCard(parse_card("SR"))):
        assert refusal(state, format_action(action)) == "action_not_now"
    assert refusal(state, "draw") == "action_not_now"
    state = state.apply(state.legal_actions()[0])
    assert refusal(state, format_action(Announce("slam"))) == "misere_not_allowed"


def test_a_view_names_the_contract_fixed_with_the_deal(deal):
    imposed = deal("tarot-4", imposed=Imposed(2, Bid.GARDE_SANS))

    assert imposed.view(0).contract == (2, Bid.GARDE_SANS)
    assert deal("tarot-4").view(0).contract is None
