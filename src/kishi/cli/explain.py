"""`kishi explain`: a small minimax or alpha-beta tree, drawn; or what a player adds up for each move."""

import json
from typing import Any

import click
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from .. import _native
from .._native import ExplainedTree, SearchControl, TreeNode, textbook_search, textbook_tree
from ..core import Game, Limit, Record, Spec
from ..errors import BadInput
from ..games import facts_of
from ..players import parse_spec
from ..players.lines import line_scores_of
from ..players.maps import map_named
from ..players.search import evaluation_of
from .analyze import described, show, thought_of
from .conditions import player_option
from .language import words
from .position import about_a_position


@click.command()
@about_a_position
@click.option("--depth", type=click.IntRange(1, 4), default=2, show_default=True)
@click.option(
    "--width",
    type=click.IntRange(1, 10),
    default=3,
    show_default=True,
    help="Moves shown at each node.",
)
@click.option(
    "--eval", "evaluation", default="auto", show_default=True, help="The evaluation at the leaves."
)
@click.option("--minimax", is_flag=True, help="Without cut-offs.")
@player_option("What this player thinks of each move, instead of a tree.", default=None)
@click.option(
    "--json", "as_json", is_flag=True, help="The tree, or what the player thinks, as JSON."
)
def explain(
    record: Record,
    depth: int,
    width: int,
    evaluation: str,
    minimax: bool,
    spec: str | None,
    as_json: bool,
) -> None:
    """Draw how alpha-beta finds its move: values, cut-offs, and what it saves.

    Values are for the side to move at the top, in points of the evaluation. Only the WIDTH most
    promising moves of each node are drawn, and searched.

    With --player: what that player thinks of each move. Of `greedy` it is told which squares a move
    wins and what each is worth, of `lines` attack and guard.
    """
    of = record.game
    if record.over:
        raise BadInput("the game is over here: there is nothing to search")
    if spec is not None:
        tell_moves(record, spec, as_json=as_json)
        return
    chosen, numbers = evaluation_of(of, evaluation, learned=False)
    tree = textbook_tree(
        record.positions, chosen, numbers, depth=depth, width=width, pruning=not minimax
    )
    if as_json:
        click.echo(json.dumps(tree_facts(record, chosen, tree)))
        return
    console = Console()
    console.print(drawn(of, tree))
    best = " ".join(of.move_text(m) for m in tree.best)
    say = words()
    console.print(f"{say('t_best_line')}  {best}", highlight=False, soft_wrap=True)
    size = say("t_tree_size", nodes=len(tree.nodes), cutoffs=tree.cutoffs)
    console.print(f"{say('t_this_tree')}  {size}", highlight=False)
    counts = [
        textbook_search(
            record.positions, chosen, numbers, SearchControl(), depth=depth, pruning=pruning
        )
        for pruning in (False, True)
    ]
    both = say(
        "t_both_trees", minimax=f"{counts[0].nodes:,}", alphabeta=f"{counts[1].nodes:,}",
        cutoffs=f"{counts[1].cutoffs:,}", one=f"{counts[0].score:+d}", other=f"{counts[1].score:+d}",
    )  # fmt: skip
    console.print(f"{say('t_all_moves')}  {both}", highlight=False, soft_wrap=True)


def tree_facts(record: Record, evaluation: str, tree: ExplainedTree) -> dict[str, Any]:
    """The tree as plain data: its nodes in the order they were entered, the root first."""
    text = record.game.move_text
    nodes = [
        {"parent": n.parent, "move": text(n.move) if n.parent >= 0 else None, "ply": n.ply,
         "value": n.value, "alpha": n.alpha, "beta": n.beta, "leaf": n.leaf, "pruned": n.pruned}
        for n in tree.nodes
    ]  # fmt: skip
    return {"game": record.game.name, "position": str(record.position), "evaluation": evaluation,
            "best": [text(m) for m in tree.best], "cutoffs": tree.cutoffs, "nodes": nodes}  # fmt: skip


def tell_moves(record: Record, spec: str, *, as_json: bool) -> None:
    """A line for each move: what it is worth, and what that is the sum of."""
    choice = thought_of(record, spec, Limit())
    facts = described(record, spec, choice)
    if as_json:
        click.echo(json.dumps(facts))
        return
    kind = parse_spec(record.game, spec)
    sums = {"greedy": won_squares, "lines": line_parts}.get(kind.kind)
    if sums is None:
        show(facts)
        return
    parts = sums(record, kind)
    console = Console(highlight=False)
    for row in facts["moves"]:
        text = f"{row['move']:<4} {row['worth']:>+8g}  = {parts[row['move']]}"
        console.print(Text(text, style="bold" if row["move"] == facts["move"] else ""))
    console.print(f"{words()('t_best')} {facts['move']}")


def won_squares(record: Record, spec: Spec) -> dict[str, str]:
    """The squares that each move wins, with their weights; as written without its own."""
    of, faithful = record.game, bool(spec.options.get("faithful"))
    values = map_named(of, str(spec.options.get("map", "classic")))
    before, size = record.position.picture()[0], of.shape[2]
    columns, rows = facts_of(of).labels(size, size)
    sums = {}
    for move in record.position.legal_moves():
        own = record.position.path(move)[1]
        after = record.position.play(move).picture()[0]
        won = [c for c in range(len(after)) if after[c] != before[c] and (c != own or not faithful)]
        sums[of.move_text(move)] = "  ".join(
            f"{columns[c % size]}{rows[c // size]} {values[c]:+g}" for c in won
        )
    return sums


def line_parts(record: Record, spec: Spec) -> dict[str, str]:
    """What the lines through each cell are worth, one's own and the opponent's, and where it lies."""
    say = words()
    scores = line_scores_of(record.game, str(spec.options.get("scores", "")))
    parts = _native.cell_scores(record.position, scores, bool(spec.options.get("faithful")))
    return {
        record.game.move_text(move): say(
            "t_parts", attack=f"{attack:g}", guard=f"{guard:g}", place=f"{place:+g}"
        )
        for move, attack, guard, place in parts
    }


def drawn(of: Game, tree: ExplainedTree) -> Tree:
    """The tree as rich draws it: the best line bold, cut-offs marked."""
    on_best_line = best_nodes(tree)
    branches: dict[int, Tree] = {}
    for i, node in enumerate(tree.nodes):
        text = label(of, node, bold=i in on_best_line)
        branches[i] = branches[node.parent].add(text) if node.parent >= 0 else Tree(text)
    for i, node in enumerate(tree.nodes):  # after all the moves that were searched
        if node.pruned:
            branches[i].add(Text(words()("t_cut_off", n=node.pruned), style="dim"))
    return branches[0]


def best_nodes(tree: ExplainedTree) -> set[int]:
    """The nodes along the best line."""
    line, at = {0}, 0
    for move in tree.best:
        follow = [i for i, n in enumerate(tree.nodes) if n.parent == at and n.move == move]
        if not follow:
            break
        at = follow[0]
        line.add(at)
    return line


def label(of: Game, node: TreeNode, *, bold: bool) -> Text:
    who = "max" if node.ply % 2 == 0 else "min"
    move = of.move_text(node.move) if node.parent >= 0 else "·"
    text = f"{move}  {node.value:+d}" + ("" if node.leaf else f"  ({who})")
    return Text(text, style="bold" if bold else "")
