"""The lessons on looking ahead and on networks, each played to its point; their numbers are the core's."""

import re

import numpy as np
from playwright.sync_api import Page

from kishi import _native
from kishi.core import Choice, Limit, Record, SearchControl, game
from kishi.players import make_player

from .conftest import Tab


def forward(page: Page, part: str, steps: int) -> None:
    button = page.locator(f".part-{part} .stepper .primary")
    for _ in range(steps):
        button.click()


def to_the_end(page: Page, part: str) -> None:
    page.locator(f".part-{part} .stepper button").nth(3).click()


def after(name: str, moves: str) -> Record:
    record = Record.new(game(name))
    for move in moves.split():
        record = record.play(Choice(move=record.game.parse_move(move)))
    return record


def test_alpha_beta_leaves_out_what_the_write_up_says(tab: Tab) -> None:
    page = tab.open("/learn/alphabeta")
    tree = page.locator(".part-example .game-tree")
    tree.wait_for()
    assert tree.locator(".node").count() == 33
    forward(page, "example", 1)
    assert page.locator(".part-example .code li.now").inner_text().strip() == "v = -inf"
    to_the_end(page, "example")
    page.wait_for_selector(".part-example >> text=25 of 33 nodes looked at, value 6")
    assert tree.locator(".node.cut").count() == 8
    assert "Never looked at: 8 (24%)" in page.locator(".part-example .tree-count").inner_text()
    assert tree.locator(".window").first.text_content() == "α 6 β +∞"
    page.locator(".part-example select").first.select_option("minimax")
    page.wait_for_selector(".part-example >> text=22 nodes; step forward")
    page.locator(".part-example select").nth(1).select_option("minimax")
    page.wait_for_selector(".part-example .code >> text=minimax(child)")
    to_the_end(page, "example")
    page.wait_for_selector(".part-example >> text=22 of 22 nodes looked at, value −7")


def test_a_real_position_shows_the_board_under_the_pointer(tab: Tab) -> None:
    page = tab.open("/learn/alphabeta")
    page.wait_for_selector(".part-steps .game-tree")
    to_the_end(page, "steps")
    count = page.locator(".part-steps .tree-count").inner_text()
    never, share = map(int, re.findall(r"Never looked at: (\d+) \((\d+)%\)", count)[0])
    assert (never, share) == (72, 60)
    page.locator(".part-steps .game-tree .node.seen.small").first.hover()
    name = page.locator(".part-steps .tree-beside p.dim").inner_text()
    assert len(name.split()) == 4
    board = page.locator(".part-steps .tree-beside svg.board")
    assert board.locator("[data-piece], .disc, circle").count() > 0


def test_tic_tac_toe_whole(tab: Tab) -> None:
    page = tab.open("/learn/alphabeta")
    page.wait_for_selector("text=minimax looks at 549,946 positions, alpha-beta at 20,866")
    nodes = _native.textbook_search([game("tictactoe").start()], "zero", np.zeros(0, np.float32),
                                    SearchControl(), depth=9, pruning=True).nodes  # fmt: skip
    assert nodes == 20_866
    assert page.locator(".part-steps .split svg.board .marks rect").count() == 9


def test_playouts_one_by_one(tab: Tab) -> None:
    page = tab.open("/learn/montecarlo")
    page.get_by_role("button", name="10 for each move").click()
    page.wait_for_selector("text=60 random games so far")
    forward(page, "steps", 3)
    page.wait_for_selector("text=Playout 3:")
    to_the_end(page, "steps")
    record = after("othello", "f5 d6 c3 d3 c4")
    choice = make_player(record.game, "montecarlo", 1).choose(record, Limit())
    assert isinstance(choice, Choice) and choice.visits
    page.wait_for_selector(f".part-steps >> text=It plays {record.game.move_text(choice.move)}.")
    visits = page.locator(".error-bars .error-bar text:last-child").all_text_contents()
    assert visits == [f"n {choice.visits[m]}" for m in record.position.legal_moves()]
    sliders = page.locator(".part-steps .slider input")
    sliders.nth(2).fill("0")
    page.wait_for_selector(".part-steps >> text=60 playouts so far")


def test_the_wrong_mean_stands_beside_the_right_one(tab: Tab) -> None:
    page = tab.open("/learn/montecarlo")
    cells = page.locator(".part-measured table").first.locator("tbody td")
    cells.first.wait_for()
    assert re.search(r"e\+\d", " ".join(cells.all_inner_texts()))
    page.get_by_role("button", name="Play 100 games of each").click()
    page.wait_for_selector("text=Each has played 100 more games")
    for row in page.locator(".part-measured table").nth(1).locator("tbody tr").all():
        wins, draws, losses = map(int, re.findall(r"(\d+)-(\d+)-(\d+)", row.inner_text())[0])
        assert wins + draws + losses == 100 and wins > 85


def test_the_silvers_and_the_network(tab: Tab) -> None:
    page = tab.open("/learn/valuenet")
    silver = page.locator(".attack-maps").first.locator("figure").nth(1)
    silver.wait_for()
    assert silver.locator("text").all_text_contents() == list("0000012210101000201000000")
    page.wait_for_selector("text=It gives the mover a chance of 98.6%")
    assert page.locator(".network").count() == 1


def test_targets_move_with_the_sliders(tab: Tab) -> None:
    page = tab.open("/learn/valuenet")
    terms = page.locator(".part-steps .formula .term-value")
    terms.first.wait_for()
    assert terms.first.inner_text() == "0.00"  # mated
    forward(page, "steps", 1)
    shown = page.locator(".part-steps .formula").first.locator(".term-value")
    r, rest, v, gamma, last = (float(x) for x in shown.all_inner_texts())
    assert r == round(1 - (rest * v + gamma * last), 2)
    page.locator(".part-steps .slider input").nth(1).fill("1")
    page.wait_for_selector(".part-steps .formula .term-value:text-is('1.00')")


def test_mates_are_learned_while_one_watches(tab: Tab) -> None:
    page = tab.open("/learn/valuenet")
    page.get_by_role("button", name="Train", exact=True).click()
    page.wait_for_selector("text=24,000 positions learned")
    note = page.locator(".part-train .result").inner_text()
    loss, right, error = map(
        float, re.findall(r"loss ([\d.]+), right in ([\d.]+) ± ([\d.]+)%", note)[0]
    )
    assert loss < 0.2 and right > 90 and 0 < error < 2


def test_the_networks_policy_and_both_rules(tab: Tab) -> None:
    page = tab.open("/learn/alphazero")
    record = after("gomoku-8", "d5 e5 e4 d4 f5")
    choice = make_player(record.game, "alphazero:simulations=2,exact=false").choose(record, Limit())
    assert isinstance(choice, Choice) and choice.priors
    best = max(choice.priors, key=lambda m: choice.priors[m] if choice.priors else 0)
    first = page.locator(".part-example .bars li.best")
    first.wait_for()
    assert first.inner_text().split() == [record.game.move_text(best), f"{choice.priors[best]:.1%}"]
    forward(page, "steps", 5)
    page.wait_for_selector("text=Simulation 5 went through")
    visits = page.locator(".part-steps tbody td:nth-of-type(2)").all_inner_texts()
    assert sum(map(int, visits)) == 5
    page.locator(".part-steps select").nth(1).select_option("gumbel")
    page.wait_for_selector("text=What it learns")
    to_the_end(page, "steps")
    page.wait_for_selector("text=moves have the most visits")
    page.wait_for_selector(".part-measured svg.curves")


def test_the_board_shows_the_seven_values_of_the_value_map(tab: Tab) -> None:
    page = tab.open("/review")
    page.select_option("#load-game", "othello")
    page.fill("#load-text", "-----------O--------O------OXO-----OX------XX-----X------------- O")
    page.get_by_role("button", name="Load", exact=True).click()
    page.wait_for_selector("svg.board.playable")
    analysts = page.get_by_label("Analysed by")
    page.wait_for_selector(
        "select[aria-label='Analysed by'] option[value=greedy]", state="attached"
    )
    assert {"search", "greedy", "table", "td", "montecarlo"} <= set(
        analysts.locator("option").evaluate_all("all => all.map(o => o.value)")
    )
    analysts.select_option("greedy")
    page.get_by_label("Analyse", exact=True).check()
    page.wait_for_selector(".candidates li.best")
    worths = page.locator("svg.board .marks text").all_text_contents()
    record = Record.new(game("othello"), game("othello").parse(
        "-----------O--------O------OXO-----OX------XX-----X------------- O"))  # fmt: skip
    choice = make_player(record.game, "greedy").choose(record, Limit())
    assert isinstance(choice, Choice) and choice.worths
    assert sorted(worths) == sorted(f"{w:g}".replace("-", "−") for w in choice.worths.values())
