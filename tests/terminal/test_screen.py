"""The table on a full screen: rounds by keys, what is shown and what is not, and what is left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace

import pytest
from rich.text import Text

from pitboss.cards import signs
from pitboss.messages.rounds import signed
from pitboss.round.showdown import EnvyPay
from pitboss.sheet import houses
from pitboss.table.view_types import TableView
from pitboss.terminal import drawing
from pitboss.terminal.drawing import Look
from pitboss.terminal.entries import CoachLevel, Deck
from tests.terminal.screens import Shown, opened, practice


def play(evening: Coroutine[None, None, None]) -> None:
    asyncio.run(evening)


@pytest.mark.parametrize("house", houses())
def test_rounds_are_played_by_keys_and_no_card_of_others_is_shown_before_the_end(house: str) -> None:
    async def evening() -> None:
        async with opened(practice(house, "oak")) as table:
            await played(table, "p")
            await table.press("space", then="bets")
            await table.pilot.resize_terminal(120, 40)
            await played(table, "f")
            assert [number for number, _ in table.session.past] == [1, 2]

    async def played(table: Shown, key: str) -> None:
        await table.asked("bets")
        table.fits()
        assert not table.on_felt
        await table.press("a", "a", "b", then="bets")
        await table.shows("$10")
        table.fits()
        await table.press("space", then="decide")
        view = table.session.view
        own, up = view.you.seats[0].cards, view.state.dealer.cards
        seen = {*signs(own).split(), *signs([card for card in up if card != "??"]).split()}
        assert len(seen) == (4 if house == "napa-valley" else 3)
        assert table.on_felt == seen
        if not table.session.past:  # the log has no earlier round
            assert table.cards == seen
        table.fits()
        for action in view.you.actions:
            assert f" {action.key.upper()}  " in table.text
        assert view.you.actions[0].consequence in " ".join(table.text.split())
        await table.press(key, then="go")
        view, net = table.session.view, table.session.past[-1][1]
        assert {*signs(view.state.dealer.cards).split()} <= table.on_felt
        assert signed(net) in table.text
        for line in view.you.seats[0].lines:
            assert f"{line.clause})" in table.text
        table.fits()

    play(evening())


def test_chips_are_put_on_spots_and_taken_off_as_in_the_browser() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            await table.shows("6 Card Bonus needs Ante or Pair Plus (RIV-2).")
            draft = table.screen.draft(table.session.view.you.seats[0])
            steps = [
                ("space", {}),  # nothing to deal
                ("a", {"ante": 500}),  # the chip in hand, $5
                ("3", {"ante": 500}),
                ("b", {"ante": 500, "pair_plus": 2500}),
                ("g", {"ante": 500, "pair_plus": 2500, "progressive": 100}),
                ("d", {"ante": 1000, "pair_plus": 5000, "progressive": 100}),
                ("g", {"ante": 1000, "pair_plus": 5000}),
                ("u", {"ante": 1000, "pair_plus": 5000, "progressive": 100}),
                ("U", {"ante": 1000, "pair_plus": 5000}),
                ("B", {"ante": 1000, "pair_plus": 2500}),
                ("A", {"pair_plus": 2500}),
                ("x", {}),
                ("r", {}),  # there is no earlier bet
                ("1", {}),
                ("s", {"six_card_bonus": 500}),  # at least the minimum
            ]
            for key, wagers in steps:
                await table.press(key)
                assert draft.wagers == wagers, key
            await table.press("space")
            await table.shows("6 Card Bonus needs Ante or Pair Plus (RIV-2).")
            await table.until(lambda: any(line.startswith("Refused: ") for line in table.ears.log))
            assert table.screen.mode == "bets"
            table.fits()

    play(evening())


def test_a_card_is_marked_by_its_number_and_drawn() -> None:
    async def evening() -> None:
        async with opened(practice("pechanga", "y")) as table:
            await table.asked("bets")
            await table.press("a", "space", then="decide")
            first, second, third = table.session.view.you.seats[0].cards
            await table.press("d")
            await table.shows("Mark the card to discard first")
            await table.press("3", "2")
            await table.shows(f"Draw: discard {signs([second])}")
            await table.press("2")
            await table.shows("Mark the card to discard: 1, 2 or 3.")
            await table.press("3", "d", then="go")
            hand = table.session.view.you.seats[0].hand
            assert hand is not None
            assert (hand.discard, {first, second} <= set(hand.cards)) == (third, True)
            assert "first three: " in table.text
            table.fits()

    play(evening())


@pytest.mark.clause("NAPA-16")
def test_a_player_takes_the_bank_by_a_key_and_sees_its_account_napa_16() -> None:
    async def evening() -> None:
        async with opened(practice("napa-valley", "x")) as table:
            await table.asked("bets")
            await table.shows("The bank takes $500 or more")
            await table.press("k", "enter", then="go")
            assert "A bank of $500 is put up by you." in table.ears.log
            assert "Bank: you" in table.text
            assert "Your bank: " in table.text
            assert not any("??" in row for row in table.rows)
            table.fits()

    play(evening())


@pytest.mark.clause("RIV-11")
def test_the_meter_and_envy_are_shown_riv_11() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            await table.shows("Meter $1,000 · envy $100 and $25")
            await table.press("a", "g", "space", then="decide")
            await table.press("f", then="go")
            await table.shows("Meter $1,000.25")
            view = table.session.view
            envy = EnvyPay(1, 2, "mini_royal", "suited", 2500, "RIV-11", "")
            envied = replace(view, state=replace(view.state, envy=(envy, replace(envy, seat=3))))
            rows = drawing.result_rows(envied, table.session.place.sheet, 78, 24)
            found = [row.plain for row in rows if row.plain.startswith("* ")]
            assert len(found) == 1  # others' envy is not one's own result
            assert "Seat 1 is paid $25 for " in found[0]

    play(evening())


def test_the_coach_answers_a_key_and_asks_before_a_mistake() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak"), coach=CoachLevel.ASK) as table:
            await table.asked("bets")
            await table.press("a", "space", then="decide")
            await table.press("c")
            await table.shows("Coach, seat 1, on average for this bet:")
            assert "best" in table.text
            table.fits()
            assert table.session.view.you.seats[0].hand is not None
            await table.press("f", then="sure")  # a pair
            await table.shows("Fold gives up $")
            await table.press("n", then="decide")
            await table.press("f", then="sure")
            await table.press("y", then="go")
            await table.shows("Coach, seat 1: fold was a ")

    play(evening())


def test_leaving_with_cards_out_is_asked_about() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            await table.press("a", "space", then="decide")
            await table.press("q", then="sure")
            assert "Leave with cards on the table?" in table.text
            await table.press("n", then="decide")
            await table.press("q", "y")
            await table.until(lambda: not table.screen.thread.is_alive())
            said = table.ears.log[table.ears.left_at :]
            assert said[0] == "You leave with cards on the table."
            assert said[-1].startswith("1 round played. You leave with $")

    play(evening())


def test_what_is_said_in_words_is_answered_and_long_answers_are_read_on_a_page() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            await table.press("colon", *"who", "enter")
            await table.shows("Seat 2: optimal bot.")
            for key, words in (
                ("o", "Pair Plus"),
                ("question_mark", "take a chip"),
                ("h", "A-K-Q suited: $25"),
            ):
                await table.press(key)
                await table.until(lambda: len(table.screen.screen_stack) == 2)
                await table.shows(words)
                await table.press("escape")
                assert len(table.screen.screen_stack) == 1
            await table.press("colon", *"rules", "enter")
            await table.shows("The rules.")
            await table.press("escape", "w")
            await table.press(*"thanks", "enter")
            await table.shows("You: Thanks!")
            await table.press("colon", *"skip", "escape")  # thought better of
            await table.asked("bets")
            assert not table.screen.query_one("#words").display

    play(evening())


def test_several_hands_are_bet_and_decided_in_order_and_repeated_at_once() -> None:
    async def evening() -> None:
        async with opened(practice("shine", "oak", bots=0, hands=2)) as table:
            for seat in (1, 2):
                await table.until(lambda seat=seat: table.session.asked == ("bets", seat))  # type: ignore[misc]
                await table.press("a", "space")
            for seat in (1, 2):
                await table.until(lambda seat=seat: table.session.asked == ("decide", seat))  # type: ignore[misc]
                await table.press("f")
            await table.asked("go")
            table.fits()
            sheet = table.session.place.sheet
            full, brief = (drawing.result_rows(table.session.view, sheet, 78, rows) for rows in (9, 3))
            assert (len(full), len(brief)) == (4, 2)  # each hand's fold, and its Ante where there is room
            await table.press("r", then="decide")
            assert [seat.spots[0].amount for seat in table.session.view.you.seats] == [500, 500]

    play(evening())


def test_a_key_answers_one_question_and_no_later_one() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            await table.press("a", "space", "space", "space", then="decide")
            await table.press("p", "p", "f", "p", then="go")
            table.ears.type("")  # twice, as when the table goes on by itself at the same moment
            table.ears.type("")
            await table.asked("bets")
            assert [spot.amount for spot in table.session.view.you.seats[0].spots] == [0, 0, 0, 0]
            assert not any(line.startswith(("Say ", "Refused")) for line in table.ears.log)

    play(evening())


def test_without_a_seat_a_digit_sits_down() -> None:
    async def evening() -> None:
        async with opened(practice("shine", "oak")) as table:
            await table.asked("bets")
            await table.press("colon", *"stand", "enter", then="seat")
            await table.shows("You have no seat. Free: 1, 4, 5, 6, 7.")
            table.fits()
            await table.press("5", then="bets")
            assert [seat.n for seat in table.session.view.you.seats] == [5]

    play(evening())


def test_any_name_and_any_number_of_seats_fit_the_felt() -> None:
    async def evening() -> TableView:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            return table.session.view

    view = asyncio.run(evening())
    look = Look(view.table.felt.colours, Deck.DISTINCT, 80, tall=False)
    named = replace(view.seats[1], name="金髪の長い名前のひと")
    for count in (1, 7, 12):
        others = [replace(named, n=number) for number in range(2, count + 1)]
        rows = drawing.seat_rows(replace(view, seats=(view.seats[0], *others)), look, 1)
        assert {row.cell_len for row in rows} == {min(count, 7) * (16 if count == 1 else 11)}
        assert "1 you" in rows[0].plain
    head = drawing.head_row(view, 80, 18.4, 98_500, -1500)
    assert head.cell_len == 80
    assert head.plain.endswith("round 1 · bets · 0:18 · $985 −$15 ")


def test_a_window_that_is_too_small_says_so_and_comes_back() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            await table.pilot.resize_terminal(60, 20)
            await table.shows("The table needs 80 columns")
            await table.pilot.resize_terminal(100, 30)
            await table.shows("Chip in hand")
            table.fits()

    play(evening())


def test_a_click_does_what_its_key_does() -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            row = next(number for number, text in enumerate(table.rows) if "A Ante" in text)
            await table.pilot.click(offset=(table.rows[row].index("A Ante"), row))
            assert table.screen.draft(table.session.view.you.seats[0]).wagers == {"ante": 500}

    play(evening())


@pytest.mark.parametrize("deck", Deck)
def test_suits_are_told_by_their_signs_and_by_the_colours_of_the_deck(deck: Deck) -> None:
    async def evening() -> None:
        async with opened(practice("rivers", "oak")) as table:
            await table.asked("bets")
            colours = table.session.view.table.felt.colours
        look = Look(colours, deck, 80, tall=True)
        rows = {suit: Text("\n").join(drawing.card_rows(f"T{suit}", look, large=True)) for suit in "shdc"}
        assert [sign in rows[suit].plain for suit, sign in zip("shdc", "♠♥♦♣", strict=True)] == [True] * 4
        inks = {
            str(span.style).split()[1]
            for row in rows.values()
            for span in row.spans
            if "bold" in str(span.style)
        }
        assert len(inks) == (2 if deck is Deck.CLASSIC else 4)

    play(evening())
