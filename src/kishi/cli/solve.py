"""`kishi solve`: the exact answer, where one can be had."""

import json
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import click
from rich.console import Console

from .._native import SearchControl, Solution, solve
from ..arena.limits import parse_limit
from ..core import Choice, Game, Position, Record
from ..errors import BadInput
from ..games import facts_of, names
from ..players.search import ordering_weights
from ..players.thinking import Background
from ..renamed import FLAGS
from .group import RenamingCommand
from .language import words
from .position import about_positions
from .terminal.progress import elapsing

__all__ = ["solve_command"]

COUNTED = names(lambda facts: facts.unit)


@click.command("solve", cls=RenamingCommand, old_names=FLAGS["solve"])
@about_positions
@click.option(
    "--limit", metavar="TEXT", default="", help="Give up after 10s, nodes=1000000, or both."
)
@click.option("--outcome", is_flag=True, help=f"{COUNTED}: only who wins, which is quicker.")
@click.option(
    "--json", "as_json", is_flag=True, help="The answer as JSON, a line for each position."
)
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, help=f"{COUNTED}: threads that search."
)
@click.option("--hash", "megabytes", type=click.IntRange(1, 65536), help="Megabytes of table.")
def solve_command(
    records: list[Record],
    limit: str,
    outcome: bool,
    threads: int,
    megabytes: int | None,
    as_json: bool,
) -> None:
    """Solve a position exactly. The last line printed is the answer alone.

    Othello: the disc difference for the side to move (`+38`), empties to the winner, or with
    --outcome `win`, `draw` or `loss`. Gomoku: `win N` (plies) by fours and threes, or `none`.
    Minishogi: `mate N` (plies) by checks, or `none`. `unknown`: the limit came first.

    A file of positions (OBF) is solved whole, a line for each; --number N solves one of them. The
    limit holds for each position.
    """
    counted = bool(facts_of(records[0].game).unit)
    if outcome and not counted:
        raise BadInput(f"--outcome is for {COUNTED}: elsewhere the answer is the outcome")

    if threads > 1 and not counted:
        raise BadInput(f"--threads is for {COUNTED}: other solvers use one")
    given = parse_limit(limit)
    if given.cpu or given.depth or given.clocks:
        raise BadInput(
            f"--limit of solve is a time or nodes, such as 10s or nodes=1000000; got '{limit}'"
        )

    def solved(record: Record) -> Solved:
        def work(control: SearchControl) -> Solution:
            return solve(
                record.position,
                control,
                seconds=given.seconds or 0,
                nodes=given.nodes or 0,
                outcome=outcome,
                threads=threads,
                megabytes=megabytes or 0,
                weights=ordering_weights(record.game),
            )

        if not limit:
            warn_if_endless(record.position)
        wall, cpu = time.perf_counter(), time.process_time()
        with elapsing(Console(stderr=True), words()("t_solving")) as show:
            under_way, stopped = Background(work), False
            try:
                found = under_way.watch(lambda news: show(expected(news, record, outcome)))
            except KeyboardInterrupt:  # what is known by then is told all the same
                found, stopped = under_way.done.result(), True
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return Solved(record, found, outcome, wall, cpu, stopped)

    if as_json:
        for record in records:
            one = solved(record)
            click.echo(json.dumps(one.described))
            end_if_stopped(one)
    elif len(records) == 1:
        tell_one(solved(records[0]))
    else:
        tell_many(records, solved)


MINUTES, HOURS = 29, 32  # what so many empty squares take; 6x6 has no more, and its are easier


def warn_if_endless(position: Position) -> None:
    """A line for whoever asks what no computer will answer today."""
    empty = position.picture()[0].count("")
    if facts_of(position.game).unit and empty > HOURS:
        click.echo(words()("t_solving_long", n=empty, some=MINUTES), err=True)


def expected(news: Choice, record: Record, outcome: bool) -> str:
    """What the last selective pass of a solver at work came to."""
    one = pass_text(record, news.selectivity, round(news.points or 0), outcome)
    return words()("t_solving_news", selective=one, nodes=f"{news.nodes:,}")


def pass_text(record: Record, percent: int, number: int, outcome: bool) -> str:
    """`22@73% +4`: the empty squares, how sure each cut was, and the score."""
    empty = record.position.picture()[0].count("")
    return f"{empty}@{percent}% {counted_answer(number, outcome)}"


class Solved(NamedTuple):
    """A position, what the solver said, and what that took."""

    record: Record
    found: Solution
    outcome: bool  # is all that was asked
    seconds: float
    cpu_seconds: float
    stopped: bool = False  # by Ctrl-C

    @property
    def answer(self) -> str:
        return answer(self.record.game, self.found, self.outcome)

    @property
    def line(self) -> list[str]:
        return [self.record.game.move_text(m) for m in self.found.line]

    @property
    def passes(self) -> str:
        """What selective passes came to before the exact one, if there were any."""
        return ", ".join(
            pass_text(self.record, percent, number, self.outcome) + f" {self.move_text(move)}"
            for percent, number, move, _ in self.found.passes
        )

    def move_text(self, move: int) -> str:
        return self.record.game.move_text(move) if move >= 0 else "?"

    @property
    def described(self) -> dict[str, object]:
        """As plain data."""
        passes = [
            {
                "selectivity": percent,
                "answer": counted_answer(number, self.outcome),
                "move": self.move_text(move),
                "nodes": nodes,
            }
            for percent, number, move, nodes in self.found.passes
        ]
        return {
            "game": self.record.game.name,
            "position": str(self.record.position),
            "answer": self.answer,
            "line": self.line,
            **({"passes": passes} if passes else {}),
            "nodes": self.found.nodes,
            "cpu_seconds": round(self.cpu_seconds, 3),
        }


def tell_one(solved: Solved) -> None:
    found = solved.found
    if found.passes:
        click.echo(f"{words()('t_passes')}: {solved.passes}")
    if found.line:
        click.echo(f"{words()('t_line')}: {' '.join(solved.line)}")
    if facts_of(solved.record.game).unit and found.complete and not solved.outcome:
        click.echo(final_count(solved.record.position, found))
    click.echo(cost(found.nodes, solved.seconds, solved.cpu_seconds), err=True)
    click.echo(solved.answer)
    end_if_stopped(solved)


def end_if_stopped(solved: Solved) -> None:
    if solved.stopped:
        raise KeyboardInterrupt


def tell_many(records: Sequence[Record], solve_it: Callable[[Record], Solved]) -> None:
    """A line for each position as soon as it is known, and what all took."""
    nodes, seconds, cpu_seconds = 0, 0.0, 0.0
    for number, record in enumerate(records, 1):
        if record.over:
            click.echo(f"{number:>4}  {words()('t_over_here')}")
            continue
        one = solve_it(record)
        nodes, seconds = nodes + one.found.nodes, seconds + one.seconds
        cpu_seconds += one.cpu_seconds
        took = cost(one.found.nodes, one.seconds, one.cpu_seconds)
        click.echo(f"{number:>4}  {one.answer:>7}  {took}  {' '.join(one.line) or one.passes}")
        end_if_stopped(one)
    took = cost(nodes, seconds, cpu_seconds)
    click.echo(words()("t_n_positions", n=len(records), cost=took), err=True)


def cost(nodes: int, seconds: float, cpu_seconds: float) -> str:
    return words()("t_cost", nodes=f"{nodes:,}", seconds=f"{seconds:.2f}", cpu=f"{cpu_seconds:.2f}")


def final_count(position: Position, found: Solution) -> str:
    """The discs at the end of the line: the answer gives the empty squares to the winner."""
    mover = position.turn
    for move in found.line:
        position = position.play(move)
    squares = position.picture()[0]
    discs = (squares.count("X"), squares.count("O"))
    lead = discs[mover] - discs[1 - mover]
    return words()("t_ends", first=discs[0], second=discs[1], lead=f"{lead:+d}")


def answer(of: Game, found: Solution, outcome: bool) -> str:
    """The one word or number that is asked for."""
    if not found.complete:
        return "unknown"
    if facts_of(of).unit:
        return counted_answer(found.number, outcome)
    if not found.found:
        return "none"
    return f"{facts_of(of).win} {found.number}"


def counted_answer(number: int, outcome: bool) -> str:
    signs = ("loss", "draw", "win")
    return signs[(number > 0) - (number < 0) + 1] if outcome else f"{number:+d}"
