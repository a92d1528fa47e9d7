"""`kishi explain`: a small minimax or alpha-beta tree, drawn."""

import click
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from .._native import ExplainedTree, SearchControl, TreeNode, textbook_search, textbook_tree
from ..core import Game, Record
from ..errors import BadInput
from ..players.search import evaluation_of
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
def explain(
    record: Record,
    depth: int,
    width: int,
    evaluation: str,
    minimax: bool,
) -> None:
    """Draw how alpha-beta finds its move: values, cut-offs, and what it saves.

    Values are for the side to move at the top, in points of the evaluation. Only the WIDTH most
    promising moves of each node are drawn, and searched.
    """
    of = record.game
    if record.over:
        raise BadInput("the game is over here: there is nothing to search")
    chosen, numbers = evaluation_of(of, evaluation, learned=False)
    tree = textbook_tree(
        record.positions, chosen, numbers, depth=depth, width=width, pruning=not minimax
    )
    console = Console()
    console.print(drawn(of, tree))
    best = " ".join(of.move_text(m) for m in tree.best)
    console.print(f"best line  {best}", highlight=False, soft_wrap=True)
    console.print(f"this tree  {len(tree.nodes)} nodes, {tree.cutoffs} cut-offs", highlight=False)
    counts = [
        textbook_search(
            record.positions, chosen, numbers, SearchControl(), depth=depth, pruning=pruning
        )
        for pruning in (False, True)
    ]
    console.print(
        f"all moves  minimax {counts[0].nodes:,} nodes, alpha-beta {counts[1].nodes:,} nodes with "
        f"{counts[1].cutoffs:,} cut-offs; they say {counts[0].score:+d} and {counts[1].score:+d}",
        highlight=False,
        soft_wrap=True,
    )


def drawn(of: Game, tree: ExplainedTree) -> Tree:
    """The tree as rich draws it: the best line bold, cut-offs marked."""
    on_best_line = best_nodes(tree)
    branches: dict[int, Tree] = {}
    for i, node in enumerate(tree.nodes):
        text = label(of, node, bold=i in on_best_line)
        branches[i] = branches[node.parent].add(text) if node.parent >= 0 else Tree(text)
    for i, node in enumerate(tree.nodes):  # after all the moves that were searched
        if node.pruned:
            branches[i].add(Text(f"✂ {node.pruned} cut off: they cannot matter", style="dim"))
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
